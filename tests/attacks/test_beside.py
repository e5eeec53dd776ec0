"""Under landlock the kernel's limit counts all processes of an ordinary user: a program that fails
because others have started too many is to run again, alone."""

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
WORKS = "exited, 0, b'works\\n', ()"


@pytest.mark.long
def test_who_lacks_processes_because_of_others_did_not_fail() -> None:
    try:
        sandbox.choose("landlock")
    except JudgeError as error:
        pytest.skip(str(error))
    user = FIRST_USER + os.getpid() if os.geteuid() == 0 else None
    code = copied_code()
    python = sys.executable if user is None else ordinary_python(code, user)
    with tempfile.TemporaryDirectory(prefix="judge-beside-") as name:
        folder = Path(name)
        if user is not None:
            os.chown(folder, user, user)
        folder.chmod(0o755)
        done = subprocess.run(
            [python, str(code / "beside_agent.py"), name],
            stdout=subprocess.PIPE,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            cwd="/",
            env=agent_environment(code, user, folder, folder),
            text=True,
        )
    beside, alone = done.stdout.splitlines()
    assert beside in (WORKS, OVERLOADED)
    assert alone == WORKS
