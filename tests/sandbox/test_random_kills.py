"""Whatever part of the judge is killed, whenever: nothing that it has started is left."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from judge import sandbox
from judge.common.errors import JudgeError
from tests.contest import RIGHT, Contest, judge_environment

SCRIPT = Path(__file__).with_name("kill_at_an_instant.py")
#: So many statements take a compiler seconds.
STATEMENTS = "#define A0 x++;\n" + "".join(f"#define A{i + 1} A{i} A{i}\n" for i in range(15))
SOLUTIONS = {
    "a-builds.c": STATEMENTS + "int main(void) { volatile int x = 0; A15 }\n",
    "b-waits.py": "import os, time\ndef solve(n, k):\n os.fork()\n time.sleep(9999)\n",
    "c-right.py": RIGHT["lambda.py"],
}
ROUNDS = 4
#: By then the judge has started and works; on a slow machine all instants are early ones.
LATEST_S = 4.0


@pytest.mark.slow
@pytest.mark.parametrize("whom", ["main", "any"])
@pytest.mark.parametrize("layer", ["bubblewrap", "landlock"])
def test_nothing_is_left(contest: Contest, layer: str, whom: str) -> None:
    try:
        sandbox.choose(layer)
    except JudgeError as error:
        pytest.skip(str(error))
    for name, text in SOLUTIONS.items():
        contest.solution(name, text)
    chance = random.Random(f"{layer} {whom}")
    for _ in range(ROUNDS):
        target = "main" if whom == "main" else str(chance.randrange(1000))
        seconds = str(chance.uniform(0.2, LATEST_S))
        words = ["run", "--sandbox", layer, "-j", "2", "--time-limit", "3", "--report", "r.html"]
        done = subprocess.run(
            [sys.executable, SCRIPT, seconds, target, sys.executable, "-m", "judge", *words],
            cwd=contest.root,
            env=judge_environment(),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (seconds, target, done.stdout, done.stderr)
