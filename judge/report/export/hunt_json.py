"""A hunt as JSON: how it ended, and every failure that it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.hunting.result import Failure, HuntResult
from judge.hunting.target import HuntOptions, Target
from judge.report.export.counterexample_json import counterexample_facts
from judge.report.export.json_write import json_text, score

#: Grows when a field changes its meaning or goes.
SCHEMA = 1


def text(
    target: Target, options: HuntOptions, result: HuntResult, saved: Mapping[Failure, str]
) -> str:
    """The file. Scores are exact and in the plug-in's own unit: integers, or strings such as
    ``"7/3"``. ``saved`` names the cases that were added."""
    return json_text(as_facts(target, options, result, saved))


def as_facts(
    target: Target, options: HuntOptions, result: HuntResult, saved: Mapping[Failure, str]
) -> dict[str, Any]:
    """``result`` ready for ``json.dump``."""
    plugin = target.plugin
    facts: dict[str, Any] = {
        "schema": SCHEMA,
        "problem": target.problem.name,
        "solution": target.solution.name,
        "reference": result.reference,
        "seed": options.seed,
        "sizes": list(options.sizes),
        "blind": options.blind,
        "survived": not result.failures and not result.interrupted,
        "interrupted": result.interrupted,
        "tried": result.tried,
        "refused": result.refused,
        "seconds": round(result.seconds, 3),
        "constants": result.constants,
        "kept": result.kept,
        "unit": score(plugin.unit),
        "reading": result.reading,
        "failures": [_failure(target, one, saved.get(one)) for one in result.failures],
        "warnings": list(result.warnings),
    }
    if result.too_slow is not None:
        smallest = plugin.render(result.too_slow.smallest)
        facts["too_slow"] = {"count": result.too_slow.count, "smallest": smallest}
    return facts


def _failure(target: Target, failure: Failure, saved: str | None) -> dict[str, Any]:
    found = failure.counterexample
    return {
        # As text: it has more digits than a number of JSON keeps.
        "number": str(failure.number),
        "first_size": list(failure.first_size),
        "size": list(target.plugin.size(found.instance)),
        "steps": failure.steps,
        "minimal": failure.minimal,
        "case": saved,
        **counterexample_facts(target.plugin, found),
    }
