"""Threads that are left at the end: only those of foreign code are told, and given up."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.contest import judge_environment

LEAVES = """
import threading, time
from judge.common.leftover_threads import OwnThread, end_despite_threads
kind = {kind}
kind(target=time.sleep, args=({seconds},)).start()
end_despite_threads(3)
print("to the end")
"""


def leave(kind: str, seconds: float) -> subprocess.CompletedProcess[str]:
    text = LEAVES.format(kind=kind, seconds=seconds)
    return subprocess.run(
        [sys.executable, "-c", text], env=judge_environment(), capture_output=True, text=True
    )


@pytest.mark.long
def test_a_thread_of_the_judge_is_waited_for_and_blames_no_plug_in() -> None:
    done = leave("OwnThread", 1.5)
    assert (done.returncode, done.stdout, done.stderr) == (0, "to the end\n", "")


@pytest.mark.long
def test_a_thread_of_foreign_code_is_told_and_given_up() -> None:
    done = leave("threading.Thread", 9999)
    assert (done.returncode, done.stdout) == (3, "")
    assert "a thread that a plug-in began has not ended" in done.stderr
