"""The kernel's limit counts all processes of an ordinary user: a solution that lacks some because
others have started too many is to run again, alone."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from attack_harness import FIRST_USER, agent_environment, copied_code, ordinary_python

from judge import sandbox
from judge.common.errors import JudgeError

OVERLOADED = "machine overloaded, None, b'', (<Exceeded.PROCESSES: 'too many processes'>,)"
#: Who runs nothing else: the agents of other tests end when they want.
LONELY_USER = 10 * FIRST_USER
WORKS = "exited, 0, b'works\\n', ()"


@pytest.mark.long
def test_who_lacks_processes_because_of_others_did_not_fail() -> None:
    beside, alone = printed_by("beside_agent.py", "landlock").splitlines()
    assert beside in (WORKS, OVERLOADED)
    assert alone == WORKS


@pytest.mark.long
def test_a_warm_host_that_gets_no_process_for_a_call_did_not_fail() -> None:
    right, lacking = r"exited b'7\n' []", "machine overloaded b'' ['PROCESSES']"
    calls = f"{right}, {lacking}, {right}"
    printed = printed_by("host_beside_agent.py", "bubblewrap").splitlines()
    assert printed == [f"posted.py, {calls}", f"posted.js, {calls}"]


def printed_by(agent: str, layer: str) -> str:
    """What an agent printed that an ordinary user ran with a folder of its own."""
    try:
        sandbox.choose(layer)
    except JudgeError as error:
        pytest.skip(str(error))
    user = LONELY_USER + os.getpid() if os.geteuid() == 0 else None
    code = copied_code()
    python = sys.executable if user is None else ordinary_python(code, user)
    with tempfile.TemporaryDirectory(prefix="judge-beside-") as name:
        folder = Path(name)
        if user is not None:
            os.chown(folder, user, user)
        folder.chmod(0o755)
        return subprocess.run(
            [python, str(code / agent), name],
            stdout=subprocess.PIPE,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            cwd="/",
            env=agent_environment(code, user, folder, folder),
            text=True,
        ).stdout
