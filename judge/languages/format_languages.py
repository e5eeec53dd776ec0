"""The languages of the package format, with those that the judge does not run."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

TABLE = Path(__file__).with_name("format_languages.toml")


class FormatLanguage(Struct, frozen=True):
    """An entry of ``format_languages.toml``; see there for what each field means."""

    code: str
    own: str = ""
    title: str = ""
    suffixes: tuple[str, ...] = ()
    shebang: str = ""
    sign: str = ""
    entry_point: str = ""
    folder_start: str = ""


@lru_cache(maxsize=1)
def languages_by_code() -> Mapping[str, FormatLanguage]:
    """All languages of the format by their codes."""
    with TABLE.open("rb") as file:
        entries = tomllib.load(file)
    return {
        code: FormatLanguage(
            code,
            entry.get("own", ""),
            entry.get("title", ""),
            tuple(entry.get("suffixes", ())),
            entry.get("shebang", ""),
            entry.get("sign", ""),
            entry.get("entry_point", ""),
            entry.get("folder_start", ""),
        )
        for code, entry in entries.items()
    }


def foreign_by_suffix(suffix: str) -> FormatLanguage | None:
    """The language that the format, unlike the judge's own table, names by a suffix; the judge may
    not run it."""
    return next((one for one in languages_by_code().values() if suffix in one.suffixes), None)


def folder_start(language: str) -> str:
    """What starts a program of a package that is a folder of several sources in an entry of
    ``languages.toml``; empty where the format names nothing."""
    return next(
        (one.folder_start for one in languages_by_code().values() if one.own == language), ""
    )


def code_of(language: str) -> str:
    """The code of an entry of ``languages.toml``; empty for one that the format lacks."""
    known = (one.code for one in languages_by_code().values() if one.own == language)
    return next(known, "")
