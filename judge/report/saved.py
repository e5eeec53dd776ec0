"""The facts that ``judge run --json`` wrote, read back: enough of them to rank solutions again.

Outputs, inputs and sources are not read: the runs of what comes back hold times and memory alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from judge.model import (
    Case,
    Ended,
    Judged,
    JudgeError,
    Limits,
    Outcome,
    Problem,
    ProblemResult,
    Reason,
    Run,
    Slow,
    Solution,
    Verdict,
)
from judge.plugin import Score
from judge.report.facts import SCHEMA
from judge.ways import Kind


def read(path: Path) -> tuple[ProblemResult, ...]:
    """What was judged; raises JudgeError where the file is no such report."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    except (ValueError, RecursionError) as error:
        raise JudgeError(f"is not JSON, as judge run --json writes it: {error}", path) from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise JudgeError(
            f"is not a report of schema {SCHEMA}: write it with judge run --json", path
        )
    try:
        return tuple(_problem(problem) for problem in data["problems"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        told = f"{type(error).__name__}: {error}"
        raise JudgeError(f"is damaged, write it again with judge run --json ({told})", path) from (
            error
        )


def _problem(data: Mapping[str, Any]) -> ProblemResult:
    cases = tuple(Case(c["name"], c["group"], Path()) for c in data["cases"])
    titles = {str(language): str(title) for language, title in data["titles"].items()}
    problem = Problem(str(data["name"]), Path(str(data["folder"])), titles, Limits(), cases)
    return ProblemResult(problem, tuple(_judged(problem.name, s) for s in data["solutions"]))


def _judged(problem: str, data: Mapping[str, Any]) -> Judged:
    posted = data.get("date")
    # Flags that count by their bytes are in ``bytes`` already, and make no league.
    free = data.get("league", data["language"]) != data["language"]
    solution = Solution(
        problem,
        str(data["name"]),
        Path(str(data["path"])),
        str(data["language"]),
        Kind(data["kind"]),
        int(data["bytes"]),
        expect=frozenset(Verdict(name) for name in data["expect"]),
        flags=tuple(map(str, data["flags"])) if free else (),
        date=date.fromisoformat(posted) if posted else None,
    )
    slow = data.get("slow")
    return Judged(
        solution,
        Verdict(data["verdict"]),
        data["reading"],
        str(data["reading_why"]),
        tuple(_outcome(problem, solution.name, outcome) for outcome in data["outcomes"]),
        str(data["message"]),
        str(data["stopped"]),
        Slow(slow["case"], tuple(slow["size"]), slow["growth"], slow["points"]) if slow else None,
    )


def _outcome(problem: str, solution: str, data: Mapping[str, Any]) -> Outcome:
    return Outcome(
        problem,
        solution,
        str(data["case"]),
        Verdict(data["verdict"]),
        Reason(data["reason"]) if data["reason"] else None,
        str(data["message"]),
        _score(data["score"]),
        _score(data["best"]),
        _score(data["gap"]),
        _run(data["run"]) if data["run"] else None,
    )


def _run(data: Mapping[str, Any]) -> Run:
    return Run(
        Ended(data["ended"]),
        data["exit_status"],
        data["signal"],
        b"",
        b"",
        None,
        float(data["cpu_s"]),
        float(data["wall_s"]),
        float(data["peak_mib"]),
    )


def _score(value: int | str | None) -> Score | None:
    return Fraction(value) if isinstance(value, str) else value
