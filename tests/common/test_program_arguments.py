"""How a text is split into arguments, and which a program can be started with."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from judge.common.program_arguments import LONGEST, MOST, split_arguments, too_large

SPLIT = "the text cannot be split into arguments"


def test_a_text_is_split_as_a_shell_would() -> None:
    assert split_arguments("a 'b c' d\\ e") == ("a", "b c", "d e")
    assert split_arguments("") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a 'b", f"{SPLIT}: close the quotation mark, or write a backslash before it"),
        ("a b\\", f"{SPLIT}: write the backslash at its end twice"),
        ("a" * (LONGEST + 1), "an argument has 131,072 bytes, and may have 131,071"),
        ("é " * MOST, "the arguments have 2,097,152 bytes, and may have 1,048,576"),
    ],
)
def test_what_cannot_be_passed_is_said(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}$"):
        split_arguments(text)


def test_the_longest_argument_is_what_this_system_takes() -> None:
    longest, program = "a" * LONGEST, shutil.which("true")
    assert program is not None
    assert too_large([longest]) == ""
    subprocess.run([program, longest], check=True)
    with pytest.raises(OSError, match="too long"):
        subprocess.run([program, longest + "a"], check=False)
