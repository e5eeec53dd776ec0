"""Files and folders that almost have a name of the format, or one of another version of it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from judge.model import FormatVersion, LegacyGrading, Problem
from judge.packages.entry_names import OTHERS, READ, near_name
from judge.packages.generators import FILE as GENERATORS_FILE
from judge.packages.generators import FOLDER as GENERATORS
from judge.packages.judge_toml import FILE as RULES
from judge.packages.statements import FILE as STATEMENT
from judge.packages.statements import KINDS as STATEMENT_KINDS
from judge.verify.remark import Remark, warning

#: What setters put beside problem.yaml by the custom of other tools, without a suffix, and the
#: folder where the format has it.
_ELSEWHERE = (
    dict.fromkeys(("check", "checker", "checkers", "interactor"), "output_validator")
    | dict.fromkeys(("validator", "validators"), "input_validators")
    | dict.fromkeys(("secret", "tests", "testcases", "testdata"), "data/secret")
    | dict.fromkeys(("sample", "samples", "examples"), "data/sample")
)
_SETTINGS = "problem.yaml"
_OTHER_SETTINGS = frozenset(("problem.yaml", "problem.yml", "problem.json", "problem.toml"))
_STATEMENTS = ("statement", "problem_statement")
#: Where somebody may look for settings of cases, of submissions, or of a validator.
_WITHOUT_RULES = (*("data", "submissions", *_STATEMENTS), "output_validator*", "input_validators")
#: Kinds of text that a statement may have been written in, and that no judge shows.
_TEXTS = frozenset("txt rst html htm adoc doc docx odt org rtf typ markdown latex".split())
_NEAR = 0.8


def name_remarks(problem: Problem) -> Iterator[Remark]:
    """What is not read for its name or its place."""
    top = problem.folder
    names = {path.name for path in top.iterdir()}
    for name in sorted(names - READ - OTHERS - {_SETTINGS}):
        if said := _misspelt(top, name, names):
            yield warning(top / name, said)
    yield from _misplaced_rules(top)
    yield from _foreign(problem, names)
    for folder in _STATEMENTS:
        yield from _statements(top / folder)
    yield from _generators(top / GENERATORS)


def _misspelt(top: Path, name: str, names: set[str]) -> str:
    """What is said of a name that is none of the format's; empty if it is like none."""
    if name.lower() in _OTHER_SETTINGS:
        return f"is not read: {_SETTINGS} is"
    if place := _ELSEWHERE.get(name.partition(".")[0].lower()):
        return f"is not read here: move it into {place}"
    near = near_name(name) or next(iter(get_close_matches(name, sorted(OTHERS), 1, _NEAR)), "")
    if near == "solution" and not any((top / name).glob(f"{near}*.*")):
        return ""  # solutions that no tool looks for
    if near in names:
        return f"is not read: what {near} holds is"
    return f"is not read: did you mean {near}?" if near else ""


def _misplaced_rules(top: Path) -> Iterator[Remark]:
    """The judge's own settings where they do nothing: they are for the whole package."""
    for folder in _WITHOUT_RULES:
        for path in sorted((*top.glob(f"{folder}/{RULES}"), *top.glob(f"{folder}/*/{RULES}"))):
            yield warning(path, f"is not read here: move it beside {_SETTINGS}")


def _foreign(problem: Problem, names: set[str]) -> Iterator[Remark]:
    """Folders of another version of the format."""
    legacy = problem.version is FormatVersion.LEGACY
    own, other = reversed(_STATEMENTS) if legacy else _STATEMENTS
    if other in names:
        said = f"is of another version of the format: in this one statements are in {own}"
        yield warning(problem.folder / other, said)
    if "graders" in names and (problem.scoring or not legacy):  # else a rule of legacy is broken
        rules = (group.scoring for group in problem.groups)
        if not any(isinstance(rule, LegacyGrading) and rule.custom for rule in rules):
            said = "is not used: " + (
                "no group has grading: custom" if legacy else "only format legacy has graders"
            )
            yield warning(problem.folder / "graders", said)


def _statements(folder: Path) -> Iterator[Remark]:
    """Texts that are almost named like a statement."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        stem, kind = path.name.partition(".")[0], path.suffix.removeprefix(".").lower()
        if path.is_dir() or STATEMENT.fullmatch(path.name):
            continue
        if stem == "problem" and kind in _TEXTS:
            yield warning(path, f"is not shown: statements are {', '.join(STATEMENT_KINDS)}")
        elif kind in STATEMENT_KINDS and stem != "problem" and _is_like(stem, "problem"):
            yield warning(path, "is not read: a statement is named problem, a language and a kind")


def _generators(folder: Path) -> Iterator[Remark]:
    """Files that are almost named like the one that tells which inputs are made."""
    for path in sorted(folder.glob("*.y*ml")) if folder.is_dir() else ():
        if path.name != GENERATORS_FILE and _is_like(path.stem, Path(GENERATORS_FILE).stem):
            yield warning(path, f"is not read: {GENERATORS_FILE} is")


def _is_like(name: str, known: str) -> bool:
    return bool(get_close_matches(name.lower(), [known], cutoff=_NEAR))
