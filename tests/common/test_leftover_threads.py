"""A thread that outlasts the work of a process ends with it, and only foreign ones are told."""

from __future__ import annotations

import subprocess
import sys

import pytest

WAITING = """
import sys, threading
from judge.common import leftover_threads

def wait():
    threading.Event().wait()

wait.__module__ = {module!r}
threading.Thread(target=wait, name="waiting").start()
leftover_threads.PATIENCE_S = 0.05
leftover_threads.end_despite_threads(7)
"""


@pytest.mark.parametrize(("module", "lines"), [("judge.evaluation.plan", 0), ("plugin", 1)])
def test_only_threads_of_plugins_are_told(module: str, lines: int) -> None:
    source = WAITING.format(module=module)
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)
    assert done.returncode == 7
    assert done.stderr.count("waiting: a thread that a plug-in began has not ended") == lines
    assert done.stderr.count("\n") == lines
