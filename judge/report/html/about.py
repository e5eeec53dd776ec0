"""The summary of a report: a block of JSON near its start, which the index reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from judge.analysis.compare_cases import SolutionPair
from judge.common.messages import counted
from judge.common.safe_text import plain
from judge.model import Results

#: Limits that keep the block short: characters of a string, and number of problems.
LONGEST = 300
MOST = 20


def about_run(results: Results) -> dict[str, Any]:
    """The summary of a report, for the index."""
    solution_results = [j for problem in results.problems for j in problem.solutions]
    return {
        "kind": "run",
        "started": results.started,
        "titles": [plain(p.problem.title, LONGEST) for p in results.problems if p.solutions][:MOST],
        "verdicts": Counter(j.verdict.value for j in solution_results),
        "unexpected": len(results.unexpected),
        "interrupted": results.interrupted,
        "machine": plain(results.machine, LONGEST),
        "command": plain(results.command, LONGEST),
    }


def about_verification(
    results: Results, statuses: Mapping[str, int], interrupted: bool
) -> dict[str, Any]:
    """The summary of a page of ``judge verify``; ``statuses`` counts findings."""
    return {
        "kind": "verification",
        "started": results.started,
        "titles": [plain(p.problem.title, LONGEST) for p in results.problems][:MOST],
        "verdicts": {},
        "summary": ", ".join(f"{count} {status}" for status, count in statuses.items()),
        "unexpected": statuses.get("fault", 0),
        "interrupted": interrupted,
        "machine": plain(results.machine, LONGEST),
        "command": plain(results.command, LONGEST),
    }


def about_comparison(before: str, after: str, pairs: Sequence[SolutionPair]) -> dict[str, Any]:
    """The summary of a comparison."""
    differing = sum(bool(pair.differing) for pair in pairs)
    return {
        "kind": "comparison",
        "started": datetime.now().astimezone().isoformat(timespec="seconds"),
        "titles": [plain(f"{before} and {after}", LONGEST)],
        "verdicts": {},
        "summary": f"{differing} of {counted(len(pairs), 'solution')} differ",
        "unexpected": 0,
        "interrupted": False,
        "machine": "",
        "command": "",
    }
