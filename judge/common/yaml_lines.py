"""YAML files whose errors name the file and the line of the key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean

MAPPING = "tag:yaml.org,2002:map"


@dataclass(frozen=True)
class YamlMapping:
    """A mapping from a YAML file. ``lines`` gives each key's line, counted from 1."""

    path: Path
    values: Mapping[str, Any]
    lines: Mapping[str, int]

    def error(self, key: str, message: str) -> JudgeError:
        """An error about one key."""
        return JudgeError(message, self.path, self.lines.get(key))

    def refuse_unknown(self, known: frozenset[str]) -> None:
        """Raise JudgeError for the first key that is not known."""
        for key in self.values:
            if key not in known:
                raise self.error(key, f"unknown key {key!r}: {did_you_mean(key, known)}")

    def child(self, key: str) -> YamlMapping:
        """The mapping under a key, empty when the key is absent; raises JudgeError."""
        value = self.values.get(key)
        if value is None:
            return YamlMapping(self.path, {}, {})
        if not isinstance(value, YamlMapping):
            raise self.error(key, f"{key} must be a mapping of keys to values")
        return value


def read_mapping(path: Path, within: Path | None = None) -> YamlMapping:
    """Read a YAML file with a mapping at the top; raises JudgeError with file and line. No link may
    leave the folder ``within``."""
    try:
        text = foreign_files.read_text(path, within)
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        if not isinstance(node, yaml.MappingNode):
            raise JudgeError("must contain a mapping of keys to values", path, 1)
        return _placed(path, node)
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    except UnicodeDecodeError as error:
        raise JudgeError("is not UTF-8 text", path) from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise JudgeError(f"is not valid YAML: {error.problem}", path, line) from error
    except yaml.YAMLError as error:
        raise JudgeError(f"is not valid YAML: {error}", path) from error


def _placed(path: Path, node: yaml.MappingNode, above: tuple[yaml.Node, ...] = ()) -> YamlMapping:
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise JudgeError("a key must be a string", path, line)
        key = key_node.value
        if key in values:
            raise JudgeError(f"duplicate key {key!r}", path, line)
        lines[key] = line
        values[key] = _value(path, value_node, (*above, node))
    return YamlMapping(path, values, lines)


def _value(path: Path, node: yaml.Node, above: tuple[yaml.Node, ...]) -> Any:
    line = node.start_mark.line + 1
    if node in above:
        raise JudgeError("a mapping contains itself", path, line)
    if isinstance(node, yaml.MappingNode) and node.tag == MAPPING:
        return _placed(path, node, above)
    try:
        return yaml.SafeLoader("").construct_object(node, deep=True)
    except ValueError as error:  # a date such as 2024-99-99
        raise JudgeError(f"is not valid YAML: {error}", path, line) from error
