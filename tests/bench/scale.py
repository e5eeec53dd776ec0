"""What an execution costs in a run of very many cases, by process, beside an older commit.

python tests/bench/scale.py [--cases 1000,10000] [--against COMMIT] [--write]

Each run is the whole of ``judge run``: plan, store and page. CPU time is read from /proc while the
run goes on, because it says the same on a busy machine; wall times do not.
"""

from __future__ import annotations

import argparse
import compileall
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.memory import make_package  # noqa: E402
from tests.bench.scale_page import page, plot  # noqa: E402
from tests.contest import RIGHT  # noqa: E402

SOLUTIONS = {"posted.py": RIGHT["lambda.py"], "small.cpp": RIGHT["plain.c"]}
TICKS = os.sysconf("SC_CLK_TCK")
PAGE_MIB = os.sysconf("SC_PAGE_SIZE") / 2**20
SAMPLE_S = 0.05


@dataclass(frozen=True)
class Sample:
    """CPU seconds of a process, those of its children that have ended, and its memory in MiB."""

    role: str
    own_s: float
    ended_s: float
    rss_mib: float


@dataclass(frozen=True)
class Measured:
    """One run. ``cpu_s`` and ``peak_mib`` are by role: main, worker, supervisor, host, solution."""

    tree: str
    solution: str
    cases: int
    wall_s: float
    cpu_s: Mapping[str, float]
    peak_mib: Mapping[str, float]
    page_mb: float

    @property
    def ms(self) -> float:
        """CPU milliseconds for a case, of all processes."""
        return sum(self.cpu_s.values()) * 1000 / self.cases


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", default="1000,10000")
    parser.add_argument("--against", help="a commit that is run beside this tree")
    parser.add_argument("--most-against", type=int, default=10_000, metavar="CASES")
    parser.add_argument("--write", action="store_true", help="write SCALE.md and scale.svg")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        trees = {"now": Path(name) / "now"}  # a copy: somebody may go on editing
        shutil.copytree(ROOT / "judge", trees["now"] / "judge")
        compiled(trees["now"])
        if options.against:
            trees[options.against] = checked_out(options.against, Path(name) / "tree")
        found = list(_all(trees, [int(n) for n in options.cases.split(",")], options, Path(name)))
    text = page(found)
    print(text)
    if options.write:
        (Path(__file__).parent / "SCALE.md").write_text(text + "\n")
        (Path(__file__).parent / "scale.svg").write_text(plot(found))


def _all(
    trees: Mapping[str, Path], sizes: Sequence[int], options: argparse.Namespace, folder: Path
) -> Iterator[Measured]:
    for cases in sizes:
        place = folder / str(cases)
        make_place(place, cases)
        for name in SOLUTIONS:
            for tree, code in trees.items():
                if tree == "now" or cases <= options.most_against:
                    found = _run(tree, code, place, name, cases)
                    print(f"{tree} {name} {cases}: {found.ms:.2f} ms a case", file=sys.stderr)
                    yield found
        shutil.rmtree(place)


def make_place(place: Path, cases: int) -> None:
    """The toy problem with so many cases, and the solutions that are measured."""
    make_package(place, cases)
    for old in (place / "solutions" / "toy").iterdir():
        old.unlink()
    for name, source in SOLUTIONS.items():
        (place / "solutions" / "toy" / name).write_text(source)


def checked_out(commit: str, folder: Path) -> Path:
    """The files of a commit; the repository itself stays as it is."""
    folder.mkdir()
    archive = subprocess.Popen(["git", "-C", ROOT, "archive", commit], stdout=subprocess.PIPE)
    subprocess.run(["tar", "x", "-C", folder], stdin=archive.stdout, check=True)
    assert archive.wait() == 0, f"no commit {commit}"
    return compiled(folder)


def compiled(tree: Path) -> Path:
    """A tree whose modules need not be compiled in each run."""
    compileall.compile_dir(tree / "judge", quiet=1)
    return tree


def _run(tree: str, code: Path, place: Path, solution: str, cases: int) -> Measured:
    store, report = place / "store.sqlite", place / "report.html"
    for old in place.glob("store.sqlite*"):
        old.unlink()
    words = ["run", "toy", "--problems", place / "problems", "--solutions", place / "solutions"]
    words += ["--solution", solution, "-j", "2", "--store", store, "--report", report, "--quiet"]
    start = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "judge", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(code)},
        cwd=place,
        stdout=subprocess.DEVNULL,
    )
    last: dict[int, Sample] = {}
    peak: dict[str, float] = {}
    while process.poll() is None:
        for pid, sample in _tree(process.pid):
            last[pid] = sample
            peak[sample.role] = max(peak.get(sample.role, 0.0), sample.rss_mib)
        time.sleep(SAMPLE_S)
    assert process.returncode == 0, f"{tree}: judge run exited with {process.returncode}"
    cpu: Counter[str] = Counter()
    for sample in last.values():
        cpu[sample.role] += sample.own_s
        if sample.role in ("supervisor", "host"):
            cpu["solution"] += sample.ended_s
    size = report.stat().st_size / 1e6
    return Measured(tree, solution, cases, time.monotonic() - start, cpu, peak, size)


def _tree(main_pid: int) -> Iterator[tuple[int, Sample]]:
    """The processes of a run. The solutions' own end too soon to be seen: their parents count
    them."""
    waiting = [(main_pid, "main")]
    while waiting:
        pid, role = waiting.pop()
        with suppress(OSError, IndexError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            own, ended = (sum(map(int, fields[a : a + 2])) / TICKS for a in (11, 13))
            yield (
                pid,
                Sample(role, own, ended, int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20),
            )
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            waiting += [(int(child), _role(int(child), role)) for child in children]


def _role(pid: int, parent: str) -> str:
    """By the name of the program, below a worker."""
    if parent == "main":
        return "worker"
    words = Path(f"/proc/{pid}/cmdline").read_bytes()
    if b"supervisor" in words:
        return "supervisor"
    return "host" if parent in ("supervisor", "host") else parent


if __name__ == "__main__":
    main()
