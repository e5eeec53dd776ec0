"""TOML files whose errors name the file and the line of the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field

from judge.common import foreign_files
from judge.common.errors import JudgeError, not_utf_8, unreadable
from judge.common.messages import did_you_mean
from judge.common.program_arguments import split_arguments, too_large

Choice = TypeVar("Choice", bound=Enum)
#: The largest number that a setting may have: the sandbox counts nanoseconds and bytes in 64 bits.
LARGEST_NUMBER = 10**6
#: A line that opens a table: ``[name]``.
_HEADER = re.compile(r"\s*\[\s*[\"']?[\w.-]+[\"']?\s*\]\s*(#|$)")


class Location(Struct, frozen=True):
    """The location of a key, for error messages. A key from the command line has no file."""

    path: Path | None = None
    line: int | None = None
    #: The name of the table that has the key; empty at the top of a file.
    table: str = ""

    def error(self, message: str) -> JudgeError:
        named = f"{self.table}: {message}" if self.table else message
        return JudgeError(named, self.path, self.line)


class TomlTable(Struct, frozen=True):
    """The keys of a TOML file or of one table in it; a wrong type is a JudgeError with the line."""

    path: Path
    values: Mapping[str, Any] = field(default_factory=dict)
    #: The whole file; empty if there is none.
    text: str = ""
    #: The table's name; empty for the top of the file.
    name: str = ""

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def table(self, name: str) -> TomlTable:
        return TomlTable(self.path, self.values[name], self.text, name)

    def without(self, keys: Collection[str]) -> TomlTable:
        kept = {key: value for key, value in self.values.items() if key not in keys}
        return TomlTable(self.path, kept, self.text, self.name)

    def location(self, key: str) -> Location:
        """The location of a key; if it is absent, of the header of its table or of the file."""
        if not self.text:
            return Location()
        return Location(self.path, self._line(key), self.name)

    def _line(self, key: str) -> int | None:
        lines = self.text.splitlines()
        if not self.name:
            sign = re.compile(rf"[\s\[]*[\"']?{re.escape(key)}\b")
            found = (n for n, line in enumerate(lines, 1) if key and sign.match(line))
            return next(found, None)
        head = re.compile(rf"\s*\[\s*[\"']?{re.escape(self.name)}[\"']?\s*\]")
        header = next((n for n, line in enumerate(lines, 1) if head.match(line)), 1)
        sign = re.compile(rf"\s*[\"']?{re.escape(key)}\b")
        for number in range(header, len(lines)) if key in self else ():
            if _HEADER.match(lines[number]):
                break
            if sign.match(lines[number]):
                return number + 1
        return header

    def error(self, key: str, message: str) -> JudgeError:
        return self.location(key).error(message)

    def refuse_unknown(self, known: Collection[str]) -> None:
        """Raise JudgeError for the first key that is not known."""
        for key in self.values:
            if key not in known:
                raise self.error(key, f"unknown key {key!r}: {did_you_mean(key, known)}")

    def string(self, key: str) -> str:
        """Empty if the key is absent."""
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.error(key, f"{key} must be a string in quotes")
        return value

    def integer_or_string(self, key: str) -> str:
        """An integer is returned as its digits."""
        value = self.values.get(key, "")
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise self.error(key, f"{key} must be an integer or a string in quotes")
        return str(value)

    def positive_number(self, key: str) -> float | None:
        """None if the key is absent."""
        value = self.values.get(key)
        if value is None:
            return None
        number = not isinstance(value, bool) and isinstance(value, int | float)
        if not number or not 0 < value <= LARGEST_NUMBER:
            raise self.error(key, f"{key} must be a number above 0, at most {LARGEST_NUMBER:,}")
        return float(value)

    def strings(self, key: str) -> tuple[str, ...]:
        """A list of strings; one string is a list of one."""
        value = self.values.get(key, [])
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(item, str) for item in listed):
            raise self.error(key, f"{key} must be a string or a list of strings")
        return tuple(listed)

    def arguments(self, key: str) -> tuple[str, ...]:
        """A list of strings, or one string that is split as a shell would."""
        if not isinstance(self.values.get(key), str):
            found = self.strings(key)
            if said := too_large(found):
                raise self.error(key, f"{key}: {said}")
            return found
        try:
            return split_arguments(self.string(key))
        except ValueError as error:
            raise self.error(key, f"{key}: {error}") from error

    def choice(self, key: str, kind: type[Choice]) -> Choice | None:
        """A member of an enum by its value; None if the key is absent."""
        if key not in self:
            return None
        value = self.string(key)
        known = {item.value: item for item in kind}
        if value not in known:
            raise self.error(key, f"unknown {key} {value!r}: {did_you_mean(value, known)}")
        return known[value]

    def date(self, key: str) -> date | None:
        """A day as a TOML date or in quotes: ``2019-01-28``."""
        value = self.values.get(key)
        if isinstance(value, str):
            try:
                return date.fromisoformat(value)
            except ValueError:
                pass
        elif value is None or (isinstance(value, date) and not isinstance(value, datetime)):
            return value
        raise self.error(key, f"{key} must be a date such as 2019-01-28")


def read_toml(
    path: Path, known: Collection[str] | None = None, within: Path | None = None
) -> TomlTable:
    """The top-level table of a TOML file; empty if there is none. Raises JudgeError with the line.

    A key that is not in ``known`` is an error; None allows every key. ``within`` is the folder that
    no link may leave, by default the folder of the file.
    """
    if not path.exists() and not path.is_symlink():
        return TomlTable(path)
    text = ""
    try:
        text = foreign_files.read(path, within or path.parent).decode("utf-8-sig")
        table = TomlTable(path, tomllib.loads(text), text)
    except OSError as error:
        raise unreadable(error, path) from error
    except UnicodeDecodeError as error:
        raise not_utf_8(error, path) from error
    except RecursionError:
        raise JudgeError("is nested too deeply: use fewer levels", path) from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        raise JudgeError(f"is not valid TOML: {error}", path, line) from error
    if known is not None:
        table.refuse_unknown(known)
    return table
