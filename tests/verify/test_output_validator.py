"""The output validator of the package, called as by other judges, agrees with the plug-in."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Grade, Reason, Verdict
from judge.verify import output_validator
from judge.verify.finding import Status
from judge.verify.output_validator import Trial
from tests.contest import HERE, RIGHT, Contest
from tests.verify.toy_subject import subject_of

VALIDATOR = f"""
import sys
sys.path[:0] = [{str(HERE.parent)!r}, __file__.rsplit("/", 2)[0]]
from judge.plugin import IllegalAnswer, Undecodable
from plugin import LargestSum
toy = LargestSum()
row = toy.parse(open(sys.argv[1]).read())
best = toy.parse_answer(open(sys.argv[2]).read(), row).score
text = sys.stdin.buffer.read().decode(errors="replace")
scores = []
for reading in toy.readings:
    try:
        scores.append(toy.score(row, toy.decode(text, row, reading)))
    except (IllegalAnswer, Undecodable):
        pass
sys.exit(42 if best in scores else 43)
"""


def validating(contest: Contest, text: str) -> None:
    folder = contest.problem / "output_validator"
    folder.mkdir()
    (folder / "__main__.py").write_text(text)
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("wrong.py", "lambda n,k:[]\n", 'expect = "WA"\n')


@pytest.mark.long
def test_one_that_agrees_is_in_order(contest: Contest) -> None:
    validating(contest, VALIDATOR)
    (contest.problem / "data" / "sample" / "1.out").write_text("99\n")
    finding = output_validator.check(subject_of(contest, seconds=1))
    assert finding.status is Status.OK, finding
    assert finding.statement.startswith("agrees with the plug-in on 1 stored output and ")
    assert not finding.statement.endswith(" 0 others")


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("else 43", "else 42", "exits with 42, the plug-in says "),
        ("42 if best", "43 if best", "exits with 43, the plug-in says "),
        ("scores = []", "raise ValueError", "exits with 1, "),
    ],
)
def test_one_that_disagrees_is_a_fault(contest: Contest, old: str, new: str, message: str) -> None:
    validating(contest, VALIDATOR.replace(old, new))
    finding = output_validator.check(subject_of(contest, seconds=2))
    assert finding.status is Status.FAULT
    assert any(message in detail for detail in finding.details)


@pytest.mark.long
def test_stored_outputs_must_be_what_their_folder_says(contest: Contest) -> None:
    validating(contest, VALIDATOR)
    folder = contest.problem / "data" / "invalid_output"
    folder.mkdir()
    for end, text in ((".in", "[1, 2]\n1\n"), (".ans", "2\n1\n"), (".out", "1\n")):
        (folder / "1").with_suffix(end).write_text(text)
    finding = output_validator.check(subject_of(contest))
    assert finding.status is Status.FAULT
    assert "data/invalid_output/1.out is accepted by the plug-in" in finding.statement


@pytest.mark.long
def test_a_package_without_one_exports_its_plug_in(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    finding = output_validator.check(subject_of(contest))
    assert finding.status is Status.OK and "judge export writes one" in finding.statement
    (contest.problem / "output_validator").mkdir()
    finding = output_validator.check(subject_of(contest))
    assert finding.status is Status.WARNING and "has no __main__.py" in finding.statement


@pytest.mark.long
def test_one_without_a_plug_in_that_accepts_everything_is_a_fault(contest: Contest) -> None:
    contest.use_package({"sample/1": (b"1 2\n", b"3\n"), "secret/1": (b"2 2\n", b"4\n")})
    folder = contest.problem / "output_validator"
    folder.mkdir()
    (folder / "validate.py").write_text("raise SystemExit(42)\n")
    contest.solution("sum.py", "print(sum(map(int, input().split())))\n")
    finding = output_validator.check(subject_of(contest, seconds=1))
    assert finding.status is Status.FAULT
    assert finding.statement == "1 fault: it accepts any junk as output"


@pytest.mark.long
@pytest.mark.parametrize(("seconds", "faults"), [(1e-9, 2), (100, 15)])
def test_one_that_fails_is_not_shown_junk_beyond_the_time(
    contest: Contest, seconds: float, faults: int
) -> None:
    """Two outputs are stored. One that hangs takes its whole limit for each output."""
    contest.use_package({"sample/1": (b"1 2\n", b"3\n"), "secret/1": (b"2 2\n", b"4\n")})
    folder = contest.problem / "output_validator"
    folder.mkdir()
    (folder / "validate.py").write_text("raise SystemExit(1)\n")
    contest.solution("sum.py", "print(sum(map(int, input().split())))\n")
    finding = output_validator.check(subject_of(contest, seconds=seconds))
    assert finding.status is Status.FAULT and finding.statement.startswith(f"{faults} fault")


def test_outputs_that_tell_most_come_first() -> None:
    """The longest one, one for each reading, those with a right part and with the least gaps, and
    one for each reason; then the short ones."""

    def trial(size: int, *grades: Grade, has_right_part: bool = False) -> Trial:
        return Trial(str(size), Path(), Path(), b"x" * size, grades, has_right_part)

    right, illegal = Grade(Verdict.AC, gap=0), Grade(Verdict.WA, Reason.ILLEGAL)
    worse = [Grade(Verdict.WA, Reason.SUBOPTIMAL, gap=gap) for gap in range(20)]
    trials = [trial(n, illegal) for n in (3, 1, 2)] + [trial(n, right) for n in (5, 4)]
    trials += [trial(40 - n, illegal, worse[n]) for n in range(1, 20)]
    ordered = [int(one.what) for one in output_validator.telling_first(trials)]
    near = list(range(38, 39 - output_validator.MOST_NEAR, -1))
    assert ordered == [39, 4, *near, 1, 21, 2, 3, 5, *range(22, 32)]
    trials += [trial(7, illegal, right), trial(6, right, right)]
    trials += [trial(8, illegal, has_right_part=True)]
    ordered = [int(one.what) for one in output_validator.telling_first(trials)]
    assert ordered[:5] == [39, 4, 7, 8, 38]


def test_parts_of_an_output_are_told_by_lines_and_blank_lines() -> None:
    assert output_validator.parts_of(b"a b\n") == []
    assert output_validator.parts_of(b"a\nb\n\nc\n") == [
        b"a\nb\n",
        b"c\n",
        b"a\n",
        b"b\n\nc\n",
        b"a\nb\n\n",
    ]
