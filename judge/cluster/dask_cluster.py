"""A Dask scheduler and those of its workers that can judge: who joins, who has gone."""

from __future__ import annotations

import logging
import platform
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from typing import Any

from judge.cluster import worker_session
from judge.cluster.worker_session import WorkerFacts
from judge.common.errors import JudgeError
from judge.common.messages import counted, listed
from judge.evaluation.site import Site
from judge.languages.toolchain import Toolchain, ToolMissing

#: The name of this project's distribution.
DISTRIBUTION = "rescoring-judge"
#: How long to try to reach a scheduler, and how long to wait for one that has gone, or for a
#: worker where there is none, in seconds.
CONNECT_TIMEOUT_S = 10.0
PATIENCE_S = 60.0
#: How often the scheduler is asked for its workers, in seconds.
ASK_S = 0.5
#: How long a worker may take to say what it has, in seconds.
FACTS_TIMEOUT_S = 60.0


class DaskCluster:
    """A connection to a scheduler. ``tell`` is called with each worker that is left out, and with
    what the others lack.

    Times of different machines do not compare, so all workers must be alike: system, processor,
    number of cores, sandbox, and the versions of toolchains. The first that joins, or that has a
    toolchain, decides; others are left out.
    """

    def __init__(
        self, address: str, layer: str, languages: Sequence[str], tell: Callable[[str], None]
    ) -> None:
        self.address = address
        self._layer = layer
        self._languages = languages
        self.tell = tell
        self._asked = 0.0
        #: Workers that can judge by their address, and the number of their seats.
        self.facts: dict[str, WorkerFacts] = {}
        self.seats: dict[str, int] = {}
        #: Why others cannot.
        self._left_out: dict[str, str] = {}
        self._machine = self._sandbox = ""
        self._toolchains: dict[str, Toolchain] = {}
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self.client: Any = self._connected(CONNECT_TIMEOUT_S)
        if self.client is None:
            said = "no Dask scheduler answers: start one with dask scheduler, or fix the address"
            raise JudgeError(f"{address}: {said}")

    def wait_for_workers(self, stopped: Callable[[], bool]) -> None:
        """Until a worker can judge; raises JudgeError if none does in time, or all that are there
        are left out."""
        end = time.monotonic() + PATIENCE_S
        while not self.facts and not stopped():
            self.refresh(at_once=True)
            if not self.facts and (self._left_out or time.monotonic() > end):
                raise self.without_workers()
            time.sleep(0.05)

    def without_workers(self) -> JudgeError:
        """The error where no worker can judge."""
        reasons = [f"{address}: {why}" for address, why in self._left_out.items()]
        said = listed(reasons, 2) or f"none came within {PATIENCE_S:g} s: start dask worker"
        return JudgeError(f"{self.address} has no worker that can judge ({said})")

    @property
    def machine(self) -> str:
        """For the report: the class of all workers, and how many hosts and workers there are."""
        hosts = {facts.host for facts in self.facts.values()}
        count = counted(len(self.facts), "worker")
        return f"{self._machine}; Dask: {count} on {counted(len(hosts), 'machine')}"

    def toolchains(self) -> Mapping[str, str]:
        """The version of each toolchain that some worker has, or why all lack it."""
        known: dict[str, str] = {}
        for facts in self.facts.values():
            found = {name: toolchain.version for name, toolchain in facts.found.items()}
            known = {**facts.missing, **known, **found}
        return known

    def site(self) -> Site:
        """What all workers have in common."""
        return Site(self._machine, self._sandbox, self._toolchain)

    def _toolchain(self, language: str) -> Toolchain:
        """That of the first worker that has one; raises ToolMissing."""
        if language not in self._toolchains:
            raise ToolMissing(f"no worker has a toolchain for {language}")
        return self._toolchains[language]

    def refresh(self, at_once: bool = False) -> None:
        """Ask the scheduler for its workers, if that was long enough ago; raises OSError where it
        does not answer."""
        if not at_once and time.monotonic() - self._asked < ASK_S:
            return
        self._asked = time.monotonic()
        try:
            present: Mapping[str, Any] = self.client.scheduler_info(n_workers=-1)["workers"]
        except Exception as error:  # Dask's own, of many kinds
            raise ConnectionError(self.address) from error
        if self.client.status != "running":
            raise ConnectionError(self.address)
        for address in self.facts.keys() - present.keys():
            del self.facts[address], self.seats[address]
        for address in sorted(present.keys() - self.facts.keys() - self._left_out.keys()):
            self._admit(address, max(1, int(present[address].get("nthreads", 1))))

    def reconnect(self, stopped: Callable[[], bool]) -> None:
        """Wait for a scheduler at the same address; all workers are forgotten. Raises JudgeError if
        none comes in time."""
        for members in (self.facts, self.seats, self._left_out):
            members.clear()
        self._close()
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and not stopped():
            self.client = self._connected(1.0)
            if self.client is not None:
                return
            time.sleep(0.2)
        if not stopped():
            raise JudgeError(f"{self.address}: the scheduler has gone; what was done is kept")

    def run(self, address: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in the process of a worker; raises OSError if it does not answer, and
        ModuleNotFoundError if it lacks the module."""
        try:
            return self.client.run(function, *arguments, workers=[address])[address]
        except ModuleNotFoundError:
            raise
        except Exception as error:  # the function's, or Dask's own, of many kinds
            raise ConnectionError(f"{address}: {error}") from error

    def leave_out(self, address: str, why: str) -> None:
        """Give no work to a worker, and say so."""
        self.facts.pop(address, None)
        self.seats.pop(address, None)
        self._left_out[address] = why
        self.tell(f"{address} is left out: {why}")

    def close(self) -> None:
        self._close()

    def _admit(self, address: str, seats: int) -> None:
        """Take a worker, or say why not; one that goes meanwhile is forgotten."""
        with suppress(OSError):
            why = self._version_fault(address)
            if not why:
                facts: WorkerFacts = self.run(
                    address, worker_session.facts, self._layer, self._languages
                )
                why = facts.sandbox_fault or self._difference(facts)
            if why:
                self.leave_out(address, why)
                return
            self._machine, self._sandbox = facts.machine, facts.sandbox
            self._toolchains = {**facts.found, **self._toolchains}
            self.facts[address], self.seats[address] = facts, seats
            if facts.missing:
                self.tell(f"{address} ({facts.host}) lacks {'; '.join(facts.missing.values())}")

    def _difference(self, facts: WorkerFacts) -> str:
        """How a worker differs from those that were taken; empty if it is like them."""
        if self._machine and facts.machine != self._machine:
            return f"{facts.machine}: times do not compare with those of {self._machine}"
        if self._sandbox and facts.sandbox != self._sandbox:
            return f"its sandbox is {facts.sandbox}, and that of the others {self._sandbox}"
        for name, toolchain in facts.found.items():
            others = self._toolchains.get(name, toolchain)
            if toolchain.version != others.version:
                return f"it has {toolchain.version}, and the others have {others.version}"
        return ""

    def _version_fault(self, address: str) -> str:
        """How its Python or its judge differs from ours. It is asked for by functions of Python's
        library, which a worker without the judge has as well."""
        python = self.run(address, platform.python_version)
        if python.split(".")[:2] != platform.python_version().split(".")[:2]:
            return f"it has Python {python}, and here is {platform.python_version()}"
        try:
            theirs = self.run(address, metadata.version, DISTRIBUTION)
        except metadata.PackageNotFoundError:
            return f"the judge is not installed there: pip install '{DISTRIBUTION}[cluster]'"
        ours = metadata.version(DISTRIBUTION)
        return "" if theirs == ours else f"it has judge {theirs}, and here is {ours}: install one"

    def _connected(self, timeout_s: float) -> Any:
        """A client, or None where no scheduler answers."""
        import distributed  # slow to load

        client: Any = distributed.Client
        try:
            return client(
                self.address, timeout=timeout_s, set_as_default=False, name=f"judge-{uuid.uuid4()}"
            )
        except (OSError, TimeoutError, ValueError, RuntimeError):
            return None

    def _close(self) -> None:
        if self.client is not None:
            with suppress(Exception):  # it is closed already, or cannot say good-bye
                self.client.close(timeout=1)
            self.client = None
