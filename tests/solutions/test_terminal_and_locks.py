"""What a source asks of its machine that no sandbox has is told where it may fail."""

from __future__ import annotations

import pytest

from judge.solutions.terminal_and_locks import missing_services

TERMINAL = (
    "echo $1 > /dev/tty",
    "script -qc 'echo 1' /dev/null",
    "cat|script -c x",
    "import pty\npty.spawn('sh')",
)
LOCKS = (
    "import fcntl\nfcntl.flock(f,2)",
    "exec 9>x; flock 9",
    "flock(F,2)||die",
    "lockf(1,F_LOCK,0);",
)
NONE = (
    "flock=[1,2];print(flock)",
    "description = 1",
    "block(1)",
    "open('/dev/stdin')",
    "unlock -script",
)


@pytest.mark.parametrize("source", TERMINAL)
def test_a_terminal_is_named(source: str) -> None:
    assert ["terminal" in line for line in missing_services(source)] == [True]


@pytest.mark.parametrize("source", LOCKS)
def test_locks_on_files_are_named(source: str) -> None:
    assert ["locks" in line for line in missing_services(source)] == [True]


@pytest.mark.parametrize("source", NONE)
def test_other_words_are_not(source: str) -> None:
    assert [*missing_services(source)] == []
