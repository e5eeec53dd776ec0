"""Writes the package of a new problem, and solutions to it, from a template.

A template is a folder of ``templates``: ``problem`` becomes the package, ``solutions`` its
solutions. It is judged as it is.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import unicodedata
import uuid
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from judge.common.errors import JudgeError, reason
from judge.common.messages import did_you_mean
from judge.common.safe_text import plain

TEMPLATES = Path(__file__).with_name("templates")
#: Kinds of problems, the usual one first, and what decides there.
KINDS = {
    "optimise": "answers have scores: the plug-in computes them",
    "construct": "any right answer is accepted: the plug-in compares",
    "decide": "YES or NO: the plug-in compares",
    "diff": "one right output: the plug-in compares",
    "interactive": "a dialogue: the output validator answers",
}
USUAL_KIND = "optimise"
#: What the package format allows as the name of a problem.
_LONGEST_NAME = 64
NAME = re.compile(rf"[a-z0-9]{{1,{_LONGEST_NAME}}}")
_IGNORED = shutil.ignore_patterns("__pycache__")


class NewPackage(Struct, frozen=True):
    """The folders that were written."""

    name: str
    kind: str
    problem: Path
    solutions: Path

    @property
    def files(self) -> tuple[Path, ...]:
        """What was written, in order."""
        found = (*self.problem.rglob("*"), *self.solutions.rglob("*"))
        return tuple(sorted(path for path in found if path.is_file()))


def _near_name(name: str) -> str:
    """``, such as mytour``; empty if nothing of the name can stay."""
    bare = unicodedata.normalize("NFKD", name).lower()
    near = re.sub("[^a-z0-9]", "", bare)[:_LONGEST_NAME]
    return f", such as {near}" if NAME.fullmatch(near) else ""


def write_new(target: str, kind: str, problems: Path, solutions: Path) -> NewPackage:
    """Write package and solutions; raises JudgeError, and leaves what exists as it is.

    ``target`` is a name, or the path of the new folder.
    """
    if kind not in KINDS:
        raise JudgeError(f"no template {plain(kind, 40)!r}: {did_you_mean(kind, KINDS)}")
    name = Path(target).name
    if not NAME.fullmatch(name):
        raise JudgeError(
            f"{plain(name, 40)!r} is not a valid name for a problem: use letters from a to z and "
            f"digits, at most 64{_near_name(name)}"
        )
    folder = Path(target) if "/" in target else problems / name
    made = NewPackage(name, kind, folder, solutions / name)
    for path in (made.problem, made.solutions):
        if path.exists() or path.is_symlink():
            raise JudgeError("already exists: choose another name, or remove it", path)
    try:
        _write(made)
    except OSError as error:
        where = Path(str(error.filename or made.problem))
        raise JudgeError(f"cannot be written: {reason(error)}", where) from error
    return made


def _write(made: NewPackage) -> None:
    """Both folders, or none of them; raises OSError."""
    template = TEMPLATES / made.kind
    _copy(template / "problem", made.problem, made.name)
    try:
        _copy(template / "solutions", made.solutions, made.name)
    except OSError:
        shutil.rmtree(made.problem)
        raise


def _copy(template: Path, target: Path, name: str) -> None:
    """A folder of the template, written beside its place and renamed to it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".new-", dir=target.parent) as folder:
        new = Path(folder) / target.name
        shutil.copytree(template, new, ignore=_IGNORED, copy_function=shutil.copyfile)
        for path in _filled(new):
            text = path.read_text(encoding="utf-8")
            path.write_text(_with_names(text, name), encoding="utf-8")
        new.rename(target)  # fails if there is something meanwhile


def _filled(folder: Path) -> Iterator[Path]:
    """The files with places for names."""
    if (settings := folder / "problem.yaml").exists():
        yield settings


def _with_names(text: str, name: str) -> str:
    return text.replace("@TITLE@", f'"{name.capitalize()}"').replace("@UUID@", str(uuid.uuid4()))
