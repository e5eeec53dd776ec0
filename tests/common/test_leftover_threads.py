"""Threads that do not end at the end of the judge."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import threading
from judge.common.leftover_threads import OwnThread, end_despite_threads
gate = threading.Event()
OwnThread(target=lambda: gate.wait(60)).start()
{foreign}
threading.Timer({after}, gate.set).start()
end_despite_threads(7)
print("all have ended")
"""


def ended(foreign: str) -> tuple[int, str, str]:
    code = CODE.format(foreign=foreign, after=1.5)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def test_a_thread_of_the_judge_is_waited_for_and_is_no_plug_ins() -> None:
    """It lasts longer than a plug-in's may."""
    assert ended("") == (0, "all have ended\n", "")


def test_a_thread_of_a_plug_in_is_named() -> None:
    status, out, err = ended(
        "threading.Thread(target=lambda: threading.Event().wait(60), name='theirs').start()"
    )
    assert (status, out) == (7, "")
    assert err.startswith("judge: theirs: a thread that a plug-in began has not ended")
    assert err.count("\n") == 1
