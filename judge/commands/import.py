"""``judge import``: a saved question page → sources and manifests."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from judge.commands.arguments import OK, Parser, add_roots
from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.packages.load import find_problems
from judge.packages.plugin_loader import load_plugin
from judge.posts import import_posts
from judge.posts.post import Post
from judge.posts.read_posts import missing_pages, read_page
from judge.posts.record import read_record, write_record
from judge.report.terminal.imported_posts import import_text


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument(
        "pages",
        nargs="+",
        type=Path,
        metavar="PAGE",
        help="answers as the API gives them (JSON), Posts.xml of a data dump, or a saved page;"
        " all pages of a question together",
    )
    parser.add_argument("--problem", required=True, metavar="NAME", help="the problem they solve")
    parser.add_argument("--parent", metavar="ID", help="of Posts.xml: the number of the question")
    parser.add_argument(
        "--site",
        type=_address,
        metavar="URL",
        help="address of the site, for links to posts (Posts.xml, JSON)",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be written, write nothing"
    )


def _address(text: str) -> str:
    if not text.startswith(("https://", "http://")):
        raise argparse.ArgumentTypeError(f"{text!r} is no address: write https://{text}")
    return text


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    problem = find_problems(options.problems, [options.problem])[0]
    folder = options.solutions / problem.name
    if folder.exists():
        try:
            foreign_files.check_folder(folder, options.solutions)
        except OSError as error:
            raise unreadable(error, folder) from error
    posts: dict[str, Post] = {}
    pages = [read_page(page, options.parent, options.site) for page in options.pages]
    for page in pages:
        for post in page.posts:
            # A post that moved from page to page while they were saved: the first one holds.
            posts.setdefault(post.id, post)
    readings = load_plugin(problem.folder).readings
    target = import_posts.Target(folder, problem, readings, date.today())
    missing = missing_pages(pages)
    planned = import_posts.plan_import(
        [*posts.values()], target, read_record(folder), is_whole=not missing
    )
    if not options.dry_run:
        planned.write()
        try:
            write_record(folder, planned.record)
        except OSError as error:
            raise JudgeError(f"cannot be written: {error.strerror}", folder) from error
    print(import_text(planned, options.dry_run))
    if missing:
        sys.stdout.flush()
        print(f"judge import: {missing}", file=sys.stderr)
    return OK
