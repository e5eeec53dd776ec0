"""The parameters that a source declares for a function whose lists are pointers: also in the way of
old C, and those of a macro."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

_QUALIFIERS = re.compile(r"\b(?:const|register|restrict|volatile|static|struct)\b")

#: The type that a line of declarations begins with.
_OLD_BASE = re.compile(
    r"\s*((?:\w+\s+){0,6}\w+(?=\s*(?:\*|\(\s*\*))|(?:\w+\s+){0,6}?\w+(?=\s+\w+\s*(?:[,[]|$)))"
)

#: A pointer to a function, such as ``void(*c)(int,int)``.
_FUNCTION = re.compile(r"[\w\s]*\(\s*\*\s*(?P<name>\w*)\s*\)\s*\((?P<takes>[^()]*)\)")


class Parameter(Struct, frozen=True):
    """``base`` is its type without pointers; ``declared`` is false where it has none, as those
    parameters of old C have that are variables in truth."""

    base: str
    pointers: int
    declared: bool
    #: How many values a row has of what it points to.
    width: int = 1
    name: str = ""
    #: How many values a function takes that it points to; 0 for no function.
    called_with: int = 0
    #: The parameter that says how long its rows are, as in ``int m[h][w]``.
    width_name: str = ""
    #: The fields of the structure that ``base`` is, if they have several types.
    fields: tuple[str, ...] = ()


def parameters_of(source: str, name: str) -> list[Parameter] | None:
    """Those that the source declares for the function; None if that cannot be read."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*", " ", source, flags=re.DOTALL | re.MULTILINE)
    inner = r"((?:[^(){};]|\([^(){};]*\))*)"
    line = r"(?:[^(){};]|\(\s*\*\s*\w+\s*\)(?:\s*\([^()]*\))?)*"
    found = re.search(rf"(?<!\w){re.escape(name)}\s*\({inner}\)((?:{line};)*)\s*\{{", text)
    if not found:
        return None
    words = [part.strip() for part in re.split(r",(?![^()]*\))", found[1])]
    if words in ([""], ["void"]):
        return []
    typed = dict(_old_declarations(found[2]))
    return [
        typed.get(word, Parameter("int", 0, False)) if re.fullmatch(r"\w+", word) else _typed(word)
        for word in words
    ]


def macro_parameters(source: str, name: str) -> list[Parameter] | None:
    """Those of a macro of this name; None if there is none. One with two indices behind it is a
    pointer to rows."""
    found = re.search(rf"^\s*#\s*define\s+{re.escape(name)}\(([\w\s,]*)\)", source, re.MULTILINE)
    if not found:
        return None
    names = [one.strip() for one in found[1].split(",") if one.strip()]
    index = r"\s*\[(?:[^][]|\[[^][]*\])*\]"
    has_rows = [re.search(rf"(?<!\w){one}{index}{index}", source) is not None for one in names]
    return [Parameter("int", 1 + rows, False) for rows in has_rows]


def _old_declarations(text: str) -> Iterator[tuple[str, Parameter]]:
    """What stands between the brackets and the body of a function of old C."""
    for line in text.split(";"):
        if pointed := _FUNCTION.fullmatch(line.strip()):
            yield pointed["name"], _typed(line)
            continue
        base = _OLD_BASE.match(line)
        if base:
            for declared in re.split(r",(?![^()]*\))", line[base.end() :]):
                if word := re.search(r"[A-Za-z_]\w*", declared):
                    yield word[0], _typed(f"{base[1]} {declared}")


def _typed(text: str) -> Parameter:
    """A parameter as it is declared, such as ``const int a[][2]``."""
    if pointed := _FUNCTION.fullmatch(text.strip()):
        count = pointed["takes"].count(",") + 1
        return Parameter("int", 1, True, name=pointed["name"], called_with=count)
    dimensions = text.count("[")
    pointers = text.count("*") + min(dimensions, 1)
    if dimensions and (behind := re.search(r"\(\s*(\*+)", text)):
        pointers = len(behind[1])  # to rows that follow each other
    words = re.match(r"[\w\s]*", _QUALIFIERS.sub(" ", text).strip())
    base = words[0].split() if words else []
    named = len(base) > 1 and ("*" not in text or re.search(r"\w\s*$", text[: text.find("*")]))
    if "*" not in text and named:
        base = base[:-1]
    width = re.search(r"\[\s*(\w+)\s*\]\s*$", text) if dimensions > 1 or "(" in text else None
    name = re.search(r"(\w+)\s*(?:\)\s*)?(?:\[[^][]*\]\s*)*$", text)
    return Parameter(
        " ".join(base) or "int",
        pointers,
        True,
        int(width[1]) if width and width[1].isdigit() else 1,
        name[1] if name else "",
        width_name=width[1] if width and not width[1].isdigit() else "",
    )
