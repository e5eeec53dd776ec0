"""A plug-in neither ends nor replaces the judge's processes; its own ones are its own."""

from __future__ import annotations

import os
import signal

import pytest

from judge.common.errors import JudgeError
from judge.packages.plugin_faults import PluginFault
from judge.packages.plugin_loader import load_plugin
from judge.packages.process_guard import guard_processes
from tests.contest import Contest

IMPORTS = "import _thread, os, posix, signal, subprocess, threading\n"


def parsing(contest: Contest, body: str) -> None:
    """Have ``parse`` do something first."""
    path = contest.problem / "plugin.py"
    method = f"\n    def parse(self, text):\n        {body}\n        return Row((), 0)\n"
    path.write_text(f"{IMPORTS}{path.read_text()}{method}")


@pytest.fixture
def contest(contest: Contest) -> Contest:
    path = contest.problem / "plugin.py"
    path.write_text(path.read_text().replace("from __future__ import annotations\n", ""))
    return contest


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("os.kill(os.getpid(), signal.SIGCONT)", "sent SIGCONT to"),
        ("os.kill(os.getpid(), 40)", "sent signal 40 to"),
        ("os.kill(os.getppid(), 18)", "sent SIGCONT to"),
        ("posix.kill(0, 18)", "sent SIGCONT to"),
        ("os.kill(-os.getpgrp(), 18)", "sent SIGCONT to"),
        ("os.killpg(os.getpgrp(), 18)", "sent SIGCONT to"),
        ("signal.raise_signal(signal.SIGHUP)", "sent SIGHUP to"),
        ("signal.pthread_kill(threading.main_thread().ident, 18)", "sent SIGCONT to"),
        ("_thread.interrupt_main()", "sent SIGINT to"),
        ("os.execv('/bin/true', ['true'])", "wanted to replace the judge's process by true"),
        ("os.execvp('true', ['true'])", "wanted to replace the judge's process by true"),
        ("posix.execve('/bin/true', ['true'], {})", "wanted to replace the judge's process"),
    ],
)
def test_the_judge_s_processes_stay_as_they_are(contest: Contest, body: str, said: str) -> None:
    """SIGCONT does nothing if it arrives, so that a fault ends no other process."""
    parsing(contest, body)
    plugin = load_plugin(contest.problem)
    with pytest.raises(PluginFault, match=rf"the plug-in's parse {said}.* \(.*plugin\.py:\d+\)$"):
        plugin.parse("")


@pytest.mark.parametrize(
    "body",
    [
        "os.kill(os.getpid(), 0)",
        "if not (pid := os.fork()): os.execv('/bin/true', ['true'])\n"
        "        assert os.waitpid(pid, 0)[1] == 0",
        "subprocess.Popen(['sleep', '9']).terminate()",
        "signal.signal(12, lambda *_: None); os.kill(os.getpid(), 12); signal.signal(12, 0)",
    ],
)
def test_its_own_processes_and_signals_are_its_own(contest: Contest, body: str) -> None:
    parsing(contest, body)
    plugin = load_plugin(contest.problem)
    assert plugin.render(plugin.parse("")) == plugin.render(plugin.parse(""))


def test_so_it_is_while_it_is_imported(contest: Contest) -> None:
    path = contest.problem / "plugin.py"
    path.write_text(f"{IMPORTS}os.kill(os.getpid(), signal.SIGTERM)\n{path.read_text()}")
    with pytest.raises(JudgeError, match=r"plugin\.py:2: cannot be imported: it sent SIGTERM"):
        load_plugin(contest.problem)


def test_other_callers_send_signals_as_ever() -> None:
    guard_processes()
    guard_processes()
    got: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: got.append(number))
    try:
        os.kill(os.getpid(), signal.SIGUSR1)
        signal.raise_signal(signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert got == [signal.SIGUSR1] * 2
