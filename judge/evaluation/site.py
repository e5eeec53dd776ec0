"""Where executions take place: what their times and outcomes depend on besides the package."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from msgspec import Struct

from judge.languages.table import all_languages
from judge.languages.toolchain import Toolchain, find_toolchain
from judge.sandbox import cgroups
from judge.sandbox.layer import Layer


class Site(Struct, frozen=True):
    """A machine, or several that are alike. ``toolchain`` finds that of a language by its name, and
    raises ToolMissing."""

    machine: str
    sandbox: str
    toolchain: Callable[[str], Toolchain]


def this_machine(layer: Layer) -> Site:
    return Site(
        machine_class(),
        sandbox_description(layer),
        lambda name: find_toolchain(all_languages()[name]),
    )


def sandbox_description(layer: Layer) -> str:
    """The layer, and how it counts; for the report."""
    if layer.name == "none":
        return "none"
    return f"{layer.name}; {cgroups.description()}"


@cache
def machine_class() -> str:
    """The kind of this machine: times measured on two machines compare if it is the same."""
    lines: list[str] = []
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    names = [line.partition(":")[2].split() for line in lines if line.startswith("model name")]
    # What tells the processor elsewhere starts a process, on Linux too.
    model = " ".join(names[0]) if names else platform.processor()
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {model}"
