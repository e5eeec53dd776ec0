"""An outcome in one sentence, for every form of the report."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from judge.common.safe_text import plain
from judge.common.score_format import ScoreFormat
from judge.languages.table import all_languages
from judge.model import Ended, GroupResult, Limits, Outcome, Reason, StaticResult, Verdict


def saying(outcome: Outcome) -> str:
    """Reason and message of an outcome, as one sentence; empty for an AC without a message."""
    reason = outcome.reason.value if outcome.reason else ""
    message = plain(outcome.message, 2000)
    if not reason and not message and outcome.verdict is not Verdict.AC:
        return outcome.verdict.title
    return f"{reason}: {message}" if reason and message else reason or message


def in_words(outcome: Outcome, scores: ScoreFormat, limits: Limits | None = None) -> str:
    """Why a case was not accepted, as a sentence with its numbers; for an AC as ``saying``.

    ``limits`` are those of the problem; None if they are not known.
    """
    if outcome.verdict is Verdict.AC and not outcome.message and outcome.reason is None:
        return ""
    if outcome.verdict in _LIMITED and limits is not None:
        return _words_of_limit(outcome, limits)
    words = _words_of_grade(outcome, scores)
    message = plain(outcome.message, 2000)
    if not words:
        return saying(outcome)
    return f"{words}: {message}" if message else words


#: Verdicts of executions that reached a limit.
_LIMITED = frozenset({Verdict.TLE, Verdict.MLE, Verdict.OLE})


def _words_of_grade(outcome: Outcome, scores: ScoreFormat) -> str:
    if outcome.verdict is Verdict.BETTER:
        return "Better than the stored answer" + _distance(outcome, scores, " by {gap}")
    if outcome.verdict is not Verdict.WA:
        return ""
    match outcome.reason:
        case Reason.SUBOPTIMAL:
            return "Legal, but " + (
                _distance(outcome, scores, "{gap} {side} the best") or "not best"
            )
        case Reason.ILLEGAL:
            return "Illegal"
        case Reason.UNDECODABLE:
            return "No answer can be read"
        case Reason.REJECTED:
            return "Rejected"
    return ""


def _distance(outcome: Outcome, scores: ScoreFormat, form: str) -> str:
    """``137 below the best (2452.5 of 2589.5)``; empty without scores."""
    if outcome.score is None or outcome.best is None or not outcome.gap:
        return ""
    below = Fraction(outcome.score) < Fraction(outcome.best)
    score, best = scores.score(outcome.score), scores.score(outcome.best)
    words = form.format(gap=scores.gap(outcome.gap), side="below" if below else "above")
    return f"{words} ({score} {'of' if below else 'against'} {best})"


def _words_of_limit(outcome: Outcome, limits: Limits) -> str:
    match outcome.verdict:
        case Verdict.MLE:
            limit = f"{limits.memory_mib:,} MiB of memory"
        case Verdict.OLE:
            return f"Over the limit of {limits.output_bytes / 2**20:,g} MiB of output"
        case _ if outcome.run is not None and outcome.run.ended is Ended.WALL_LIMIT:
            limit = f"{limits.wall_s:g} s of wall time"
        case _:
            limit = f"{limits.cpu_s:g} s of CPU time"
    message = plain(outcome.message, 2000)
    return f"Over the limit of {limit}" + (f" ({message})" if message else "")


def name_and_version(title: str, printed: str) -> tuple[str, str]:
    """A language and the version that its tool printed, which often repeats the name."""
    name = title.partition(" ")[0]
    first, _, version = printed.partition(" ")
    if version and first.casefold() == name.casefold():
        return name, version
    return title, printed


def group_text(group: GroupResult) -> str:
    """``secret/1: AC, score 50``."""
    score = "" if group.score is None else f", score {ScoreFormat().score(group.score)}"
    why = f" ({group.why})" if group.why else ""
    return f"{group.name or 'data'}: {group.verdict.value}{score}{why}"


def static_text(static: StaticResult) -> str:
    """``secret/1/static validation: WA: it calls eval``."""
    score = (
        "" if static.grade.score is None else f", score {ScoreFormat().score(static.grade.score)}"
    )
    said = f": {plain(static.grade.message, 2000)}" if static.grade.message else ""
    return f"{static.name}: {static.grade.verdict.value}{score}{said}"


def league_title(league: str | None) -> str:
    """The league as people call it: the title of its language, with the flags."""
    language, plus, flags = (league or "").partition(" + ")
    entry = all_languages().get(language)
    return f"{entry.title if entry else language}{plus}{flags}"


def shown_size(size: Iterable[int]) -> str:
    """``size 2 x 3``; empty for an instance whose plug-in does not say how big it is."""
    sides = " x ".join(map(str, size))
    return f"size {sides}" if sides else ""


def shown_mean(mean: Fraction, unit: Fraction) -> str:
    """A mean of scores with a sign and two decimals, in the unit of the problem."""
    return f"{float(mean * unit):+.2f}".replace("-", "−")


def shown_estimate(mean: Fraction, margin: float | None, unit: Fraction) -> str:
    """``+1.25 ± 0.30``; without the margin where there is none."""
    shown = shown_mean(mean, unit)
    return shown if margin is None else f"{shown} ± {margin * float(unit):.2f}"
