"""What ``judge verify`` prints."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.common.streams import Bar
from judge.verify.check_pool import CheckStarted
from judge.verify.finding import Finding

#: How many characters of a statement are printed.
STATEMENT = 600


@contextmanager
def shown_findings(checks: int) -> Iterator[Callable[[Finding | CheckStarted], None]]:
    """A listener that prints each finding; on a terminal a bar names the checks under way."""
    if not sys.stderr.isatty():
        yield lambda event: None if isinstance(event, CheckStarted) else _print(event)
        return
    from tqdm import tqdm

    with tqdm(total=checks, unit="check", leave=False, file=Bar(sys.stderr)) as bar:
        yield _CheckBar(bar).hear


class _CheckBar:
    """A bar of checks; those that have started and not ended are named."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._running: dict[str, None] = {}

    def hear(self, event: Finding | CheckStarted) -> None:
        if isinstance(event, CheckStarted):
            self._running[event.name] = None
        else:
            self._running.pop(event.name, None)
            self._bar.update()
            self._bar.write(finding_line(event))
        self._bar.set_description_str(", ".join(self._running))


def _print(finding: Finding) -> None:
    print(finding_line(finding), flush=True)


def finding_line(finding: Finding) -> str:
    """Status, name of the check, statement."""
    statement = one_line(finding.statement, STATEMENT)
    return f"{finding.status.value:<8}{finding.name:<20}{statement}"


def cached_line(solutions: int, findings: int) -> str:
    """What was not repeated, and how to repeat it."""
    results = counted(solutions, "solution")
    return f"\nunchanged: {results}, {counted(findings, 'check')}; --fresh repeats them"
