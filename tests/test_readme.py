"""Every command that the README shows works, and so do its links and its pictures."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", README, re.M | re.S)
COMMANDS = [line for block in BLOCKS for line in block.splitlines()]
TARGETS = re.findall(r"^    make (\w+)", README, re.M)
#: A grade of a wrong answer ends with 1, and so does a hunt that catches one, as the README says.
WRONG = ("never-blocks", "published-348", "wrong-life-zero")


def test_it_shows_a_command_for_every_one_there_is() -> None:
    shown = {shlex.split(command)[1] for command in COMMANDS}
    said = subprocess.run(
        [sys.executable, "-m", "judge", "--help"], cwd=ROOT, capture_output=True, text=True
    )
    offered = set(re.findall(r"^    (\w+) ", said.stdout, re.M))
    assert offered and shown == offered


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_works(command: str) -> None:
    word, *words = shlex.split(command)
    assert word == "judge"
    said = subprocess.run(
        [sys.executable, "-m", "judge", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
    )
    wrong = any(name in command for name in WRONG) and words[0] in ("grade", "hunt")
    assert said.returncode == (1 if wrong else 0), said.stdout + said.stderr
    assert said.stdout.strip() and "Traceback" not in said.stderr


@pytest.mark.parametrize("target", TARGETS)
def test_a_make_target_is_there(target: str) -> None:
    assert target in ("run", "test")
    said = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 0 and ("judge run" if target == "run" else "pytest") in said.stdout


@pytest.mark.parametrize("path", re.findall(r"\]\(((?!http)[^)]+)\)", README))
def test_a_link_leads_somewhere(path: str) -> None:
    assert (ROOT / path).exists()
