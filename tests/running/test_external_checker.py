"""Output validators of a package as its checker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Grade, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.load import load_problem
from judge.running import output_file
from judge.running.external_checker import ExternalChecker
from judge.sandbox.layer import Layer
from tests.packages.written import write

FIRST = 'read line; [ "$line" != wrong ] && exit 42; exit 43\n'
SECOND = 'read line; echo second > "$3judgemessage.txt"; [ "$line" = right ] && exit 42; exit 43\n'


@pytest.fixture
def checker(tmp_path: Path, layer: Layer, system_tools: None) -> Iterator[ExternalChecker]:
    """That of a legacy package with two output validators."""
    files = {
        "problem.yaml": "name: Tour\nvalidation: custom\n",
        "output_validators/first.sh": FIRST,
        "output_validators/second.sh": SECOND,
    }
    made = ExternalChecker(load_problem(write(tmp_path, files)), layer)
    yield made
    made.close()


def test_every_output_validator_of_a_legacy_package_must_accept(checker: ExternalChecker) -> None:
    problem = checker._problem
    case = problem.cases[0]

    def grade(output: bytes) -> Grade:
        run = output_file.as_run(output, problem.limits)
        [found] = checker.grade(case, LoadedCase(case), run).values()
        return found

    assert grade(b"right\n").verdict is Verdict.AC
    assert grade(b"wrong\n").verdict is Verdict.WA
    second = grade(b"other\n")
    assert (second.verdict, second.message) == (Verdict.WA, "second")
