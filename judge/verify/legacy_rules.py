"""Rules of the legacy format that the judge can do without: scores and graders of problems without
scores, flags of the root, dialogues of samples, the name in a statement."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.messages import counted
from judge.common.yaml_lines import YamlMapping, read_mapping
from judge.model import FormatVersion, Problem
from judge.packages.group_settings import SCORE_KEYS
from judge.packages.read_legacy import GROUP_FILE
from judge.packages.statements import statement_files
from judge.verify.remark import Remark, fault, warning

_FOR_SCORING = "is for problems of type scoring: write type: scoring in problem.yaml, or remove it"
_NAMED = re.compile(r"^%%\s*plainproblemname:|\\problemname\s*\{", re.MULTILINE)


def broken_rules(problem: Problem) -> Iterator[Remark]:
    """What the format forbids in a legacy package, with file and line; never raises."""
    if problem.version is not FormatVersion.LEGACY:
        return
    top = problem.folder
    if not problem.scoring and (top / "graders").is_dir():
        yield fault(top / "graders", f"a grader {_FOR_SCORING}")
    folder = top / "submissions/partially_accepted"
    if not problem.scoring and folder.is_dir():
        yield fault(folder, "is for problems of type scoring: remove it")
    for group in problem.groups:
        path = top / "data" / group.name / GROUP_FILE
        try:
            own = read_mapping(path, top, empty=True) if path.is_file() else None
        except JudgeError:
            continue  # the package was read: it has changed since
        for key, said in _of_group(problem, own) if own else ():
            yield fault(path, said, own.lines[key] if own else None)


def _of_group(problem: Problem, own: YamlMapping) -> Iterator[tuple[str, str]]:
    """The keys that a group must not have, with what is wrong."""
    if not problem.scoring:
        wrong = [key for key in own.values if key in SCORE_KEYS]
        if own.values.get("grading") == "custom":
            wrong.append("grading")
        for key in wrong:
            yield key, f"{key} {_FOR_SCORING}"
    flags = str(own.values.get("grader_flags", "")).split()
    if "ignore_sample" in flags and own.path.parent != problem.folder / "data":
        yield "grader_flags", f"ignore_sample belongs into data/{GROUP_FILE} alone: move it there"


def missing_texts(problem: Problem) -> Iterator[Remark]:
    """Statements without the name of the problem, and samples of an interactive problem that show
    no dialogue; never raises."""
    if problem.version is not FormatVersion.LEGACY:
        return
    for file in statement_files(problem.folder):
        if file.kind != "tex":
            continue
        try:
            text = foreign_files.read(file.path, problem.folder).decode("utf-8", "replace")
        except OSError:
            continue  # told elsewhere
        if not _NAMED.search(text):
            yield warning(file.path, r"does not name the problem: add \problemname{NAME}")
    samples = [case for case in problem.cases if case.name.startswith("sample/")]
    paths = [case.input_path.with_suffix(".interaction") for case in samples]
    silent = [path for path in paths if not path.exists()]
    if problem.interactive and silent:
        more = f"; {counted(len(silent) - 1, 'other sample')} too" if silent[1:] else ""
        said = f"is missing: it shows contestants a dialogue in place of the sample{more}"
        yield warning(silent[0], said)
