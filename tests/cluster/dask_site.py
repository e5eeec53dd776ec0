"""A scheduler of Dask and its workers, each a process that tests start and kill."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import wait_for

distributed = pytest.importorskip(
    "distributed", reason="install the extra: pip install -e '.[test]'"
)

ROOT = Path(__file__).parents[2]
HERE = ("--host", "127.0.0.1", "--no-dashboard")


class DaskSite:
    """Processes on this machine; ``address`` stays the same when the scheduler is restarted."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._folder = folder
        self._scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self.start_scheduler()

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self._port}"

    def start_scheduler(self) -> None:
        self._scheduler = self._start("scheduler", ["--port", str(self._port)])
        wait_for(self._listens)

    def start_worker(self, **environment: str) -> None:
        own = ["--nthreads", "1", "--no-nanny", "--memory-limit", "0"]
        own += ["--local-directory", str(self._folder)]
        self.workers.append(self._start("worker", [self.address, *own], **environment))

    def wait_for_workers(self) -> None:
        """Until the scheduler knows all of them."""
        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=600)

    def _listens(self) -> bool:
        with socket.socket() as asking:
            return asking.connect_ex(("127.0.0.1", self._port)) == 0

    def kill_worker(self) -> None:
        """The one that was started first."""
        _kill(self.workers.pop(0))

    def kill_scheduler(self) -> None:
        assert self._scheduler is not None
        _kill(self._scheduler)

    def end(self) -> None:
        while self.workers:
            self.kill_worker()
        self.kill_scheduler()

    def _start(
        self, what: str, arguments: list[str], **environment: str
    ) -> subprocess.Popen[bytes]:
        path = os.pathsep.join([*filter(None, [environment.pop("PYTHONPATH", "")]), str(ROOT)])
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", *HERE, *arguments],
                env={**os.environ, **environment, "PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
