"""The user's browser, which outlives the judge."""

from __future__ import annotations

import subprocess
import sys

from judge.common import streams
from judge.common.processes import adopt_orphans

#: Run by a process that ends at once: so the browser is nobody's child.
_OPEN = "import sys, webbrowser; sys.exit(not webbrowser.open(sys.argv[1]))"


def open_in_browser(address: str) -> bool:
    """Whether a browser was found that shows it."""
    adopt_orphans(False)  # or the browser would end with the judge
    command = [sys.executable, "-I", "-c", _OPEN, address]
    with streams.shared_output():
        return subprocess.run(command, check=False).returncode == 0
