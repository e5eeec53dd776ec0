"""The validators of a package: which files and folders are programs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.model import ValidatorProtocol
from judge.packages import testlib
from judge.packages.data_files import unread
from judge.packages.file_names import misnamed, well_named

#: The folders of validators in newer versions of the format.
FOLDERS = ("input_validators", "output_validator", "answer_validators", "static_validator")
#: Those of programs in the legacy format, and those that it reads too.
LEGACY_FOLDERS = (
    *("input_validators", "input_format_validators", "output_validators", "output_validator"),
    *("answer_validators", "graders"),
)
#: Scripts that make the folder that they are in one program.
SCRIPTS = frozenset({"build", "run"})
#: Files beside validators that are no programs: texts, headers, data, and what tools leave.
_NO_PROGRAMS = frozenset(
    ".md .txt .tex .pdf .h .hh .hpp .in .ans .csv .json .yaml .yml .toml .zip .log .template .orig "
    ".bak .swp .pyc .o .class .exe .out".split()
)
#: What else has no suffix.
_TOOLS = frozenset("makefile gnumakefile dockerfile license licence copying authors".split())
#: How an executable file without a suffix begins.
_EXECUTABLE = (b"#!", b"\x7fELF")


def programs(folder: Path, package: Path, strict: bool = False) -> tuple[Path, ...]:
    """The programs in a folder of validators, by name; none where there is no such folder. With a
    script ``build`` or ``run`` the folder itself is the only one. ``strict``: without those that
    have names which the format does not allow."""
    if not os.path.lexists(folder):
        return ()
    with unread(folder):
        foreign_files.check_folder(folder, package)
        paths = sorted(folder.iterdir())
        if any(path.name in SCRIPTS and not path.is_dir() for path in paths):
            return (folder,)
    return tuple(path for path in paths if _is_program(path) and (not strict or well_named(path)))


def unread_programs(package: Path, names: Iterable[str]) -> tuple[Path, ...]:
    """The programs in some folders of a package that are not read because of their names, and the
    files of other programs there that are not."""
    folders = [package / name for name in names if (package / name).is_dir()]
    found: list[Path] = []
    with unread(package):
        for path in (path for folder in folders for path in sorted(folder.iterdir())):
            if not well_named(path):
                found += [path] if _is_program(path) else []
            elif path.is_dir() and not _is_aside(path):
                found += misnamed(path)
    return tuple(found)


def without_language(folder: Path) -> tuple[Path, ...]:
    """The files in a folder of validators that may be meant as programs, and show no language."""
    if not folder.is_dir():
        return ()
    return tuple(
        path
        for path in sorted(folder.iterdir())
        if not path.suffix
        and path.is_file()
        and not _is_aside(path)
        and path.name not in SCRIPTS
        and path.name.lower() not in _TOOLS
        and not _is_executable(path)
    )


def single_program(folder: Path, package: Path, strict: bool = False) -> Path | None:
    """The program that a folder holds or is: its only entry, or the folder itself if it holds
    several files; None for an empty or missing one."""
    found = programs(folder, package, strict)
    if not found:
        return None
    if len(found) > 1 or (not found[0].is_dir() and _has_more(folder, found[0], strict)):
        return folder
    return found[0]


def _has_more(folder: Path, program: Path, strict: bool) -> bool:
    """Whether a folder holds files that a program in it may read or include."""
    others = (path for path in folder.iterdir() if path != program)
    return any(not _is_aside(path) and (not strict or well_named(path)) for path in others)


def one_program(
    folder: Path, package: Path, what: str = "output validators", strict: bool = False
) -> Path | None:
    """The only program in a folder of several; raises JudgeError if there are more."""
    found = programs(folder, package, strict)
    if len(found) > 1:
        said = f"holds {len(found)} {what}: this judge runs one, remove the others"
        raise JudgeError(said, folder)
    return found[0] if found else None


def protocol_of(program: Path, package: Path) -> ValidatorProtocol:
    """How a validator is called, by its source: a checker for testlib says so itself."""
    sources: list[bytes] = []
    headers: list[bytes] = []
    for path in _sources(program):
        try:
            text = foreign_files.read(path, package)
        except OSError:
            continue
        (headers if path.name == "testlib.h" else sources).append(text)
    registers = testlib.role(sources, headers)
    if registers in {testlib.Role.CHECKER, testlib.Role.INTERACTOR}:
        return ValidatorProtocol.TESTLIB
    return ValidatorProtocol.KATTIS


def _is_program(path: Path) -> bool:
    if _is_aside(path) or path.suffix in _NO_PROGRAMS:
        return False
    return path.is_dir() or bool(path.suffix) or not path.is_file() or _is_executable(path)


def _is_executable(path: Path) -> bool:
    """Whether a file without a suffix is a program: a Makefile is none."""
    with unread(path), path.open("rb") as file:
        return file.read(4).startswith(_EXECUTABLE)


def _is_aside(path: Path) -> bool:
    """Whether a file or folder has nothing to do with the program beside it."""
    name = path.name.lower()
    if name.startswith((".", "-", "__pycache__", "readme")):
        return True
    return name.endswith("~") or path.suffix in (".pyc", ".template", ".orig", ".bak", ".swp")


def _sources(program: Path) -> Iterator[Path]:
    """The files of a program, and a testlib.h beside it."""
    folder = program if program.is_dir() else program.parent
    files = sorted(program.iterdir()) if program.is_dir() else [program, folder / "testlib.h"]
    yield from (path for path in files if not path.is_dir())
