"""A ``judge serve`` process on the toy problem, and clients that have its token."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.contest import Contest, judge_environment, make_contest

httpx = pytest.importorskip("httpx", reason="pip install -e '.[test]'")
pytest.importorskip("uvicorn", reason="pip install -e '.[serve]'")

PATIENCE_S = 300
WRONG = b"lambda n,k:[]"


@dataclass(frozen=True)
class Served:
    """One server. ``address`` has its token, ``base`` has not."""

    contest: Contest
    process: subprocess.Popen[str]
    address: str

    @property
    def base(self) -> str:
        return self.address.partition("/?")[0]

    def client(self) -> Any:
        """One that has been to the address."""
        client = httpx.Client(base_url=self.base, timeout=PATIENCE_S, follow_redirects=True)
        assert client.get(self.address).status_code == 200
        return client


def start(contest: Contest, *words: str, most_files: int | None = None) -> Served:
    """``most_files``: how many files the server may open."""

    def limit() -> None:
        if most_files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))

    process = subprocess.Popen(
        [sys.executable, "-m", "judge", "serve", "--port", "0", "-j", "1", *words],
        cwd=contest.root,
        env=judge_environment(),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=limit,
    )
    assert process.stdout is not None
    return Served(contest, process, process.stdout.readline().split()[1])


def interrupt(served: Served) -> int:
    """As a terminal does: every process of the group gets the signal."""
    os.killpg(served.process.pid, signal.SIGINT)
    return served.process.wait(PATIENCE_S)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of a file; each client may send a few answers at once."""
    found = start(make_contest(tmp_path_factory.mktemp("served")))
    yield found
    if found.process.poll() is None:
        interrupt(found)


def steps(client: Any, number: str, last: str = "") -> list[dict[str, Any]]:
    """All steps of an answer, up to its end."""
    headers = {"Last-Event-ID": last} if last else {}
    with client.stream("GET", f"/api/answers/{number}/steps", headers=headers) as stream:
        lines = [line for line in stream.iter_lines() if line.startswith("data: ")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def send(client: Any, source: bytes, **query: str) -> Any:
    """The reply to an answer, once the rate allows it."""
    params = {"problem": "toy", "language": "python", "kind": "", **query}
    while (reply := client.post("/api/answers", params=params, content=source)).status_code == 429:
        pass
    return reply


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
