"""What a package expects of its submissions: by their folder, and by ``submissions.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.path_globs import GlobFault, PathGlob, read_glob
from judge.common.score_format import ScoreFormat
from judge.common.yaml_lines import YamlMapping, read_mapping, shown
from judge.model import (
    CASE_VERDICTS,
    Expectation,
    FormatVersion,
    GroupScoring,
    LegacyGrading,
    Objective,
    Person,
    Problem,
    ProblemType,
    TimeLimitUse,
    Verdict,
)
from judge.packages import metadata

FOLDER, FILE = "submissions", "submissions.yaml"
AC, WA, TLE, RTE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE

_ALL = CASE_VERDICTS
_CE = frozenset({Verdict.CE})
#: Folders by name: the verdicts that all cases may have, and those of which one case must.
#: First those of all versions of the format, then those of problemtools, BAPCtools and DOMjudge.
_FOLDERS: Mapping[str, tuple[frozenset[Verdict], frozenset[Verdict]]] = {
    "accepted": (frozenset({AC}), _ALL),
    "rejected": (_ALL, frozenset({RTE, TLE, WA})),
    "wrong_answer": (frozenset({AC, WA}), frozenset({WA})),
    "time_limit_exceeded": (frozenset({AC, TLE}), frozenset({TLE})),
    "run_time_error": (frozenset({AC, RTE}), frozenset({RTE})),
    "brute_force": (frozenset({AC, RTE, TLE}), frozenset({RTE, TLE})),
    "partially_accepted": (_ALL, frozenset({AC})),
    "slow_accepted": (frozenset({AC, TLE}), _ALL),
    "slow": (frozenset({AC, TLE}), _ALL),
    "no_output": (frozenset({AC, WA}), frozenset({WA})),
    "memory_limit_exceeded": (frozenset({AC, RTE}), frozenset({RTE})),
    "memory_limit": (frozenset({AC, RTE}), frozenset({RTE})),
    "output_limit_exceeded": (frozenset({AC, RTE, TLE}), frozenset({Verdict.OLE})),
    "output_limit": (frozenset({AC, RTE, TLE}), frozenset({Verdict.OLE})),
    "compiler_error": (_CE, _CE),
    "compile_error": (_CE, _CE),
    "compilation_error": (_CE, _CE),
}
#: Folders of the newer versions of the format. For others, which only tools know, no rule of a tool
#: adds to those that ``submissions.yaml`` has for their submissions.
FORMAT_FOLDERS = frozenset(
    "accepted rejected wrong_answer time_limit_exceeded run_time_error brute_force".split()
)
#: In a legacy package a submission that is too slow may also be wrong.
_LEGACY: Mapping[str, tuple[frozenset[Verdict], frozenset[Verdict]]] = {
    "time_limit_exceeded": (frozenset({AC, TLE, WA}), frozenset({TLE})),
    "run_time_error": (_ALL, frozenset({RTE})),
}
#: Folders that a legacy package means by the verdict over all cases, as its graders make it: what
#: comes after the case that decides has no influence.
_LEGACY_OVER_ALL = frozenset(
    "wrong_answer no_output time_limit_exceeded memory_limit memory_limit_exceeded "
    "output_limit output_limit_exceeded".split()
)
#: Folders of which nothing is expected, unless a submission says so itself.
OPEN = frozenset(
    {"mixed", "mixed-verdicts", "mixed_verdicts", "multiple", "check_manually", "other"}
)
#: Folders that do not bound the time limit.
_NO_BOUND = frozenset({"brute_force", "slow_accepted", "slow", "partially_accepted"})
KNOWN_FOLDERS = frozenset({*_FOLDERS, *OPEN, "disabled"})
#: Folders in which no tool reads the tag ``@EXPECTED_RESULTS@``.
WITHOUT_TAG = frozenset({"accepted", "wrong_answer", "time_limit_exceeded", "run_time_error"})

_OF_CASES = frozenset({"permitted", "required", "score", "message", "use_for_time_limit"})
_OF_SUBMISSION = frozenset({"language", "entrypoint", "authors", "model_solution"})
_GROUPS = ("sample", "secret", "*")
_NAMED = {verdict.value: verdict for verdict in (AC, WA, TLE, RTE)}


class SubmissionRule(Struct, frozen=True):
    """What holds for the submissions that a glob matches."""

    glob: PathGlob
    expectations: tuple[Expectation, ...]
    #: A code of the format; empty for the language that the suffix names.
    language: str = ""
    entry: str = ""
    authors: tuple[Person, ...] = ()
    model: bool = False
    #: The line in ``submissions.yaml``; None for a folder of the format.
    line: int | None = None

    @property
    def folder(self) -> str:
        """The folder if the glob is the name of one."""
        return self.glob.text.rstrip("/")

    @property
    def is_of_tools(self) -> bool:
        """Whether it is that of a folder which tools know and the format does not."""
        return self.line is None and self.folder not in FORMAT_FOLDERS

    @property
    def has_verdicts(self) -> bool:
        """Whether ``submissions.yaml`` says here which verdicts are as expected."""
        said = ((one.permitted, one.required) for one in self.expectations)
        return self.line is not None and any(one != (_ALL, _ALL) for one in said)


def read_rules(problem: Problem) -> tuple[SubmissionRule, ...]:
    """Those of the folders, where ``submissions.yaml`` does not replace them, and those of that
    file; raises JudgeError with file and line."""
    path = problem.folder / FOLDER / FILE
    own: tuple[SubmissionRule, ...] = ()
    if path.exists() or path.is_symlink():
        settings = read_mapping(path, problem.folder, empty=True)
        own = tuple(_rule(problem, settings, key) for key in settings.values)
    replaced = {rule.folder for rule in own}
    names = [name for name in _FOLDERS if name not in replaced]
    defaults = (SubmissionRule(read_glob(name), (_default(problem, name),)) for name in names)
    return (*defaults, *own)


def rules_of(
    rules: tuple[SubmissionRule, ...], submission: str, version: FormatVersion
) -> list[SubmissionRule]:
    """Those that hold for a submission, named by its path below ``submissions``."""
    found = [rule for rule in rules if rule.glob.matches(submission)]
    if version is FormatVersion.LEGACY or not any(rule.has_verdicts for rule in found):
        return found
    return [rule for rule in found if not rule.is_of_tools]


def _default(problem: Problem, folder: str) -> Expectation:
    """What is expected of a folder by its name; nothing of another name."""
    is_legacy = problem.version is FormatVersion.LEGACY
    permitted, required = {**_FOLDERS, **(_LEGACY if is_legacy else {})}.get(folder, (_ALL, _ALL))
    partial = folder == "partially_accepted" and problem.scoring
    return Expectation(
        permitted,
        required,
        partial=partial,
        by_score=partial and not is_legacy,
        full=_full_score(problem) if partial else None,
        whole=folder == "accepted" and is_legacy,
        suffices=required if is_legacy and folder in _LEGACY_OVER_ALL else frozenset(),
        time_limit=TimeLimitUse.NEVER if folder in _NO_BOUND else TimeLimitUse.BY_VERDICTS,
        origin=f"by the folder {folder}",
    )


def _full_score(problem: Problem) -> Fraction | None:
    """The best score that the groups allow; None where it has no bound."""
    for group in problem.groups:
        scoring = group.scoring
        if isinstance(scoring, LegacyGrading) and group.name == "":
            best = problem.objective is Objective.MAXIMISE
            return scoring.highest if best else scoring.lowest
        if isinstance(scoring, GroupScoring) and group.name == "secret":
            return None if scoring.maximum is None else Fraction(scoring.maximum)
    return None


def _rule(problem: Problem, settings: YamlMapping, key: str) -> SubmissionRule:
    """One entry of ``submissions.yaml``. Keys that it lacks are those of the folder it names."""
    own = settings.child(key)
    glob = _glob(settings, key)
    line = settings.lines[key]
    default = _default(problem, glob.text.rstrip("/"))
    expectations = [_expectation(problem, own, "", default, line)]
    for name in own.values:
        if name in _OF_CASES | _OF_SUBMISSION:
            continue
        _check_group(own, name)
        _glob(own, name)
        inner = own.child(name)
        inner.refuse_unknown(_OF_CASES)
        expectations.append(_expectation(problem, inner, name, Expectation(), own.lines[name]))
    return SubmissionRule(
        glob,
        tuple(expectations),
        own.string("language"),
        own.string("entrypoint"),
        metadata.people(own, "authors"),
        own.boolean("model_solution"),
        line,
    )


def _check_group(own: YamlMapping, name: str) -> None:
    """Raise JudgeError for a key that is neither one of an entry nor a glob of cases."""
    if name.split("/")[0] in _GROUPS or name.startswith(("{", "*")):
        return
    if isinstance(own.values[name], YamlMapping):
        said = f"{name} matches no case: a glob of cases begins with sample or secret"
        raise own.error(name, said)
    raise own.error(
        name, f"unknown key {shown(name)}: {did_you_mean(name, _OF_CASES | _OF_SUBMISSION)}"
    )


def _glob(settings: YamlMapping, key: str) -> PathGlob:
    try:
        return read_glob(key)
    except GlobFault as fault:
        raise settings.error(key, str(fault)) from fault


def _expectation(
    problem: Problem, own: YamlMapping, cases: str, default: Expectation, line: int
) -> Expectation:
    return Expectation(
        permitted=_verdicts(own, "permitted", default.permitted),
        required=_verdicts(own, "required", default.required),
        cases=cases,
        message=own.string("message"),
        score=_score(problem, own),
        partial=default.partial,
        by_score=default.by_score,
        full=default.full,
        time_limit=_time_limit(own, default.time_limit),
        origin=f"by {FILE}:{line}",
    )


def _verdicts(own: YamlMapping, key: str, default: frozenset[Verdict]) -> frozenset[Verdict]:
    value = own.values.get(key)
    names = (value,) if isinstance(value, str) else own.strings(key)
    if value is None:
        return default
    if not names:
        raise own.error(key, f"{key} must name a verdict, or be left out")
    for name in names:
        if name not in _NAMED:
            raise own.error(key, f"unknown verdict {shown(name)}: {did_you_mean(name, _NAMED)}")
    return frozenset(_NAMED[name] for name in names)


def _score(problem: Problem, own: YamlMapping) -> tuple[Fraction, Fraction] | None:
    value = own.values.get("score")
    if value is None:
        return None
    if ProblemType.SCORING not in problem.types:
        raise own.error("score", "score is for problems of type scoring: remove it")
    ends = value if isinstance(value, list) else [value, value]
    if len(ends) != 2 or not all(_is_number(end) for end in ends) or ends[0] > ends[1]:
        said = "score must be a number, or a list of its minimum and maximum"
        raise own.error("score", f"{said}, not {shown(value)}")
    return Fraction(str(ends[0])), Fraction(str(ends[1]))


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) < float("inf")


def _time_limit(own: YamlMapping, default: TimeLimitUse) -> TimeLimitUse:
    value = own.values.get("use_for_time_limit")
    if value is None or value is True:
        return default if value is None else TimeLimitUse.BY_VERDICTS
    uses = {"lower": TimeLimitUse.LOWER, "upper": TimeLimitUse.UPPER}
    if value is False:
        return TimeLimitUse.NEVER
    if not isinstance(value, str) or value not in uses:
        said = f"use_for_time_limit must be true, false, lower or upper, not {shown(value)}"
        raise own.error("use_for_time_limit", said)
    return uses[value]


def impossible_scores(problem: Problem, rules: tuple[SubmissionRule, ...]) -> list[JudgeError]:
    """A sentence for each score that is expected of a submission and that no submission can get."""
    tops = (group.scoring for group in problem.groups if group.name == "secret")
    most = next((top.maximum for top in tops if isinstance(top, GroupScoring)), None)
    if problem.version is not FormatVersion.V2025_09 or most is None:
        return []
    said = []
    for rule in rules:
        wanted = (one.score for one in rule.expectations if not one.cases)
        if any(score and (score[0] > most or score[1] < 0) for score in wanted):
            greatest = f"{ScoreFormat().score(most)}, the max_score of secret"
            text = f"{shown(rule.glob.text)}: scores are from 0 to {greatest}"
            said.append(JudgeError(text, problem.folder / FOLDER / FILE, rule.line))
    return said


def unmatched(
    problem: Problem, rules: tuple[SubmissionRule, ...], names: list[str]
) -> list[JudgeError]:
    """A sentence for each entry of ``submissions.yaml`` that matches no submission, and for each
    glob of cases that matches no case."""
    path = problem.folder / FOLDER / FILE
    said = []
    for rule in rules:
        if rule.line is None:
            continue
        if not any(rule.glob.matches(name) for name in names):
            near = did_you_mean(rule.glob.text, names)
            text = f"{shown(rule.glob.text)} matches no submission: {near}"
            said.append(JudgeError(text, path, rule.line))
        for one in rule.expectations:
            glob = read_glob(one.cases) if one.cases else None
            if glob and not any(glob.matches(case.name) for case in problem.cases):
                text = f"{shown(rule.glob.text)}: {shown(one.cases)} matches no case"
                said.append(JudgeError(text, path, rule.line))
    return said
