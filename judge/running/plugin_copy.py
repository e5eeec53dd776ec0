"""The plug-in of a package for the package's own programs: a copy of it, and of what it imports.

A validator that shares the plug-in's code looks for it in the folders above its own.
"""

from __future__ import annotations

import py_compile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import judge
from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable

#: Folders of a package that its programs do not share.
APART = frozenset(
    "data statement problem_statement submissions generators solution solutions "
    "input_validators input_format_validators answer_validators output_validator "
    "output_validators input_visualizer output_visualizer static_validator __pycache__".split()
)
MOST_BYTES = 64 * 2**20


def copy_plugin(problem: Path, folder: Path) -> None:
    """Copy the files of a problem's plug-in, and the module that plug-ins import, to a folder.

    Raises JudgeError, OSError.
    """
    left = MOST_BYTES
    for path in _files(problem):
        data = _read(path, problem)
        left -= len(data)
        if left < 0:
            raise JudgeError(
                f"contains more than {MOST_BYTES >> 20} MiB besides its cases", problem
            )
        _write(folder / path.relative_to(problem), data)
    root = Path(judge.__file__).parent
    for path in (root / "__init__.py", *sorted((root / "plugin").glob("*.py"))):
        _write(folder / "judge" / path.relative_to(root), path.read_bytes())


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name in APART:
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _files(path)
        elif path.is_file():
            yield path


def _read(path: Path, problem: Path) -> bytes:
    try:
        return foreign_files.read(path, problem)
    except OSError as error:
        raise unreadable(error, path) from error


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(0o644)
    if path.suffix == ".py":
        _write_compiled(path)


def _write_compiled(path: Path) -> None:
    """Beside a module, what the interpreter makes of it: a program that imports it for every file
    would compile it every time, because it cannot write there. An interpreter of another version
    looks for another file. A module that cannot be compiled is the program's own fault to tell."""
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    with suppress(py_compile.PyCompileError, ValueError, RecursionError, MemoryError, OSError):
        made = py_compile.compile(str(path), doraise=True, invalidation_mode=mode)
        if made:
            Path(made).parent.chmod(0o755)
            Path(made).chmod(0o644)
