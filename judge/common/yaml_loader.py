"""Composes the nodes of a YAML file: with limits, and with the numbers of all versions of YAML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import yaml
from yaml.composer import Composer

INTEGER, FLOAT = (f"tag:yaml.org,2002:{kind}" for kind in ("int", "float"))
#: The most values that a file may hold once its anchors are expanded.
MOST_VALUES = 100_000
#: From this number of characters on, libyaml reads and writes the text where it is installed: it
#: takes a small part of the time. Shorter ones are read by PyYAML, whose messages are known, and
#: written by it, as libyaml escapes characters beyond U+FFFF.
_LONG = 2**16


class TooManyValues(Exception):
    """Has the line as its argument."""


class _Counting(Composer):
    """Raises TooManyValues early: to compose millions of values takes minutes, and so does what
    anchors make of a few hundred."""

    def start(self) -> None:
        self._composed = 0
        self._sizes: dict[int, int] = {}

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        is_key = isinstance(parent, yaml.MappingNode) and index is None
        self._composed += not is_key
        if self._composed > MOST_VALUES:
            raise TooManyValues(self.peek_event().start_mark.line + 1)  # type: ignore[attr-defined]
        node = super().compose_node(parent, index)
        if node is not None and id(node) not in self._sizes:
            self._sizes[id(node)] = size = 1 + sum(map(self._size, _values_in(node)))
            if size > MOST_VALUES:
                raise TooManyValues(node.start_mark.line + 1)
        return node

    def _size(self, node: yaml.Node) -> int:
        """How many values a node is with its anchors expanded; one that contains itself has none
        yet, and is refused later."""
        return self._sizes.get(id(node), 1)


def _values_in(node: yaml.Node) -> Iterable[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return (value for _, value in node.value)
    return node.value if isinstance(node, yaml.SequenceNode) else ()


class _Loader(_Counting, yaml.SafeLoader):
    """Takes as numbers what is one in every version of YAML, and ``1e3``. Those that the versions
    read differently, such as ``010`` and ``1:30``, are texts."""

    def __init__(self, text: str) -> None:
        yaml.SafeLoader.__init__(self, text)
        self.start()


_FAST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _LongLoader(_Counting, _FAST):  # type: ignore[misc, valid-type]
    """The same, for long texts."""

    def __init__(self, text: str) -> None:
        _FAST.__init__(self, text)
        Composer.__init__(self)
        self.start()


_RESOLVERS = {
    first: [one for one in found if one[0] not in (INTEGER, FLOAT)]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_WHOLE = re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$")
_BROKEN = re.compile(
    r"^(?:[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$"
)


class _Dumper(yaml.SafeDumper):
    """Quotes a text that would be a number for this judge or for another reader."""


_FAST_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _LongDumper(_FAST_DUMPER):  # type: ignore[misc, valid-type]
    """The same, for long texts."""


_Loader.yaml_implicit_resolvers = dict(_RESOLVERS)
_LongLoader.yaml_implicit_resolvers = dict(_RESOLVERS)
for _kind in (_Loader, _LongLoader, _Dumper, _LongDumper):
    _kind.add_implicit_resolver(INTEGER, _WHOLE, list("-+0123456789"))
    _kind.add_implicit_resolver(FLOAT, _BROKEN, list("-+0123456789."))


def compose(text: str) -> yaml.Node | None:
    """The node of a file; raises YAMLError, TooManyValues and RecursionError."""
    if len(text) >= _LONG:
        try:
            return yaml.compose(text, Loader=_LongLoader)
        except yaml.YAMLError:
            pass  # PyYAML says it better
    return yaml.compose(text, Loader=_Loader)


def dump(values: Mapping[str, Any], width: int) -> str:
    """A file with these values of dicts, lists and scalars, in their order."""
    dumper = _LongDumper if len(str(values)) >= _LONG else _Dumper
    text: str = yaml.dump(
        dict(values), Dumper=dumper, sort_keys=False, allow_unicode=True, width=width
    )
    return text
