"""What shells of JavaScript have and node lacks."""

from __future__ import annotations

import shutil
import subprocess
import threading
from pathlib import Path

import pytest

SHELL = Path(__file__).parents[2] / "judge" / "languages" / "hosts" / "javascript_shell.js"
DEADLINE_S = 30


@pytest.mark.skipif(not shutil.which("node"), reason="no node")
def test_a_line_is_read_before_the_next_one_is_written(tmp_path: Path) -> None:
    source = tmp_path / "doubles.js"
    source.write_text("for (let line; (line = readline()) !== null;) print(line + line)")
    with subprocess.Popen(
        ["node", "-r", SHELL, source], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as node:
        assert node.stdin and node.stdout
        deadline = threading.Timer(DEADLINE_S, node.kill)
        deadline.start()
        for line in (b"a", "é".encode(), b""):
            node.stdin.write(line + b"\n")
            node.stdin.flush()
            assert node.stdout.readline() == 2 * line + b"\n"
        rest, _ = node.communicate(b"x" * 200_000 + b"\nlast")
        deadline.cancel()
    assert rest == b"x" * 400_000 + b"\nlastlast\n"
