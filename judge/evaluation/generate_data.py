"""Writes the data that ``generators.yaml`` of a package defines to its folder ``data``."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from judge import sandbox
from judge.common import foreign_files
from judge.common.atomic_write import write_whole
from judge.common.errors import JudgeError, unreadable
from judge.common.foreign_files import CASE_BYTES
from judge.common.scratch import temporary_folder
from judge.common.yaml_lines import read_plain
from judge.evaluation.sample_dialogues import make_dialogues
from judge.packages.generated_data import GeneratedData
from judge.packages.generators import FILE, FOLDER, has_generators, read_generators
from judge.packages.load import load_problem, problem_folder
from judge.running.generate import DataGenerator
from judge.running.generate_cases import CaseListener, MadeCase, make_cases


class GenerateOptions(Struct, frozen=True):
    """What is generated: ``problem`` is a name or a path. ``force`` replaces files that differ."""

    problems_root: Path
    problem: str
    sandbox: str = "auto"
    force: bool = False
    #: How many cases are made at the same time; None for one per core.
    workers: int | None = None


class GeneratedFiles(Struct, frozen=True):
    """What was done, each file by its path below ``data``. ``same``: how many were as generated."""

    written: tuple[str, ...]
    replaced: tuple[str, ...]
    #: Those that differ from what was generated, and were kept.
    different: tuple[str, ...]
    same: int
    notes: tuple[str, ...] = ()
    #: What is not as ``match`` of generators.yaml asks for.
    unmatched: tuple[str, ...] = ()


def generate_files(
    options: GenerateOptions, begins: CaseListener = lambda *_: None
) -> GeneratedFiles:
    """Generate and write; raises JudgeError. Nothing is written unless all could be generated.
    ``begins`` hears of each case before it is made."""
    sandbox.check_name(options.sandbox)
    folder = problem_folder(options.problems_root, options.problem)
    if not has_generators(folder):
        raise JudgeError("does not exist: there is nothing to generate", folder / FOLDER / FILE)
    problem = load_problem(folder, without_cases=True)
    data = read_generators(folder, problem.constants)
    with temporary_folder() as work:
        layer = sandbox.choose(options.sandbox)
        store = Path(work) / "data"
        generator = DataGenerator(problem, data, layer, Path(work))
        workers = options.workers or os.cpu_count() or 1
        made = make_cases(generator, data.cases, store, workers, begins)
        names = [*_groups(data, store), *(name for case in made for name in case.names)]
        dialogues = make_dialogues(problem, data, names, store, layer)
        names += [*_copies(data, made, store), *dialogues.names]
        if not names:
            said = "defines no case: write them below data, in sample and secret"
            noted = "".join(f"; {one.message}" for one in data.notes[:1])
            raise JudgeError(f"{said}{noted}", folder / FOLDER / FILE)
        written = [name for name in names if _known(folder, name) is None]
        new = set(written)
        different = [n for n in names if n not in new and not _is_same(folder, n, store / n)]
        replaced = different if options.force else []
        for name in (*written, *replaced):
            _write(folder / "data" / name, (store / name).read_bytes())
    kept = () if options.force else tuple(different)
    same = len(names) - len(written) - len(different)
    return GeneratedFiles(
        *(tuple(written), tuple(replaced), kept, same),
        (*map(str, data.notes), *dialogues.notes),
        tuple(said for case in made for said in case.unmatched),
    )


def _groups(data: GeneratedData, store: Path) -> Iterator[str]:
    """Write the settings of groups below ``store``; their names there."""
    for name, text in data.groups.items():
        (store / name).parent.mkdir(parents=True, exist_ok=True)
        (store / name).write_bytes(text.encode())
        yield name


def _copies(data: GeneratedData, made: Sequence[MadeCase], store: Path) -> Iterator[str]:
    """Write the cases that are included once more below ``store``; the names of their files."""
    files = {case.name: one.names for case, one in zip(data.cases, made, strict=True)}
    for name, target in data.included.items():
        (store / name).parent.mkdir(parents=True, exist_ok=True)
        for file in files[target]:
            copy = name + file.removeprefix(target)
            shutil.copyfile(store / file, store / copy)
            yield copy


def _is_same(folder: Path, name: str, made: Path) -> bool:
    """Whether a file is as it was made; of a YAML file, whether it says the same."""
    if _known(folder, name) == made.read_bytes():
        return True
    return made.suffix == ".yaml" and read_plain(folder / "data" / name) == read_plain(made)


def _known(folder: Path, name: str) -> bytes | None:
    """The file as it is; None where there is none. Raises JudgeError."""
    path = folder / "data" / name
    if not (path.exists() or path.is_symlink()):
        return None
    try:
        return foreign_files.read(path, folder, CASE_BYTES)
    except OSError as error:
        raise unreadable(error, path) from error


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise JudgeError(f"cannot be written: {error.strerror}", path) from error
