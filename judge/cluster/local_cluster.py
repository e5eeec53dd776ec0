"""``--cluster``: an address, or a scheduler and workers of Dask on this machine."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.sandbox.lifetime import ties

#: How long a scheduler may take to start, and processes to end, in seconds.
START_TIMEOUT_S = 60.0
END_TIMEOUT_S = 5.0


class ClusterName(Struct, frozen=True):
    """What ``--cluster`` names: an address, or a number of workers on this machine."""

    address: str = ""
    workers: int = 0


def cluster_name(text: str) -> ClusterName:
    """Raises JudgeError for what names no cluster, or where Dask is not installed."""
    local = re.fullmatch(r"local(?::([1-9][0-9]{0,3}))?", text)
    if local is None and not re.fullmatch(r"(tcp|tls)://[^\s/:]+:[0-9]{1,5}", text.rstrip("/")):
        raise JudgeError(f"no cluster {text!r}: name local, local:N or tcp://HOST:PORT")
    if find_spec("distributed") is None:
        raise JudgeError("--cluster needs Dask: pip install 'rescoring-judge[cluster]'")
    if local is None:
        return ClusterName(address=text.rstrip("/"))
    return ClusterName(workers=int(local[1] or os.cpu_count() or 1))


@contextmanager
def running_cluster(workers: int) -> Iterator[str]:
    """A scheduler and workers, each a process; its address. All end with this context, and with
    this process. Raises JudgeError."""
    with temporary_folder(0o700) as name:
        folder = Path(name)
        file = folder / "scheduler.json"
        common = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)]
        own = ["--local-directory", name, "--nthreads", "1", "--no-nanny", "--memory-limit", "0"]
        with (folder / "log").open("wb") as log:
            start = partial(_started, folder, log.fileno())
            processes = [start("scheduler", [*common, "--port", "0"])]
            try:
                address = _address(file, processes[0])
                for _ in range(workers):
                    processes.append(start("worker", [*common, *own]))
                yield address
            finally:
                _end(processes)


def _started(folder: Path, log: int, what: str, arguments: list[str]) -> subprocess.Popen[bytes]:
    """In a session of its own, so that Ctrl-C in a terminal does not reach it."""
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments],
        env={**os.environ, "DASK_TEMPORARY_DIRECTORY": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        start_new_session=True,
        preexec_fn=ties(),
    )


def _address(file: Path, scheduler: subprocess.Popen[bytes]) -> str:
    """What the scheduler has written; raises JudgeError if it does not start."""
    end = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < end and scheduler.poll() is None:
        with suppress(OSError, ValueError, KeyError):
            return str(json.loads(file.read_text())["address"])
        time.sleep(0.02)
    raise JudgeError("--cluster local: the scheduler of Dask does not start")


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    """Workers first, and then the scheduler."""
    for process in reversed(processes):
        process.terminate()
    end = time.monotonic() + END_TIMEOUT_S
    for process in processes:
        try:
            process.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
