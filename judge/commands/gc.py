"""``judge gc``: remove old runs from the store."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from judge.commands import report_files
from judge.commands.arguments import OK, Parser, whole
from judge.common.errors import JudgeError
from judge.report.terminal.stored import trimmed_text
from judge.store.trim import TrimLimits, trim_store

#: Units of ages, in days, and of sizes, in bytes.
DAYS = {"h": 1 / 24, "d": 1.0, "w": 7.0, "": 1.0}
BYTES = {"K": 2**10, "M": 2**20, "G": 2**30, "": 1}


def arguments(parser: Parser) -> None:
    report_files.add_from(parser)
    parser.add_argument(
        "--keep-runs", type=whole, metavar="N", help="remove all runs but the latest N"
    )
    parser.add_argument(
        "--older", type=_days, metavar="AGE", help="remove runs that are older: 36h, 14d or 8w"
    )
    parser.add_argument(
        "--max-size",
        type=_bytes,
        metavar="SIZE",
        help="remove the oldest runs until the store has about this size: 500M or 2G",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    if not options.store.exists():
        raise JudgeError("no such store: `judge run` makes one", options.store)
    limits = TrimLimits(options.keep_runs, options.older, options.max_size)
    print(trimmed_text(trim_store(options.store, limits), limits))
    return OK


def _days(text: str) -> float:
    found = re.fullmatch(r"(\d{1,6})([hdw]?)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no age: write 36h, 14d or 8w")
    return int(found[1]) * DAYS[found[2]]


def _bytes(text: str) -> int:
    found = re.fullmatch(r"(\d{1,12})([KMG]?)(?:i?B)?", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write 500M or 2G")
    return int(found[1]) * BYTES[found[2]]
