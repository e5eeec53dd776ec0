"""What the store says of its runs without restoring them."""

from __future__ import annotations

import json

from msgspec import Struct

from judge.model import Verdict
from judge.plugin import Score
from judge.store import encoding


class StoredRun(Struct, frozen=True):
    """A summary of one run."""

    number: int
    #: ISO 8601 with offset.
    started: str
    command: str
    problems: tuple[str, ...]
    solutions: int
    interrupted: bool
    #: False while the run goes on; it stays False if the judge was killed.
    settled: bool
    #: The run whose outputs this one graded again; None for a run that was executed.
    rescored: int | None


class PastResult(Struct, frozen=True):
    """The result of a solution in one run. ``cases`` counts the cases of the problem, ``ran`` those
    that the solution was run on; ``cpu_s`` is the longest CPU time of a case."""

    run_number: int
    started: str
    size: int
    #: SHA-256 of the source in hexadecimal.
    digest: str
    verdict: Verdict
    reading: str | None
    passed: int
    ran: int
    cases: int
    cpu_s: float
    worst_gap: Score | None
    #: Whether nothing was executed: the outputs of an earlier run were graded again.
    rescored: bool
    #: The class of the machine; empty if it is not known.
    machine_class: str = ""


class Record(Struct, frozen=True):
    """The smallest solution in a language that was accepted on every case of its problem."""

    #: The league: the language, with free flags as part of its name.
    language: str
    solution: str
    size: int
    #: The first run in which it was accepted.
    run_number: int
    started: str


def stored_run(
    number: int, settled: int, rescored: int | None, heading: str, problems: str, solutions: int
) -> StoredRun:
    """From a row of the store, whose heading is JSON."""
    facts = json.loads(heading)
    return StoredRun(
        number,
        facts["started"],
        facts["command"],
        tuple(json.loads(problems)),
        solutions,
        facts["interrupted"],
        bool(settled),
        rescored,
    )


def past_result(
    run_number: int,
    started: str,
    size: int,
    digest: str,
    verdict: str,
    reading: str | None,
    passed: int,
    ran: int,
    cases: int,
    cpu_s: float,
    gap: str | None,
    rescored: int,
    heading: str,
) -> PastResult:
    """From a row of the store."""
    return PastResult(
        run_number,
        started,
        size,
        digest,
        Verdict(verdict),
        reading,
        passed,
        ran,
        cases,
        cpu_s,
        encoding.score(gap),
        bool(rescored),
        json.loads(heading).get("machine_class", ""),
    )
