"""An outcome in one sentence, for every form of the report."""

from __future__ import annotations

from fractions import Fraction

from judge.common.safe_text import plain
from judge.common.score_format import ScoreFormat
from judge.languages.table import all_languages
from judge.model import GroupResult, Outcome, Verdict


def saying(outcome: Outcome) -> str:
    """Reason and message of an outcome, as one sentence; empty for an AC without a message."""
    reason = outcome.reason.value if outcome.reason else ""
    message = plain(outcome.message, 2000)
    if not reason and not message and outcome.verdict is not Verdict.AC:
        return outcome.verdict.title
    return f"{reason}: {message}" if reason and message else reason or message


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


def league_title(league: str) -> str:
    """The league as people call it: the title of its language, with the flags."""
    language, plus, flags = league.partition(" + ")
    entry = all_languages().get(language)
    return f"{entry.title if entry else language}{plus}{flags}"


def shown_mean(mean: Fraction, unit: Fraction) -> str:
    """A mean of scores with a sign and two decimals, in the unit of the problem."""
    return f"{float(mean * unit):+.2f}".replace("-", "−")


def shown_estimate(mean: Fraction, margin: float | None, unit: Fraction) -> str:
    """``+1.25 ± 0.30``; without the margin where there is none."""
    shown = shown_mean(mean, unit)
    return shown if margin is None else f"{shown} ± {margin * float(unit):.2f}"
