"""``judge export`` writes no package that other judges refuse for a fault it already has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contest import Contest
from tests.packages.written import MODERN, write


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("data/secret/2.yaml", "output_validator_args: [case]\n", "2.yaml:1: secret/2: default"),
        ("include/a.txt", "", "include/a.txt: comes with no submission: move it into include/def"),
    ],
)
def test_a_fault_of_a_package_is_refused(
    contest: Contest, tmp_path: Path, name: str, text: str, said: str
) -> None:
    package = write(tmp_path, {"problem.yaml": MODERN, name: text})
    done = contest.judge("export", f"{package}/", f"{tmp_path}/written")
    assert done.status == 2 and said in done.err and len(done.err.splitlines()) == 1
    assert not (tmp_path / "written").exists()
