"""What shows the structures that a C function returns, where their fields are not all ``int``.

One of a list and a number is that list, with as many items as the number says; with the option
``--whole-structures`` of the host it is both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from judge.common.lazy_pattern import LazyPattern
from judge.languages.pointer_arguments import STRUCTURE

_TYPE = (
    r"(?:(?:const|unsigned|signed|long|short|struct)\s+)*"
    r"(?:char|int|long|short|double|float|_Bool|bool|unsigned|u?int\d+_t|size_t)\b"
)
_LINE = LazyPattern(rf"\s*(?P<type>{_TYPE})\s*(?P<names>[\w\s*,\[\]+]+)")
#: A structure of a list and a number alone, in either order, on one line or two: ``int*p;int n;``.
_POINTER = r"\*+\s*(?P<list>[A-Za-z_]\w*)"
_COUNT = r"(?P<count>[A-Za-z_]\w*)"
_COUNT_TYPE = (
    r"(?:(?:const|unsigned|signed|long|short)\s+)*(?:int|long|short|unsigned|u?int\d+_t|size_t)\b"
)
_ITEM = rf"(?P<type>{_TYPE}|(?:struct\s+)?[A-Za-z_]\w*)\s*"
_COUNTED = tuple(
    LazyPattern(rf"\s*{form}\s*;\s*")
    for form in (
        rf"{_ITEM}{_POINTER}\s*;\s*{_COUNT_TYPE}\s*{_COUNT}",
        rf"{_COUNT_TYPE}\s*{_COUNT}\s*;\s*{_ITEM}{_POINTER}",
        rf"(?P<type>{_COUNT_TYPE})\s*{_POINTER}\s*,\s*{_COUNT}",
        rf"(?P<type>{_COUNT_TYPE})\s*{_COUNT}\s*,\s*{_POINTER}",
    )
)
_NAME = LazyPattern(
    r"\s*+(?P<pointers>\**)\s*+(?P<name>[A-Za-z_]\w*)\s*+(?P<size>\[[^\[\]]*\])?\s*+"
)


def structure_printers(source: str) -> str:
    """A function that shows each structure of a source that can be read, and, for those with other
    fields than ``int`` alone, the macro ``HOST_SHOWS`` that chooses one by a value's type, a null
    pointer for others."""
    functions: list[str] = []
    choices: list[str] = []
    known: dict[str, str] = {}
    for found in STRUCTURE.finditer(source):
        head, body, tail = found.groups()
        before = source[: found.start()].rstrip()
        its = tail if before.endswith("typedef") else f"struct {head}" if head else ""
        if not its or before.count("{") != before.count("}"):
            continue
        counted = _counted(body, known)
        fields = [] if counted else _shown_fields(body)
        if not counted and not fields:
            continue
        show = f"host_show_structure_{len(functions)}"
        shown = ' fputs(", ", to); '.join(fields)
        shown = counted or f"fputc('[', to); {shown} fputc(']', to);"
        functions.append(
            f"static void {show}(FILE *to, const void *value)"
            f" {{ const {its} *it = value; {shown} }}"
        )
        known |= {its: show, f"struct {head}": show}
        if not _is_plain(body):
            choices.append(f"{its}: {show}, ")
    chosen = f"_Generic((value), {''.join(choices)}default: (void (*)(FILE *, const void *))0)"
    return "\n".join([*functions, f"#define HOST_SHOWS(value) {chosen}"])


def _shown_fields(body: str) -> list[str]:
    """What shows each field; none where all are of type int, or one cannot be read."""
    lines = [line for line in body.split(";") if line.strip()]
    found = [_LINE.fullmatch(line) for line in lines]
    if not all(found):
        return []
    fields = [field for one in found if one for field in _fields_of(one["type"], one["names"])]
    if None in fields:
        return []
    return [field for field in fields if field]


def _is_plain(body: str) -> bool:
    """Whether all fields are of type int: any record is shown so."""
    lines = [line.split(None, 1) for line in body.split(";") if line.strip()]
    return all(line[0] == "int" and not re.search(r"[*\[]", line[-1]) for line in lines)


def _counted(body: str, known: Mapping[str, str]) -> str:
    """What shows the items of a list that a number beside it counts; empty for other fields."""
    for form in _COUNTED:
        if not (found := form.fullmatch(body)):
            continue
        base, depth = " ".join(found["type"].split()), found[0].count("*")
        name = f"it->{found['list']}, it->{found['count']}"
        if depth == 1 and base in known:
            return f"SHOW_COUNTED_STRUCTURES({name}, {known[base]})"
        is_text = base.endswith("char")
        if depth == 1 + is_text and re.fullmatch(_TYPE, base):
            return f"SHOW_COUNTED({name})"
    return ""


def _fields_of(base: str, names: str) -> Iterator[str | None]:
    for name in names.split(","):
        one = _NAME.fullmatch(name)
        if one is None or len(one["pointers"]) > 1 or (one["pointers"] and one["size"]):
            yield None
        elif one["size"]:
            yield f"{'SHOW_TEXT' if base.endswith('char') else 'SHOW_FIELDS'}(it->{one['name']})"
        elif one["pointers"] and not base.endswith("char"):
            yield f"SHOW_LIST(it->{one['name']})"
        else:
            yield f"SHOW_FIELD(it->{one['name']})"
