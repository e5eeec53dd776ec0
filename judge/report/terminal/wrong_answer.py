"""A wrong answer, drawn as text: the case, what was answered, and what is best."""

from __future__ import annotations

from typing import Any

from judge.checking.answer import answer_text
from judge.model import Execution, Grade, Reason, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.plugin_faults import PluginFault, calling_plugin
from judge.plugin import Explains, IllegalAnswer, Plugin, Undecodable

#: How many faults of an answer, and how many rows of a drawing, are shown.
SPELT_OUT = 3
ROWS = 40


def drawn(
    loaded: LoadedProblem, context: LoadedCase, grade: Grade, run: Execution, reading: str
) -> list[str]:
    """Paragraphs for a terminal; none for an execution without a wrong answer.

    The explanation by the plug-in if it has one, otherwise the answer and a best one. If the answer
    cannot be read, or breaks a rule, only the best one is drawn.
    """
    plugin = loaded.plugin
    crashed = grade.verdict is Verdict.RTE and grade.score is not None  # after a wrong answer
    if grade.verdict not in (Verdict.WA, Verdict.BETTER) and not crashed:
        return []
    try:
        answer = plugin.decode(answer_text(run), context.instance, reading)
    except (Undecodable, IllegalAnswer):
        return [] if isinstance(plugin, Explains) else [_best(loaded, context)]
    if isinstance(plugin, Explains):
        return plugin.explain_wrong(context.instance, answer, SPELT_OUT)
    if grade.reason is Reason.ILLEGAL or grade.score is None:
        return [_best(loaded, context)]
    theirs = f"theirs, score {loaded.scores.score(grade.score)}:\n"
    return [
        theirs + _first_rows(sketched(plugin, context.instance, answer)),
        _best(loaded, context),
    ]


def sketched(plugin: Plugin[Any, Any], instance: Any, answer: Any) -> str:
    """The plug-in's drawing, or what it raised: a fault there must not hide the verdict."""
    try:
        with calling_plugin():
            return plugin.sketch(instance, answer)
    except PluginFault as fault:
        return f"({fault})"


def _best(loaded: LoadedProblem, context: LoadedCase) -> str:
    best = context.best
    head = f"best, score {loaded.scores.score(best.score)}:\n"
    return head + _first_rows(sketched(loaded.plugin, context.instance, best.answer))


def _first_rows(text: str) -> str:
    rows = text.splitlines()
    return "\n".join(rows[:ROWS] + ["…"] * (len(rows) > ROWS))
