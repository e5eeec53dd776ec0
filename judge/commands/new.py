"""``judge new``: write a manifest for a source, with what is detected."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from judge.commands.arguments import OK, Parser, add_roots
from judge.common.errors import shown_path
from judge.packages.load import find_problems
from judge.packages.plugin_loader import load_plugin
from judge.solutions import new_manifest


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("problem", metavar="PROBLEM", help="name of a problem")
    parser.add_argument("file", metavar="FILE", type=Path, help="a source, as posted")
    parser.add_argument("--show", action="store_true", help="print the manifest, write nothing")


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    problem = find_problems(options.problems, [options.problem])[0]
    readings = load_plugin(problem.folder).readings
    content = new_manifest.text(options.file, problem, readings)
    if not options.show:
        print(f"wrote {shown_path(new_manifest.write(options.file, content))}")
    print(content, end="")
    return OK
