"""``judge new``: write a manifest for a source, with what is detected, or a new package."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from judge.commands.arguments import OK, Parser, add_roots
from judge.common.errors import JudgeError, shown_path
from judge.packages.load import find_problems
from judge.packages.new_package import KINDS, USUAL_KIND, write_new
from judge.packages.plugin_loader import load_plugin
from judge.report.terminal.new_package import new_package_text
from judge.solutions import new_manifest

#: In the place of a problem's name: a package is wanted, not a manifest.
PACKAGE = "problem"


def arguments(parser: Parser) -> None:
    parser.usage = (
        "judge new [OPTIONS] PROBLEM FILE\n       judge new [OPTIONS] problem NAME [--from KIND]"
    )
    add_roots(parser)
    parser.add_argument(
        "problem",
        metavar="PROBLEM",
        nargs="?",
        help=f"name of a problem; or the word {PACKAGE!r}, for a new package",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a source, as posted; of a new package its name or its folder",
    )
    parser.add_argument("--show", action="store_true", help="print the manifest, write nothing")
    kinds = "; ".join(f"{kind}: {what}" for kind, what in KINDS.items())
    parser.add_argument(
        "--from",
        dest="kind",
        choices=[*KINDS],
        metavar="KIND",
        help=f"the template of a new package (default: {USUAL_KIND}); {kinds}",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    if options.file is None:
        raise JudgeError(_missing(options.problem))
    return _package(options) if options.problem == PACKAGE else _manifest(options)


def _missing(problem: str | None) -> str:
    """What is said where there is no file."""
    if problem == PACKAGE:
        return f"a name is missing: write judge new {PACKAGE} NAME"
    if problem is None:
        said = "a problem and a source are missing"
        return f"{said}: write judge new {PACKAGE} NAME, or judge new PROBLEM FILE"
    forms = f"judge new {problem} FILE, or for a new package judge new {PACKAGE} {problem}"
    return f"a source is missing: write {forms}"


def _package(options: argparse.Namespace) -> int:
    if options.show:
        raise JudgeError("--show prints a manifest, and a package is many files: leave it out")
    kind = options.kind or USUAL_KIND
    print(new_package_text(write_new(options.file, kind, options.problems, options.solutions)))
    return OK


def _manifest(options: argparse.Namespace) -> int:
    if options.kind:
        raise JudgeError(f"--from is for a new package: judge new {PACKAGE} NAME --from KIND")
    path = Path(options.file)
    problem = find_problems(options.problems, [options.problem])[0]
    readings = load_plugin(problem.folder).readings
    content = new_manifest.text(path, problem, readings)
    if not options.show:
        print(f"wrote {shown_path(new_manifest.write(path, content))}")
    print(content, end="")
    return OK
