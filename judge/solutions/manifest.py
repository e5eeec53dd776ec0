"""The manifest of a source, ``<stem>.toml`` beside it, as a record of typed fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path

from msgspec import Struct, field

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.toml_lines import Location, TomlTable, read_toml
from judge.languages.table import Language, all_languages
from judge.model import Arity, Claim, Input, Kind, Output, Rows, Verdict
from judge.solutions import code_size

#: Every key.
KEYS = tuple(
    "language kind arity argument_order argument_names field_names rows input output name base"
    " shape none flags encoding header footer requires case expect author"
    " url date note votes claimed claimed_characters claimed_language".split()
)


class Manifest(Struct, frozen=True):
    """What a manifest declares, checked; docs/solutions.md says what each key means.

    None stands for a key that is absent where absence means something of its own.
    """

    language: Language | None = None
    kind: Kind | None = None
    arity: Arity | None = None
    argument_order: tuple[int, ...] = ()
    argument_names: tuple[str, ...] = ()
    field_names: tuple[str, ...] = ()
    rows: Rows | None = None
    input: Input | None = None
    output: Output | None = None
    name: str = ""
    base: str | None = None
    shape: str | None = None
    none: str = ""
    flags: tuple[str, ...] = ()
    encoding: str = ""
    header: str | None = None
    footer: str | None = None
    requires: tuple[str, ...] = ()
    case: str | None = None
    expect: frozenset[Verdict] = frozenset({Verdict.AC})
    author: str = ""
    url: str = ""
    date: date | None = None
    note: str = ""
    votes: int | None = None
    claim: Claim = field(default_factory=Claim)
    #: Of the keys that are present.
    locations: Mapping[str, Location] = field(default_factory=dict)
    #: Where a key would be that is absent.
    elsewhere: Location = field(default_factory=Location)

    def __contains__(self, key: str) -> bool:
        return key in self.locations

    def error(self, key: str, message: str) -> JudgeError:
        """An error about one key, with its file and line."""
        return self.locations.get(key, self.elsewhere).error(message)


def read_manifest(
    source: Path, declared: Mapping[str, str] | None = None, within: Path | None = None
) -> Manifest:
    """The manifest beside a source, empty where there is none; raises JudgeError with the line.

    ``declared`` are values from the command line, which override the file's. ``within`` is the
    folder that no link may leave.
    """
    return combined([read_toml(source.with_suffix(".toml"), KEYS, within)], declared)


def combined(tables: Sequence[TomlTable], declared: Mapping[str, str] | None = None) -> Manifest:
    """A manifest of several tables: each key is that of the first table which has it. Raises
    JudgeError for a value that its key cannot have."""
    first = tables[0]
    homes: dict[str, TomlTable] = {}
    for table in (TomlTable(first.path, declared or {}), *tables):
        for key in table.values:
            homes.setdefault(key, table)

    def home(key: str) -> TomlTable:
        return homes.get(key, first)

    def optional(key: str) -> str | None:
        return home(key).string(key) if key in homes else None

    return Manifest(
        language=_language(home("language")),
        kind=home("kind").choice("kind", Kind),
        arity=home("arity").choice("arity", Arity),
        argument_order=_argument_order(home("argument_order")),
        argument_names=home("argument_names").strings("argument_names"),
        field_names=home("field_names").strings("field_names"),
        rows=home("rows").choice("rows", Rows),
        input=home("input").choice("input", Input),
        output=home("output").choice("output", Output),
        name=home("name").string("name"),
        base=_base(home("base")),
        shape=optional("shape"),
        none=home("none").integer_or_string("none"),
        flags=home("flags").arguments("flags"),
        encoding=_encoding(home("encoding")),
        header=optional("header"),
        footer=optional("footer"),
        requires=home("requires").strings("requires"),
        case=optional("case") or None,
        expect=_expect(home("expect")),
        author=home("author").string("author"),
        url=home("url").string("url"),
        date=home("date").date("date"),
        note=home("note").string("note"),
        votes=_integer(home("votes"), "votes"),
        claim=Claim(
            _bytes(home("claimed")),
            _integer(home("claimed_characters"), "claimed_characters"),
            home("claimed_language").string("claimed_language"),
        ),
        locations={key: table.location(key) for key, table in homes.items()},
        elsewhere=first.location(""),
    )


def _language(table: TomlTable) -> Language | None:
    name, known = table.string("language"), all_languages()
    if name and name not in known:
        raise table.error("language", f"unknown language {name!r}: {did_you_mean(name, known)}")
    return known.get(name)


def _base(table: TomlTable) -> str | None:
    value = table.values.get("base")
    if isinstance(value, bool) or not isinstance(value, int | str | None):
        raise table.error("base", "base must be 0 or 1")
    return None if value is None else str(value)


def _argument_order(table: TomlTable) -> tuple[int, ...]:
    order = table.values.get("argument_order", [])
    whole = isinstance(order, list) and all(type(index) is int for index in order)
    if not whole or sorted(order) != list(range(len(order))):
        message = "argument_order must list the indices of the arguments, such as [1, 0]"
        raise table.error("argument_order", message)
    return tuple(order)


def _integer(table: TomlTable, key: str) -> int | None:
    value = table.values.get(key)
    if isinstance(value, bool) or not isinstance(value, int | None):
        raise table.error(key, f"{key} must be a whole number")
    return value


def _bytes(table: TomlTable) -> Fraction | None:
    """A number of bytes; in quotes it may have a fraction, which half bytes need."""
    value = table.values.get("claimed")
    if value is None:
        return None
    try:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError
        number = Fraction(value)
    except (ValueError, ZeroDivisionError):
        number = Fraction(-1)
    if number < 0:
        raise table.error("claimed", 'claimed must be a number of bytes, such as 48 or "5.5"')
    return number


def _encoding(table: TomlTable) -> str:
    encoding = table.string("encoding")
    if unknown := code_size.complaint(encoding):
        raise table.error("encoding", unknown)
    return encoding


def _expect(table: TomlTable) -> frozenset[Verdict]:
    names = table.strings("expect") if "expect" in table else ("AC",)
    if not names:
        raise table.error("expect", "expect must name a verdict, or be left out for AC")
    known = {verdict.value: verdict for verdict in Verdict}
    for name in names:
        if name not in known:
            message = f"unknown verdict {name!r}: {did_you_mean(name, known)}"
            raise table.error("expect", message)
    return frozenset(known[name] for name in names)
