"""``judge answers``: answer files are what a solution answers, and no answer is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contest import RIGHT, Contest

PICK_NONE = "lambda n,k:[]\n"


def answers(contest: Contest) -> dict[str, bytes]:
    data = contest.problem / "data"
    return {str(p.relative_to(data)): p.read_bytes() for p in data.rglob("*.ans")}


def remove_answers(contest: Contest) -> dict[str, bytes]:
    before = answers(contest)
    for name in before:
        (contest.problem / "data" / name).unlink()
    return before


@pytest.mark.long
def test_missing_answers_are_written_in_the_plugins_own_format(contest: Contest) -> None:
    before = remove_answers(contest)
    contest.solution("right.py", RIGHT["program.py"])
    assert "is missing" in contest.refuses("run")
    said = contest.judge("answers", "toy", "--from", "right")
    assert (said.status, said.err) == (0, "")
    after = answers(contest)
    assert {n: a.splitlines()[0] for n, a in after.items()} == {
        n: a.splitlines()[0] for n, a in before.items()
    }
    assert said.out.endswith(f"{len(before)} answer files written from right\n")
    assert contest.judge("run").status == 0
    assert contest.judge("check", "toy").status == 0


@pytest.mark.long
def test_a_function_and_another_reading_will_do(contest: Contest) -> None:
    before = remove_answers(contest)
    one_indexed = RIGHT["lambda.py"].replace("[i for i", "[i+1 for i")
    contest.solution("ones.py", one_indexed)
    assert contest.judge("answers", "toy", "--from", "solutions/toy/ones.py").status == 0
    scores = {n: a.splitlines()[0] for n, a in answers(contest).items()}
    assert scores == {n: a.splitlines()[0] for n, a in before.items()}


@pytest.mark.long
def test_only_missing_ones_are_written_without_all(contest: Contest) -> None:
    contest.solution("none.py", PICK_NONE)
    before = answers(contest)
    (contest.problem / "data/sample/1.ans").unlink()
    said = contest.judge("answers", "toy", "--from", "none")
    assert said.status == 0 and f"{len(before) - 1} left alone" in said.out
    after = answers(contest)
    assert after.pop("sample/1.ans") == b"0\n\n"
    assert after.items() <= before.items()


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "said"),
    [
        (PICK_NONE, "the answer file has a better answer: "),
        ("lambda n,k:[0,0,0]\n", "a number is picked once"),
        ("lambda n,k:'no'\n", "not a list of numbers"),
        ("lambda n,k:1//0\n", "ZeroDivisionError"),
        ("lambda n,k:[0]*(1<<40)\n", "no answer file was written"),
        ("def f(n, k:\n", "SyntaxError"),
    ],
)
def test_old_answers_stay_when_the_solution_fails(source: str, said: str, contest: Contest) -> None:
    """Whichever case it fails on, no answer is written, not even a missing one."""
    contest.solution("bad.py", source, 'kind = "function"\nlanguage = "python"\n')
    if source == PICK_NONE:
        missing: list[str] = []
    else:
        missing = ["sample/1.ans"]
    for name in missing:
        (contest.problem / "data" / name).unlink()
    before = answers(contest)
    assert said in contest.refuses("answers", "toy", "--from", "bad", "--all")
    assert answers(contest) == before


@pytest.mark.long
def test_a_faulty_answer_is_mended(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["program.py"])
    before = answers(contest)
    (contest.problem / "data/sample/1.ans").write_text("999\n0\n")
    said = contest.judge("answers", "toy", "--from", "right", "--all")
    assert said.status == 0, said
    assert answers(contest)["sample/1.ans"].split()[0] == before["sample/1.ans"].split()[0]


@pytest.mark.long
def test_without_a_plugin_the_output_is_the_answer(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"a\r\n\xff", b""), "secret/2": (b"b", b"kept\n")})
    (contest.problem / "data/secret/1.ans").unlink()
    contest.solution("echo.py", "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n")
    assert contest.judge("answers", "toy", "--from", "echo").status == 0
    assert answers(contest) == {"secret/1.ans": b"a\r\n\xff", "secret/2.ans": b"kept\n"}


@pytest.mark.long
def test_the_output_validator_must_accept_an_answer(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"a\n", b"old\n"), "secret/2": (b"b\n", b"old\n")})
    folder = contest.problem / "output_validator"
    folder.mkdir()
    judged = "import sys\nsys.exit(43 if 'b' in sys.stdin.read() else 42)\n"
    (folder / "check.py").write_text(judged)
    contest.solution("echo.py", "print(input())\n")
    assert "secret/2: WA" in contest.refuses("answers", "toy", "--from", "echo", "--all")
    assert {*answers(contest).values()} == {b"old\n"}
    (folder / "check.py").write_text("print 'no'\n")
    said = contest.refuses("answers", "toy", "--from", "echo", "--all")
    assert "output_validator/check.py:1: needs Python 2" in said and "echo" not in said
    (folder / "check.py").write_text("import sys\nsys.exit(42)\n")
    assert contest.judge("answers", "toy", "--from", "echo", "--all").status == 0
    assert answers(contest) == {"secret/1.ans": b"a\n", "secret/2.ans": b"b\n"}


COMPARED = """
    from judge.plugin.answers import decision

    class Parity:
        def parse(self, text):
            return int(text)

        def decode(self, text, instance, reading):
            return decision(text)

        def compare(self, instance, answer, best):
            return answer == best

        def arguments(self, instance):
            return [instance]
    """


@pytest.mark.long
def test_the_answer_validators_must_accept_an_answer(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"3\n", b"old\n"), "secret/2": (b"4\n", b"old\n")}, COMPARED)
    folder = contest.problem / "answer_validators"
    folder.mkdir()
    judged = "import sys\nsys.exit(42 if sys.stdin.read() in ('YES\\n', 'NO\\n') else 43)\n"
    (folder / "check.py").write_text(judged)
    contest.solution("odd.py", "lambda n: n % 2 == 1\n")
    said = contest.refuses("answers", "toy", "--from", "odd", "--all")
    assert "secret/1: its answer is 'true', and answer_validators/check.py rejects it" in said
    assert {*answers(contest).values()} == {b"old\n"}
    contest.solution("word.py", "print('YES' if int(input()) % 2 else 'NO')\n")
    assert contest.judge("answers", "toy", "--from", "word", "--all").status == 0
    assert answers(contest) == {"secret/1.ans": b"YES\n", "secret/2.ans": b"NO\n"}


@pytest.mark.long
def test_what_a_function_returns_becomes_a_line(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"3\n", b"old\n")}, COMPARED)
    contest.solution("odd.py", "lambda n: n % 2 == 1\n")
    assert contest.judge("answers", "toy", "--from", "odd", "--all").status == 0
    assert answers(contest) == {"secret/1.ans": b"true\n"}


@pytest.mark.long
def test_a_solution_that_is_not_there_is_told(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["program.py"])
    err = contest.refuses("answers", "toy", "--from", "rihgt")
    assert "no solution 'rihgt' of toy, and no such file: did you mean 'right'?" in err


@pytest.mark.long
def test_nothing_to_write_is_no_error(contest: Contest, tmp_path: Path) -> None:
    contest.solution("right.py", RIGHT["program.py"])
    before = answers(contest)
    said = contest.judge("answers", "toy", "--from", "right")
    assert said.status == 0 and said.out.startswith("0 answer files written")
    assert answers(contest) == before
