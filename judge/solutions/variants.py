"""Solutions made from another one by replacing text: the tables of ``variants.toml``.

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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.link_text import refuse_link_text
from judge.common.messages import counted, did_you_mean
from judge.common.toml_lines import KEYS, Manifest
from judge.model import VARIANTS

SOURCE, REPLACE = "source", "replace"
#: Keys of the source's manifest that are about the source and not about how it is run.
_NOT_INHERITED = frozenset({"expect", "author", "url", "date", "note", "case"})
#: How much of a text that does not apply is quoted.
_QUOTED = 60


@dataclass(frozen=True)
class Variant:
    """A made solution. ``path`` is where it would be if it were a file."""

    path: Path
    #: The file that it is made from.
    origin: Path
    text: bytes
    manifest: Manifest
    replacements: int


def of_folder(folder: Path, within: Path | None = None) -> list[Variant]:
    """All variants of a folder of solutions by name; ``within`` is the folder that no link may
    leave. Raises JudgeError with file and line."""
    table = _Table(folder / VARIANTS, within)
    return [_variant(table, name) for name in sorted(table.names)]


def find(path: Path) -> Variant | None:
    """The variant that a path names, with or without its ending, where there is no such file."""
    if path.exists() or path.is_symlink() or not (path.parent / VARIANTS).is_file():
        return None
    table = _Table(path.parent / VARIANTS)
    for name in (path.name, path.stem):
        if name in table.names:
            made = _variant(table, name)
            return made if path.name in (name, made.path.name) else None
    return None


class _Table(Manifest):
    """The whole file: tables are variants, other keys are defaults for them."""

    def __init__(self, path: Path, within: Path | None = None) -> None:
        super().__init__(path, known=None, within=within)
        #: The folder that no link may leave.
        self.within = within or path.parent
        self.names = tuple(key for key, value in self.values.items() if isinstance(value, dict))
        self.defaults = {k: v for k, v in self.values.items() if k not in self.names}
        for key in self.defaults:
            self.refuse_unknown(key, self.error)
        if REPLACE in self.defaults:
            raise self.error(REPLACE, f"{REPLACE} must be in the table of a variant: [NAME]")

    @staticmethod
    def refuse_unknown(key: str, error: Any) -> None:
        known = (*KEYS, SOURCE, REPLACE)
        if key not in known:
            raise error(key, f"unknown key {key!r}: {did_you_mean(key, known)}")

    @property
    def text_of_file(self) -> str:
        return self._text


class _VariantManifest(Manifest):
    """A variant's keys as a manifest, whose complaints name the line in the table."""

    def __init__(self, table: _Table, name: str) -> None:
        self.path = table.path
        self.name = name
        self._text = table.text_of_file
        self.own: Mapping[str, Any] = table.values[name]
        self.values = {**table.defaults, **self.own}

    def error(self, key: str, message: str) -> JudgeError:
        lines = self._text.splitlines()
        head = re.compile(rf"\s*\[\s*[\"']?{re.escape(self.name)}[\"']?\s*\]")
        begin = next((n for n, line in enumerate(lines) if head.match(line)), 0)
        sign = re.compile(rf"\s*[\"']?{re.escape(key)}\b")
        found = begin
        for number in range(begin + 1, len(lines)) if key in self.own else ():
            if re.match(r"\s*\[\s*[\"']?[\w.-]+[\"']?\s*\]\s*(#|$)", lines[number]):
                break
            if sign.match(lines[number]):
                found = number
                break
        return JudgeError(f"{self.name}: {message}", self.path, found + 1)


def _variant(table: _Table, name: str) -> Variant:
    manifest = _VariantManifest(table, name)
    for key in manifest.own:
        table.refuse_unknown(key, manifest.error)
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+-]*", name):
        raise manifest.error("", "a name is letters, digits and . _ + -, a letter or digit first")
    origin = _origin(table, manifest)
    before = _text(origin, table.within)
    refuse_link_text(origin, before.encode())
    edits = _edits(manifest)
    after = _replaced(before, origin, edits, manifest)
    if after == before:
        raise manifest.error(REPLACE, f"makes no other text than that of {origin.name}")
    inherited = {
        key: value
        for key, value in Manifest(origin.with_suffix(".toml")).values.items()
        if key not in _NOT_INHERITED
    }
    manifest.values = {**inherited, **manifest.values}
    for key in (SOURCE, REPLACE):
        manifest.values.pop(key, None)
    if "case" in manifest or origin.suffix == ".out" or manifest.values.get("kind") == "output":
        raise manifest.error(SOURCE, "an output file has no variants: write it as a file")
    path = table.path.parent / f"{name}{origin.suffix}"
    return Variant(path, origin, after.encode(), manifest, len(edits))


def _origin(table: _Table, manifest: _VariantManifest) -> Path:
    folder = table.path.parent
    named = manifest.text(SOURCE)
    files = sorted(p.name for p in folder.iterdir() if p.is_file() and p.suffix != ".toml")
    if not named:
        raise manifest.error(SOURCE, f"{SOURCE} must name the file that it is made from")
    if named not in files:
        raise manifest.error(SOURCE, f"no file {named!r} here: {did_you_mean(named, files)}")
    return folder / named


def _text(origin: Path, within: Path) -> str:
    try:
        return foreign_files.read_text(origin, within)
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", origin) from error
    except UnicodeDecodeError as error:
        raise JudgeError("is not UTF-8 text, so it can have no variants", origin) from error


def _edits(manifest: _VariantManifest) -> Sequence[tuple[str, str]]:
    value = manifest.own.get(REPLACE)
    pairs = value if isinstance(value, list) else []
    good = [
        isinstance(pair, list)
        and len(pair) == 2
        and all(isinstance(text, str) for text in pair)
        and pair[0] not in ("", pair[1])
        for pair in pairs
    ]
    if not good or not all(good):
        raise manifest.error(
            REPLACE, f'{REPLACE} must be a list of pairs of different texts: [["old", "new"], …]'
        )
    return [(old, new) for old, new in pairs]


def _replaced(
    text: str, origin: Path, edits: Sequence[tuple[str, str]], manifest: _VariantManifest
) -> str:
    """The text after all edits, one after the other: each must apply at exactly one place."""
    for old, new in edits:
        begin = text.find(old)
        if begin < 0:
            raise manifest.error(REPLACE, f"{_shown(old)} is not in {origin.name}")
        if text.find(old, begin + 1) >= 0:
            times = counted(sum(text.startswith(old, at) for at in range(len(text))), "time")
            raise manifest.error(
                REPLACE, f"{_shown(old)} is in {origin.name} {times}: add what is around it"
            )
        text = text[:begin] + new + text[begin + len(old) :]
    return text


def _shown(text: str) -> str:
    return repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "…")
