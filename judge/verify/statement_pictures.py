"""Pictures that a statement shows: each must be a file of the package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from judge.common import foreign_files
from judge.common.messages import did_you_mean
from judge.packages.statements import StatementFile, statement_files
from judge.verify.remark import Remark, warning

#: A picture by the syntax of each kind of statement: its name, below the statement's folder.
_NAMES = {
    "md": re.compile(r"!\[[^\]]*\]\(\s*<?([^\s)>]+)|<img\b[^>]*?\bsrc\s*=\s*[\"']([^\"']+)", re.I),
    "tex": re.compile(
        r"\\includegraphics\s*(?:\[[^\]]*\])?\s*\{([^{}]+)\}"
        r"|\\illustration\s*\{[^{}]*\}\s*\{([^{}]+)\}"
    ),
}
#: What is no file of the package: an address, and in TeX a macro.
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#|.*\\", re.I)
#: TeX adds one of these to a name without a suffix.
_TEX_SUFFIXES = ("", ".pdf", ".png", ".jpg", ".jpeg", ".eps", ".svg")
_COMMENT = re.compile(r"(?<!\\)%.*")
#: What is looked for among the files of the folder, if there are no more.
_MOST_FILES = 1000


def missing_pictures(package: Path) -> Iterator[Remark]:
    """The statements with a picture that is not there, and what is wrong; never raises."""
    for file in statement_files(package):
        pattern = _NAMES.get(file.kind)
        if pattern is None:
            continue
        try:
            text = foreign_files.read(file.path, package).decode("utf-8", "replace")
        except OSError:
            continue
        if file.kind == "tex":
            text = _COMMENT.sub("", text)
        for found in pattern.finditer(text):
            name = (found[1] or found[2]).strip()
            if not _ELSEWHERE.match(name) and not _is_there(file, name):
                line = text.count("\n", 0, found.start()) + 1
                yield warning(file.path, f"there is no picture {name}: {_near(file, name)}", line)


def _is_there(file: StatementFile, name: str) -> bool:
    suffixes = _TEX_SUFFIXES if file.kind == "tex" else ("",)
    try:
        return any((file.path.parent / (name + suffix)).is_file() for suffix in suffixes)
    except (OSError, ValueError):  # no file can have that name
        return False


def _near(file: StatementFile, name: str) -> str:
    others = [path.name for path in file.path.parent.iterdir() if not path.name.startswith("prob")]
    return did_you_mean(name, others[:_MOST_FILES]) if others else "put it beside the statement"
