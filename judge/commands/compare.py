"""``judge compare``: what changed between two runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from judge.analysis.compare_runs import Side, compare_sides, side
from judge.commands import report_files
from judge.commands.arguments import NOT_AS_EXPECTED, OK, Parser
from judge.report.export.json_read import load_side
from judge.store import restore


def arguments(parser: Parser) -> None:
    run = "a file that --json wrote, or a stored run: @3, @latest or @previous"
    parser.add_argument("before", metavar="A", help=run)
    parser.add_argument("after", metavar="B", help="the run to compare with A")
    report_files.add_from(parser)
    parser.add_argument("--markdown", action="store_true", help="print a table for a post")


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    from judge.report.terminal import comparison as comparison_module

    before, after = (_side(word, options.store) for word in (options.before, options.after))
    comparison = compare_sides(before, after)
    print(
        comparison_module.markdown(comparison)
        if options.markdown
        else comparison_module.text(comparison)
    )
    return NOT_AS_EXPECTED if comparison.worse else OK


def _side(word: str, path: Path) -> Side:
    if not word.startswith("@"):
        return load_side(Path(word))
    from judge.report.export import json_write

    store = report_files.open_to_read(path)
    number = restore.number_of_run(store, word)
    return side(f"@{number}", json_write.results_as_facts(restore.settled(store, number)))
