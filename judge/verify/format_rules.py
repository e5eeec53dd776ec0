"""Rules of format 2025-09 for what goes together: samples in statements, files of cases and of
validators, variants of constants, an accepted submission."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from judge.common import foreign_files
from judge.common.messages import others_too
from judge.languages.program import IGNORED
from judge.model import Problem, ProblemType
from judge.packages.limits import is_multiple
from judge.packages.statements import statement_files
from judge.verify.remark import Remark, fault, warning

#: Takes the next sample, by the kind of the statement.
_NEXT_SAMPLE = {
    "md": re.compile(r"\{\{nextsample\}\}"),
    "tex": re.compile(r"\\nextsample(?![a-zA-Z])"),
}
_COMMENT = re.compile(r"(?<!\\)%.*")
#: What stands between groups of three digits, and what shows nothing.
_GROUPS = re.compile(
    r"(?<=[0-9])(?:\\[,;:! ]|\{[,.]\}|\\thinspace\s*|[,~_'\s])(?=[0-9]{3}(?![0-9]))"
)
_SPACES = re.compile(r"\\[,;:! ]|[{}~\s$]")
_POWER = re.compile(
    r"(?P<sign>[-+]?)(?:(?P<factor>[0-9]+(?:\.[0-9]+)?)(?:\\cdot|\\times|\*|·|×))?"
    r"(?P<base>[0-9]{1,6})(?:\^|\*\*)(?P<exponent>[0-9]{1,3})"
)
_DECIMAL = re.compile(r"[-+]?[0-9]{1,300}(?:\.[0-9]{1,300})?(?:[eE][-+]?[0-9]{1,3})?")


def too_many_samples(problem: Problem) -> Iterator[Remark]:
    """Statements that ask for a sample after the last one."""
    folder = problem.folder / "data/sample"
    names = {case.name for case in problem.cases if case.name.startswith("sample/")}
    shown = folder.glob("**/*.interaction") if folder.is_dir() else ()
    samples = names | {f"sample/{path.relative_to(folder).with_suffix('')}" for path in shown}
    for file in statement_files(problem.folder):
        if file.kind not in _NEXT_SAMPLE:
            continue
        try:
            text = foreign_files.read(file.path, problem.folder).decode("utf-8", "replace")
        except OSError:
            continue
        if file.kind == "tex":
            text = _COMMENT.sub("", text)
        asked = [found.start() for found in _NEXT_SAMPLE[file.kind].finditer(text)]
        if len(asked) > len(samples):
            line = text.count("\n", 0, asked[len(samples)]) + 1
            yield fault(file.path, f"asks for a sample after the last of {len(samples)}", line)


def colliding_files(problem: Problem) -> Iterator[Remark]:
    """Files of cases that have the name of a file of an input validator, which they replace."""
    own = {
        path.name: validator
        for validator in problem.input_validators
        for path in (validator.iterdir() if validator.is_dir() else (validator,))
    }
    folders = {case.settings.files for case in problem.cases if case.settings.files} if own else ()
    for folder in sorted(folders):
        for path in sorted(folder.iterdir()):
            if path.name in own:
                said = f"has the name of a file of the input validator {own[path.name].name}"
                yield fault(path, f"{said}: rename one of them")


def answered_invalid_inputs(problem: Problem) -> Iterator[Remark]:
    """Answer files of invalid inputs, which have none: one for all of them."""
    data = problem.folder / "data"
    paths = [data / f"{name}.ans" for name in problem.tests.invalid_inputs]
    if found := [path for path in paths if path.exists()]:
        said = "is not read: an invalid input has no answer, so remove it"
        yield warning(found[0], said + others_too(len(found), "other file"))


def unlike_variants(problem: Problem) -> Iterator[str]:
    """Constants with a variant that is another number than their value."""
    for name, text in problem.constants.items():
        constant, _, variant = name.partition(".")
        if not variant or variant == "value":
            continue
        main = problem.constants[constant]
        value, other = _number(main), _number(text)
        if value is not None and other is not None and value != other:
            yield f"constant {constant}: {variant} is {text}, and value {main}"


def coarse_time_limit(problem: Problem) -> str:
    """What is wrong with a time limit that is no multiple of the time resolution, which is 1 s
    where the package names none; empty if nothing is."""
    declared = problem.declared
    limit, step = declared.time_limit, declared.time_resolution
    if limit is None or is_multiple(limit, step):
        return ""
    said = f"time_limit is {limit:g} s, and no multiple of time_resolution, {step:g} s"
    return f"{said}: add time_resolution to limits"


def lacks_accepted(problem: Problem) -> bool:
    """Whether there are submissions, and none that must be accepted."""
    folder = problem.folder / "submissions"
    if problem.plugin or ProblemType.SUBMIT_ANSWER in problem.types or not folder.is_dir():
        return False
    groups = {path.name: path for path in folder.iterdir() if path.is_dir()}
    accepted = groups.get("accepted")
    return bool(groups) and (accepted is None or not any(accepted.iterdir()))


def lacks_submissions(problem: Problem) -> bool:
    """Whether there is not one submission, where no plug-in tells right answers from others."""
    folder = problem.folder / "submissions"
    placed = problem.folder.resolve()
    own = placed.parent.parent / "solutions" / placed.name
    if problem.plugin or own.is_dir():  # as ``judge new problem`` writes them
        return False
    held = folder.glob("*/*") if folder.is_dir() else ()
    return not any(path.is_dir() or not IGNORED.fullmatch(path.name) for path in held)


def _number(text: str) -> Fraction | None:
    """The number that a text shows; None where it shows none, or something else."""
    bare = _SPACES.sub("", _GROUPS.sub("", text))
    if _DECIMAL.fullmatch(bare):
        return Fraction(bare)
    if power := _POWER.fullmatch(bare):
        factor, base = Fraction(power["factor"] or 1), Fraction(int(power["base"]))
        found: Fraction = factor * base ** int(power["exponent"])
        return -found if power["sign"] == "-" else found
    return None
