"""``judge serve``: judge answers that are pasted into a page."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from judge.commands.arguments import INTERRUPTED, OK, Parser, add_roots, add_workers, whole
from judge.common import streams
from judge.common.browser import open_in_browser
from judge.common.errors import JudgeError
from judge.store.location import DEFAULT

#: The store of the answers that were sent, beside that of the runs.
ANSWERS = Path("reports/answers.sqlite")
PORT, LAST_PORT = 8421, 65535
#: What the extra ``serve`` installs.
NEEDED = ("starlette", "uvicorn")


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument(
        "--port",
        type=_port,
        default=PORT,
        metavar="N",
        help=f"the port on this machine (default: {PORT}; 0: a free one)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument(
        "--store",
        type=Path,
        default=ANSWERS,
        metavar="FILE",
        help=f"keep the answers there (default: {ANSWERS})",
    )
    parser.add_argument(
        "--from",
        dest="runs",
        type=Path,
        default=DEFAULT,
        metavar="STORE",
        help=f"show the runs of this store (default: {DEFAULT})",
    )
    add_workers(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise JudgeError(
            f"judge serve needs {' and '.join(missing)}: pip install 'rescoring-judge[serve]'"
        )
    from judge.server.grade_answer import Settings
    from judge.server.run import serve

    def tell(address: str) -> bool:
        print(f"open {address}\nCtrl-C ends it", flush=True)
        if options.open:
            open_in_browser(address)
        return options.open or not streams.has_lost_output()

    settings = Settings(
        options.problems,
        options.solutions,
        options.store,
        options.runs,
        options.sandbox,
        options.jobs,
    )
    serve(settings, options.port, tell)  # returns where it could not tell; the status says why
    return OK if streams.has_lost_output() else INTERRUPTED


def _port(text: str) -> int:
    return whole(text, least=0, most=LAST_PORT)
