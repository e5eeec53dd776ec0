"""Execution x Case -> Grade under each reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from judge.checking.answer import NOTHING, answer_text
from judge.checking.ending import crash_text, failure_grade
from judge.model import RIGHT, Execution, Grade, Reason, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.plugin_faults import (
    PluginFault,
    calling_plugin,
    message_text,
    refusal_text,
)
from judge.packages.problem_plugin import REFUSED, ProblemPlugin
from judge.plugin import Goal, IllegalAnswer, Score, Undecodable

#: What else is no answer unless a problem can read it.
NO_ANSWER = frozenset({*NOTHING, b"NaN", b"function"})
#: What an answer may spell, and what says so of the answer that ``decode`` finds in it.
_Spelling = tuple[str, Callable[[object, str], bool]]


def grade_output(
    plugin: ProblemPlugin,
    context: LoadedCase,
    run: Execution,
    readings: Sequence[str] = (),
    rescored: bool = False,
) -> dict[str, Grade]:
    """The grade of one execution under every reading, or under those given. A fault of the plug-in
    is JE, and nothing is raised. ``rescored``: the best answer was, so that an equal answer need
    not be."""
    readings = readings or plugin.readings
    failed = failure_grade(run)
    if failed:
        return dict.fromkeys(readings, failed)
    text = answer_text(run)
    # Two readings of one output are often the same answer.
    known = _best_grade(context) if rescored else {}
    with plugin.series():
        grades = {reading: _rescore(plugin, context, text, reading, known) for reading in readings}
        if plugin.reads_others:
            [(reading, graded)] = grades.items()
            if run.result is not None:
                graded = _as_string(plugin, context, text, graded, reading)
            grades = {reading: _as_words(plugin, context, text, graded, reading)}
    if run.result in NO_ANSWER and run.result == text.encode():
        message = f"the function returned {_named(text)}"
        grades = {reading: _explained(graded, message) for reading, graded in grades.items()}
    ending = crash_text(run)
    if ending:
        grades = {reading: _after(graded, ending) for reading, graded in grades.items()}
    return grades


def _best_grade(context: LoadedCase) -> dict[Any, Grade]:
    best = context.best
    if best is None or best.score is None or best.answer is None or not _is_hashable(best.answer):
        return {}
    return {best.answer: Grade(Verdict.AC, score=best.score, gap=0)}


def _named(text: str) -> str:
    return "a function: is it curried?" if text == "function" else text


def _explained(graded: Grade, message: str) -> Grade:
    return replace(graded, message=message) if graded.reason is Reason.UNDECODABLE else graded


def _after(graded: Grade, ending: str) -> Grade:
    """The grade of an answer that came before a crash: a right answer stays right, a wrong one is a
    run-time error."""
    if graded.verdict in RIGHT or graded.verdict is Verdict.JE:
        return replace(graded, message="; ".join(filter(None, (graded.message, ending))))
    wrong = graded.message or (graded.reason.value if graded.reason else "wrong")
    return replace(graded, verdict=Verdict.RTE, reason=None, message=f"{ending}; {wrong}")


def _rescore(
    plugin: ProblemPlugin, context: LoadedCase, text: str, reading: str, known: dict[Any, Grade]
) -> Grade:
    try:
        with calling_plugin(allowed=REFUSED):  # the answer's own methods may raise as well
            answer = plugin.decode(text, context.instance, reading)
            if not _is_hashable(answer):
                return _judged(plugin, context, answer)
            if answer not in known:
                known[answer] = _judged(plugin, context, answer)
            return known[answer]
    except Undecodable as error:
        return Grade(Verdict.WA, Reason.UNDECODABLE, refusal_text(error))
    except IllegalAnswer as error:
        rule = message_text(str(error.rule))
        return Grade(Verdict.WA, Reason.ILLEGAL, refusal_text(error), rule=rule)
    except PluginFault as fault:
        return Grade(Verdict.JE, message=str(fault))


def _as_string(
    plugin: ProblemPlugin, context: LoadedCase, text: str, graded: Grade, reading: str
) -> Grade:
    """The grade of what a function returned, as the string or the lines that it spells if that is
    right: where an answer is a string, or its lines, ``decode`` may take any text for one, and
    refuses none."""
    if graded.verdict is not Verdict.WA:
        return graded
    from judge.plugin.spellings import are_lines, listed_lines, spelled  # slow to load

    others: list[_Spelling] = [(other, _is_string) for other in spelled(text)]
    others += [(other, are_lines) for other in listed_lines(text)]
    return _first_right(plugin, context, others, reading) or graded


def _as_words(
    plugin: ProblemPlugin, context: LoadedCase, text: str, graded: Grade, reading: str
) -> Grade:
    """The grade of a list of words, or of rows of them, as these words if that is right: ``decode``
    may take any text apart at its blanks, with brackets and quotes for parts of the words. The same
    of a list that may be the only group, where ``decode`` takes each item for one."""
    if graded.verdict is not Verdict.WA or graded.reason is Reason.UNDECODABLE:
        return graded
    from judge.plugin.spellings import (  # slow to load
        are_words,
        is_one_group,
        listed_words,
        one_group,
    )

    others: list[_Spelling] = [(other, are_words) for other in listed_words(text)]
    others += [(other, is_one_group) for other in one_group(text)]
    return _first_right(plugin, context, others, reading) or graded


def _first_right(
    plugin: ProblemPlugin, context: LoadedCase, others: Sequence[_Spelling], reading: str
) -> Grade | None:
    """The grade of the first text that is right, if the answer in it is what it spells."""
    for other, is_spelled in others:
        try:
            with calling_plugin(allowed=REFUSED):
                is_meant = is_spelled(plugin.decode(other, context.instance, reading), other)
        except (*REFUSED, PluginFault):
            continue
        found = _rescore(plugin, context, other, reading, {}) if is_meant else None
        if found is not None and found.verdict in RIGHT:
            return found
    return None


def _is_string(answer: object, text: str) -> bool:
    return isinstance(answer, str)


def _is_hashable(answer: Any) -> bool:
    try:
        hash(answer)
    except TypeError:
        return False
    return True


def _judged(plugin: ProblemPlugin, context: LoadedCase, answer: Any) -> Grade:
    """The grade of an answer, by its score or by comparison with the stored one."""
    if plugin.goal is None:
        stored = context.best.answer if context.best else None
        wrong = plugin.compare(context.instance, answer, stored)
        return Grade(Verdict.AC) if wrong is None else Grade(Verdict.WA, Reason.REJECTED, wrong)
    score = plugin.score(context.instance, answer)
    assert context.best is not None and context.best.score is not None
    gap = _gap(plugin.goal, context.best.score, score)
    if gap > 0:
        return Grade(Verdict.WA, Reason.SUBOPTIMAL, score=score, gap=gap)
    if gap < 0:
        message = "this answer beats the stored one: fix the answer file"
        return Grade(Verdict.BETTER, message=message, score=score, gap=gap)
    return Grade(Verdict.AC, score=score, gap=gap)


def _gap(goal: Goal, best: Score, score: Score) -> Score:
    """By how much a score misses the best one; negative when it beats it."""
    return best - score if goal is Goal.MAXIMISE else score - best
