"""``match`` of generators.yaml: how it is read, and what is found in the files of a case."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.packages import match_patterns
from judge.packages.generated_data import GeneratedCase
from judge.packages.match_patterns import unmatched
from tests.packages.test_generators import defined


def case(folder: Path, match: str) -> GeneratedCase:
    text = f"data:\n  secret:\n    data:\n      a:\n        in: x\n        match: {match}\n"
    [found] = defined(folder, text).cases
    return found


def said(folder: Path, match: str, **files: bytes) -> list[str]:
    return [text for _, text in unmatched(case(folder, match), files)]


@pytest.mark.parametrize(
    ("match", "patterns"),
    [
        ("^1 2$", [("in", "^1 2$")]),
        ("[a, 'b+']", [("in", "a"), ("in", "b+")]),
        ("7", [("in", "7")]),
        ("{ans: '^no$'}", [("ans", "^no$")]),
        ("{in: [a, b], ans: c}", [("in", "a"), ("in", "b"), ("ans", "c")]),
        ("[]", []),
        ("", []),
    ],
)
def test_a_text_or_a_list_is_for_the_input_and_a_mapping_says_for_which_file(
    tmp_path: Path, match: str, patterns: list[tuple[str, str]]
) -> None:
    assert [(one.suffix, one.text) for one in case(tmp_path, match).patterns] == patterns


@pytest.mark.parametrize(
    ("match", "message"),
    [
        ("'(a'", r"generators\.yaml:6: match: '\(a' is not a regular expression: missing \)"),
        ("{ans: ['*']}", r"generators\.yaml:6: ans: '\*' is not a regular expression: nothing to"),
        ("{out: a}", r"generators\.yaml:6: unknown key 'out'"),
        ("[[a]]", r"generators\.yaml:6: match must contain only strings"),
        ("true", r"generators\.yaml:6: match must be a list of strings"),
    ],
)
def test_what_is_no_regular_expression_is_refused_with_its_line(
    tmp_path: Path, match: str, message: str
) -> None:
    with pytest.raises(JudgeError, match=message):
        case(tmp_path, match)


def test_each_expression_must_be_found_in_its_file(tmp_path: Path) -> None:
    files = {"in": b"3\r\n1 2\r\n", "ans": b"yes\n"}
    assert said(tmp_path, "['^1 2$', '3.1']", **files) == []
    [missing] = said(tmp_path, "['^1 2$', '^2 1$']", **files)
    assert (
        missing
        == "secret/a: match: '^2 1$' is not in its input: change the case, or the expression"
    )
    [missing] = said(tmp_path, "{in: '3', ans: '^no'}", **files)
    assert missing.startswith("secret/a: match: '^no' is not in its answer")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert said(tmp_path, "{ans: a}", **{"in": b"a"}) == ["secret/a: match: it has no answer"]


def test_bytes_that_are_no_text_do_not_stop_it(tmp_path: Path) -> None:
    assert said(tmp_path, "b", **{"in": b"\xffb"}) == []


def test_the_line_of_an_expression_comes_with_it(tmp_path: Path) -> None:
    assert [line for line, _ in unmatched(case(tmp_path, "q"), {"in": b"x"})] == [6]


@pytest.mark.long
def test_an_expression_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_patterns, "CPU_S", 1)
    late, after = said(tmp_path, "['^(a+)+$', a]", **{"in": b"a" * 60 + b"b"})
    assert late == (
        "secret/a: match: '^(a+)+$' cannot be looked for within 1 s: write a simpler one"
    )
    assert "'a' cannot be looked for" in after
