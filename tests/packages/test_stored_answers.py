"""A stored answer that is illegal, or whose score is not what its file says, stops a run."""

from __future__ import annotations

import pytest

from tests.contest import Contest

COMPARES = """
class Same:
    def parse(self, text):
        return text
    def decode(self, text, instance, reading):
        return text.split()
    def compare(self, instance, answer, best):
        return "too long" if len(answer) > 1 else answer == best
"""


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("8\n0\n", "the stored answer scores 7, and the file says 8"),
        ("6\n0\n", "the stored answer scores 7, and the file says 6"),
        ("7\n0 0\n", "the stored answer is illegal: a number is picked once"),
        ("7\n5\n", "the stored answer is illegal: index out of range"),
        ("0\n0\n", "the stored answer scores 7, and the file says 0"),
    ],
)
@pytest.mark.parametrize("command", ["run", "grade", "verify", "check"])
def test_a_wrong_answer_file_is_a_fault_before_anything_runs(
    command: str, answer: str, said: str, contest: Contest
) -> None:
    contest.set_trap()
    (contest.problem / "data/sample/1.in").write_text("[7, 3]\n1\n")
    (contest.problem / "data/sample/1.ans").write_text(answer)
    if command == "check":
        found = contest.judge("check", "toy")
        assert found.status == 1 and f"fault: problems/toy/data/sample/1.ans: {said}" in found.out
        return
    if command == "verify":
        found = contest.judge("verify", "toy", "--sandbox", "none")
        assert found.status == 1 and found.out.startswith("FAULT   data ") and said in found.out
        assert not contest.trap.exists()
        return
    words = {
        "run": ["run"],
        "grade": ["grade", "toy", "solutions/toy/00-trap.py"],
    }[command]
    err = contest.refuses(*words, "--sandbox", "none")
    assert err.startswith(f"judge: problems/toy/data/sample/1.ans: {said}")


def test_a_right_one_is_none(contest: Contest) -> None:
    (contest.problem / "data/sample/1.in").write_text("[7, 3]\n1\n")
    (contest.problem / "data/sample/1.ans").write_text("7\n0\n")
    assert contest.judge("check", "toy").status == 0


def test_where_answers_are_compared_the_stored_one_must_be_right(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"x\n", b"a b\n"), "secret/2": (b"x\n", b"a\n")}, COMPARES)
    contest.set_trap()
    assert "secret/1.ans: the plug-in rejects the stored answer: too long" in contest.run_refuses()


@pytest.mark.long
def test_a_plugin_that_fails_on_it_is_told_where_it_is_checked(contest: Contest) -> None:
    """In a run it is a judge error of the case, as for every other answer."""
    failing = COMPARES.replace('"too long" if len(answer) > 1 else answer == best', "1 / 0")
    contest.use_package({"secret/1": (b"x\n", b"a\n")}, failing)
    contest.solution("a.py", "print('a')", 'expect = "JE"')
    assert contest.judge("run").status == 0
    said = contest.judge("check", "toy")
    assert said.status == 1 and "ZeroDivisionError" in said.out and "compare" in said.out
