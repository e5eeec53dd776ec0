"""A pool of worker processes: tasks in, answers out; a dead worker is replaced, none is left."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import multiprocess
import psutil
import pytest

from judge.common.call_watch import refuse_exit
from judge.common.leftover_threads import OwnThread
from judge.running import worker_pool
from judge.running.worker_pool import TaskEnd, WorkerAnswer, WorkerDeath, WorkerPool
from judge.running.worker_process import send
from tests.processes import wait_for

#: The second answer to this task never comes by itself.
STUCK = (1, "wait")


class Echo:
    """Answers a task item by item: numbers as they are, words by what they name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tasks = 0

    def answers(self, task: tuple[Any, ...]) -> Generator[Any, None, None]:
        self.tasks += 1
        try:
            for item in task:
                yield self.answer(item)
        finally:
            (self.folder / f"left-{os.getpid()}").touch()

    def answer(self, item: Any) -> Any:
        if item == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if item == "die once" and not (self.folder / "died").exists():
            (self.folder / "died").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if item == "wait":
            (self.folder / "waits").touch()
            time.sleep(900)
        if item == "slow":
            time.sleep(0.01)
        if item == "collect":
            return gc.collect() >= 0
        if item == "signal in a call":
            os._exit = refuse_exit
            os.kill(os.getpid(), signal.SIGTERM)
        if item == "start":
            sleeper = subprocess.Popen(["sleep", "900"], start_new_session=True)
            return sleeper.pid
        facts = {"pid": os.getpid(), "tasks": self.tasks, "cores": cores()}
        return facts.get(item, item)

    def close(self) -> None:
        (self.folder / f"closed-{os.getpid()}").touch()


class Finalised:
    """Garbage, as it holds itself. Writes which process finalised it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.itself = self

    def __del__(self) -> None:
        (self.folder / f"finalised-{os.getpid()}").touch()


class Stubborn(Echo):
    """Ignores that it is asked to end."""

    def answers(self, task: tuple[Any, ...]) -> Generator[Any, None, None]:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        return super().answers(task)


def cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))


@pytest.fixture
def pools(tmp_path: Path) -> Iterator[list[WorkerPool[Any, Any]]]:
    """Pools to be ended whatever happens."""
    made: list[WorkerPool[Any, Any]] = []
    yield made
    for pool in made:
        pool.end()


def started(
    pools: list[WorkerPool[Any, Any]], size: int, folder: Path, together: bool = False
) -> WorkerPool[Any, Any]:
    pool = WorkerPool[Any, Any](size, partial(Echo, folder), together=together)
    pools.append(pool)
    pool.start()
    return pool


def answered(pool: WorkerPool[Any, Any], tasks: list[tuple[Any, ...]]) -> list[Any]:
    """All answers to these tasks; what a worker left when it died goes to another."""
    left, answers = list(tasks), []
    while left or pool.busy:
        for worker in pool.idle[: len(left)]:
            pool.give(worker, left.pop(0))
        for event in pool.events():
            if isinstance(event, WorkerAnswer):
                answers.append(event.answer)
            elif isinstance(event, WorkerDeath):
                left.append(event.task[event.answers :])
    return answers


def test_every_answer_comes_once_and_in_order(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    pool = started(pools, 1, tmp_path)
    pool.give(pool.workers[0], (3, 1, 2))
    events: list[Any] = []
    while pool.busy:
        events += pool.events()
    task = (3, 1, 2)
    answers = [WorkerAnswer(task, number) for number in task]
    assert events == [*answers, TaskEnd(task, 3, cancelled=False)]
    assert list(pool.events()) == []


def test_a_worker_keeps_its_handler(pools: list[WorkerPool[Any, Any]], tmp_path: Path) -> None:
    pool = started(pools, 1, tmp_path)
    assert answered(pool, [("tasks",), ("tasks",), ("tasks",)]) == [1, 2, 3]


def test_a_worker_finalises_nothing_of_the_process_that_started_it(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    gc.disable()
    try:
        Finalised(tmp_path)
        assert answered(started(pools, 1, tmp_path), [("collect",)]) == [True]
        assert list(tmp_path.glob("finalised-*")) == []
    finally:
        gc.enable()
    gc.collect()
    assert list(tmp_path.glob("finalised-*")) == [tmp_path / f"finalised-{os.getpid()}"]


def test_what_a_dead_worker_had_not_finished_is_told_and_another_takes_its_place(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    pool = started(pools, 2, tmp_path)
    first, second = pool.workers
    pool.give(first, (1, 2, "die", 4))
    events: list[Any] = []
    while pool.busy:
        events += pool.events()
    assert events[-1] == WorkerDeath((1, 2, "die", 4), 2, cancelled=False, made=2)
    assert pool.workers[0] is not first and pool.workers[1] is second
    assert not first.process.is_alive()
    assert answered(pool, [(5,), (6,)]) in ([5, 6], [6, 5])


def test_what_a_worker_died_of_is_known_although_answers_before_it_are_lost(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    pool = started(pools, 1, tmp_path, together=True)
    task = (*range(40), "die", 41)
    deaths: list[WorkerDeath[Any]] = []
    for _ in range(3):
        [worker] = pool.workers
        pool.give(worker, task)
        while pool.busy:
            deaths += [event for event in pool.events() if isinstance(event, WorkerDeath)]
    assert [death.made for death in deaths] == [40, 40, 40]
    assert all(death.answers <= 40 for death in deaths)  # quick answers before it may be lost


@pytest.mark.long
def test_nothing_is_lost_and_nothing_comes_twice_when_workers_are_killed(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    pool = started(pools, 2, tmp_path)
    tasks = [(n, "slow", n + 1000) for n in range(40)]
    left, answers, deaths = list(tasks), Counter[Any](), 0
    while left or pool.busy:
        for worker in pool.idle[: len(left)]:
            pool.give(worker, left.pop())
        for event in pool.events():
            if isinstance(event, WorkerAnswer):
                answers[event.answer] += 1
                if event.answer in (3, 17, 1030):  # in the middle of a task, and after its end
                    for worker in pool.workers:
                        worker.process.kill()
            elif isinstance(event, WorkerDeath):
                deaths += 1
                left.append(event.task[event.answers :])
    assert deaths >= 3
    del answers["slow"]
    assert answers == Counter([*range(40), *range(1000, 1040)])


def test_a_worker_that_dies_idle_is_replaced_when_it_is_given_a_task(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    pool = started(pools, 1, tmp_path)
    os.kill(pool.workers[0].process.pid, signal.SIGKILL)
    wait_for(lambda: not pool.workers[0].process.is_alive())
    pool.give(pool.workers[0], (1, 2))
    task = (1, 2)
    answers = [WorkerAnswer(task, number) for number in task]
    assert all_events(pool) == [*answers, TaskEnd(task, 2, cancelled=False)]


def test_a_worker_that_dies_within_an_answer_is_replaced(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = worker_pool.serve

    def serve(connection: Any, *rest: Any) -> None:
        if not (tmp_path / "died").exists():
            (tmp_path / "died").touch()
            connection.recv()
            os.write(connection.fileno(), b"\0\0\1\0half")
            os._exit(1)
        honest(connection, *rest)

    monkeypatch.setattr(worker_pool, "serve", serve)
    pool = started(pools, 1, tmp_path)
    assert answered(pool, [(1, 2)]) == [1, 2]
    assert (tmp_path / "died").exists()


def test_a_worker_that_was_ended_in_a_plugins_call_does_not_go_on_as_its_parent(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    here, end = os.getpid(), os._exit
    try:
        pool = started(pools, 1, tmp_path)
    finally:
        if os.getpid() != here:
            end(99)
    process = pool.workers[0].process
    pool.give(pool.workers[0], ("signal in a call",))
    [event] = pool.events()
    assert isinstance(event, WorkerDeath)
    assert process.exitcode == 0


def test_the_rest_of_a_cancelled_task_is_not_done(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    pool = started(pools, 1, tmp_path)
    [worker] = pool.workers
    task = (1, *["slow"] * 10_000)
    pool.give(worker, task)
    ends: list[Any] = []
    while pool.busy:
        for event in pool.events():
            pool.cancel(worker)
            ends += [event] if isinstance(event, TaskEnd) else []
    [end] = ends
    assert end.cancelled and 0 < end.answers < len(task)
    assert (tmp_path / f"left-{worker.process.pid}").exists()
    assert answered(pool, [(8, 9)]) == [8, 9]


def test_a_cancellation_that_comes_too_late_harms_no_other_task(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    pool = started(pools, 1, tmp_path)
    [worker] = pool.workers
    pool.give(worker, (1,))
    assert next(pool.events()) == WorkerAnswer((1,), 1)
    wait_for(lambda: worker.inbox or worker.connection.poll())  # its end is told already
    pool.cancel(worker)
    assert list(pool.events()) == [TaskEnd((1,), 1, cancelled=True)]
    assert answered(pool, [(2, 3, 4)]) == [2, 3, 4]
    assert pool.workers == [worker]  # it has not died of it


def test_to_wait_for_events_ends_in_time(pools: list[WorkerPool[Any, Any]], tmp_path: Path) -> None:
    pool = started(pools, 1, tmp_path)
    pool.give(pool.workers[0], ("wait",))
    assert list(pool.events(0.01)) == []
    assert pool.busy == pool.workers


def test_its_workers_close_their_handlers_at_the_end(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "END_TIMEOUT_S", 600)
    pool = started(pools, 2, tmp_path)
    pids = [worker.process.pid for worker in pool.workers]
    pool.give(pool.workers[0], STUCK)
    wait_for((tmp_path / "waits").exists)
    # The other one is idle, and has surely begun once it has answered.
    pool.give(pool.workers[1], (1,))
    while pool.workers[1].task:
        list(pool.events())
    pool.end()
    assert all((tmp_path / f"closed-{pid}").exists() for pid in pids)
    assert not any(map(psutil.pid_exists, pids))
    assert multiprocess.active_children() == []


def test_what_will_not_end_is_killed_with_all_that_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "END_TIMEOUT_S", 0.1)
    pool = WorkerPool[Any, Any](1, partial(Stubborn, tmp_path))
    pool.start()
    [worker] = pool.workers
    pool.give(worker, ("start", "wait"))
    [answer] = pool.events()
    assert isinstance(answer, WorkerAnswer)
    wait_for((tmp_path / "waits").exists)
    pool.end()
    wait_for(lambda: not is_running(worker.process.pid))
    wait_for(lambda: not is_running(answer.answer))


def is_running(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_the_interrupts_of_a_terminal_do_not_end_a_worker(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    """They reach the whole group, and the judge decides."""
    pool = started(pools, 1, tmp_path)
    [worker] = pool.workers
    [pid] = answered(pool, [("pid",)])
    for number in (signal.SIGINT, signal.SIGHUP):
        os.kill(pid, number)
    assert answered(pool, [("pid",)]) == [pid]
    assert worker is pool.workers[0]


def test_workers_stay_on_cores_of_their_own_where_there_are_enough(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    pool = started(pools, len(cores()), tmp_path)
    pool.give(pool.workers[0], ("die once",))  # another takes its core, too
    while pool.busy:
        list(pool.events())
    for worker in pool.workers:
        pool.give(worker, ("cores",))
    used = [event.answer for event in all_events(pool) if isinstance(event, WorkerAnswer)]
    assert sorted(used) == [[core] for core in cores()]


def test_workers_share_cores_where_there_are_too_few(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    pool = started(pools, len(cores()) + 1, tmp_path)
    assert answered(pool, [("cores",)]) == [cores()]


def all_events(pool: WorkerPool[Any, Any]) -> list[Any]:
    events: list[Any] = []
    while pool.busy:
        events += pool.events()
    return events


@pytest.mark.long
def test_a_pool_works_where_processes_cannot_be_forked(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multiprocess, "get_all_start_methods", lambda: ["spawn"])
    context = multiprocess.get_context("spawn")
    monkeypatch.setattr(multiprocess, "get_context", lambda method=None: context)
    assert pickle.loads(pickle.dumps(partial(Echo, tmp_path)))
    pool = started(pools, 1, tmp_path)
    assert answered(pool, [(1, 2)]) == [1, 2]


POOL = """
import sys
import threading
from fractions import Fraction
from functools import partial
from pathlib import Path
from judge.running.worker_pool import WorkerPool
from tests.running.test_worker_pool import Echo
pool = WorkerPool(1, partial(Echo, Path(sys.argv[1])))
pool.start()
pool.give(pool.workers[0], ("wait",))
print(pool.workers[0].process.pid, flush=True)
list(pool.events())
"""


@pytest.mark.long
def test_a_worker_ends_with_a_judge_that_is_killed(tmp_path: Path) -> None:
    judge = subprocess.Popen(
        [sys.executable, "-c", POOL, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
    )
    assert judge.stdout
    with judge, judge.stdout:
        worker = int(judge.stdout.readline())
        wait_for((tmp_path / "waits").exists)
        judge.kill()
    wait_for(lambda: not is_running(worker))


def test_a_file_descriptor_ends_the_wait_for_busy_workers(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    pool = started(pools, 1, tmp_path)
    pool.give(pool.workers[0], ("wait",))
    reader, writer = os.pipe()
    try:
        assert list(pool.events(0, wake_up=reader)) == []
        os.write(writer, b"!")
        assert list(pool.events(wake_up=reader)) == [] and pool.busy
    finally:
        os.close(reader)
        os.close(writer)


@pytest.mark.parametrize("local", [False, True])
def test_an_answer_arrives_whatever_its_class(local: bool) -> None:
    """The pickler written in C knows no class that stands in a function; the other one does."""

    class Local:
        value = 5

    ours, theirs = multiprocess.Pipe()
    send(theirs, Local() if local else Fraction(5))
    got = ours.recv()
    assert (got.value if local else got) == 5


class Locked:
    """Answers whether it could take a lock."""

    def __init__(self, lock: threading.Lock) -> None:
        self.lock = lock

    def answers(self, task: str) -> Generator[bool, None, None]:
        yield self.lock.acquire(timeout=0.2)

    def close(self) -> None:
        pass


def test_no_worker_inherits_a_lock_that_a_thread_of_the_judge_holds() -> None:
    lock, held, waits = threading.Lock(), threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            held.set()
            waits.wait(0.2)

    OwnThread(target=hold).start()
    held.wait()
    pool = WorkerPool[str, bool](1, lambda: Locked(lock))
    try:
        pool.start()
        pool.give(pool.workers[0], "task")
        events = [event for _ in range(2) if pool.busy for event in pool.events()]
        assert [one.answer for one in events if isinstance(one, WorkerAnswer)] == [True]
    finally:
        pool.end()


def test_a_connection_that_is_no_longer_open_ends_the_wait(
    pools: list[WorkerPool[Any, Any]], tmp_path: Path
) -> None:
    """It would be ready for ever."""
    pool = started(pools, 1, tmp_path)
    pool.give(pool.workers[0], STUCK)
    while not [event for event in pool.events() if isinstance(event, WorkerAnswer)]:
        pass
    number = pool.workers[0].connection.fileno()
    kept = os.dup(number)
    os.close(number)
    try:
        with pytest.raises(OSError, match="Bad file descriptor"):
            list(pool.events())
    finally:
        os.dup2(kept, number)
        os.close(kept)
