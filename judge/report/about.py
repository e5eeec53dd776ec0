"""What a report says of itself, as a block of JSON near its start, for the index."""

from __future__ import annotations

from collections import Counter
from typing import Any

from judge.model import Results


def about(results: Results) -> dict[str, Any]:
    """What a report says of itself, for the index."""
    judged = [j for problem in results.problems for j in problem.judged]
    return {
        "started": results.started,
        "titles": [p.problem.title for p in results.problems if p.judged],
        "verdicts": Counter(j.verdict.value for j in judged),
        "unexpected": len(results.unexpected),
        "interrupted": results.interrupted,
        "machine": results.machine,
        "command": results.command,
    }
