"""The summary of a report: a block of JSON near its start, which the index reads."""

from __future__ import annotations

from collections import Counter
from typing import Any

from judge.common.safe_text import plain
from judge.model import Results

#: Limits that keep the block short: characters of a string, and number of problems.
LONGEST = 300
MOST = 20


def about_run(results: Results) -> dict[str, Any]:
    """The summary of a report, for the index."""
    solution_results = [j for problem in results.problems for j in problem.judged]
    return {
        "started": results.started,
        "titles": [plain(p.problem.title, LONGEST) for p in results.problems if p.judged][:MOST],
        "verdicts": Counter(j.verdict.value for j in solution_results),
        "unexpected": len(results.unexpected),
        "interrupted": results.interrupted,
        "machine": plain(results.machine, LONGEST),
        "command": plain(results.command, LONGEST),
    }
