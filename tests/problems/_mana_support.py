"""What the tests of Mana troubles share: the plug-in, paths, and ways to run programs."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from judge.packages.plugin_loader import name_package
from judge.solutions.load import read_source

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "problems/mana"
SOLUTIONS = ROOT / "solutions/mana"

name_package("mana_problem", PACKAGE)


def load(path: Path, name: str) -> ModuleType:
    """A module from a file under a name of its own: every package has a ``plugin.py``."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def mana() -> Any:
    """The plug-in; it keeps no state between calls."""
    return import_module("mana_problem.plugin").Mana()


def run(command: list[str | Path], text: str) -> list[str]:
    """The lines a program prints for an input."""
    done = subprocess.run(command, input=text, text=True, capture_output=True, check=True)
    return done.stdout.splitlines()


def run_python(stem: str, text: str) -> list[str]:
    """The lines that the solution ``stem``, a file or a variant, prints for an input."""
    source = read_source(SOLUTIONS / f"{stem}.py")
    return run([sys.executable, "-c", source.decode()], text)


def secret(group: str) -> Iterator[tuple[str, list[str]]]:
    """(input, answer lines) of every file of a test group."""
    for path in sorted((PACKAGE / "data/secret" / group).glob("*.in")):
        yield path.read_text(), path.with_suffix(".ans").read_text().splitlines()


def contest_file(group: str) -> tuple[str, list[str]]:
    """The file of the contest's scale among the files of a test group."""
    path = PACKAGE / "data/secret" / group / "1.in"
    return path.read_text(), path.with_suffix(".ans").read_text().splitlines()
