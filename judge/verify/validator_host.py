"""Runs a Python program once for each request, in a fork of this process; started as a program.

A fork need not start Python, load its library or compile the program again. It shares nothing else
with other forks: it executes all code of the program itself. A request is a line on standard input,
a JSON list: the arguments, the file for standard input, and the current folder. The reply is a
line: the exit status, or ``null`` for a fork that did not end.
"""

import ctypes
import importlib
import json
import os
import resource
import runpy
import select
import signal
import sys
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

#: CPU seconds of one fork, and how long it may take in times of that.
CPU_S, WALL_FACTOR = 60, 3

#: ``PR_SET_PDEATHSIG`` of prctl(2).
PARENT_DEATH_SIGNAL = 1
#: Compiled files by path.
Codes = dict[str, CodeType]


def main(program: str) -> None:
    """Serve requests until standard input ends."""
    codes: Codes = {}
    _keep_codes(codes)
    requests, replies = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    for line in requests:
        loaded, in_fork = os.pipe()
        pid = os.fork()
        if pid == 0:
            arguments, given, folder = json.loads(line)
            _execute(program, arguments, given, folder, in_fork)
        os.close(in_fork)
        status = _status(pid)
        with os.fdopen(loaded, "rb") as said:
            if not codes:
                _load(said.read(), codes)
        print(json.dumps(status), file=replies, flush=True)


def _keep_codes(codes: Codes) -> None:
    """Have ``import`` take the code of a file from here, if it is there."""
    original = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        return codes.get(str(loader.path)) or original(loader, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def _execute(program: str, arguments: list[str], given: str, folder: str, report: int) -> None:
    """In the fork: run the program, write to ``report`` what it has loaded, and exit."""
    status = 1
    try:
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 1))
        os.dup2(os.open(given, os.O_RDONLY), 0)
        os.chdir(folder)
        sys.argv = [program, *arguments]
        runpy.run_path(program, run_name="__main__")
        status = 0
    except SystemExit as end:
        code = 0 if end.code is None else end.code
        status = code & 255 if isinstance(code, int) else 1
    except BaseException:  # like Python's own end, without the text
        status = 1
    finally:
        files = [getattr(module, "__file__", None) for module in [*sys.modules.values()]]
        files += [f"{program}/__main__.py"]
        os.set_blocking(report, False)  # nobody reads as long as this runs
        with suppress(OSError):
            os.write(report, json.dumps([[*sys.modules], [one for one in files if one]]).encode())
        os._exit(status)


def _status(pid: int) -> int | None:
    """The exit status of a fork, negative for a signal; None if it does not end."""
    descriptor = os.pidfd_open(pid)
    ended = select.select([descriptor], [], [], CPU_S * WALL_FACTOR)[0]
    os.close(descriptor)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # what it has started too
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return None if not ended or status == -signal.SIGXCPU else status


def _load(report: bytes, codes: Codes) -> None:
    """Import the library's modules and compile the other files that a fork has loaded."""
    library = str(Path(os.__file__).parent)
    with suppress(ValueError):
        names, files = json.loads(report)
        for name in names:
            if name.partition(".")[0] in sys.stdlib_module_names and name != "__main__":
                with suppress(Exception):
                    importlib.import_module(name)
        for file in files:
            if file.endswith(".py") and not file.startswith(library):
                with suppress(OSError, SyntaxError, ValueError):
                    codes[file] = compile(Path(file).read_bytes(), file, "exec")


if __name__ == "__main__":
    main(sys.argv[1])
