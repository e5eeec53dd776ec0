"""Instances from the plug-in's generator; run as a program, in another process."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.sandbox.held import run_trusted
from judge.verify.subject import ask

#: Time limit of the other process, in seconds.
DRAW_TIMEOUT_S = 60


def draw(plugin: ProblemPlugin, seed: str, size: int) -> Any:
    """The instance of a seed and a size; raises PluginFault."""
    return ask(plugin.generate, Random(f"{seed} {size}"), size)


def digest(plugin: ProblemPlugin, instance: Any) -> str:
    return sha256(ask(plugin.render, instance).encode()).hexdigest()


def elsewhere(folder: Path, seed: str, sizes: Sequence[int]) -> list[str]:
    """The digests of the same draws in a new process, where hashes of strings differ.

    If the process fails, the list is shorter.
    """
    home = str(Path(__file__).parents[2])
    command = [sys.executable, "-m", "judge.verify.draws", str(folder.absolute()), seed]
    salt = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    environment = {**os.environ, "PYTHONPATH": home, "PYTHONHASHSEED": salt}
    done = run_trusted([*command, *map(str, sizes)], DRAW_TIMEOUT_S, env=environment)
    return done.stdout.decode().split()


def main(folder: str, seed: str, *sizes: str) -> None:
    plugin = load_plugin(Path(folder))
    for size in sizes:
        print(digest(plugin, draw(plugin, seed, int(size))))


if __name__ == "__main__":
    main(*sys.argv[1:])
