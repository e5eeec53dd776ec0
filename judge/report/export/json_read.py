"""Reads the facts that ``judge run --json`` wrote."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from judge.analysis.compare_runs import Side, side
from judge.common.errors import JudgeError, unreadable
from judge.model import (
    Case,
    Ended,
    Execution,
    Grade,
    GroupResult,
    Kind,
    Limits,
    Outcome,
    Problem,
    ProblemResult,
    Reason,
    Slow,
    Solution,
    SolutionResult,
    StaticResult,
    Verdict,
)
from judge.plugin import Score
from judge.report.export.json_write import SCHEMA, Facts

T = TypeVar("T")

#: Larger files are refused; a device may have no end.
MOST_BYTES = 2**30
_WRITES = "what `judge run --json` writes"


def read(path: Path) -> tuple[ProblemResult, ...]:
    """The results, as far as ranking needs them: executions have times and memory only, without
    inputs, outputs and sources. Raises JudgeError for another kind of file."""
    return taken(path, lambda facts: tuple(_problem(problem) for problem in facts["problems"]))


def taken(path: Path, take: Callable[[Facts], T]) -> T:
    """``take`` applied to the facts in a file; raises JudgeError if the file is not one of
    ``judge run --json``, or is incomplete."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise JudgeError(f"is larger than {MOST_BYTES >> 20} MiB", path)
        facts = json.loads(text)
    except OSError as error:
        raise unreadable(error, path) from error
    except (ValueError, RecursionError) as error:
        raise JudgeError(f"is not valid JSON ({error}): write it again", path) from error
    schema = facts.get("schema") if isinstance(facts, dict) else None
    if type(schema) is not int:
        raise JudgeError(f"is not {_WRITES}: it has no schema number", path)
    if schema != SCHEMA:
        versions = f"schema {schema}, this judge reads {SCHEMA}"
        fix = "update judge" if schema > SCHEMA else "write it again"
        age = "a newer" if schema > SCHEMA else "an older"
        raise JudgeError(f"was written by {age} version of judge ({versions}): {fix}", path)
    try:
        return take(facts)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        why = f"lacks {error}" if isinstance(error, KeyError) else str(error)
        raise JudgeError(f"is not {_WRITES}: {why}", path) from error


def _problem(data: Mapping[str, Any]) -> ProblemResult:
    cases = tuple(Case(c["name"], c["group"], Path()) for c in data["cases"])
    titles = {str(language): str(title) for language, title in data["titles"].items()}
    problem = Problem(str(data["name"]), Path(str(data["folder"])), titles, Limits(), cases)
    return ProblemResult(problem, tuple(_judged(problem.name, s) for s in data["solutions"]))


def _judged(problem: str, data: Mapping[str, Any]) -> SolutionResult:
    posted = data.get("date")
    # Flags that are counted are part of ``bytes``, and do not make a league.
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
        _score(data.get("score")),
        tuple(_group(group) for group in data.get("groups", ())),
        tuple(_static(one) for one in data.get("static", ())),
    )


def _group(data: Mapping[str, Any]) -> GroupResult:
    name, why = str(data["name"]), str(data["why"])
    return GroupResult(name, Verdict(data["verdict"]), _score(data["score"]), why)


def _static(data: Mapping[str, Any]) -> StaticResult:
    verdict, message = Verdict(data["verdict"]), str(data["message"])
    grade = Grade(verdict, message=message, score=_score(data["score"]))
    return StaticResult(str(data["group"]), grade)


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
        str(data.get("executed_at") or ""),
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
