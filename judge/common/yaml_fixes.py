"""What to do about text that is not valid YAML: the parser says what it met, not what was meant."""

from __future__ import annotations

import yaml
from msgspec import Struct

from judge.common.yaml_loader import INTEGER

#: A number with so many digits is meant as one.
_LONG = 1000
_QUOTES = "put a text that begins with {} in quotes"


class _Fix(Struct, frozen=True):
    """What helps if the parser's problem contains ``problem`` and its context ``context``."""

    problem: str
    said: str
    context: str = ""


_FIXES = (
    _Fix("found character '\\t'", "indent with spaces, not with tabs"),
    _Fix(
        "mapping values are not allowed",
        "put a text that contains ': ' in quotes; if there is none, the line above lacks a space "
        "after its colon, or the indentation differs",
    ),
    _Fix("could not find expected ':'", "write KEY: VALUE, with a space after the colon"),
    _Fix("found unexpected end of stream", "close the quotes", "quoted scalar"),
    _Fix("found unexpected document separator", "close the quotes", "quoted scalar"),
    _Fix("expected ',' or ']'", "close the bracket [ and write commas between its items"),
    _Fix("expected ',' or '}'", "close the brace { and write commas between its entries"),
    _Fix("found undefined alias", _QUOTES.format("*")),
    _Fix("expected alphabetic or numeric character", _QUOTES.format("* or &")),
    _Fix("found unknown escape character", "use single quotes, in which \\ is no escape"),
    _Fix("sequence entries are not allowed", "begin a list on a line of its own"),
    _Fix("expected <block end>", "indent keys of one level alike, and close quotes before text"),
    _Fix("that cannot start any token", "put the text in quotes"),
    _Fix("expected the node content", "put the text in quotes, or close the bracket"),
    _Fix("expected chomping or indentation", _QUOTES.format("> or |")),
    _Fix("could not determine a constructor", _QUOTES.format("!")),
    _Fix("found another document", "remove the line ---"),
    _Fix("found incompatible YAML document", "remove the line %YAML"),
    _Fix("found duplicate YAML directive", "remove one of the lines %YAML"),
    _Fix("found undefined tag handle", _QUOTES.format("!")),
)


def with_fix(error: yaml.MarkedYAMLError) -> str:
    """The parser's problem and what to do about it, where that is known."""
    problem, context = error.problem or "", error.context or ""
    for fix in _FIXES:
        if fix.problem in problem and fix.context in context:
            return f"{problem}: {fix.said}"
    return problem


#: What the parser's own constructors raise for a scalar that has no value of its type.
NO_VALUE = (ValueError, AttributeError, LookupError)
_TIMESTAMP = "tag:yaml.org,2002:timestamp"


def without_value(node: yaml.Node, error: Exception) -> str:
    """What is said of a scalar such as ``2024-99-99`` or ``!!bool x`` that has no value."""
    text = node.value if isinstance(node.value, str) else ""
    if node.tag == INTEGER and len(text) > _LONG:
        return "a number has too many digits"
    if node.tag == _TIMESTAMP and isinstance(error, ValueError):
        return f"is not valid YAML: {error}: write a date that exists, or put the text in quotes"
    kind = node.tag.rpartition(":")[2]
    return f"is not valid YAML: a value marked with !!{kind} is none: leave the mark out"
