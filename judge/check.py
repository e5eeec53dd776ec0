"""Run x Case -> Grade under each reading; then one reading for all of a solution's outputs."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from judge import growth
from judge.model import (
    Ended,
    Execution,
    Grade,
    GradedExecution,
    Outcome,
    Reason,
    Solution,
    SolutionResult,
    TimeRule,
    Verdict,
    worst,
)
from judge.packages.case_files import LoadedCase
from judge.packages.plugin_faults import raised
from judge.plugin import Goal, IllegalAnswer, Plugin, Score, Undecodable
from judge.sandbox.supervised import signal_name

#: What function hosts send for a function that returned nothing.
NOTHING = (b"None", b"undefined", b"null", b"nil")
#: The same where a function cannot but print its answer, so that printing nothing is one too.
VOID = b"void"
#: What else is no answer unless a problem can read it.
NO_ANSWER = frozenset({*NOTHING, b"NaN", b"function"})


def answer_bytes(run: Execution) -> bytes:
    """Where the answer stands: what a function returned, else what it printed, if anything.

    A blank line is something: it is how a function that prints says that its answer is empty.
    """
    if run.answer is not None:
        return run.answer
    returned = run.result
    if returned is None or returned == VOID or (returned in NOTHING and run.stdout):
        return run.stdout
    return returned


def answer_text(run: Execution) -> str:
    """``answer_bytes`` as text; bytes that are no UTF-8 are replaced."""
    return answer_bytes(run).decode("utf-8", "replace")


def grade(
    plugin: Plugin[Any, Any], context: LoadedCase, run: Execution, readings: Sequence[str] = ()
) -> dict[str, Grade]:
    """One run's grade under every reading, or under those given. Never raises: a fault of the
    plug-in is JE."""
    readings = readings or plugin.readings
    failed = _failure(run)
    if failed:
        return dict.fromkeys(readings, failed)
    text = answer_text(run)
    known: dict[Any, Grade] = {}  # two readings of one output are often the same answer
    grades = {reading: _rescore(plugin, context, text, reading, known) for reading in readings}
    if run.result in NO_ANSWER and run.result == text.encode():
        told = f"the function returned {_thing(text)}"
        grades = {reading: _explained(graded, told) for reading, graded in grades.items()}
    ending = _ending(run)
    if ending:
        grades = {reading: _after(graded, ending) for reading, graded in grades.items()}
    return grades


def _thing(text: str) -> str:
    return "a function: is it curried?" if text == "function" else text


def _explained(graded: Grade, told: str) -> Grade:
    return replace(graded, message=told) if graded.reason is Reason.UNDECODABLE else graded


def _after(graded: Grade, ending: str) -> Grade:
    """The grade of what came before a crash. How a run ends never makes an answer right or wrong;
    it only names the failure of one that is not right."""
    if graded.verdict in (Verdict.AC, Verdict.BETTER, Verdict.JE):
        return replace(graded, message="; ".join(filter(None, (graded.message, ending))))
    wrong = graded.message or (graded.reason.value if graded.reason else "wrong")
    return replace(graded, verdict=Verdict.RTE, reason=None, message=f"{ending}; {wrong}")


def bad_end(run: Execution) -> str:
    """How a run ended that did not end well, with the last line that it wrote to standard error, or
    the last that speaks of an error; empty for one that ended well."""
    failed = _failure(run)
    end = failed.message if failed else _ending(run)
    lines = [line.strip() for line in run.stderr.decode("utf-8", "replace").splitlines()]
    said = [line for line in lines if "Error" in line] or list(filter(None, lines))
    return "; ".join([end, *said[-1:]]) if end else ""


def _ending(run: Execution) -> str:
    """How a run crashed; empty for one that ended well."""
    if run.ended is Ended.SIGNALLED:
        return _told(run, f"killed by {signal_name(run.signal or 0)}")
    return _told(run, f"exit status {run.exit_status}") if run.exit_status else ""


def _told(run: Execution, end: str) -> str:
    """How a run ended, after the limits that it came up against."""
    return "; ".join([*(limit.value for limit in run.exceeded), end])


def _failure(run: Execution) -> Grade | None:
    """The verdict of a run that was stopped, or that left no answer to judge."""
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
        case Ended.OVERLOADED:
            return Grade(Verdict.JE, message=overload(run))
        case Ended.SIGNALLED | Ended.EXITED:
            ending = _ending(run)
            if run.note:
                return Grade(Verdict.RTE, message=ending or _told(run, run.note))
            return Grade(Verdict.RTE, message=ending) if _died_silent(run) else None


def overload(run: Execution) -> str:
    """What the machine did to a run that it held up."""
    return (
        f"machine overloaded: of {run.wall_s:.2f} s it kept the run waiting for {run.held_s:.2f} s "
        f"and gave it {run.cpu_s:.2f} s on the CPU"
    )


def _died_silent(run: Execution) -> bool:
    """Whether a crash is all that came: an empty answer would have been given without a word."""
    crashed = run.ended is Ended.SIGNALLED or bool(run.exit_status and run.stderr)
    return crashed and not run.result and not run.stdout


def _rescore(
    plugin: Plugin[Any, Any], context: LoadedCase, text: str, reading: str, known: dict[Any, Grade]
) -> Grade:
    try:
        answer = plugin.decode(text, context.instance, reading)
        if answer not in known:
            known[answer] = _compare(plugin, context, answer)
        return known[answer]
    except Undecodable as error:
        return Grade(Verdict.WA, Reason.UNDECODABLE, str(error))
    except IllegalAnswer as error:
        return Grade(Verdict.WA, Reason.ILLEGAL, str(error), rule=error.rule)
    except Exception as error:
        return Grade(Verdict.JE, message=raised(error))


def _compare(plugin: Plugin[Any, Any], context: LoadedCase, answer: Any) -> Grade:
    score = plugin.score(context.instance, answer)
    gap = _gap(plugin.goal, context.best.score, score)
    if gap > 0:
        return Grade(Verdict.WA, Reason.SUBOPTIMAL, score=score, gap=gap)
    if gap < 0:
        message = "this answer beats the stored one: mend the answer file"
        return Grade(Verdict.BETTER, message=message, score=score, gap=gap)
    return Grade(Verdict.AC, score=score, gap=gap)


def judged(
    solution: Solution,
    readings: Sequence[str],
    grades: Sequence[Mapping[str, Grade]],
    graded: Iterable[GradedExecution],
    stopped: str = "",
    rule: TimeRule = TimeRule.HARD,
) -> SolutionResult:
    """The word on a solution whose runs are done: one reading, and every case under it.

    ``grades`` are those of ``graded``, of which there may be very many: each is taken once.
    """
    reading, why = settle(readings, solution.readings, grades)
    outcomes, sizes = [], {}
    for one in graded:
        outcomes.append(_outcome(solution, one, one.grades[reading]))
        if rule is TimeRule.SOFT:
            sizes[one.case] = one.size
    verdict = worst(frozenset(outcome.verdict for outcome in outcomes))
    judged = SolutionResult(solution, verdict, reading, why, tuple(outcomes), "", stopped)
    return growth.forgiven(judged, sizes) if rule is TimeRule.SOFT else judged


def _outcome(solution: Solution, graded: GradedExecution, its: Grade) -> Outcome:
    return Outcome(
        solution.problem,
        solution.name,
        graded.case,
        its.verdict,
        its.reason,
        its.message,
        its.score,
        graded.best,
        its.gap,
        graded.run,
    )


def _gap(goal: Goal, best: Score, score: Score) -> Score:
    """By how much a score misses the best one; negative when it beats it."""
    for value in (best, score):
        # A float would compare inexactly, and NaN neither misses nor beats: it would pass.
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            raise TypeError(f"a score must be an int or a Fraction, not {value!r}")
    return best - score if goal is Goal.MAXIMISE else score - best


def settle(
    readings: Sequence[str], declared: Sequence[str], grades: Sequence[Mapping[str, Grade]]
) -> tuple[str, str]:
    """One reading for all outputs of a solution, and why, in a sentence.

    ``declared`` are those that the manifest leaves, empty for all. Of them the one under which
    most cases are accepted, then the one under which most are legal, then the first: a solution
    is given the benefit of the doubt once, never case by case.
    """
    readings = declared or readings
    if len(readings) == 1:
        return readings[0], "declared in the manifest" if declared else ""
    legal = {r: _bits(g[r].score is not None for g in grades) for r in readings}
    accepted = {r: _bits(g[r].verdict in _RIGHT for g in grades) for r in readings}
    best = max(
        readings,
        key=lambda r: (accepted[r].bit_count(), legal[r].bit_count(), -readings.index(r)),
    )
    return best, _why(best, len(grades), (("legal", legal), ("accepted", accepted)))


_RIGHT = frozenset({Verdict.AC, Verdict.BETTER})


def _bits(flags: Iterable[bool]) -> int:
    """A bit for each flag: what a set would need a hundred times the memory for."""
    return int.from_bytes(bytes(flags), "big")


def _why(best: str, total: int, counts: Sequence[tuple[str, Mapping[str, int]]]) -> str:
    """Why one reading was preferred: how many cases speak for it alone, else for it most. The
    counts are words and, for each reading, the cases of which they hold, a bit for each."""
    for word, held in counts:
        others = [bits for reading, bits in held.items() if reading != best]
        any_other = functools.reduce(operator.or_, others)
        alone = (held[best] & ~any_other).bit_count()
        if alone and held[best].bit_count() > max(bits.bit_count() for bits in others):
            missed = (any_other & ~held[best]).bit_count()
            rest = f", {missed} only otherwise" if missed else ""
            return f"{alone} of {total} cases are {word} only so{rest}"
    for word, held in reversed(counts):
        most = max(bits.bit_count() for reading, bits in held.items() if reading != best)
        if held[best].bit_count() > most:
            count = held[best].bit_count()
            return f"{count} of {total} cases are {word} so, {most} at most otherwise"
    return "no output tells the readings apart; the most natural is taken"
