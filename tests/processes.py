"""The processes of this machine, as the tests of an abrupt end need them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any


def processes_naming(marker: str) -> list[str]:
    """The command lines of all live processes that contain a text."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if marker in line:
            found.append(line)
    return found


def wait_for(condition: Any) -> None:
    """Until true; far longer than it ever takes."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "never came true"
        time.sleep(0.02)
