"""The words of ``judge.model`` as JSON text and back, for the store.

Whatever holds bytes travels apart: ``Run`` without its outputs, ``Solution`` without its source.
Non-ASCII characters are escaped, lone surrogates among them, which SQLite would refuse.
"""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from judge.model import (
    Case,
    Ended,
    Grade,
    Graded,
    Judged,
    Kind,
    Limits,
    Outcome,
    Problem,
    ProblemResult,
    Reason,
    Results,
    Run,
    Solution,
    Verdict,
)
from judge.plugin import Plugin, Score

Facts = dict[str, Any]


def dumped(facts: Facts) -> str:
    return json.dumps(facts, separators=(",", ":"))


def score_text(score: Score | None) -> str | None:
    """``"7"``, ``"-3/2"``: SQLite's integers end at 64 bits, scores do not."""
    return None if score is None else str(score)


def score(text: str | None) -> Score | None:
    if text is None:
        return None
    return Fraction(text) if "/" in text else int(text)


def name(text: str) -> str:
    """A name as a column holds it: one in broken UTF-8 has lone surrogates."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def limits_facts(limits: Limits) -> Facts:
    return dataclasses.asdict(limits)


def plugin_facts(plugin: Plugin[Any, Any]) -> Facts:
    """What results mean without the plug-in's code."""
    return {
        "goal": plugin.goal.value,
        "unit": str(plugin.unit),
        "readings": list(plugin.readings),
    }


def problem_facts(problem: Problem) -> Facts:
    return {
        "name": problem.name,
        "folder": str(problem.folder),
        "titles": dict(problem.titles),
        "limits": limits_facts(problem.limits),
        "cases": [
            {
                **dataclasses.asdict(case),
                "input_path": str(case.input_path),
                "answer_path": str(case.answer_path),
            }
            for case in problem.cases
        ],
    }


def problem(facts: Facts) -> Problem:
    cases = (
        Case(
            **{
                **case,
                "input_path": Path(case["input_path"]),
                "answer_path": Path(case["answer_path"]),
            }
        )
        for case in facts["cases"]
    )
    return Problem(
        facts["name"],
        Path(facts["folder"]),
        facts["titles"],
        Limits(**facts["limits"]),
        tuple(cases),
    )


def solution_facts(solution: Solution) -> Facts:
    facts = dataclasses.asdict(dataclasses.replace(solution, source=None))
    return {
        **facts,
        "path": str(solution.path),
        "kind": solution.kind.value,
        "expect": sorted(verdict.value for verdict in solution.expect),
    }


def solution(facts: Facts, source: bytes | None) -> Solution:
    return Solution(
        **{
            **facts,
            "path": Path(facts["path"]),
            "kind": Kind(facts["kind"]),
            "expect": frozenset(Verdict(name) for name in facts["expect"]),
            "settled": tuple(facts["settled"]),
            "requires": tuple(facts["requires"]),
            "source": source,
        }
    )


def judged_facts(judged: Judged) -> Facts:
    return {
        "solution": solution_facts(judged.solution),
        "reading": judged.reading,
        "reading_why": judged.reading_why,
        "message": judged.message,
        "stopped": judged.stopped,
    }


def run_facts(run: Run) -> Facts:
    return {
        "ended": run.ended.value,
        "exit_status": run.exit_status,
        "signal": run.signal,
        "cpu_s": run.cpu_s,
        "wall_s": run.wall_s,
        "peak_mib": run.peak_mib,
        "note": run.note,
        "tries_s": run.tries_s,
        "cut": run.cut,
    }


def run(facts: Facts, stdout: bytes, stderr: bytes, result: bytes | None) -> Run:
    return Run(
        **{
            **facts,
            "ended": Ended(facts["ended"]),
            "tries_s": tuple(facts["tries_s"]),
            "stdout": stdout,
            "stderr": stderr,
            "result": result,
        }
    )


def grade_facts(grade: Grade | Outcome) -> Facts:
    return {
        "verdict": grade.verdict.value,
        "reason": grade.reason.value if grade.reason else None,
        "message": grade.message,
        "score": score_text(grade.score),
        "gap": score_text(grade.gap),
    }


def grade(facts: Facts) -> Grade:
    return Grade(
        Verdict(facts["verdict"]),
        Reason(facts["reason"]) if facts["reason"] else None,
        facts["message"],
        score(facts["score"]),
        score(facts["gap"]),
    )


def outcome_facts(outcome: Outcome) -> Facts:
    return {"case": outcome.case, "best": score_text(outcome.best), **grade_facts(outcome)}


def outcome(problem: str, solution: str, facts: Facts, run: Run | None) -> Outcome:
    its = grade(facts)
    return Outcome(
        problem,
        solution,
        facts["case"],
        its.verdict,
        its.reason,
        its.message,
        its.score,
        score(facts["best"]),
        its.gap,
        run,
    )


def graded_facts(graded: Graded) -> Facts:
    return {
        "case": graded.case,
        "best": score_text(graded.best),
        "grades": {reading: grade_facts(its) for reading, its in graded.grades.items()},
    }


def graded(facts: Facts, run: Run) -> Graded:
    best = score(facts["best"])
    assert best is not None
    grades = {reading: grade(its) for reading, its in facts["grades"].items()}
    return Graded(facts["case"], best, run, grades)


def heading_facts(results: Results) -> Facts:
    return {
        "started": results.started,
        "wall_s": results.wall_s,
        "command": results.command,
        "machine": results.machine,
        "sandbox": results.sandbox,
        "toolchains": dict(results.toolchains),
        "interrupted": results.interrupted,
    }


def results(facts: Facts, problems: tuple[ProblemResult, ...]) -> Results:
    return Results(problems=problems, **facts)
