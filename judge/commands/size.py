"""``judge size``: count the bytes of a source."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from judge.commands.arguments import OK, Parser, add_problems
from judge.report.terminal.size import size_text


def arguments(parser: Parser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a source")
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        help="a code page, base64 or hex, instead of the manifest's encoding",
    )
    add_problems(
        parser,
        "folder of problem packages, whose judge.toml says how flags count (default: problems)",
    )


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    texts = [size_text(file, options.problems, options.encoding) for file in options.files]
    print("\n".join(texts))
    return OK
