"""What a source is worth: bytes, characters, code pages, encoded sources, flags."""

from __future__ import annotations

import base64
import subprocess
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import FlagsRule
from judge.report.terminal.size import size_text
from judge.solutions.code_size import complaint, decoded, described, measure, pages
from tests.contest import RIGHT, Contest

HERE = Path("some.src")


def refusal(source: bytes, encoding: str) -> str:
    with pytest.raises(JudgeError) as caught:
        measure(source, HERE, encoding)
    return str(caught.value)


# --- the file as it is ---------------------------------------------------------------------


def test_nothing_is_stripped_and_a_final_line_end_is_pointed_out() -> None:
    size = measure(b"  f = 1  \n\n", HERE)
    assert (size.ranked, size.file, size.characters, size.final_newline) == (11, 11, 11, 1)
    assert described(size) == ["11 characters", "10 bytes without the final line end"]


@pytest.mark.parametrize(("source", "newline"), [(b"", 0), (b"a", 0), (b"a\r\n", 2), (b"\n", 1)])
def test_a_line_end_counts_what_it_takes(source: bytes, newline: int) -> None:
    size = measure(source, HERE)
    assert (size.ranked, size.final_newline) == (len(source), newline)


def test_characters_are_not_bytes() -> None:
    size = measure("λ≠x".encode(), HERE)
    assert (size.ranked, size.characters) == (6, 3)


def test_what_is_not_text_has_no_characters() -> None:
    size = measure(b"\xff\xfe", HERE)
    assert (size.ranked, size.characters) == (2, None)
    assert described(size) == ["not UTF-8 text"]


# --- code pages ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(pages()))
def test_a_page_has_256_characters_and_all_of_ascii(name: str) -> None:
    characters = pages()[name].characters
    assert len(characters) == 256
    assert characters >= {chr(code) for code in range(32, 127)}


@pytest.mark.parametrize(
    ("file", "source", "size", "says"),
    [
        ("a.jelly", "Bæc/ḂḄ", 6, "counted in jelly"),
        ("a.jelly", "“漢”", 9, "3 characters"),
        ("a.05ab1e", "Îbv·yI*^", 8, "counted in 05ab1e"),
        ("a.cjam", "q~×", 3, "counted in latin-1"),
        ("a.py", "'é'", 4, "3 characters"),
    ],
)
def test_a_golfing_language_is_counted_in_its_own_page_where_that_has_all_characters(
    file: str, source: str, size: int, says: str, tmp_path: Path
) -> None:
    path = tmp_path / file
    path.write_text(source, encoding="utf-8")
    text = size_text(path, tmp_path)
    assert f"{size} bytes" in text and says in text
    path.with_suffix(".toml").write_text('encoding = "utf-8"', encoding="utf-8")
    assert f"{len(source.encode())} bytes" in size_text(path, tmp_path)


@pytest.mark.parametrize(
    ("encoding", "source", "size"),
    [
        ("jelly", "Bæc/ḂḄ", 6),
        ("jelly", "ṣṭ§\nÄẉ¶\n", 8),
        ("vyxal", "bƒÞƈ∷B", 6),
        ("05ab1e", "Îbv·yI*^", 8),
        ("husk", "ṁλ→¹", 4),
        ("cp437", "≥≤√", 3),
        ("latin-1", "é×", 2),
        ("utf-16-le", "ab", 4),
        ("utf-8", "é×", 4),
    ],
)
def test_bytes_are_those_of_the_declared_page(encoding: str, source: str, size: int) -> None:
    found = measure(source.encode(), HERE, encoding)
    assert (found.ranked, found.file, found.characters) == (
        size,
        len(source.encode()),
        len(source),
    )


def test_the_final_line_end_of_a_page_is_one_byte() -> None:
    size = measure("ḂḄ\n".encode(), HERE, "jelly")
    assert (size.ranked, size.final_newline) == (3, 1)
    assert described(size)[-1] == "counted in jelly; the file has 7 bytes"


@pytest.mark.parametrize("encoding", ["jelly", "cp437"])
def test_a_character_outside_the_page_is_named_with_its_place(encoding: str) -> None:
    said = refusal("ab\nc☃d".encode(), encoding)
    assert said == f"some.src:2: column 2: '☃' (U+2603) is not in {encoding}"


def test_a_source_in_a_page_is_kept_as_utf_8() -> None:
    assert refusal(b"a\n\xff", "jelly").startswith("some.src:2: is not UTF-8 text")


@pytest.mark.parametrize("name", ["jely", "rot13", "zlib", "no\0ne"])
def test_an_encoding_that_is_none_is_refused(name: str) -> None:
    assert complaint(name).startswith("unknown encoding")
    assert refusal(b"a", name).startswith("some.src: unknown encoding")
    assert "did you mean 'jelly'?" in complaint("jely")


def test_a_golfing_page_is_for_its_language_alone() -> None:
    assert complaint("jelly", "jelly") == ""
    assert complaint("jelly", "python") == "encoding 'jelly' is for jelly, not for python"
    assert complaint("cp437", "python") == ""


# --- sources that stand for bytes ----------------------------------------------------------


@pytest.mark.parametrize("dump", [["xxd"], ["xxd", "-u", "-c", "7"], ["xxd", "-p"], ["od", "-x"]])
def test_a_dump_counts_and_runs_as_the_bytes_it_stands_for(dump: list[str]) -> None:
    raw = bytes(range(256)) + b"  ab\n"
    try:
        made = subprocess.run(dump, input=raw, capture_output=True, check=True).stdout
    except FileNotFoundError:
        pytest.skip(f"{dump[0]} is not installed")
    if dump[0] == "od":  # octal offsets without a colon: no such dump
        assert "is not a hexadecimal dump" in refusal(made, "hex")
        return
    assert decoded(made, "hex", HERE) == raw
    assert measure(made, HERE, "hex").ranked == len(raw)
    assert measure(made, HERE, "hex").final_newline == 1


def test_offsets_of_a_dump_must_fit() -> None:
    said = refusal(b"00000000: 6162  ab\n00000004: 63  c\n", "hex")
    assert said == "some.src:2: the offset is 00000004, but 0x2 bytes come before it"


def test_base64_counts_as_the_bytes_it_stands_for() -> None:
    raw = bytes(range(200))
    assert decoded(base64.encodebytes(raw), "base64", HERE) == raw
    assert measure(base64.encodebytes(raw), HERE, "base64").ranked == 200
    assert refusal(b"a!b=", "base64").startswith("some.src: is not base64")


def test_what_is_run_is_what_was_counted() -> None:
    assert decoded("é".encode(), "latin-1", HERE) == b"\xe9"
    assert decoded(b"\xff as it is", "", HERE) == b"\xff as it is"
    assert decoded("ḂḄ".encode(), "jelly", HERE) == "ḂḄ".encode(), "Jelly reads both"


@pytest.mark.long
@pytest.mark.parametrize("file", ["lambda.py", "plain.c", "arrow.js"])
def test_an_encoded_source_is_judged_as_what_it_stands_for(contest: Contest, file: str) -> None:
    source = RIGHT[file].encode()
    judged = contest.judge_one(file, base64.encodebytes(source), 'encoding = "base64"')
    assert judged.verdict.value == "AC", judged.message
    assert judged.solution.size == len(source)


# --- flags ---------------------------------------------------------------------------------


@pytest.mark.long
def test_free_flags_make_a_language_of_their_own(contest: Contest) -> None:
    judged = contest.judge_one("one.py", RIGHT["program.py"], 'flags = ["-O", "-s"]')
    assert judged.solution.size == len(RIGHT["program.py"])
    assert judged.solution.league == "python + -O -s"


@pytest.mark.long
def test_flags_count_by_what_they_add_where_the_problem_says_so(contest: Contest) -> None:
    (contest.problem / "judge.toml").write_text('flags_rule = "difference"\n')
    judged = contest.judge_one("one.py", RIGHT["program.py"], 'flags = ["-O", "-s"]')
    assert judged.solution.size == len(RIGHT["program.py"]) + len(" -O -s")
    assert judged.solution.league == "python"
    size = measure(b"ab", HERE, "", ("-p",), FlagsRule.DIFFERENCE)
    assert (size.ranked, size.encoded, size.flag_bytes) == (5, 2, 3)
    assert "flags -p: 3 bytes" in described(size)


# --- judge size ----------------------------------------------------------------------------


@pytest.mark.long
def test_judge_size_prints_each_file(contest: Contest) -> None:
    contest.solution("a.py", "λ=1\n", 'flags = "-O"')
    (contest.root / "b.jelly").write_text("ḂḄ")
    said = contest.judge("size", "solutions/toy/a.py", "b.jelly")
    assert (said.status, said.err) == (0, "")
    assert said.out.splitlines() == [
        "solutions/toy/a.py: 5 bytes, Python 3",
        "  4 characters",
        "  4 bytes without the final line end",
        "  flags -O: free, as a language",
        "b.jelly: 2 bytes, Jelly",
        "  2 characters",
        "  counted in jelly; the file has 6 bytes",
    ]
    encoded = contest.judge("size", "--encoding", "jelly", "b.jelly").out
    assert encoded.startswith("b.jelly: 2 bytes, ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("gone.js", "judge: gone.js: cannot be read: No such file or directory"),
        ("problems", "judge: problems: cannot be read: it is a folder"),
        ("--encoding jely problems/toy/plugin.py", "judge: unknown encoding 'jely': did you mean"),
        (
            "--encoding jelly problems/toy/plugin.py",
            "judge: encoding 'jelly' is for jelly, not for py",
        ),
        ("", "judge size: the following arguments are required: FILE"),
    ],
)
def test_judge_size_refuses_in_one_line(contest: Contest, words: str, said: str) -> None:
    assert contest.refuses("size", *words.split()).startswith(said)


def test_a_file_name_cannot_steer_the_terminal(contest: Contest) -> None:
    (contest.root / "a\x1b[2J.py").write_text("")
    assert "\x1b" not in contest.judge("size", "a\x1b[2J.py").out
