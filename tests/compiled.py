"""Programs that tests run without the judge, each compiled once for all processes of the tests."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

#: Where all processes and users of one run of the tests find what one of them has built.
FOLDER = "TESTS_BUILT"
COMPILERS = {".c": "cc", ".cpp": "g++"}
STRICT = ("-O2", "-Wall", "-Wextra", "-Werror")


def built_folder() -> Path:
    return Path(os.environ[FOLDER])


def compiled(source: Path, *options: str) -> str:
    """The program that a C or C++ source is compiled to with some options. Skips the test where
    there is no compiler; raises CalledProcessError if it complains."""
    compiler = COMPILERS[source.suffix]
    if not shutil.which(compiler):
        pytest.skip(f"needs {compiler}")
    told = "\0".join([compiler, *options]).encode() + source.read_bytes()
    program = built_folder() / f"{source.stem}-{hashlib.sha256(told).hexdigest()[:16]}"
    with Path(f"{program}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not program.exists():
            made = program.with_suffix(".made")
            subprocess.run([compiler, *options, "-o", made, source, "-lm"], check=True)
            made.rename(program)
    return str(program)
