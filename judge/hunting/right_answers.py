"""The quick grade of a right answer: nearly all answers of a proof are right, and nothing more need
be said of them."""

from __future__ import annotations

from typing import Any

from judge.checking.answer import answer_bytes, answer_text
from judge.checking.ending import ended_well
from judge.hunting.reference_answers import ReferenceAnswer
from judge.model import Execution, Grade, Verdict
from judge.packages.plugin_faults import PluginFault
from judge.packages.problem_plugin import REFUSED, ProblemPlugin


def right_grade(
    plugin: ProblemPlugin,
    instance: Any,
    run: Execution,
    reading: str,
    reference: ReferenceAnswer,
    is_read_alike: bool,
) -> Grade | None:
    """The grade of an answer that scores as the reference's; None for any other, which a checker
    grades with its reason. ``is_read_alike``: both outputs are under the same reading, so that the
    same text is the same answer."""
    best = reference.best
    if best.score is None or not ended_well(run):
        return None
    if not (is_read_alike and answer_bytes(run) == reference.output):
        try:
            answer = plugin.decode(answer_text(run), instance, reading)
            is_right = _is_same(answer, best.answer)
            is_right = is_right or plugin.score(instance, answer) == best.score
        except REFUSED:
            return None
        except PluginFault as fault:
            return Grade(Verdict.JE, message=str(fault))
        if not is_right:
            return None
    return Grade(Verdict.AC, score=best.score, gap=0)


def _is_same(answer: Any, best: Any) -> bool:
    """Whether two answers are the same, so that they have the same score. Their own methods may
    raise anything, as that of a list does which has no hash."""
    try:
        return hash(answer) == hash(best) and bool(answer == best)
    except Exception:
        return False
