"""What a package expects of a submission: verdicts of its cases, and messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction

from msgspec import Struct, field

from judge.common.path_globs import read_glob
from judge.common.score_format import ScoreFormat
from judge.model.verdict import SEVERITY, Verdict
from judge.plugin import Score

#: The verdicts that the package format knows for one case.
CASE_VERDICTS = frozenset({Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE})
#: What verdicts that the format has no name for count as. A program that prints without end may
#: meet any of its limits first. A case of a group that is not run has some verdict that is not
#: accepted.
_COUNTS_AS: Mapping[Verdict, frozenset[Verdict]] = {
    Verdict.MLE: frozenset({Verdict.RTE}),
    Verdict.OLE: frozenset({Verdict.RTE, Verdict.TLE}),
    Verdict.SKIP: CASE_VERDICTS - {Verdict.AC},
}


class TimeLimitUse(Enum):
    """Whether a submission bounds the time limit: from below, from above, not at all, or as its
    permitted and required verdicts say."""

    BY_VERDICTS = "by verdicts"
    NEVER = "never"
    LOWER = "lower"
    UPPER = "upper"


class Expectation(Struct, frozen=True):
    """All cases that ``cases`` matches have a permitted verdict, and one of them a required one;
    with ``whole`` the verdict over all cases has.

    ``cases`` is a glob of the package format for names of cases; empty for all cases.
    """

    permitted: frozenset[Verdict] = CASE_VERDICTS
    required: frozenset[Verdict] = CASE_VERDICTS
    cases: str = ""
    whole: bool = False
    #: Verdicts over all cases that are as expected, whatever those of cases are: graders of a
    #: legacy package need not look at all cases.
    suffices: frozenset[Verdict] = frozenset()
    #: What the validator's message must contain on one of the cases.
    message: str = ""
    #: The least and the greatest score, both allowed: of the group that ``cases`` names, or of all.
    score: tuple[Fraction, Fraction] | None = None
    #: Whether the whole must be accepted with less than the full score ``full``, if that is known.
    partial: bool = False
    #: Whether a score above 0 says that, whatever the verdict: where scores take its place.
    by_score: bool = False
    full: Fraction | None = None
    time_limit: TimeLimitUse = TimeLimitUse.BY_VERDICTS
    #: Where it is from, to be shown.
    origin: str = ""


class CaseResult(Struct, frozen=True):
    """What an expectation looks at."""

    case: str
    verdict: Verdict
    message: str = ""


class WholeResult(Struct, frozen=True):
    """The same of all cases together: a verdict, and the scores of groups by their names and of
    the whole by "", where there are scores."""

    verdict: Verdict
    scores: Mapping[str, Score | None] = field(default_factory=dict)


def unmet(expectation: Expectation, results: Iterable[CaseResult], whole: WholeResult) -> str:
    """What is not as expected, in a few words; empty if all is, or if no case is concerned."""
    judged = list(results)
    if expectation.whole:
        first = [one.case for one in judged if one.verdict is whole.verdict][:1]
        judged = [CaseResult("".join(first), whole.verdict)]
    if said := _unmet_score(expectation, whole):
        return said
    if counts_as(whole.verdict, expectation.suffices):
        return ""
    return _unmet_verdict(expectation, judged)


def _unmet_score(expectation: Expectation, whole: WholeResult) -> str:
    scores, wanted, shown = whole.scores, expectation.score, ScoreFormat().score
    if expectation.partial:
        total = scores.get("")
        if expectation.by_score and total is not None:
            if total <= 0:
                return f"a score above 0, not {shown(total)}"
        elif whole.verdict is not Verdict.AC:
            return f"AC over all, not {whole.verdict.value}"
        if total is not None and total == expectation.full:
            return f"less than the full score {shown(total)}"
    if wanted is None:
        return ""
    glob = read_glob(expectation.cases) if expectation.cases else None
    for name, score in scores.items():
        concerned = glob.names(name) if glob and name else glob is None and not name
        if concerned and score is not None and not wanted[0] <= score <= wanted[1]:
            range_ = " to ".join(dict.fromkeys(map(shown, wanted)))
            return f"a score of {range_}{f' in {name}' if name else ''}, not {shown(score)}"
    return ""


def _unmet_verdict(expectation: Expectation, results: Iterable[CaseResult]) -> str:
    glob = read_glob(expectation.cases) if expectation.cases else None
    concerned = [one for one in results if glob is None or glob.matches(one.case)]
    if not concerned:
        return ""
    where = f" in {expectation.cases}" if expectation.cases else ""
    for one in concerned:
        if not counts_as(one.verdict, expectation.permitted):
            on = f" on {one.case}" if one.case else ""
            return f"{names(expectation.permitted)}{where}, not {one.verdict.value}{on}"
    if not any(counts_as(one.verdict, expectation.required) for one in concerned):
        return f"{names(expectation.required)} on a case{where}"
    if expectation.message and not any(expectation.message in one.message for one in concerned):
        return f"a case{where} with the message {expectation.message!r}"
    return ""


def counts_as(verdict: Verdict, wanted: frozenset[Verdict]) -> bool:
    """Whether a verdict is one of those wanted, by itself or under the format's name for it."""
    return verdict in wanted or bool(_COUNTS_AS.get(verdict, frozenset()) & wanted)


def names(verdicts: frozenset[Verdict]) -> str:
    """``RTE or WA``."""
    return " or ".join(sorted(verdict.value for verdict in verdicts))


def possible_verdicts(expectations: Iterable[Expectation]) -> frozenset[Verdict]:
    """The verdicts over all cases that agree with what is expected of all cases together."""
    permitted, required = set(SEVERITY) - {Verdict.JE, Verdict.BETTER, Verdict.SKIP}, []
    for one in expectations:
        if not one.cases:
            permitted = {verdict for verdict in permitted if counts_as(verdict, one.permitted)}
            required.append(one.required)
    order = {verdict: place for place, verdict in enumerate(SEVERITY)}
    return frozenset(
        verdict
        for verdict in permitted
        if verdict is not Verdict.UNVERIFIED
        and all(
            any(counts_as(other, wanted) and order[other] >= order[verdict] for other in permitted)
            for wanted in required
        )
    )
