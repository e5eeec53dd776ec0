"""Files whose text is spoilt, and validators that accept some of them."""

from __future__ import annotations

from random import Random

import pytest

from judge.verify import spoilt_files
from judge.verify.finding import Finding, Status
from judge.verify.spoilt_files import ValidFile
from judge.verify.text_mutants import (
    BEGIN,
    BLANK_END,
    BLANK_INSIDE,
    COMMA,
    COMMA_BEHIND,
    CRLF,
    EXTRA,
    LAST,
    LEADING_ZERO,
    MINUS_ZERO,
    NO_END,
    NO_TEXT,
    PLUS,
    TAB,
    UNDERSCORE,
    WORD_END,
    mutants_of_text,
)


def finding_of(texts: list[str], *lenient: str) -> Finding:
    """What is said of validators that accept some kinds of changed text beside the inputs."""
    files = []
    for text in texts:
        changed = {one.name: one.data for one in mutants_of_text(text.encode(), Random(1))}
        accepted = {text.encode(), *(changed.get(kind, b"") for kind in lenient)} - {b""}
        files.append(ValidFile(text.encode(), accepted.__contains__, Random(1)))
    return spoilt_files.check("input validators", "inputs", files)


def test_white_space_is_no_matter_where_most_kinds_of_it_are_rejected() -> None:
    for text in ("1 2\n", "[]\n", "Forest 3\n"):
        assert finding_of(["7 8\n", text], "no such kind").status is Status.OK
        finding = finding_of(["7 8\n", text], "CR LF line ends")
        assert finding.status is Status.WARNING
        assert finding.statement == "they accept inputs with CR LF line ends"
    assert finding_of(["Forest  3\n"], "two spaces").status is Status.OK


@pytest.mark.parametrize("lenient", [NO_END, LAST])
def test_white_space_around_words_is_told_and_may_be_free_where_there_are_brackets(
    lenient: str,
) -> None:
    around = (BEGIN, BLANK_END, CRLF, lenient)
    for text, status in (("YES\n", Status.WARNING), ('["YES"]\n', Status.OK)):
        finding = finding_of([text], *around)
        assert finding.status is status, finding
        told = finding.statement.endswith(lenient) or lenient in finding.details
        assert told == (status is Status.WARNING)


def test_a_minus_sign_before_a_zero_is_a_warning() -> None:
    finding = finding_of(["7 0\n", "0 8\n"], MINUS_ZERO)
    assert finding.status is Status.WARNING
    assert finding.statement == "they accept inputs with a minus sign before a 0"


@pytest.mark.parametrize(
    ("texts", "lenient", "said"),
    [
        (
            ["1 2\n", "3 4\n"],
            WORD_END,
            "the inputs are numbers, and they accept some with a word",
        ),
        (["YES 1\n", "NO 2\n"], EXTRA, "they accept all inputs with extra text at the end, and no"),
        (["YES 1\n"], NO_TEXT, "they accept all inputs with bytes that are not text"),
    ],
)
def test_text_behind_the_end_is_a_fault_where_every_other_text_is_rejected(
    texts: list[str], lenient: str, said: str
) -> None:
    finding = finding_of(texts, lenient)
    assert finding.status is Status.FAULT
    assert finding.statement.startswith(said)


def test_a_word_more_may_be_a_part_of_a_line_of_text() -> None:
    texts = ["3\nabc def\n", "4\nno one knows\n"]
    assert finding_of(texts, WORD_END).status is Status.WARNING
    assert finding_of(texts, EXTRA).status is Status.FAULT
    assert finding_of(["abc 3\n4 5\n", "defg 4\n1\n"], WORD_END).status is Status.FAULT


@pytest.mark.parametrize("lenient", [COMMA, COMMA_BEHIND])
def test_a_comma_is_a_fault_where_inputs_are_numbers_without_commas(lenient: str) -> None:
    finding = finding_of(["2\n1 2\n", "3\n3 4 5\n"], lenient)
    assert finding.status is Status.FAULT
    assert finding.statement == (
        f"the inputs are numbers without commas, and they accept some with {lenient}"
    )
    assert finding_of(["[1, 2]\n", "[3]\n"], "no such kind").status is Status.OK
    assert COMMA not in {one.name for one in mutants_of_text(b"[1, 2] 3 4\n", Random(1))}


@pytest.mark.parametrize(
    "lenient",
    [
        PLUS,
        f"{PLUS}: the first",
        f"{PLUS}: the second",
        LEADING_ZERO.format("second"),
        BLANK_INSIDE,
        TAB.format("first"),
        UNDERSCORE,
    ],
)
def test_another_notation_of_a_number_is_a_warning(lenient: str) -> None:
    finding = finding_of(["2\n1 20\n", "3\n3 4 50\n"], lenient)
    assert finding.status is Status.WARNING
    assert finding.statement == f"they accept inputs with {lenient}"
