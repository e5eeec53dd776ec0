"""Constants of a package: ``{{name}}`` and ``{{name.variant}}`` in its texts."""

from __future__ import annotations

import re
from collections.abc import Mapping

SEQUENCE = re.compile(r"\{\{([a-zA-Z_]\w*(?:\.\w+)?)\}\}", re.ASCII)
COMMAND = re.compile(r"\\constant\{([a-zA-Z_]\w*(?:\.\w+)?)\}", re.ASCII)


def replaced(text: str, constants: Mapping[str, str]) -> str:
    """The text with the values of constants; what names no constant stays as it is."""
    return SEQUENCE.sub(lambda m: constants.get(m[1], m[0]), text) if constants else text


def replaced_in_bytes(data: bytes, constants: Mapping[str, str]) -> bytes:
    """The same for a file, whatever its encoding."""
    if not constants or b"{{" not in data:
        return data
    text = replaced(data.decode("utf-8", "surrogateescape"), constants)
    return text.encode("utf-8", "surrogateescape")


def replaced_in_tex(text: str, constants: Mapping[str, str]) -> str:
    r"""A statement in TeX, where the command is ``\constant{name}``."""
    return COMMAND.sub(lambda m: constants.get(m[1], m[0]), text) if constants else text
