"""The name of a language in the header of a post → an entry of the table of languages."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from judge.languages.table import Language, all_languages
from judge.languages.titles import language_of_title

NAMES = Path(__file__).with_name("posted_names.toml")
_NOTE = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
#: Words around a name: ``a Python 3 solution``.
_FILLER = re.compile(
    r"^(?:an?|my|the|in)\s+|\s+(?:solution|answer|program|function|lambda|version|port)$",
    re.IGNORECASE,
)
_SIDE_BY_SIDE = re.compile(
    r"\s*(?:[/&,](?:\s*(?:and|or)\s)?|(?<=\s)(?:and|or)\s)\s*", re.IGNORECASE
)
_VERSION = re.compile(r"[\s-]+v?\d[\w.]*$")
#: How similar a mistyped name must be to a known one, from 0 to 1.
NEAR = 0.8
#: Longer names belong to no language: characters.
LONGEST = 80


class PostedLanguage(Struct, frozen=True):
    """``language`` is None for a name that is not in the table. ``doubt`` says why the entry may be
    the wrong one; empty if it is certain."""

    language: Language | None
    doubt: str = ""


@lru_cache(maxsize=1)
def _entries() -> Mapping[str, Mapping[str, Any]]:
    with NAMES.open("rb") as file:
        return tomllib.load(file)


def posted_language(name: str) -> PostedLanguage:
    """The language that a header names."""
    if len(name) > LONGEST:
        return PostedLanguage(None)
    if found := _exactly(name):
        return PostedLanguage(found)
    if several := posted_languages(name):
        return PostedLanguage(several[0], f"{name!r} is taken for {several[0].title}")
    without = _NOTE.sub("", name).strip()
    first = re.split(r"\s*(?:\+|,|\b(?:with|and)\b|/)\s*", without)[0].strip()
    bare = _FILLER.sub("", first)
    for shorter in (without, first, _VERSION.sub("", first), bare):
        if shorter and (found := _exactly(shorter)):
            return PostedLanguage(found, f"{name!r} is taken for {found.title}")
    titles = {word.casefold(): one for one in all_languages().values() for word in _words(one)}
    near = difflib.get_close_matches(first.casefold(), titles, n=1, cutoff=NEAR)
    if near and len(first) > 3:
        return PostedLanguage(titles[near[0]], f"{name!r} is taken for {titles[near[0]].title}")
    return PostedLanguage(None)


def posted_languages(name: str) -> tuple[Language, ...]:
    """The languages that a header names side by side, as it does where one source runs in each;
    empty where it names one, or anything else."""
    if len(name) > LONGEST or _exactly(name):
        return ()
    parts = [_NOTE.sub("", part).strip() for part in _SIDE_BY_SIDE.split(name)]
    known = [found for part in parts if part and (found := _exactly(part))]
    distinct = tuple(dict.fromkeys(known))
    return distinct if len(known) == len(parts) and len(distinct) > 1 else ()


def linked_language(name: str) -> Language | None:
    """The language that a link to an online interpreter names; None if it is not in the table."""
    table = all_languages()
    for key, entry in _entries().items():
        if key in table and name in entry.get("links", ()):
            return table[key]
    return table.get(name)


def language_of_site(host: str) -> str:
    """The language whose online interpreter is at this host; empty for none."""
    return next((key for key, entry in _entries().items() if host in entry.get("sites", ())), "")


def packed_site(host: str) -> tuple[str, tuple[str, ...]] | None:
    """Of a host whose links hold a packed text: its usual language, and the words that numbers
    stand for in it; None for any other host."""
    for key, entry in _entries().items():
        if host in entry.get("packed_sites", ()):
            return key, tuple(entry["packed_words"])
    return None


def _words(language: Language) -> tuple[str, ...]:
    return language.name, language.title, _NOTE.sub("", language.title)


def _exactly(name: str) -> Language | None:
    table, folded = all_languages(), " ".join(name.casefold().split())
    for key, entry in _entries().items():
        if key in table and any(re.fullmatch(p, folded) for p in entry.get("names", ())):
            return table[key]
    return language_of_title(folded)
