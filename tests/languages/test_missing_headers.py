"""Headers that a package leaves to the tools are told with their origin."""

from __future__ import annotations

import pytest

from judge.languages.missing_headers import missing_header
from tests.contest import Contest


@pytest.mark.parametrize(
    "said",
    [
        "a.cpp:1:10: fatal error: testlib.h: No such file or directory",
        "a.cpp:1:10: fatal error: ../testlib.h: No such file or directory",
        "a.cpp:1:10: fatal error: 'testlib.h' file not found",
    ],
)
def test_the_messages_of_compilers_are_known(said: str) -> None:
    assert "put testlib.h from https://github.com/MikeMirzayanov/testlib beside it" in (
        missing_header(said)
    )


def test_another_header_is_the_compilers_to_tell() -> None:
    assert not missing_header("a.cpp:1:10: fatal error: mine.h: No such file or directory")
    assert not missing_header("a.cpp:1: error: testlib.h is too old")


@pytest.mark.long
@pytest.mark.parametrize("header", ["testlib.h", "validation.h"])
def test_a_validator_without_its_header_says_where_to_put_it(header: str, contest: Contest) -> None:
    contest.use_package({"secret/1": (b"3\n", b"6\n")})
    for folder in ("output_validator", "input_validators"):
        path = contest.problem / folder / "check.cpp"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#include "{header}"\nint main() {{ return 42; }}\n')
    said = contest.judge("check", "toy")
    assert said.status == 1
    for what in ("output validator", "input validator"):
        assert f"the {what} cannot be compiled: it includes {header}, which is not there" in (
            said.out + said.err
        )


@pytest.mark.long
def test_a_validator_without_its_module_says_where_to_put_it(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"3\n", b"6\n")})
    for folder in ("output_validator", "input_validators"):
        path = contest.problem / folder / "check.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text("from validation import Validator\nraise SystemExit(42)\n")
    said = contest.judge("check", "toy")
    assert said.status == 1
    hint = "ModuleNotFoundError: No module named 'validation': put the module validation beside it"
    assert (said.out + said.err).count(hint) == 2
