"""Constants of a package: ``{{name}}`` and ``{{name.variant}}`` in its texts.

A few megabytes of places for a long constant would be terabytes: a text with its constants is no
longer than a file may be.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Mapping

from judge.common.foreign_files import SOURCE_BYTES

SEQUENCE = re.compile(r"\{\{([a-zA-Z_]\w*(?:\.\w+)?)\}\}", re.ASCII)
COMMAND = re.compile(r"\\constant\{([a-zA-Z_]\w*(?:\.\w+)?)\}", re.ASCII)


def replaced(text: str, constants: Mapping[str, str]) -> str:
    """The text with the values of constants; what names no constant stays as it is. Raises OSError
    for one that gets too long, as if its file were."""
    return _replaced(SEQUENCE, text, constants)


def replaced_in_bytes(data: bytes, constants: Mapping[str, str]) -> bytes:
    """The same for a file, whatever its encoding."""
    if not constants or b"{{" not in data:
        return data
    text = replaced(data.decode("utf-8", "surrogateescape"), constants)
    return text.encode("utf-8", "surrogateescape")


def replaced_in_tex(text: str, constants: Mapping[str, str]) -> str:
    r"""The same for a statement in TeX, where the command is ``\constant{name}``."""
    return _replaced(COMMAND, text, constants)


def _replaced(pattern: re.Pattern[str], text: str, constants: Mapping[str, str]) -> str:
    if not constants:
        return text
    left = SOURCE_BYTES - len(text)

    def value(found: re.Match[str]) -> str:
        nonlocal left
        new = constants.get(found[1], found[0])
        left -= len(new) - len(found[0])
        if left < 0 and len(new) > len(found[0]):
            said = f"with its constants it is larger than {SOURCE_BYTES >> 20} MiB"
            raise OSError(errno.EFBIG, said)
        return new

    return pattern.sub(value, text)
