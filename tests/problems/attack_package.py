"""Where the attack package lies, its plug-in, and short ways to write combats in tests."""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from judge.packages.plugin_loader import name_package
from judge.solutions.load import read_source

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "problems" / "attack"
SOLUTIONS = ROOT / "solutions" / "attack"
SECRET = PACKAGE / "data" / "secret"

name_package("attack_problem", PACKAGE)


def _load(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


plugin = import_module("attack_problem.plugin").Attack()


def weight(instance: Any) -> int:
    """What every simpler neighbour has less of."""
    from attack_problem import smaller

    return int(smaller.weight(instance))


@cache
def solution(stem: str) -> ModuleType:
    """A solution, a file or a variant, as a module; raises ImportError when it needs more."""
    path = SOLUTIONS / f"{stem}.py"
    if path.exists():
        return _load(path, "solution_" + stem.replace("-", "_"))
    module = ModuleType("solution_" + stem.replace("-", "_"))
    exec(compile(read_source(path), str(path), "exec"), vars(module))
    return module


@cache
def bench(stem: str) -> ModuleType:
    return _load(ROOT / "tests" / "bench" / f"{stem}.py", f"bench_{stem}")


def creature(name: str = "Ox", power: int = 2, colors: str = "", **rules: Any) -> dict[str, Any]:
    return {"name": name, "power": power, "colors": list(colors), **rules}


def combat(
    *attackers: dict[str, Any], cap: int | None = None, caps: tuple[int | None, ...] = (None,)
) -> Any:
    """An instance: creatures, the global cap, and one defender for each of ``caps``."""
    defenders = [{"name": f"D{index}", "max_attackers": x} for index, x in enumerate(caps)]
    whole = {"max_attackers": cap, "defenders": defenders, "attackers": list(attackers)}
    return plugin.parse(json.dumps(whole))


@cache
def secret() -> tuple[tuple[str, Any, int], ...]:
    """(name, instance, least score) of every secret case."""
    found = []
    for path in sorted(SECRET.glob("*.in")):
        instance = plugin.parse(path.read_text(encoding="utf-8"))
        answer = path.with_suffix(".ans").read_text(encoding="utf-8")
        found.append((path.stem, instance, int(plugin.parse_answer(answer, instance).score)))
    return tuple(found)
