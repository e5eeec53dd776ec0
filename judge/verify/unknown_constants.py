"""Names of constants that the package does not define: what stands there stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.common import foreign_files
from judge.common.messages import did_you_mean, meant
from judge.model import FormatVersion, Problem
from judge.packages.constants import COMMAND, SEQUENCE
from judge.packages.statements import statement_files
from judge.verify.remark import Remark, warning

#: What the judge itself puts into a statement in Markdown.
_SAMPLES = frozenset(("nextsample", "remainingsamples"))
#: Code and formulas in Markdown, where two braces mean something else, and comments in TeX.
_CODE = re.compile(r"(`{3,}|~{3,}).*?\1|(`+)[^`].*?\2|(\$\$?)[^$]+\3", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%.*")
_GROUP_FILE = "test_group.yaml"
#: Shorter names are like any other.
_SHORTEST = 3


def unknown_names(problem: Problem) -> Iterator[Remark]:
    """One for each file: the first unknown name in a statement or in settings of groups, and in
    programs the first that is probably meant for a constant of the package; never raises."""
    if problem.version is FormatVersion.LEGACY:
        return
    top, known = problem.folder, problem.constants
    for file in statement_files(top):
        text = _text(file.path, top) if file.kind != "pdf" else ""
        if file.kind == "tex":
            yield from _first_unknown(file.path, _COMMENT.sub("", text), COMMAND, known)
        else:
            yield from _first_unknown(file.path, _CODE.sub(_lines_of, text), SEQUENCE, known)
    for path in sorted((top / "data").rglob(_GROUP_FILE)):
        yield from _first_unknown(path, _text(path, top), SEQUENCE, known)
    for path in _sources(problem) if known else ():
        for found in SEQUENCE.finditer(text := _text(path, top)):
            if found[1] not in known and _is_meant(found[1], known):
                yield _remark(path, text, found, known)
                break


def _first_unknown(
    path: Path, text: str, pattern: re.Pattern[str], known: Mapping[str, str]
) -> Iterator[Remark]:
    for found in pattern.finditer(text):
        if found[1] not in known and found[1] not in _SAMPLES:
            yield _remark(path, text, found, known)
            return


def _remark(path: Path, text: str, found: re.Match[str], known: Mapping[str, str]) -> Remark:
    said = f"{found[0]} names no constant of problem.yaml, and stays as it is"
    near = did_you_mean(found[1], (name for name in known if not name.endswith(".value")))
    return warning(path, f"{said}: {near}", text.count("\n", 0, found.start()) + 1)


def _is_meant(name: str, known: Mapping[str, str]) -> bool:
    """Whether a name between braces in a program is probably one of a constant: a variant that it
    lacks, or almost its name. Programs write two braces for other things, too."""
    constant, _, variant = name.partition(".")
    if variant and constant in known:
        return True
    long = [one for one in known if "." not in one and len(one) >= _SHORTEST]
    return len(constant) >= _SHORTEST and bool(meant(constant, long))


def _sources(problem: Problem) -> Iterator[Path]:
    """The files of validators, of ``include/`` and of submissions."""
    deciding = (one.path for one in problem.output_validator.all)
    paths = (*deciding, *problem.input_validators, problem.static_validator)
    for path in (*paths, problem.folder / "include", problem.folder / "submissions"):
        if path is not None:
            yield from sorted(path.rglob("*")) if path.is_dir() else (path,)


def _text(path: Path, package: Path) -> str:
    """A file as text; empty for what cannot be read: that is told elsewhere."""
    try:
        return foreign_files.read(path, package).decode("utf-8", "replace")
    except OSError:
        return ""


def _lines_of(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")
