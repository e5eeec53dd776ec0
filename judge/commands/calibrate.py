"""``judge calibrate``: measure how fast this machine is, so that times of others compare."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from judge.commands.arguments import OK, Parser, check_writable
from judge.library.calibrate import measure_machine
from judge.report.terminal.calibration import calibration_text
from judge.store.location import DEFAULT


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "--store",
        type=Path,
        default=DEFAULT,
        metavar="FILE",
        help=f"keep it there, for later runs (default: {DEFAULT})",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    if not options.store.exists():
        check_writable(options.store)
    print(calibration_text(measure_machine(options.store)))
    return OK
