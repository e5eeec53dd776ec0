"""YAML files whose errors name the file and the line of the key."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

import yaml
from msgspec import Struct, field
from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.errors import JudgeError, not_utf_8, unreadable
from judge.common.messages import did_you_mean
from judge.common.yaml_fixes import NO_VALUE, with_fix, without_value
from judge.common.yaml_loader import FLOAT, MOST_VALUES, TooManyValues, compose, dump

MAPPING, SEQUENCE, MERGE = (f"tag:yaml.org,2002:{kind}" for kind in ("map", "seq", "merge"))
#: The deepest nesting.
DEEPEST = 50
TOO_MANY = (
    f"contains more than {MOST_VALUES:,} values: shorten it; each *NAME counts as all that it is"
)
TOO_DEEP = f"is nested too deeply: {DEEPEST} levels are allowed"
#: The longest value that a message shows, in characters.
LONGEST_SHOWN = 60

Choice = TypeVar("Choice", bound=Enum)


class YamlMapping(Struct, frozen=True):
    """A mapping from a YAML file. ``lines`` gives each key's line, counted from 1, and ``written``
    the text of each value that is a number, a string or another scalar."""

    path: Path
    values: Mapping[str, Any]
    lines: Mapping[str, int]
    written: Mapping[str, str] = field(default_factory=dict)

    def error(self, key: str, message: str) -> JudgeError:
        """An error about one key."""
        return JudgeError(message, self.path, self.lines.get(key))

    def refuse_unknown(
        self, known: Collection[str], foreign: Mapping[str, str] | None = None
    ) -> None:
        """Raise JudgeError for the first key that is not known. ``foreign`` says of keys from
        elsewhere what to do about them."""
        for key in self.values:
            if key not in known:
                said = (foreign or {}).get(key)
                end = f"unknown key {shown(key)}: {did_you_mean(key, known)}"
                raise self.error(key, f"{key} {said}" if said else end)

    def without(self, keys: Collection[str]) -> YamlMapping:
        """The mapping without some of its keys."""
        kept = {key: value for key, value in self.values.items() if key not in keys}
        return replace(self, values=kept)

    def has(self, key: str) -> bool:
        """Whether the key is there and not null."""
        return self.values.get(key) is not None

    def string(self, key: str) -> str:
        """Empty where the key is absent; raises JudgeError for what is no string."""
        value = self.values.get(key)
        if value is None:
            return ""
        if isinstance(value, str):
            return value
        raise self.error(key, f"{key} must be a string, not {shown(value)}{_quotes(value)}")

    def strings(self, key: str) -> tuple[str, ...]:
        """A list of strings, empty where the key is absent; raises JudgeError."""
        value = self.values.get(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            raise self.error(key, f"{key} must be a list of strings, not {shown(value)}")
        items = tuple(map(_text, value))
        for item in items:
            if not isinstance(item, str):
                said = f"{key} must contain only strings, not {shown(item)}"
                raise self.error(key, said + _quotes(item))
        return items

    def boolean(self, key: str, default: bool = False) -> bool:
        """``default`` where the key is absent; raises JudgeError."""
        value = self.values.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.error(key, f"{key} must be true or false, not {shown(value)}")
        return value

    def choice(self, key: str, kind: type[Choice]) -> Choice | None:
        """A member of an enum by its value; None where the key is absent; raises JudgeError."""
        value = self.values.get(key)
        if value is None:
            return None
        known = {item.value: item for item in kind}
        if not isinstance(value, str) or value not in known:
            near = did_you_mean(value, known) if isinstance(value, str) else _known(known)
            raise self.error(key, f"unknown {key} {shown(value)}: {near}")
        return known[value]

    def child(self, key: str) -> YamlMapping:
        """The mapping under a key, empty when the key is absent; raises JudgeError."""
        value = self.values.get(key)
        if value is None:
            return YamlMapping(self.path, {}, {})
        if not isinstance(value, YamlMapping):
            raise self.error(key, f"{key} must be a mapping of keys to values")
        return value


def _quotes(value: object) -> str:
    """The fix where a string is wanted and a number or the like was written."""
    return "" if value is None or isinstance(value, YamlMapping | list) else ": put it in quotes"


def shown(value: object) -> str:
    """A value for a message, in a few words."""
    if isinstance(value, YamlMapping | dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bytes | set):
        return "bytes" if isinstance(value, bytes) else "a set"
    if isinstance(value, date):
        return f"the date {value.isoformat()}"
    if isinstance(value, int) and value.bit_length() > 256:  # Python limits its digits
        return "a very large number"
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def _known(known: Mapping[str, object]) -> str:
    return f"known: {', '.join(known)}"


def read_mapping(
    path: Path,
    within: Path | None = None,
    empty: bool = False,
    change: Callable[[str], str] = str,
) -> YamlMapping:
    """Read a YAML file whose top is a mapping; raises JudgeError with file and line. No link in it
    leaves the folder ``within``. ``empty``: whether a file without content is an empty mapping.
    ``change``: what is done to its text before."""
    value = read_value(path, within, change)
    if value is None and empty:
        return YamlMapping(path, {}, {})
    if not isinstance(value, YamlMapping):
        raise JudgeError("must contain a mapping of keys to values", path, 1)
    return value


def read_value(path: Path, within: Path | None = None, change: Callable[[str], str] = str) -> Any:
    """The value of a YAML file, whose mappings are of type YamlMapping; None for an empty file.

    Raises JudgeError as ``read_mapping`` does.
    """
    try:
        text = change(foreign_files.read_text(path, within))
        node = compose(text)
        return None if node is None else _Values(path).value(node, ())
    except RecursionError:
        raise JudgeError(TOO_DEEP, path) from None
    except TooManyValues as error:
        raise JudgeError(TOO_MANY, path, error.args[0]) from None
    except OSError as error:
        raise unreadable(error, path) from error
    except UnicodeDecodeError as error:
        raise not_utf_8(error, path) from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise JudgeError(f"is not valid YAML: {with_fix(error)}", path, line) from error
    except yaml.reader.ReaderError as error:  # of a control character
        place = text.count("\n", 0, error.position) + 1
        said = f"is not valid YAML: the character U+{error.character:04X} is not allowed"
        raise JudgeError(f"{said}: remove it", path, place) from error
    except yaml.YAMLError as error:
        raise JudgeError(f"is not valid YAML: {error}", path) from error


def read_plain(path: Path) -> Any:
    """The value of a YAML file of dicts, lists and scalars; raises JudgeError."""
    return plain(read_value(path))


def plain(value: Any) -> Any:
    """A value of dicts, lists and scalars."""
    if isinstance(value, YamlMapping):
        return {key: plain(item) for key, item in value.values.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return float(value) if isinstance(value, _Exponent) else value


#: NUL, which no argument of a program may have, and halves of surrogate pairs, which no file has.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


class _Exponent(float):
    """``1e-6`` in a list: a number in one version of YAML, in another one the text."""

    text = ""


def _text(value: Any) -> Any:
    return value.text if isinstance(value, _Exponent) else value


def written(values: Mapping[str, Any], width: int = 1000) -> str:
    """A file with these values, in their order."""
    return dump(values, width)


class _Values:
    """Makes values of the nodes of one file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._scalars: dict[yaml.Node, Any] = {}  # an anchor may name a long text many times
        self._constructor = yaml.SafeLoader("")

    def value(self, node: yaml.Node, above: Sequence[yaml.Node]) -> Any:
        line = node.start_mark.line + 1
        if node in above:
            said = "a value contains itself: write it out in place of *NAME"
            raise JudgeError(said, self._path, line)
        if len(above) >= DEEPEST:
            said = f"is nested more than {DEEPEST} levels deep: use fewer levels"
            raise JudgeError(said, self._path, line)
        if isinstance(node, yaml.MappingNode) and node.tag == MAPPING:
            return self._mapping(node, (*above, node))
        if isinstance(node, yaml.SequenceNode) and node.tag == SEQUENCE:
            return [self._item(item, (*above, node)) for item in node.value]
        if node not in self._scalars:
            self._scalars[node] = self._scalar(node, line)
        return self._scalars[node]

    def _scalar(self, node: yaml.Node, line: int) -> Any:
        try:
            found = self._constructor.construct_object(node, deep=True)
        except NO_VALUE as error:
            raise JudgeError(without_value(node, error), self._path, line) from error
        if isinstance(found, str) and (character := _NO_TEXT.search(found)):
            said = f"contains the character U+{ord(character[0]):04X}, which no text may have"
            raise JudgeError(f"{said}: remove it", self._path, line)
        return found

    def _item(self, node: yaml.Node, above: Sequence[yaml.Node]) -> Any:
        found = self.value(node, above)
        if node.tag == FLOAT and "." not in node.value:
            found = _Exponent(found)
            found.text = node.value
        return found

    def _mapping(self, node: yaml.MappingNode, above: Sequence[yaml.Node]) -> YamlMapping:
        values: dict[str, Any] = {}
        lines: dict[str, int] = {}
        written: dict[str, str] = {}
        merged = list[YamlMapping]()
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if key_node.tag == MERGE:
                merged += self._merged(value_node, above)
                continue
            if not isinstance(key_node, yaml.ScalarNode):
                raise JudgeError("a key must be a string", self._path, line)
            key = key_node.value
            if key in values:
                said = f"duplicate key {shown(key)}: remove one of them"
                raise JudgeError(said, self._path, line)
            lines[key] = line
            values[key] = self.value(value_node, above)
            if isinstance(value_node, yaml.ScalarNode):
                written[key] = value_node.value
        for other in merged:  # what stands in the mapping itself, or in an earlier one, counts
            for key in other.values.keys() - values.keys():
                values[key], lines[key] = other.values[key], other.lines[key]
                if key in other.written:
                    written[key] = other.written[key]
        return YamlMapping(self._path, values, lines, written)

    def _merged(self, node: yaml.Node, above: Sequence[yaml.Node]) -> list[YamlMapping]:
        """The mappings that the key ``<<`` names."""
        found = self.value(node, above)
        several = found if isinstance(found, list) else [found]
        if not all(isinstance(one, YamlMapping) for one in several):
            said = "<< must name a mapping, or a list of mappings"
            raise JudgeError(said, self._path, node.start_mark.line + 1)
        return several
