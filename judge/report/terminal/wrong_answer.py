"""A wrong answer, drawn as text: the case, what was answered, and what is best."""

from __future__ import annotations

from typing import Any

from judge.checking.answer import answer_text
from judge.model import Execution, Grade, Reason, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.plugin_faults import PluginFault, calling_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Explains, IllegalAnswer, Undecodable

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
    if plugin.own is None:
        return []
    explains = isinstance(plugin.own, Explains)
    try:
        answer = plugin.decode(answer_text(run), context.instance, reading)
    except (Undecodable, IllegalAnswer):
        return [] if explains else _best(loaded, context)
    except PluginFault as fault:
        return [f"({fault})"]
    if explains:
        return _explained(plugin, context.instance, answer)
    if grade.reason is Reason.ILLEGAL or not plugin.offers("sketch"):
        return _best(loaded, context)
    score = "" if grade.score is None else f", score {loaded.scores.score(grade.score)}"
    drawing = _first_rows(sketched(plugin, context.instance, answer))
    return [f"theirs{score}:\n{drawing}", *_best(loaded, context)]


def _explained(plugin: ProblemPlugin, instance: Any, answer: Any) -> list[str]:
    """The plug-in's own paragraphs, or its fault."""
    try:
        with calling_plugin("explain_wrong", located=True):
            return [str(text) for text in plugin.own.explain_wrong(instance, answer, SPELT_OUT)]
    except PluginFault as fault:
        return [f"({fault})"]


def sketched(plugin: ProblemPlugin, instance: Any, answer: Any) -> str:
    """The plug-in's drawing, or its fault, which must not hide the verdict; empty without one."""
    if not plugin.offers("sketch"):
        return ""
    try:
        return plugin.sketch(instance, answer)
    except PluginFault as fault:
        return f"({fault})"


def _best(loaded: LoadedProblem, context: LoadedCase) -> list[str]:
    """The stored answer, where it can be drawn."""
    best = context.best
    if best is None or not loaded.plugin.offers("sketch"):
        return []
    score = "" if best.score is None else f", score {loaded.scores.score(best.score)}"
    drawing = _first_rows(sketched(loaded.plugin, context.instance, best.answer))
    return [f"best{score}:\n{drawing}"]


def _first_rows(text: str) -> str:
    rows = text.splitlines()
    return "\n".join(rows[:ROWS] + ["…"] * (len(rows) > ROWS))
