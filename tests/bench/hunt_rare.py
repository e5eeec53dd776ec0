"""Rare planted faults: how many a hunt finds that looks into the source, and a blind one.

    python tests/bench/hunt_rare.py [combat] [mana] [attack]

Every fault is a right solution that answers wrongly under one rare condition, which is in
``rare_faults.toml`` or the file that FAULTS names. Each is hunted twice with the same seed, blind
and not, for at most SECONDS of CPU time (default 60): our own, the solution's and the reference's.
ROWS is a regular expression: only faults whose name has a match are hunted.
Prints a row for each, with the CPU time until the failure was confirmed and the number of
instances; HUNT.md has them.
"""

from __future__ import annotations

import os
import re
import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from judge import sandbox  # noqa: E402
from judge.common.scratch import temporary_folder  # noqa: E402
from judge.hunting.climb import climb_results  # noqa: E402
from judge.hunting.hunter import Hunter  # noqa: E402
from judge.hunting.instances import FEW  # noqa: E402
from judge.hunting.reference import HuntContext, instance_maker, prepare_all  # noqa: E402
from judge.hunting.search import hunt_schedule  # noqa: E402
from judge.hunting.stress import Counterexample  # noqa: E402
from judge.hunting.target import HuntOptions, plan_hunt  # noqa: E402
from judge.model import Verdict  # noqa: E402

FAULTS = Path(os.environ.get("FAULTS") or Path(__file__).with_name("rare_faults.toml"))
SECONDS = float(os.environ.get("SECONDS", "60"))
#: Which hunts: "blind", "guided", or both.
HUNTS = os.environ.get("HUNTS", "blind guided").split()
ROWS = re.compile(os.environ.get("ROWS", ""))


def planted(problem: str, name: str, base: dict[str, Any], condition: str, folder: Path) -> Path:
    """The source with the fault, and its manifest."""
    text = (ROOT / "solutions" / problem / base["source"]).read_text(encoding="utf-8")
    for old, new in base["replace"]:
        assert text.count(old) == 1, (name, old)
        text = text.replace(old, new.replace("CONDITION", condition))
    path = folder / f"{name}{Path(base['source']).suffix}"
    path.write_text(text, encoding="utf-8")
    path.with_suffix(".toml").write_text(base["manifest"], encoding="utf-8")
    return path


def found_after(context: HuntContext) -> tuple[float | None, int]:
    """The CPU seconds until a failure is confirmed, or None, and the instances until then."""
    hunter = Hunter(context)
    schedule = hunt_schedule(context)
    kept: dict[int, Any] = {}
    begin, tried, terms = time.process_time(), 0, None

    def used() -> float:
        return time.process_time() - begin + sum(one.used_s for one in hunter.bulk_runners)

    def over() -> bool:
        return used() > SECONDS

    def after(findings: Sequence[tuple[int, Counterexample]]) -> tuple[float, int]:
        fault = findings[0][1].fault
        assert fault.verdict is Verdict.WA, fault  # or the planted source is broken
        return used(), tried

    try:
        index = 0
        while not over():
            if index == FEW:
                climbed = climb_results(hunter, terms, over, lambda count: None)
                for one in climbed.results:
                    if one.findings:
                        return after(one.findings)
                found = climbed.largest, climbed.bearable, climbed.affordable, climbed.cheap
                schedule.allow(*found)
            done = hunter.examine(index, schedule.numbers(index, kept), terms, over)
            kept[index], terms, tried = (
                done.kept,
                done.examination.terms,
                tried + done.examination.tried,
            )
            if done.findings:
                return after(done.findings)
            index += 1
    finally:
        hunter.close()
    return None, tried


def hunts(problem: str, path: Path, folder: Path) -> list[tuple[float | None, int]]:
    """Each hunt, in the order of ``HUNTS``."""
    chosen = HuntOptions(ROOT / "problems", ROOT / "solutions", problem, str(path), seconds=10**6)
    context = prepare_all(plan_hunt(chosen), chosen, sandbox.choose("auto"), folder)
    results = []
    for name in HUNTS:
        options = replace(chosen, blind=name == "blind")
        maker = instance_maker(context.target, options)
        results.append(found_after(replace(context, options=options, maker=maker)))
    return results


def main(problems: list[str]) -> None:
    table = tomllib.loads(FAULTS.read_text(encoding="utf-8"))
    for problem in problems or list(table):
        for row in table[problem]["faults"]:
            if not ROWS.search(row["name"]):
                continue
            base = table[problem][row["base"]]
            name = re.sub(r"\W+", "-", row["name"])
            with temporary_folder() as folder:
                Path(folder, "build").mkdir()
                path = planted(problem, name, base, row["condition"], Path(folder))
                results = hunts(problem, path, Path(folder) / "build")
            cells = [f"{'' if s is None else f'{s:.1f}'} | {count:,}" for s, count in results]
            shown = " | ".join([problem, base["language"], row["name"], *cells])
            print(f"| {shown} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
