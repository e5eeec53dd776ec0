"""``judge compare``: what changed between two runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from judge.analysis.compare_runs import Side, compare_sides, side
from judge.commands import forms
from judge.commands.words import NOT_AS_EXPECTED, OK, Parser
from judge.compare import load
from judge.store import restore


def arguments(parser: Parser) -> None:
    run = "a file that --json wrote, or a stored run: @3, @latest or @previous"
    parser.add_argument("before", metavar="A", help=run)
    parser.add_argument("after", metavar="B", help="the run to compare with A")
    forms.add_from(parser)
    parser.add_argument("--markdown", action="store_true", help="print a table for a post")


def main(options: argparse.Namespace, words: Sequence[str]) -> int:
    from judge.report import changes

    before, after = (_side(word, options.store) for word in (options.before, options.after))
    comparison = compare_sides(before, after)
    print(changes.markdown(comparison) if options.markdown else changes.text(comparison))
    return NOT_AS_EXPECTED if comparison.worse else OK


def _side(word: str, path: Path) -> Side:
    if not word.startswith("@"):
        return load(Path(word))
    from judge.report import facts

    store = forms.open_to_read(path)
    number = restore.number_of_run(store, word)
    return side(f"@{number}", facts.facts(restore.settled(store, number)))
