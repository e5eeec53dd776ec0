"""Placeholders in the table of languages, such as ``{source}`` or ``{artifact}``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from judge.languages.table import FLAGS, SOURCES

_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


def fill(
    template: tuple[str, ...], values: Mapping[str, str], flags: tuple[str, ...]
) -> tuple[str, ...]:
    """A command with its values, its flags, and its sources, which ``values`` separates by
    "\\0"."""
    filled: list[str] = []
    for argument in template:
        if argument == FLAGS:
            filled += flags
        elif argument == SOURCES:
            filled += values["sources"].split("\0")
        else:
            filled.append(filled_text(argument, values))
    return tuple(filled)


def filled_text(text: str, values: Mapping[str, str]) -> str:
    """In one pass: a value, such as the name of a file, may have braces of its own. A placeholder
    without a value stays."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)


def is_filled(command: tuple[str, ...]) -> bool:
    """Whether no placeholder has stayed: this machine has all that the command needs."""
    return not any(_PLACEHOLDER.search(argument) for argument in command)
