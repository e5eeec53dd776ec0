"""``judge doctor``: list the toolchains and protections of this machine."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from judge.commands.arguments import NOT_AS_EXPECTED, OK, Parser
from judge.report.terminal.machine import examine_machine


def arguments(parser: Parser) -> None:
    """``doctor`` has no options."""


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    report = examine_machine()
    print(report.text)
    return OK if report.healthy else NOT_AS_EXPECTED
