"""The processes of this machine, as the tests of an abrupt end need them."""

from __future__ import annotations

import os
import signal
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest


def processes_naming(marker: str) -> list[int]:
    """The ids of all live processes whose command line contains a text."""
    found = []
    for folder in [path for path in Path("/proc").iterdir() if path.name.isdecimal()]:
        try:  # it may end meanwhile
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
        except OSError:
            continue
        if marker in line.decode(errors="replace"):
            found.append(int(folder.name))
    return found


def endless(marker: str) -> str:
    """A program in Python that never ends. ``executions_of_endless`` counts its executions by the
    child that each of them has once it has begun: how many processes have the program's own name
    depends on the sandbox, and changes while one starts."""
    child = ["python3", "-c", "import time; time.sleep(9999)", f"child-{marker}"]
    return (
        "import os, sys, time\n"
        f"if os.fork() == 0: os.execv(sys.executable, {child})\n"
        "while 1: time.sleep(.01)\n"
    )


def executions_of_endless(marker: str) -> int:
    """How many executions of that program have begun and not ended."""
    return len(processes_naming(f"child-{marker}"))


@pytest.fixture
def marker() -> Iterator[str]:
    """A word that no other process on this machine has in its command line.

    Those that have it at the end of a test, which then has failed, are killed.
    """
    word = f"m{uuid.uuid4().hex}"
    yield word
    for pid in processes_naming(word):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def wait_for(condition: Any) -> None:
    """Until true; far longer than it ever takes."""
    end = time.monotonic() + 600
    while not condition():
        assert time.monotonic() < end, "never came true"
        time.sleep(0.02)


def skip_without_standard_names() -> None:
    """Skip the test on a machine whose ``/dev/stdin`` and ``/dev/stdout`` are not the streams of
    whoever opens them: root may have replaced them by files."""
    for name, number in (("/dev/stdin", 0), ("/dev/stdout", 1)):
        path = Path(name)
        if not path.is_symlink() or str(path.readlink()) != f"/proc/self/fd/{number}":
            pytest.skip(f"{name} is no link to /proc/self/fd/{number} here")
