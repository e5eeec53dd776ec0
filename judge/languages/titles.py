"""The language that a title in the header of a post means, such as ``JavaScript (ES6)``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.languages.table import Language, all_languages

#: What follows the name of a language: an implementation in brackets, or a version.
IMPLEMENTATION = re.compile(r"\s*\([^()]*\)\s*\Z")
VERSION = re.compile(r"[\s>=≥-]*\b(?:v|version\s*|es)?(?P<major>\d+)(?:[.\d]*|[.\dx]*)\+?\Z")
#: A number that belongs to a name, such as that of Python 3.
NUMBERED = re.compile(r"(?P<name>.*\S)\s*\b(?P<major>\d+)")


def language_of_title(text: str) -> Language | None:
    """The language with this name, title or alias, in any case; without the implementation in
    brackets and the version, if it has none of that spelling.

    ``Python 3.8 (pre-release)`` is Python 3. A version that another language would be, such as
    ``Python 1``, is none. None if there is no such language.
    """
    titles = _titles()
    for spelled in _spellings(" ".join(text.casefold().replace("’", "'").split())):
        if spelled in titles:
            return titles[spelled]
    return None


def language_asked(text: str) -> Language:
    """The language that a user names; raises JudgeError for an unknown one."""
    found = language_of_title(text)
    if found is None:
        languages = all_languages().values()
        names = [name for e in languages for name in (e.name, e.title, *e.aliases)]
        raise JudgeError(f"unknown language {text!r}: {did_you_mean(text, names)}")
    return found


@lru_cache(maxsize=1)
def _titles() -> Mapping[str, Language]:
    """Every name, title and alias, in lower case; the first entry of the tables goes first."""
    found: dict[str, Language] = {}
    for entry in all_languages().values():
        for title in (entry.title, *entry.aliases, entry.name):
            found.setdefault(" ".join(title.casefold().split()), entry)
    return found


@lru_cache(maxsize=1)
def _numbered() -> frozenset[str]:
    """The names of which a number is a part."""
    matches = (NUMBERED.fullmatch(title) for title in _titles())
    return frozenset(match["name"] for match in matches if match)


def _spellings(text: str) -> Iterator[str]:
    """Ever shorter ones: as it is, without brackets, with the major version only, without any."""
    yield text
    shorter = IMPLEMENTATION.sub("", text)
    if shorter != text:
        yield from _spellings(shorter)
        return
    version = VERSION.search(text)
    if version and version.start():
        name = text[: version.start()].rstrip(" ->=≥")
        yield f"{name} {version['major']}"
        if name not in _numbered():
            yield name
