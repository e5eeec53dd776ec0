"""`judge verify` on packages without a plug-in: it ends with 1 for a faulty one, and names the
fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contest import Contest, Said

SETTINGS = """
problem_format_version: 2025-09
name: Toy
uuid: 8ee7605a-ab1a-8226-1d71-e346ab1e688d
limits: {time_limit: 2}
"""
#: Doubles a number.
RIGHT, WRONG = "print(2 * int(input()))\n", "print(4)\n"
VALIDATOR = """
import sys
wanted = open(sys.argv[2]).read().split()
said = sys.stdin.buffer.read().decode(errors="replace").split()
sys.exit(42 if said == wanted else 43)
"""
CPP_VALIDATOR = """
#include <fstream>
#include <iostream>
#include <string>
int main(int, char **argv) {
    std::ifstream answer(argv[2]);
    std::string wanted, said, more;
    answer >> wanted;
    std::cin >> said;
    return said == wanted && !(std::cin >> more) ? 42 : 43;
}
"""


@pytest.fixture
def package(contest: Contest) -> Path:
    """A sound package: a validator, a right and a wrong solution."""
    contest.use_package({"sample/1": (b"2\n", b"4\n"), "secret/1": (b"5\n", b"10\n")})
    (contest.problem / "problem.yaml").write_text(SETTINGS)
    contest.solution("right.py", RIGHT)
    contest.solution("wrong.py", WRONG, 'expect = "WA"\n')
    validator(contest.problem, "validate.py", VALIDATOR)
    return contest.problem


def validator(folder: Path, name: str, text: str) -> None:
    path = folder / "output_validator" / name
    path.parent.mkdir(exist_ok=True)
    for other in path.parent.iterdir():
        other.unlink()
    path.write_text(text)


def verified(contest: Contest) -> Said:
    return contest.judge("verify", "toy", "--seconds", "0.5", "--report", "r.html")


def faults(said: Said) -> list[str]:
    return [line for line in said.out.splitlines() if "FAULT" in line]


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("validate.py", VALIDATOR),
        pytest.param("validate.cpp", CPP_VALIDATOR, marks=pytest.mark.slow),
    ],
)
def test_a_sound_package_has_no_fault(
    contest: Contest, package: Path, name: str, text: str
) -> None:
    validator(package, name, text)
    said = verified(contest)
    assert (said.status, faults(said)) == (0, []), said


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        (
            "validate.py",
            VALIDATOR.replace("said == wanted", "said[:1] == wanted"),
            "data/sample/1.ans with text behind it is accepted",
        ),
        pytest.param(
            "validate.py",
            VALIDATOR.replace("said == wanted", "said[0] and said == wanted"),
            "nothing as output of sample/1: ",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "validate.py",
            "raise SystemExit(42)\n",
            "it accepts any junk as output",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "validate.cpp",
            "int main() { return 42; }\n",
            "it accepts any junk as output",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "validate.cpp",
            CPP_VALIDATOR.replace(" && !(std::cin >> more)", ""),
            "data/sample/1.ans with text behind it is accepted",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "validate.cpp",
            CPP_VALIDATOR.replace("    return", "if (said.empty()) throw 1; return"),
            "nothing as output of sample/1: ",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_faulty_validator_is_a_fault(
    contest: Contest, package: Path, name: str, text: str, fault: str
) -> None:
    validator(package, name, text)
    said = verified(contest)
    assert said.status == 1
    assert any(fault in line for line in faults(said)), said


@pytest.mark.long
def test_text_behind_an_output_is_a_fault_where_outputs_are_scored_too(
    contest: Contest, package: Path
) -> None:
    settings = SETTINGS + "type: scoring\n"
    (package / "problem.yaml").write_text(settings)
    validator(package, "validate.py", VALIDATOR.replace("said == wanted", "said[:1] == wanted"))
    said = verified(contest)
    told = [line for line in faults(said) if "with text behind it is accepted" in line]
    assert len(told) == 1, said


@pytest.mark.slow
def test_a_wrong_solution_marked_accepted_is_a_fault(contest: Contest, package: Path) -> None:
    contest.solution("wrong.py", WRONG, 'expect = "AC"\n')
    said = verified(contest)
    assert said.status == 1
    assert any("wrong" in line for line in faults(said)), said


@pytest.mark.long
def test_a_validator_that_does_not_end_is_the_only_finding(contest: Contest, package: Path) -> None:
    settings = SETTINGS.replace("time_limit: 2", "time_limit: 2, validation_time: 1")
    (package / "problem.yaml").write_text(settings)
    validator(package, "validate.py", "while True: pass\n")
    said = verified(contest)
    assert said.status == 1
    [line] = said.out.splitlines()
    assert line.startswith("FAULT") and "does not end within 1 s of CPU time on data/" in line
