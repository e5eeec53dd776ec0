"""A counterexample as the JSON files of hunts and proofs have it."""

from __future__ import annotations

from typing import Any

from judge.hunting.stress import Counterexample
from judge.packages.problem_plugin import ProblemPlugin
from judge.report.export.json_write import score


def counterexample_facts(plugin: ProblemPlugin, found: Counterexample) -> dict[str, Any]:
    """Ready for ``json.dump``; scores are exact and in the plug-in's own unit."""
    fault, grade = found.fault, found.grade
    return {
        "instance": plugin.render(found.instance),
        "verdict": fault.verdict.value,
        "reason": fault.reason.value if fault.reason else None,
        "rule": fault.rule,
        "message": grade.message,
        "score": score(grade.score),
        "gap": score(grade.gap),
        "best": score(found.best.score),
        "flaky": found.flaky,
    }
