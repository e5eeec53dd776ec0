"""What testlib's programs mean by their exit status and their words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from judge.packages.testlib import Decision, Role, Said, decision, is_better, role

USES = b'#include "testlib.h"\n'


@pytest.mark.parametrize(
    ("call", "known"),
    [
        (b"registerTestlibCmd(argc, argv);", Role.CHECKER),
        (b"registerInteraction(argc, argv);", Role.INTERACTOR),
        (b"registerValidation(argc, argv);", Role.VALIDATOR),
        (b"registerGen(argc, argv, 1);", Role.GENERATOR),
    ],
)
def test_a_program_is_what_it_registers_as(call: bytes, known: Role) -> None:
    assert role([USES + b"int main() {" + call + b"}"]) is known
    assert role([b"#include <lib/testlib.h>\n", call]) is known


def test_a_program_without_testlib_is_none_of_them() -> None:
    assert role([b"int main() { registerTestlibCmd(1, 2); }"]) is None
    assert role([USES]) is None


def test_a_changed_testlib_speaks_the_protocol_of_the_format() -> None:
    header = b"#ifdef X\n#endif\n#   define OK_EXIT_CODE 42\n"
    assert role([USES + b"registerTestlibCmd(a, b);"], [header]) is None


@pytest.mark.parametrize(
    ("status", "printed", "meant"),
    [
        (0, "ok 3 numbers", Decision(Said.RIGHT, "3 numbers")),
        (1, "wrong answer 1st differs", Decision(Said.WRONG, "1st differs")),
        (2, "wrong output format no number", Decision(Said.WRONG, "no number")),
        (4, "wrong output format extra tokens", Decision(Said.WRONG, "extra tokens")),
        (8, "unexpected eof short", Decision(Said.WRONG, "short")),
        (5, "wrong answer x", Decision(Said.WRONG, "x")),
        (3, "FAIL no such file", Decision(Said.FAILED, "no such file")),
        (
            3,
            "FAIL participant has better answer",
            Decision(Said.BETTER, "participant has better answer"),
        ),
        (7, "points 42.50 well", Decision(Said.POINTS, "well", Fraction(85, 2))),
        (7, "points 3", Decision(Said.POINTS, "", Fraction(3))),
        (5, "points 3 old", Decision(Said.POINTS, "old", Fraction(3))),
        (7, "points points_info=a b", Decision(Said.POINTS, "points_info=a b")),
        (7, "points 1e99999999", Decision(Said.POINTS, "1e99999999")),
        (
            13,
            "partially correct (13) half",
            Decision(Said.PARTLY_RIGHT, "partially correct (13) half", Fraction(13)),
        ),
        (
            0,
            "partially correct (0) none",
            Decision(Said.PARTLY_RIGHT, "partially correct (0) none", Fraction(0)),
        ),
        (1, "no words of its own", Decision(Said.WRONG, "no words of its own")),
        (0, "", Decision(Said.RIGHT)),
    ],
)
def test_what_a_checker_means(status: int, printed: str, meant: Decision) -> None:
    assert decision(status, printed) == meant


@pytest.mark.parametrize("status", [6, 9, 42, 43, 139, 255])
def test_other_statuses_mean_nothing(status: int) -> None:
    assert decision(status, "terminate called") is None


@pytest.mark.parametrize(
    "message",
    [
        "Participant has better answer",
        "participant's answer is better than jury's: 3 < 4",
        "jury has worse answer",
        "Jury's answer is not optimal",
        "found better answer than jury",
        "contestant found a better solution: 3 vs 4",
        "better than jury: 10 > 9",
        "Team has shorter path than the judges",
        "User answer better: expected 5, found 4",
        "participant found larger set (5) than jury (4)",
        "beats the jury's 17",
        "jury has no answer but participant has",
        "Participant has an answer but jury doesn't",
    ],
)
def test_a_text_that_tells_of_a_better_answer(message: str) -> None:
    assert is_better(message)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "jury has better answer",
        "the jury's answer is better",
        "Jury answer is better than participant's",
        "Jury answer is invalid",
        "jury has answer but participant has not",
        "answer file: unexpected end of file",
        "Unexpected end of file - int32 expected (answer)",
        "can not open answer file",
        "ans: expected int32, found 'x' (answer.ans)",
    ],
)
def test_a_text_that_tells_of_a_fault(message: str) -> None:
    assert not is_better(message)
