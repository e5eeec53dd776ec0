"""Right outputs that are words, and what contradicts them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from judge.model import Case, Verdict
from judge.verify import word_answers

QUESTION = {"1": "YES\n", "2": "NO\n", "3": "YES\n", "4": "NO\n"}
ROWS = {"1": "1 2\n", "2": "impossible\n", "3": "4 1 2\n"}
SAID = "Print `YES` or `NO`."
POSSIBLE = "Print any such row, or `impossible`."
Accepts = Callable[[str, str, str], bool]


def faults(folder: Path, statement: str, right: Mapping[str, str], accepts: Accepts) -> list[str]:
    """``accepts``: whether an output is accepted in a case, beside the right one."""
    (folder / "problem.en.md").write_text(statement)
    cases = {Case(name, "", folder): text for name, text in right.items()}

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        is_right = accepts(case.name, output.decode().strip(), right[case.name].strip())
        return (Verdict.AC if is_right else Verdict.WA), ""

    return [*word_answers.faults(folder, cases, judged)]


def same(_: str, output: str, right: str) -> bool:
    return output == right


def no_is_any(_: str, output: str, right: str) -> bool:
    return output == right or (right == "NO" and output == "YES")


def careless_in_the_fourth(case: str, output: str, right: str) -> bool:
    return output == right or (case == "4" and output == "YES")


def nothing_is_no(_: str, output: str, right: str) -> bool:
    return (output or "NO") == right


def denied_in_the_third(case: str, output: str, right: str) -> bool:
    return output == right or (case == "3" and output == "impossible")


def any_row_in_the_second(case: str, output: str, right: str) -> bool:
    return output == right or (case == "2" and output[:1].isdigit())


@pytest.mark.parametrize(
    ("statement", "right", "accepts", "told"),
    [
        (SAID, QUESTION, same, []),
        (SAID, QUESTION, no_is_any, ["it accepts YES in 2, where 'NO' is right"]),
        (SAID, QUESTION, careless_in_the_fourth, ["it accepts YES in 4, where 'NO' is right"]),
        (SAID, QUESTION, nothing_is_no, ["it accepts an empty output in 2, where 'NO' is right"]),
        # Where the statement leaves a choice, both may be right.
        (f"{SAID} If both are right, print any.", QUESTION, no_is_any, []),
        # Other words may be right together.
        (SAID, {**QUESTION, "5": "MAYBE\n"}, no_is_any, []),
        (POSSIBLE, ROWS, same, []),
        (
            POSSIBLE,
            ROWS,
            denied_in_the_third,
            ["it accepts impossible in 3, where '4 1 2' is right"],
        ),
        (
            POSSIBLE,
            ROWS,
            any_row_in_the_second,
            ["it accepts '1 2' in 2, where 'impossible' is right"],
        ),
        # The statement does not name the word: it may be what nothing is called.
        ("Print any such row.", ROWS, any_row_in_the_second, []),
    ],
)
def test_what_contradicts_a_right_output(
    tmp_path: Path, statement: str, right: Mapping[str, str], accepts: Accepts, told: list[str]
) -> None:
    assert faults(tmp_path, statement, right, accepts) == told


@pytest.mark.parametrize(
    ("statement", "right", "told"),
    [
        (SAID, QUESTION, ""),
        ("Print `yes` or `no`.", QUESTION, ""),
        ("", QUESTION, ""),
        ("Print `possible` or `NO`.", QUESTION, "and no statement has the word YES"),
        ("Print the name.", {"1": "ANN\n", "2": "BO\n", "3": "CY\n", "4": "CY\n"}, ""),
        ("Print the name.", {"1": "ANN\n", "2": "BO\n", "3": "BO\n"}, ""),
    ],
)
def test_words_that_no_statement_names(
    tmp_path: Path, statement: str, right: Mapping[str, str], told: str
) -> None:
    if statement:
        (tmp_path / "problem.en.md").write_text(statement)
    cases = {Case(name, "", tmp_path): text for name, text in right.items()}
    found = word_answers.unnamed(tmp_path, cases)
    assert found.endswith(told) and bool(found) == bool(told)


DENIED = {"1": "none\n", "2": "3 4\n", "3": "1\n", "4": "None\n"}


@pytest.mark.parametrize(
    ("statement", "answers", "is_told"),
    [
        ("Print the numbers, or `none`.", DENIED, False),
        ("Print the numbers, or `impossible`.", DENIED, True),
        ("Print the numbers, or `impossible`.", {"1": "impossible\n"}, False),  # said by a function
        ("Print the numbers, or `impossible`.", {}, False),
    ],
)
def test_a_word_for_no_answer_that_no_statement_names(
    tmp_path: Path, statement: str, answers: Mapping[str, str], is_told: bool
) -> None:
    (tmp_path / "problem.en.md").write_text(statement)
    cases = {Case(name, "", tmp_path): text for name, text in DENIED.items() if name != "4"}
    for case in cases:
        if case.name in answers:
            case.answer_path.write_text(answers[case.name])
    assert bool(word_answers.unnamed_denial(tmp_path, cases)) == is_told


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("Print the numbers, or `IMPOSSIBLE`.", False),
        ("Print the numbers, or `Impossible`.", True),
        ("Print the numbers, or \\texttt{impossible}.", True),
        ("It may be impossible. Print the numbers, or the word for that.", False),
        ("Print `Impossible` (IMPOSSIBLE is right, too).", False),
    ],
)
def test_a_word_that_the_statement_spells_in_other_letters(
    tmp_path: Path, statement: str, said: bool
) -> None:
    (tmp_path / "problem.en.md").write_text(statement)
    cases = {Case("1", "", tmp_path): "IMPOSSIBLE\n", Case("2", "", tmp_path): "3 4\n"}
    for case, text in cases.items():
        case.answer_path.write_text(text)

    def exact(case: Case, output: bytes) -> tuple[Verdict, str]:
        return (Verdict.AC if output.decode() == cases[case] else Verdict.WA), ""

    def loose(case: Case, output: bytes) -> tuple[Verdict, str]:
        return Verdict.AC, ""

    assert bool([*word_answers.misspelled(tmp_path, cases, exact)]) == said
    assert not [*word_answers.misspelled(tmp_path, cases, loose)]
