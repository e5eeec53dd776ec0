"""A session that talks to the supervisor over a socket. Layout: protocol.h."""

from __future__ import annotations

import errno
import itertools
import os
import signal
import socket
import stat
import struct
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from judge.common.processes import children
from judge.common.removal import remove_tree
from judge.model import Ended, Exceeded, Execution, Limits
from judge.sandbox import feedback
from judge.sandbox.cgroups import OWN_BYTES, make_group
from judge.sandbox.held import MOST_WALL_LIMITS
from judge.sandbox.layer import Command, CrossedEnd, SandboxDied

SOCKET = "SOCKET"
ACCOUNT = "ACCOUNT"
REFUSALS = "REFUSALS"
#: The scratch folder where it is no folder of the host.
BOX = "/box"
#: Enters the control groups named before ``--``, then executes what follows it.
ENTER = 'while [ "$1" != -- ]; do echo $$ > "$1" || exit 70; shift; done; shift; exec "$@"'
REQUEST = struct.Struct("=7Q6I")
REPLY = struct.Struct("=5I4x8Q")
WANT_RESULT, WATCH_MEMORY, WRITABLE, WARM = 1, 2, 4, 8
CROSSED, INTERACTOR, WITH_FEEDBACK, WITH_FILES, READ_ONLY = 16, 32, 64, 128, 256
COUNT_FILES = 512
ENDED = (
    Ended.EXITED,
    Ended.SIGNALLED,
    Ended.CPU_LIMIT,
    Ended.WALL_LIMIT,
    Ended.MEMORY_LIMIT,
    Ended.OUTPUT_LIMIT,
    Ended.SANDBOX_FAILED,
    Ended.OVERLOADED,
    Ended.STOPPED,
    Ended.IDLE_LIMIT,
)
#: By the bits of ``enum exceeded``.
EXCEEDED = (
    (),
    (Exceeded.PROCESSES,),
    (Exceeded.DISK,),
    (Exceeded.PROCESSES, Exceeded.DISK),
)
STAGES = (
    "start",
    "enter the scratch folder",
    "fork",
    "set limits",
    "drop privileges",
    "confine",
    "execute",
)
KILLED_BY_US = 2**32 - 1
#: How long after the last limit the supervisor may take to answer.
GRACE_S = 20.0
FIRST_READ = 1 << 16
#: No number of a reply is larger: thirty years in nanoseconds, an eighth of 2^63.
MOST_NUMBER = 10**18
MOST_WAIT_STATUS = 0xFFFF
MOST_ERROR_NUMBER = 4095


class SupervisedSession:
    """A sandbox that is kept. ``argv`` starts it. Its arguments ``SOCKET``, ``ACCOUNT`` and
    ``REFUSALS`` are replaced by the descriptors of the control socket, of the CPU account and of
    the count of processes that the kernel refused to start (-1 where there is none).

    ``own_processes``: the number of processes of the sandbox itself.
    ``scratch``: a folder of the host that commands see; it is removed with the session.
    ``uid``: the user of the commands; 0 for the judge's own.
    """

    def __init__(
        self,
        argv: Sequence[str],
        own_processes: int,
        scratch: Path | None = None,
        uid: int = 0,
    ) -> None:
        self._uid = uid
        self._own_processes = own_processes
        #: Processes and threads of a warm host; None until it has served a call, then counted once.
        self._host_tasks: int | None = None
        self._scratch = scratch
        self._scratch_used = False
        self._encoded: tuple[Command | None, bytes, int] = (None, b"", 0)
        self._patience_s = 0.0
        self._group = make_group()
        self._socket, theirs = socket.socketpair()
        with theirs:
            account, refusals = -1, -1
            if self._group:
                account, refusals = self._group.usage, self._group.refusals
            given = {SOCKET: theirs.fileno(), ACCOUNT: account, REFUSALS: refusals}
            started = [str(given.get(word, word)) for word in argv]
            if self._group:
                files = self._group.process_files
                started = ["/bin/sh", "-c", ENTER, "sh", *files, "--", *started]
            self._process = subprocess.Popen(
                started,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[number for number in given.values() if number >= 0],
                env={"PATH": "/usr/bin:/bin"},
                start_new_session=True,
            )

    def run(self, command: Command, limits: Limits) -> Execution:
        self._ask(command, limits, None)
        return self._heard(command, limits)

    def start(self, command: Command, limits: Limits, end: CrossedEnd) -> None:
        self._ask(command, limits, end)
        self._started = command, limits

    def finish(self) -> Execution:
        return self._heard(*self._started)

    def _ask(self, command: Command, limits: Limits, end: CrossedEnd | None) -> None:
        """Send the request; raises SandboxDied."""
        strings, variables = self._strings(command)
        given = command.stdin
        disk_mib = limits.disk_mib
        if command.files is not None or command.feedback is not None:
            given = feedback.pack(feedback.given_files(command.files, command.feedback)) + given
            disk_mib += feedback.disk_mib(command.files or {})
        if self._scratch is not None:
            self._empty_scratch(command)
        request = REQUEST.pack(
            round(limits.cpu_s * 1e9),
            round(limits.wall_s * 1e9),
            round((limits.idle_s or 0) * 1e9),
            limits.memory_mib << 20,
            limits.output_bytes,
            limits.stderr_bytes,
            len(given),
            len(strings),
            len(command.argv),
            variables,
            limits.processes,
            disk_mib,
            _flags(command, limits, end),
        )
        try:
            if self._group:
                passing = 3 * limits.output_bytes + limits.stderr_bytes + _in_steps(len(given))
                own = self._own_processes + ((self._host_tasks or 1) if command.warm else 0)
                shown = (disk_mib - limits.disk_mib) << 20
                memory_bytes = (limits.memory_mib << 20) + OWN_BYTES + passing + shown
                self._group.set_limits(memory_bytes, limits.processes + own)
            own_s = MOST_WALL_LIMITS * limits.wall_s
            self._wait_at_most((end.patience_s if end else own_s) + GRACE_S)
            self._send(request + strings + given, end)
        except OSError as error:
            raise SandboxDied(self._error_output() or str(error)) from error

    def _empty_scratch(self, command: Command) -> None:
        """A scratch folder of the host is not renewed: what files were put there must go."""
        assert self._scratch is not None
        puts_files = command.feedback is not None or command.files is not None
        if puts_files or self._scratch_used:
            feedback.clear(self._scratch)
        self._scratch_used = puts_files

    def _send(self, request: bytes, end: CrossedEnd | None) -> None:
        if end is not None:
            if self._uid:  # others could not open /dev/stdin
                os.fchown(end.input, self._uid, self._uid)
            # The descriptors come with the first byte.
            descriptors = [end.input, end.output, end.page]
            request = request[socket.send_fds(self._socket, [request], descriptors) :]
        self._socket.sendall(request)

    def _heard(self, command: Command, limits: Limits) -> Execution:
        """The execution that a request asked for; raises SandboxDied."""
        try:
            reply, stdout, stderr, result, files = self._answer(limits)
            if command.feedback is not None:
                _check_files(files)
                result = files
            wanted = command.wants_result or command.feedback is not None
            run = _to_run(command.argv[0], reply, stdout, stderr, result if wanted else None)
            return self._accounted(run, command, limits)
        except OSError as error:
            raise SandboxDied(self._error_output() or str(error)) from error

    def _accounted(self, run: Execution, command: Command, limits: Limits) -> Execution:
        """The execution with the facts of its control group; raises OSError if that is gone."""
        if self._group:
            if self._group.killed_since_last() and run.exit_status != 0:
                # The kernel killed it for memory that does not show in its processes.
                peak_mib = max(run.peak_mib, float(limits.memory_mib))
                run = replace(run, ended=Ended.MEMORY_LIMIT, peak_mib=peak_mib)
            if command.warm and self._host_tasks is None and run.ended is Ended.EXITED:
                self._host_tasks = max(1, self._group.tasks() - self._own_processes)
        return run

    def close(self) -> None:
        inside = children(self._process.pid)
        self._socket.close()
        self._kill()
        for pid in inside:  # it dies of that, and may be an orphan that this process has adopted
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
        if self._process.stderr:
            self._process.stderr.close()
        if self._group:
            self._group.remove()
            self._group = None
        if self._scratch is not None:
            remove_tree(self._scratch)

    def _wait_at_most(self, seconds: float) -> None:
        """A limit that the kernel keeps: Python's own asks it before every call."""
        if seconds != self._patience_s:
            whole, part = divmod(round(seconds * 1e6), 10**6)
            for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
                self._socket.setsockopt(socket.SOL_SOCKET, option, struct.pack("@ll", whole, part))
            self._patience_s = seconds

    def _environment(self, command: Command) -> Mapping[str, str]:
        """Home is the working folder: the calls of a warm host find it so."""
        scratch = str(self._scratch or BOX)
        own = {} if self._scratch is None else {"HOME": scratch, "TMPDIR": scratch}
        if command.feedback is not None:
            own["HOME"] = f"{scratch}/{feedback.WORK}"
        return {**command.environment, **own}

    def _strings(self, command: Command) -> tuple[bytes, int]:
        """Arguments and environment as the supervisor reads them, and how many variables."""
        known, strings, variables = self._encoded
        if known is None or _parts(known) != _parts(command):
            environment = [f"{name}={value}" for name, value in self._environment(command).items()]
            words = (*self._arguments(command), *environment)
            strings = b"".join(os.fsencode(word) + b"\0" for word in words)
            variables = len(environment)
            self._encoded = (command, strings, variables)
        return strings, variables

    def _arguments(self, command: Command) -> tuple[str, ...]:
        if command.feedback is None:
            return command.argv
        return feedback.with_folder(command.argv, f"{self._scratch or BOX}/{feedback.NAME}/")

    def _answer(self, limits: Limits) -> tuple[tuple[int, ...], bytes, bytes, bytes, bytes]:
        """The facts, output, error output, result and files of a command; raises OSError."""
        data = self._socket.recv(FIRST_READ)
        if len(data) < REPLY.size:
            data += self._receive(REPLY.size - len(data))
        reply = REPLY.unpack_from(data)
        sizes = output, error, result, files = reply[9:13]
        missing = REPLY.size + sum(sizes) - len(data)
        too_long = max(output, result, files) > limits.output_bytes or error > limits.stderr_bytes
        if too_long or missing < 0 or not _makes_sense(reply):
            raise ConnectionError("the supervisor's reply is invalid")
        if missing:
            data += self._receive(missing)
        ends = list(itertools.accumulate(sizes, initial=REPLY.size))
        stdout, stderr, answer, packed = (data[a:b] for a, b in itertools.pairwise(ends))
        return reply, stdout, stderr, answer, packed

    def _receive(self, size: int) -> bytes:
        """This number of bytes. The socket's time limit is for each part, ours for the whole."""
        parts = []
        end = time.monotonic() + self._patience_s
        while size:
            if time.monotonic() > end:
                raise TimeoutError("the supervisor's reply does not end")
            part = self._socket.recv(min(size, 1 << 20))
            if not part:
                raise ConnectionError("the supervisor ended")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _kill(self) -> None:
        """bubblewrap's death ends the namespace and all in it, but not while it is still being
        made: so the whole group is killed, whose number is ours until its leader is waited for."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.wait()

    def _error_output(self) -> str:
        self._kill()
        stream = self._process.stderr
        if stream is None:
            return ""
        os.set_blocking(stream.fileno(), False)  # another process may still hold the other end
        with suppress(OSError):
            return os.read(stream.fileno(), 4096).decode(errors="replace").strip()
        return ""


def _in_steps(size: int) -> int:
    """The next multiple of 1 MiB: a limit that hardly changes is not written for every case."""
    return -(-size // 2**20) << 20


def _flags(command: Command, limits: Limits, end: CrossedEnd | None) -> int:
    chosen = (
        (WANT_RESULT, command.wants_result),
        (WRITABLE, command.writes or command.feedback is not None),
        (WARM, command.warm),
        (CROSSED, end is not None),
        (INTERACTOR, end is not None and end.interactor),
        (WITH_FEEDBACK, command.feedback is not None),
        (WITH_FILES, command.files is not None),
        (READ_ONLY, command.read_only),
        (COUNT_FILES, limits.counts_files and not command.read_only),
    )
    return WATCH_MEMORY | sum(flag for flag, wanted in chosen if wanted)


def _parts(command: Command) -> tuple[object, ...]:
    """What the strings of a request are made from."""
    return command.argv, command.environment, command.feedback is None


def _check_files(result: bytes) -> None:
    """The files of a reply; raises ConnectionError."""
    try:
        feedback.unpack(result)
    except ValueError as error:
        raise ConnectionError(f"the supervisor's reply is invalid: {error}") from error


def _makes_sense(reply: tuple[int, ...]) -> bool:
    """Whether every number of a reply is in its valid range."""
    ended, wait_status, stage, error_number, exceeded, *numbers = reply
    return (
        ended < len(ENDED)
        and (wait_status <= MOST_WAIT_STATUS or wait_status == KILLED_BY_US)
        and stage < len(STAGES)
        and error_number <= MOST_ERROR_NUMBER
        and exceeded < len(EXCEEDED)
        and max(numbers) <= MOST_NUMBER
    )


def _barred(program: str) -> str:
    """Why an ordinary user may not execute a program of root's."""
    path = Path(program)
    for folder in (*reversed(path.parents), *reversed(Path(os.path.realpath(path)).parents)):
        with suppress(OSError):
            if not folder.stat().st_mode & stat.S_IXOTH:
                allow = f"allow it with `chmod o+x {folder}`, or install the program elsewhere"
                return f" (the user of the sandbox may not enter {folder}: {allow})"
    return ""


def _to_run(
    program: str, reply: tuple[int, ...], stdout: bytes, stderr: bytes, result: bytes | None
) -> Execution:
    ended_code, wait_status, stage, error_number, exceeded, *measures = reply
    cpu_ns, wall_ns, peak_kib, held_ns, *_ = measures
    ended = ENDED[ended_code]
    note = ""
    if stage:
        note = f"cannot {STAGES[stage]}: {os.strerror(error_number)}"
        if error_number == errno.EACCES:
            note += _barred(program)
        ended = Ended.SANDBOX_FAILED
    known = wait_status != KILLED_BY_US and not stage
    return Execution(
        ended=ended,
        exit_status=os.WEXITSTATUS(wait_status) if known and os.WIFEXITED(wait_status) else None,
        signal=os.WTERMSIG(wait_status) if known and os.WIFSIGNALED(wait_status) else None,
        stdout=stdout,
        stderr=stderr,
        result=result,
        cpu_s=cpu_ns / 1e9,
        wall_s=wall_ns / 1e9,
        peak_mib=peak_kib / 1024,
        note=note,
        exceeded=EXCEEDED[exceeded],
        held_s=held_ns / 1e9,
    )
