"""Checks in parallel: each in a worker process, which may start processes of its own."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import JudgeError, told
from judge.packages.plugin_faults import REFUSALS, line_of, said_by
from judge.packages.plugin_remains import raised_outside_calls
from judge.running.worker_pool import WorkerAnswer, WorkerDeath, WorkerPool
from judge.sandbox.layer import MachineOverloaded
from judge.verify.finding import Finding, Status
from judge.verify.subject import Subject

#: What looks at a subject.
Check = Callable[[Subject], Finding]


class CheckStarted(Struct, frozen=True):
    """The check with this name is under way."""

    name: str


class CheckDone(Struct, frozen=True):
    """A check has ended. ``finished`` is false if something stopped it before its end."""

    finding: Finding
    finished: bool = True


class CheckHandler:
    """What a worker does: one check after the other, each with one worker of its own."""

    def __init__(self, checks: Mapping[str, Check], subject: Subject) -> None:
        self._checks = checks
        self._subject = replace(subject, workers=1)

    def answers(self, task: str) -> Generator[CheckDone, None, None]:
        """One answer to the name of a check."""
        yield run_check(task, self._checks[task], self._subject)

    def close(self) -> None:
        """End what the checks have opened."""
        self._subject.close()


def run_check(name: str, check: Check, subject: Subject) -> CheckDone:
    """The result of one check; a fault if the plug-in raises, or if a file of the package has
    changed so that it cannot be read."""
    try:
        return CheckDone(check(subject))
    except MachineOverloaded as error:
        return CheckDone(Finding(name, Status.WARNING, f"not finished: {error}"), False)
    except (JudgeError, OSError, *REFUSALS) as error:
        return CheckDone(Finding(name, Status.FAULT, f"not finished: {told(error)}"), False)
    except Exception as error:  # of the methods of a plug-in's own values
        if not raised_outside_calls(error):
            raise
        said = f"not finished: the plug-in raised {said_by(error)} ({line_of(error)})"
        return CheckDone(Finding(name, Status.FAULT, said), False)


def run_parallel(
    names: Sequence[str], checks: Mapping[str, Check], subject: Subject
) -> Iterator[CheckStarted | CheckDone]:
    """The results of these checks, as they come, from as many workers as the subject has."""
    if not names:
        return
    handler = partial(CheckHandler, checks, subject)
    size = min(subject.workers, len(names))
    pool = WorkerPool[str, CheckDone](size, handler, starts_workers=True)
    waiting = iter(names)
    try:
        pool.start()
        while True:
            for worker in pool.idle:
                name = next(waiting, None)
                if name is None:
                    break
                pool.give(worker, name)
                yield CheckStarted(name)
            if not pool.busy:
                return
            for event in pool.events():
                if isinstance(event, WorkerAnswer):
                    yield event.answer
                elif isinstance(event, WorkerDeath) and not event.answers:
                    said = f"not finished: {event.fault or 'its worker process died'}"
                    yield CheckDone(Finding(event.task, Status.FAULT, said), False)
    finally:
        pool.end()


def run_in_turn(
    names: Sequence[str], checks: Mapping[str, Check], subject: Subject
) -> Iterator[CheckStarted | CheckDone]:
    """The results of checks that keep all workers busy themselves, one after the other."""
    with closing(subject):
        for name in names:
            yield CheckStarted(name)
            yield run_check(name, checks[name], subject)
