"""The findings of ``judge verify`` as one HTML file in the style of the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from judge import __version__
from judge.common.atomic_write import write_whole
from judge.common.messages import readable_time
from judge.common.safe_text import encodable
from judge.model import Results
from judge.report.html import problem_view
from judge.report.html.about import about_verification
from judge.report.html.compiled_templates import environment
from judge.report.html.page import inlined, policy
from judge.verify.finding import Finding, Status

_HERE = Path(__file__).parent
#: Findings have the colours of verdicts.
STYLES = {Status.OK: "ac", Status.WARNING: "tle", Status.FAULT: "wa"}

#: Longer tables of a check that found nothing are folded.
MOST_OPEN = 6


def write(
    results: Results,
    findings: Sequence[Finding],
    seed: int,
    interrupted: bool,
    path: Path,
    listed: bool = False,
) -> None:
    """Write the page to ``path`` in one step, and create missing folders, with a link to the index
    of its folder if it is ``listed`` there; raises OSError."""
    write_whole(path, render(results, findings, seed, interrupted, listed).encode())


def render(
    results: Results,
    findings: Sequence[Finding],
    seed: int,
    interrupted: bool,
    listed: bool = False,
) -> str:
    """The page as a string. If ``interrupted``, some findings may be missing."""
    files = ("style.css", "verify.css")
    sheets = [inlined((_HERE / name).read_text(encoding="utf-8")) for name in files]
    page = environment().get_template("verify.html.j2")
    return encodable(
        page.render(
            results=results,
            version=__version__,
            listed=listed,
            about=about_verification(
                results, Counter(f.status.value for f in findings), interrupted
            ),
            problem=results.problems[0].problem,
            findings=findings,
            seed=seed,
            interrupted=interrupted,
            faults=[f for f in findings if f.status is Status.FAULT],
            warnings=[f for f in findings if f.status is Status.WARNING],
            headlines=problem_view.headlines(results),
            styles=STYLES,
            most_open=MOST_OPEN,
            started=readable_time(results.started),
            policy=policy("", sheets),
            sheets=sheets,
        )
    )
