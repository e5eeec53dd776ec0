"""The pages of documentation as data: headings, links, commands, files and tables of options."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = (README, *sorted((ROOT / "docs").glob("*.md")))
#: Pages whose links are tested, too, but whose commands are for those who change the judge.
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
OTHERS = (CONTRIBUTING, ROOT / "CHANGELOG.md")
ARCHITECTURE = ROOT / "docs" / "architecture.md"

_FENCE = re.compile(
    r"^(?:`(?P<path>[^`\n]+)`:\n\n)?```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S
)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_STATUS = re.compile(r"exit status (\d+)")
_QUOTED = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True)
class Command:
    """One line of a block of shell commands, and the exit status that its comment announces."""

    arguments: tuple[str, ...]
    status: int


@dataclass(frozen=True)
class File:
    """A file that a page shows under its path."""

    path: str
    text: str


def steps(page: Path) -> tuple[Command | File, ...]:
    """The commands and the files of a page, in their order."""
    found: list[Command | File] = []
    for fence in _FENCE.finditer(page.read_text(encoding="utf-8")):
        if fence["path"]:
            found.append(File(fence["path"], fence["text"]))
        elif fence["kind"] == "sh":
            found += [_command(line) for line in fence["text"].splitlines()]
    return tuple(found)


def _command(line: str) -> Command:
    status = _STATUS.search(line.partition("#")[2])
    return Command(tuple(shlex.split(line, comments=True)), int(status[1]) if status else 0)


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> tuple[str, ...]:
    """The links that stay in this checkout, pictures among them."""
    return tuple(link for link in _LINK.findall(prose(page)) if "://" not in link)


def anchors(page: Path) -> frozenset[str]:
    """The names of a page's headings, as hosts of Markdown make them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.M)
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return frozenset(heading.strip().replace(" ", "-") for heading in kept)


def quoted(text: str) -> tuple[str, ...]:
    """What stands in backticks."""
    return tuple(_QUOTED.findall(text))


def section(page: Path, title: str) -> str:
    """The text below the heading ``title`` of a page; nothing if the page has no such heading."""
    text = page.read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^#|\Z)", text, re.M | re.S)
    return found[1] if found else ""


def keys(text: str) -> tuple[str, ...]:
    """The first cells of the tables in a text, without their heads."""
    cells = re.findall(r"^\| (.*?) \|", text, re.M)
    return tuple(cell for cell in cells if cell.startswith("`"))


def options(title: str) -> frozenset[str]:
    """The options in the table below the heading ``title``, whatever page has it."""
    text = "\n".join(cell for page in PAGES for cell in keys(section(page, title)))
    return frozenset(re.findall(r"`(--?[a-z][a-z-]*)", text))
