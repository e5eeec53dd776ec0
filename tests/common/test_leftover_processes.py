"""Processes that are left at the end: they end, and are told where a plug-in may have left them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from judge.common.processes import is_running
from tests.contest import judge_environment

LEAVES = """
import subprocess, sys
from judge import __main__ as start, cli
def leave():
    print(subprocess.Popen(["sleep", "1000"]).pid, flush=True)
    return {status}
cli.main = leave
sys.exit(start.main())
"""


@pytest.mark.long
@pytest.mark.parametrize(("status", "lines"), [(0, 1), (1, 1), (129, 0), (130, 0), (143, 0)])
def test_what_is_left_ends_and_is_told_unless_a_signal_ended_the_command(
    status: int, lines: int
) -> None:
    text = LEAVES.format(status=status)
    done = subprocess.run(
        [sys.executable, "-c", text], env=judge_environment(), capture_output=True, text=True
    )
    assert (done.returncode, len(done.stderr.splitlines())) == (status, lines), done.stderr
    assert not is_running(int(done.stdout))
