"""Where reductions end, beside brute force below it: writes a table to standard output.

    python tests/bench/hunt_minima.py [REGEX]

A fault is a condition on an instance, in ``minima_faults.toml``: a solution fails where it holds,
and where the wrong answer that it gives then is no best one. Nothing runs in a sandbox: the same
functions reduce as in a hunt, and ask the condition instead of a solution. From SEEDS random
failing instances each. Brute force looks at every filling of each shape that ``smaller`` leads to,
with lesser bulk (see ``judge/hunting/below.py``), up to MOST for each shape.
"""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from judge.common.text_places import NUMBER  # noqa: E402
from judge.hunting import below  # noqa: E402
from judge.hunting.delta_debugging import reduce  # noqa: E402
from judge.hunting.shrink import LARGE_LEAP, MOST_USUAL, SLOW_LEAP  # noqa: E402
from judge.packages.plugin_loader import load_plugin  # noqa: E402
from judge.packages.problem_plugin import ProblemPlugin  # noqa: E402
from judge.plugin import InputError  # noqa: E402

FAULTS = Path(__file__).with_name("minima_faults.toml")
SEEDS, STARTS, MOST = 3, 8000, 200_000
#: What a start gets in place of one of its numbers, to fail more often.
SPECIAL = (7, 9, 13, 20, 21, 77, 100, 127, 128, 130, 140, 200)
Fails = Callable[[Any], bool]


def package(name: str) -> Path:
    """The folder of a bundled problem or of a template of ``judge new problem``."""
    problem = ROOT / "problems" / name
    return problem if problem.exists() else ROOT / "judge/packages/templates" / name / "problem"


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_"), path)
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def names(problem: str, plugin: ProblemPlugin, instance: Any) -> dict[str, Any]:
    """What a condition may name."""
    if problem == "combat":
        return {"a": list(instance[0]), "b": list(instance[1])}
    if problem == "attack":
        read = json.loads(plugin.render(instance))
        return {"creatures": read["attackers"], "defenders": read["defenders"]}
    if problem == "diff":
        return {"numbers": instance}
    return {
        name: getattr(instance, name)
        for name in ("amount", "coins", "values")
        if hasattr(instance, name)
    }


def is_worse(problem: str, plugin: ProblemPlugin) -> Fails:
    """Whether the wrong answer is no best one: nothing is done; coins of 1 alone."""
    if problem in ("combat", "attack"):
        source = {"combat": "reference-python.py", "attack": "reference-bnb.py"}[problem]
        solve = module(ROOT / "solutions" / problem / source).solve

        def worse(instance: Any) -> bool:
            if problem == "combat":
                best = solve(*plugin.arguments(instance))
            else:
                best = solve(json.loads(plugin.render(instance)))[1]
            pairs = tuple(sorted(map(tuple, best)))
            return bool(plugin.score(instance, ()) != plugin.score(instance, pairs))

        return worse
    if problem == "optimise":

        def costs_more(purse: Any) -> bool:
            return any(1 < value <= purse.amount for value in purse.values)

        return costs_more
    return lambda instance: True


def failing(problem: str, plugin: ProblemPlugin, row: dict[str, Any]) -> Fails:
    condition = compile(row["condition"], row["name"], "eval")
    worse = (lambda instance: True) if row.get("limit") else is_worse(problem, plugin)

    def fails(instance: Any) -> bool:
        if problem == "mana":
            keys = ("battlefield", "library", "life", "cost")
            return any(eval(condition, {k: getattr(one, k) for k in keys}) for one in instance)
        return bool(eval(condition, names(problem, plugin, instance))) and worse(instance)

    return fails


def start(plugin: ProblemPlugin, fails: Fails, rng: Random) -> Any | None:
    """A random instance that fails, in every second draw with a special number."""
    for _ in range(STARTS):
        instance = plugin.generate(rng, rng.randint(2, 10))
        text = plugin.render(instance)
        if rng.random() < 0.5 and (places := list(NUMBER.finditer(text))):
            place = rng.choice(places)
            text = f"{text[: place.start()]}{rng.choice(SPECIAL)}{text[place.end() :]}"
            try:
                instance = plugin.parse(text)
            except InputError:
                continue
        if fails(instance):
            return instance
    return None


def least(plugin: ProblemPlugin, begin: Any, fails: Fails, limit: bool) -> Any:
    """Where a hunt's reduction ends."""

    def first(group: Sequence[Any]) -> int | None:
        return next((at for at, one in enumerate(group) if fails(one)), None)

    def reduced(one: Any) -> Any:
        size = sum(plugin.size(one))
        leap = SLOW_LEAP if limit else LARGE_LEAP if size > MOST_USUAL else 0
        return reduce(one, plugin.smaller, first, lambda: True, leap, size).instance

    here = reduced(begin)
    while (
        lower := below.first_below(plugin, here, (here, begin), first, lambda: True)
    ) is not None:
        here = reduced(lower)
    return here


def smaller_by_force(plugin: ProblemPlugin, end: Any, fails: Fails) -> Any | None:
    """A failing instance of lesser bulk; None if there is none among those that are looked at."""
    bulk = below._bulk(plugin, end)
    for shape in below._shapes(plugin, end):
        for numbers in islice(_fillings(bulk[1], len(shape) - 1), MOST):
            with suppress(InputError):
                one = plugin.parse(below._text(shape, [*map(str, numbers)]))
                if below._bulk(plugin, one) < bulk and fails(one):
                    return one
    return None


def _fillings(total: int, slots: int) -> Iterator[tuple[int, ...]]:
    for part in range(total + 1):
        if slots:
            yield from below._ways_to_add(part, slots)


def main(wanted: str) -> None:
    table = tomllib.loads(FAULTS.read_text(encoding="utf-8"))
    print("| package | wrong if | reduced to | brute force below |\n|" + " --- |" * 4)
    for row in table["faults"]:
        problem = row["package"]
        if not re.search(wanted, f"{problem} {row['name']}"):
            continue
        plugin = load_plugin(package(problem))
        fails = failing(problem, plugin, row)
        for end in dict.fromkeys(
            least(plugin, begin, fails, row.get("limit", False))
            for seed in range(SEEDS)
            if (begin := start(plugin, fails, Random(seed))) is not None
        ):
            found = smaller_by_force(plugin, end, fails)
            told = "nothing" if found is None else f"**{shown(plugin, found)}**"
            kind = ", loops" if row.get("limit") else ""
            cells = (problem, row["name"] + kind, shown(plugin, end), told)
            print(f"| {' | '.join(cells)} |", flush=True)


def shown(plugin: ProblemPlugin, instance: Any) -> str:
    text = " / ".join(plugin.render(instance).split("\n")).strip(" /")
    return (
        f"`{text}`"
        if len(text) < 90
        else f"{plugin.size(instance)}, {below._bulk(plugin, instance)[1]} in all"
    )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
