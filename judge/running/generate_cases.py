"""Makes the cases of ``generators.yaml`` in worker processes, after the programs for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from judge.common.errors import JudgeError, reason
from judge.packages.generated_data import GeneratedCase
from judge.running.generate import DataGenerator
from judge.running.program import BuiltProgram
from judge.running.worker_pool import WorkerPool

#: Hears of each case before it is made: its name, how many are made, and how many there are.
CaseListener = Callable[[str, int, int], object]


class MadeCase(Struct, frozen=True):
    """The files of a case, by their paths below ``data``, and what is not as ``match`` asks for."""

    names: tuple[str, ...]
    unmatched: tuple[str, ...]


class _ProgramTask(Struct, frozen=True):
    name: str
    case: GeneratedCase


class _CaseTask(Struct, frozen=True):
    #: Its place among the cases.
    number: int
    case: GeneratedCase
    #: The programs that were built before.
    built: Mapping[str, BuiltProgram]


_Task = _ProgramTask | _CaseTask
_Answer = BuiltProgram | MadeCase | JudgeError


class _Handler:
    """In a worker: builds programs in a folder of its own, and writes files of cases."""

    def __init__(self, generator: DataGenerator, target: Path) -> None:
        self._generator = generator
        self._target = target
        generator.folder = generator.folder / f"worker-{os.getpid()}"
        generator.folder.mkdir()

    def answers(self, task: _Task) -> Generator[_Answer, None, None]:
        try:
            yield self._answer(task)
        except JudgeError as error:
            yield JudgeError(error.message, error.path, error.line)  # of no other class
        except OSError as error:
            said = f"a generated file cannot be written: {reason(error)}"
            yield JudgeError(said, Path(error.filename or self._target))

    def _answer(self, task: _Task) -> _Answer:
        generator = self._generator
        if isinstance(task, _ProgramTask):
            return generator.build(task.name, task.case)
        generator.built.update(task.built)
        made = generator.case(task.case)
        for suffix, content in made.items():
            path = self._target / f"{task.case.name}.{suffix}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        names = tuple(f"{task.case.name}.{suffix}" for suffix in made)
        return MadeCase(names, generator.missing_matches(task.case, made))

    def close(self) -> None:
        self._generator.close()


def make_cases(
    generator: DataGenerator,
    cases: Sequence[GeneratedCase],
    target: Path,
    workers: int,
    begins: CaseListener,
) -> list[MadeCase]:
    """Write the files of all cases below ``target``; what was made, in the order of the cases.

    Raises JudgeError for the first case that cannot be made. ``begins`` hears of each case.
    """
    programs = [_ProgramTask(name, case) for name, case in generator.programs()]
    size = min(workers, max(len(cases), len(programs)))
    pool = WorkerPool[_Task, _Answer](size, lambda: _Handler(generator, target))
    built: dict[str, BuiltProgram] = {}
    made: dict[int, MadeCase] = {}
    faults: dict[int, JudgeError] = {}

    def tasks() -> Iterator[_Task]:
        for number, case in enumerate(cases):
            if faults:
                return
            begins(case.name, len(made), len(cases))
            yield _CaseTask(number, case, built)

    try:
        pool.start()
        for task, answer in pool.answered(iter(programs)):
            if isinstance(task, _ProgramTask) and isinstance(answer, BuiltProgram):
                built[task.name] = answer  # the case of one that cannot be built says why
        for task, answer in pool.answered(tasks()):
            assert isinstance(task, _CaseTask)
            if isinstance(answer, MadeCase):
                made[task.number] = answer
            elif isinstance(answer, JudgeError):
                faults[task.number] = answer
            else:
                said = f"{task.case.name}: the process that made it has ended: start again"
                faults[task.number] = JudgeError(said)
    finally:
        pool.end()
    if faults:
        raise faults[min(faults)]
    return [made[number] for number in range(len(cases))]
