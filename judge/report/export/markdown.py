"""The leaderboards as Markdown, for a post: all solutions in one table, over all languages.

Every name is in a code span, so nothing in it becomes a link, a mention or a tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from judge.analysis import leaderboard
from judge.common.atomic_write import write_whole
from judge.common.safe_text import encodable, plain
from judge.model import ProblemResult, Results

#: Longer names are cut: characters.
LONGEST = 200


def write(results: Results, path: Path) -> None:
    """Write the leaderboards to ``path`` in one step; raises OSError."""
    write_whole(path, encodable(render(results)).encode())


def render(results: Results) -> str:
    parts = [_problem(result) for result in results.problems if result.solutions]
    where = f"{code(results.started)} on {code(results.machine)}, sandbox {code(results.sandbox)}"
    cut = ["Interrupted: these are the results up to then."] if results.interrupted else []
    return "\n\n".join([*parts, *cut, f"Judged {where}."]) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: frozenset[int]) -> str:
    """A table; ``right`` has the indices of right-aligned columns."""
    rule = ["---:" if i in right else "---" for i in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *rows))


def code(text: str) -> str:
    """Any string as a code span. Line ends and bars, which would end a cell of a table even in a
    code span, are shown as marks."""
    shown = plain(text, LONGEST).strip() or "–"
    for character, name in (("\n", "LF"), ("\t", "TAB"), ("|", "BAR")):
        shown = shown.replace(character, f"⟨{name}⟩")
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _problem(result: ProblemResult) -> str:
    total = len(result.problem.cases)
    head = ["#", "Solution", "Language", "Bytes", "Verdict", "Passed", "CPU", "Memory"]
    rows = [
        [
            "" if rank is None else str(rank),
            code(j.solution.name),
            code(j.solution.league),
            f"{j.solution.size:,}",
            f"{j.verdict.value}{'' if j.as_expected else ' (unexpected)'}",
            f"{j.passed}/{len(j.outcomes)}" + f" of {total}" * (0 < len(j.outcomes) < total),
            f"{j.cpu_s * 1000:,.0f} ms" if j.timed else "–",
            f"{j.peak_mib:,.0f} MiB" if j.timed else "–",
        ]
        for rank, index in leaderboard.in_order(result.solutions)
        for j in (result.solutions[index],)
    ]
    title = f"**{code(result.problem.title)}**, {len(rows)} solutions, {total} cases"
    return f"{title}\n\n{table(head, rows, frozenset({0, 3, 5, 6, 7}))}"
