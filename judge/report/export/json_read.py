"""The facts that ``judge run --json`` wrote, read back, as they are or as what was judged."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from judge.analysis.compare_runs import Side, side
from judge.common.errors import JudgeError
from judge.model import (
    Case,
    Ended,
    Execution,
    Kind,
    Limits,
    Outcome,
    Problem,
    ProblemResult,
    Reason,
    Slow,
    Solution,
    SolutionResult,
    Verdict,
)
from judge.plugin import Score
from judge.report.export.json_write import SCHEMA, Facts

T = TypeVar("T")

#: No such file is larger; a device has no end.
MOST_BYTES = 2**30
_WRITES = "what `judge run --json` writes"


def read(path: Path) -> tuple[ProblemResult, ...]:
    """What was judged: enough to rank solutions again. Outputs, inputs and sources are not read,
    the runs hold times and memory alone. Raises JudgeError where the file is no such report."""
    return taken(path, lambda facts: tuple(_problem(problem) for problem in facts["problems"]))


def taken(path: Path, take: Callable[[Facts], T]) -> T:
    """What ``take`` makes of the facts in a file; raises JudgeError where they are none of ours, or
    not whole."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise JudgeError(f"is larger than {MOST_BYTES >> 20} MiB", path)
        facts = json.loads(text)
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    except (ValueError, RecursionError) as error:
        raise JudgeError(f"is no JSON, or not all of it ({error}): write it again", path) from error
    schema = facts.get("schema") if isinstance(facts, dict) else None
    if type(schema) is not int:
        raise JudgeError(f"is not {_WRITES}: it has no schema number", path)
    if schema != SCHEMA:
        told = f"schema {schema}; this one knows {SCHEMA}"
        mend = "update judge" if schema > SCHEMA else "write it again"
        age = "a newer" if schema > SCHEMA else "an older"
        raise JudgeError(f"was written by {age} judge ({told}): {mend}", path)
    try:
        return take(facts)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        said = f"lacks {error}" if isinstance(error, KeyError) else str(error)
        raise JudgeError(f"is not {_WRITES}: {said}", path) from error


def _problem(data: Mapping[str, Any]) -> ProblemResult:
    cases = tuple(Case(c["name"], c["group"], Path()) for c in data["cases"])
    titles = {str(language): str(title) for language, title in data["titles"].items()}
    problem = Problem(str(data["name"]), Path(str(data["folder"])), titles, Limits(), cases)
    return ProblemResult(problem, tuple(_judged(problem.name, s) for s in data["solutions"]))


def _judged(problem: str, data: Mapping[str, Any]) -> SolutionResult:
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
    return SolutionResult(
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


def _run(data: Mapping[str, Any]) -> Execution:
    return Execution(
        Ended(data["ended"]),
        data["exit_status"],
        data["signal"],
        b"",
        b"",
        None,
        float(data["cpu_s"]),
        float(data["wall_s"]),
        float(data["peak_mib"]),
        held_s=float(data.get("held_s", 0.0)),
    )


def _score(value: int | str | None) -> Score | None:
    return Fraction(value) if isinstance(value, str) else value


def load_side(path: Path) -> Side:
    """A file that ``judge run --json`` wrote; raises JudgeError."""
    return taken(path, lambda facts: side(str(path), facts))
