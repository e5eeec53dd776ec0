"""What a report says of itself, as a block of JSON near its start, for the index."""

from __future__ import annotations

from collections import Counter
from typing import Any

from judge.common.safe_text import plain
from judge.model import Results

#: No text is longer (characters), and no more problems are named: the block stays near the start.
LONGEST = 300
MOST = 20


def about_run(results: Results) -> dict[str, Any]:
    """What a report says of itself, for the index."""
    judged = [j for problem in results.problems for j in problem.judged]
    return {
        "started": results.started,
        "titles": [plain(p.problem.title, LONGEST) for p in results.problems if p.judged][:MOST],
        "verdicts": Counter(j.verdict.value for j in judged),
        "unexpected": len(results.unexpected),
        "interrupted": results.interrupted,
        "machine": plain(results.machine, LONGEST),
        "command": plain(results.command, LONGEST),
    }
