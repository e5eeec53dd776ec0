"""``judge completion``: what a shell offers after the tab key."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.contest import Contest

COMPLETE = """
source ./script
COMP_WORDS=({words}); COMP_CWORD=$(({count} - 1))
_shtab_judge
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def offered(folder: Path, *words: str) -> set[str]:
    script = COMPLETE.format(words=" ".join(words), count=len(words))
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True)
    assert not done.stderr
    return {*done.stdout.split()}


@pytest.mark.long
def test_bash_offers_commands_options_choices_and_problems(contest: Contest) -> None:
    said = contest.judge("completion", "bash")
    assert said.status == 0
    (contest.root / "script").write_text(said.out)
    (contest.root / "problems" / "tour").mkdir(parents=True)
    assert offered(contest.root, "judge", "gr") == {"grade"}
    assert offered(contest.root, "judge", "run", "--time") == {"--time-limit"}
    assert {"function", "program"} < offered(contest.root, "judge", "grade", "--kind", "''")
    assert offered(contest.root, "judge", "run", "tou") == {"tour"}


@pytest.mark.parametrize(("shell", "program"), [("zsh", "zsh"), ("fish", "fish")])
def test_the_script_of_another_shell_is_sound(shell: str, program: str, contest: Contest) -> None:
    said = contest.judge("completion", shell)
    assert said.status == 0 and "judge" in said.out
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed: install {program}")
    (contest.root / "script").write_text(said.out)
    subprocess.run([program, "-n", "script"], cwd=contest.root, check=True)


def test_an_unknown_shell_is_refused(contest: Contest) -> None:
    said = contest.judge("completion", "basch")
    assert said.status == 2 and "invalid choice: 'basch'" in said.err


def test_judge_alone_prints_its_help(contest: Contest) -> None:
    said = contest.judge()
    assert said.status == 2
    assert (
        said.out.startswith("usage: judge") and "judge solutions and write the report" in said.out
    )
