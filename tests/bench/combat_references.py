"""Measure both exact combat solvers and write ``tests/bench/COMBAT.md``.

Run as ``python tests/bench/combat_references.py [--boards N] [--family-boards N] [--only-print]``.
Each board is one real process on standard input; times are its CPU seconds (user + system, start of
the interpreter included), memory its peak resident set. Boards depend on seed and size alone.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

HERE = Path(__file__).resolve().parent
SOLUTIONS = HERE.parent.parent / "solutions" / "combat"
SIZES = (4, 6, 8, 10, 12, 14, 16, 18, 20)
# Size -> share of the boards asked for: large ones take long.
FAMILY_SIZES = {12: 1.0, 16: 0.3, 20: 0.3}
SEARCHED = "## Search for slow boards"
CPU_LIMIT = 20  # seconds; beyond it a run is killed and counted as unsolved

Creature = tuple[int, int]
Board = tuple[list[Creature], list[Creature]]


def several(
    rng: Random, count: int, powers: tuple[int, int], toughnesses: tuple[int, int]
) -> list[Creature]:
    """Creatures with power and toughness uniform in the given ranges, ends included."""
    return [(rng.randint(*powers), rng.randint(*toughnesses)) for _ in range(count)]


def random_board(rng: Random, size: int) -> Board:
    """The boards that the targets speak of: power 0–7, toughness 1–7."""
    return several(rng, size, (0, 7), (1, 7)), several(rng, size, (0, 7), (1, 7))


def clones(rng: Random, size: int) -> Board:
    """Copies of one creature on either side."""
    return several(rng, 1, (1, 7), (1, 12)) * size, several(rng, 1, (1, 7), (1, 7)) * size


def cloned_blockers(rng: Random, size: int) -> Board:
    return several(rng, size, (0, 7), (1, 9)), several(rng, 1, (1, 7), (1, 7)) * size


def cloned_attackers(rng: Random, size: int) -> Board:
    return several(rng, 1, (1, 9), (1, 12)) * size, several(rng, size, (0, 7), (1, 7))


def ties(rng: Random, size: int) -> Board:
    """Hardly any variety: many blockings of equal worth."""
    return several(rng, size, (1, 2), (1, 3)), several(rng, size, (1, 2), (1, 2))


def huge_attacker(rng: Random, size: int) -> Board:
    attackers, blockers = random_board(rng, size)
    return [(rng.randint(20, 10**6), rng.randint(size, 3 * size)), *attackers[1:]], blockers


def huge_blocker(rng: Random, size: int) -> Board:
    attackers, blockers = random_board(rng, size)
    return attackers, [(10**6, 10**6), *blockers[1:]]


def no_power(rng: Random, size: int) -> Board:
    return several(rng, size, (0, 1), (1, 7)), several(rng, size, (0, 1), (1, 7))


def spread(rng: Random, size: int) -> Board:
    """Six orders of magnitude on one board."""

    def creature() -> Creature:
        return round(10 ** rng.uniform(0, 6)), round(10 ** rng.uniform(0, 6))

    return [creature() for _ in range(size)], [creature() for _ in range(size)]


def weak_blockers(rng: Random, size: int) -> Board:
    return several(rng, size, (0, 7), (5, 12)), several(rng, size, (1, 3), (1, 9))


def tough_attackers(rng: Random, size: int) -> Board:
    """Four to eight blockers are needed for each kill."""
    return several(rng, size, (3, 9), (20, 30)), several(rng, size, (1, 7), (1, 7))


def all_different(rng: Random, size: int) -> Board:
    """No two creatures alike and large numbers: little to share, many minimal sets."""
    return several(rng, size, (50, 400), (100, 400)), several(rng, size, (80, 160), (1, 300))


def covering(rng: Random, size: int) -> Board:
    """Nearly harmless attackers that take about five of the blockers each."""
    return several(rng, size, (0, 3), (400, 600)), several(rng, size, (60, 160), (1, 40))


def just_short(rng: Random, size: int) -> Board:
    """Power for a hair less than three kills: the linear relaxation sees almost three."""
    blockers = several(rng, size, (60, 160), (1, 40))
    need = sum(p for p, _ in blockers) // 3 + 1
    return several(rng, size, (0, 9), (need, need + 5)), blockers


def gangs_of(rng: Random, size: int, need: int) -> Board:
    """Nearly equal creatures, ``need`` blockers to each kill, of which the attacker kills two."""
    attackers = several(rng, size, (100, 105), (100 * need, 100 * need + 9))
    return attackers, several(rng, size, (100, 109), (34, 38))


def gangs_of_three(rng: Random, size: int) -> Board:
    return gangs_of(rng, size, 3)


def gangs_of_six(rng: Random, size: int) -> Board:
    return gangs_of(rng, size, 6)


def gangs_of_seven(rng: Random, size: int) -> Board:
    return gangs_of(rng, size, 7)


def half_for_a_kill(rng: Random, size: int) -> Board:
    """Each kill takes half of the blockers, and any half will do."""
    attackers = several(rng, size, (0, 9), (50 * size, 50 * size + 9))
    return attackers, several(rng, size, (95, 105), (1, 9))


FAMILIES: dict[str, Callable[[Random, int], Board]] = {
    "random": random_board,
    "one creature copied on each side": clones,
    "identical blockers": cloned_blockers,
    "identical attackers": cloned_attackers,
    "many ties": ties,
    "one huge attacker": huge_attacker,
    "one huge blocker": huge_blocker,
    "powers 0 and 1": no_power,
    "six orders of magnitude": spread,
    "weak blockers": weak_blockers,
    "tough attackers": tough_attackers,
    "all different, large numbers": all_different,
    "covering, five to a kill": covering,
    "power for just under three kills": just_short,
    "nearly equal, gangs of three": gangs_of_three,
    "nearly equal, gangs of six": gangs_of_six,
    "nearly equal, gangs of seven": gangs_of_seven,
    "half of the blockers to a kill": half_for_a_kill,
}


@dataclass(frozen=True)
class Cost:
    """CPU seconds (None: killed at the limit) and peak MiB of one process."""

    seconds: float | None
    mebibytes: float


def measure(command: list[str], board: Board) -> Cost:
    """Run one solver on one board; raises CalledProcessError if it fails."""
    text = "".join(json.dumps(side) + "\n" for side in board)
    limited = ["prlimit", f"--cpu={CPU_LIMIT}", "--", *command]
    with tempfile.TemporaryFile("w+") as feed:
        feed.write(text)
        feed.seek(0)
        process = subprocess.Popen(limited, stdin=feed, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cost = Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
    if process.returncode < 0 and (cost.seconds or 0) > 0.8 * CPU_LIMIT:
        return Cost(None, cost.mebibytes)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, limited)
    return cost


def cells(costs: list[Cost]) -> list[str]:
    """Median and worst milliseconds, and worst MiB, as table cells."""
    seconds = sorted(CPU_LIMIT if c.seconds is None else c.seconds for c in costs)
    killed = sum(c.seconds is None for c in costs)
    worst = f"{seconds[-1] * 1000:.0f}" if not killed else f">{CPU_LIMIT * 1000} ({killed} killed)"
    return [f"{median(seconds) * 1000:.1f}", worst, f"{max(c.mebibytes for c in costs):.0f}"]


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def machine() -> str:
    """Processor, number of cores, system and tool versions, in one line."""
    model = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [x for x in info.read_text().splitlines() if x.startswith("model name")]
        model = names[0].split(":", 1)[1].strip() if names else model
    gcc = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True, check=True)
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()}; "
        f"g++ {gcc.stdout.strip()} -O2, Python {platform.python_version()}"
    )


def report(commands: dict[str, list[str]], boards: int, family_boards: int) -> str:
    """The whole Markdown page."""
    head = [f"{n}: {what}" for n in commands for what in ("median ms", "worst ms", "peak MiB")]

    def row(name: str, family: str, size: int, count: int) -> list[str]:
        print(f"{family} {size} × {size}", file=sys.stderr)
        line = [name]
        made = [FAMILIES[family](Random(f"{family} {size} {i}"), size) for i in range(count)]
        for command in commands.values():
            line += cells([measure(command, board) for board in made])
        return line

    parts = [
        "# What the exact combat solvers cost",
        "Written by `python tests/bench/combat_references.py`. CPU milliseconds of one process for "
        "one board, start-up included; peak resident memory, in which the small process that "
        f"starts the solver shows as a floor. A run is killed after {CPU_LIMIT} s.",
        f"Machine: {machine()}.",
        f"## Random boards, power 0–7, toughness 1–7 ({boards} a size)",
        table(
            ["attackers × blockers", *head],
            [row(f"{n} × {n}", "random", n, boards) for n in SIZES],
        ),
    ]
    for size, share in FAMILY_SIZES.items():
        count = max(1, round(family_boards * share))
        rows = [row(name, name, size, count) for name in FAMILIES if name != "random"]
        parts += [
            f"## Unkind boards, {size} × {size} ({count} of each kind)",
            table(["kind", *head], rows),
        ]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--family-boards", type=int, default=10)
    parser.add_argument("--only-print", action="store_true", help="leave COMBAT.md as it is")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        program = str(Path(scratch) / "reference")
        source = str(SOLUTIONS / "reference-cpp.cpp")
        subprocess.run(["g++", "-std=c++17", "-O2", "-o", program, source], check=True)
        python = os.path.realpath(sys.executable)
        commands = {
            "C++": [program],
            "Python": [python, "-I", str(SOLUTIONS / "reference-python.py")],
        }
        page = report(commands, options.boards, options.family_boards)
    if not options.only_print:
        target = HERE / "COMBAT.md"
        found = target.read_text().partition(SEARCHED)  # stays as it is
        target.write_text(page + "\n" + found[1] + found[2])
    print(page)


if __name__ == "__main__":
    main()
