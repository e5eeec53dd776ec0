"""A warm host beside processes of the same user that have used up its limit, under bubblewrap.

Argument: a folder of its own. Prints how a call ended, and whether it lacked processes: before the
others came, beside them, and after they have gone. A process of its own, so that the tests can run
it as an ordinary user.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from judge.languages.table import by_suffix
from judge.model import Kind, Limits, Solution
from judge.running.compile import prepare
from judge.sandbox import choose
from judge.sandbox.layer import Command

#: Far more than the host and a call need, and soon used up.
MOST = 64
SOURCES = {"posted.py": "lambda n: n", "posted.js": "n=>n"}


def main() -> None:
    resource.setrlimit(resource.RLIMIT_NPROC, (MOST, MOST))
    folder = Path(sys.argv[1])
    for name, source in SOURCES.items():
        path = folder / name
        path.write_text(source)
        print(name, *calls(path), sep=", ")


def calls(path: Path) -> list[str]:
    layer = choose("bubblewrap")
    language = by_suffix(path)
    assert language is not None
    solution = Solution("", path.stem, path, language.name, Kind.FUNCTION, path.stat().st_size)
    built = prepare(solution, layer, path.with_suffix(path.suffix + ".built"))
    call = Command(built.argv, b"[7]", wants_result=True, warm=True)
    session = layer.open(built.view)
    found = []
    try:
        for beside in (False, True, False):
            others = hoarded() if beside else []
            run = session.run(call, Limits(cpu_s=30))
            found.append(f"{run.ended.value} {run.result!r} {[e.name for e in run.exceeded]}")
            for other in others:
                other.kill()
                other.wait()
    finally:
        session.close()
    return found


def hoarded() -> list[subprocess.Popen[bytes]]:
    """All processes that this user still gets."""
    found = []
    while True:
        try:
            found.append(subprocess.Popen(["sleep", "600"]))
        except BlockingIOError:
            return found


main()
