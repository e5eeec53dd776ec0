"""The statements of a problem: which files there are, and the names in them."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from judge.common import foreign_files

#: Where versions of the format keep statements; the last is the package's folder itself.
FOLDERS = ("statement", "problem_statement", "")
KINDS = ("md", "tex", "pdf")
FILE = re.compile(rf"problem(?:\.([a-z]{{2,3}}(?:-[A-Za-z0-9]+)*))?\.({'|'.join(KINDS)})")
_PLAIN_NAME = re.compile(r"^%%\s*plainproblemname:(.*)$", re.MULTILINE)
#: How parts on inputs begin in other languages.
_OTHER_INPUTS = (
    r"(?:Indata|Inndata|Inddata|Invoer|Eingaben?|Entr(?:ée|\\'ee)s?|Entradas?|Ingresso|Syöte)"
)
_NAME = re.compile(r"\\problemname\{(.*)\}")
#: A name is no longer than this many characters.
LONGEST_NAME = 200


class StatementFile(Struct, frozen=True):
    """A statement in one language; English where the file's name has none."""

    language: str
    path: Path

    @property
    def kind(self) -> str:
        """``md``, ``tex`` or ``pdf``."""
        return self.path.suffix.removeprefix(".")


def statement_files(folder: Path) -> tuple[StatementFile, ...]:
    """Those of the first folder that has any, by language, then kind: md, pdf, tex."""
    for name in FOLDERS:
        try:
            paths = sorted((folder / name).iterdir())
        except OSError:
            continue
        found = [(FILE.fullmatch(path.name), path) for path in paths]
        files = [StatementFile(m[1] or "en", path) for m, path in found if m]
        if files:
            return tuple(sorted(files, key=lambda f: (f.language, f.kind)))
    return ()


def statement_sections(folder: Path, heading: str) -> list[str]:
    """The parts of the texts of statements, in Markdown or TeX, below headings that begin like this
    regular expression, with or without an article."""
    section = re.compile(
        rf"(?:^#+\s*|\\section\*?\{{)(?:The )?{heading}\b.*?\n(.*?)(?=^#+\s|\\section|\Z)",
        re.DOTALL | re.MULTILINE | re.IGNORECASE,
    )
    return [part for text in statement_texts(folder) for part in section.findall(text)]


def input_sections(folder: Path) -> list[str]:
    """The parts on inputs of statements in English; where there is none, of those in others."""
    return statement_sections(folder, "Inputs?") or statement_sections(folder, _OTHER_INPUTS)


def statement_texts(folder: Path) -> list[str]:
    """The texts of all statements; none if one of them is no text, or cannot be read."""
    texts = []
    for file in statement_files(folder):
        if file.kind == "pdf":
            return []
        try:
            texts.append(foreign_files.read(file.path, folder).decode("utf-8", "replace"))
        except OSError:
            return []
    return texts


def names_in_statements(folder: Path) -> dict[str, str]:
    """The name that each statement in TeX gives the problem, by language."""
    names = {}
    for file in statement_files(folder):
        if file.kind != "tex":
            continue
        try:
            text = foreign_files.read(file.path, folder).decode("utf-8", "replace")
        except OSError:
            continue
        found = _PLAIN_NAME.search(text) or _NAME.search(text)
        if found and found[1].strip():
            names[file.language] = found[1].strip()[:LONGEST_NAME]
    return names
