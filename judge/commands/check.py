"""``judge check``: check a package without running a solution."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from judge import sandbox
from judge.commands.arguments import Parser, add_problems, add_workers, status_of
from judge.packages.loaded_problem import load_problems
from judge.report.terminal.package_check import summary_line
from judge.verify.package_check import PackageCheck
from judge.verify.remark import Severity


def arguments(parser: Parser) -> None:
    add_problems(parser, "folder of problem packages (default: problems)")
    parser.add_argument("names", nargs="*", metavar="PACKAGE", help="problems (default: all)")
    add_workers(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    sandbox.check_name(options.sandbox)
    sound = True
    for loaded in load_problems(options.problems, options.names):
        layer = sandbox.choose(options.sandbox)
        check = PackageCheck(loaded, layer, options.jobs or os.cpu_count() or 1)
        remarks = []
        for remark in check.remarks():
            remarks.append(remark)
            print(remark, flush=True)
        print(summary_line(loaded.problem, remarks))
        sound = sound and all(remark.severity is not Severity.FAULT for remark in remarks)
    return status_of(False, sound)
