"""What the grades of a problem depend on, besides the output, its case and its solution."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from judge.common import foreign_files
from judge.evaluation.site import Site
from judge.languages.program import Program, language_named, program_of_package
from judge.languages.toolchain import Toolchain, ToolMissing
from judge.model import PackageLimits, Problem
from judge.packages.code_digest import own_code_digest, package_digest

#: To be raised whenever grades change in a way that is not seen in the code of the judge that
#: ``package_digest`` reads.
GRADING_PROTOCOL = 1


def grading_parts(problem: Problem, site: Site) -> tuple[object, ...]:
    """With a plug-in, all files that it may read; without one, the files and toolchains of the
    output validators, and what the package says of them. Raises JudgeError and OSError."""
    return (
        GRADING_PROTOCOL,
        package_digest(problem.folder) if problem.plugin else own_code_digest(),
        problem.rules,
        problem.version,
        sorted(kind.value for kind in problem.types),
        problem.objective,
        _limits(problem.declared),
        (problem.groups, sorted(problem.case_counts.items())) if problem.scoring else (),
        sorted(problem.constants.items()),
        [
            (validator.protocol, validator.arguments, program_parts(validator.path, problem, site))
            for validator in problem.output_validator.all
            if validator.path is not None
        ],
    )


def _limits(declared: PackageLimits) -> tuple[object, ...]:
    return (
        declared.validation_s,
        declared.validation_mib,
        declared.validation_output_bytes,
        declared.validation_passes,
    )


def header_parts(program: Program) -> list[tuple[str, str]]:
    """The headers of a program that lie elsewhere. Raises OSError."""
    return [*_digests((path.name for path in program.headers), program.headers)]


def program_parts(path: Path, problem: Problem, site: Site) -> tuple[object, ...]:
    """The files and the toolchain of a program of the package. Raises JudgeError and OSError."""
    program = program_of_package(path, problem)
    files = [program.folder / name for name in program.files]
    language = language_named(program.language) if program.language else None
    return (
        program.main,
        [*_digests(program.files, files)],
        header_parts(program),
        language,
        _found(site.toolchain, program.language) if program.language else None,
    )


def _digests(names: Iterable[str], paths: Sequence[Path]) -> Iterator[tuple[str, str]]:
    for name, path in zip(names, paths, strict=True):
        yield name, hashlib.sha256(foreign_files.read(path)).hexdigest()


def _found(toolchain: Callable[[str], Toolchain], language: str) -> Toolchain | None:
    """None where there is none: then nothing is graded."""
    try:
        return toolchain(language)
    except (ToolMissing, KeyError):  # languages of validators alone have none
        return None
