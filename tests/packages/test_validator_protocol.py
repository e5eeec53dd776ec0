"""How the output validator of a package is called: by its source, or as judge.toml says."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import ValidatorProtocol
from judge.packages.load import load_problem
from tests.contest import Contest

CHECKER = '#include "testlib.h"\nint main(int n, char **v) { registerTestlibCmd(n, v); }\n'


def protocol(contest: Contest, files: dict[str, str]) -> ValidatorProtocol:
    for name, text in files.items():
        path: Path = contest.problem / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return load_problem(contest.problem).output_validator.protocol


@pytest.mark.parametrize(
    ("files", "known"),
    [
        ({"output_validator/c.cpp": CHECKER}, ValidatorProtocol.TESTLIB),
        ({"output_validator/c.cpp": "int main() {}"}, ValidatorProtocol.KATTIS),
        (
            {"output_validator/c.cpp": CHECKER, "output_validator/testlib.h": "// as it is\n"},
            ValidatorProtocol.TESTLIB,
        ),
        (
            {
                "output_validator/c.cpp": CHECKER,
                "output_validator/testlib.h": "#define OK_EXIT_CODE 42\n",
            },
            ValidatorProtocol.KATTIS,
        ),
        (
            {"output_validator/c.cpp": CHECKER, "judge.toml": 'validator = "kattis"\n'},
            ValidatorProtocol.KATTIS,
        ),
        (
            {"output_validator/c.py": "print()\n", "judge.toml": 'validator = "testlib"\n'},
            ValidatorProtocol.TESTLIB,
        ),
    ],
)
def test_the_protocol_of_a_validator(
    contest: Contest, files: dict[str, str], known: ValidatorProtocol
) -> None:
    assert protocol(contest, files) is known


def test_a_protocol_that_is_unknown_is_told(contest: Contest) -> None:
    with pytest.raises(JudgeError, match=r"judge\.toml:1: unknown validator 'testlip'"):
        protocol(contest, {"judge.toml": 'validator = "testlip"\n'})
