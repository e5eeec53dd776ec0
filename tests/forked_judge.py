"""``judge`` as a process of its own that need not be loaded: a fork of the tests' process."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from types import MappingProxyType

import multiprocess

from judge import cli, sandbox
from judge.common.errors import JudgeError
from judge.common.process_end import END_PROCESS
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing, find_toolchain

PATIENCE_S = 900
NOTHING: Mapping[int, int] = MappingProxyType({})


def _of_machine(environment: Mapping[str, str]) -> list[str | None]:
    """What decides which tools a judge finds."""
    return [environment.get(name) for name in ("PATH", "HOME", "XDG_CACHE_HOME")]


AT_START = _of_machine(os.environ)


def forked_judge(
    words: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    streams: Mapping[int, int] = NOTHING,
) -> tuple[int, bytes, bytes]:
    """Exit status, standard output and standard error of ``judge WORDS``, started in a folder.
    ``streams``: descriptors to take as its own 0, 1 and 2."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = multiprocess.get_context("fork").Process(
            target=_judge,
            args=(words, folder, environment, {1: out.fileno(), 2: err.fileno(), **streams}),
        )
        _ask_once()
        process.start()
        process.join(PATIENCE_S)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"no end in {PATIENCE_S} s: judge {' '.join(words)}")
        out.seek(0), err.seek(0)
        return process.exitcode, out.read(), err.read()


def started_judge(
    words: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> tuple[int, bytes, bytes]:
    """The same by a fresh start of Python, which may find another ``judge``."""
    done = subprocess.run(
        [sys.executable, "-m", "judge", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        timeout=PATIENCE_S,
    )
    return done.returncode, done.stdout, done.stderr


def _judge(
    words: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    streams: Mapping[int, int],
) -> None:
    faulthandler.disable()  # pytest's words on a crash are not the judge's
    gc.freeze()  # what the tests have loaded is no garbage of the judge's
    gc.callbacks.clear()  # an exception of a signal handler would be lost in a library's callback
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None
    if _of_machine(environment) != AT_START:
        _forget_answers()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    for number, stream in streams.items():
        os.dup2(stream, number)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(i, "w" if i else "r") for i in range(3))
    sys.argv = ["judge", *words]
    try:
        status = cli.main(words)
    except BaseException:
        traceback.print_exc()
        status = 1
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    END_PROCESS(status)  # os._exit may be that of a call


@cache
def _ask_once() -> None:
    """What nearly every call asks the machine: forks inherit the answers."""
    if _of_machine(os.environ) == AT_START:
        with contextlib.suppress(JudgeError, ToolMissing):
            find_toolchain(all_languages()["python"])
            sandbox.choose("auto")


def _forget_answers() -> None:
    """Whatever the judge's functions have found out about the machine for the tests so far."""
    for name, module in list(sys.modules.items()):
        if name == "judge" or name.startswith("judge."):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
