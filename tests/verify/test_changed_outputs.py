"""Right outputs, changed as text, tell an output validator that does not look at what it should."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case, Verdict
from judge.verify import changed_outputs, counted_outputs, stated_rules
from judge.verify.changed_outputs import Judgement
from judge.verify.deadline import Deadline
from judge.verify.subject import Subject
from tests.contest import make_contest
from tests.verify.toy_subject import subject_of

#: Two numbers from 1, the smaller one first, with a given sum.
SUMS = {"sample/1": 7, "secret/1": 2, "secret/2": 100, "secret/3": 9}


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    contest = make_contest(tmp_path_factory.mktemp("sums"))
    cases = {name: (f"{n}\n".encode(), f"1 {n - 1}\n".encode()) for name, n in SUMS.items()}
    contest.use_package(cases)
    contest.solution("right.py", "print(1, int(input()) - 1)\n")
    return subject_of(contest)


def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
    """A sound validator."""
    words = output.decode().split()
    if len(words) != 2 or not all(word.isdecimal() for word in words):
        return Verdict.WA, "two numbers are wanted"
    first, second = map(int, words)
    right = 1 <= first <= second and first + second == SUMS[case.name]
    return Verdict.AC if right else Verdict.WA, ""


def lenient(accepted: str) -> Judgement:
    """One that accepts one more output, by its words; ``9`` stands for any number."""

    def more(case: Case, output: bytes) -> tuple[Verdict, str]:
        words = output.decode().split()
        form = " ".join("9" if word.isdecimal() else "word" for word in words)
        return (Verdict.AC, "") if form == accepted else judged(case, output)

    return more


def faults(subject: Subject, judgement: Judgement) -> list[str]:
    return [*changed_outputs.faults(subject, judgement, Deadline(60))]


def test_a_sound_validator_has_no_fault(subject: Subject) -> None:
    assert faults(subject, judged) == []


@pytest.mark.parametrize(
    ("accepted", "kind"),
    [
        ("", "nothing is left"),
        ("word 9", "a word in place of the first number"),
        ("9 word", "a word in place of the last number"),
        ("9 9 9 9", "its last line once more with other numbers"),
    ],
)
def test_a_kind_of_output_that_is_always_accepted_is_a_fault(
    subject: Subject, accepted: str, kind: str
) -> None:
    said = f"it accepts every right output that was changed: {kind} (4 tried)"
    assert said in faults(subject, lenient(accepted))


def test_a_validator_that_does_not_look_at_the_numbers_accepts_those_of_other_cases(
    subject: Subject,
) -> None:
    assert "the output of another case" in faults(subject, lenient("9 9"))[-1]


def test_a_number_that_is_not_looked_at_is_a_fault(subject: Subject) -> None:
    def first_only(case: Case, output: bytes) -> tuple[Verdict, str]:
        return Verdict.AC if output.split()[:1] == [b"1"] else Verdict.WA, ""

    found = faults(subject, first_only)
    assert any("another number in place of the last one" in one for one in found)
    assert not any("of the first" in one for one in found)


def test_a_validator_that_fails_is_told_with_its_message(subject: Subject) -> None:
    def fails_on_letters(case: Case, output: bytes) -> tuple[Verdict, str]:
        return (Verdict.JE, "it crashed") if output[:1].isalpha() else judged(case, output)

    [found] = faults(subject, fails_on_letters)
    assert found.endswith("a word in place of the first number: it crashed")


def test_an_answer_of_the_form_of_an_output_must_be_a_right_one(subject: Subject) -> None:
    answer = next(case for case in subject.cases.values() if case.name == "secret/3").answer_path
    alike = "data/secret/3.ans has the form of an output, and is rejected as one"
    unlike = (
        "data/secret/3.ans, unlike most answer files, is rejected as an output "
        "(two numbers are wanted)"
    )
    for text, faults, doubts in (
        ("4 5\n", [], []),
        ("4 6\n", [alike], []),
        ("2\n", [], [unlike]),  # it may be all that the validator needs
    ):
        answer.write_text(text)
        found = changed_outputs.wrong_answers(subject, judged, Deadline(60))
        assert found == (faults, doubts)


def test_an_answer_with_a_counted_row_must_be_right_where_most_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = {"1": "2\n1 3\n", "2": "1\n7\n", "3": "3\n1 2 4\n", "4": "2\n5 6\n"}
    cases = {name: Case(name, "", tmp_path / "data") for name in right}
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(
        changed_outputs, "right_outputs", lambda *_: {cases[name]: right[name] for name in right}
    )
    subject: Any = SimpleNamespace(problem=SimpleNamespace(folder=tmp_path))
    is_right = Verdict.AC, ""
    for wrong, told in (("1\n1\n", ["3"]), ("2\n1 2 4 5\n", []), ("7\n", [])):
        for name, text in right.items():
            cases[name].answer_path.write_text(wrong if name == "3" else text)
        found, _ = changed_outputs.wrong_answers(
            subject,
            lambda case, output: (
                is_right if output.decode() == right[case.name] else (Verdict.WA, "")
            ),
            Deadline(60),
        )
        assert found == [
            f"data/{name}.ans has a counted row as outputs have, and is rejected" for name in told
        ]


@pytest.mark.parametrize(
    ("said", "is_any"),
    [
        ("Print the word in lowercase letters.", False),
        ("Output is case-insensitive.", True),
        ("You may print each letter in either case.", True),
        ("It may be in upper or lower case.", True),
        ("In the first case print 1.", False),
    ],
)
def test_letters_may_be_of_any_case_if_a_statement_says_so(
    tmp_path: Path, said: str, is_any: bool
) -> None:
    (tmp_path / "statement").mkdir()
    (tmp_path / "statement" / "problem.en.md").write_text(said)
    (tmp_path / "problem.yaml").write_text("problem_format_version: 2025-09\nname: A\n")
    assert stated_rules.allows_any_case(tmp_path) is is_any


def test_kinds_that_were_rejected_are_tried_again_at_the_end(subject: Subject) -> None:
    tried: list[bytes] = []

    def noted(case: Case, output: bytes) -> tuple[Verdict, str]:
        tried.append(output)
        return judged(case, output)

    assert not faults(subject, noted)
    words = [at for at, one in enumerate(tried) if one.endswith(b" thisisnoanswer\n")]
    assert len(words) == len(SUMS)
    assert words[1] > words[0] + 20


@pytest.mark.parametrize(
    ("said", "is_exact"),
    [
        ("so that their sum is the target", True),
        ("that sum up to $t$", True),
        ("so that their sum is at most the target", False),
        ("so that their sum is the greatest", False),
    ],
)
def test_a_sum_that_is_named_is_exact(tmp_path: Path, said: str, is_exact: bool) -> None:
    text = f"Choose numbers {said}. Print their indices."
    (tmp_path / "problem.en.md").write_text(text)
    assert stated_rules.speaks_of_exact_choice(tmp_path) == is_exact


@pytest.fixture(scope="module")
def two_lines(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    """Two lines with two numbers from 1 to n each, all four different."""
    contest = make_contest(tmp_path_factory.mktemp("lines"))
    cases = {name: (b"%d\n" % n, b"1 %d\n%d 2\n" % (n + 3, n + 2)) for name, n in SUMS.items()}
    contest.use_package(cases)
    contest.solution("right.py", "n = int(input()) + 3\nprint(1, n)\nprint(n - 1, 2)\n")
    return subject_of(contest)


@pytest.mark.parametrize(
    ("different", "kinds"),
    [
        (lambda rows: len({*rows[0], *rows[1]}) == 4, set()),
        (lambda rows: all(len({*row}) == 2 for row in rows), {"its first line in place of"}),
        (lambda rows: not {*rows[0]} & {*rows[1]}, {"its last number in place of every"}),
    ],
)
def test_a_validator_that_does_not_compare_its_parts_is_a_fault(
    two_lines: Subject, different: Callable[[list[list[int]]], bool], kinds: set[str]
) -> None:
    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        rows = [line.split() for line in output.decode().splitlines()]
        if [len(row) for row in rows] != [2, 2] or not all(map(str.isdecimal, chain(*rows))):
            return Verdict.WA, ""
        numbers = [[*map(int, row)] for row in rows]
        inside = all(1 <= one <= SUMS[case.name] + 3 for row in numbers for one in row)
        return Verdict.AC if inside and different(numbers) else Verdict.WA, ""

    said = {one.partition("changed: ")[2] for one in faults(two_lines, judged)}
    assert {kind for kind in kinds if not any(one.startswith(kind) for one in said)} == set()
    assert len(said) == len(kinds)


#: The count of two numbers with a given sum, and these; no pair for an odd one.
PAIRS = {"sample/1": 8, "secret/1": 6, "secret/2": 5, "secret/3": 20, "secret/4": 9}


def pair(n: int) -> str:
    return "impossible\n" if n % 2 else f"2\n1 {n - 1}\n"


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    contest = make_contest(tmp_path_factory.mktemp("pairs"))
    contest.use_package({name: (f"{n}\n".encode(), pair(n).encode()) for name, n in PAIRS.items()})
    statement = (
        "Choose positions, counted from 1, with exactly this sum, or `impossible`. Print any."
    )
    (contest.problem / "problem.en.md").write_text(statement)
    source = "n = int(input())\nprint('impossible' if n % 2 else f'2\\n1 {n - 1}')\n"
    contest.solution("right.py", source)
    return subject_of(contest)


@pytest.mark.parametrize(
    ("accepted", "kind"),
    [
        (r"nothing", ""),
        (r"[a-z]+", "another word in place of its only one"),
        (r"impossible.+", "letters behind its only word"),
        (r"im.*", "its only word without the last letter"),
        (r"[23]\n1 (N)( 0)?", "a 0 as one number more, which is counted"),
        (r"2\n1 -?(N)", "the negative of its last number"),
        (r"[23]\n1 (N)( 1[0-9]{9})?", "a great number more, which is counted"),
        (r"(1\n1|2\n1 N)", "no last number, which is counted"),
        (r"(2\n1 N|3\n1 N 2)", "one more of the numbers up to the greatest, which is counted"),
        (r"[2-9]\n1 (N)", "a greater number in place of a count"),
        (r"[012]\n1 (N)", "a lesser number in place of a count"),
        (r"2\n1 (N)[a-z]+", "letters behind the last number"),
        (r"2\n1[.]5 (N)", "half more than the least of its numbers, which are counted"),
        (r"2\n1 (N)[.]5", "half more than the last number"),
    ],
)
def test_counts_words_and_letters_that_are_not_looked_at_are_a_fault(
    pairs: Subject, accepted: str, kind: str
) -> None:
    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        n, text = PAIRS[case.name], output.decode().strip()
        pattern = accepted.replace("N", str(n - 1))
        is_more = re.fullmatch(pattern, text) and (n % 2 == 1) == text[:1].isalpha()
        return (Verdict.AC if is_more or f"{text}\n" == pair(n) else Verdict.WA), ""

    said = [one.partition("changed: ")[2].partition(" (")[0] for one in faults(pairs, judged)]
    assert kind in said if kind else not said, said


@pytest.mark.parametrize(
    ("is_right", "kind"),
    [
        (lambda row, best: row == best, ""),
        (lambda row, best: sorted(row) == sorted(best), "its last two different numbers exchanged"),
        (lambda row, best: {*row} == {*best}, "its last number twice, which is counted"),
        (lambda row, best: {*row} < {*best} or row == best, "no last number, which is counted"),
        (lambda row, best: row[: len(best)] == best, "a great number more, which is counted"),
        (lambda row, best: row >= best, "a greater number in place of the last one"),
        (lambda row, best: row <= best, "a lesser one in place of the last"),
        (lambda row, best: [*map(abs, row)] == best, "the negative of its last number"),
        (
            lambda row, best: len(row) == len(best) and row[1:] == best[1:],
            "numbers that differ by one in place of number 2",
        ),
        (
            lambda row, best: len(row) == len(best) and row[2:] == best[2:] and row[0] == best[0],
            "numbers that differ by one in place of one in its middle",
        ),
    ],
)
def test_a_comparison_that_overlooks_a_difference_is_a_fault(
    tmp_path: Path, is_right: Callable[[list[int], list[int]], bool], kind: str
) -> None:
    """The right outputs have a count and three numbers; the statement leaves no choice."""
    (tmp_path / "problem.en.md").write_text("Print the different numbers in ascending order.")
    rows = {Case(str(n), "", tmp_path): [n, n + 5, n + 20] for n in range(4)}
    right = {case: f"3\n{' '.join(map(str, row))}\n" for case, row in rows.items()}
    plugin = SimpleNamespace(offers=lambda name: name == "compare")
    problem = SimpleNamespace(folder=tmp_path)
    subject: Any = SimpleNamespace(plugin=plugin, problem=problem)

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        words = output.decode().split()
        if not words or not all(word.lstrip("-").isdecimal() for word in words):
            return Verdict.WA, ""
        count, *row = map(int, words)
        is_sound = count == len(row) > 0 and is_right(row, rows[case])
        return Verdict.AC if is_sound else Verdict.WA, ""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(changed_outputs, "right_outputs", lambda *_: right)
        said = faults(subject, judged)
    assert any(kind in one for one in said) if kind else not said, said


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("2\n1 2\n", "2\n2 1\n"),
        ("3 4 5 6\n", "3 6 5 4\n"),  # a count and three numbers
        ("7 4 5 6\n", "6 5 4 7\n"),
        ("2\n1 1\n", ""),
        ("1 2\n3 4\n", ""),  # rows may be in any order
        ("1\n2\n", ""),
        ("a b\n", ""),
    ],
)
def test_numbers_the_other_way_round(text: str, other: str) -> None:
    assert counted_outputs.other_order(text) == other


@pytest.mark.parametrize(
    ("said", "keeps_order", "is_told"),
    [
        ("in any order", True, True),
        ("in any order", False, False),
        ("in this order", True, False),
    ],
)
def test_an_order_that_matters_in_spite_of_the_statement_is_a_fault(
    tmp_path: Path, said: str, keeps_order: bool, is_told: bool
) -> None:
    statement = f"# Pairs\n\n## Output\n\nPrint the numbers {said}.\n"
    (tmp_path / "problem.en.md").write_text(statement)
    right = {Case(str(n), "", tmp_path): f"2\n{n} {n + 5}\n" for n in range(3)}
    subject: Any = SimpleNamespace(problem=SimpleNamespace(folder=tmp_path))

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        found, best = output.decode().split(), right[case].split()
        is_right = found == best if keeps_order else sorted(found) == sorted(best)
        return Verdict.AC if is_right else Verdict.WA, ""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(changed_outputs, "right_outputs", lambda *_: right)
        message = changed_outputs.order_that_matters(subject, judged, Deadline(60))
    assert ("with its numbers in another order" in message) == is_told == bool(message)


def test_a_count_of_words_or_letters_that_is_not_looked_at_is_told() -> None:
    for text in ("3\nU U L\n", "3 U U L\n", "3\nUUL\n", "3\nU 1\nU 1\nL 2\n"):
        found = dict(changed_outputs._changes(text))
        assert found[counted_outputs.MORE] == text.replace("3", "4")
        assert found[counted_outputs.LESS] == text.replace("3", "2")
