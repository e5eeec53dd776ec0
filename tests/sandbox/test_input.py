"""The input of a command is there when it starts."""

from __future__ import annotations

import pytest

from judge.model import Ended, Limits
from judge.sandbox.layer import Command, Session

#: It never waits for its input: what is not there is an error, or an input that seems to go on.
IMPATIENT = ("/usr/bin/dd", "iflag=nonblock", "bs=65536", "status=none")
LIMITS = Limits(cpu_s=5, memory_mib=256, output_bytes=2**20)
#: As many bytes as a pipe takes.
MOST = 2**16


@pytest.mark.parametrize("session", ["bubblewrap", "landlock", "none"], indirect=True)
@pytest.mark.parametrize("given", [b"", b"3\n", b"1" * MOST], ids=["nothing", "a line", "a pipe"])
def test_input_that_fits_a_pipe_is_complete_when_a_command_starts(
    session: Session, given: bytes
) -> None:
    for _ in range(40):
        run = session.run(Command(IMPATIENT, stdin=given), LIMITS)
        assert (run.ended, run.exit_status, run.stdout) == (Ended.EXITED, 0, given), run.stderr


@pytest.mark.parametrize("session", ["bubblewrap", "landlock", "none"], indirect=True)
def test_more_input_than_a_pipe_takes_follows(session: Session) -> None:
    given = b"line\n" * MOST
    run = session.run(Command(("/bin/cat",), stdin=given), LIMITS)
    assert run.stdout == given
