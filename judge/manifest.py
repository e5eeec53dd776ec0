"""A small TOML file of settings, in which every complaint names its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from judge.model import JudgeError
from judge.suggest import did_you_mean

E = TypeVar("E", bound=Enum)


class Manifest:
    """The optional ``<stem>.toml`` beside a source, or a problem's ``judge.toml``.

    Raises JudgeError for a file that is no TOML, and for the first key that is not ``known``.
    """

    def __init__(self, path: Path, known: Collection[str]) -> None:
        self.path = path
        self.values: dict[str, Any] = {}
        if not path.exists() and not path.is_symlink():
            return
        try:
            self._text = path.read_text(encoding="utf-8")
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
            if key not in known:
                raise self.error(key, f"unknown key {key!r}: {did_you_mean(key, known)}")

    def error(self, key: str, message: str) -> JudgeError:
        """A complaint about one key, with its line."""
        sign = re.compile(rf"[\s\[]*[\"']?{re.escape(key)}\b")
        found = (n for n, line in enumerate(self._text.splitlines(), 1) if sign.match(line))
        return JudgeError(message, self.path, next(found, None))

    def text(self, key: str) -> str:
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.error(key, f"{key} must be a text in quotes")
        return value

    def texts(self, key: str) -> list[str]:
        value = self.values.get(key, [])
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(item, str) for item in listed):
            raise self.error(key, f"{key} must be a text or a list of texts")
        return listed

    def one_of(self, key: str, default: E) -> E:
        """The member of ``default``'s enum that the key names."""
        members = {str(member.value): member for member in type(default)}
        named = self.text(key) or str(default.value)
        if named not in members:
            raise self.error(key, f"unknown {key} {named!r}: {did_you_mean(named, members)}")
        return members[named]
