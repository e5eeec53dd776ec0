"""Hostile programs of packages: in no role does one get further than a solution.

The program tries to read a secret, to write outside its folder, to reach a server, to signal the
judge and to leave a process behind. What it managed it adds to what it says, so that a breach
would be seen on the terminal, in the files of results, or on the host.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from attack_harness import PATH, Servers, layers

from tests.contest import RIGHT, Contest, Said
from tests.packages.written import MODERN, write
from tests.processes import marker, processes_naming

__all__ = ["marker"]

pytestmark = pytest.mark.long

LIMIT = "limits: {time_limit: 10}\n"
#: What it says begins with RAN, and holds BREACH and a word for all that worked. It follows lines
#: that tell it the facts in capitals.
HOSTILE = """\
import ctypes, glob, os, signal, socket, subprocess, sys, time

said = ["RAN"]


def attempt(what, action):
    try:
        if action():
            said.append("BREACH-" + what)
    except (OSError, ValueError, subprocess.SubprocessError):
        pass


def read(path):
    text = open(path, "rb").read()
    said.append(text.decode(errors="replace"))
    return text


def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as client:
        client.settimeout(5)
        client.connect(address)
        return True


def leave():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            sleep = "import time; time.sleep(9999)"
            os.execv(sys.executable, [sys.executable, "-c", sleep, MARKER])
        os._exit(0)
    return False


def plant(folder):
    for name, make in (
        ("judgemessage.txt", lambda path: os.symlink(SECRET, path)),
        ("teammessage.txt", lambda path: os.symlink("/proc/self/environ", path)),
        ("judgefifo.txt", lambda path: os.mkfifo(path)),
        ("judgeimage.png", lambda path: os.symlink("/dev/zero", path)),
        ("up", lambda path: os.symlink("/", path)),
    ):
        attempt("", lambda: make(os.path.join(folder, name)))


attempt("secret", lambda: read(SECRET))
for path in glob.glob("/proc/[0-9]*/environ"):
    attempt("environment", lambda: b"JUDGE_TEST_TOKEN" in open(path, "rb").read())
for way in ("root" + SECRET, "cwd/../secret.txt", "cwd/secret.txt"):
    for path in glob.glob("/proc/[0-9]*/" + way):
        attempt("root", lambda: read(path))
attempt("token", lambda: "JUDGE_TEST_TOKEN" in os.environ)
for folder in (ROOT, ROOT + "/tour", "/usr", "/etc", "/var/tmp", "/dev/shm", "/run"):
    attempt("", lambda: open(folder + "/" + STRAY, "w").write("x") and False)  # it may be its own
attempt("network", lambda: connect(socket.AF_INET, ("127.0.0.1", PORT)))
attempt("socket", lambda: connect(socket.AF_UNIX, SOCKET))
attempt("abstract", lambda: connect(socket.AF_UNIX, "\\0" + ABSTRACT))
attempt("judge", lambda: os.kill(JUDGE, signal.SIGCONT) is None)
for number in (signal.SIGTERM, signal.SIGSTOP):  # to its supervisor, or to a shell of its own
    attempt("", lambda: os.kill(os.getppid(), number))
attempt("traced", lambda: ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) == 0)
attempt("traced", lambda: ctypes.CDLL(None).ptrace(16, JUDGE, 0, 0) == 0)
attempt("daemon", leave)
words = sys.argv[1:]
for word in words:
    if word.endswith("/"):
        plant(word)
print(*said, file=sys.stderr)
"""


class Host:
    """The contest's folder with a secret, and servers that must not be reached."""

    def __init__(self, contest: Contest, marker: str) -> None:
        self.contest, self.marker = contest, marker
        self.token = f"token-{secrets.token_hex(16)}"
        self.stray = f"stray-{secrets.token_hex(8)}"
        self.secret = contest.root / "secret.txt"
        self.secret.write_text(f"{self.token}\n")
        self.servers = Servers(contest.root)

    def program(self, ends: str) -> str:
        """The hostile program in Python; ``ends`` is what it does last."""
        facts = {
            "JUDGE": os.getpid(),
            "MARKER": self.marker,
            "SECRET": str(self.secret),
            "ROOT": str(self.contest.root),
            "STRAY": self.stray,
            "PORT": self.servers.port,
            "SOCKET": str(self.servers.path),
            "ABSTRACT": self.servers.abstract,
        }
        constants = "".join(f"{name} = {value!r}\n" for name, value in facts.items())
        return f"{constants}{HOSTILE}{ends}\n"

    def judge(self, *words: str) -> Said:
        said = self.contest.judge(*words, JUDGE_TEST_TOKEN=self.token, PATH=PATH)
        self._check(said)
        return said

    def run(self, files: dict[str, str], layer: str, fact: str) -> None:
        """Judge a package; its results are as expected, and contain a fact."""
        package = write(self.contest.root, files)
        said = self.judge("run", f"{package}/", "--sandbox", layer, "--json", "facts.json")
        assert said.status == 0, said
        assert fact in (self.contest.root / "facts.json").read_text()

    def _check(self, said: Said) -> None:
        """Nothing of the secret has come out, and the host is as it was."""
        assert "Traceback" not in said.err, said.err
        texts = [said.out, said.err]
        for path in self.contest.root.rglob("*"):
            if path.suffix in (".json", ".html", ".sqlite", ".txt") and path != self.secret:
                texts.append(path.read_bytes().decode(errors="replace"))
        for text in texts:
            assert self.token not in text
            assert "BREACH-" not in text.replace('"BREACH-"', "")
        assert not self.servers.heard
        assert not processes_naming(self.marker)
        folders = (self.contest.root, "/usr", "/etc", "/var/tmp", "/dev/shm", "/run")
        assert not [path for one in folders for path in Path(one).glob(f"*{self.stray}*")]
        assert not [*self.contest.root.rglob(f"*{self.stray}*")]


@pytest.fixture
def host(contest: Contest, marker: str) -> Iterator[Host]:
    made = Host(contest, marker)
    yield made
    made.servers.close()


@pytest.fixture(params=layers())
def layer(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_input_and_answer_validators(host: Host, layer: str) -> None:
    for folder in ("input_validators", "answer_validators"):
        files = {
            "problem.yaml": MODERN + LIMIT,
            f"{folder}/hostile.py": host.program("sys.exit(43)"),
        }
        package = write(host.contest.root / folder, files)
        said = host.judge("check", f"{package}/", "--sandbox", layer)
        assert said.status == 1
        assert "RAN" in said.out + said.err


def test_an_output_validator(host: Host, layer: str) -> None:
    files = {
        "problem.yaml": MODERN + LIMIT,
        "output_validator/hostile.py": host.program("sys.exit(43)"),
        "submissions/wrong_answer/echo.py": "print(input())\n",
    }
    host.run(files, layer, '"WA"')
    host.judge("verify", "tour/", "--sandbox", layer, "--seconds", "0.2")


def test_an_interactor_and_its_contestant(host: Host, layer: str) -> None:
    files = {
        "problem.yaml": MODERN + LIMIT + "type: [interactive, multi-pass]\n",
        "output_validator/hostile.py": host.program(
            "print(1, flush=True)\nsys.exit(43 if sys.stdin.readline() else 42)"
        ),
        "submissions/wrong_answer/hostile.py": host.program("print(input())"),
    }
    host.run(files, layer, '"WA"')


def test_a_static_validator(host: Host, layer: str) -> None:
    files = {
        "problem.yaml": MODERN + LIMIT,
        "data/secret/test_group.yaml": "static_validation_score: pass-fail\n",
        "static_validator/hostile.py": host.program("sys.exit(43)"),
        "submissions/wrong_answer/echo.py": "print(input())\n",
    }
    host.run(files, layer, '"WA"')


def test_a_grader(host: Host, layer: str) -> None:
    files = {
        "problem.yaml": "name: Tour\ntype: scoring\n",
        "data/secret/g1/1.in": "1\n",
        "data/secret/g1/1.ans": "1\n",
        "data/secret/g1/testdata.yaml": "grading: custom\non_reject: continue\nrange: 0 9\n",
        "graders/hostile.py": host.program("print('AC', 7)"),
        "submissions/accepted/echo.py": "print(input())\n",
    }
    host.run(files, layer, '"score": 7')


def test_a_generator(host: Host, layer: str) -> None:
    files = {
        "problem.yaml": MODERN + LIMIT,
        # It may end its parent, the shell that collects its files: that is its own fault.
        "generators/hostile.py": host.program("print(3)").replace("os.getppid(), number", "1, 0"),
        "generators/generators.yaml": "data:\n  secret:\n    data:\n      '3': hostile.py {seed}\n",
        "submissions/accepted/echo.py": "print(input())\n",
    }
    package = write(host.contest.root, files)
    said = host.judge("generate", f"{package}/", "--sandbox", layer)
    assert said.status == 0, said
    assert (package / "data/secret/3.in").read_text() == "3\n"


def test_a_solution_whose_inputs_are_many(host: Host, layer: str) -> None:
    """Wrong on purpose, so that what it says is shown."""
    host.contest.solution("reference.py", RIGHT["program.py"])
    path = host.contest.solution("hostile.py", host.program("print('RAN', *said)"))
    words = ("hunt", "toy", str(path), "--sandbox", layer, "--seconds", "2")
    said = host.judge(*words)
    assert said.status == 1 and "RAN" in said.out, said
