"""A proof as JSON: how it ended, how far it came, the counterexample."""

from __future__ import annotations

from typing import Any

from judge.proving.result import ProofResult
from judge.proving.target import ProofTask
from judge.report.export.counterexample_json import counterexample_facts
from judge.report.export.json_write import json_text, score


def text(task: ProofTask, result: ProofResult) -> str:
    """The file. Scores are exact and in the plug-in's own unit: integers, or strings such as
    ``"7/3"``."""
    return json_text(as_facts(task, result))


def as_facts(task: ProofTask, result: ProofResult) -> dict[str, Any]:
    """``result`` ready for ``json.dump``."""
    target = task.target
    facts: dict[str, Any] = {
        "problem": target.problem.name,
        "solution": target.solution.name,
        "reference": result.reference,
        "bound": list(result.bound),
        "described": result.described,
        "end": result.end.value,
        "total": result.total,
        "proved": result.proved,
        "resumed": result.resumed,
        "seconds": round(result.seconds, 3),
        "interrupted": result.interrupted,
        "unit": score(target.plugin.unit),
        "reading": result.reading,
    }
    if result.counterexample is not None:
        facts["counterexample"] = counterexample_facts(task.plugin, result.counterexample)
    if result.slow is not None:
        facts["slow"] = target.plugin.render(result.slow)
    return facts
