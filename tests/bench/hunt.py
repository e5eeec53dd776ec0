"""What a hunt finds, how fast, and beside others; writes tests/bench/HUNT.md, part by part.

    python tests/bench/hunt.py [speed] [wrong] [misreadings] [right] [reduce] [peers]

``wrong`` measures the solutions that the variable ONLY names, or all; ``misreadings`` the rows or
problems that it names. ``right`` takes SURVIVE_S
seconds a solution. ``reduce`` needs hypothesis. ``peers`` needs ``oj`` of
the package online-judge-tools, on PATH or named by the variable OJ. Parts that are not asked for
stay as they are in the file.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from msgspec.structs import replace  # noqa: E402

from judge import sandbox  # noqa: E402
from judge.common.scratch import temporary_folder  # noqa: E402
from judge.hunting.hunter import Hunter  # noqa: E402
from judge.hunting.instances import generate_instances, stretch  # noqa: E402
from judge.hunting.reference import prepare_all  # noqa: E402
from judge.hunting.result import HuntResult  # noqa: E402
from judge.hunting.search import hunt  # noqa: E402
from judge.hunting.shrink import shrink_failures  # noqa: E402
from judge.hunting.stress import ReadingTerms  # noqa: E402
from judge.hunting.target import HuntOptions, plan_hunt  # noqa: E402
from judge.model import Kind, Verdict  # noqa: E402
from judge.packages.load import find_problems  # noqa: E402
from judge.packages.plugin_loader import load_plugin  # noqa: E402
from judge.solutions.find import find_solutions  # noqa: E402

NOTES = Path(__file__).with_name("HUNT.md")
HEAD = """# What a hunt finds

Written by `tests/bench/hunt.py`. Times are wall time unless they are called CPU time.
"""
SURVIVE_S = float(os.environ.get("SURVIVE_S", "60"))
#: Names of solutions, for ``wrong`` to measure these alone and leave the other rows as they are.
ONLY = os.environ.get("ONLY", "").split()
#: Problem, solution, and against whom on what sizes, where that is not what a hunt chooses itself.
RIGHT: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("combat", "reference-cpp", {}),
    ("combat", "reference-python", {}),
    ("combat", "attacker-first", {}),
    ("combat", "golfed-fast-c", {}),
    ("combat", "golfed-fast-javascript", {}),
    ("combat", "golfed-c", {"sizes": (1, 4)}),
    ("combat", "golfed-javascript", {"sizes": (1, 4)}),
    ("combat", "golfed-perl", {"sizes": (1, 4)}),
    ("combat", "golfed-python", {"sizes": (1, 4)}),
    ("combat", "golfed-ruby", {"sizes": (1, 4)}),
    ("combat", "corrected-349", {"sizes": (1, 4)}),
    ("combat", "brute-force", {"sizes": (1, 5)}),
    ("mana", "reference-prices", {}),
    ("mana", "reference-flow", {"against": "reference-prices"}),
    ("attack", "reference-bnb", {"against": "brute-force", "sizes": (1, 6)}),
    ("attack", "reference-cpsat", {"against": "reference-bnb", "sizes": (1, 6)}),
)


def options(problem: str, solution: str, **more: Any) -> HuntOptions:
    return HuntOptions(ROOT / "problems", ROOT / "solutions", problem, solution, **more)


def hunt_result(chosen: HuntOptions) -> HuntResult:
    return hunt(plan_hunt(chosen), chosen, lambda: False, lambda tried: None)


def bundled(wanted: Callable[[frozenset[Verdict]], bool]) -> Iterator[tuple[str, str]]:
    """Problem and name of every bundled source whose expectation is as wanted."""
    for problem in find_problems(ROOT / "problems", []):
        plugin = load_plugin(problem.folder)
        for solution in find_solutions(ROOT / "solutions", problem, plugin, "*"):
            if solution.kind is not Kind.OUTPUT and wanted(solution.expect):
                yield problem.name, solution.name


def shape(problem: str, size: tuple[int, ...]) -> str:
    names = {"combat": "{} against {}", "attack": "{} creatures, {} defenders"}
    return names[problem].format(*size) if problem in names else f"{size[1]} lands"


def wrong() -> str:
    """Every bundled solution of which AC is not expected."""
    rows = [
        "| problem | solution | first seen as | s | instances | reduced to |",
        "|" + " --- |" * 6,
    ]
    known = _kept().get(PARTS["wrong"][0], "").splitlines() if ONLY else []
    for problem, name in bundled(lambda expect: Verdict.AC not in expect):
        old = [row for row in known if row.startswith(f"| {problem} | {name} | ")]
        if ONLY and name not in ONLY and old:
            rows.append(old[0])
            continue
        begin = time.monotonic()
        found = hunt_result(options(problem, name, failures=1, workers=1))
        took = time.monotonic() - begin
        cells = ["**survived**", f"{took:.1f}", f"{found.tried:,}", ""]
        if found.failures:
            one = found.failures[0]
            size = load_plugin(ROOT / "problems" / problem).size(one.counterexample.instance)
            cells[0] = "FLAKY" if one.counterexample.flaky else str(one.counterexample.fault)
            cells[3] = shape(problem, size) + ("" if one.minimal else ", not to the end")
        rows.append(f"| {problem} | {name} | {' | '.join(cells)} |")
        print(rows[-1], flush=True)
    return (
        f"Load of the machine while this ran: {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores. "
        "One worker, seed 0; the time is that of the whole hunt, start, compiler, and reduction "
        "included. A "
        "failure by the time limit costs a full limit at each step of its reduction: where it says "
        "“not to the end” that time was over.\n\n" + "\n".join(rows)
    )


#: The tables of misreadings, a folder for each problem, and whom they are hunted against.
MISREADINGS = ROOT / "tests" / "problems" / "misreadings"
AGAINST = {
    "attack": "reference-bnb",
    "combat": "reference-python",
    "mana": "reference-flow",
}
#: Sizes where the source of a table is too slow for those that a hunt chooses itself.
SIZES = {"attack": (1, 6)}


def misreadings() -> str:
    """Every row of the tables of misreadings, in a hunt of its own."""
    rows = ["| problem | misreading | first seen as | s | instances | reduced to |"]
    rows.append("|" + " --- |" * 6)
    known = _kept().get(PARTS["misreadings"][0], "").splitlines() if ONLY else []
    for table in sorted(MISREADINGS.glob("*/variants.toml")):
        problem = table.parent.name
        plugin = load_plugin(ROOT / "problems" / problem)
        [against] = (ROOT / "solutions" / problem).glob(f"{AGAINST[problem]}.[!t]*")
        for name, row in tomllib.loads(table.read_text(encoding="utf-8")).items():
            if not isinstance(row, dict):
                continue
            old = [row for row in known if row.startswith(f"| {problem} | {name} | ")]
            if ONLY and problem not in ONLY and name not in ONLY:
                rows += old
                continue
            chosen = HuntOptions(
                ROOT / "problems",
                MISREADINGS,
                problem,
                name,
                against=str(against),
                failures=1,
                workers=1,
                sizes=SIZES.get(problem, (1, 10)),
            )
            begin = time.monotonic()
            found = hunt_result(chosen)
            took = time.monotonic() - begin
            cells = ["**survived**", f"{took:.1f}", f"{found.tried:,}", ""]
            if found.failures:
                one = found.failures[0].counterexample
                cells[0], cells[3] = str(one.fault), shape(problem, plugin.size(one.instance))
            rows.append(f"| {problem} | {name} | {' | '.join(cells)} |")
            print(rows[-1], flush=True)
    return (
        f"Load of the machine while this ran: {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores. "
        "One worker, seed 0, 60 s at most; the time includes start and reduction. Sizes 1 to 6 in "
        "attack, whose table is made from a brute force.\n\n" + "\n".join(rows)
    )


def right() -> str:
    """Right ones survive."""
    rows = ["| problem | solution | sizes | s | instances | |", "|" + " --- |" * 6]
    for problem, name, more in RIGHT:
        chosen = options(problem, name, seconds=SURVIVE_S, workers=1, seed=1, **more)
        found = hunt_result(chosen)
        end = "survived" if not found.failures else f"**{found.failures[0].counterexample.fault}**"
        rows.append(
            f"| {problem} | {name}, against {found.reference} | "
            f"{'–'.join(map(str, chosen.sizes))} | {SURVIVE_S:.0f} | {found.tried:,} | {end} |"
        )
        print(rows[-1], flush=True)
    return "One worker, seed 1.\n\n" + "\n".join(rows)


def speed() -> str:
    """CPU time an instance: ours, and that of both solutions as the sandbox counts it."""
    rows = [
        "| problem | solution | reference | judge, µs | solution, µs | reference, µs | "
        "instances a CPU second |",
        "|" + " --- |" * 7,
    ]
    for problem, name in (
        ("combat", "greedy-single"),
        ("combat", "spreads-evenly"),
        ("combat", "reference-cpp"),
        ("mana", "greedy-scarcest"),
        ("attack", "wrong-no-drags"),
    ):
        chosen = options(problem, name, sizes=(1, 3))
        with temporary_folder() as folder:
            hunt_context = prepare_all(
                plan_hunt(chosen), chosen, sandbox.choose("auto"), Path(folder)
            )
            hunter = Hunter(hunt_context)
            tried, used = 0, [0.0, 0.0, 0.0]
            for place in range(12):
                before = _used(hunter)
                rows_ = generate_instances(hunt_context.target.plugin, chosen, stretch(place))
                board = list(dict.fromkeys(instance for _, instance in rows_))
                hunter.examiner.look(board, lambda: True)
                if place >= 4:  # until then interpreters start and batches grow
                    after = _used(hunter)
                    used = [s + b - a for s, a, b in zip(used, before, after, strict=True)]
                    tried += len(board)
            hunter.close()
        each = [1e6 * seconds / tried for seconds in used]
        cells = " | ".join(f"{value:.0f}" for value in each)
        rows.append(
            f"| {problem} | {name} | {hunt_context.reference.solution.name} | {cells} | "
            f"{1e6 / sum(each):,.0f} |"
        )
        print(rows[-1], flush=True)
    return (
        "CPU time on boards of sizes 1 to 3, the same one never twice in a stretch: generating, "
        "both answers, decoding and rescoring; the sandbox counts what runs in it. A C++ program "
        "is a process each.\n\n" + "\n".join(rows)
    )


def _used(hunter: Hunter) -> list[float]:
    """CPU seconds so far: our own, the solution's and the reference's."""
    return [time.process_time(), *(bulk_runner.used_s for bulk_runner in hunter.bulk_runners)]


REDUCED = (
    ("combat", "never-blocks"),
    ("combat", "greedy-single"),
    ("combat", "spreads-evenly"),
    ("mana", "greedy-scarcest"),
    ("mana", "wrong-shock-always"),
    ("attack", "wrong-no-drags"),
)
EQUAL_S = 6.0


def reduction() -> str:
    """Our reduction and hypothesis', each in the same time."""
    rows = [
        "| problem | solution | ours: size, bytes | s | hypothesis over `generate` | s | "
        "hypothesis over lists | s |",
        "|" + " --- |" * 8,
    ]
    unbeaten = 0
    for problem, name in REDUCED:
        chosen = options(problem, name, sizes=(5, 7), seed=2, seconds=EQUAL_S)
        with temporary_folder() as folder:
            hunt_context = prepare_all(
                plan_hunt(chosen), chosen, sandbox.choose("auto"), Path(folder)
            )
            hunter = Hunter(hunt_context)
            plugin = hunt_context.target.plugin
            reading = hunt_context.target.solution.reading or plugin.readings[0]
            instance, took, fault = _ours(hunter, chosen, reading)
            cells = [_cell(problem, plugin, (instance, took))]
            least = True
            for boards in (_generated(plugin), _listed(problem)):
                found = _hypothesis(hunter, fault, reading, boards) if boards is not None else None
                cells.append(_cell(problem, plugin, found))
                other = found[0] if found else None
                least &= other is None or _bulk(plugin, instance) <= _bulk(plugin, other)
            unbeaten += least
            hunter.close()
        rows.append(f"| {problem} | {name} | {' | '.join(cells)} |")
        print(rows[-1], flush=True)
    return (
        f"Each has {EQUAL_S:.0f} s to find a failure and to make it small; s is when the smallest "
        "was there. Ours starts from boards of sizes 5 to 7. hypothesis may begin with any size "
        "from 1 to 7: over the plug-in's generator with a `Random` that it controls, and, for "
        "combat, over plain lists of creatures. A call of its predicate asks both solutions, warm, "
        "in a batch of one; a hunt asks for all neighbours in one batch. In "
        f"{unbeaten} of {len(REDUCED)} rows nothing of hypothesis' is smaller than ours.\n\n"
        + "\n".join(rows)
    )


def _cell(problem: str, plugin: Any, found: tuple[Any, float] | None) -> str:
    if found is None:
        return " | "
    instance, took = found
    if instance is None:
        return f"nothing found | {took:.1f}"
    size = shape(problem, plugin.size(instance))
    return f"{size}, {len(plugin.render(instance))} | {took:.1f}"


def _ours(hunter: Hunter, chosen: HuntOptions, reading: str) -> tuple[Any, float, Any]:
    begin = time.monotonic()

    def has_time() -> bool:
        return time.monotonic() - begin < EQUAL_S

    plugin = hunter.hunt_context.target.plugin
    for place in range(99):
        board = [instance for _, instance in generate_instances(plugin, chosen, stretch(place))]
        found = hunter.examiner.examine(board, ReadingTerms(reading), has_time, False).findings
        if found:
            caught = shrink_failures(hunter, [(0, found[0])], reading, has_time, print)[0]
            took = time.monotonic() - begin
            return caught.counterexample.instance, took, caught.counterexample.fault
    raise AssertionError("no failure to reduce")


def _bulk(plugin: Any, instance: Any) -> tuple[int, int]:
    return sum(plugin.size(instance)), len(plugin.render(instance))


class Over(BaseException):
    """Time is: hypothesis lets nothing else through at once."""


def _hypothesis(hunter: Hunter, fault: Any, reading: str, boards: Any) -> tuple[Any, float]:
    """The smallest failing board that it came by, and when it had found that."""
    from hypothesis import HealthCheck, find, settings

    plugin = hunter.hunt_context.target.plugin
    begin = time.monotonic()
    best: list[tuple[tuple[int, int], float, int, Any]] = []

    def fails(instance: Any) -> bool:
        if time.monotonic() - begin > EQUAL_S:
            raise Over
        if hunter.examiner.first_like([instance], reading, fault, lambda: True) is None:
            return False
        best.append((_bulk(plugin, instance), time.monotonic() - begin, len(best), instance))
        return True

    quiet = settings(
        max_examples=100_000, database=None, suppress_health_check=list(HealthCheck), deadline=None
    )
    with contextlib.suppress(Over):
        find(boards, fails, settings=quiet, random=Random(2))
    if not best:
        return None, EQUAL_S
    _, took, _, smallest = min(best)
    return smallest, took


def _generated(plugin: Any) -> Any:
    from hypothesis import strategies as st

    def made(rng: Random, size: int) -> Any:
        instance = plugin.generate(rng, size)
        return plugin.part(instance, 0) if hasattr(plugin, "part") else instance

    return st.builds(made, st.randoms(use_true_random=False), st.integers(1, 7))


def _listed(problem: str) -> Any:
    """Boards of combat as hypothesis likes them best."""
    from hypothesis import strategies as st

    if problem != "combat":
        return None
    creature = st.tuples(st.integers(0, 15), st.integers(1, 15))
    side = st.lists(creature, max_size=7).map(tuple)
    return st.tuples(side, side)


#: How long the peer's loop is watched, in seconds.
PEER_S = 20.0
LOOP = """
import sys
from pathlib import Path
from random import Random
sys.path[:0] = [{root!r}]
from judge.packages.plugin_loader import load_plugin
plugin = load_plugin(Path({problem!r}))
open({log!r}, "a").write(".")
seed = int.from_bytes(open("/dev/urandom", "rb").read(4), "big")
print(plugin.render(plugin.generate(Random(seed), seed % 3 + 1)), end="")
"""


def peers() -> str:
    """``oj generate-input --hack`` with the same generator and reference: instances a second."""
    found = os.environ.get("OJ") or shutil.which("oj")
    if not found:
        return "`oj` is not here."
    with tempfile.TemporaryDirectory() as folder:
        script, log = Path(folder) / "generate.py", Path(folder) / "log"
        problem = str(ROOT / "problems/combat")
        script.write_text(LOOP.format(root=str(ROOT), problem=problem, log=str(log)))
        reference = ROOT / "solutions/combat/reference-python.py"
        run = f"{sys.executable} {reference}"
        arguments = [found, "generate-input", "--hack-actual", run, "--hack-expected", run]
        loop = subprocess.Popen(
            [*arguments, f"{sys.executable} {script}", "1"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
        time.sleep(PEER_S)  # it never finds what it looks for
        os.killpg(loop.pid, signal.SIGKILL)
        loop.wait()
        theirs = len(log.read_text()) / PEER_S
    begin = time.monotonic()
    chosen = options("combat", "reference-python", against="reference-python", sizes=(1, 3))
    ours = hunt_result(replace(chosen, seconds=10.0, workers=1))
    rate = ours.tried / (time.monotonic() - begin)
    return (
        "The Python reference of combat against itself, boards of sizes 1 to 3, one worker each, "
        f"in one run: `oj generate-input --hack-actual` tries {theirs:.1f} boards a second (three "
        f"processes a board, no sandbox), `judge hunt` {rate:,.0f} different ones, rescored and in "
        f"the sandbox, its start included: {rate / theirs:,.0f} times as many. `oj` compares text: "
        "here, where both print the same optimum, that is enough."
    )


PARTS: Mapping[str, tuple[str, Callable[[], str]]] = {
    "speed": ("Speed", speed),
    "wrong": ("Bundled wrong solutions", wrong),
    "misreadings": ("Misreadings", misreadings),
    "right": ("Bundled right solutions", right),
    "reduce": ("Reduction: ours and hypothesis'", reduction),
    "peers": ("Peers", peers),
}


def _kept() -> dict[str, str]:
    """The parts that are in the file, by their titles."""
    text = NOTES.read_text(encoding="utf-8") if NOTES.exists() else ""
    return {m[1]: m[2].strip() for m in re.finditer(r"^## (.*)\n([^#]*)", text, re.M)}


def main(arguments: list[str]) -> None:
    for word in arguments or PARTS:
        title, measure = PARTS[word]
        measured = measure()
        kept = {**_kept(), title: measured}
        titles = dict.fromkeys([title for title, _ in PARTS.values()] + list(kept))
        parts = [f"## {title}\n\n{kept[title]}\n" for title in titles if title in kept]
        NOTES.write_text("\n".join([HEAD, *parts]), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
