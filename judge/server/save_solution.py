"""Saves an answer as a solution: a new file with a manifest, never over another one."""

from __future__ import annotations

import re
from pathlib import Path

from judge.common import foreign_files
from judge.common.errors import JudgeError, shown_path
from judge.languages.table import all_languages
from judge.model import VARIANTS
from judge.packages.load import find_problems
from judge.packages.plugin_loader import load_plugin
from judge.server.grade_answer import AnswerFile
from judge.solutions import new_manifest

#: A name that is a file name everywhere, no path, no option and no hidden file.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+-]{0,59}")
#: The name of an answer that was given none.
UNNAMED = "answer"


def check_name(name: str) -> None:
    """Raise JudgeError for a name that is not plain."""
    if not NAME.fullmatch(name) or name == Path(VARIANTS).stem:
        raise JudgeError(
            f"{name[:80]!r} is no name of a solution: "
            "write 1 to 60 letters, digits, _, + and -, the first one a letter or a digit"
        )


def suffix_of(language: str) -> str:
    """The usual suffix of a language; raises JudgeError for one that is not known."""
    entry = all_languages().get(language)
    if entry is None:
        raise JudgeError(f"unknown language {language[:80]!r}")
    return entry.suffixes[0]


def save(answer: AnswerFile, name: str, problems_root: Path, solutions_root: Path) -> str:
    """Write source and manifest; returns the path as it is shown. Raises JudgeError."""
    check_name(name)
    folder = solutions_root / answer.problem
    try:
        folder.mkdir(parents=True, exist_ok=True)
        foreign_files.check_folder(folder, solutions_root)
        taken = {entry.name.partition(".")[0] for entry in folder.iterdir()}
    except OSError as error:
        raise JudgeError(f"cannot be written: {error.strerror}", folder) from error
    if name in taken:
        raise JudgeError("there is a solution of this name: choose another", folder / name)
    path = folder / f"{name}{answer.suffix}"
    _write_new(path, answer.source)
    try:
        [problem] = find_problems(problems_root, [answer.problem])
        content = new_manifest.text(path, problem, load_plugin(problem.folder).readings)
        new_manifest.write(path, _declared(answer) + content)
    except JudgeError:
        path.unlink()
        raise
    return shown_path(path)


def _declared(answer: AnswerFile) -> str:
    """What was chosen on the page, so that the file is judged in the same way again."""
    return "".join(f'{key} = "{value}"\n' for key, value in sorted(answer.declared.items()))


def _write_new(path: Path, data: bytes) -> None:
    try:
        with path.open("xb") as file:  # a link that is there is not followed
            file.write(data)
    except FileExistsError as error:
        raise JudgeError("already exists: choose another name", path) from error
    except OSError as error:
        raise JudgeError(f"cannot be written: {error.strerror}", path) from error
