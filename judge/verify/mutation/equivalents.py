"""``equivalent_mutants.toml`` of a package: changes of its code that change no verdict, and why.

    [[mutant]]
    file = "rules.py"
    change = "a < b → a <= b"
    reason = "a and b are never equal"

``code``, the text of its line, and ``column``, from 1, are only needed where the same change
elsewhere in the file, or in the same line, matters.
The helper modules of ``judge.plugin`` have such a table of their own beside them, which counts for
every package that uses them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from judge import plugin
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.toml_lines import read_toml
from judge.verify.mutation.operators import Mutation

FILE = "equivalent_mutants.toml"
_KEYS = ("file", "change", "reason")
_TEXTS, _COLUMN = (*_KEYS, "code"), "column"


class Equivalent(Struct, frozen=True):
    """One entry: a change that is known to change no verdict."""

    file: str
    change: str
    reason: str
    code: str | None = None
    column: int | None = None

    def covers(self, file: str, mutation: Mutation) -> bool:
        same = (self.file, self.change) == (file, mutation.change)
        placed = self.code in (None, mutation.code) and self.column in (None, mutation.column)
        return same and placed


def read_equivalents(folder: Path) -> tuple[Equivalent, ...]:
    """The entries of a package, none if it has no such file; raises JudgeError."""
    path = folder / FILE
    table = read_toml(path, ("mutant",), within=folder)
    entries = table.values.get("mutant", [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise table.error("mutant", "mutant must be an array of tables: [[mutant]]")
    return tuple(_entry(number, one, path) for number, one in enumerate(entries, 1))


def read_shared(files: Collection[str]) -> tuple[Equivalent, ...]:
    """The entries for those helper modules of ``judge.plugin`` that are among ``files``."""
    folder = Path(plugin.__file__).parent
    return tuple(one for one in read_equivalents(folder) if one.file in files)


def unused(
    equivalents: Iterable[Equivalent], made: Iterable[tuple[str, Mutation]]
) -> list[Equivalent]:
    """The entries that no mutant matches: their code has changed."""
    mutants = list(made)
    return [one for one in equivalents if not any(one.covers(*mutant) for mutant in mutants)]


def _entry(number: int, values: dict[str, Any], path: Path) -> Equivalent:
    where = f"mutant {number}"
    for key in _TEXTS:
        value = values.get(key, "" if key in _KEYS else None)
        if value is not None and (not isinstance(value, str) or not value.strip()):
            raise JudgeError(f"{where}: {key} must be a string that is not empty", path)
    column = values.get(_COLUMN)
    if column is not None and type(column) is not int:
        raise JudgeError(f"{where}: {_COLUMN} must be an integer", path)
    if foreign := sorted(set(values) - {*_TEXTS, _COLUMN}):
        hint = did_you_mean(foreign[0], [*_TEXTS, _COLUMN])
        if foreign[0] == "line":  # the lines of a file move
            hint = "give the text of the line as code"
        raise JudgeError(f"{where}: unknown key {foreign[0]!r}: {hint}", path)
    return Equivalent(
        values["file"], values["change"], values["reason"], values.get("code"), column
    )
