"""Which case of generators.yaml is being made: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from judge.common.safe_text import one_line
from judge.common.streams import Bar
from judge.report.terminal.progress import LINE_S, READING_S
from judge.running.generate_cases import CaseListener

#: How much of a case's name is shown, in characters.
NAME = 40


@contextmanager
def generation_progress() -> Iterator[CaseListener]:
    """A listener that shows how far the cases are."""
    if not sys.stderr.isatty():
        yield _lines()
        return
    from tqdm import tqdm

    with tqdm(unit=" cases", delay=READING_S, leave=False, file=Bar(sys.stderr)) as bar:

        def begins(name: str, made: int, cases: int) -> None:
            bar.total = cases
            bar.set_postfix_str(one_line(name, NAME), refresh=False)
            bar.update(made - bar.n)

        yield begins


def _lines() -> CaseListener:
    """Prints a line from time to time; none where all is done soon."""
    latest = time.monotonic()

    def begins(name: str, made: int, cases: int) -> None:
        nonlocal latest
        if time.monotonic() - latest >= LINE_S:
            latest = time.monotonic()
            said = f"{made:,} of {cases:,} cases made, next {one_line(name, NAME)}"
            print(said, file=sys.stderr, flush=True)

    return begins
