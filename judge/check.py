"""Run x Case -> Grade under each reading; then one reading for all of a solution's outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from judge.model import Case, Ended, Grade, JudgeError, Reason, Run, Verdict
from judge.plugin import Best, Goal, IllegalAnswer, InputError, Plugin, Score, Undecodable
from judge.sandbox.supervised import signal_name

#: What a function host sends for a function that returned nothing; the empty one where a function
#: of the language has no other way to answer than by printing, so that blank output is an answer.
NOTHING = (b"None", b"undefined", b"")


@dataclass(frozen=True)
class Context:
    """A case as the plug-in sees it."""

    instance: Any
    best: Best[Any]


def load_context(plugin: Plugin[Any, Any], case: Case) -> Context:
    """Read a case's files; raises JudgeError with file, line and column."""
    path = case.input_path
    try:
        instance = plugin.parse(_text(path.read_bytes()))
        path = case.answer_path
        best = plugin.parse_answer(_text(path.read_bytes()), instance)
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    except InputError as error:
        raise JudgeError(f"column {error.column}: {error.message}", path, error.line) from error
    except Exception as error:
        raise JudgeError(_raised(error), path) from error
    return Context(instance, best)


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise InputError("is not UTF-8 text", line) from error


def answer_text(run: Run) -> str:
    """Where the answer stands: what a function returned, else what it printed, if anything.

    A blank line is something: it is how a function that prints says that its answer is empty.
    """
    raw = run.stdout
    if run.result is not None and not (run.result in NOTHING and run.stdout):
        raw = run.result
    return raw.decode("utf-8", "replace")


def grade(plugin: Plugin[Any, Any], context: Context, run: Run) -> dict[str, Grade]:
    """Every reading's grade of one run. Never raises: a fault of the plug-in is JE."""
    failed = _failure(run)
    if failed:
        return dict.fromkeys(plugin.readings, failed)
    text = answer_text(run)
    known: dict[Any, Grade] = {}  # two readings of one output are often the same answer
    return {reading: _rescore(plugin, context, text, reading, known) for reading in plugin.readings}


def _failure(run: Run) -> Grade | None:
    """The verdict of a run that did not end by itself with status 0."""
    match run.ended:
        case Ended.CPU_LIMIT:
            return Grade(Verdict.TLE, message=f"CPU time: {run.cpu_s:.2f} s")
        case Ended.WALL_LIMIT:
            used = f"{run.wall_s:.2f} s, of which {run.cpu_s:.2f} s on the CPU"
            return Grade(Verdict.TLE, message=f"wall time: {used}")
        case Ended.MEMORY_LIMIT:
            return Grade(Verdict.MLE, message=f"memory: {run.peak_mib:.0f} MiB")
        case Ended.OUTPUT_LIMIT:
            return Grade(Verdict.OLE, message="it printed more than the limit")
        case Ended.SANDBOX_FAILED:
            return Grade(Verdict.JE, message=run.note or "the sandbox failed")
        case Ended.SIGNALLED:
            return Grade(Verdict.RTE, message=f"killed by {signal_name(run.signal or 0)}")
        case Ended.EXITED:
            if run.exit_status:
                return Grade(Verdict.RTE, message=f"exit status {run.exit_status}")
            if run.note:
                return Grade(Verdict.RTE, message=run.note)
            return None


def _rescore(
    plugin: Plugin[Any, Any], context: Context, text: str, reading: str, known: dict[Any, Grade]
) -> Grade:
    try:
        answer = plugin.decode(text, context.instance, reading)
        if answer not in known:
            known[answer] = _compare(plugin, context, answer)
        return known[answer]
    except Undecodable as error:
        return Grade(Verdict.WA, Reason.UNDECODABLE, str(error))
    except IllegalAnswer as error:
        return Grade(Verdict.WA, Reason.ILLEGAL, str(error))
    except Exception as error:
        return Grade(Verdict.JE, message=_raised(error))


def _compare(plugin: Plugin[Any, Any], context: Context, answer: Any) -> Grade:
    score = plugin.score(context.instance, answer)
    gap = _gap(plugin.goal, context.best.score, score)
    if gap > 0:
        return Grade(Verdict.WA, Reason.SUBOPTIMAL, score=score, gap=gap)
    if gap < 0:
        message = "this answer beats the stored one: mend the answer file"
        return Grade(Verdict.BETTER, message=message, score=score, gap=gap)
    return Grade(Verdict.AC, score=score, gap=gap)


def _raised(error: Exception) -> str:
    return f"the plug-in raised {type(error).__name__}: {error}"


def _gap(goal: Goal, best: Score, score: Score) -> Score:
    """By how much a score misses the best one; negative when it beats it."""
    for value in (best, score):
        # A float would compare inexactly, and NaN neither misses nor beats: it would pass.
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            raise TypeError(f"a score must be an int or a Fraction, not {value!r}")
    return best - score if goal is Goal.MAXIMISE else score - best


def settle(
    readings: Sequence[str], declared: str | None, grades: Sequence[Mapping[str, Grade]]
) -> tuple[str, str]:
    """One reading for all outputs of a solution, and why, in a sentence.

    A declared reading stands. Else the one under which most cases are accepted, then the one
    under which most are legal, then the first: a solution is given the benefit of the doubt
    once, never case by case.
    """
    if declared:
        return declared, "declared in the manifest"
    if len(readings) == 1:
        return readings[0], ""

    def legal(reading: str) -> int:
        return sum(g[reading].score is not None for g in grades)

    def accepted(reading: str) -> int:
        return sum(g[reading].verdict in (Verdict.AC, Verdict.BETTER) for g in grades)

    best = max(readings, key=lambda r: (accepted(r), legal(r), -readings.index(r)))
    for count, word in ((accepted, "accepted"), (legal, "legal")):
        others = [r for r in readings if r != best and count(r) != count(best)]
        if others:
            rest = ", ".join(f"{count(r)} if {r}" for r in others)
            return best, f"{count(best)} of {len(grades)} outputs are {word} so, {rest}"
    return best, "no output tells the readings apart; the most natural is taken"
