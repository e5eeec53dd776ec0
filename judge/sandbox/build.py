"""The C parts of the judge: compiled once per user and machine, kept in the cache folder."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from judge.common.errors import JudgeError
from judge.sandbox.layer import SandboxUnavailable

#: Names the folder for files that can be recreated.
CACHE = "XDG_CACHE_HOME"
SOURCES = (
    "supervisor.c",
    "calls.h",
    "crossed.h",
    "feedback.h",
    "held.h",
    "landlock.h",
    "launch.h",
    "lifeline.h",
    "lockdown.h",
    "privilege.h",
    "processes.h",
    "protocol.h",
    "replies.h",
    "requests.h",
    "scratch.h",
    "scratch_size.h",
    "streams.h",
)

#: Variables with which GCC and Clang look for their own parts, headers and libraries elsewhere, or
#: write other files. They are meant for the programs of whoever set them.
OF_COMPILERS = frozenset(
    "COMPILER_PATH CPATH CPLUS_INCLUDE_PATH C_INCLUDE_PATH DEPENDENCIES_OUTPUT GCC_COMPARE_DEBUG"
    " GCC_EXEC_PREFIX LIBRARY_PATH SUNPRO_DEPENDENCIES".split()
)
#: How much the compiler optimises: -O2 takes twice as long for programs that wait for the kernel.
OPTIMISE = "-O1"
#: What a compilation may take, on a machine that does much else. Seconds.
MOST_S = 1200
#: More than a compiler writes for one of these programs. Bytes.
ROOM = 4 << 20
#: Headers that a host includes.
OF_HOSTS = ("call_begin.h", "call_end.h", "protocol.h")


def cache_folder() -> Path:
    """Where the judge keeps files that it can recreate. Raises JudgeError if no home is known."""
    base = os.environ.get(CACHE)
    try:
        return (Path(base) if base else Path.home() / ".cache") / "judge"
    except RuntimeError as error:
        raise JudgeError(f"this user has no home folder: name a folder in {CACHE}") from error


def _check_cache(size: int = 0) -> None:
    """Raise SandboxUnavailable if so many bytes cannot be kept there."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(size))
    except OSError as error:
        reason = f"{folder}: cannot be written: {error.strerror}: name another folder in {CACHE}"
        raise SandboxUnavailable(reason) from error


def supervisor() -> Path:
    """Path of the executable; compiles it if necessary. Raises SandboxUnavailable."""
    here = Path(__file__).parent
    # Static, so that it starts faster and needs no libraries inside; not every system supports it.
    return _built("supervisor", [here / name for name in SOURCES], (["-static"], []))


def guard() -> Path:
    """Path of the program that ends an unconfined command; raises SandboxUnavailable."""
    here = Path(__file__).parent
    return _built(
        "guard", [here / "guard.c", here / "privilege.h", here / "processes.h"], (["-static"], [])
    )


def program(source: Path) -> Path:
    """Path of a program of one file; raises SandboxUnavailable."""
    return _built(source.stem, [source], ([],))


def host_alone(source: Path) -> Path:
    """Path of a program of a host that is else linked with others; raises SandboxUnavailable."""
    headers = [Path(__file__).with_name(name) for name in OF_HOSTS]
    return _built(f"{source.stem}-alone", [source, *headers], (["-static", "-DALONE"],))


def addon(source: Path) -> Path:
    """Path of a shared library that an interpreter loads; raises SandboxUnavailable."""
    headers = [Path(__file__).with_name(name) for name in OF_HOSTS]
    return _built(source.stem, [source, *headers], (["-shared", "-fPIC"],))


def object_file(source: Path) -> Path:
    """Path of an object file to link with programs; raises SandboxUnavailable."""
    headers = [Path(__file__).with_name(name) for name in OF_HOSTS]
    return _built(source.stem, [source, *headers], (["-c"],))


def _built(name: str, sources: Sequence[Path], option_lists: Sequence[Sequence[str]]) -> Path:
    """The compiled first source, from the cache or built with the first options that work."""
    digest = hashlib.sha256(platform.machine().encode())
    for source in sources:
        digest.update(source.read_bytes())
    target = cache_folder() / f"{name}-{digest.hexdigest()[:16]}"
    if not target.exists():
        _compile(sources[0], target, option_lists)
    return target


def _compile(source: Path, target: Path, option_lists: Sequence[Sequence[str]]) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise SandboxUnavailable(f"no C compiler to build the {source.stem}: install gcc")
    environment = {key: value for key, value in os.environ.items() if key not in OF_COMPILERS}
    _check_cache()
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        made = Path(folder) / "made"
        for extra in option_lists:
            try:
                done = subprocess.run(
                    [compiler, OPTIMISE, *extra, "-o", str(made), str(source)],
                    capture_output=True,
                    text=True,
                    timeout=MOST_S,
                    env=environment,
                )
            except subprocess.TimeoutExpired as error:
                reason = f"{compiler} has not compiled the {source.stem} within {MOST_S} s"
                raise SandboxUnavailable(reason) from error
            if done.returncode == 0:
                made.chmod(0o755)
                made.replace(target)
                return
    _check_cache(ROOM)  # what a compiler says of a full disk differs
    reason = (done.stderr.strip().splitlines() or ["no message"])[0]
    raise SandboxUnavailable(f"the {source.stem} cannot be compiled: {reason}")
