"""``judge compare``: what changed between two runs, or between two solutions."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.analysis.compare_cases import SolutionPair, compare_by_case, pair
from judge.analysis.compare_runs import Side, compare_sides, machine_ratio, side
from judge.commands import report_files
from judge.commands.arguments import NOT_AS_EXPECTED, OK, Parser, check_writable, output_file
from judge.common.errors import JudgeError, shown_path
from judge.common.messages import did_you_mean
from judge.common.scratch import temporary_folder
from judge.model import ProblemResult, SolutionResult
from judge.report.export import json_read
from judge.report.html import comparison as comparison_page
from judge.store import restore


def arguments(parser: Parser) -> None:
    run = (
        "a file that --json wrote, or a stored run: @3, @latest or @previous; with --report also "
        "one solution of it: @3:NAME"
    )
    parser.add_argument("before", metavar="A", help=run)
    parser.add_argument("after", metavar="B", help="the run to compare with A")
    report_files.add_from(parser)
    parser.add_argument("--markdown", action="store_true", help="print a table for a post")
    parser.add_argument(
        "--report",
        type=output_file,
        metavar="FILE",
        help="write a page with the cases that differ, both answers drawn",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    from judge.report.terminal import comparison as comparison_module

    words = [_Word.read(word) for word in (options.before, options.after)]
    if options.report is not None:
        check_writable(options.report)
        _write_page(words[0], words[1], options)
    if any(word.solution for word in words):
        if options.report is None:
            raise JudgeError("two solutions are compared on a page: add --report FILE")
        return OK
    before, after = (_side(word.run, options.store) for word in words)
    comparison = compare_sides(before, after)
    print(
        comparison_module.markdown(comparison)
        if options.markdown
        else comparison_module.text(comparison)
    )
    return NOT_AS_EXPECTED if comparison.worse else OK


class _Word(Struct, frozen=True):
    """An argument: a run, and perhaps the name of a solution in it."""

    run: str
    solution: str

    @classmethod
    def read(cls, word: str) -> _Word:
        run, _, solution = word.partition(":") if word.startswith("@") else (word, "", "")
        return cls(run, solution)

    @property
    def label(self) -> str:
        return f"{self.run}: {self.solution}" if self.solution else self.run


def _write_page(before: _Word, after: _Word, options: argparse.Namespace) -> None:
    with temporary_folder(0o700) as first, temporary_folder(0o700) as second:
        old, old_results = _drawable(before, options.store, Path(first))
        new, new_results = _drawable(after, options.store, Path(second))
        sides = _side(before.run, options.store), _side(after.run, options.store)
        pairs = _pairs(before, after, old_results, new_results, machine_ratio(*sides))
        listed = report_files.is_listed(options.report)
        comparison_page.write(old, new, pairs, options.report, listed)
    print(f"report: {shown_path(options.report)}")
    report_files.renew_index(options.report)


def _drawable(
    word: _Word, path: Path, folder: Path
) -> tuple[comparison_page.Side, tuple[ProblemResult, ...]]:
    """A run with what draws it; the runs in JSON files are shown in words only."""
    if not word.run.startswith("@"):
        return comparison_page.Side(word.label, {}), json_read.read(Path(word.run))
    store = report_files.open_to_read(path)
    restored = restore.restore_run(store, restore.number_of_run(store, word.run), folder)
    problems = {
        result.problem.name: replace(restored.problems[result.problem.name], problem=result.problem)
        for result in restored.results.problems
    }
    return comparison_page.Side(word.label, problems), restored.results.problems


def _pairs(
    before: _Word,
    after: _Word,
    old: Sequence[ProblemResult],
    new: Sequence[ProblemResult],
    machines: float | None,
) -> tuple[SolutionPair, ...]:
    if not before.solution and not after.solution:
        return compare_by_case(old, new, machines)
    if not (before.solution and after.solution):
        raise JudgeError("name a solution on both sides, as in @3:first @3:second, or on none")
    left, right = _named(before, old), _named(after, new)
    common = [problem for problem in left if problem in right]
    if not common:
        raise JudgeError(f"{before.solution} and {after.solution} have no problem in common")
    return tuple(pair(problem, left[problem], right[problem], machines) for problem in common)


def _named(word: _Word, results: Sequence[ProblemResult]) -> dict[str, SolutionResult]:
    """The results of a solution, by problem; raises JudgeError if there is none."""
    found = {
        p.problem.name: j for p in results for j in p.solutions if j.solution.name == word.solution
    }
    if not found:
        names = sorted({j.solution.name for p in results for j in p.solutions})
        raise JudgeError(
            f"{word.run} has no solution {word.solution!r}: {did_you_mean(word.solution, names)}"
        )
    return found


def _side(word: str, path: Path) -> Side:
    """A run, with what the store knows of its machine if the run was made before that."""
    if not word.startswith("@"):
        found = json_read.load_side(Path(word))
    else:
        from judge.report.export import json_write

        store = report_files.open_to_read(path)
        number = restore.number_of_run(store, word)
        found = side(f"@{number}", json_write.results_as_facts(restore.settled(store, number)))
    if found.calibration is not None or not path.exists():
        return found
    known = report_files.open_to_read(path).calibrations()
    return replace(found, calibration=known.get(found.machine_class))
