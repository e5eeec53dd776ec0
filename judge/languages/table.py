"""The table of languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from judge.common.lazy_pattern import LazyPattern

TABLE = Path(__file__).with_name("languages.toml")
#: All tables of languages, in the order in which a report lists them.
TABLES = (
    TABLE,
    TABLE.with_name("more_languages.toml"),
    TABLE.with_name("golfing_languages.toml"),
)
OF_VALIDATORS = Path(__file__).with_name("validators.toml")
#: The placeholders in a command for a solution's ``flags``, and for all sources of a program.
FLAGS, SOURCES = "{flags}", "{sources}"
#: The names of functions that go before all others.
PREFERRED = ("solve", "main", "f")
#: The keys that hold a regular expression.
PATTERNS = frozenset(
    "function program prints leading optional own_calls run_cold type_head line_flags"
    " inline_flags".split()
)
#: What ``start_of`` copies from another language.
START = ("real", "start", "links")


class PrecompiledHeaders(Struct, frozen=True):
    """The table ``precompiled`` of a language; see ``languages.toml`` for what each field means."""

    headers: tuple[str, ...]
    compile: tuple[str, ...]
    suffix: str
    next: str
    variable: str
    first: tuple[str, ...]
    linker: str


class Language(Struct, frozen=True):
    """One entry of ``languages.toml``; see there for what each field means."""

    name: str
    title: str
    suffixes: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    version: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    package: str = ""
    unavailable: str = ""
    encoding: str = ""
    real: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    compile: tuple[str, ...] = ()
    builder: tuple[str, ...] = ()
    precompiled: PrecompiledHeaders | None = None
    static: tuple[str, ...] = ()
    linker: str = ""
    served: str = ""
    interpreters: tuple[str, ...] = ()
    program_flags: tuple[str, ...] = ()
    start: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    run_warm: tuple[str, ...] = ()
    run_cold: LazyPattern | None = None
    requires: tuple[str, ...] = ()
    host: tuple[str, ...] = ()
    host_options: tuple[str, ...] = ()
    optional: LazyPattern | None = None
    many: tuple[str, ...] = ()
    many_flags: tuple[str, ...] = ()
    branches: bool = False
    buffered: bool = False
    pure: bool = False
    scratch: bool = False
    start_s: float = 0.0
    reserves_mib: int = 0
    traced: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    switched: tuple[str, ...] = ()
    switch: str = ""
    own_calls: LazyPattern | None = None
    header: str = ""
    footer: str = ""
    opening: str = ""
    ending: str = ""
    line_flags: LazyPattern | None = None
    inline_flags: LazyPattern | None = None
    warm: tuple[str, ...] = ()
    addon: str = ""
    pip: str = ""
    argument_is_data: bool = False
    function: LazyPattern | None = None
    program: LazyPattern | None = None
    prints: LazyPattern | None = None
    leading: LazyPattern | None = None
    wrap: str = ""
    pointers: bool = False
    generic: str = ""
    generic_head: str = ""
    type_head: LazyPattern | None = None
    method: str = ""
    local: tuple[str, ...] = ()
    host_compile: tuple[str, ...] = ()
    types: Mapping[str, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def install(self) -> str:
        """How to install a tool that is missing, in brackets behind its name."""
        return f"pip install {self.pip}" if self.pip else f"Debian: {self.package}"

    def may_be_served(self, sources: Iterable[bytes]) -> bool:
        """Whether a program of these sources could not tell that a host serves its cases."""
        if not self.run_warm or self.run_cold is None:
            return bool(self.run_warm)
        return not any(self.run_cold.search(one.decode("latin-1")) for one in sources)

    def flags_of_a_file(self, flags: Sequence[str]) -> tuple[str, ...]:
        """Flags without the letter behind which a command line has the source itself: ``-pe`` of a
        post is ``-p`` of a file."""
        inline = self.inline_flags
        shorter = (flag[:-1] if inline and inline.fullmatch(flag) else flag for flag in flags)
        return tuple(flag for flag in shorter if flag != "-")

    @property
    def install_command(self) -> str:
        """The command that installs it; empty if the language cannot be installed."""
        if self.unavailable:
            return ""
        if self.pip:
            return f"pip install {self.pip}"
        return f"apt-get install --no-install-recommends {self.package}"


@lru_cache(maxsize=1)
def all_languages() -> Mapping[str, Language]:
    """All languages by name."""
    entries = _all_entries()
    return {name: _language(name, entry, entries) for name, entry in entries.items()}


@lru_cache(maxsize=1)
def validator_languages() -> Mapping[str, Language]:
    """Languages that only validators are written in, by name."""
    entries = _entries(OF_VALIDATORS)
    known = {**_all_entries(), **entries}
    return {name: _language(name, entry, known) for name, entry in entries.items()}


def _entries(table: Path) -> dict[str, Any]:
    with table.open("rb") as file:
        return tomllib.load(file)


@lru_cache(maxsize=1)
def _all_entries() -> Mapping[str, Any]:
    return {name: entry for table in TABLES for name, entry in _entries(table).items()}


def _language(name: str, entry: Mapping[str, Any], entries: Mapping[str, Any]) -> Language:
    values: dict[str, Any] = {
        key: tuple(v) if isinstance(v, list) else v for key, v in entry.items()
    }
    if other := values.pop("start_of", ""):
        started = _language(other, entries[other], entries)
        values = {**{key: getattr(started, key) for key in START}, **values}
    if table := values.pop("precompiled", None):
        values["precompiled"] = msgspec.convert(table, PrecompiledHeaders)
    for key in PATTERNS & values.keys():
        values[key] = LazyPattern(values[key], re.MULTILINE)
    return Language(name=name, **values)


def by_suffix(path: Path) -> Language | None:
    """The language that a file's suffix chooses."""
    return next(
        (entry for entry in all_languages().values() if path.suffix in entry.suffixes), None
    )


def preferred_name(names: Sequence[str]) -> str:
    """The function to call: ``solve``, ``main`` or ``f``, else the last; empty for none."""
    known = [name for name in PREFERRED if name in names]
    return (known or names[-1:] or [""])[0]
