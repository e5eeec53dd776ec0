"""Samples that a statement shows in its own text: each must be one of the stored ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent

from judge.common import foreign_files
from judge.common.safe_text import one_line
from judge.model import Problem
from judge.packages.statements import statement_texts

#: A heading that says what the block below it is, in Markdown or TeX.
_HEADING = r"(?:#{1,6}\s*|\\(?:sub)*section\*?\{)(?:Sample|Example)\s+(Input|Output)\b[^\n]*\n\s*?"
_FENCED = r"```[^\n]*\n(?P<fenced>.*?)\n?```"
_INDENTED = r"(?P<indented>(?: {4}|\t)[^\n]*\n(?:(?: {4}|\t)[^\n]*\n|[ \t]*\n)*)"
_VERBATIM = r"\\begin\{verbatim\}(?P<verbatim>.*?)\\end\{verbatim\}"
_SHOWN = re.compile(rf"^{_HEADING}(?:{_FENCED}|{_VERBATIM}|{_INDENTED})", re.DOTALL | re.MULTILINE)
#: The files of a sample that may be shown.
_FILES = {
    "input": (".in", ".in.statement", ".in.download"),
    "output": (".ans", ".out", ".ans.statement", ".ans.download"),
}


def unknown_samples(problem: Problem) -> Iterator[str]:
    """Messages: blocks under a heading such as ``Sample Input`` that are in no sample. White space
    does not matter."""
    blocks = [block for text in statement_texts(problem.folder) for block in _SHOWN.finditer(text)]
    if not blocks:
        return
    stored = {kind: _stored(problem, suffixes) for kind, suffixes in _FILES.items()}
    for block in blocks:
        kind = block[1].lower()
        shown = dedent(block["fenced"] or block["verbatim"] or block["indented"] or "")
        if shown.split() and shown.split() not in stored[kind]:
            said = one_line(repr(shown.strip()), 100)
            yield f"a statement shows a sample {kind} that no file of data/sample holds: {said}"


def _stored(problem: Problem, suffixes: tuple[str, ...]) -> list[list[str]]:
    """The words of the files of samples with such names."""
    folder = problem.folder / "data" / "sample"
    paths = sorted(folder.rglob("*")) if folder.is_dir() else []
    return [
        foreign_files.read(path, problem.folder, foreign_files.CASE_BYTES)
        .decode("utf-8", "replace")
        .split()
        for path in paths
        if path.is_file() and path.name.endswith(suffixes)
    ]
