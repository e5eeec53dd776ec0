"""A session that talks to the supervisor over a socket. Layout: protocol.h."""

from __future__ import annotations

import itertools
import os
import signal
import socket
import struct
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from judge.common.processes import children
from judge.common.removal import remove_tree
from judge.model import Ended, Execution, Limits
from judge.sandbox import feedback
from judge.sandbox.cgroups import OWN_BYTES, make_group
from judge.sandbox.held import MOST_WALL_LIMITS
from judge.sandbox.layer import Command, CrossedEnd, SandboxDied
from judge.sandbox.reply import REPLY, UNSTARTED, makes_sense, to_execution

SOCKET = "SOCKET"
ACCOUNT = "ACCOUNT"
REFUSALS = "REFUSALS"
#: The scratch folder where it is no folder of the host.
BOX = "/box"
#: Enters the control groups named before ``--``, then executes what follows it.
ENTER = 'while [ "$1" != -- ]; do echo $$ > "$1" || exit 70; shift; done; shift; exec "$@"'
REQUEST = struct.Struct("=7Q6I")
WANT_RESULT, WATCH_MEMORY, WRITABLE, WARM = 1, 2, 4, 8
CROSSED, INTERACTOR, WITH_FEEDBACK, WITH_FILES, READ_ONLY = 16, 32, 64, 128, 256
COUNT_FILES, FOLLOWED = 512, 1024
#: How long after the last limit the supervisor may take to answer.
GRACE_S = 20.0
FIRST_READ = 1 << 16
#: Commands that are asked for together have requests of so many bytes: those of one message wait in
#: the socket while the first of them run.
MOST_TOGETHER = 1 << 15


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
        #: What has come with an earlier reply.
        self._unread = b""
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

    def run_together(self, commands: Iterable[Command], limits: Limits) -> list[Execution | None]:
        chosen, size = list[Command](), 0
        for command in commands:
            size += REQUEST.size + len(self._strings(command)[0]) + len(command.stdin)
            is_first_of_host = command.warm and self._host_tasks is None
            if is_first_of_host or _gives_files(command) or size > MOST_TOGETHER:
                return []
            chosen.append(command)
        if len(chosen) < 2:
            return []
        *others, last = chosen
        requests = [self._request(command, limits, followed=True) for command in others]
        requests.append(self._request(last, limits))
        if self._scratch is not None:
            self._empty_scratch(last)
        self._set_limits(last, limits, size)
        try:
            self._socket.sendall(b"".join(requests))
            runs = [self._reply(command, limits, followed=True) for command in others]
            runs.append(self._reply(last, limits))
            if self._group and self._group.killed_since_last():  # one of those that failed
                runs = [run if run and run.exit_status == 0 else None for run in runs]
        except OSError as error:
            raise SandboxDied(self._error_output() or str(error)) from error
        return runs

    def start(self, command: Command, limits: Limits, end: CrossedEnd) -> None:
        self._ask(command, limits, end)
        self._started = command, limits

    def finish(self) -> Execution:
        return self._heard(*self._started)

    def _ask(self, command: Command, limits: Limits, end: CrossedEnd | None) -> None:
        """Send the request; raises SandboxDied."""
        request = self._request(command, limits, end)
        if self._scratch is not None:
            self._empty_scratch(command)
        self._set_limits(command, limits, len(request), end)
        try:
            self._send(request, end)
        except OSError as error:
            raise SandboxDied(self._error_output() or str(error)) from error

    def _request(
        self,
        command: Command,
        limits: Limits,
        end: CrossedEnd | None = None,
        followed: bool = False,
    ) -> bytes:
        """What is sent for a command; ``followed`` by that for another one."""
        strings, variables = self._strings(command)
        given = command.stdin
        if _gives_files(command):
            given = feedback.pack(feedback.given_files(command.files, command.feedback)) + given
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
            limits.disk_mib + _disk_mib(command),
            _flags(command, limits, end) + FOLLOWED * followed,
        )
        return request + strings + given

    def _set_limits(
        self, command: Command, limits: Limits, size: int, end: CrossedEnd | None = None
    ) -> None:
        """Those that the supervisor does not set itself, for a command, and for others like it,
        whose requests have ``size`` bytes together; raises SandboxDied."""
        try:
            if self._group:
                passing = 3 * limits.output_bytes + limits.stderr_bytes + _in_steps(size)
                own = self._own_processes + ((self._host_tasks or 1) if command.warm else 0)
                memory_bytes = (limits.memory_mib + _disk_mib(command) << 20) + OWN_BYTES + passing
                self._group.set_limits(memory_bytes, limits.processes + own)
            own_s = MOST_WALL_LIMITS * limits.wall_s
            self._wait_at_most((end.patience_s if end else own_s) + GRACE_S)
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
            run = self._reply(command, limits)
            if run is None:
                raise ConnectionError("the supervisor has not started the command")
            return self._accounted(run, command, limits)
        except OSError as error:
            raise SandboxDied(self._error_output() or str(error)) from error

    def _reply(self, command: Command, limits: Limits, followed: bool = False) -> Execution | None:
        """What the supervisor says of a command; None if it was not started, which is so only for
        one that follows others. Raises OSError."""
        reply, stdout, stderr, result, files = self._answer(limits, followed)
        if reply[0] == UNSTARTED:
            return None
        if command.feedback is not None:
            _check_files(files)
            result = files
        wanted = command.wants_result or command.feedback is not None
        return to_execution(command.argv[0], reply, stdout, stderr, result if wanted else None)

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

    def _answer(
        self, limits: Limits, followed: bool
    ) -> tuple[tuple[int, ...], bytes, bytes, bytes, bytes]:
        """The facts, output, error output, result and files of a command; raises OSError."""
        data, self._unread = self._unread or self._socket.recv(FIRST_READ), b""
        if len(data) < REPLY.size:
            data += self._receive(REPLY.size - len(data))
        reply = REPLY.unpack_from(data)
        sizes = output, error, result, files = reply[9:13]
        missing = REPLY.size + sum(sizes) - len(data)
        too_long = max(output, result, files) > limits.output_bytes or error > limits.stderr_bytes
        if too_long or (missing < 0 and not followed) or not makes_sense(reply):
            raise ConnectionError("the supervisor's reply is invalid")
        if missing > 0:
            data += self._receive(missing)
        elif missing < 0:
            self._unread = data[missing:]
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


def _gives_files(command: Command) -> bool:
    return command.files is not None or command.feedback is not None


def _disk_mib(command: Command) -> int:
    """Room in the scratch folder for the files that a command is given."""
    return feedback.disk_mib(command.files or {}) if _gives_files(command) else 0


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
