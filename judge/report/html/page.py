"""Results as one self-contained HTML file: no network, no other file, no server.

Everything that comes from a solution (names, outputs, messages, sources) is treated as hostile. It
enters the page by autoescape, or as JSON that the script turns into text nodes. Only two sources of
HTML are trusted: the drawings of a plug-in, and the output of pygments. Should one of those fail,
the Content-Security-Policy still allows only the one script whose hash it names.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from markupsafe import Markup
from msgspec.structs import replace

from judge import __version__
from judge.common.atomic_write import write_whole
from judge.common.messages import readable_time
from judge.common.safe_text import encodable
from judge.model import Results
from judge.packages.loaded_problem import LoadedProblem
from judge.report.html import problem_view, shown_cases
from judge.report.html.about import about_run
from judge.report.html.compiled_templates import environment
from judge.report.html.history import NOTHING, History

#: How many unexpected verdicts are shown before any click.
SPELT_OUT = 3

_HERE = Path(__file__).parent
#: The parts of the page's script, which share one scope.
_SCRIPTS = (
    "shared.js",
    "address.js",
    "tables.js",
    "panel.js",
    "map.js",
    "overview.js",
    "share.js",
    "page.js",
)


def write(
    results: Results,
    loaded: Mapping[str, LoadedProblem],
    path: Path,
    history: History = NOTHING,
    listed: bool = False,
) -> None:
    """Write the page to ``path`` in one step, and create missing folders; with a link to the index
    of its folder if it is ``listed`` there.

    ``loaded`` has every problem of ``results`` by name; ``history`` has the results of earlier
    runs, without this one. Raises OSError if the file cannot be written. If the plug-in fails to
    draw an answer, only that drawing is missing.
    """
    write_whole(path, render(results, loaded, history, listed=listed).encode())


def render(
    results: Results,
    loaded: Mapping[str, LoadedProblem],
    history: History = NOTHING,
    room: int = problem_view.ROOM,
    listed: bool = False,
    served: bool = False,
) -> str:
    """The page as text; see ``write``. All cells together get about ``room`` characters. A
    ``served`` page links to the front page of the server."""
    results = replace(results, problems=tuple(shown_cases.narrowed(p) for p in results.problems))
    rooms = problem_view.rooms(results, room)
    problems = [
        problem_view.view_of_problem(
            p, loaded[p.problem.name], rooms[p.problem.name], history, results.command
        )
        for p in results.problems
    ]
    script = script_of(*_SCRIPTS)
    sheets = [inlined((_HERE / "style.css").read_text(encoding="utf-8"))]
    sheets += list(dict.fromkeys(inlined(problem.css) for problem in problems if problem.css))
    page = environment().get_template("page.html.j2")
    return encodable(
        page.render(
            results=results,
            listed=listed,
            served=served,
            version=__version__,
            problems=problems,
            wrongs=[(p, row) for p in problems for row in p.unexpected],
            spelt_out=SPELT_OUT,
            headlines=problem_view.headlines(results),
            skipped=[row for p in problems for row in p.skipped],
            solution_count=sum(len(p.rows) for p in problems),
            started=readable_time(results.started),
            about=about_run(results),
            policy=policy(script, sheets),
            script=script,
            sheets=sheets,
        )
    )


def script_of(*names: str) -> Markup:
    """These files of the folder ``script`` as one script with one scope."""
    parts = ((_HERE / "script" / name).read_text(encoding="utf-8") for name in names)
    return inlined(f"'use strict';\n(() => {{\n{''.join(parts)}}})();\n")


def policy(script: str, sheets: Sequence[str]) -> str:
    """A Content-Security-Policy that allows only this script and these style sheets."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(script)}",
            f"style-src {' '.join(_hash(sheet) for sheet in sheets)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types judge-drawing",
        )
    )


def inlined(text: str) -> Markup:
    """A script or style sheet as the browser reads and hashes it.

    A browser turns every line end into a newline. ``</`` could end the element; with an escaped
    slash it means the same in strings of both languages.
    """
    return Markup(text.replace("\r\n", "\n").replace("\r", "\n").replace("</", "<\\/"))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}'"
