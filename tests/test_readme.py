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
#: These may end with 1, as the README says: a wrong answer's grade, a hunt that catches one, and
#: what looks back at whatever runs are the latest, one that is under way among them.
WRONG = (
    "grade combat solutions/combat/never-blocks",
    "hunt combat published-348",
    "hunt mana wrong-life-zero",
    "compare @previous",
    "rescore --moment",
)
#: What the commands that look back need to have something to look at.
BEFORE = ("run", "combat", "--solution", "greedy-*", "--case", "sample")
LOOKS_BACK = ("report", "rescore", "compare")


def judge(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "judge", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
    )


@pytest.fixture(scope="session")
def two_runs() -> None:
    for _ in range(2):
        assert judge(*BEFORE).returncode == 0


def test_it_shows_a_command_for_every_one_there_is() -> None:
    shown = {shlex.split(command)[1] for command in COMMANDS}
    offered = set(re.findall(r"^    (\w+) ", judge("--help").stdout, re.M))
    assert offered and shown == offered


@pytest.mark.parametrize("block", BLOCKS)
def test_commands_work_in_the_order_shown(block: str, request: pytest.FixtureRequest) -> None:
    for command in block.splitlines():
        word, *words = shlex.split(command)
        assert word == "judge"
        if words[0] in LOOKS_BACK:
            request.getfixturevalue("two_runs")
        said = judge(*words)
        wrong = said.returncode == 1 and any(name in command for name in WRONG)
        assert said.returncode == 0 or wrong, said.stdout + said.stderr
        assert said.stdout.strip() and "Traceback" not in said.stderr


@pytest.mark.parametrize("target", TARGETS)
def test_a_make_target_is_there(target: str) -> None:
    assert target in ("run", "test")
    said = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 0 and ("judge run" if target == "run" else "pytest") in said.stdout


@pytest.mark.parametrize("path", re.findall(r"\]\(((?!http)[^)]+)\)", README))
def test_a_link_leads_somewhere(path: str) -> None:
    assert (ROOT / path).exists()
