"""Results as one HTML file that needs nothing else: no network, no other file, no server.

Whatever came from a solution (names, outputs, messages, sources) is hostile. It enters the page
by autoescape, or as JSON that the script turns into text nodes. Only two things are trusted to be
HTML: what a plug-in draws, and what pygments makes of a source. Should one of those fail us, the
Content-Security-Policy still lets nothing run but the one script whose hash it names.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from judge import __version__
from judge.common.atomic_write import write_whole
from judge.common.messages import readable_time
from judge.common.safe_text import encodable, plain
from judge.model import Results, Verdict
from judge.plugin import Plugin
from judge.report.html import problem_view
from judge.report.html.about import about_run
from judge.report.html.history import NOTHING, History

#: How many verdicts that are not as expected are told before any click.
SPELT_OUT = 12
#: No text from elsewhere is longer on the page: characters.
LONGEST = 8000

_HERE = Path(__file__).parent
#: The page's script, in parts that share one scope.
_SCRIPTS = ("shared.js", "tables.js", "panel.js", "map.js", "page.js")


def write(
    results: Results,
    plugins: Mapping[str, Plugin[Any, Any]],
    path: Path,
    history: History = NOTHING,
) -> None:
    """Write the page to ``path`` in one step, making missing folders.

    ``plugins`` maps the name of each problem in ``results`` to its plug-in; ``history`` holds what
    is known of earlier runs, without this one. Raises OSError if the file can't be written. A
    plug-in that fails to draw loses that drawing, not the page.
    """
    write_whole(path, render(results, plugins, history).encode())


def render(
    results: Results,
    plugins: Mapping[str, Plugin[Any, Any]],
    history: History = NOTHING,
    room: int = problem_view.ROOM,
) -> str:
    """The page as text; see ``write``. All cells together get about ``room`` characters."""
    results = replace(results, problems=tuple(problem_view.narrowed(p) for p in results.problems))
    rooms = problem_view.rooms(results, room)
    problems = [
        problem_view.view_of_problem(
            p, plugins[p.problem.name], rooms[p.problem.name], history, results.command
        )
        for p in results.problems
    ]
    script = _script()
    sheets = [inlined((_HERE / "style.css").read_text(encoding="utf-8"))]
    sheets += list(dict.fromkeys(inlined(problem.css) for problem in problems if problem.css))
    page = environment().get_template("page.html.j2")
    return encodable(
        page.render(
            results=results,
            version=__version__,
            problems=problems,
            wrongs=[(p, row) for p in problems for row in p.unexpected],
            spelt_out=SPELT_OUT,
            headlines=problem_view.headlines(results),
            skipped=sum(r.judged.verdict is Verdict.SKIP for p in problems for r in p.rows),
            judged=sum(len(p.rows) for p in problems),
            moment=readable_time(results.started),
            about=about_run(results),
            policy=policy(script, sheets),
            script=script,
            sheets=sheets,
        )
    )


def _script() -> Markup:
    parts = ((_HERE / "script" / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    return inlined(f"'use strict';\n(() => {{\n{''.join(parts)}}})();\n")


def policy(script: str, sheets: Sequence[str]) -> str:
    """A Content-Security-Policy that allows this script and these style sheets, nothing else."""
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


def environment() -> Environment:
    """Templates with autoescape, for the report and its index."""
    return Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _finalize(value: Any) -> Any:
    """Every text that a template prints is bounded and shows what can't be seen; not Markup."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return plain(value, LONGEST)
    return value


def inlined(text: str) -> Markup:
    """A script or style sheet of ours or a plug-in's, as the browser will read and hash it.

    A browser turns every line end into a newline; ``</`` could end the element, and escaping
    its slash means the same in a string of either language.
    """
    return Markup(text.replace("\r\n", "\n").replace("\r", "\n").replace("</", "<\\/"))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}'"
