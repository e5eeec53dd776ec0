"""What runs in a Dask worker: it keeps the blobs of a batch, and hosts that execute its tasks.

The client calls these functions by ``Client.run`` and ``Client.submit``. Sessions are kept on the
Dask worker itself, so that they end with it.
"""

from __future__ import annotations

import platform
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any

from msgspec import Struct

from judge import sandbox
from judge.cluster.bundle import Blob, unpack
from judge.cluster.host import BatchOrder
from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.evaluation.site import machine_class, sandbox_description
from judge.evaluation.tasks import BuildDone, CaseDone, Task
from judge.languages.table import all_languages
from judge.languages.toolchain import Toolchain, ToolMissing, find_toolchain
from judge.running.worker_process import Assignment, Cancellation, Completion, send
from judge.sandbox.lifetime import ties

#: How long a host may take to end when it is asked to, in seconds.
END_TIMEOUT_S = 2.0


class WorkerFacts(Struct, frozen=True):
    """What a Dask worker says of its machine. ``sandbox_fault`` is empty if solutions can run."""

    machine: str
    host: str
    sandbox: str
    sandbox_fault: str
    #: The toolchains that were asked for, and why others are missing.
    found: dict[str, Toolchain]
    missing: dict[str, str]


class TaskReport(Struct, frozen=True):
    """The answers to a task; ``died``: its host died before it gave all."""

    answers: tuple[BuildDone | CaseDone, ...]
    died: bool = False


class Host:
    """A host process and the connection to it."""

    def __init__(self, order: BatchOrder, store: Path) -> None:
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-m", "judge.cluster.host", str(theirs.fileno())]
        self._process = subprocess.Popen(
            command, pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL, preexec_fn=ties()
        )
        theirs.close()
        self._connection = Connection(ours.detach())
        self._lock = Lock()
        self._connection.send((order, store))

    def execute(self, serial: int, task: Task) -> TaskReport:
        answers: list[BuildDone | CaseDone] = []
        try:
            self._send(Assignment(serial, task))
            while not isinstance(message := self._connection.recv(), Completion):
                answers.append(message)
        except (EOFError, OSError):
            return TaskReport(tuple(answers), died=True)
        return TaskReport(tuple(answers))

    def cancel(self, serial: int) -> None:
        with suppress(OSError):
            self._send(Cancellation(serial))

    def end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(END_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._connection.close()

    def _send(self, message: object) -> None:
        with self._lock:
            send(self._connection, message)


class WorkerSession:
    """A batch on this Dask worker: a folder of blobs, and a host for each seat."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._store = Path(self._stack.enter_context(temporary_folder()))
        self._hosts: dict[int, Host] = {}

    def missing(self, digests: Sequence[str]) -> list[str]:
        return [digest for digest in digests if not (self._store / digest).exists()]

    def keep(self, blob: Blob) -> None:
        """Raises OSError; nothing of the blob is left then."""
        path = self._store / blob.digest
        try:
            if blob.is_package:
                unpack(blob.data, path)
            else:
                path.write_bytes(blob.data)
        except OSError:
            shutil.rmtree(path, ignore_errors=True)
            path.unlink(missing_ok=True)
            raise

    def execute(self, seat: int, order: BatchOrder, serial: int, task: Task) -> TaskReport:
        host = self._hosts.get(seat) or self._hosts.setdefault(seat, Host(order, self._store))
        report = host.execute(serial, task)
        if report.died:
            del self._hosts[seat]
            host.end()
        return report

    def cancel(self, seat: int, serial: int) -> None:
        if seat in self._hosts:
            self._hosts[seat].cancel(serial)

    def end(self) -> None:
        for host in [*self._hosts.values()]:
            host.end()
        self._stack.close()


def facts(layer: str, languages: Sequence[str]) -> WorkerFacts:
    """What this machine has of what a run needs."""
    described = fault = ""
    try:
        described = sandbox_description(sandbox.choose(layer))
    except JudgeError as error:
        fault = str(error)
    table, found, missing = all_languages(), {}, {}
    for name in languages:
        try:
            found[name] = find_toolchain(table[name])
        except ToolMissing as lack:
            missing[name] = str(lack)
    return WorkerFacts(machine_class(), platform.node(), described, fault, found, missing)


class Beginning(Struct, frozen=True):
    """The digests of the blobs that a session lacks; or why this machine cannot begin it."""

    lacking: tuple[str, ...] = ()
    fault: str = ""


def begin(session: str, digests: Sequence[str], dask_worker: Any = None) -> Beginning:
    """Begin a session, if it is not begun."""
    sessions = vars(dask_worker).setdefault("judge_sessions", {})
    try:
        if session not in sessions:
            sessions[session] = WorkerSession()
    except (JudgeError, OSError) as error:
        return Beginning(fault=f"it cannot keep the packages: {error}")
    return Beginning(tuple(sessions[session].missing(digests)))


def keep(session: str, blob: Blob, dask_worker: Any = None) -> str:
    """Empty, or why this machine cannot keep it."""
    try:
        dask_worker.judge_sessions[session].keep(blob)
    except OSError as error:
        return f"it cannot keep the packages: {error}"
    return ""


def cancel(session: str, seat: int, serial: int, dask_worker: Any = None) -> None:
    if one := getattr(dask_worker, "judge_sessions", {}).get(session):
        one.cancel(seat, serial)


def end(session: str, dask_worker: Any = None) -> None:
    if one := getattr(dask_worker, "judge_sessions", {}).pop(session, None):
        one.end()


def execute(session: str, seat: int, order: BatchOrder, serial: int, task: Task) -> TaskReport:
    """One task, in a thread of the Dask worker. Raises KeyError where the session has ended."""
    from distributed import get_worker

    dask_worker: Any = get_worker()
    report: TaskReport = dask_worker.judge_sessions[session].execute(seat, order, serial, task)
    return report
