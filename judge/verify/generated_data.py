"""What ``generators/generators.yaml`` makes: the same each time, and what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.foreign_files import CASE_BYTES
from judge.common.messages import counted, listed
from judge.common.safe_text import one_line
from judge.common.scratch import temporary_folder
from judge.common.yaml_lines import read_plain
from judge.packages.generated_data import GeneratedCase
from judge.packages.generators import read_generators
from judge.running.generate import DataGenerator
from judge.verify.deadline import Deadline, share
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.subject import Subject

#: What solutions print may differ in ways that do not matter.
ANSWER = "ans"


class _Difference(Struct, frozen=True):
    """Something that is not as generated; ``missing`` is the name of a file that is not there."""

    status: Status
    said: str
    missing: str = ""


def check(subject: Subject, name: str) -> Finding:
    """Fault: a generator fails, makes something else the second time, or made other inputs than
    the stored ones. Warning: another answer, or a file that is not there yet."""
    problem, deadline, done = subject.problem, Deadline(subject.seconds), 0
    found: list[_Difference] = []
    try:
        data = read_generators(problem.folder, problem.constants)
    except JudgeError as error:
        return Finding(name, Status.FAULT, one_line(str(error), 400))
    cases = list(data.cases)
    subject.rng(name).shuffle(cases)
    with temporary_folder() as work:
        generator = DataGenerator(problem, data, subject.layer, Path(work))
        for case in deadline.items(cases):
            done += 1
            found += _differences(generator, case, problem.folder, Path(work))
    return _finding(name, found, share(done, len(cases), "generated case"), done == len(cases))


def _differences(
    generator: DataGenerator, case: GeneratedCase, folder: Path, work: Path
) -> Iterator[_Difference]:
    """Make a case, twice if a program makes it, and compare it with what is stored. ``work``: a
    folder for files."""
    try:
        made = generator.case(case)
        again = generator.case(case) if case.command else made
    except JudgeError as error:
        yield _Difference(Status.FAULT, one_line(str(error), 400))
        return
    for suffix, content in made.items():
        file = f"data/{case.name}.{suffix}"
        if again.get(suffix) != content:
            yield _Difference(Status.FAULT, f"{file} is generated in another way each time")
        elif not (folder / file).is_file():
            yield _Difference(Status.WARNING, f"{file} is not there", file)
        elif not _is_stored(folder, file, content, work):
            status = Status.WARNING if suffix == ANSWER else Status.FAULT
            yield _Difference(status, f"{file} differs from what is generated")


def _is_stored(folder: Path, file: str, content: bytes, work: Path) -> bool:
    """Whether a stored file is as it was made; of a YAML file, whether it says the same."""
    if _read(folder / file, folder) == content:
        return True
    if not file.endswith(".yaml"):
        return False
    (work / "made.yaml").write_bytes(content)
    return bool(read_plain(folder / file) == read_plain(work / "made.yaml"))


def _read(path: Path, folder: Path) -> bytes:
    try:
        return foreign_files.read(path, folder, CASE_BYTES)
    except OSError as error:
        raise unreadable(error, path) from error


def _finding(name: str, found: Sequence[_Difference], scope: str, complete: bool) -> Finding:
    faults = [one.said for one in found if one.status is Status.FAULT]
    if faults:
        return Finding(name, Status.FAULT, faults[0], tuple(faults[1 : EXAMPLES + 1]))
    warnings = [one.said for one in found if not one.missing]
    if missing := [one.missing for one in found if one.missing]:
        count = counted(len(missing), "file")
        warnings.append(f"{count} not generated yet (judge generate does it): {listed(missing)}")
    if warnings:
        details = tuple(warnings[1:EXAMPLES])
        return Finding(name, Status.WARNING, warnings[0], details, is_complete=complete)
    said = f"{scope}: the same each time, and as stored"
    return Finding(name, Status.OK, said, is_complete=complete)
