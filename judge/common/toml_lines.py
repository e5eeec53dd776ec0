"""The optional ``<stem>.toml`` beside a source: read, checked, and complained of by line."""

from __future__ import annotations

import re
import shlex
import tomllib
from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean

#: Every key.
KEYS = tuple(
    "language kind arity input output base shape none flags encoding header footer"
    " requires case expect author url date note".split()
)

Choice = TypeVar("Choice", bound=Enum)


class Manifest:
    """What the file says; empty where there is none. Raises JudgeError with file and line.

    ``known`` are the keys of another such file, a problem's ``judge.toml``; None for any.
    ``within`` is the folder that no link may leave, by default the file's own.
    """

    def __init__(
        self,
        path: Path,
        known: tuple[str, ...] | None = KEYS,
        within: Path | None = None,
    ) -> None:
        self.path = path
        within = within or path.parent
        self.values: dict[str, Any] = {}
        self._text = ""
        if not path.exists() and not path.is_symlink():
            return
        try:
            self._text = foreign_files.read(path, within).decode("utf-8-sig")
            self.values = tomllib.loads(self._text)
        except OSError as error:
            raise JudgeError(f"cannot be read: {error.strerror}", path) from error
        except UnicodeDecodeError as error:
            raise JudgeError("is not UTF-8 text", path) from error
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            line = int(found[1]) if found else len(self._text.splitlines())
            raise JudgeError(f"is not valid TOML: {error}", path, line) from error
        for key in self.values:
            if known is not None and key not in known:
                raise self.error(key, f"unknown key {key!r}: {did_you_mean(key, known)}")

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def error(self, key: str, message: str) -> JudgeError:
        """A complaint about one key, with its line; what the command line says has no file."""
        sign = re.compile(rf"[\s\[]*[\"']?{re.escape(key)}\b")
        found = (n for n, line in enumerate(self._text.splitlines(), 1) if sign.match(line))
        return JudgeError(message, self.path if self._text else None, next(found, None))

    def text(self, key: str) -> str:
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.error(key, f"{key} must be a text in quotes")
        return value

    def sign(self, key: str) -> str:
        """A text or a whole number, as the text that an answer would hold."""
        value = self.values.get(key, "")
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise self.error(key, f"{key} must be a whole number or a text in quotes")
        return str(value)

    def texts(self, key: str) -> list[str]:
        value = self.values.get(key, [])
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(item, str) for item in listed):
            raise self.error(key, f"{key} must be a text or a list of texts")
        return listed

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts, or one text that is split as a shell would."""
        if not isinstance(self.values.get(key), str):
            return tuple(self.texts(key))
        try:
            return tuple(shlex.split(self.text(key)))
        except ValueError as error:
            raise self.error(key, f"{key} cannot be split into words: {error}") from error

    def choice(self, key: str, kind: type[Choice]) -> Choice | None:
        """One of an enum's values, or None where the key is absent."""
        if key not in self:
            return None
        named = self.text(key)
        known = {item.value: item for item in kind}
        if named not in known:
            raise self.error(key, f"unknown {key} {named!r}: {did_you_mean(named, known)}")
        return known[named]

    def date(self, key: str) -> date | None:
        """A day as TOML or in quotes: ``2019-01-28``."""
        value = self.values.get(key)
        if isinstance(value, str):
            try:
                return date.fromisoformat(value)
            except ValueError:
                pass
        elif value is None or (isinstance(value, date) and not isinstance(value, datetime)):
            return value
        raise self.error(key, f"{key} must be a day such as 2019-01-28")
