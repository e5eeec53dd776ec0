"""The source of a host that is compiled together with the function that it calls."""

from __future__ import annotations

import re
from collections.abc import Mapping

from judge.common.folders import HOSTS
from judge.languages.callable_names import in_order, last_expression, type_of_method
from judge.languages.placeholders import filled_text
from judge.languages.pointer_arguments import field_type, returned_room
from judge.languages.shown_structures import structure_printers
from judge.languages.table import Language

#: Another file of hosts that is a part of a host.
_PART = re.compile(rb"^@(\w+\.h)@$", re.MULTILINE)
#: A header that a source includes, wherever.
_INCLUDED = re.compile(
    rb"^[ \t]*#[ \t]*(?:include|import)[ \t]*[<\"]([^<>\"\n]+)[>\"]", re.MULTILINE
)
#: Whether a source returns anything that its caller may look at.
_RETURNS = re.compile(rb"\breturn\b(?!\s*;)")


def filled_host(text: bytes, language: Language, values: Mapping[str, str]) -> bytes:
    """The language's host with the posted source in it, to be compiled as one file."""
    # One character for each byte, so that an index of the one is an index of the other.
    text = in_order(text.decode("latin-1"), language).encode("latin-1")
    at = last_expression(text.decode("latin-1"), language) or 0
    called = values["name"].encode()
    if called and _is_generic(text.decode("latin-1"), language, values["name"]):
        known = {"name": values["name"], "item": _item_type(values["arguments"], language)}
        called = filled_text(language.generic, known).encode()
    elif its := type_of_method(text.decode("latin-1"), language, values["name"]):
        called = filled_text(language.method, {**values, "type": its}).encode("latin-1")
    parts = {
        b"@headers@": _first_headers(text, language),
        b"@arguments@": values["arguments"].encode(),
        b"@returns@": str(int(_RETURNS.search(text) is not None)).encode(),
        b"@fields@": field_type(text.decode("latin-1")).encode("latin-1"),
        b"@records@": structure_printers(text.decode("latin-1")).encode("latin-1"),
        b"@room@": str(returned_room(text.decode("latin-1"))).encode(),
        b"@source@": values["source"].encode(),
        b"@declaration@": text if values["name"] else text[:at],
        b"@expression@": called if values["name"] else text[at:],
    }
    host = _PART.sub(_part, (HOSTS / language.wrap).read_bytes())
    return re.sub(b"|".join(parts), lambda match: parts[match[0]], host)


def _first_headers(text: bytes, language: Language) -> bytes:
    """The headers of the posted source that can be precompiled: only the first of a file can."""
    headers = language.precompiled.headers if language.precompiled else ()
    included = {found[1].decode("latin-1") for found in _INCLUDED.finditer(text)}
    return b"".join(f"#include <{name}>\n".encode() for name in headers if name in included)


def _part(found: re.Match[bytes]) -> bytes:
    return (HOSTS / found[1].decode()).read_bytes()


def _is_generic(text: str, language: Language, name: str) -> bool:
    """Whether a source declares a function for all types."""
    head = language.generic_head.replace("{name}", re.escape(name))
    return bool(head and re.search(head, text))


def _item_type(arguments: str, language: Language) -> str:
    """The type of the first numbers or texts among the types of the arguments."""
    kinds = [language.types[kind] for kind in ("integer", "wide", "real", "truth", "text")]
    named = "|".join(map(re.escape, kinds))
    found = re.search(rf"(?<!\w)(?:{named})(?!\w)", arguments)
    return found[0] if found else kinds[0]
