"""The results of a problem as the page shows them: order, short strings, data for the script."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from judge.common.safe_text import plain
from judge.model import Case, Kind, Problem, ProblemResult, Results, SolutionResult, Verdict
from judge.packages.code_digest import code_digest
from judge.packages.loaded_problem import LoadedProblem
from judge.plugin import PLAIN_READING
from judge.report.html import matrix
from judge.report.html.addresses import anchor
from judge.report.html.case_strip import width
from judge.report.html.cell_data import Pack, milliseconds, pack, packed
from judge.report.html.history import NOTHING, History
from judge.report.html.matrix import Group, Shades
from judge.report.html.overview import Overview, overview
from judge.report.html.repeat_command import repeating
from judge.report.html.scatter import Scatter, plot_solutions
from judge.report.html.solution_rows import Row, rows
from judge.report.html.statement import Statement, statements

#: Room for the cells of a page, in characters; the whole page then stays below 10 MB.
ROOM = 6_000_000

#: How many plots of CPU time by size stand beside each other.
MOST_PLOTS = 6


@dataclass(frozen=True)
class ProblemView:
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
    #: Compressed cells, one base64 string per case; see ``judge.report.html.cell_data``.
    packs: tuple[Markup, ...]
    #: The map as compressed data if it is too big for a table; see ``judge.report.html.matrix``.
    map: Markup | None
    shaded: bool
    #: The command that made the report.
    command: str
    overview: Overview
    #: How many parts the strip of a row has.
    strip_width: int

    @property
    def unexpected(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if not row.result.as_expected)

    @property
    def skipped(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.result.verdict is Verdict.SKIP)

    @property
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

    @property
    def worth(self) -> tuple[int, ...]:
        """How many solutions each case refutes, in the order of the page's cases."""
        counts = Counter(
            outcome.case
            for row in self.rows
            for outcome in row.result.outcomes
            if outcome.verdict is not Verdict.AC
        )
        return tuple(counts[case.name] for case in ordered(self.problem.cases))

    @property
    def most_worth(self) -> int:
        return max(self.worth, default=0)

    @property
    def slowest(self) -> tuple[Row, ...]:
        """The solutions whose CPU time by size is worth a look: too slow ones, then slow ones."""
        timed = [row for row in self.rows if row.times and row.result.passed]
        timed.sort(key=lambda row: (row.result.slow is None, -row.result.cpu_s))
        return tuple(timed[:MOST_PLOTS])

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
            "cases": [
                {
                    "name": plain(case.name),
                    "path": anchor("p", "s", case.name)[5:],
                    "quoted": plain(shlex.quote(case.name)),
                    "short": plain(column.name),
                    "group": plain(group.name),
                    "size": plain(column.size),
                    "shade": column.shade,
                    "worth": worth,
                }
                for case, worth, (group, column) in zip(
                    ordered(self.problem.cases),
                    self.worth,
                    ((group, column) for group in self.groups for column in group.columns),
                    strict=True,
                )
            ],
        }


def view_of_problem(
    result: ProblemResult,
    loaded: LoadedProblem,
    room: int = ROOM,
    history: History = NOTHING,
    command: str = "",
) -> ProblemView:
    """One problem of the page that ``command`` makes; its cells get about ``room`` characters."""
    problem, solution_results = result.problem, result.solutions
    loaded = replace(loaded, problem=problem)  # with the limits of the run
    cases = ordered(problem.cases)
    shades = Shades(solution_results)
    shown = {outcome.verdict for j in solution_results for outcome in j.outcomes}
    shown |= {j.verdict for j in solution_results if j.verdict is Verdict.UNVERIFIED}
    packs = _packs(cases, loaded, solution_results, room)
    table = matrix.is_table(len(solution_results), len(cases))
    painted = (
        None if table else packed(matrix.painted(cases, solution_results, loaded.scores, shades))
    )
    sizes = {case.name: pack.size for case, pack in zip(cases, packs, strict=True)}
    return ProblemView(
        problem,
        loaded.plugin.css,
        loaded.plugin.goal is not None,
        loaded.plugin.readings != (PLAIN_READING,),
        loaded.plugin.offers("draw"),
        anchor(problem.name),
        rows(result, cases, loaded.scores, shades, history, command, sizes),
        matrix.groups(cases, [pack.size for pack in packs]),
        tuple(verdict for verdict in Verdict if verdict in shown),
        statements(problem),
        plot_solutions(solution_results, problem.limits.cpu_s),
        tuple(Markup(pack.text) for pack in packs),
        None if painted is None else Markup(painted),
        any(o.gap and o.verdict is Verdict.WA for j in solution_results for o in j.outcomes),
        command,
        overview(result, loaded, sizes),
        width(len(cases)),
    )


def narrowed(result: ProblemResult) -> ProblemResult:
    """The result without cases that were not selected, such as with ``--case``.

    If a solution was stopped early, its missing cases cannot be distinguished from others that were
    not selected, and all cases stay.
    """
    solution_results = result.solutions
    ran = {outcome.case for j in solution_results for outcome in j.outcomes}
    cut = any(j.stopped and j.solution.kind is not Kind.OUTPUT for j in solution_results)
    if cut or not ran:
        return result
    cases = tuple(case for case in result.problem.cases if case.name in ran)
    return replace(result, problem=replace(result.problem, cases=cases))


def rooms(results: Results, room: int) -> Mapping[str, int]:
    """The share of ``room`` of each problem, by its number of cells."""
    cells = {p.problem.name: len(p.problem.cases) * len(p.solutions) for p in results.problems}
    total = max(1, sum(cells.values()))
    return {name: room * count // total for name, count in cells.items()}


def headlines(results: Results) -> list[tuple[str, str]]:
    """The big numbers at the top: (number, what it counts)."""
    solution_results = [j for problem in results.problems for j in problem.solutions]
    runs = [o.run for j in solution_results for o in j.outcomes if o.run]
    cases = sum(len(problem.problem.cases) for problem in results.problems)
    accepted = sum(j.verdict is Verdict.AC for j in solution_results)
    return [
        _counted(len(solution_results), "solution"),
        (f"{accepted:,}", "accepted"),
        _counted(cases, "case"),
        _counted(len(runs), "execution"),
        (duration(sum(run.cpu_s for run in runs)), "of CPU time"),
        (duration(results.wall_s), "elapsed"),
    ]


def duration(seconds: float) -> str:
    """``0.4 s``, ``37 s``, ``2 min 05 s``, ``1 h 02 min``."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def ordered(cases: Iterable[Case]) -> tuple[Case, ...]:
    """The cases ordered by group, groups in the order of their first case."""
    cases = tuple(cases)
    groups = {group: index for index, group in enumerate(dict.fromkeys(c.group for c in cases))}
    return tuple(sorted(cases, key=lambda case: groups[case.group]))


def _packs(
    cases: tuple[Case, ...], loaded: LoadedProblem, results: tuple[SolutionResult, ...], room: int
) -> list[Pack]:
    """Each case gets an equal share of the room that is left."""
    packs: list[Pack] = []
    code = ""
    with suppress(OSError):
        if loaded.plugin.offers("draw") and (loaded.problem.folder / "plugin.py").is_file():
            code = code_digest(loaded.problem.folder)
    outcomes = [{outcome.case: outcome for outcome in j.outcomes} for j in results]
    for index, case in enumerate(cases):
        found = [by_case.get(case.name) for by_case in outcomes]
        packs.append(pack(case, loaded, results, found, room // (len(cases) - index), code))
        room = max(0, room - len(packs[-1].text))
    return packs


def _counted(count: int, what: str) -> tuple[str, str]:
    return f"{count:,}", what + "s" * (count != 1)
