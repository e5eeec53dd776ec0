"""The whole numbers in a text of decimal notation."""

from __future__ import annotations

import re

NUMBER = re.compile(r"(?<![\w.+-])-?\d+(?![\w.])")


def replaced(match: re.Match[str], word: str) -> str:
    """The whole text with ``word`` in place of what was found."""
    return match.string[: match.start()] + word + match.string[match.end() :]
