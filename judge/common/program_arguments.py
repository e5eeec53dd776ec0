"""The arguments of a program: how a text is split into them, and how long they may be."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

#: Of one argument, in bytes: what Linux starts a program with (``MAX_ARG_STRLEN``), without the
#: zero behind it.
LONGEST = (128 << 10) - 1
#: Of all arguments, in bytes. Linux takes 2 MiB, its environment among them, by default.
MOST = 1 << 20
#: What Python says of a text that a shell would not split, and the fix.
_FIXES = {
    "No closing quotation": "close the quotation mark, or write a backslash before it",
    "No escaped character": "write the backslash at its end twice",
}


def too_large(arguments: Iterable[str]) -> str:
    """What is said of arguments that no program can be started with; empty of others."""
    sizes = [len(one.encode("utf-8", "surrogatepass")) for one in arguments]
    longest, total = max(sizes, default=0), sum(sizes)
    if longest > LONGEST:
        return f"an argument has {longest:,} bytes, and may have {LONGEST:,}"
    if total > MOST:
        return f"the arguments have {total:,} bytes, and may have {MOST:,}"
    return ""


def are_plain(arguments: Sequence[str]) -> bool:
    """Whether their text without quotation marks is split into them at its spaces as well as by a
    shell."""
    text = " ".join(arguments)
    try:
        return text.split() == [*arguments] == shlex.split(text)
    except ValueError:  # a quotation mark in one of them
        return False


def joined(arguments: Sequence[str]) -> str:
    """A text that a shell splits into them, with quotation marks only where it must have some."""
    return " ".join(arguments) if are_plain(arguments) else shlex.join(arguments)


def split_arguments(text: str) -> tuple[str, ...]:
    """As a shell would; raises ValueError with what is said of a text that cannot be."""
    try:
        found = tuple(shlex.split(text))
    except ValueError as error:
        fix = _FIXES.get(str(error), str(error))
        raise ValueError(f"the text cannot be split into arguments: {fix}") from error
    if said := too_large(found):
        raise ValueError(said)
    return found
