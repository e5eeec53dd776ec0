"""Runs a Python program once for each request, in a fork of this process; started as a program.

A fork need not start Python, load its library, or compile the program and its regular expressions
again. It shares nothing else with other forks: it executes all code of the program itself. A
request is a line on standard input, a JSON list: the arguments, the file for standard input, and
the current folder. The reply is a line: the exit status, or ``null`` for a fork that did not end.
"""

import ctypes
import importlib
import json
import os
import re
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
        report = os.memfd_create("report")
        pid = os.fork()
        if pid == 0:
            arguments, given, folder = json.loads(line)
            _execute(program, arguments, given, folder, report)
        status = _status(pid)
        with os.fdopen(report, "rb") as said:
            said.seek(0)
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
    status, end_process = 1, os._exit  # the program may put another one there
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
        with suppress(OSError), os.fdopen(report, "w") as written:
            json.dump([[*sys.modules], [one for one in files if one], _patterns()], written)
        end_process(status)


def _patterns() -> list[tuple[str, int]]:
    """The regular expressions that ``re`` keeps, each with its flags, in their order."""
    # Not a public name: without it, every fork compiles its expressions itself.
    keys = [key[1:] for key in getattr(re, "_cache", {}) if len(key) == 3]
    return [(text, flags) for text, flags in keys if isinstance(text, str)]


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
    """Import the library's modules, and compile the other files and the regular expressions that
    a fork has loaded."""
    library = str(Path(os.__file__).parent)
    with suppress(ValueError):
        names, files, patterns = json.loads(report)
        for name in names:
            if name.partition(".")[0] in sys.stdlib_module_names and name != "__main__":
                with suppress(Exception):
                    importlib.import_module(name)
        for file in files:
            if file.endswith(".py") and not file.startswith(library):
                with suppress(OSError, SyntaxError, ValueError):
                    codes[file] = compile(Path(file).read_bytes(), file, "exec")
        for pattern, flags in patterns:
            with suppress(re.error, OverflowError, RecursionError):
                re.compile(pattern, flags)


if __name__ == "__main__":
    main(sys.argv[1])
