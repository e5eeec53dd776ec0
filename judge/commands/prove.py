"""``judge prove``: try a solution on every input up to a bound."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, nullcontext

from msgspec.structs import replace

from judge.commands import report_files
from judge.commands.arguments import (
    INTERRUPTED,
    NOT_AS_EXPECTED,
    OK,
    UNFINISHED,
    Parser,
    add_roots,
    add_workers,
    output_file,
    positive,
)
from judge.common import interrupts
from judge.common.errors import JudgeError
from judge.common.safe_text import one_line
from judge.common.streams import Bar
from judge.common.toml_lines import LARGEST_NUMBER
from judge.evaluation.settled_convention import with_convention
from judge.hunting.reference_answers import ReferenceFails
from judge.hunting.target import HuntOptions
from judge.plugin import Bound
from judge.proving.result import ProofEnd, ProofResult
from judge.proving.search import prove
from judge.proving.target import ProofTask, plan_proof
from judge.report.terminal import prove as prove_text
from judge.store.location import DEFAULT
from judge.store.proofs import ProofStore

#: A bound has at most so many numbers.
MOST_NUMBERS = 6
STATUSES: Mapping[ProofEnd, int] = {
    ProofEnd.PROVED: OK,
    ProofEnd.REFUTED: NOT_AS_EXPECTED,
    ProofEnd.UNFINISHED: UNFINISHED,
    ProofEnd.TOO_SLOW: UNFINISHED,
}


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("problem", metavar="PROBLEM", help="name of a problem")
    parser.add_argument(
        "solution", metavar="SOLUTION", help="name of a solution, or path of a source"
    )
    parser.add_argument(
        "--size",
        type=bound,
        required=True,
        metavar="A",
        help="the bound, such as 3 or 2x3x4; the problem says what its numbers mean",
    )
    parser.add_argument(
        "--reference",
        "--against",
        dest="against",
        metavar="NAME",
        help="a correct solution to compare with (default: the fastest reference-*)",
    )
    parser.add_argument(
        "--seconds",
        type=positive,
        default=60.0,
        metavar="S",
        help="how long to try (default: 60)",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="begin where the same proof ended before",
    )
    parser.add_argument(
        "--json", type=output_file, metavar="FILE", help="write the result as JSON, for programs"
    )
    report_files.add_store(parser)
    add_workers(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    if options.resume and options.no_store:
        raise JudgeError("--resume reads the store: leave out --no-store")
    if options.json is not None:
        _check_target(options)
    search = HuntOptions(
        problems_root=options.problems,
        solutions_root=options.solutions,
        problem=options.problem,
        solution=options.solution,
        against=options.against,
        seconds=options.seconds,
        workers=options.jobs or os.cpu_count() or 1,
        sandbox=options.sandbox,
    )
    planned = plan_proof(search, options.size)
    task = replace(planned, target=with_convention(planned.target, search.sandbox))
    with nullcontext() if options.no_store else closing(ProofStore(options.store)) as store:
        try:
            result = _with_bar(task, store, options.resume)
        except ReferenceFails as error:
            print(error.text, end="")
            raise
    print(prove_text.report(task, result, _kept(options)))
    if options.json is not None:
        from judge.report.export import proof_json

        report_files.write_text(options.json, proof_json.text(task, result))
    if result.interrupted and result.end is ProofEnd.UNFINISHED:
        return INTERRUPTED
    return STATUSES[result.end]


def _check_target(options: argparse.Namespace) -> None:
    key = report_files.check_target(options.json).key
    if not options.no_store and key == ("path", os.path.realpath(options.store)):
        raise JudgeError("is named by --store and --json: name two files", options.json)


def _kept(options: argparse.Namespace) -> Sequence[str] | None:
    """The options that name the store; None without one."""
    if options.no_store:
        return None
    return () if options.store == DEFAULT else ("--store", str(options.store))


def _with_bar(task: ProofTask, store: ProofStore | None, resume: bool) -> ProofResult:
    from tqdm import tqdm

    with (
        interrupts.stoppable() as stopped,
        tqdm(
            total=task.total,
            unit="instance",
            disable=None,
            leave=False,
            smoothing=0.1,
            file=Bar(sys.stderr),
        ) as bar,
    ):
        bar.set_description_str(one_line(task.target.solution.name)[:24])
        return prove(task, stopped, bar.update, store, resume)


def bound(text: str) -> Bound:
    """``3`` or ``2x3x4``."""
    parts = text.lower().replace("×", "x").split("x")
    fits = all(part.isdecimal() and int(part[:20]) <= LARGEST_NUMBER for part in parts)
    if not fits or len(parts) > MOST_NUMBERS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a bound: whole numbers with x between them, such as 3 or 2x3x4"
        )
    return tuple(map(int, parts))
