"""The arguments of a call in a language whose lists are pointers: which parameter takes what.

A list is passed as a pointer, and its length before it, behind it or at the end; rows of equal
length as one pointer, with one length or two. The parameters that the source declares leave few of
these orders; which of them holds is for a trial to find.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.languages.argument_types import UntypedArgument, spelled
from judge.languages.parameter_declarations import Parameter, macro_parameters, parameters_of

#: So many orders that fit the parameters are distinguished.
MOST_ORDERS = 4
#: One letter for the type of a value: numbers, fractions, texts, objects or mixed rows.
_SHAPES: Mapping[str, str] = {
    "integer": "n",
    "wide": "n",
    "truth": "n",
    "real": "r",
    "text": "t",
    "list": "[{}]",
    "any": "m",
}

#: A structure: its name, its fields, and its name behind them.
STRUCTURE = re.compile(r"\bstruct\s*(\w*)\s*\{([^{}]*)\}\s*(\w*)")
_FIELD_TYPES = frozenset({"int", "long", "short", "double", "float"})


class What(Enum):
    """What a parameter takes of an argument."""

    VALUE = "value"
    POINTER = "pointer"
    LENGTH = "length"
    WIDTH = "width"
    WIDTHS = "widths"
    RESULT = "result"
    ONE_RESULT = "one number"
    COUNT = "count of a result"
    CALLBACK = "callback"
    NOTHING = "nothing"


class ParameterUse(Struct, frozen=True):
    """What one parameter takes; ``index`` is that of the argument, None where it takes none; of
    single results it is their place among them."""

    what: What
    index: int | None = None


Order = tuple[ParameterUse, ...]


def call_arguments(source: str, name: str, examples: Sequence[Sequence[Any]], order: int) -> str:
    """The arguments of a call of ``name``, in the macros of the language's host.

    ``order``: the number of the order among those that fit its parameters, from 0. Raises
    UntypedArgument if there is no such order, or an argument has no type.
    """
    shapes = [shape for shape in spelled(examples, _SHAPES).split(", ") if shape]
    parameters = parameters_of(source, name)
    if parameters is None and (given := macro_parameters(source, name)) is not None:
        fit = [one for one in _orders(shapes) if len(one) == len(given)]
        passed = (fit or [_in_order(shapes, lengths=1)])[min(order, max(0, len(fit) - 1))]
        return ", ".join(
            # An index needs a type there: no parameter gives the pointer one.
            _spelled(one, given[at : at + 1], shapes)
            .replace("LIST(", "ARRAY(")
            .replace("ROWS(", "ARRAYS(")
            for at, one in enumerate(passed)
        )
    if parameters is None:
        if order:
            raise UntypedArgument("its parameters cannot be read")
        return ", ".join(_undeclared(shape, index) for index, shape in enumerate(shapes))
    with_names = any("m" in shape for shape in shapes)
    parameters = [_without_structure(one, source, with_names) for one in parameters]
    fit = list(dict.fromkeys(_fitting(parameters, shapes)))
    fit = [_with_single_results(one, parameters, source) for one in fit]
    if order >= len(fit):
        if order:
            raise UntypedArgument("its arguments fit its parameters in no further order")
        fit = [_in_order(shapes, lengths=1)]
    call = [
        _spelled(passed, parameters[at : at + 1], shapes) for at, passed in enumerate(fit[order])
    ]
    if len(call) == len(parameters):
        call = _with_widths_of_rooms(call, parameters)
    return ", ".join(call)


def _with_widths_of_rooms(call: list[str], parameters: Sequence[Parameter]) -> list[str]:
    """The arguments, each room whose rows are as long as a parameter says with that length."""
    names = [one.name for one in parameters]
    for at, one in enumerate(parameters):
        if one.width_name in names and one.width_name and call[at].startswith("RESULT("):
            call[at] = f"MATRIX({one.base}, {call[names.index(one.width_name)]})"
    return call


def _undeclared(shape: str, index: int) -> str:
    order = _in_order([shape], lengths=1)
    return ", ".join(
        _spelled(
            ParameterUse(p.what, None if p.index is None else index), [], ["n"] * index + [shape]
        )
        for p in order
    )


def _spelled(passed: ParameterUse, declared: Sequence[Parameter], shapes: Sequence[str]) -> str:
    parameter = declared[0] if declared else Parameter("int", 1, False)
    base, index = parameter.base, passed.index
    match passed.what:
        case What.CALLBACK:
            return f"CALLBACK({parameter.called_with})"
        case What.ONE_RESULT:
            return f"ONE({index}, {base})"
        case What.RESULT:
            return _room(parameter)
        case What.COUNT:
            return f"COUNT({base})"
        case What.NOTHING:
            return "0"
        case What.LENGTH:
            return f"LENGTH({index})"
        case What.WIDTH:
            return f"WIDTH({index})"
        case What.WIDTHS:
            return f"WIDTHS({index})"
    assert index is not None
    shape = shapes[index]
    if "m" in shape:
        return _records(passed.what, index, parameter)
    if "t" in shape:
        return (
            f"TEXTS({index})" if passed.what is What.POINTER and "[" in shape else f"TEXT({index})"
        )
    if passed.what is What.VALUE:
        return f"REAL({index})" if "r" in shape else f"NUMBER({index})"
    if "r" in shape and not parameter.declared:
        base = "double"
    return f"ROWS({index}, {base})" if parameter.pointers > 1 else f"LIST({index}, {base})"


def _room(parameter: Parameter) -> str:
    """Room for a result; behind a pointer to a pointer the function finds its own memory."""
    base, width, depth = parameter.base, parameter.width, parameter.pointers
    made = f"STRUCTURES({base})" if parameter.fields else f"RESULT({base}, {width})"
    if depth > 2:
        made = "ROOM_FOR_TEXTS" if base == "char" else f"ROOM_FOR_ROWS({base})"
    return f"BEHIND({made})" if depth > 1 else made


def _records(what: What, index: int, parameter: Parameter) -> str:
    """Structures, or one of them; raises UntypedArgument where the source declares none."""
    if not parameter.fields:
        raise UntypedArgument("it has objects, or lists of different things, and no structure")
    fields = " ".join(f"FIELD({name}, {place})" for place, name in enumerate(parameter.fields))
    made = f"RECORDS({index}, {parameter.base}, {fields})"
    return f"*{made}" if what is What.VALUE else made


def _orders(shapes: Sequence[str]) -> Iterator[Order]:
    """All ways to pass the arguments, the likeliest first."""
    scalars_first = sorted(range(len(shapes)), key=lambda index: shapes[index].startswith("["))
    yield _with_widths(shapes)
    for lengths in (2, 1):
        yield _in_order(shapes, lengths)
        yield _in_order(shapes, lengths, before=True)
    pointers = _in_order(shapes, 0)
    lists = [index for index, shape in enumerate(shapes) if shape.startswith("[")]
    for index in lists[:1]:
        both = [ParameterUse(What.LENGTH, index), ParameterUse(What.WIDTH, index)]
        for shared in (both, both[:1]) if shapes[index].startswith("[[") else (both[:1],):
            yield (*pointers, *shared)
            yield (*shared, *pointers)
    for index in lists[1:]:
        yield tuple(p for p in _in_order(shapes, 1) if p != ParameterUse(What.LENGTH, index))
    yield (*pointers, *(ParameterUse(What.LENGTH, index) for index in lists))
    yield pointers
    if len(lists) % 2 == 0 and len(lists) > 2:  # two columns of one length, then two others
        yield from (_in_twos(shapes, before) for before in (False, True))
    for lengths in (2, 1, 0):
        yield _in_order(shapes, lengths, among=scalars_first)
        yield _in_order(shapes, lengths, before=True, among=scalars_first)


def _in_order(
    shapes: Sequence[str], lengths: int, before: bool = False, among: Sequence[int] | None = None
) -> Order:
    found: list[ParameterUse] = []
    for index in range(len(shapes)) if among is None else among:
        shape = shapes[index]
        if not shape.startswith("["):
            found.append(ParameterUse(What.POINTER if shape == "t" else What.VALUE, index))
            continue
        own = [ParameterUse(What.LENGTH, index), ParameterUse(What.WIDTH, index)]
        own = own[: min(lengths, 2 if shape.startswith("[[") else 1)]
        pointer = ParameterUse(What.POINTER, index)
        found += [*own, pointer] if before else [pointer, *own]
    return tuple(found)


def _in_twos(shapes: Sequence[str], before: bool) -> Order:
    """One length for two lists, behind or before them."""
    kept: list[ParameterUse] = []
    count = 0
    for one in _in_order(shapes, 1, before):
        count += one.what is What.LENGTH
        if one.what is not What.LENGTH or count % 2 == before:
            kept.append(one)
    return tuple(kept)


def _with_widths(shapes: Sequence[str]) -> Order:
    """A list of rows with their number and the length of each."""
    return tuple(
        ParameterUse(What.WIDTHS, one.index) if one.what is What.WIDTH else one
        for one in _in_order(shapes, lengths=2)
    )


def _fitting(parameters: Sequence[Parameter], shapes: Sequence[str]) -> Iterator[Order]:
    """The orders that the parameters can take, completed by what they take besides: pointers to
    results, functions to call with the answer, and numbers, which get 0."""
    for order in _orders(shapes):
        completed: list[ParameterUse] = []
        rest = list(order)
        for parameter in parameters:
            pointed = bool(parameter.pointers)
            if parameter.called_with:
                completed.append(ParameterUse(What.CALLBACK))
            elif rest and (rest[0].what in (What.POINTER, What.WIDTHS)) == pointed:
                completed.append(rest.pop(0))
            elif pointed and parameter.declared:
                completed.append(ParameterUse(What.RESULT))
            elif not rest:
                completed.append(ParameterUse(What.NOTHING))
            else:
                break
        if not rest and len(completed) == len(parameters):
            yield tuple(completed)


def _with_single_results(order: Order, parameters: Sequence[Parameter], source: str) -> Order:
    """Several results of which the source only ever sets the first number, as in ``*p=x,*q=y``, are
    one number each; the only such number beside another result is its length."""
    results = [one for one, use in zip(parameters, order, strict=True) if use.what is What.RESULT]
    single = [one for one in results if _is_single(one, source)]
    if len(results) == 2 and len(single) == 1:
        return tuple(
            ParameterUse(What.COUNT) if use.what is What.RESULT and one in single else use
            for one, use in zip(parameters, order, strict=True)
        )
    if len(results) < 2 or len(single) < len(results):
        return order
    count = iter(range(len(results)))
    return tuple(
        ParameterUse(What.ONE_RESULT, next(count)) if use.what is What.RESULT else use
        for use in order
    )


def _is_single(parameter: Parameter, source: str) -> bool:
    name = re.escape(parameter.name)
    if not name or parameter.pointers != 1 or parameter.width != 1 or parameter.base == "char":
        return False
    is_set = re.search(rf"\*\s*{name}\s*[-+*/%&|^]?=[^=]", source)
    is_list = re.search(
        rf"(?<!\w){name}\s*(?:\[|\+|-[-=]|=)|(?:\+\+|--)\s*{name}(?!\w)",
        _without_its_number(source, name),
    )
    return bool(is_set) and not is_list


def _without_its_number(source: str, name: str) -> str:
    """A source without what sets or reads the number that a pointer leads to."""
    return re.sub(rf"\*\s*{name}(?!\s*(?:\+\+|--)|\w)", " ", source)


def _without_structure(parameter: Parameter, source: str, with_names: bool) -> Parameter:
    """A pointer to structures whose fields have one type is one to that type: its rows follow each
    other. One with fields of several types stays, and ``with_names`` each does, for objects."""
    for head, body, tail in STRUCTURE.findall(source):
        if parameter.base and parameter.base in (head, tail):
            lines, types = _fields(body)
            is_mixed = len(types) > 1 and parameter.pointers
            if with_names or is_mixed:
                base = parameter.base if parameter.base == tail else f"struct {head}"
                return replace(parameter, base=base, fields=_field_names(body))
            if len(types) == 1 and parameter.pointers:
                width = sum(1 + " ".join(line).count(",") for line in lines)
                return replace(parameter, base=types.pop(), width=width)
    return parameter


def _fields(body: str) -> tuple[list[list[str]], set[str]]:
    """The words of each line of a structure's fields, and their types."""
    lines = [line.split() for line in body.split(";") if line.split()]
    return lines, {line[0] for line in lines}


def _field_names(body: str) -> tuple[str, ...]:
    return tuple(re.findall(r"(\w+)\s*(?:\[[^\]]*\]\s*)?(?=[,;]|$)", body.strip()))


def field_type(source: str) -> str:
    """The type of all fields of a source's structures; ``int`` where there is no single one."""
    types = {one for _, body, _ in STRUCTURE.findall(source) for one in _fields(body)[1]}
    return types.pop() if len(types) == 1 and types <= _FIELD_TYPES else "int"


def returned_room(source: str) -> int:
    """How many items an array holds that a source declares with a number and returns, as
    ``static int r[2]``; 0 where there is none."""
    for name in re.findall(r"\breturn\s+(\w+)\s*;", source):
        if found := re.search(rf"[\s*,]{re.escape(name)}\s*\[\s*(\d{{1,6}})\s*\]", source):
            return int(found[1])
    return 0
