"""``judge hunt`` as its user meets it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from judge import cli
from judge.common.errors import JudgeError
from judge.hunting import search
from judge.hunting.result import HuntResult
from tests.contest import RIGHT, Contest, judge_environment
from tests.processes import processes_naming, wait_for


@pytest.mark.long
def test_ctrl_c_ends_it_with_what_it_has(toy: Contest, marker: str) -> None:
    settled = 'kind = "function"\narity = "args"\noutput = "return"\n'  # so no run finds that first
    toy.solution(f"{marker}.py", RIGHT["def.py"], settled)
    judge = subprocess.Popen(
        [sys.executable, "-m", "judge", "hunt", "toy", marker, "--seconds", "900"],
        cwd=toy.root,
        env=judge_environment(TMPDIR=str(toy.root)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )
    wait_for(lambda: processes_naming(f"/{marker}.py"))  # it has begun
    os.killpg(judge.pid, signal.SIGINT)
    out, err = judge.communicate(timeout=900)
    assert judge.returncode == 130 and err == b""
    assert b"interrupted after" in out


# Bundled ones


@pytest.mark.long
def test_ctrl_c_that_ends_a_tool_is_not_blamed_on_the_tool(
    toy: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal sends it to all that the judge has started."""
    toy.solution("right.py", RIGHT["def.py"])

    def interrupted(*arguments: object) -> HuntResult:
        os.kill(os.getpid(), signal.SIGINT)
        raise JudgeError("node does not work")

    monkeypatch.setattr(search, "hunt", interrupted)
    monkeypatch.chdir(toy.root)
    assert cli.main(["hunt", "toy", "right"]) == 130
