"""The checker, tried with mutated right answers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.model import Grade, Reason, Verdict
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Fate, Mutant, Undecodable
from judge.verify import checker, mutants
from judge.verify.finding import Status
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import DECLARED, alter, declare, subject_of, table, unrun

ONCE = "if len(set(answer)) < len(answer):"


@pytest.mark.long
def test_mutants_of_the_plug_in_and_of_printed_answers_are_judged_as_they_must_be(
    contest: Contest,
) -> None:
    declare(contest)
    contest.solution("right.py", RIGHT["lambda.py"])
    finding = checker.check(subject_of(contest, seconds=5))
    assert finding.status is Status.OK, finding
    rows = {row[0] for row in table(finding, "Mutants").rows}
    assert {"twice", "foreign", "empty", "garbage", "huge number", "off by one"} <= rows


def test_what_it_had_no_time_for_is_said_and_tried_again_next_time(contest: Contest) -> None:
    declare(contest)
    finding = checker.check(unrun(contest, seconds=1e-6))
    assert finding.statement.endswith(
        " of right answers to 1 of 5 cases (out of time) judged correctly"
    )
    assert not finding.is_complete
    assert checker.check(unrun(contest, seconds=40)).is_complete


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (ONCE, "if False:", "twice: should be illegal (a number is picked once), got "),
        ('"a number is picked once"', '"numbers"', "got illegal (numbers: "),
        (ONCE, "if 1 // (len(set(answer)) - 1) > 99:", "got JE (the plug-in's score raised"),
        (
            "raise Undecodable(",
            "return ()\n            raise Undecodable(",
            "should be undecodable",
        ),
    ],
)
def test_a_checker_that_misjudges_one_is_a_fault(
    contest: Contest, old: str, new: str, message: str
) -> None:
    alter(contest, old, new)
    declare(contest)
    finding = checker.check(unrun(contest, seconds=5))
    assert finding.status is Status.FAULT
    assert any(message in detail for detail in finding.details), finding.details


@pytest.mark.long
def test_general_mutants_find_a_checker_that_takes_garbage(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    alter(contest, "raise Undecodable(", "return ()\n            raise Undecodable(")
    finding = checker.check(subject_of(contest, seconds=5))
    assert finding.status is Status.FAULT
    assert "garbage" in finding.statement


@pytest.mark.long
def test_a_plug_in_without_mutants_of_its_own_is_a_warning(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    finding = checker.check(subject_of(contest))
    assert finding.status is Status.WARNING
    assert "has no method mutants" in finding.statement


def test_nothing_to_mutate_is_a_warning(contest: Contest) -> None:
    assert "no right answer to mutate" in checker.check(unrun(contest)).statement


def test_general_mutants_differ_from_their_text() -> None:
    made = {mutant.name: mutant.text for mutant in mutants.general("-2.5 -1998000.0e-3\n")}
    assert made["huge number"] == f"-2.5 {mutants.HUGE}.0e-3\n"
    assert {one.fate for one in mutants.general("3", may_be_huge=True) if "huge" in one.name} == {
        Fate.OPEN
    }
    made = {mutant.name: mutant.text for mutant in mutants.general("[3, 4]\n[5, 6]\n")}
    assert "[3, 4]\n[5, 6]\n" not in made.values()
    assert made["a line dropped"] == "[5, 6]\n"
    assert made["a line repeated"] == "[3, 4]\n[5, 6]\n[5, 6]\n"
    assert made["lines swapped"] == "[5, 6]\n[3, 4]\n"
    assert made["off by one"] == "[3, 4]\n[5, 7]\n"
    assert made["numbers swapped"] == "[6, 4]\n[5, 3]\n"
    assert "empty" not in {mutant.name for mutant in mutants.general("")}


@pytest.mark.parametrize(
    ("fate", "grade", "right"),
    [
        (Fate.LEGAL, Grade(Verdict.AC), True),
        (Fate.LEGAL, Grade(Verdict.WA, Reason.ILLEGAL), False),
        (Fate.SUBOPTIMAL, Grade(Verdict.AC), False),
        (Fate.SUBOPTIMAL, Grade(Verdict.WA, Reason.SUBOPTIMAL), True),
        (Fate.REJECTED, Grade(Verdict.AC), False),
        (Fate.REJECTED, Grade(Verdict.WA, Reason.UNDECODABLE), True),
        (Fate.OPEN, Grade(Verdict.AC), True),
        (Fate.OPEN, Grade(Verdict.BETTER), False),
        (Fate.OPEN, Grade(Verdict.JE), False),
    ],
)
def test_what_each_fate_allows(fate: Fate, grade: Grade, right: bool) -> None:
    assert (not checker.complaint(Mutant("some", "", fate), grade)) is right


NOTHING = 'yield Mutant("nothing", "", Fate.LEGAL)\n'
ANSWER = 'yield Mutant("the answer", " ".join(map(str, answer)), Fate.LEGAL)\n'
PICKS = "return tuple(sorted(picks))"


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("picks = list(dict.fromkeys(picks))", "twice"),
        ("picks = [pick for pick in picks if pick < len(instance.numbers)]", "foreign"),
    ],
)
def test_what_is_tolerated_in_another_reading_than_the_first_is_a_fault(
    contest: Contest, change: str, name: str
) -> None:
    declare(contest, DECLARED.replace(NOTHING, NOTHING + 8 * " " + ANSWER))
    assert checker.check(unrun(contest, seconds=5)).status is Status.OK
    alter(contest, PICKS, f"if reading != '0-indexed': {change}\n        {PICKS}")
    finding = checker.check(unrun(contest, seconds=5))
    assert finding.status is Status.FAULT
    assert any(f", {name}: should be illegal" in detail for detail in finding.details)


@pytest.mark.long
@pytest.mark.parametrize("end", [-1, 0])
def test_a_checker_that_reads_one_of_two_answers_is_a_fault(contest: Contest, end: int) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    alter(contest, "arguments = ", f"text = text.strip().split('\\n\\n')[{end}]; arguments = ")
    finding = checker.check(subject_of(contest, seconds=5))
    assert finding.status is Status.FAULT
    assert any("number in another answer" in detail for detail in finding.details)


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("text = text.replace('-', '')", "a negated number"),
        ("text = __import__('re').sub(r'[.]5', '', text)", "a number with a fraction"),
        (
            "text = ' '.join(str(int(w) % 256) if w.isdigit() else w for w in text.split())",
            "a number 2^8 greater",
        ),
        ("text = text.strip().partition('\\n')[0]", "a number more at the end"),
        ("text = text.strip().rpartition('\\n')[2]", "a number more at the beginning"),
    ],
)
def test_a_change_that_decode_overlooks_is_a_fault(
    contest: Contest, change: str, name: str
) -> None:
    one_line = RIGHT["program.py"]
    contest.solution("prints.py", one_line)
    alter(contest, "arguments = ", f"{change}; arguments = ")
    subject = subject_of(contest)
    finding = checker.check(subject)
    assert finding.status is Status.FAULT
    assert f"{name}: should be rejected, got AC" in " ".join((finding.statement, *finding.details))


#: Prints ``[]`` where nothing is chosen.
BRACKETS = """
import json, sys
numbers, most = json.loads(input()), int(input())
order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
print([i for i in order[:most] if numbers[i] > 0])
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("nobody", "faulty"),
    [("int(m[1]) <= len(instance.numbers)", False), ("True", True)],
)
def test_a_number_before_an_empty_answer_is_one_that_no_reading_takes_for_an_index(
    contest: Contest, nobody: str, faulty: bool
) -> None:
    """``1 []`` may say that nothing is chosen for 1, but not ``100 []`` where there is no 100."""
    contest.solution("prints.py", BRACKETS)
    change = r"text = __import__('re').sub(r'(\d+)\s*\[\]', lambda m: '' if NOBODY else m[0], text)"
    alter(contest, "arguments = ", f"{change.replace('NOBODY', nobody)}; arguments = ")
    finding = checker.check(subject_of(contest, seconds=20))
    assert (finding.status is Status.FAULT) is faulty, finding
    assert ("a number more at the beginning" in finding.statement) is faulty


@dataclass(frozen=True)
class Numbers:
    """A plug-in whose answers are numbers, each read by ``of_word``."""

    of_word: Callable[[str], object]

    def decode(self, text: str, instance: object, reading: str) -> object:
        try:
            return tuple(self.of_word(word) for word in text.split())
        except ValueError as error:
            raise Undecodable("not a number") from error


FRACTION, WORD = "a number with a fraction", "a number with a word behind it"


def _overlooked(
    of_word: Callable[[str], object], text: str, sizes: Collection[int] = mutants.FEW_SIZES
) -> set[str]:
    plugin = ProblemPlugin(Path("toy"), Numbers(of_word))
    return {one.name for one in mutants.overlooked(plugin, None, text, "", 1000, sizes)}


@pytest.mark.parametrize("modulus", [2, 6, 8, 100])
def test_numbers_that_count_modulo_another_are_right_in_every_form(modulus: int) -> None:
    """Steps around a circle: as many more as it has places lead to the same place."""
    for number in range(1, 20):
        assert not _overlooked(lambda word: int(word) % modulus, f"{number}\n")


@pytest.mark.parametrize(
    ("of_word", "names"),
    [
        (lambda word: int(word) % 2**8, {"a number 2^8 greater"}),
        (lambda word: int(word) % 2**32, {"a number 2^32 greater"}),
        (lambda word: abs(int(word)), {"a negated number"}),
        (lambda word: int(float(word)), {FRACTION}),
        (lambda word: int(word.partition("e")[0]), {"a number with an exponent behind it"}),
        (lambda word: int(word.rstrip("abcdefghijklmnopqrstuvwxyz")), {WORD}),
    ],
)
def test_a_reader_that_loses_a_part_of_a_number_is_found(
    of_word: Callable[[str], object], names: set[str]
) -> None:
    assert _overlooked(of_word, "3 5\n") == names


def test_a_few_bits_are_told_where_the_problem_has_no_such_size() -> None:
    assert _overlooked(lambda word: int(word) % 16, "3 5\n", {12}) == {"a number 2^4 greater"}
    assert not _overlooked(lambda word: int(word) % 16, "3 5\n", {16})  # as around a circle


def test_what_pythons_own_int_reads_is_a_number() -> None:
    assert not _overlooked(int, "3 5\n")


def test_a_float_so_great_that_it_has_no_fraction_is_not_changed_by_one() -> None:
    for number in (2**52, 2**60):
        assert not _overlooked(float, f"{number}\n")


def test_digits_without_end_are_a_string() -> None:
    text = "01" * 5000
    assert not _overlooked(str, text)
    assert {one.name for one in mutants.general(text)} >= {
        "empty",
        "garbage after",
        "garbage far behind",
    }


def test_a_foreign_number_is_greater_than_all_that_is_there_and_than_its_count() -> None:
    assert mutants.foreign_number("[]\n[]\n", "[]\n") >= 10
    assert mutants.foreign_number("3 999\n", "17\n") > 999
    assert mutants.foreign_number("a b c d e f g h i j k l\n" * 100, "") > 2400


@pytest.mark.long
@pytest.mark.parametrize("first", [0, 1])
def test_what_a_solution_prints_is_changed_in_its_own_reading(contest: Contest, first: int) -> None:
    picked = "sorted(range(len(n)),key=lambda i:-n[i])[:k]"
    contest.solution("right.py", f"lambda n,k:[i+{first} for i in {picked} if n[i]>0]\n")
    best = (
        "sorted(range(len(instance.numbers)), key=lambda i: -instance.numbers[i])[:instance.most]"
    )
    given = f"tuple(sorted(i for i in {best} if instance.numbers[i] > 0))"
    assert len(subject_of(contest).plugin.readings) > 1
    alter(contest, PICKS, f"if not text.strip(): return {given}\n        {PICKS}")
    finding = checker.check(subject_of(contest, seconds=5))
    assert finding.status is Status.FAULT
    assert "nothing is left" in finding.statement
    assert f"({first}-indexed)" in finding.statement
