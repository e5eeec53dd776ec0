"""The leaderboards of a problem as Markdown, to paste into a question.

What strangers wrote is either in a code span or escaped, so that it becomes no link, mention or
tag. An address becomes a link only if it is one of the web.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from judge.analysis.board import Entry, Milestone, RecordLine, published_board
from judge.common.addresses import web_address
from judge.common.safe_text import encodable, one_line
from judge.model import Problem, Solution, SolutionResult
from judge.report.export.markdown import code, table
from judge.report.phrases import league_title

#: Longer names are cut: characters.
LONGEST = 80
#: What has a meaning in Markdown or in HTML.
_MARKUP = re.compile(r"[\\`*_{}\[\]<>#|~&@$:^\"]|(?<=www)\.", re.IGNORECASE)
#: What an address may keep; parentheses and angle brackets would end it.
_SAFE = "/:?#[]@!$&*+,;=%~-._"


def render_board(
    problem: Problem, results: Sequence[SolutionResult], milestones: Sequence[Milestone]
) -> str:
    """The winners, the lists by bytes and by characters, and the records, each as a table."""
    board = published_board(results, milestones)
    parts = [f"## {escaped(problem.title)}: leaderboards"]
    if not board.by_bytes:
        parts.append("No solution is accepted on every case.")
    else:
        parts += ["### Winners by language", _places((e for _, e in board.winners), "Bytes", False)]
        parts += ["### All languages, by bytes", _places(board.by_bytes, "Bytes")]
        parts += ["### All languages, by characters", _places(board.by_characters, "Characters")]
    lines = [line for line in board.records if len(line.records) > 1]
    if lines:
        parts += ["### Records", table(_RECORD_HEAD, _records(lines), frozenset({2}))]
    return encodable("\n\n".join(parts) + "\n")


_RECORD_HEAD = ("Language", "Date", "Bytes", "Author")


def _records(lines: Iterable[RecordLine]) -> Iterator[list[str]]:
    for line in lines:
        name = "all" if line.league is None else escaped(league_title(line.league))
        for one in line.records:
            yield [name, one.date.isoformat(), f"{one.size:,}", author(one.solution)]


def _places(entries: Iterable[Entry], unit: str, ranked: bool = True) -> str:
    rows = [
        [
            str(entry.rank),
            author(entry.result.solution),
            escaped(league_title(entry.result.solution.league)),
            f"{entry.size:,}",
            str(solution.date) if (solution := entry.result.solution).date else "–",
            "–" if solution.votes is None else f"{solution.votes:,}",
        ]
        for entry in entries
    ]
    head = ("#", "Author", "Language", unit, "Date", "Votes")
    if not ranked:  # each is the first of its language
        return table(head[1:], [row[1:] for row in rows], frozenset({2, 4}))
    return table(head, rows, frozenset({0, 3, 5}))


def author(solution: Solution) -> str:
    """The author, or the name of the solution, linked to the post."""
    name = escaped(solution.author) if solution.author.strip() else code(solution.name)
    link = web_address(solution.url)
    return f"[{name}]({quote(encodable(link), safe=_SAFE)})" if link else name


def escaped(text: str) -> str:
    """Plain text that Markdown leaves as it is."""
    return _MARKUP.sub(lambda m: f"&#{ord(m[0])};", one_line(text, LONGEST))
