"""Support for the tests of the attacks: agents in each layer, servers that must not be reached.

A *place* is a layer and the user that runs it: ``bubblewrap-root`` or ``bubblewrap-user``. When
root runs the tests both are tried, the second with a user ID of its own; otherwise only the second.
"""

from __future__ import annotations

import contextlib
import functools
import os
import pickle
import secrets
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

import msgspec
import psutil
import pytest
import yaml
from attack_agent import Job, Report
from attack_table import Attack

from judge import sandbox
from tests.compiled import FOLDER, built_folder

#: The ID of an ordinary user is this number plus our PID: the kernel's limit on processes counts
#: all processes of a user, and other test workers may run at the same time.
FIRST_USER = 1_000_000
#: Third-party modules that the judge imports in an agent.
NEEDED = (msgspec, psutil, yaml)
#: Without the folders of a personal Python, which an ordinary user may not enter.
PATH = "/usr/local/bin:/usr/bin:/bin"
HERE = Path(__file__).parent


def layers() -> list[str]:
    """The layers that may work here."""
    return [name for name in sandbox.NAMES if name not in ("auto", "none")]


def places() -> list[str]:
    """Every layer as an ordinary user and, where that can be, as root."""
    users = ("root", "user") if os.geteuid() == 0 else ("user",)
    return [f"{layer}-{user}" for layer in layers() for user in users]


@functools.cache
def copied_code() -> Path:
    """The judge, the agent and what they import, where an ordinary user can read them: the checkout
    and the environment may lie in a folder that only their owner may enter. One copy for all."""
    code = built_folder() / "code"
    if not code.exists():
        folder = Path(tempfile.mkdtemp(dir=built_folder())) / "code"
        shutil.copytree(HERE, folder)
        needed = (Path(module.__file__).parent for module in NEEDED)
        for package in (Path(sandbox.__file__).parents[1], *needed):
            shutil.copytree(package, folder / package.name)
        subprocess.run(["chmod", "-R", "a+rX", str(folder)], check=True)
        with contextlib.suppress(OSError):  # another worker was faster
            folder.rename(code)
    return code


def bytecode(user: int | None) -> dict[str, str]:
    """Where a user keeps the bytecode of a Python that is not ours."""
    if user is None:
        return {"PYTHONDONTWRITEBYTECODE": "1"}
    return {"PYTHONPYCACHEPREFIX": str(built_folder() / f"bytecode-{user}")}


def agent_environment(code: Path, user: int | None, home: Path, cache: Path) -> dict[str, str]:
    """The environment of an agent: what it writes lies in folders that are removed."""
    return {
        "PATH": PATH,
        "HOME": str(home),
        "TMPDIR": str(home),
        "XDG_CACHE_HOME": str(cache),
        "PYTHONPATH": str(code),
        **bytecode(user),
        FOLDER: str(built_folder()),
    }


@functools.cache
def ordinary_python(code: Path, user: int) -> str:
    """A Python that this user may start and that can import the judge."""
    said: list[str] = []
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        with contextlib.suppress(OSError):
            done = subprocess.run(
                [python, "-c", "import judge.running.runner"],
                user=user,
                group=user,
                extra_groups=[],
                cwd="/",
                env={"PATH": PATH, "PYTHONPATH": str(code), **bytecode(user)},
                capture_output=True,
            )
            if done.returncode == 0:
                return python
            said += done.stderr.decode(errors="replace").splitlines()[-1:]
    reasons = "; ".join(said)
    pytest.skip(f"no Python here that an ordinary user may start with the judge: {reasons}")


class Servers:
    """Listens on loopback and on Unix sockets, by name and abstract; remembers whoever calls.

    One thread waits for all of them and ends before they are closed: one that is left behind in a
    call could go on with a later socket of the same number, and eat what is meant for that one.
    """

    def __init__(self, folder: Path) -> None:
        self.heard: list[str] = []
        self._selector = selectors.DefaultSelector()
        self.path = folder / "server.socket"
        self.abstract = f"judge-attacks-{secrets.token_hex(6)}"
        tcp = self._listen(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
        self.port = tcp.getsockname()[1]
        self._listen(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", self.port))
        self._listen(socket.AF_UNIX, socket.SOCK_STREAM, str(self.path))
        self._listen(socket.AF_UNIX, socket.SOCK_DGRAM, f"{self.path}.datagram")
        self._listen(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + self.abstract)
        self.path.chmod(0o777)
        Path(f"{self.path}.datagram").chmod(0o777)
        self._end, woken = socket.socketpair()
        self._selector.register(woken, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._hear, args=(woken,), daemon=True)
        self._thread.start()

    def _listen(self, family: int, kind: int, address: object) -> socket.socket:
        server = socket.socket(family, kind | socket.SOCK_NONBLOCK)
        server.bind(address)  # type: ignore[arg-type]
        if kind == socket.SOCK_STREAM:
            server.listen()
        self._selector.register(server, selectors.EVENT_READ, kind)
        return server

    def _hear(self, woken: socket.socket) -> None:
        while True:
            for key, _ in self._selector.select():
                server = key.fileobj
                assert isinstance(server, socket.socket)
                if server is woken:
                    return
                with contextlib.suppress(OSError):  # a caller that is gone already
                    self._take(server, key.data)

    def _take(self, server: socket.socket, kind: int) -> None:
        if kind == socket.SOCK_DGRAM:
            self.heard.append(f"datagram {server.recvfrom(100)!r}")
            return
        # Heard before the caller knows that it is.
        caller = server.accept()[0]
        self.heard.append(f"connection to {server.getsockname()!r}")
        caller.close()

    def close(self) -> None:
        self._end.close()
        self._thread.join()
        for key in [*self._selector.get_map().values()]:
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._selector.close()


class Agent:
    """A process that runs attacks in one place, with a folder of secrets beside it."""

    def __init__(self, place: str) -> None:
        self.place = place
        layer, who = place.rsplit("-", 1)
        self.secret = f"secret-{secrets.token_hex(16)}"
        self.folder = Path(tempfile.mkdtemp(prefix="judge-attacks-"))
        self.folder.chmod(0o755)
        user = FIRST_USER + os.getpid() if who == "user" and os.geteuid() == 0 else None
        self.user = user
        self.canary, base = self.folder / "canary", self.folder / "base"
        cache = self.folder / "cache"
        for made in (self.canary, base, cache):
            made.mkdir()
            os.chown(made, user if user is not None else -1, user if user is not None else -1)
        self.secret_file = self.canary / "1.ans"
        self.secret_file.write_text(self.secret + "\n")
        os.chown(self.secret_file, *[user if user is not None else -1] * 2)
        self.servers = Servers(self.folder)
        code = copied_code()
        python = sys.executable if user is None else ordinary_python(code, user)
        self.process = subprocess.Popen(
            [python, "-c", "import attack_agent as a; a.main()", layer, str(base)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            cwd="/",
            env=agent_environment(code, user, base, cache) | {"JUDGE_TEST_TOKEN": self.secret},
        )
        self.refusal: str = self._receive()

    def _receive(self) -> object:
        assert self.process.stdout
        return pickle.load(self.process.stdout)

    def attack(self, attack: Attack, mark: str) -> Report:
        """Run one attack; a hang is ended by the tests' own time limit, not here."""
        assert self.process.stdin
        pickle.dump(Job(attack.name, self.facts(), mark), self.process.stdin)
        self.process.stdin.flush()
        report = self._receive()
        assert isinstance(report, Report)
        return report

    def facts(self) -> Mapping[str, str]:
        """What an attacker might know of the host; the secret itself is not among it."""
        return {
            "secret": str(self.secret_file),
            "canary": str(self.canary),
            "port": str(self.servers.port),
            "socket": str(self.servers.path),
            "abstract": self.servers.abstract,
            "agent": str(self.process.pid),
            "tests": str(os.getpid()),
        }

    def host_files(self) -> dict[str, object]:
        """What may not change: the canary's folder, and the accounts of the machine."""
        state: dict[str, object] = {"names": sorted(p.name for p in self.canary.iterdir())}
        for path in (self.canary, self.secret_file, Path("/etc/passwd"), Path("/etc/hosts")):
            info = path.stat()
            state[str(path)] = (info.st_mode, info.st_uid, info.st_nlink, info.st_mtime_ns)
            state[f"{path} attributes"] = os.listxattr(path)
            if path.is_file():
                state[f"{path} text"] = path.read_bytes()
        return state

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.servers.close()
        shutil.rmtree(self.folder)
