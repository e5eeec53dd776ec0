"""Solutions derived from another one by replacing strings: the tables of ``variants.toml``.

The file is in the folder of a problem's solutions. A table is a variant, and its name that of the
solution::

    source = "reference-flow.py"
    expect = "WA"

    [wrong-life-zero]
    note = "a life total of 0 counts as alive"
    replace = [["life - 1) < life", "life) <= life"]]

What is outside any table holds for all of them, and all keys of a manifest may be used. How the
source is run (``language``, ``kind`` …) is inherited from the source's own manifest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.link_text import refuse_link_text
from judge.common.messages import counted, did_you_mean
from judge.common.toml_lines import TomlTable, read_toml
from judge.model import VARIANTS, Kind
from judge.solutions.manifest import KEYS, Manifest, combined

SOURCE, REPLACE = "source", "replace"
_KEYS = (*KEYS, SOURCE, REPLACE)
#: Keys of the source's manifest that are about the source and not about how it is run.
_NOT_INHERITED = frozenset(
    "expect author url date note case votes claimed claimed_characters claimed_language".split()
)
#: The number of characters that are quoted of a string that does not match.
_QUOTED = 60


class Variant(Struct, frozen=True):
    """A derived solution. ``path`` is where its file would be."""

    path: Path
    #: The file that it is derived from.
    origin: Path
    text: bytes
    manifest: Manifest
    replacements: int


def folder_variants(folder: Path, within: Path | None = None) -> list[Variant]:
    """All variants of a folder of solutions by name; ``within`` is the folder that no link may
    leave. Raises JudgeError with file and line."""
    top = _read_table(folder / VARIANTS, within)
    return [_variant(top, name, within or folder) for name in sorted(_names(top))]


def find_variant(path: Path, declared: Mapping[str, str] | None = None) -> Variant | None:
    """The variant that a path names, with or without its suffix, where there is no such file.

    ``declared`` are keys from the command line, which override the table's.
    """
    if path.exists() or path.is_symlink() or not (path.parent / VARIANTS).is_file():
        return None
    top = _read_table(path.parent / VARIANTS)
    for name in (path.name, path.stem):
        if name in _names(top):
            made = _variant(top, name, path.parent, declared)
            return made if path.name in (name, made.path.name) else None
    return None


def _read_table(path: Path, within: Path | None = None) -> TomlTable:
    """The whole file: its tables are variants, its other keys are defaults for them."""
    top = read_toml(path, within=within)
    top.without(_names(top)).refuse_unknown(_KEYS)
    if REPLACE in top and REPLACE not in _names(top):
        raise top.error(REPLACE, f"{REPLACE} must be in the table of a variant: [NAME]")
    return top


def _names(top: TomlTable) -> tuple[str, ...]:
    return tuple(key for key, value in top.values.items() if isinstance(value, dict))


def _variant(
    top: TomlTable, name: str, within: Path, declared: Mapping[str, str] | None = None
) -> Variant:
    own, defaults = top.table(name), top.without(_names(top))
    own.refuse_unknown(_KEYS)
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+-]*", name):
        raise own.error("", "a name is letters, digits and . _ + -, a letter or digit first")
    origin = _origin(own if SOURCE in own else defaults, own)
    before = _text(origin, within)
    refuse_link_text(origin, before.encode())
    edits = _edits(own)
    after = _replaced(before, origin, edits, own)
    if after == before:
        raise own.error(REPLACE, f"changes nothing in {origin.name}")
    inherited = read_toml(origin.with_suffix(".toml"), KEYS, within).without(_NOT_INHERITED)
    manifest = combined(
        [own.without((SOURCE, REPLACE)), defaults.without((SOURCE,)), inherited], declared
    )
    if "case" in manifest or origin.suffix == ".out" or manifest.kind is Kind.OUTPUT:
        raise own.error(SOURCE, "an output file has no variants: write it as a file")
    path = top.path.parent / f"{name}{origin.suffix}"
    return Variant(path, origin, after.encode(), manifest, len(edits))


def _origin(table: TomlTable, own: TomlTable) -> Path:
    """The file that ``table`` names as the source of the variant ``own``."""
    folder = table.path.parent
    named = table.string(SOURCE)
    files = sorted(p.name for p in folder.iterdir() if p.is_file() and p.suffix != ".toml")
    if not named:
        raise own.error(SOURCE, f"{SOURCE} must name the file that it is derived from")
    if named not in files:
        raise table.error(SOURCE, f"no file {named!r} here: {did_you_mean(named, files)}")
    return folder / named


def _text(origin: Path, within: Path) -> str:
    try:
        return foreign_files.read_text(origin, within)
    except OSError as error:
        raise unreadable(error, origin) from error
    except UnicodeDecodeError as error:
        raise JudgeError("is not UTF-8 text, so it can have no variants", origin) from error


def _edits(own: TomlTable) -> Sequence[tuple[str, str]]:
    value = own.values.get(REPLACE)
    pairs = value if isinstance(value, list) else []
    good = [
        isinstance(pair, list)
        and len(pair) == 2
        and all(isinstance(text, str) for text in pair)
        and pair[0] not in ("", pair[1])
        for pair in pairs
    ]
    if not good or not all(good):
        raise own.error(
            REPLACE, f'{REPLACE} must be a list of pairs of different strings: [["old", "new"], …]'
        )
    return [(old, new) for old, new in pairs]


def _replaced(text: str, origin: Path, edits: Sequence[tuple[str, str]], own: TomlTable) -> str:
    """The text after all edits in order: each must match exactly once."""
    for old, new in edits:
        begin = text.find(old)
        if begin < 0:
            raise own.error(REPLACE, f"{_shown(old)} is not in {origin.name}")
        if text.find(old, begin + 1) >= 0:
            times = counted(sum(text.startswith(old, at) for at in range(len(text))), "time")
            raise own.error(
                REPLACE, f"{_shown(old)} is in {origin.name} {times}: add what is around it"
            )
        text = text[:begin] + new + text[begin + len(old) :]
    return text


def _shown(text: str) -> str:
    return repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "…")
