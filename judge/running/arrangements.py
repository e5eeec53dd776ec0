"""How the arguments of a case are arranged before they are passed: their order, rows as columns,
one flat list, words such as ``2/2``, tuples or objects, and all arguments as one object."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

from judge.common.errors import JudgeError
from judge.model import Convention, Input, Rows

#: How wide rows are where no argument has any.
PAIR = 2


def arranged(arguments: list[Any], convention: Convention) -> list[Any]:
    """The arguments as the source takes them; raises JudgeError where they are not such."""
    if convention.rows is Rows.FIELDS:
        arguments = _with_fields(arguments)
    elif convention.rows is Rows.COLUMNS:
        arguments = [
            _as_rows(argument) if _are_objects(argument) else argument for argument in arguments
        ]
    arguments = _in_order(arguments, convention.argument_order)
    if convention.rows is Rows.TUPLES:
        arguments = [_with_tuples(argument) for argument in arguments]
    elif convention.rows not in (Rows.LISTS, Rows.FIELDS) or convention.field_names:
        arguments = _with_rows(arguments, convention)
    if not (names := convention.argument_names):
        return arguments
    _check_count(arguments, len(names), "argument_names")
    return [dict(zip(names, arguments, strict=True))]


def _in_order(arguments: list[Any], order: tuple[int, ...]) -> list[Any]:
    if not order:
        return arguments
    _check_count(arguments, len(order), "argument_order")
    return [arguments[index] for index in order]


def _check_count(arguments: list[Any], count: int, key: str) -> None:
    if len(arguments) != count:
        names = "argument" if len(arguments) == 1 else "arguments"
        raise JudgeError(f"the problem has {len(arguments)} {names}, and {key} has {count}")


def _with_fields(arguments: list[Any]) -> list[Any]:
    """The arguments, the values of each object in its place; of one in a list, as a list."""
    if not any(isinstance(one, dict) or one == [] or _are_objects(one) for one in arguments):
        raise JudgeError('the problem has no object, whose values rows = "fields" passes')
    found: list[Any] = []
    for argument in arguments:
        if _are_objects(argument):
            argument = _as_rows(argument)
        found += argument.values() if isinstance(argument, dict) else [argument]
    return found


def _as_rows(objects: list[dict[str, Any]]) -> list[list[Any]]:
    return [[*item.values()] for item in objects]


def _are_objects(argument: Any) -> bool:
    full = isinstance(argument, list) and bool(argument)
    return full and all(isinstance(item, dict) for item in argument)


def _with_rows(arguments: list[Any], convention: Convention) -> list[Any]:
    """The arguments, each list of rows arranged: an empty list too, unless another list is none."""
    lists = [argument for argument in arguments if isinstance(argument, list)]
    full = [argument for argument in lists if argument]
    if not lists or (full and not any(map(_is_rows, full))):
        key = "field_names" if convention.field_names else "rows"
        raise JudgeError(f"the problem has no list of rows, which {key} arranges")
    width = max((len(row) for rows in full if _is_rows(rows) for row in rows), default=PAIR)
    empty_too = all(map(_is_rows, full))
    found: list[Any] = []
    for argument in arguments:
        is_rows = argument == [] and empty_too if not argument else _is_rows(argument)
        found += _arranged_rows(argument, width, convention) if is_rows else [argument]
    return found


def _is_rows(argument: Any) -> bool:
    if not isinstance(argument, list) or not argument:
        return False
    return all(
        isinstance(row, list) and not any(isinstance(x, list) for x in row) for row in argument
    )


def _with_tuples(argument: Any) -> Any:
    """An argument, each row of a list of rows as a tuple."""
    return [tuple(row) for row in argument] if _is_rows(argument) else argument


def _arranged_rows(rows: list[list[Any]], width: int, convention: Convention) -> list[Any]:
    """One argument, or several, for a list of rows."""
    if fields := convention.field_names:
        if rows and {len(row) for row in rows} != {len(fields)}:
            raise JudgeError(f"the rows have {width} items, and field_names has {len(fields)}")
        return [[dict(zip(fields, row, strict=True)) for row in rows]]
    if convention.rows is Rows.FLAT:
        return [list(itertools.chain(*rows))]
    if convention.rows is Rows.SLASHES:
        return [["/".join(items(row)) for row in rows]]
    if any(len(row) != width for row in rows):
        raise JudgeError("rows of different lengths have no columns")
    columns = [[row[at] for row in rows] for at in range(width)]
    return [columns] if convention.rows is Rows.TRANSPOSED else columns


def items(value: Any) -> Iterator[str]:
    """The numbers and strings of a value, one after the other."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from items(item)
    else:
        yield value if isinstance(value, str) else json.dumps(value)


def as_text(value: Any) -> str:
    """A value as JSON, with tuples in parentheses."""
    if isinstance(value, tuple):
        return f"({', '.join(map(as_text, value))})"
    if isinstance(value, list) and any(isinstance(item, tuple) for item in value):
        return f"[{', '.join(map(as_text, value))}]"
    return json.dumps(value)


def can_arrange(argument_lists: Sequence[list[Any]], convention: Convention) -> bool:
    """Whether such arguments can be passed in this convention: columns only of rows that have the
    same length in all cases. A matrix of any size is no list of records: turned it is another."""
    if convention.input is Input.SPLIT_WORDS and not _has_blanks(argument_lists):
        return False
    if convention.rows in (Rows.COLUMNS, Rows.TRANSPOSED) and len(_widths(argument_lists)) > 1:
        return False
    try:
        for arguments in argument_lists:
            arranged(arguments, convention)
    except JudgeError:
        return False
    return True


def _has_blanks(argument_lists: Sequence[list[Any]]) -> bool:
    """Whether some string has several words."""
    return any(" " in item for arguments in argument_lists for item in items(arguments))


def _widths(argument_lists: Sequence[list[Any]]) -> set[int]:
    """The lengths of the rows of all lists of rows."""
    lists = [one for arguments in argument_lists for one in arguments if _is_rows(one)]
    return {len(row) for rows in lists for row in rows}
