"""The output validator of a multi-pass problem, and what it says of changed last outputs."""

from __future__ import annotations

import pytest

from judge.verify import accepted_solutions, later_passes, output_validator
from judge.verify.finding import Finding, Status
from judge.verify.subject import Subject
from tests.contest import Contest
from tests.verify.test_interactor import SETTINGS
from tests.verify.toy_subject import subject_of

MULTI_PASS = SETTINGS.replace("interactive", "multi-pass")
#: In the first pass a number is written with the letters a and b, in the second one it is read.
PROGRAM = """
what, word = input(), input()
if what == "encode":
    print(f"{int(word):b}".replace("0", "a").replace("1", "b"))
else:
    print(int(word.replace("a", "0").replace("b", "1"), 2))
"""
VALIDATOR = """
import pathlib, re, sys
state, said = pathlib.Path(sys.argv[3]) / "state", sys.stdin.read()
if not state.exists():
    if not re.fullmatch("[ab]{1,10}\\n", said): sys.exit(43)
    state.write_text(open(sys.argv[1]).read().split()[1])
    (state.parent / "nextpass.in").write_text(f"decode\\n{said}")
    sys.exit(42)
number = state.read_text()
sys.exit(42 if said.split() == [number] else 43)
"""
INPUTS = """
import sys
what, number = sys.stdin.read().split("\\n")[:2]
sys.exit(42 if what == "encode" and number == str(int(number)) and 0 <= int(number) <= 999 else 43)
"""
STATEMENT = "Encode a number with at most 10 letters, and decode it.\n"


def made(contest: Contest, old: str = "", new: str = "", source: str = PROGRAM) -> Subject:
    assert old in VALIDATOR
    cases = {f"secret/{number}": (b"encode\n%d\n" % number, b"") for number in (0, 5, 77, 999)}
    contest.use_package(cases)
    (contest.problem / "problem.yaml").write_text(MULTI_PASS)
    for path, text in (
        ("output_validator/validate.py", VALIDATOR.replace(old, new, 1)),
        ("input_validators/validate.py", INPUTS),
        ("statement/problem.en.md", STATEMENT),
    ):
        (contest.problem / path).parent.mkdir(exist_ok=True)
        (contest.problem / path).write_text(text)
    contest.solution("right.py", source)
    return subject_of(contest, seconds=60)


def checked(contest: Contest, old: str = "", new: str = "") -> Finding:
    return output_validator.check(made(contest, old, new))


@pytest.mark.long
def test_a_sound_validator_rejects_them_all(contest: Contest) -> None:
    finding = checked(contest)
    assert finding.status is Status.OK
    assert finding.statement == "rejects changed last outputs of 4 cases"


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("said.split() ==", "said.split()[:1] ==", "text behind it (4 tried)"),
        (
            "said.split() ==",
            "said.split() in ([str(int(number) + 1)],) or said.split() ==",
            "by one",
        ),
        ("said.split() ==", "said.split() in ([],) or said.split() ==", "nothing in its place"),
        ("said.split() ==", "int(said) and said.split() ==", "text behind it: output validator"),
    ],
)
def test_one_that_overlooks_a_change_or_fails_is_a_fault(
    contest: Contest, old: str, new: str, said: str
) -> None:
    finding = checked(contest, old, new)
    assert finding.status is Status.FAULT and said in finding.statement, finding


@pytest.mark.long
def test_accepted_solutions_are_tried_on_changed_inputs(contest: Contest) -> None:
    assert accepted_solutions.check(made(contest)).status is Status.OK
    wrong = PROGRAM.replace("else:", 'elif word == "ba":\n    print(3)\nelse:')
    finding = accepted_solutions.check(made(contest, source=wrong))
    assert finding.status is Status.FAULT and "right is accepted, and gets WA" in finding.statement


def test_a_line_of_dashes_in_an_output_ends_no_pass() -> None:
    assert later_passes.passes_of(b"<1\n>---\n---\n<2\n>3\n") == (b"---\n", b"3\n")
