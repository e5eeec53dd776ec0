"""YAML read with the line of every key, so that a complaint can name the place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from judge.model import JudgeError
from judge.suggest import did_you_mean


@dataclass(frozen=True)
class Placed:
    """A mapping from a YAML file. ``lines`` gives each key's line, counted from 1."""

    path: Path
    values: Mapping[str, Any]
    lines: Mapping[str, int]

    def error(self, key: str, message: str) -> JudgeError:
        """A complaint about one key."""
        return JudgeError(message, self.path, self.lines.get(key))

    def refuse_unknown(self, known: frozenset[str]) -> None:
        """Raise JudgeError for the first key that is not known."""
        for key in self.values:
            if key not in known:
                raise self.error(key, f"unknown key {key!r}: {did_you_mean(key, known)}")

    def child(self, key: str) -> Placed:
        """The mapping under a key, empty when the key is absent; raises JudgeError."""
        value = self.values.get(key)
        if value is None:
            return Placed(self.path, {}, {})
        if not isinstance(value, Placed):
            raise self.error(key, f"{key} must be a mapping of keys to values")
        return value


def read_mapping(path: Path) -> Placed:
    """Read a YAML file whose top is a mapping; raises JudgeError with file and line."""
    try:
        text = path.read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    except UnicodeDecodeError as error:
        raise JudgeError("is not UTF-8 text", path) from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise JudgeError(f"is not valid YAML: {error.problem}", path, line) from error
    except yaml.YAMLError as error:
        raise JudgeError(f"is not valid YAML: {error}", path) from error
    if not isinstance(node, yaml.MappingNode):
        raise JudgeError("must hold a mapping of keys to values", path, 1)
    return _placed(path, node)


def _placed(path: Path, node: yaml.MappingNode) -> Placed:
    loader = yaml.SafeLoader("")
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for key_node, value_node in node.value:
        key = str(key_node.value)
        line = key_node.start_mark.line + 1
        if key in values:
            raise JudgeError(f"key {key!r} stands twice", path, line)
        lines[key] = line
        if isinstance(value_node, yaml.MappingNode):
            values[key] = _placed(path, value_node)
        else:
            values[key] = loader.construct_object(value_node, deep=True)
    return Placed(path, values, lines)
