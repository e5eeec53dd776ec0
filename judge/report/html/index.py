"""``index.html``: the reports in a folder, newest first.

Every report has a block of JSON about itself near its start (``judge.report.html.about``). The
index reads these blocks, so it is right for reports that are copied in or deleted, and needs no
store. A report may come from anybody: everything in its block is treated as text, and is bounded.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from judge.common.atomic_write import write_whole
from judge.common.messages import readable_time
from judge.common.safe_text import encodable, plain
from judge.model import Verdict
from judge.report.html.about import LONGEST
from judge.report.html.compiled_templates import environment
from judge.report.html.page import inlined, policy

NAME = "index.html"
#: Distinguishes an index by the judge from another page of that name.
MARK = '<meta name="generator" content="judge index">'
#: How much of a page is searched for its block and for the mark: bytes.
SEARCHED = 64 * 2**10
#: Endings of the exports that are linked beside the report of the same name.
FORMS = (".json", ".xml", ".csv", ".md", ".svg")

#: The kinds of pages that are listed.
KINDS = ("run", "verification", "comparison")

_BLOCK = re.compile(rb'<script type="application/json" id="about-report">(.*?)</script>', re.S)
_HERE = Path(__file__).parent
_SHEETS = ("style.css", "index.css")


class Line(Struct, frozen=True):
    """One report in the list. ``forms`` are (ending, link) of its exports."""

    href: str
    name: str
    when: str
    started: str
    titles: str
    verdicts: tuple[tuple[Verdict, int], ...]
    solutions: int
    unexpected: int
    interrupted: bool
    machine: str
    command: str
    forms: tuple[tuple[str, str], ...]
    #: What kind of page it is, and its findings in words; empty for a run.
    kind: str
    summary: str


def renew(folder: Path, begin: bool = False) -> Path | None:
    """Write the index of ``folder`` in one step; None if the folder gets none.

    With ``begin`` an index is created; without, an existing one is renewed. Another page of that
    name is left alone. Raises OSError.
    """
    path = folder / NAME
    if not _is_ours(path) if path.exists() else not begin:
        return None
    while True:
        names = _pages(folder)
        write_whole(path, render(folder, names).encode())
        if _pages(folder) == names:  # otherwise another judge added a report in the meantime
            return path


def render(folder: Path, names: list[str]) -> str:
    """The index of these pages of ``folder``; pages that are not reports are left out."""
    lines = [line for name in names if (line := _line(folder / name))]
    lines.sort(key=lambda line: (_instant(line.started), line.name), reverse=True)
    sheets = [inlined((_HERE / name).read_text(encoding="utf-8")) for name in _SHEETS]
    page = environment().get_template("index.html.j2")
    return encodable(page.render(lines=lines, sheets=sheets, policy=policy("", sheets)))


def _pages(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.glob("*.html") if p.name != NAME and p.is_file())


def _is_ours(path: Path) -> bool:
    return MARK.encode() in _start(path)


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(SEARCHED)


def _line(path: Path) -> Line | None:
    """The line of a page; None if it cannot be read or is not a report."""
    try:
        block = _BLOCK.search(_start(path))
        data = json.loads(block[1]) if block else None
        return _read(path, data) if isinstance(data, dict) else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _read(path: Path, data: dict[str, Any]) -> Line:
    known = [(v, int(data["verdicts"].get(v.value, 0))) for v in Verdict]
    started = str(data["started"])[:LONGEST]
    return Line(
        href=_link(path),
        name=plain(path.name, LONGEST),
        when=plain(readable_time(started), LONGEST),
        started=started,
        titles=plain(", ".join(str(title) for title in data["titles"]), LONGEST),
        verdicts=tuple((verdict, count) for verdict, count in known if count > 0),
        solutions=sum(count for _, count in known),
        unexpected=int(data["unexpected"]),
        interrupted=data["interrupted"] is True,
        machine=plain(str(data["machine"]), LONGEST),
        command=plain(str(data["command"]), LONGEST),
        kind=kind if (kind := str(data.get("kind", "run"))) in KINDS else "run",
        summary=plain(str(data.get("summary", "")), LONGEST),
        forms=tuple(
            (ending[1:], _link(other))
            for ending in FORMS
            if (other := path.with_suffix(ending)).is_file()
        ),
    )


def _link(path: Path) -> str:
    """A relative link, which no name can turn into a URL with a scheme."""
    return "./" + quote(path.name.encode("utf-8", "surrogateescape"), safe="")


def _instant(started: str) -> float:
    try:
        return datetime.fromisoformat(started).timestamp()
    except (ValueError, OverflowError):
        return 0.0
