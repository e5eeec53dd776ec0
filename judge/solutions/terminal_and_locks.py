"""What a source asks of its machine that no sandbox has: the likely cause where it fails."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.common.lazy_pattern import LazyPattern

_TERMINAL = LazyPattern(
    r"/dev/(?:tty|pt[sm])|(?:^|[;&|(])\s*script\s+-|\b(?:open|fork)pty\b|\bpty\.spawn\b",
    re.MULTILINE,
)
_LOCKS = LazyPattern(r"\bflock\s*\(|(?:^|[;&|(])\s*flock\s|\blockf\s*\(|\bLOCK_EX\b", re.MULTILINE)
#: One of these is in each such source: to look for it takes less than to compile a pattern.
_WORDS = ("/dev/", "pty", "script", "lock", "LOCK")


def missing_services(source: str) -> Iterator[str]:
    """A line for each, as those of how a choice was settled."""
    if not any(word in source for word in _WORDS):
        return
    if _TERMINAL.search(source):
        yield "sandbox: there is no terminal in it, such as /dev/tty"
    if _LOCKS.search(source):
        yield "sandbox: locks on files, such as flock, may be refused"
