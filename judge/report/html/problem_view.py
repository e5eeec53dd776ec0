"""The results of a problem as the page shows them: order, short strings, data for the script."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from judge.common.foreign_files import InsideFolders
from judge.common.messages import duration
from judge.common.safe_text import plain
from judge.model import Case, Problem, ProblemResult, Results, SolutionResult, Verdict
from judge.packages.code_digest import package_digest
from judge.packages.loaded_problem import LoadedProblem
from judge.plugin import PLAIN_READING
from judge.report.html import drawing_cache, matrix, shown_cases
from judge.report.html.addresses import anchor
from judge.report.html.case_strip import width
from judge.report.html.cell_data import Block, Detail, all_accepted, block, packed
from judge.report.html.cell_facts import milliseconds
from judge.report.html.history import NOTHING, History
from judge.report.html.matrix import Group, Shades
from judge.report.html.overview import Overview, overview_of
from judge.report.html.repeat_command import repeating
from judge.report.html.scatter import Scatter, plot_solutions
from judge.report.html.solution_rows import Row, rows
from judge.report.html.statement import Statement, statements

#: Room for the cells of a page, in characters; the whole page then stays below 10 MB.
ROOM = 6_000_000

#: The most blocks of cells of a problem: with more cases, each block has several.
MOST_BLOCKS = 1000
#: So many cells come with drawings and outputs even if all answers to their cases were accepted.
#: To draw more takes longer than to run them, and nobody opens them all.
MOST_ACCEPTED = 1000

_CASE_COLUMNS = ("name", "path", "quoted", "short", "group", "size", "shade", "worth")
#: A name that is the same in an address and on a command line.
_USUAL_NAME = re.compile(r"[a-zA-Z0-9_./-]+")

#: How many plots of CPU time by size stand beside each other.
MOST_PLOTS = 6


class ProblemView(Struct, frozen=True, dict=True):
    problem: Problem
    css: str
    #: Whether answers have scores, outputs have readings, and cells have pictures.
    scored: bool
    read: bool
    drawn: bool
    href: str
    rows: tuple[Row, ...]
    groups: tuple[Group, ...]
    verdicts: tuple[Verdict, ...]
    statements: tuple[Statement, ...]
    scatter: Scatter | None
    #: Compressed cells, a base64 string for every ``block_cases`` cases; see
    #: ``judge.report.html.cell_data``.
    blocks: tuple[Markup, ...]
    block_cases: int
    #: The map as compressed data if it is too big for a table; see ``judge.report.html.matrix``.
    map: Markup | None
    shaded: bool
    #: The command that made the report.
    command: str
    overview: Overview
    #: How many parts the strip of a row has.
    strip_width: int
    #: How many cases there are, of which the page may show only some.
    total: int

    @property
    def unexpected(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if not row.result.as_expected)

    @property
    def skipped(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.result.verdict is Verdict.SKIP)

    @cached_property
    def constant(self) -> Mapping[str, str]:
        """Columns that are left out because all rows agree, with what they agree on in words."""
        values = {
            "Expected": {" or ".join(v.value for v in row.expect) for row in self.rows},
            "Reading": {row.reading for row in self.rows if row.reading},
            "Language": {row.language for row in self.rows},
            "Kind": {row.result.solution.kind.value for row in self.rows},
        }
        if len(self.rows) < 2:
            return {}
        agreed = {
            name: f"{name.lower()} {next(iter(found))}"
            for name, found in values.items()
            if len(found) == 1
        }
        if "Expected" not in agreed and not self.unexpected:
            agreed["Expected"] = "verdict as expected"
        return agreed

    @property
    def pointed(self) -> bool:
        """Whether any solution has points."""
        return any(row.points is not None for row in self.rows)

    @cached_property
    def worth(self) -> tuple[int, ...]:
        """How many solutions each case refutes, in the order of the page's cases."""
        counts = Counter(outcome.case for row in self.rows for outcome in row.result.failed)
        return tuple(counts[case.name] for case in ordered(self.problem.cases))

    @cached_property
    def most_worth(self) -> int:
        return max(self.worth, default=0)

    @property
    def slowest(self) -> tuple[Row, ...]:
        """The solutions whose CPU time by size is worth a look: too slow ones, then slow ones."""
        timed = [row for row in self.rows if row.times and row.result.passed]
        timed.sort(key=lambda row: (row.result.slow is None, -row.result.cpu_s))
        return tuple(timed[:MOST_PLOTS])

    @property
    def proved(self) -> bool:
        """Whether a row shows a proof."""
        return any(row.result.proved for row in self.rows)

    @property
    def dated(self) -> bool:
        return any(row.result.solution.date for row in self.rows)

    @property
    def by_index(self) -> tuple[Row, ...]:
        """The rows in the order of ``ProblemResult.solutions``."""
        return tuple(sorted(self.rows, key=lambda row: row.index))

    @property
    def sized(self) -> bool:
        """Whether any case has a size."""
        return any(column.size for group in self.groups for column in group.columns)

    @property
    def languages(self) -> list[str]:
        return sorted({row.language for row in self.rows})

    @property
    def solution_verdicts(self) -> list[Verdict]:
        found = {row.result.verdict for row in self.rows}
        return [verdict for verdict in Verdict if verdict in found]

    @property
    def index(self) -> dict[str, Any]:
        """Names for the script, in the order of cells and packs."""
        limits = self.problem.limits
        return {
            "href": self.href[1:],
            "name": plain(self.problem.name),
            "again": repeating(self.command, self.problem.name),
            "limits": {
                "cpu": milliseconds(limits.cpu_s),
                "wall": milliseconds(limits.wall_s),
                "peak": f"{limits.memory_mib:,}",
            },
            "titles": {verdict.value: verdict.title for verdict in Verdict},
            "solutions": [
                {
                    "name": plain(row.result.solution.name),
                    "href": row.href[1:],
                    "blank": row.why_blank,
                    "ran": row.ran,
                    "v": row.result.verdict.value,
                    "reading": plain(row.reading),
                    "quoted": plain(shlex.quote(row.result.solution.name)),
                }
                for row in self.by_index
            ],
            "block": self.block_cases,
            "columns": self._case_columns(),
        }

    def _case_columns(self) -> dict[str, list[Any]]:
        """The cases by columns: short for very many of them. ``path``, ``quoted`` and ``short`` are
        null where the script makes the same of the name."""
        columns = [(group.name, column) for group in self.groups for column in group.columns]
        found: dict[str, list[Any]] = {key: [] for key in _CASE_COLUMNS}
        pairs = zip(ordered(self.problem.cases), self.worth, columns, strict=True)
        for case, worth, (group, column) in pairs:
            usual = bool(_USUAL_NAME.fullmatch(case.name))
            row = (
                plain(case.name),
                None if usual else anchor("p", "s", case.name)[5:],
                None if usual else plain(shlex.quote(case.name)),
                None if usual and column.name == _last(case.name) else plain(column.name),
                plain(group),
                plain(column.size),
                column.shade,
                worth,
            )
            for key, value in zip(_CASE_COLUMNS, row, strict=True):
                found[key].append(value)
        return {key: _shortened(values) for key, values in found.items()}


def view_of_problem(
    result: ProblemResult,
    loaded: LoadedProblem,
    room: int = ROOM,
    history: History = NOTHING,
    command: str = "",
) -> ProblemView:
    """One problem of the page that ``command`` makes; its cells get about ``room`` characters."""
    total = len(result.problem.cases)
    result = shown_cases.with_fewer_cases(result, shown_cases.MOST_CASES)
    problem, solution_results = result.problem, result.solutions
    loaded = replace(loaded, problem=problem)  # with the limits of the run
    cases = ordered(problem.cases)
    shades = Shades(solution_results)
    shown = {verdict for j in solution_results for verdict in j.totals.verdicts}
    shown |= {j.verdict for j in solution_results if j.verdict is Verdict.UNVERIFIED}
    block_cases = max(1, -(-len(cases) // MOST_BLOCKS))
    blocks = _blocks(cases, loaded, solution_results, room, block_cases)
    table = matrix.is_table(len(solution_results), len(cases))
    painted = (
        None if table else packed(matrix.painted(cases, solution_results, loaded.scores, shades))
    )
    by_case = [size for one in blocks for size in one.sizes]
    sizes = {case.name: size for case, size in zip(cases, by_case, strict=True)}
    return ProblemView(
        problem,
        loaded.plugin.css,
        loaded.plugin.goal is not None,
        loaded.plugin.readings != (PLAIN_READING,),
        loaded.plugin.offers("draw"),
        anchor(problem.name),
        rows(result, cases, loaded.scores, shades, history, command, sizes),
        matrix.groups(cases, by_case),
        tuple(verdict for verdict in Verdict if verdict in shown),
        statements(problem),
        plot_solutions(solution_results, problem.limits.cpu_s),
        tuple(Markup(one.text) for one in blocks),
        block_cases,
        None if painted is None else Markup(painted),
        any(o.gap and o.verdict is Verdict.WA for j in solution_results for o in j.outcomes),
        command,
        overview_of(result, loaded, sizes),
        width(len(cases)),
        total,
    )


def rooms(results: Results, room: int) -> Mapping[str, int]:
    """The share of ``room`` of each problem, by its number of cells."""
    cells = {p.problem.name: len(p.problem.cases) * len(p.solutions) for p in results.problems}
    total = max(1, sum(cells.values()))
    return {name: room * count // total for name, count in cells.items()}


def headlines(results: Results) -> list[tuple[str, str]]:
    """The big numbers at the top: (number, what it counts)."""
    solution_results = [j for problem in results.problems for j in problem.solutions]
    runs = sum(j.totals.executions for j in solution_results)
    cases = sum(len(problem.problem.cases) for problem in results.problems)
    accepted = sum(j.verdict is Verdict.AC for j in solution_results)
    return [
        _counted(len(solution_results), "solution"),
        (f"{accepted:,}", "accepted"),
        _counted(cases, "case"),
        _counted(runs, "execution"),
        (duration(sum(j.totals.all_cpu_s for j in solution_results)), "of CPU time"),
        (duration(results.wall_s), "elapsed"),
    ]


def ordered(cases: Iterable[Case]) -> tuple[Case, ...]:
    """The cases ordered by group, groups in the order of their first case."""
    cases = tuple(cases)
    groups = {group: index for index, group in enumerate(dict.fromkeys(c.group for c in cases))}
    return tuple(sorted(cases, key=lambda case: groups[case.group]))


def _blocks(
    cases: tuple[Case, ...],
    loaded: LoadedProblem,
    results: tuple[SolutionResult, ...],
    room: int,
    size: int,
) -> list[Block]:
    """The cells of all cases, ``size`` cases in a block; each case gets an equal share of the room
    that is left."""
    blocks: list[Block] = []
    code = ""
    with suppress(OSError):
        if loaded.plugin.offers("draw") and (loaded.problem.folder / "plugin.py").is_file():
            code = package_digest(loaded.problem.folder)
    outcomes = [{outcome.case: outcome for outcome in j.outcomes} for j in results]
    detail = Detail.ALL
    folders = InsideFolders(cases[0].data.parent) if cases else None
    for start in range(0, len(cases), size):
        its = cases[start : start + size]
        found = [[by_case.get(case.name) for by_case in outcomes] for case in its]
        share = room * len(its) // (len(cases) - start)
        # With very many cases neighbours are alike: the next block tries just one step more.
        most = Detail(min(Detail.ALL, detail + 1)) if size > 1 else Detail.ALL
        plain = start * len(results) >= MOST_ACCEPTED and all_accepted(found)
        most = Detail.FACTS if plain else most
        made = block(its, loaded, results, found, share, code, most, folders)
        room, detail = max(0, room - len(made.text)), detail if plain else made.detail
        blocks.append(made)
    if code:
        drawing_cache.trim()
    return blocks


def _last(name: str) -> str:
    """What follows the last slash of a case's name."""
    return name.rpartition("/")[2]


def _shortened(values: list[Any]) -> list[Any]:
    """A column; where all its values are the same, that value alone."""
    return values[:1] if len(values) > 1 and values.count(values[0]) == len(values) else values


def _counted(count: int, what: str) -> tuple[str, str]:
    return f"{count:,}", what + "s" * (count != 1)
