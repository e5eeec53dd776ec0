"""The format's default output validator: tokens, numbers, white space, and where they differ."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.checking import default_validator
from judge.checking.default_validator import Number, difference, settings
from judge.common.errors import JudgeError
from judge.model import FormatVersion

CASE, SPACE = "case_sensitive", "space_change_sensitive"
BOTH, RELATIVE, ABSOLUTE = (
    "float_tolerance",
    "float_relative_tolerance",
    "float_absolute_tolerance",
)


def wrong(output: bytes, answer: bytes, *arguments: str) -> str | None:
    return difference(output, answer, settings(arguments))


@pytest.mark.parametrize(
    ("output", "answer", "arguments"),
    [
        (b"", b"", ()),
        (b" \n\t", b"", ()),
        (b"1 2\r\n\r\n3", b"1\n2\n\x0b3\x0c\n", ()),
        (b"Yes \xc3\xa9\n", b"yES \xc3\xa9\n", ()),
        (b"Yes\n", b"Yes", (CASE,)),
        (b"1  2\r\n", b"1  2\r\n", (SPACE,)),
        (b"YES 1\n", b"yes 1\n", (SPACE,)),
        (b"1.0000005", b"1", (BOTH, "1e-6")),
        (b"+1.e0 .5 5E-1 -0", b"1 0.5 0.5 0", (BOTH, "0")),
        (b"105", b"100", (RELATIVE, "0.05")),
        (b"1.5", b"1", (ABSOLUTE, "0.5")),
        (b"100.5", b"100", (ABSOLUTE, "0.5", RELATIVE, "0")),
        (b"110", b"100", (ABSOLUTE, "0.5", RELATIVE, "0.1")),
        (b"inf NAN 1E400", b"INF nan 1e400", (BOTH, "1")),
    ],
)
def test_what_is_accepted(output: bytes, answer: bytes, arguments: tuple[str, ...]) -> None:
    assert wrong(output, answer, *arguments) is None


@pytest.mark.parametrize(
    ("output", "answer", "arguments", "said"),
    [
        (
            b"1 2\n4\n",
            b"1\n2\n3\n",
            (),
            "line 2, column 1 (line 3 of the answer): '4' instead of '3'",
        ),
        (
            b"yes",
            b"Yes",
            (CASE,),
            "line 1, column 1 (line 1 of the answer): 'yes' instead of 'Yes'",
        ),
        (b"\xc3\x89", b"\xc3\xa9", (), "'É' instead of 'é'"),
        (b"\xff", b"\xfe", (), "'\N{REPLACEMENT CHARACTER}' instead of"),
        (b"1\n", b"1\n2\n", (), "the output ends too early, before line 2 of the answer: '2'"),
        (b"", b"7\n", (), "nothing was printed, but the answer begins with '7'"),
        (b" \n", b"7\n", (), "only white space was printed, but the answer begins with '7'"),
        (b"1\n2 3\n", b"1\n", (), "line 2, column 1: trailing output: '2'"),
        (b"1.1", b"1", (BOTH, "0.01"), "absolute error 0.1, relative error 0.1"),
        (b"0.1", b"0", (BOTH, "0.01"), "'0.1' instead of '0': absolute error 0.1"),
        (b"one", b"1", (BOTH, "1"), "'one' instead of '1': not a number"),
        (b"nan", b"1", (BOTH, "1"), "not a number"),
        (b"inf", b"1", (BOTH, "1"), "not a number"),
        (b"1e400", b"1", (BOTH, "1"), "not a number"),
        (b"1e", b"1", (BOTH, "1"), "not a number"),
        (b"1_0", b"10", (BOTH, "1"), "not a number"),
        (b"1,5", b"1.5", (BOTH, "1"), "not a number"),
        (b"1.0", b"1", (), "'1.0' instead of '1'"),
        (b"101", b"100", (RELATIVE, "0.001"), "relative error 0.01"),
        (
            b"1  2",
            b"1 2",
            (SPACE,),
            r"line 1, column 2 (line 1 of the answer): white space differs: '  ' instead of ' '",
        ),
        (b"1", b"1\n", (SPACE,), r"the output ends too early, before line 1 of the answer: '\n'"),
        (b"1\n\n", b"1\n", (SPACE,), r"white space differs: '\n\n' instead of '\n'"),
        (b"1\n", b"1", (SPACE,), r"line 1, column 2: trailing white space: '\n'"),
        (b" 1", b"1", (SPACE,), "white space differs: ' ' instead of '1'"),
    ],
)
def test_what_is_rejected_and_where(
    output: bytes, answer: bytes, arguments: tuple[str, ...], said: str
) -> None:
    told = wrong(output, answer, *arguments)
    assert told is not None and said in told


HUGE = b"1" + b"0" * 300


@pytest.mark.parametrize(
    ("answer", "within", "beyond", "arguments"),
    [
        (b"1.0", b"1.1", b"1.10000000000000001", (ABSOLUTE, "0.1")),
        (b"1.0", b"0.9", b"0.899999999999999999", (ABSOLUTE, "1e-1")),
        (b"0.3", b"0.33", b"0.3300000000000000001", (RELATIVE, "0.1")),
        (b"-0.3", b"-.27", b"-.2699999999999999999", (RELATIVE, ".1")),
        (b"3", b"3.000003", b"3.0000030000000000000001", (BOTH, "1e-6")),
        (b"0.7", b"0.700001", b"0.7000010000000000000001", (BOTH, "1e-6")),
        # Doubles cannot tell these from the answers.
        (b"9007199254740993", b"9007199254740992", b"9007199254740991", (ABSOLUTE, "1")),
        (HUGE + b"0", HUGE + b"1", HUGE + b"2", (ABSOLUTE, "1")),
        (b"1", b"1.00", b"1.00000000000000000000000000001", (BOTH, "0")),
        (b"0", b"-0e5", b"1e-500", (BOTH, "0")),
        (b"0", b"2e-400", b"3e-400", (BOTH, "2e-400")),
        (b"7.3e-324", b"7.5e-324", b"7.7e-324", (ABSOLUTE, "3e-325")),
        # Where sums of doubles overflow.
        (b"-1e308", b"1e308", b"1.0000001e308", (RELATIVE, "2")),
        (b"1e308", b"-1e308", b"-1.1e308", (RELATIVE, "2e0")),
    ],
)
def test_the_bound_of_a_tolerance_is_that_of_the_numbers_as_they_are_written(
    answer: bytes, within: bytes, beyond: bytes, arguments: tuple[str, ...]
) -> None:
    """Format 2025-09: "the token is accepted if |s-a| <= e", or "|s-a| <= e|a|"."""
    assert wrong(within, answer, *arguments) is None
    assert wrong(beyond, answer, *arguments) is not None


def test_a_number_that_is_too_long_to_be_exact_is_the_nearest_double() -> None:
    assert wrong(b"1e-999999999", b"0", BOTH, "0") is None
    assert wrong(b"1." + b"0" * 5000 + b"1", b"1", BOTH, "0") is None


def test_a_long_token_is_shown_around_its_first_difference() -> None:
    told = wrong(b"a" * 1000 + b"b" * 1000, b"a" * 2000)
    assert told is not None and len(told) < 200
    assert "'…" + "a" * 16 + "b" * 30 + "…' instead of '…" + "a" * 46 + "…'" in told


@pytest.mark.long
@given(
    st.lists(st.sampled_from([b"a", b"bb", b"7", b"3.5"]), max_size=30),
    st.lists(st.sampled_from([b" ", b"\n", b"\t ", b"\r\n\n"]), min_size=31, max_size=31),
    st.lists(st.sampled_from([b" ", b"\n", b"\t ", b"\r\n\n"]), min_size=31, max_size=31),
)
def test_the_length_of_a_block_does_not_matter(
    words: list[bytes], ours: list[bytes], theirs: list[bytes]
) -> None:
    answer = b"".join(map(b"".join, zip(words, ours, strict=False)))
    output = b"".join(map(b"".join, zip(words, theirs, strict=False)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(default_validator, "BLOCK", 3)
        assert wrong(output, answer) is None
        strict = wrong(output, answer, SPACE)
        more = wrong(output + b"end", answer)
        line = (output + b"end").count(b"\n") + 1
        assert (
            more is not None
            and more.startswith(f"line {line}, ")
            and more.endswith("output: 'end'")
        )
    assert strict == wrong(output, answer, SPACE)
    assert (strict is None) == (output == answer)


def test_any_difference_is_found_wherever_blocks_end() -> None:
    words = [b"%d" % number for number in range(40_000)]
    answer = b"\n".join(words)
    for place in (0, 1, 13_107, 26_213, 39_999):
        other = [*words]
        other[place] = b"x"
        told = wrong(b" ".join(other), answer)
        assert told is not None
        assert f"(line {place + 1} of the answer): 'x' instead of '{place}'" in told


def test_in_a_legacy_package_the_last_tolerance_counts() -> None:
    def tolerances(*words: str) -> tuple[float | None, float | None]:
        found = settings(words, FormatVersion.LEGACY)
        relative, absolute = found.relative, found.absolute
        return relative and relative.nearest, absolute and absolute.nearest

    assert tolerances(BOTH, "1", RELATIVE, "2") == (2, 1)
    assert tolerances(RELATIVE, "2", BOTH, "1") == (1, 1)
    assert tolerances(RELATIVE, "2", RELATIVE, "3") == (3, None)


@pytest.mark.parametrize("version", FormatVersion)
def test_hexadecimal_notation_is_a_number_before_2025_09(version: FormatVersion) -> None:
    modern = version is FormatVersion.V2025_09
    chosen = settings((BOTH, "0"), version)
    assert (difference(b"0x1.8p1", b"3", chosen) is None) is not modern
    assert (difference(b"3", b"0x1.8p1", chosen) is None) is not modern
    assert difference(b"0X1.8P1", b"0x1.8p1", chosen) is None, "the same text up to case"


def test_a_tolerance_is_a_number_of_the_version() -> None:
    assert settings((BOTH, "0x1p-3"), FormatVersion.LEGACY).relative == Number(0.125, b"0x1p-3")
    with pytest.raises(JudgeError, match="not '0x1p-3'"):
        settings((BOTH, "0x1p-3"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("case_sensitiv",), "unknown argument 'case_sensitiv': did you mean 'case_sensitive'?"),
        ((BOTH,), "float_tolerance needs a number of at least 0, not ''"),
        ((BOTH, "-1"), "float_tolerance needs a number of at least 0, not '-1'"),
        ((BOTH, "nan"), "float_tolerance needs a number of at least 0, not 'nan'"),
        ((RELATIVE, "1", RELATIVE, "1"), "float_relative_tolerance is given twice"),
        ((BOTH, "1", ABSOLUTE, "1"), "float_tolerance sets both tolerances: remove the others"),
    ],
)
def test_arguments_that_it_does_not_have_are_refused(arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(JudgeError) as caught:
        settings(arguments)
    assert str(caught.value) == f"default output validator: {said}"
