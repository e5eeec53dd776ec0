"""No sandbox: for solutions you trust, and for systems without one.

Time, memory and output are limited, and the process tree is killed at the end. On Linux with a C
compiler this holds even if the judge is killed. But the solution has access to the network and to
the user's files, and can evade the limits if it wants to.
"""

from __future__ import annotations

import fcntl
import os
import resource
import selectors
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import BinaryIO

import psutil
from msgspec.structs import replace

from judge.common.folders import HOSTS
from judge.common.removal import remove_tree
from judge.model import Ended, Execution, Limits
from judge.sandbox import feedback
from judge.sandbox.build import guard
from judge.sandbox.held import MOST_WALL_LIMITS, Held, State, state_of
from judge.sandbox.layer import Command, CrossedEnd, SandboxDied, SandboxUnavailable, Session, View
from judge.sandbox.unconfined_crossing import Conversation, StartedCommand
from judge.sandbox.unconfined_streams import (
    LOOK_S,
    Stream,
    has_written_too_much,
    paced,
    read_rest,
    read_some,
    write_some,
    written_bytes,
)

#: Signals that Python ignores, and programs expect.
IGNORED = (signal.SIGPIPE, signal.SIGXFSZ)


class UnconfinedLayer:
    """The layer for ``--sandbox none``; it is never chosen automatically."""

    name = "none"
    protections = ("none: the solution may do everything that you may do",)
    keeps_hosts = False
    hosts_folder = str(HOSTS)

    def program_folder(self, view: View) -> str:
        return str(view.folder)

    def data_folder(self, view: View) -> str:
        return str(view.data)

    def open(self, view: View) -> Session:
        return UnconfinedSession(_guard(), view.temporary)


class UnconfinedSession:
    """Runs each command in a new empty folder, as the user of the judge, as a child of ``guard``: a
    program that outlives the judge just long enough to end the command. The folders are in
    ``temporary``, which is removed with the batch.
    """

    def __init__(self, guard: Path | None, temporary: Path | None = None) -> None:
        self._guard = guard
        self._temporary = temporary
        self._started: StartedCommand | None = None

    def run(self, command: Command, limits: Limits) -> Execution:
        return self._run(command, limits, None)

    def run_together(self, commands: Iterable[Command], limits: Limits) -> list[Execution | None]:
        return []

    def start(self, command: Command, limits: Limits, end: CrossedEnd) -> None:
        abandoned = Event()
        talk = Conversation(end, abandoned)
        self._started = StartedCommand(lambda: self._run(command, limits, talk), abandoned)
        self._started.start()

    def finish(self) -> Execution:
        assert self._started is not None
        self._started.join()
        run = self._started.run_or_error
        self._started = None
        if isinstance(run, Execution):
            return run
        raise SandboxDied(str(run)) from run

    def close(self) -> None:
        if self._started is not None:
            self._started.abandoned.set()
            self._started.join()
            self._started = None

    def _run(self, command: Command, limits: Limits, talk: Conversation | None) -> Execution:
        with ExitStack() as stack:
            if talk is not None:
                stack.callback(talk.close)
            scratch = tempfile.mkdtemp(prefix="scratch-", dir=self._temporary)
            stack.callback(remove_tree, scratch)
            return _run(command, limits, scratch, self._guard, talk)


def _guard() -> Path | None:
    with suppress(SandboxUnavailable):
        return guard() if sys.platform == "linux" else None
    return None


def _run(
    command: Command,
    limits: Limits,
    scratch: str,
    guard: Path | None,
    talk: Conversation | None = None,
) -> Execution:
    start = time.monotonic()
    folder = feedback.put_files(Path(scratch), command.files or {}, command.feedback)
    if command.feedback is not None:
        argv = feedback.with_folder(command.argv, f"{scratch}/{feedback.NAME}/")
        command = replace(command, argv=argv)
    pid, feed, pending, pipes = _spawn(command, str(folder), guard, talk)
    out, err, reply = (
        Stream(limits.output_bytes, talk=talk),
        Stream(limits.stderr_bytes, tail=True),
        Stream(limits.output_bytes),
    )
    try:
        streams = dict(zip(pipes, (out, err, reply), strict=True))
        held = Held(start)
        if talk is not None:
            talk.began(pipes[0], pid if guard else 0)
        ended, sampled = _watch(pid, feed, pending, streams, limits, held)
        if talk is not None:
            talk.note_end()
    finally:
        _kill_tree(pid, guarded=guard is not None)
        _, status, usage = os.wait4(pid, 0)
        feed.close()
        for fd in pipes:
            os.close(fd)
    if talk is not None and ended is Ended.EXITED:
        talk.finish(out.data)
    cpu_s = usage.ru_utime + usage.ru_stime
    peak_mib = max(sampled, _own_peak(usage)) / 2**20
    killed = ended is not Ended.EXITED
    if ended is Ended.EXITED:
        ended = _judge_exit(status, cpu_s, peak_mib, limits)
    result = bytes(reply.data) if command.wants_result else None
    if command.feedback is not None:
        files = feedback.read_folder(Path(scratch, feedback.NAME), limits.output_bytes)
        result = feedback.packed_files(files or ())
        if files is None and ended is Ended.EXITED:
            ended, killed = Ended.OUTPUT_LIMIT, True
    if limits.counts_files and ended is Ended.EXITED:
        written = written_bytes(Path(scratch), command.files or ())
        if out.seen + err.seen + written > limits.output_bytes:
            ended, killed = Ended.OUTPUT_LIMIT, True
    return Execution(
        ended=ended,
        exit_status=None if killed or not os.WIFEXITED(status) else os.WEXITSTATUS(status),
        signal=None if killed or not os.WIFSIGNALED(status) else os.WTERMSIG(status),
        stdout=bytes(out.data),
        stderr=bytes(err.data),
        result=result,
        cpu_s=cpu_s,
        wall_s=time.monotonic() - start,
        peak_mib=peak_mib,
        held_s=held.seconds,
    )


def _spawn(
    command: Command, folder: str, guard: Path | None, talk: Conversation | None
) -> tuple[int, BinaryIO, memoryview, tuple[int, int, int]]:
    """Start a command in ``folder``; return its PID, our end of its input, what that pipe has not
    taken yet, and our ends of its outputs.

    As much input as the pipe takes is in it before the command starts: what it reads first does not
    depend on who runs first.
    """
    environment = {**command.environment, "HOME": folder, "TMPDIR": folder}
    with ExitStack() as stack:
        feed_theirs, feed_ours = os.pipe()
        stack.callback(os.close, feed_theirs)
        feed = open(feed_ours, "wb", buffering=0)  # noqa: PTH123, SIM115
        os.set_blocking(feed_ours, False)
        pending = write_some(feed_ours, memoryview(command.stdin))
        if not pending:
            feed.close()
        if talk is not None and talk.input is not None:
            os.dup2(talk.input, feed_theirs, inheritable=False)
        ours, actions = [], [(os.POSIX_SPAWN_DUP2, feed_theirs, 0)]
        for number in (1, 2, 3):
            read_end, write_end = os.pipe()
            ours.append(read_end)
            # Above 3, or duplicating one descriptor could close the source of the next.
            moved = fcntl.fcntl(write_end, fcntl.F_DUPFD_CLOEXEC, 16)
            os.close(write_end)
            stack.callback(os.close, moved)
            actions.append((os.POSIX_SPAWN_DUP2, moved, number))
        starts = ["/bin/sh", "-c", 'cd "$0" && exec "$@"', folder]
        if guard:
            starts = [str(guard), str(os.getpid()), folder]
        words = [*starts, *command.argv]
        pid = os.posix_spawn(
            words[0], words, environment, file_actions=actions, setpgroup=0, setsigdef=IGNORED
        )
    return pid, feed, pending, (ours[0], ours[1], ours[2])


def _own_peak(usage: resource.struct_rusage) -> int:
    """The peak in bytes of a command itself; 0 if it may be that of the judge.

    A new process inherits the peak of its parent, so only a larger value is its own.
    """
    unit = 1 if sys.platform == "darwin" else 2**10
    inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return usage.ru_maxrss * unit if usage.ru_maxrss > inherited else 0


def _judge_exit(status: int, cpu_s: float, peak_mib: float, limits: Limits) -> Ended:
    if cpu_s >= limits.cpu_s:
        return Ended.CPU_LIMIT
    if peak_mib > limits.memory_mib:
        return Ended.MEMORY_LIMIT
    return Ended.SIGNALLED if os.WIFSIGNALED(status) else Ended.EXITED


def _watch(
    pid: int,
    feed: BinaryIO,
    pending: memoryview,
    streams: dict[int, Stream],
    limits: Limits,
    held: Held,
) -> tuple[Ended, int]:
    """Feed and read until the process ends or hits a limit; return which, and the peak in bytes."""
    peak = 0
    talk = next(iter(streams.values())).talk
    next_look = start = held.looked_at
    with selectors.DefaultSelector() as selector, _exit_event(pid, selector):
        for fd in streams:
            os.set_blocking(fd, False)
            selector.register(fd, selectors.EVENT_READ)
        if pending:
            selector.register(feed, selectors.EVENT_WRITE)
        while True:
            for key, _ in selector.select(paced(selector, streams)):
                if key.fileobj is feed:
                    pending = write_some(key.fd, pending)
                    if not pending:
                        selector.unregister(feed)
                        feed.close()
                elif key.fd in streams and not read_some(key.fd, streams[key.fd]):
                    selector.unregister(key.fd)
            ended = _has_ended(pid)
            if ended:
                read_rest(streams, limits)
            if has_written_too_much(streams.values(), limits):
                return Ended.OUTPUT_LIMIT, peak
            if ended:
                return Ended.EXITED, peak
            now = time.monotonic()
            if now >= next_look:
                next_look = now + LOOK_S
                cpu_s, memory, state = _tree_usage(pid)
                held.look(now, cpu_s, state)
                peak = max(peak, memory)
                if cpu_s >= limits.cpu_s:
                    return Ended.CPU_LIMIT, peak
                if talk is not None and talk.look([p.pid for p in _tree(pid)], cpu_s, now):
                    return Ended.STOPPED, peak
                if memory > limits.memory_mib << 20:
                    return Ended.MEMORY_LIMIT, peak
                lasted_s = talk.charged_s(now - start) if talk else now - start
                over = _out_of_time(pid, limits, lasted_s, held)
                if over:
                    return over, peak


def _out_of_time(pid: int, limits: Limits, lasted_s: float, held: Held) -> Ended | None:
    """The exceeded limit, if any. Time for which the machine held up the command does not count. A
    command that has ended was in time, even if we notice it late."""
    wall_s = limits.wall_s
    is_idle = limits.idle_s is not None and held.idle_s >= limits.idle_s
    is_over = lasted_s >= min(wall_s + held.seconds, MOST_WALL_LIMITS * wall_s)
    if not (is_idle or is_over) or _has_ended(pid):
        return None
    if is_idle:
        return Ended.IDLE_LIMIT
    return Ended.WALL_LIMIT if lasted_s >= wall_s + held.seconds else Ended.OVERLOADED


@contextmanager
def _exit_event(pid: int, selector: selectors.BaseSelector) -> Iterator[None]:
    """Wake the selector when the process ends; without pidfd_open the next sample notices it."""
    if not hasattr(os, "pidfd_open"):
        yield
        return
    fd = os.pidfd_open(pid)
    try:
        selector.register(fd, selectors.EVENT_READ)
        yield
    finally:
        os.close(fd)


def _tree(pid: int) -> list[psutil.Process]:
    try:
        root = psutil.Process(pid)
        return [root, *root.children(recursive=True)]
    except psutil.Error:
        return []


def _tree_usage(pid: int) -> tuple[float, int, State]:
    """CPU seconds, resident bytes and state of a process and its descendants."""
    cpu_s, memory, state = 0.0, 0, State.NONE
    for process in _tree(pid):
        try:
            times = process.cpu_times()
            cpu_s += times.user + times.system
            cpu_s += getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
            memory += process.memory_info().rss
            state |= state_of(process)
        except psutil.Error:
            continue
    return cpu_s, memory, state


def _has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _kill_tree(pid: int, guarded: bool) -> None:
    if guarded:  # it kills the whole tree and then exits
        os.kill(pid, signal.SIGTERM)
        return
    for process in _tree(pid)[1:]:
        with suppress(psutil.Error):
            process.kill()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
