"""What becomes of a task when a machine of a cluster cannot do it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.cluster.cluster_workers import MOST_LOSSES, ClusterWorkers
from judge.cluster.worker_session import Beginning, TaskReport
from judge.evaluation.job_state import new_state
from judge.evaluation.tasks import BuildDone, Prepare
from judge.model import Isolation, Verdict
from judge.running.worker_pool import TaskEnd, WorkerAnswer, WorkerDeath
from tests.contest import RIGHT, Contest

pytest.importorskip("distributed", reason="install the extra: pip install -e '.[test]'")

FULL = BuildDone(0, None, Verdict.JE, "plain.c: No space left on device\nand more")


class Told:
    """Two machines without a scheduler: they begin every session, and what is told is kept."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.seats = {"tcp://one:1": 1, "tcp://two:1": 1}
        self.facts = dict.fromkeys(self.seats, SimpleNamespace(missing={}))

    def tell(self, line: str) -> None:
        self.lines.append(line)

    def refresh(self) -> None:
        """Nobody comes or goes."""

    def run(self, address: str, function: Any, *arguments: Any) -> Beginning:
        return Beginning()


@pytest.fixture
def cluster() -> Told:
    return Told()


@pytest.fixture
def workers(contest: Contest, cluster: Told, tmp_path: Path) -> ClusterWorkers:
    contest.solution("plain.c", RIGHT["plain.c"])
    jobs = [new_state(0, contest.plan().requests[0], tmp_path).job]
    made = ClusterWorkers(cluster, jobs, "auto", Isolation.SOLUTION, {})  # type: ignore[arg-type]
    made.start()
    return made


def reported(workers: ClusterWorkers, number: int, done: BuildDone) -> list[Any]:
    """What follows from the answer of a machine to the task of compiling."""
    worker, task = workers.workers[number], Prepare(0)
    worker.task = task
    return [*workers._reported(worker, task, TaskReport((done,)))]


def test_what_a_machine_cannot_build_is_built_by_another_one(
    workers: ClusterWorkers, cluster: Told
) -> None:
    assert reported(workers, 0, FULL) == [TaskEnd(Prepare(0), 0, cancelled=True)]
    assert cluster.lines == ["tcp://one:1 cannot build toy/plain: plain.c: No space left on device"]
    assert [workers.can_do(worker, 0) for worker in workers.workers] == [False, True]
    assert WorkerAnswer(Prepare(0), FULL) in reported(workers, 1, FULL)  # nobody can


@pytest.mark.parametrize(
    "done",
    [
        BuildDone(0, None, Verdict.CE, "line 1: error"),
        BuildDone(0, None, Verdict.JE, "machine overloaded", overloaded=True),
    ],
)
def test_what_is_no_fault_of_the_machine_counts(workers: ClusterWorkers, done: BuildDone) -> None:
    assert WorkerAnswer(Prepare(0), done) in reported(workers, 0, done)


def test_a_compilation_whose_machines_go_is_begun_again(workers: ClusterWorkers) -> None:
    for _ in range(MOST_LOSSES):
        workers.workers[0].task = Prepare(0)
        workers._lose(workers.workers[0])
        assert workers._news.pop() == TaskEnd(Prepare(0), 0, cancelled=True)
        workers._seats.clear()
        workers.workers.clear()
        workers.start()
    workers.workers[0].task = Prepare(0)
    workers._lose(workers.workers[0])
    assert workers._news.pop() == WorkerDeath(Prepare(0), 0, False)
