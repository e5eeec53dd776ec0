"""Programs that tests run without the judge, each compiled once for all processes of the tests."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

#: Where all processes and users of one run of the tests find what one of them has built.
FOLDER = "TESTS_BUILT"
COMPILERS = {".c": "cc", ".cpp": "g++"}
STRICT = ("-O2", "-Wall", "-Wextra", "-Werror")


def built_folder() -> Path:
    return Path(os.environ[FOLDER])


def made_once(path: Path, make: Callable[[Path], object]) -> None:
    """Have one process make a file for all. ``make`` gets the path of a file to write, which is
    renamed when it is complete."""
    with Path(f"{path}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            made = path.with_suffix(".made")
            make(made)
            made.rename(path)


def compiled(source: Path, *options: str) -> str:
    """The program that a C or C++ source is compiled to with some options. Skips the test where
    there is no compiler; raises CalledProcessError if it complains."""
    compiler = COMPILERS[source.suffix]
    if not shutil.which(compiler):
        pytest.skip(f"needs {compiler}")
    told = "\0".join([compiler, *options]).encode() + source.read_bytes()
    program = built_folder() / f"{source.stem}-{hashlib.sha256(told).hexdigest()[:16]}"

    def compile_to(made: Path) -> None:
        subprocess.run([compiler, *options, "-o", made, source, "-lm"], check=True)

    made_once(program, compile_to)
    return str(program)
