"""``judge hunt``: find the smallest input on which a solution is wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from judge.commands import report_files
from judge.commands.arguments import (
    INTERRUPTED,
    NOT_AS_EXPECTED,
    OK,
    USAGE,
    Parser,
    add_roots,
    add_seed,
    add_workers,
    output_file,
    positive,
    whole,
)
from judge.common.safe_text import one_line
from judge.common.toml_lines import LARGEST_NUMBER
from judge.evaluation.settled_convention import with_convention
from judge.hunting.reference_answers import ReferenceFails
from judge.hunting.result import HuntResult
from judge.hunting.save_case import save_failures
from judge.hunting.target import HuntOptions, Target, plan_hunt
from judge.library.hunt_report import hunt_target
from judge.report.terminal import hunt as hunt_text
from judge.report.terminal.progress import hunt_progress

#: The number of an instance has at most so many digits.
DIGITS = 200


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("problem", metavar="PROBLEM", help="name of a problem")
    parser.add_argument(
        "solution", metavar="SOLUTION", help="name of a solution, or path of a source"
    )
    parser.add_argument(
        "--against",
        metavar="REFERENCE",
        help="a correct solution to compare with (default: the fastest reference-*)",
    )
    parser.add_argument(
        "--seconds",
        type=positive,
        default=60.0,
        metavar="S",
        help="how long to search (default: 60)",
    )
    add_seed(parser)
    parser.add_argument(
        "--size",
        type=_sizes,
        default=(1, 10),
        metavar="A-B",
        help="sizes of instances (default: 1-10)",
    )
    parser.add_argument(
        "--failures",
        type=whole,
        default=3,
        metavar="N",
        help="number of failures to show (default: 3)",
    )
    parser.add_argument(
        "--only", type=_number, metavar="N", help="try only instance N of this seed"
    )
    parser.add_argument(
        "--save", action="store_true", help="add each failure to the problem as a secret case"
    )
    parser.add_argument(
        "--blind", action="store_true", help="let neither the source nor its behaviour guide it"
    )
    parser.add_argument(
        "--verbose", action="store_true", help="also say what the source gave to the search"
    )
    parser.add_argument(
        "--json", type=output_file, metavar="FILE", help="write the result as JSON, for programs"
    )
    add_workers(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    if options.json is not None:
        report_files.check_target(options.json)
    chosen = HuntOptions(
        problems_root=options.problems,
        solutions_root=options.solutions,
        problem=options.problem,
        solution=options.solution,
        against=options.against,
        seconds=options.seconds,
        seed=options.seed,
        sizes=options.size,
        failures=options.failures,
        workers=options.jobs or os.cpu_count() or 1,
        sandbox=options.sandbox,
        only=options.only,
        blind=options.blind,
    )
    target = with_convention(plan_hunt(chosen), chosen.sandbox)
    try:
        hunt_result = _with_bar(target, chosen)
    except ReferenceFails as error:
        print(error.text, end="")
        raise
    names, refused = save_failures(target, chosen, hunt_result) if options.save else ({}, [])
    print(hunt_text.report(target, chosen, hunt_result, names))
    if options.verbose:
        print(hunt_text.guidance(hunt_result))
    if options.json is not None:
        from judge.report.export import hunt_json

        found = hunt_json.text(target, chosen, hunt_result, names)
        report_files.write_text(options.json, found)
    for refusal in refused:
        print(f"judge: {refusal}", file=sys.stderr)
    for warning in hunt_result.warnings:
        print(f"judge: warning: {one_line(warning)}", file=sys.stderr)
    if hunt_result.interrupted:
        return INTERRUPTED
    if refused:
        return USAGE
    return NOT_AS_EXPECTED if hunt_result.failures else OK


def _with_bar(target: Target, options: HuntOptions) -> HuntResult:
    with hunt_progress(target.solution.name, options.seconds) as progress:
        return hunt_target(target, options, progress)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > DIGITS:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not the number of an instance")
    return int(text)


def _sizes(text: str) -> tuple[int, int]:
    """``4`` means 1 to 4, ``3-6`` means 3 to 6."""
    least, dash, most = text.rpartition("-")
    parts = [least, most] if dash else ["1", most]
    if not all(part.isdecimal() and int(part[:20]) <= LARGEST_NUMBER for part in parts):
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither a size such as 5 nor a range such as 2-5"
        )
    sizes = (int(parts[0]), int(parts[1]))
    if sizes[0] > sizes[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is empty: put the smaller size first")
    return sizes
