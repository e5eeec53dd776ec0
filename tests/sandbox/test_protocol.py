"""What the worker and the supervisor say to each other is believed only where it makes sense."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from judge.common.folders import HOSTS
from judge.model import Ended, Limits
from judge.sandbox import build, choose
from judge.sandbox.bubblewrap import SYSTEM
from judge.sandbox.crossed_page import PAGE_SIZE, page_descriptor
from judge.sandbox.feedback import HEAD, SIZE
from judge.sandbox.layer import Command, SandboxDied, View
from judge.sandbox.supervised import (
    CROSSED,
    INTERACTOR,
    REPLY,
    REQUEST,
    SOCKET,
    WANT_RESULT,
    WITH_FEEDBACK,
    SupervisedSession,
)

FIELDS = (
    ("ended", 0),
    ("wait_status", 1),
    ("stage", 2),
    ("error_number", 3),
    ("exceeded", 4),
    ("cpu_ns", 5),
    ("wall_ns", 6),
    ("peak_kib", 7),
    ("held_ns", 8),
    ("output", 9),
    ("error", 10),
    ("result", 11),
    ("files", 12),
)
PATIENCE_S = 600


@pytest.fixture(autouse=True)
def patience(request: pytest.FixtureRequest) -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(1800 if request.node.get_closest_marker("slow") else PATIENCE_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


# Replies


class Puppet:
    """A supervisor that says what it is told to, and nothing more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("judge.sandbox.supervised.make_group", lambda: None)
        self.session = SupervisedSession(["/bin/sleep", "999", SOCKET], 1)
        self.session._socket.close()
        self.session._socket, self.theirs = socket.socketpair()
        self.session._patience_s = 0.0

    def close(self) -> None:
        self.theirs.close()
        self.session.close()

    def asked(self, reply: bytes, ends: bool = True) -> None:
        """Raises SandboxDied, or what it should not."""
        self.theirs.sendall(reply)
        if ends:
            self.theirs.shutdown(socket.SHUT_WR)
        self.session.run(Command(("/bin/true",)), Limits(cpu_s=1, wall_override_s=1))


@pytest.fixture
def puppet(monkeypatch: pytest.MonkeyPatch) -> Iterator[Puppet]:
    made = Puppet(monkeypatch)
    yield made
    made.close()


@pytest.mark.parametrize(("field", "place"), FIELDS)
def test_a_number_that_makes_no_sense_is_the_death_of_the_sandbox(
    puppet: Puppet, field: str, place: int
) -> None:
    """And nobody waits for what it says is to come."""
    numbers = [0] * len(FIELDS)
    numbers[place] = 2**31 - 5 if place < 5 else 2**62
    with pytest.raises(SandboxDied, match="is invalid"):
        puppet.asked(REPLY.pack(*numbers), ends=False)


def test_an_answer_that_is_longer_than_it_says_is_the_death_of_the_sandbox(puppet: Puppet) -> None:
    with pytest.raises(SandboxDied, match="is invalid"):
        puppet.asked(REPLY.pack(*[0] * len(FIELDS)) + b"more", ends=False)


@pytest.mark.parametrize("length", [0, 1, REPLY.size - 1, REPLY.size, REPLY.size + 3])
def test_an_answer_that_is_cut_off_is_the_death_of_the_sandbox(puppet: Puppet, length: int) -> None:
    whole = REPLY.pack(*[0] * 9, 4, 0, 0, 0) + b"text"
    with pytest.raises(SandboxDied):
        puppet.asked(whole[:length])


def test_random_answers_end_in_a_run_or_in_the_death_of_the_sandbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever comes, nothing else is raised and nothing hangs."""
    draw = random.Random(12)
    for _ in range(150):
        numbers = [draw.choice([0, 0, 0, 1, 5, draw.getrandbits(32)]) for _ in range(5)]
        numbers += [draw.choice([0, 0, 1, 40, draw.getrandbits(64)]) for _ in range(8)]
        reply = bytearray(REPLY.pack(*numbers) + draw.randbytes(draw.choice([0, 1, 41, 80])))
        if draw.random() < 0.3:
            reply[draw.randrange(len(reply))] ^= 1 << draw.randrange(8)
        made = Puppet(monkeypatch)
        try:
            made.asked(bytes(reply[: draw.randrange(1, len(reply) + 1)]))
        except SandboxDied:
            continue
        finally:
            made.close()


def test_last_words_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Someone else may hold the other end of the supervisor's standard error."""
    monkeypatch.setattr("judge.sandbox.supervised.make_group", lambda: None)
    monkeypatch.setattr("judge.sandbox.supervised.GRACE_S", 0.1)
    script = "sleep 900 & echo last words >&2; echo $! >&2; exit 1"
    session = SupervisedSession(["/bin/sh", "-c", script, SOCKET], 1)
    try:
        begin = time.monotonic()
        session._process.wait()
        with pytest.raises(SandboxDied, match="last words") as caught:
            session.run(Command(("/bin/true",)), Limits(cpu_s=1, wall_override_s=0.1))
        assert time.monotonic() - begin < 600
        os.kill(int(str(caught.value).split()[-1]), signal.SIGKILL)
    finally:
        session.close()


# Requests


class Supervisor:
    """The supervisor in the mode that needs no rights, at the other end of a socket."""

    def __init__(self, program: Path, scratch: Path) -> None:
        self._words = [str(program), "SOCKET", "-1", "-1", "0", "landlock", str(scratch), *SYSTEM]
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(30)
        with theirs:
            number = str(theirs.fileno())
            words = [number if word == "SOCKET" else word for word in self._words]
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                env={"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "halt_on_error=1"},
            )

    def ask(self, request: bytes, descriptors: Sequence[int] = ()) -> tuple[int, ...] | None:
        """The numbers of its answer; None if it has ended, as it should where it makes no sense."""
        if self._process is None or self._process.poll() is not None:
            self.start()
        assert self._socket and self._process
        try:
            sent = socket.send_fds(self._socket, [request], descriptors) if descriptors else 0
            self._socket.sendall(request[sent:])
            reply = b""
            while len(reply) < REPLY.size:
                part = self._socket.recv(REPLY.size - len(reply))
                if not part:
                    return self._ended()
                reply += part
            numbers: tuple[int, ...] = REPLY.unpack(reply)
            for size in numbers[9:]:
                while size:
                    size -= len(self._socket.recv(min(size, 1 << 16)) or b"x" * size)
            return numbers
        except ConnectionError:
            return self._ended()

    def hang_up(self) -> str:
        """What it says when it is told to end amid a request."""
        assert self._socket and self._process
        self._socket.shutdown(socket.SHUT_WR)
        self._ended()
        return ""

    def _ended(self) -> None:
        assert self._process and self._process.stderr
        said = self._process.stderr.read().decode(errors="replace")
        status = self._process.wait()
        self.close()
        assert "runtime error" not in said and "Sanitizer" not in said, said
        assert status in (0, 70), (status, said)

    def close(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            assert self._process.stderr
            self._process.stderr.close()
            self._process = None
        if self._socket:
            self._socket.close()
            self._socket = None


WORDS = (b"/bin/echo", b"well", b"PATH=/bin")


def request(words: Sequence[bytes] = WORDS, feed: bytes = b"", **changes: int) -> bytes:
    """A request that is right but for its changes."""
    strings = b"".join(word + b"\0" for word in words)
    fields = {
        "cpu_ns": 10**9,
        "wall_ns": 5 * 10**9,
        "idle_ns": 0,
        "memory": 1 << 28,
        "output": 1 << 16,
        "error": 1 << 12,
        "input_size": len(feed),
        "strings_size": len(strings),
        "argc": len(words) - 1,
        "envc": 1,
        "processes": 100,
        "disk_mib": 8,
        "flags": 2,
    }
    assert changes.keys() <= fields.keys()
    return REQUEST.pack(*(fields | changes).values()) + strings + feed


def with_files(files: bytes, feed: bytes = b"") -> bytes:
    """A request that puts files into the feedback folder."""
    return request(feed=SIZE.pack(len(files)) + files + feed, flags=WITH_FEEDBACK | 4)


def sanitized(folder: Path) -> Path:
    """The supervisor with checks for undefined behaviour and for memory of others."""
    compiler = shutil.which("gcc") or shutil.which("clang")
    program = folder / "supervisor-sanitized"
    source = Path(build.__file__).with_name("supervisor.c")
    checks = "-fsanitize=address,undefined"
    words = [compiler or "cc", "-O1", "-g", checks, "-fno-sanitize-recover=all"]
    done = subprocess.run(
        [*words, "-o", str(program), str(source)], capture_output=True, text=True, timeout=300
    )
    if done.returncode:
        pytest.skip(f"no sanitizers here: {done.stderr[-200:]}")
    return program


@pytest.fixture
def folder() -> Iterator[Path]:
    try:
        choose("landlock")
    except Exception as error:
        pytest.skip(str(error))
    with tempfile.TemporaryDirectory(prefix="judge-protocol-") as name:
        Path(name).chmod(0o777)
        yield Path(name)


@pytest.fixture
def plain(folder: Path) -> Iterator[Supervisor]:
    made = Supervisor(build.supervisor(), folder)
    yield made
    made.close()


#: Each would have written or read beyond what was set aside, or made it add up to something else.
LIES: dict[str, bytes] = {
    "more strings than there are": request(argc=9),
    "more variables than there are": request(envc=2**32 - 3),
    "sums that overflow": request(argc=2**31, envc=2**31),
    "none to execute": request(argc=0, envc=3),
    "fewer strings than there are": request(argc=1),
    "no room for strings": request(strings_size=0),
    "strings without an end": request(strings_size=2**32 - 1),
    "a last string without its NUL": REQUEST.pack(1, 1, 0, 1, 1, 1, 0, 3, 1, 0, 1, 1, 0) + b"a\0b",
    "an input of 16 EiB": request(input_size=2**64 - 1),
    "an output of 16 EiB": request(output=2**64 - 1),
    "an error of 16 EiB": request(error=2**64 - 1),
    "a memory of 16 EiB": request(memory=2**64 - 1),
    "endless time": request(wall_ns=2**64 - 1),
    "endless idle time": request(idle_ns=2**64 - 1),
    "endless CPU time": request(cpu_ns=2**64 - 1),
    "too many processes": request(processes=2**32 - 1),
    "no disk": request(disk_mib=0),
    "flags that nobody knows": request(flags=1 << 20),
    "files without their size": request(feed=b"1234567", flags=WITH_FEEDBACK),
    "more files than there are": request(feed=SIZE.pack(9) + b"12345678", flags=WITH_FEEDBACK),
    "files of 16 EiB": request(feed=SIZE.pack(2**64 - 1) + b"12345678", flags=WITH_FEEDBACK),
    "a file without its head": with_files(b"short"),
    "a file without a name": with_files(HEAD.pack(0, 1) + b"x"),
    "a name that is too long": with_files(HEAD.pack(261, 0) + b"work/" + b"x" * 256),
    "a path that is too long": with_files(HEAD.pack(2049, 0) + b"x/" * 1024 + b"x"),
    "a name longer than all files": with_files(HEAD.pack(5, 0) + b"x"),
    "a file longer than all files": with_files(HEAD.pack(1, 2**64 - 1) + b"x"),
    "a path that leads up": with_files(HEAD.pack(6, 0) + b"a/../b"),
    "a name that leads up": with_files(HEAD.pack(2, 0) + b".."),
    "a name with a NUL": with_files(HEAD.pack(2, 0) + b"a\0"),
    "two files of one name": with_files(2 * (HEAD.pack(1, 0) + b"a")),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_request_that_lies_ends_the_supervisor(plain: Supervisor, lie: str) -> None:
    assert plain.ask(request()) is not None
    plain_process = plain._process
    assert plain.ask(LIES[lie]) is None
    assert plain_process and plain_process.returncode == 70
    answer = plain.ask(request())
    assert answer is not None and answer[:2] == (0, 0)


@contextmanager
def opened() -> Iterator[Mapping[str, int]]:
    """Descriptors of a crossing: what a command reads, what it writes to, the page; others."""
    with ExitStack() as stack:
        numbers = [*os.pipe(), *os.pipe(), page_descriptor(), os.memfd_create("short")]
        numbers.append(os.open("/dev/null", os.O_RDWR))
        for number in numbers:
            stack.callback(os.close, number)
        names = ("input", "far input", "far output", "output", "page", "unsealed", "null")
        yield dict(zip(names, numbers, strict=True))


@pytest.fixture
def given() -> Iterator[Mapping[str, int]]:
    with opened() as numbers:
        yield numbers


#: Flags of a request and what comes with it.
CROSSED_LIES: dict[str, tuple[int, bytes, tuple[str, ...]]] = {
    "a crossing without descriptors": (CROSSED, b"", ()),
    "descriptors without a crossing": (0, b"", ("input", "output", "page")),
    "an interactor without a crossing": (INTERACTOR, b"", ()),
    "too few descriptors": (CROSSED, b"", ("input", "output")),
    "one descriptor too many": (CROSSED, b"", ("input", "output", "page", "null")),
    "many descriptors too many": (CROSSED, b"", ("input", "output", "page") + ("null",) * 9),
    "pipes the wrong way round": (CROSSED, b"", ("output", "input", "page")),
    "a device for a pipe": (CROSSED, b"", ("null", "output", "page")),
    "a pipe for a page": (CROSSED, b"", ("input", "output", "far input")),
    "a page that may be shortened": (CROSSED, b"", ("input", "output", "unsealed")),
    "input, too": (CROSSED, b"input", ("input", "output", "page")),
    "a result, too": (CROSSED | WANT_RESULT, b"", ("input", "output", "page")),
}


@pytest.mark.parametrize("lie", CROSSED_LIES)
def test_a_crossing_that_lies_ends_the_supervisor(
    plain: Supervisor, given: Mapping[str, int], lie: str
) -> None:
    right = request(flags=CROSSED | 2)
    os.ftruncate(given["unsealed"], PAGE_SIZE)
    assert plain.ask(right, [given["input"], given["output"], given["page"]]) is not None
    plain_process = plain._process
    flags, feed, names = CROSSED_LIES[lie]
    assert plain.ask(request(feed=feed, flags=flags | 2), [given[name] for name in names]) is None
    assert plain_process and plain_process.returncode == 70


def mutated(draw: random.Random) -> bytes:
    """A request with some of its numbers, bytes, or its end, otherwise."""
    word = draw.choice([b"/bin/echo", b"/bin/true", b"/bin/cat", b"/none", b""])
    more = [draw.randbytes(draw.choice([0, 1, 5, 300])).replace(b"\0", b"x") for _ in range(3)]
    words = [word, *more[: draw.randrange(4)], b"A=b"]
    feed = draw.randbytes(draw.choice([0, 0, 7, 70_000]))
    text = bytearray(request(words, feed))
    if draw.random() < 0.04:  # the second one ends it: this mode keeps the folder
        files = b"".join(
            HEAD.pack(draw.choice([1, 1, 2, 0]), draw.choice([0, 3, 4]))
            + draw.choice([b"a", b"bc"])
            for _ in range(draw.randrange(4))
        )
        size = SIZE.pack(draw.choice([0, len(files), len(files) + 1]))
        text = bytearray(request(words, size + files + feed, flags=WITH_FEEDBACK | 6))
    for _ in range(draw.choice([0, 0, 1, 1, 2])):
        place = draw.randrange(12)
        width, at = (8, 8 * place) if place < 6 else (4, 48 + 4 * (place - 6))
        odd = [
            0,
            1,
            2,
            3,
            2**31,
            2**31 - 1,
            2**16,
            CROSSED | 2,
            CROSSED | INTERACTOR | 2,
            draw.getrandbits(8 * width),
            2 ** (8 * width) - 1,
        ]
        value = draw.choice(odd) % 2 ** (8 * width)
        text[at : at + width] = value.to_bytes(width, "little")
    if draw.random() < 0.2:
        text[draw.randrange(len(text))] ^= 1 << draw.randrange(8)
    # A run that may take long is not what is looked for.
    cpu, wall = struct.unpack_from("=2Q", text)
    if wall <= 1 << 61:
        struct.pack_into(
            "=2Q", text, 0, min(cpu, 10**8) if cpu <= 1 << 61 else cpu, min(wall, 10**8)
        )
    return bytes(text)


def fuzz(supervisor: Supervisor, count: int, seed: int) -> int:
    """Asks so many times; returns how often it answered."""
    draw = random.Random(seed)
    answered = 0
    for _ in range(count):
        text = mutated(draw)
        sizes = REQUEST.unpack_from(text)
        whole = REQUEST.size + sizes[6] + sizes[7]
        sent = text + bytes(max(0, whole - len(text))) if whole < 1 << 20 else text
        if len(sent) > whole or len(sent) < whole:
            # What is left over, or missing, would be taken for the next request.
            assert sent is not None
            supervisor.ask(sent[:whole]) if len(sent) > whole else _ask_and_hang_up(
                supervisor, sent
            )
            continue
        with opened() as given:
            descriptors: list[int] = []
            if draw.random() < 0.3:
                descriptors = [given[name] for name in ("input", "output", "page")]
            if draw.random() < 0.1:
                descriptors += draw.choices(list(given.values()), k=draw.randrange(1, 5))
                draw.shuffle(descriptors)
            answered += supervisor.ask(sent, descriptors) is not None
    return answered


def _ask_and_hang_up(supervisor: Supervisor, text: bytes) -> None:
    if supervisor._process is None or supervisor._process.poll() is not None:
        supervisor.start()
    assert supervisor._socket
    try:
        supervisor._socket.sendall(text)
        supervisor._socket.shutdown(socket.SHUT_WR)
    except ConnectionError:
        pass
    supervisor._ended()


@pytest.mark.long
def test_random_requests_do_no_harm(plain: Supervisor) -> None:
    assert 20 < fuzz(plain, 200, seed=1) < 200


@pytest.mark.slow
def test_ten_thousand_random_requests_touch_no_memory_of_others(folder: Path) -> None:
    supervisor = Supervisor(sanitized(folder), folder)
    try:
        assert 1000 < fuzz(supervisor, 10_000, seed=2) < 10_000
    finally:
        supervisor.close()


@pytest.mark.slow
def test_ordinary_commands_do_nothing_undefined(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the layer that needs most of the supervisor: warm hosts aside, all that it does."""
    program = sanitized(folder)
    monkeypatch.setattr("judge.sandbox.landlock.supervisor", lambda: program)
    session = choose("landlock").open(View(HOSTS, temporary=folder))
    script = "cat; echo said; echo error >&2; (sleep 9 &) ; exec sh -c 'kill -SEGV $$'"
    try:
        for feed in (b"", b"x" * 100_000):
            run = session.run(Command(("/bin/sh", "-c", script), feed), Limits(cpu_s=2))
            assert (run.ended, run.signal) == (Ended.SIGNALLED, signal.SIGSEGV), run
            assert run.stdout == feed + b"said\n"
        late = session.run(Command(("/bin/sleep", "9")), Limits(cpu_s=1, wall_override_s=0.3))
        assert late.ended is Ended.WALL_LIMIT
        spins = Command(("/bin/sh", "-c", "while :; do :; done"))
        assert session.run(spins, Limits(cpu_s=0.1)).ended is Ended.CPU_LIMIT
    finally:
        session.close()


@pytest.mark.skipif(
    os.geteuid() != 0, reason="only root has programs that its solutions cannot run"
)
def test_a_program_that_its_user_may_not_reach_is_told_with_the_folder_and_the_fix() -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        closed = Path(name, "closed")
        (closed / "bin").mkdir(parents=True)
        program = Path(shutil.copy("/bin/true", closed / "bin"))
        closed.chmod(0o700)
        view = View(HOSTS, toolchains=(closed,), temporary=Path(name))
        with closing(choose("landlock").open(view)) as session:
            run = session.run(Command((str(program),)), Limits())
    assert run.ended is Ended.SANDBOX_FAILED
    assert f"may not enter {closed}: allow it with `chmod o+x {closed}`" in run.note
