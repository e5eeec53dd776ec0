"""Accepted solutions converse with an interactor once more, and on changed inputs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.model import Case
from judge.verify import accepted_contestants, accepted_solutions
from judge.verify.finding import Finding, Status
from tests.contest import Contest
from tests.verify.test_interactor import SETTINGS
from tests.verify.toy_subject import subject_of

INTERACTOR = """
import sys
secret = int(open(sys.argv[1]).read())
for _ in range(7):
    line = sys.stdin.readline()
    if not line.strip().isdecimal(): sys.exit(43)
    guess = int(line)
    if guess == secret:
        print("yes", flush=True)
        sys.exit(43 if sys.stdin.readline() else 42)
    print("lower" if secret < guess else "higher", flush=True)
sys.exit(43)
"""
HALVES = """
low, high, said = 1, 100, ""
while said != "yes":
    middle = (low + high) // 2
    print(middle, flush=True)
    said = input()
    if said == "lower": high = middle - 1
    else: low = middle + 1
"""
VALIDATOR = """
import sys
text = sys.stdin.read()
is_valid = text[:-1].isdecimal() and text == f"{int(text)}\\n" and 1 <= int(text) <= 100
sys.exit(42 if is_valid else 43)
"""
AGAIN = "the interactor answers the same words with "
CASES = {f"secret/{number}": (b"%d\n" % number, b"") for number in (1, 50, 75)}


def checked(
    contest: Contest,
    change: tuple[str, str] = ("", ""),
    cases: Mapping[str, tuple[bytes, bytes]] = CASES,
    source: str = HALVES,
) -> Finding:
    contest.use_package(dict(cases))
    (contest.problem / "problem.yaml").write_text(SETTINGS)
    for folder, name, text in (
        ("output_validator", "interact.py", INTERACTOR.replace(*change, 1)),
        ("input_validators", "valid.py", VALIDATOR),
    ):
        (contest.problem / folder).mkdir(exist_ok=True)
        (contest.problem / folder / name).write_text(text)
    contest.solution("right.py", source)
    return accepted_solutions.check(subject_of(contest, seconds=60))


@pytest.mark.long
@pytest.mark.parametrize("answer", [b"", b"none\n", None])
def test_a_sound_interactor_is_ok(contest: Contest, answer: bytes | None) -> None:
    cases = {name: (text, text if answer is None else answer) for name, (text, _) in CASES.items()}
    finding = checked(contest, cases=cases)
    assert finding.status is Status.OK
    assert finding.statement == (
        "1 accepted solution on changed inputs: no failure in 40 conversations"
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("secret = int(", "import time\nsecret = time.time_ns() % 100 + 1\nint(", AGAIN),
        ("secret = int(", "import random\nsecret = random.randint(1, 100)\nint(", AGAIN),
        ("secret = int(", "secret = 50\nint(", "in the same way on 3 inputs that differ"),
        ("secret < guess", "secret < guess - 1", "right is accepted, and gets WA"),
        ("range(7)", "range(6)", "right is accepted, and gets WA"),
    ],
)
def test_other_interactors_are_faults(contest: Contest, old: str, new: str, said: str) -> None:
    finding = checked(contest, (old, new))
    assert finding.status is Status.FAULT and said in finding.statement


@pytest.mark.long
def test_a_solution_that_draws_its_guesses_is_no_fault_of_the_interactor(contest: Contest) -> None:
    drawn = "middle = __import__('random').choice([(low + high) // 2, (low + high + 1) // 2])"
    source = HALVES.replace("middle = (low + high) // 2", drawn)
    finding = checked(contest, ("range(7)", "range(100)"), source=source)
    assert finding.status is Status.OK


@pytest.mark.long
def test_without_known_answers_no_input_is_changed(contest: Contest) -> None:
    cases = {name: (text, b"answer to " + text) for name, (text, _) in CASES.items()}
    finding = checked(contest, ("secret < guess", "secret < guess - 1"), cases)
    assert finding.status is Status.OK
    assert finding.statement.endswith("it is unknown what their answer files hold")


def test_numbers_between_those_of_inputs_fill_the_widest_gaps(tmp_path: Path) -> None:
    def inputs(*texts: str) -> list[tuple[Case, str]]:
        return [(Case(text, "", tmp_path), text) for text in texts]

    made = [text for _, text in accepted_contestants.between(inputs("1\n", "850\n", "1000\n"))]
    assert made[:4] == ["425\n", "637\n", "213\n", "743\n"]
    assert "925\n" in made and len(made) == accepted_contestants.MOST_BETWEEN
    made = [text for _, text in accepted_contestants.between(inputs("5 1\n", "5 4\n", "word\n"))]
    assert made == ["5 2\n", "5 3\n"]
