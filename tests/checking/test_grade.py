"""Rescoring: what a run is worth under each reading, and which reading holds for a solution."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.checking.answer import answer_text
from judge.checking.grade import grade_output
from judge.checking.reading import settle_reading
from judge.common.errors import JudgeError
from judge.model import Case, Ended, Exceeded, Execution, Grade, Reason, Verdict
from judge.packages.case_files import LoadedCase, load_case
from judge.packages.load import load_problem
from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Best, Goal, Score
from tests.contest import Contest

ZERO, ONE = "0-indexed", "1-indexed"
EXITED = Execution(Ended.EXITED, 0, None, b"", b"", None, 0.5, 1.0, 12.0)


def ran(**changes: Any) -> Execution:
    return replace(EXITED, **changes)


@pytest.fixture
def plugin(contest: Contest) -> Any:
    return load_plugin(contest.problem)


@pytest.fixture
def context(plugin: Any) -> LoadedCase:
    """Numbers 5 1 8, of which at most two: the best sum is 13."""
    row = plugin.parse("[5, 1, 8]\n2\n")
    return LoadedCase(row, plugin.parse_answer("13\n0 2\n", row))


def both(plugin: Any, context: LoadedCase, output: bytes) -> tuple[Grade, Grade]:
    """The grades of an output counted from 0 and from 1."""
    grades = grade_output(plugin, context, ran(stdout=output))
    assert list(grades) == [ZERO, ONE]
    return grades[ZERO], grades[ONE]


# Runs that did not end by themselves with status 0


@pytest.mark.parametrize(
    ("run", "verdict", "says"),
    [
        (ran(ended=Ended.CPU_LIMIT), Verdict.TLE, "CPU time: 0.50 s"),
        (ran(ended=Ended.WALL_LIMIT), Verdict.TLE, "wall time: 1.00 s, of which 0.50 s on the CPU"),
        (ran(ended=Ended.MEMORY_LIMIT), Verdict.MLE, "memory: 12 MiB"),
        (ran(ended=Ended.OUTPUT_LIMIT), Verdict.OLE, "it printed more than the limit"),
        (ran(ended=Ended.SANDBOX_FAILED, note="no luck"), Verdict.JE, "no luck"),
        (ran(ended=Ended.SANDBOX_FAILED), Verdict.JE, "the sandbox failed"),
    ],
)
def test_how_a_run_ended_decides_before_any_output(
    plugin: Any, context: LoadedCase, run: Execution, verdict: Verdict, says: str
) -> None:
    right = replace(run, stdout=b"0 2", result=b"0 2")
    for graded in grade_output(plugin, context, right).values():
        assert (graded.verdict, graded.message) == (verdict, says)
        assert (graded.reason, graded.score, graded.gap) == (None, None, None)


def test_the_limits_that_a_failed_run_came_up_against_are_named(
    plugin: Any, context: LoadedCase
) -> None:
    run = ran(exit_status=3, stderr=b"!", exceeded=(Exceeded.PROCESSES, Exceeded.DISK))
    for graded in grade_output(plugin, context, run).values():
        assert graded.verdict is Verdict.RTE
        assert graded.message == "too many processes; too much disk; exit status 3"


@pytest.mark.parametrize("ended", list(Ended))
def test_no_way_to_end_goes_ungraded(plugin: Any, context: LoadedCase, ended: Ended) -> None:
    graded = grade_output(plugin, context, ran(ended=ended, stdout=b"0 2"))
    by_itself = ended in (Ended.EXITED, Ended.SIGNALLED, Ended.STOPPED)
    assert (graded[ZERO].verdict is Verdict.AC) == by_itself


CRASHES = [
    (ran(ended=Ended.SIGNALLED, exit_status=None, signal=11), "killed by SIGSEGV"),
    (ran(ended=Ended.SIGNALLED, exit_status=None, signal=77), "killed by signal 77"),
    (ran(exit_status=3), "exit status 3"),
]


@pytest.mark.parametrize(("run", "says"), CRASHES)
def test_a_crash_does_not_spoil_an_answer_that_came_before_it(
    plugin: Any, context: LoadedCase, run: Execution, says: str
) -> None:
    for answered in ({"stdout": b"0 2"}, {"result": b"0 2"}):
        graded = grade_output(plugin, context, replace(run, **answered))[ZERO]
        assert graded == Grade(Verdict.AC, None, says, 13, 0)


@pytest.mark.parametrize(("run", "says"), CRASHES)
def test_a_crash_names_the_failure_of_a_wrong_answer(
    plugin: Any, context: LoadedCase, run: Execution, says: str
) -> None:
    for output, why in ((b"0 1", "suboptimal"), (b"0 9", "index out of range"), (b"x", "not a")):
        graded = grade_output(plugin, context, replace(run, stdout=output))[ZERO]
        assert (graded.verdict, graded.reason) == (Verdict.RTE, None)
        assert graded.message.startswith(f"{says}; {why}")


@pytest.mark.parametrize(("run", "says"), CRASHES)
def test_a_crash_without_a_word_is_no_empty_answer(
    plugin: Any, context: LoadedCase, run: Execution, says: str
) -> None:
    zero = LoadedCase(context.instance, Best(0, ()))
    silent = replace(run, stderr=b"Traceback")
    assert grade_output(plugin, zero, silent)[ZERO] == Grade(Verdict.RTE, message=says)
    blank = replace(silent, stdout=b"\n")
    assert grade_output(plugin, zero, blank)[ZERO].verdict is Verdict.AC


def test_an_empty_answer_may_come_with_any_status(plugin: Any, context: LoadedCase) -> None:
    zero = LoadedCase(context.instance, Best(0, ()))
    assert grade_output(plugin, zero, ran(exit_status=7))[ZERO].verdict is Verdict.AC


def test_a_function_that_never_returned_has_no_answer(plugin: Any, context: LoadedCase) -> None:
    run = ran(stdout=b"0 2", note="it never returned")
    assert grade_output(plugin, context, run)[ZERO] == Grade(
        Verdict.RTE, message="it never returned"
    )


@pytest.mark.parametrize("nothing", [b"None", b"undefined", b"null", b"nil", b"NaN"])
def test_nothing_where_an_answer_should_be_is_told(
    plugin: Any, context: LoadedCase, nothing: bytes
) -> None:
    for graded in grade_output(plugin, context, ran(result=nothing)).values():
        told = f"the function returned {nothing.decode()}"
        assert graded == Grade(Verdict.WA, Reason.UNDECODABLE, told)


def test_a_function_where_an_answer_should_be_is_told(plugin: Any, context: LoadedCase) -> None:
    graded = grade_output(plugin, context, ran(result=b"function"))[ZERO]
    assert graded.message == "the function returned a function: is it curried?"


def test_only_the_readings_that_are_asked_for_are_graded(plugin: Any, context: LoadedCase) -> None:
    assert list(grade_output(plugin, context, ran(stdout=b"1 3"), (ONE,))) == [ONE]


# Answers


def test_an_answer_as_good_as_the_stored_one_is_accepted(plugin: Any, context: LoadedCase) -> None:
    zero, _ = both(plugin, context, b"[2, 0]")
    assert zero == Grade(Verdict.AC, score=13, gap=0)


def test_a_worse_answer_is_suboptimal_by_the_gap(plugin: Any, context: LoadedCase) -> None:
    zero, one = both(plugin, context, b"1 2")
    assert zero == Grade(Verdict.WA, Reason.SUBOPTIMAL, score=9, gap=4)
    assert one == Grade(Verdict.WA, Reason.SUBOPTIMAL, score=6, gap=7)


@pytest.mark.parametrize(
    ("output", "rule"),
    [
        (b"0 3", "index out of range"),
        (b"-1", "index out of range"),
        (b"2 2", "a number is picked once"),
        (b"0 1 2", "too many"),
    ],
)
def test_an_illegal_answer_names_the_rule(
    plugin: Any, context: LoadedCase, output: bytes, rule: str
) -> None:
    zero, _ = both(plugin, context, output)
    assert (zero.verdict, zero.reason, zero.score) == (Verdict.WA, Reason.ILLEGAL, None)
    assert zero.message.startswith(rule)


@pytest.mark.parametrize("output", [b"one", b"0 2.5", b"NaN", b"None", b"\xff\xfe", b"0 2 #"])
def test_an_output_without_an_answer_is_undecodable(
    plugin: Any, context: LoadedCase, output: bytes
) -> None:
    for graded in both(plugin, context, output):
        assert (graded.verdict, graded.reason) == (Verdict.WA, Reason.UNDECODABLE)
        assert graded.message


def test_an_answer_that_beats_the_stored_one_is_neither_right_nor_wrong(
    plugin: Any, context: LoadedCase
) -> None:
    low = LoadedCase(context.instance, Best(9, (0,)))
    zero, _ = both(plugin, low, b"0 2")
    assert (zero.verdict, zero.reason, zero.score, zero.gap) == (Verdict.BETTER, None, 13, -4)
    assert "fix the answer file" in zero.message


@pytest.mark.long
@given(
    goal=st.sampled_from(Goal),
    best=st.fractions(),
    score=st.fractions(),
)
def test_the_gap_is_exact_and_its_sign_decides_for_both_goals(
    goal: Goal, best: Fraction, score: Fraction
) -> None:
    graded = fixed_grade(score, best, goal)
    gap = best - score if goal is Goal.MAXIMISE else score - best
    assert graded.gap == gap
    assert graded.verdict is (Verdict.AC if gap == 0 else Verdict.WA if gap > 0 else Verdict.BETTER)


class Fixed:
    """A plug-in for which every answer has one score, or raises it."""

    def __init__(self, score: Any, goal: Goal = Goal.MAXIMISE) -> None:
        self._score = score

    def decode(self, text: str, instance: Any, reading: str) -> str:
        return text

    def score(self, instance: Any, answer: str) -> Any:
        if isinstance(self._score, BaseException):
            raise self._score
        return self._score


def fixed_grade(score: Any, best: Score = 1, goal: Goal = Goal.MAXIMISE) -> Grade:
    """The grade of an answer whose score is given, against the best one."""
    plugin = ProblemPlugin(Path(), Fixed(score, goal), goal, readings=("as it is",))
    return grade_output(plugin, LoadedCase(None, Best(best, None)), EXITED)["as it is"]


@pytest.mark.parametrize("error", [ValueError("odd"), RecursionError("odd"), KeyError("odd")])
def test_a_plugin_that_raises_is_the_judges_fault(error: Exception) -> None:
    graded = fixed_grade(error)
    assert graded.verdict is Verdict.JE
    assert f"the plug-in's score raised {type(error).__name__}" in graded.message


@pytest.mark.parametrize("score", [None, "7", 1.0, float("nan"), float("inf"), True, [1]])
def test_a_score_that_is_not_exact_is_the_judges_fault(score: Any) -> None:
    graded = fixed_grade(score)
    assert graded.verdict is Verdict.JE
    assert "the plug-in's score returned" in graded.message
    assert "must return an int or a Fraction (tests/checking/test_grade.py:" in graded.message


# Where the answer stands


@pytest.mark.parametrize(
    ("stdout", "result", "text"),
    [
        (b"printed", None, "printed"),
        (b"printed", b"returned", "returned"),
        (b"", b"returned", "returned"),
        (b"printed", b"None", "printed"),
        (b"printed", b"undefined", "printed"),
        (b"\n", b"None", "\n"),
        (b"", b"None", "None"),
        (b"", b"undefined", "undefined"),
        (b"printed", b"", ""),
        (b"printed", b"void", "printed"),
        (b"", b"void", ""),
        (b"\xff", None, "\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_what_a_function_returned_counts_and_what_it_printed_if_it_returned_nothing(
    stdout: bytes, result: bytes | None, text: str
) -> None:
    assert answer_text(ran(stdout=stdout, result=result)) == text


# One reading for all outputs of a solution


def accepted(gap: int = 0) -> Grade:
    return Grade(Verdict.AC if gap == 0 else Verdict.WA, None, "", 5 - gap, gap)


ILLEGAL = Grade(Verdict.WA, Reason.ILLEGAL, "index out of range")
READINGS = (ZERO, ONE)


def cases(*pairs: tuple[Grade, Grade]) -> list[dict[str, Grade]]:
    return [dict(zip(READINGS, pair, strict=True)) for pair in pairs]


def test_a_declared_reading_stands_even_where_the_other_accepts_more() -> None:
    grades = cases((ILLEGAL, accepted()), (ILLEGAL, accepted()))
    assert settle_reading(READINGS, (ZERO,), grades) == (ZERO, "declared in the manifest")


def test_a_problem_with_one_reading_has_no_choice() -> None:
    assert settle_reading(("as it is",), (), []) == ("as it is", "")


def test_the_reading_that_accepts_most_cases_is_taken_and_the_counts_told() -> None:
    grades = cases((accepted(), accepted(1)), (ILLEGAL, accepted()), (ILLEGAL, accepted()))
    assert settle_reading(READINGS, (), grades) == (
        ONE,
        "2 of 3 cases are legal only with this reading",
    )


def test_an_answer_that_beats_the_stored_one_counts_as_accepted() -> None:
    better = Grade(Verdict.BETTER, None, "", 9, -1)
    assert settle_reading(READINGS, (), cases((accepted(1), better)))[0] == ONE


def test_where_as_many_are_accepted_the_legal_ones_decide() -> None:
    grades = cases((ILLEGAL, accepted(1)), (accepted(), accepted()))
    assert settle_reading(READINGS, (), grades) == (
        ONE,
        "1 of 2 cases are legal only with this reading",
    )


def test_where_nothing_decides_the_most_natural_reading_is_taken() -> None:
    why = "the outputs fit every reading equally; the first is taken"
    assert settle_reading(READINGS, (), cases((accepted(), accepted()))) == (ZERO, why)
    assert (
        settle_reading(READINGS, (), cases((accepted(), ILLEGAL), (ILLEGAL, accepted())))[0] == ZERO
    )
    assert settle_reading(READINGS, (), []) == (ZERO, why)


@given(
    st.permutations(
        [(accepted(), ILLEGAL), (ILLEGAL, accepted()), (ILLEGAL, accepted()), (ILLEGAL, ILLEGAL)]
    )
)
def test_the_order_of_cases_does_not_matter(pairs: list[tuple[Grade, Grade]]) -> None:
    told = (ONE, "2 of 4 cases are legal only with this reading, 1 only with another")
    assert settle_reading(READINGS, (), cases(*pairs)) == told


def test_of_the_readings_that_are_declared_the_best_is_taken() -> None:
    three = ("a", "b", "c")
    grades = [dict(zip(three, (accepted(), ILLEGAL, accepted(1)), strict=True))]
    assert settle_reading(three, ("b", "c"), grades) == (
        "c",
        "1 of 1 cases are legal only with this reading",
    )


def test_where_no_case_speaks_for_one_alone_the_most_is_told() -> None:
    three = ("a", "b", "c")
    rows = ((accepted(), accepted(), ILLEGAL), (accepted(), ILLEGAL, accepted()))
    grades = [dict(zip(three, row, strict=True)) for row in rows]
    assert settle_reading(three, (), grades) == (
        "a",
        "2 of 2 cases are accepted with this reading, at most 1 with another",
    )


# Reading a case


@pytest.fixture
def case(contest: Contest) -> Case:
    return load_problem(contest.problem).cases[0]


def test_a_case_is_read_with_its_best_answer(plugin: Any, case: Case) -> None:
    context = load_case(plugin, case)
    assert context.instance.numbers == (3, -1, 4)
    assert context.best == Best(7, (0, 2))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"[3, -1, 4]\n", "sample/1.in:1: column 1: expected two lines, got 1"),
        (b"[3]\nmany\n", "sample/1.in:2: column 1: expected a count"),
        (b"[3]\n\xff\n", "sample/1.in:2: column 1: is not UTF-8 text"),
        (b"[[3]]\n1\n", "sample/1.in: the plug-in's parse raised TypeError"),
    ],
)
def test_a_malformed_input_is_refused_with_its_place(
    plugin: Any, case: Case, raw: bytes, said: str
) -> None:
    case.input_path.write_bytes(raw)
    with pytest.raises(JudgeError) as caught:
        load_case(plugin, case)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"7\n", "sample/1.ans:1: column 1: expected two lines, got 1"),
        (b"7\n\xff\n", "sample/1.ans:2: column 1: is not UTF-8 text"),
        (b"seven\n0 2\n", "sample/1.ans: the plug-in's parse_answer raised ValueError"),
    ],
)
def test_a_malformed_answer_file_is_refused_with_its_place(
    plugin: Any, case: Case, raw: bytes, said: str
) -> None:
    case.answer_path.write_bytes(raw)
    with pytest.raises(JudgeError) as caught:
        load_case(plugin, case)
    assert said in str(caught.value)


def test_a_file_that_vanished_is_refused(plugin: Any, case: Case) -> None:
    case.answer_path.unlink()
    with pytest.raises(JudgeError, match=r"sample/1\.ans: cannot be read: No such file"):
        load_case(plugin, case)


def test_an_answer_that_equals_a_rescored_best_one_has_its_score(
    plugin: Any, context: LoadedCase
) -> None:
    class NoScore:
        def __getattr__(self, name: str) -> Any:
            assert name != "score", "it is not asked again"
            return getattr(plugin, name)

    unasked: Any = NoScore()
    best = {ZERO: Grade(Verdict.AC, score=13, gap=0)}
    assert grade_output(unasked, context, ran(stdout=b"0 2"), [ZERO], rescored=True) == best
    assert grade_output(plugin, context, ran(stdout=b"0 2"), [ZERO]) == best
    other = grade_output(unasked, context, ran(stdout=b"0 1"), [ZERO], rescored=True)
    assert other[ZERO].verdict is Verdict.JE and "asked again" in other[ZERO].message


# Functions that return a string in another form


class Echo:
    """Answers are strings: any text is one."""

    def decode(self, text: str, instance: str, reading: str) -> str:
        return text.rstrip("\n")

    def compare(self, instance: str, answer: str, best: str) -> bool:
        return answer == best


class EchoedWords(Echo):
    """The same of words, which any text is too."""

    def decode(self, text: str, instance: str, reading: str) -> Any:
        return tuple(text.split())


@pytest.mark.parametrize("result", [b"a b", b'["a", " ", "b"]', b"[97, 32, 98]", b'"a b"'])
def test_a_function_may_return_the_characters_of_a_string(result: bytes) -> None:
    plugin, context = ProblemPlugin(Path(), Echo()), LoadedCase("", Best(None, "a b"))
    [graded] = grade_output(plugin, context, ran(result=result)).values()
    assert graded.verdict is Verdict.AC


def test_what_a_program_prints_and_what_is_no_string_stays_as_it_is() -> None:
    characters = b'["a", "b"]'
    string = LoadedCase("", Best(None, "ab"))
    wrong = (
        (Echo(), string, ran(stdout=characters)),
        (Echo(), string, ran(result=b'["a", "c"]')),
        (EchoedWords(), LoadedCase("", Best(None, ("ab",))), ran(result=characters)),
    )
    for own, context, run in wrong:
        [graded] = grade_output(ProblemPlugin(Path(), own), context, run).values()
        assert (graded.verdict, graded.reason) == (Verdict.WA, Reason.REJECTED)
