"""The types of a function's arguments, inferred from examples, as a typed language writes them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

#: The number of examples that are used: later cases have the same types.
MOST_EXAMPLES = 64
#: The name of a Python type among ``types`` in the table of languages.
NAMES: Mapping[type, str] = {bool: "truth", int: "integer", float: "real", str: "text"}
LARGEST = 2**31 - 1
LARGEST_WIDE = 2**63 - 1


class UntypedArgument(Exception):
    """A language has no type for an argument; the message says which."""


def spelled(examples: Sequence[Sequence[Any]], types: Mapping[str, str]) -> str:
    """``std::vector<int>, int`` for ``[[[3, 1], 2]]``: one type for all values of an argument.

    ``types``: those of a language (see languages.toml). A list without any element holds integers.
    Raises UntypedArgument.
    """
    columns = itertools.zip_longest(*examples[:MOST_EXAMPLES], fillvalue=None)
    return ", ".join(
        _type(list(column), types).replace("#", str(index)) for index, column in enumerate(columns)
    )


def _type(values: list[Any], types: Mapping[str, str]) -> str:
    kinds = {type(value) for value in values}
    if kinds == {list}:
        return types["list"].replace("{}", _type(list(itertools.chain(*values)), types))
    if not kinds:
        return types["integer"]
    largest = max(map(abs, values)) if kinds == {int} else 0
    if largest > LARGEST:
        return types.get("big", types["wide"]) if largest > LARGEST_WIDE else types["wide"]
    if kinds == {int, float}:
        return types["real"]
    if kinds == {dict} and "record" in types and len({tuple(value) for value in values}) == 1:
        fields = zip(*(value.values() for value in values), strict=True)
        return types["record"].replace("{}", ",".join(_type([*one], types) for one in fields))
    name = "any" if len(kinds) > 1 else NAMES.get(kinds.pop(), "any")
    if name not in types:
        raise UntypedArgument("it has no type for objects, nor for lists of different things")
    return types[name]
