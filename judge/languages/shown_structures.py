"""What shows the structures that a C function returns, where their fields are not all ``int``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.languages.pointer_arguments import STRUCTURE

_TYPE = (
    r"(?:(?:const|unsigned|signed|long|short|struct)\s+)*"
    r"(?:char|int|long|short|double|float|_Bool|bool|unsigned|u?int\d+_t|size_t)\b"
)
_LINE = re.compile(rf"\s*(?P<type>{_TYPE})\s*(?P<names>[\w\s*,\[\]+]+)")
_NAME = re.compile(r"\s*(?P<pointers>\**)\s*(?P<name>[A-Za-z_]\w*)\s*(?P<size>\[[^\[\]]*\])?\s*")


def structure_printers(source: str) -> str:
    """A function that shows each structure of a source with other fields than ``int`` alone, and
    the macro ``HOST_SHOWS`` that chooses one by a value's type, a null pointer for others."""
    functions: list[str] = []
    choices: list[str] = []
    for found in STRUCTURE.finditer(source):
        head, body, tail = found.groups()
        fields = _shown_fields(body)
        before = source[: found.start()].rstrip()
        its = tail if before.endswith("typedef") else f"struct {head}" if head else ""
        if not fields or not its or before.count("{") != before.count("}"):
            continue
        show = f"host_show_structure_{len(functions)}"
        shown = ' fputs(", ", to); '.join(fields)
        functions.append(
            f"static void {show}(FILE *to, const void *value)"
            f" {{ const {its} *it = value; fputc('[', to); {shown} fputc(']', to); }}"
        )
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
    kinds = {one["type"] for one in found if one}
    plain = len(kinds) == 1 and all(field and field.startswith("SHOW_FIELD(") for field in fields)
    return [] if plain and kinds == {"int"} else [field for field in fields if field]


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
