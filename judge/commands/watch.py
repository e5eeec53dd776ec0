"""``judge watch``: judge one file again on every save."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from judge.commands import grade
from judge.commands.arguments import OK, Parser
from judge.live.screen import screen_for
from judge.live.watch import watch_file


def arguments(parser: Parser) -> None:
    grade.add_file(parser, "a source, or an output (.out .txt .ans)")


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    title = f"{options.target}: {options.file}"
    watch_file(grade.chosen(options, argv), screen_for(title, sys.stdout, os.environ))
    return OK  # its output has failed
