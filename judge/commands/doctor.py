"""``judge doctor``: list the toolchains and protections of this machine."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from judge.commands.arguments import NOT_AS_EXPECTED, OK, Parser
from judge.report.terminal.machine import examine_machine, install_text
from judge.running.preparation import prepare_machine
from judge.sandbox import choose


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "--install",
        metavar="LANGUAGE",
        help="print the command that installs a language, by its name or title",
    )
    parser.add_argument(
        "--prepare",
        action="store_true",
        help="build now what the first runs would build: parts of the sandbox, and large headers",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    if options.install is not None:
        print(install_text(options.install))
        return OK
    if options.prepare:
        for line in prepare_machine(choose("auto")):
            print(line, flush=True)
        return OK
    report = examine_machine()
    print(report.text)
    return OK if report.healthy else NOT_AS_EXPECTED
