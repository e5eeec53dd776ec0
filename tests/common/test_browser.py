"""What outlives the judge, and what does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.contest import judge_environment
from tests.processes import processes_naming

JUDGE = """
from judge.common.browser import open_in_browser
from judge.common.leftover_processes import end_left_processes
from judge.common.processes import adopt_orphans

adopt_orphans()
print(open_in_browser("http://localhost/"))
end_left_processes()
"""


@pytest.mark.long
def test_the_browser_goes_on_when_the_judge_ends(tmp_path: Path, marker: str) -> None:
    """What it was started by has ended long before."""
    begun, browser = tmp_path / "begun", tmp_path / "browser"
    waits = f"import time; open({str(begun)!r}, 'w'); time.sleep(9999)"
    browser.write_text(
        f'#!/bin/sh\n{sys.executable} -c "{waits}" {marker} > /dev/null 2>&1 &\n'
        f"until [ -e {begun} ]; do sleep 0.01; done\n"
    )
    browser.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", JUDGE],
        env={**judge_environment(), "BROWSER": f"{browser} %s"},
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (0, "True\n")
    assert processes_naming(marker) != []
