"""Plug-ins with the fewest methods: they judge, and what they lack is told where it is needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.evaluation.better_answer import better_answers, save_better_answers
from judge.model import Reason, Verdict
from tests.contest import Contest, verdicts

#: Any permutation of the stored words; it may not hold a word twice.
COMPARES = """
from judge.plugin import IllegalAnswer, Undecodable

class Words:
    def parse(self, text):
        return text
    def decode(self, text, instance, reading):
        if not text.isascii():
            raise Undecodable("not ASCII")
        return text.split()
    def compare(self, instance, answer, best):
        if len(set(answer)) < len(answer):
            raise IllegalAnswer("no word twice", answer[-1])
        missing = sorted(set(best) - set(answer))
        return f"{missing[0]} is missing" if missing else len(answer) == len(best)
"""
#: The longest word of the input.
SCORES = """
from judge.plugin import Goal, IllegalAnswer

class Longest:
    goal = Goal.MAXIMISE
    def parse(self, text):
        return text
    def decode(self, text, instance, reading):
        return text.strip()
    def score(self, instance, answer):
        if answer not in instance.split():
            raise IllegalAnswer("a word of the input", answer)
        return len(answer)
"""
GENERATES = """
    def render(self, instance):
        return instance
    def generate(self, rng, size):
        return " ".join("a" * rng.randint(1, 9) for _ in range(size)) + "\\n"
    def smaller(self, instance):
        words = instance.split()
        for i in range(len(words)):
            if len(words) > 1:
                yield " ".join(words[:i] + words[i + 1:]) + "\\n"
"""
LONGEST = "print(max(input().split(), key=len))\n"


def printing(text: str) -> str:
    return f"import sys\nsys.stdout.buffer.write({text.encode()!r})\n"


@pytest.mark.long
def test_arguments_that_cannot_be_written_are_told_and_end_no_worker(contest: Contest) -> None:
    """Neither where a solution may be called in several ways, nor where it is a function."""
    more = "    def arguments(self, instance): return [object()]\n"
    contest.use_package({"secret/1": (b"a b\n", b"b a\n")}, COMPARES + more)
    contest.solution("function.py", "def f(x):\n    return x\n")
    contest.solution("program.py", "import sys\nprint(sys.argv[1:])\n")
    said = contest.judge("run", "toy")
    assert (said.status, said.err.count("Traceback")) == (1, 0), said
    assert "the plug-in's arguments are no JSON: TypeError" in said.out
    assert "function.py" not in said.err
    assert {name: one.verdict for name, one in contest.judged().items()} == {
        "function": Verdict.JE,
        "program": Verdict.WA,
    }


@pytest.mark.long
def test_a_worker_that_can_never_answer_is_not_given_its_case_for_ever(contest: Contest) -> None:
    """The plug-in has closed its connection, in a call that ended well."""
    source = COMPARES.replace(
        "        if len(set(answer))",
        "        import multiprocess, os\n"
        "        if multiprocess.parent_process(): os.closerange(3, 256)\n"
        "        if len(set(answer))",
    )
    contest.use_package({"secret/1": (b"a\n", b"a\n")}, source)
    judged = contest.judge_one("right.py", "print('a')\n")
    assert judged.verdict is Verdict.JE
    said = "the worker died 3 times on this case, in or after"
    assert judged.outcomes[0].message.startswith(said)


@pytest.mark.long
def test_a_comparison_tells_right_wrong_and_illegal(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"", b"b a\n")}, COMPARES)
    outputs = {"right": "a\nb", "short": "a", "long": "c b a", "twice": "a a", "odd": "ä"}
    for name, text in outputs.items():
        contest.solution(f"{name}.py", printing(text))
    judged = contest.judged()
    told = {name: j.outcomes[0] for name, j in judged.items()}
    assert {name: (o.verdict, o.reason, o.message) for name, o in told.items()} == {
        "right": (Verdict.AC, None, ""),
        "short": (Verdict.WA, Reason.REJECTED, "b is missing"),
        "long": (Verdict.WA, Reason.REJECTED, ""),
        "twice": (Verdict.WA, Reason.ILLEGAL, "no word twice: a"),
        "odd": (Verdict.WA, Reason.UNDECODABLE, "not ASCII"),
    }
    assert told["right"].best is told["right"].score is told["right"].gap is None


@pytest.mark.long
def test_a_comparison_that_forgets_to_return_is_a_fault_with_its_line(contest: Contest) -> None:
    forgetful = COMPARES.replace("return f", "f")
    contest.use_package({"secret/1": (b"", b"b a\n")}, forgetful)
    judged = contest.judge_one("right.py", printing("a b"))
    assert judged.verdict is Verdict.JE
    message = judged.outcomes[0].message
    assert "the plug-in's compare returned None, and must return True, False or a" in message
    assert message.endswith("plugin.py:11)")


@pytest.mark.long
def test_a_score_without_a_format_of_answer_files_takes_them_as_outputs(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"a bbb cc\n", b"cc\n")}, SCORES)
    judged = contest.judge_one("longest.py", LONGEST)
    assert judged.verdict is Verdict.BETTER
    assert (judged.outcomes[0].score, judged.outcomes[0].best) == (3, 2)


@pytest.mark.long
def test_the_witness_of_a_better_answer_is_the_output(contest: Contest, tmp_path: Path) -> None:
    contest.use_package({"secret/1": (b"a bbb cc\n", b"cc\n")}, SCORES)
    contest.solution("longest.py", LONGEST)
    results = contest.run()
    [found] = better_answers(results, contest.plan())
    assert "witness: " in save_better_answers(found, tmp_path)
    assert (tmp_path / "toy/secret/1.ans").read_bytes() == b"bbb\n"
    assert "saved by an earlier run" in save_better_answers(found, tmp_path)


@pytest.mark.long
def test_an_answer_file_that_is_no_answer_is_refused_before_anything_runs(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"a bbb cc\n", b"ddd\n")}, SCORES)
    contest.set_trap()
    told = contest.run_refuses()
    assert (
        "secret/1.ans:1: column 1: is not an answer as a solution prints it: a word of the" in told
    )


@pytest.mark.long
def test_a_program_gets_the_input_file_as_it_is(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"a\r\n\tb ", b"a\n")}, SCORES)
    source = "import sys\nprint('a' if sys.stdin.buffer.read() == b'a\\r\\n\\tb ' else 'b')\n"
    assert verdicts(contest.judge_one("exact.py", source)) == {"1": "AC"}


@pytest.mark.long
def test_a_hunt_needs_three_more_methods_and_works_without_pictures(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"a bbb cc\n", b"bbb\n")}, SCORES)
    contest.solution("reference-longest.py", LONGEST)
    contest.solution("first.py", "print(input().split()[0])\n", 'expect = "WA"\n')
    told = contest.refuses("hunt", "toy", "first")
    assert "a hunt needs generate, smaller and render, which the plug-in lacks" in told
    (contest.problem / "plugin.py").write_text(SCORES + GENERATES)
    said = contest.judge("hunt", "toy", "first", "-j", "1", "--failures", "1", "--seconds", "60")
    assert (said.status, said.err) == (1, "")
    assert "WA suboptimal" in said.out and "a best answer, score " in said.out
    said = contest.judge("hunt", "toy", "first", "-j", "1", "--failures", "1", "--save")
    assert (said.status, said.err) == (1, "")
    saved = contest.problem / "data/secret/hunt-first-1"
    words = saved.with_suffix(".in").read_text().split()
    assert len(saved.with_suffix(".ans").read_text().strip()) == max(map(len, words))


@pytest.mark.long
def test_a_hunt_compares_with_the_answer_of_the_reference(contest: Contest) -> None:
    echo = "print(*set(input().split()))\n"
    contest.use_package({"secret/1": (b"a b\n", b"b a\n")}, COMPARES + GENERATES)
    contest.solution("reference-echo.py", echo)
    contest.solution("first.py", "print(input().split()[0])\n", 'expect = "WA"\n')
    said = contest.judge("hunt", "toy", "first", "-j", "1", "--failures", "1", "--seconds", "60")
    assert (said.status, said.err) == (1, "")
    assert "WA rejected (" in said.out and "is missing)" in said.out
    assert "a best answer:\n" in said.out and "score" not in said.out


@pytest.mark.long
@pytest.mark.parametrize("source", [COMPARES, SCORES + GENERATES])
def test_verify_checks_what_can_be_checked(contest: Contest, source: str) -> None:
    contest.use_package({"secret/1": (b"a bbb cc\n", b"bbb\n")}, source)
    contest.solution("reference.py", LONGEST)
    said = contest.judge("verify", "toy", "--seconds", "0.2")
    assert [line for line in said.out.splitlines() if line.startswith("FAULT")] == []
    assert (said.status, said.err) == (0, "")


def test_a_function_is_told_what_is_missing(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"a bbb cc\n", b"bbb\n")}, SCORES)
    judged = contest.judge_one("function.py", "lambda words: max(words, key=len)\n")
    assert judged.verdict is Verdict.JE
    assert judged.message.endswith("a python function needs arguments, which the plug-in lacks")
