"""How soon a terminal shows the first result of a run, by the number of cases.

python tests/bench/first_result.py [--cases 1000,10000,100000] [--against COMMIT] [--rounds 3]

The time of ``judge --help`` stands beside it: what Python and a part of the modules take alone.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.scale import SOLUTIONS, checked_out, compiled, make_place  # noqa: E402

#: What a terminal shows with a result: a count above zero on the bar, or a verdict beside a case.
RESULT = re.compile(rb"\bAC [1-9]|: AC\b")
PATIENCE_S = 600.0
ROUNDS_ALONE = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", default="1000,10000,100000")
    parser.add_argument("--against", help="a commit that is run beside this tree")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        trees = {"now": Path(name) / "now"}
        shutil.copytree(ROOT / "judge", trees["now"] / "judge")
        compiled(trees["now"])
        if options.against:
            trees[options.against] = checked_out(options.against, Path(name) / "tree")
        for tree, code in trees.items():
            usage = re.compile(rb"usage")
            times = [_seconds(code, Path(name), ["--help"], usage) for _ in range(ROUNDS_ALONE)]
            print(f"{tree}: judge --help {statistics.median(times):.2f} s")
        for cases in map(int, options.cases.split(",")):
            _compare(trees, cases, Path(name) / str(cases), options.rounds)


def _compare(trees: dict[str, Path], cases: int, place: Path, rounds: int) -> None:
    """Runs of each tree in turn, with each solution built before."""
    make_place(place, cases)
    for name in SOLUTIONS:
        words = ["run", "toy", "--no-store", "--solution", name]
        found: dict[str, list[float]] = {tree: [] for tree in trees}
        for turn in range(rounds + 1):
            for tree, code in trees.items():
                seconds = _seconds(code, place, words, RESULT)
                found[tree] += [seconds] if turn else []  # the first one compiles
        shown = ", ".join(
            f"{tree} {statistics.median(times):.2f} s" for tree, times in found.items()
        )
        print(f"{name}, {cases} cases: {shown}", flush=True)
    shutil.rmtree(place)


def _seconds(code: Path, place: Path, words: Sequence[str], wanted: re.Pattern[bytes]) -> float:
    """Until a terminal shows what is wanted; the process is interrupted then."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    start = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "judge", *words],
        env={**os.environ, "PYTHONPATH": str(code), "TERM": "xterm"},
        cwd=place,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    seconds, shown = 0.0, b""
    with suppress(OSError):  # the terminal is closed
        while time.monotonic() - start < PATIENCE_S:
            if select.select([ours], [], [], 1.0)[0]:
                shown += os.read(ours, 65536)
            if not seconds and wanted.search(shown):
                seconds = time.monotonic() - start
                process.send_signal(signal.SIGINT)
    os.close(ours)
    process.wait()
    assert seconds, f"no result: {shown[-500:]!r}"
    return seconds


if __name__ == "__main__":
    main()
