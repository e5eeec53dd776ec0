"""Interactors in conversation with contestants that say nothing or nonsense."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.verify import interactor, output_validator, stated_rules
from judge.verify.finding import Finding, Status
from judge.verify.replayed import beyond_interval
from judge.verify.stated_intervals import said_interval
from tests.contest import Contest
from tests.verify.toy_subject import subject_of

SETTINGS = """
problem_format_version: 2025-09
name: Toy
type: interactive
uuid: 8ee7605a-ab1a-8226-1d71-e346ab1e688d
limits: {time_limit: 2}
"""
#: Wants a number to be guessed.
SOUND = """
import sys
secret = int(open(sys.argv[1]).read())
for _ in range(10):
    line = sys.stdin.readline()
    if not line.strip().isdecimal(): sys.exit(43)
    if int(line) == secret:
        print("yes", flush=True)
        sys.exit(43 if sys.stdin.readline() else 42)
    print("no", flush=True)
sys.exit(43)
"""
GUESSES = """
import sys
for i in (1, 3, 5, 100):
    print(i, flush=True)
    if sys.stdin.readline() != "no\\n": break
"""


def use_guessing(contest: Contest, statement: str) -> None:
    """The package of a secret number, with three cases and this statement."""
    cases = {f"secret/{place}": (b"%d\n" % n, b"0\n") for place, n in ((1, 3), (2, 5), (3, 100))}
    contest.use_package(cases)
    (contest.problem / "problem.yaml").write_text(SETTINGS)
    (contest.problem / "statement").mkdir()
    (contest.problem / "statement" / "problem.en.md").write_text(statement)


@pytest.fixture
def package(contest: Contest) -> Path:
    contest.use_package({"secret/1": (b"3\n", b"3\n"), "secret/2": (b"5\n", b"5\n")})
    (contest.problem / "problem.yaml").write_text(SETTINGS)
    (contest.problem / "output_validator").mkdir()
    contest.solution("right.py", GUESSES)
    return contest.problem / "output_validator" / "interact.py"


def checked(contest: Contest) -> Finding:
    return output_validator.check(subject_of(contest, seconds=120))


@pytest.mark.long
def test_a_sound_interactor_rejects_them_all(contest: Contest, package: Path) -> None:
    package.write_text(SOUND)
    finding = checked(contest)
    assert finding.status is Status.OK
    assert finding.statement.endswith("talk nonsense, in 14 conversations")


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    if not line.strip().isdecimal(): sys.exit(43)\n", "", "it fails if a contestant "),
        ("isdecimal(): sys.exit(43)", "isdecimal(): sys.exit(42)", "it accepts a contestant that"),
        (
            "    if not",
            "    while not line: pass\n    if not",
            "it fails if a contestant ",
        ),
        (
            "    if not",
            "    if not line: sys.exit(42)\n    if not",
            "it accepts a contestant that ",
        ),
    ],
)
def test_one_that_does_not_expect_them_is_a_fault(
    contest: Contest, package: Path, old: str, new: str, said: str
) -> None:
    assert old in SOUND
    package.write_text(SOUND.replace(old, new))
    finding = checked(contest)
    assert finding.status is Status.FAULT
    assert said in finding.statement


@pytest.mark.long
def test_one_that_accepts_silence_is_found_in_any_time(
    contest: Contest, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interactor, "MOST_CASES", 1)
    package.write_text(SOUND.replace("    if not", "    if not line: sys.exit(42)\n    if not"))
    finding = output_validator.check(subject_of(contest, seconds=0))
    assert finding.statement == "it accepts a contestant that ends at once"


#: Tells whether a number is the secret one, and wants the secret in the end.
ASKED = """
import sys
secret = int(open(sys.argv[1]).read())
for line in sys.stdin:
    kind, number = line.split()[:2] if len(line.split()) == 2 else ("", "")
    if kind not in ("?", "!") or not number.isdecimal(): sys.exit(43)
    if kind == "!": sys.exit(42 if int(number) == secret else 43)
    print("yes" if int(number) == secret else "no", flush=True)
sys.exit(43)
"""
ASKING = """
number = 1
while True:
    print("?", number, flush=True)
    if input() == "yes": break
    number += 1
print("!", number)
print("? 1")
"""


@pytest.mark.long
@pytest.mark.parametrize("is_sound", [True, False])
def test_one_that_takes_any_last_number_is_a_fault(
    contest: Contest, package: Path, is_sound: bool
) -> None:
    contest.solution("right.py", ASKING)
    package.write_text(
        ASKED if is_sound else ASKED.replace("int(number) == secret else 43", "True else 43")
    )
    finding = checked(contest)
    assert finding.status is (Status.WARNING if is_sound else Status.FAULT)
    said = "it accepts any number in place of the last one that a right contestant says: '! 5'"
    goes_on = (
        "it accepts a contestant that goes on after the last line that a right contestant says"
    )
    assert finding.statement == (f"{goes_on}: '! 5'" if is_sound else said)


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "status", "said"),
    [
        ("", "", Status.OK, "nonsense"),
        (
            "range(10)",
            "range(11)",
            Status.FAULT,
            "takes 11 lines of one form, and the statement says 10",
        ),
        (
            "range(10)",
            "range(9)",
            Status.FAULT,
            "takes 9 lines of one form, and the statement says 10",
        ),
        ("int(line) == secret", "abs(int(line) - secret) < 2", Status.FAULT, "differs by 1 from"),
        (
            "line.strip().isdecimal()",
            "(line := line.lstrip('-')).strip().isdecimal()",
            Status.FAULT,
            "it accepts its negative in place of the last number that a right contestant says: '",
        ),
        (
            "int(line) == secret",
            "int(line) % 1024 == secret",
            Status.FAULT,
            "it accepts it and 2^16 in place of the last number that a right contestant says: ",
        ),
        (
            "43 if sys.stdin.readline() else 42",
            "42",
            Status.FAULT,
            "goes on after the last line that a right contestant says: '100'",
        ),
        (
            "int(line) == secret",
            "int(line) in (secret, secret - 1)",
            Status.FAULT,
            "differs by -1 from the last one that a right contestant says: ",
        ),
        (
            "int(line) == secret",
            "secret > 99 or int(line) == secret",
            Status.FAULT,
            "any number in place of the last one that a right contestant says: '1' in secret/3",
        ),
        (
            "line = sys.stdin.readline()",
            "line = (sys.stdin.readline().split() or [''])[0]",
            Status.FAULT,
            "it accepts a first line with a word behind its number, in place of '1'",
        ),
        (
            "line = sys.stdin.readline()",
            "line = sys.stdin.readline().partition('.')[0]",
            Status.FAULT,
            "it accepts a first line with half more than a whole number, in place of '1'",
        ),
    ],
)
def test_one_that_is_wrong_by_a_little_is_told(
    contest: Contest, package: Path, old: str, new: str, status: Status, said: str
) -> None:
    use_guessing(
        contest,
        "At most 10 guesses, whole numbers of 1 to 100. Then your program must end.\n",
    )
    assert old in SOUND
    package.parent.mkdir(exist_ok=True)
    package.write_text(SOUND.replace(old, new) if old else SOUND)
    contest.solution("right.py", GUESSES)
    finding = checked(contest)
    assert finding.status is status, finding
    assert said in finding.statement


@pytest.mark.parametrize(
    ("statement", "ends", "may_differ"),
    [
        ("Then your program must end.", True, False),
        ("Your program should then terminate. The error may be 1.", True, True),
        ("Print a number within 1 of the secret one.", False, True),
        ("The end must come.", False, False),
    ],
)
def test_a_statement_says_what_a_dialogue_must_be(
    tmp_path: Path, statement: str, ends: bool, may_differ: bool
) -> None:
    (tmp_path / "statement").mkdir()
    (tmp_path / "statement" / "problem.en.md").write_text(statement)
    assert stated_rules.demands_an_end(tmp_path) is ends
    assert stated_rules.may_differ(tmp_path) is may_differ


@pytest.mark.parametrize(
    ("statement", "only"),
    [
        ("Guess a whole number.", True),
        ("Print an integer.", True),
        ("The integer part of a real number.", False),
        ("Guess a number.", False),
    ],
)
def test_a_statement_says_which_numbers_are_said(
    tmp_path: Path, statement: str, only: bool
) -> None:
    (tmp_path / "statement").mkdir()
    (tmp_path / "statement" / "problem.en.md").write_text(statement)
    assert stated_rules.names_whole_numbers_only(tmp_path) is only


#: Wants three numbers to be said again.
TOLD = """
import sys
words = open(sys.argv[1]).read().split()
print(*words, flush=True)
said = sys.stdin.readline().split()
if len(said) != 3 or not all(one.lstrip("-").isdecimal() for one in said): sys.exit(43)
sys.exit(42 if said == words and not sys.stdin.read() else 43)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("said == words", "nonsense"),
        ("said[1:] == words[1:]", "any number in place of the first one in the last line that"),
        ("said[::2] == words[::2]", "any number in place of the middle one in the last line that"),
    ],
)
def test_one_that_overlooks_a_number_before_the_last_one_is_a_fault(
    contest: Contest, package: Path, new: str, said: str
) -> None:
    words = ("3 1 2", "2 1 3", "30 20 10")
    contest.use_package(
        {f"secret/{n}": (f"{one}\n".encode(), b"0\n") for n, one in enumerate(words)}
    )
    (contest.problem / "problem.yaml").write_text(SETTINGS)
    package.parent.mkdir(exist_ok=True)
    package.write_text(TOLD.replace("said == words", new, 1))
    contest.solution("right.py", "print(input())\n")
    finding = checked(contest)
    assert (finding.status is Status.FAULT) == (new != "said == words"), finding
    assert said in finding.statement


@pytest.mark.parametrize(
    ("statement", "interval"),
    [
        ("Print a guess: a number from 1 to 100.", (1, 100)),
        ("Ask with $? x$, where $1 \\le x \\le 50$. Then read a number from 0 to 9.", (1, 50)),
        ("Guess a secret number from 1 to 100.", None),
        ("Print a number from 1 to 100, or send one from 1 to 50.", None),
        ("You are given $n$ from 1 to 100. Print a number from 1 to $n$.", None),
    ],
)
def test_a_statement_says_between_which_bounds_a_query_is(
    tmp_path: Path, statement: str, interval: tuple[int, int] | None
) -> None:
    (tmp_path / "problem.en.md").write_text(statement)
    assert said_interval(tmp_path) == interval


def test_a_query_beyond_its_bounds() -> None:
    assert beyond_interval("? 5 7\n3\n", 1, 9) == {"0": "? 0 7\n3\n", "10": "? 10 7\n3\n"}
    assert beyond_interval("5\n", 1, 9) == beyond_interval("50\n3\n", 1, 9) == {}


@pytest.mark.long
@pytest.mark.parametrize("is_bounded", [True, False])
def test_one_that_takes_a_query_beyond_the_bounds_of_the_statement_is_a_fault(
    contest: Contest, package: Path, is_bounded: bool
) -> None:
    use_guessing(
        contest,
        "Print a guess, a whole number from 1 to 100, at most 10 times. "
        "Then your program must end.",
    )
    bound = "(line.strip().isdecimal() and 1 <= int(line) <= 100)"
    package.parent.mkdir(exist_ok=True)
    package.write_text(SOUND.replace("line.strip().isdecimal()", bound) if is_bounded else SOUND)
    contest.solution("right.py", GUESSES)
    finding = checked(contest)
    said = "it accepts 0 in a first line, and the statement says 1 to 100"
    assert finding.status is (Status.OK if is_bounded else Status.FAULT), finding
    assert is_bounded or finding.statement == said
