"""The toolchains found for a language on this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct, field

from judge.languages.table import Language
from judge.sandbox.held import run_trusted

#: How long a tool may take to print its version, in seconds.
VERSION_TIMEOUT_S = 30.0
#: A line of what ``real`` prints that defines a placeholder.
FACT = re.compile(r"\w+=")
#: Environment variables that a tool gets when it prints its version: those that locate it and its
#: version manager, and none that makes it load or do more.
PASSED_ON = re.compile(r"PATH|HOME|USER|LOGNAME|TMPDIR|LD_LIBRARY_PATH|\w+_(HOME|ROOT|DIR|VERSION)")
#: Folders that every sandbox shows anyway.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64")


class Toolchain(Struct, frozen=True):
    """The tools of a language on this machine: real paths, and folders a sandbox must show."""

    paths: Mapping[str, Path]
    folders: tuple[Path, ...]
    version: str
    #: Arguments to add to the compile command on this machine.
    flags: tuple[str, ...] = ()
    #: Further placeholders, as the first tool printed them.
    facts: Mapping[str, str] = field(default_factory=dict)


class ToolMissing(Exception):
    """A tool of a language is not installed; the message names it and the package to install."""


@cache
def find_toolchain(language: Language) -> Toolchain:
    """Find a language's tools; raises ToolMissing."""
    if language.unavailable:
        raise ToolMissing(f"{language.title} cannot be run: {language.unavailable}")
    paths: dict[str, Path] = {}
    for tool in language.tools:
        found = sys.executable if language.pip else shutil.which(tool)
        if found is None:
            raise ToolMissing(
                f"{tool} is not installed: {language.title} needs it ({language.install})"
            )
        paths[tool] = Path(found)
    first = language.tools[0]
    needed = [folder for folder in map(Path, language.folders) if folder.exists()]
    facts: dict[str, str] = {}
    if language.real:
        real, *more = _ask(paths[first], language.real, language).splitlines()
        paths[first] = Path(real, "bin", first) if Path(real).is_dir() else Path(real)
        needed += [Path(line) for line in more if line.startswith("/")]
        facts = _facts(line for line in more if FACT.match(line))
    asked = language.version  # another language may have the same ``real``
    told = _ask(paths[first], asked, language) if asked else facts.get("version", "")
    if not told:
        raise ToolMissing(f"{first} does not work: reinstall the package {language.package}")
    folders = {f for path in paths.values() for f in _folders(path)}
    folders.update(folder for folder in needed if not _in_system(folder))
    flags = _flags(language, paths[first])
    return Toolchain(paths, tuple(sorted(folders)), _version(told), flags, facts)


def _version(printed: str) -> str:
    """The line with the version: run-time systems print warnings before it."""
    lines = printed.splitlines()
    return next((line for line in lines if "warning" not in line.lower()), lines[0])


def _facts(lines: Iterable[str]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for line in lines:
        name, value = line.split("=", 1)
        found.setdefault(name, []).append(value)
    return {name: "\n".join(values) for name, values in found.items()}


def _flags(language: Language, compiler: Path) -> tuple[str, ...]:
    """``-static`` where the libraries for it are installed: it saves the search
    for shared ones at a program's start, which is most of the time of a small C++ program.
    """
    asked = (_ask(compiler, (f"-print-file-name={name}",), language) for name in language.static)
    if not language.static or not all(Path(a).is_absolute() for a in asked):
        return ()
    faster = language.linker and compiler.with_name(f"ld.{language.linker}").exists()
    return ("-static", f"-fuse-ld={language.linker}") if faster else ("-static",)


def _ask(tool: Path, arguments: tuple[str, ...], language: Language) -> str:
    try:
        kept = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}
        done = run_trusted([str(tool), *arguments], VERSION_TIMEOUT_S, env=kept)
    except (OSError, subprocess.SubprocessError) as error:
        raise ToolMissing(f"{tool} does not start: {error}") from error
    # Some tools print their version as a message.
    output = (done.stdout.strip() or done.stderr.strip()).decode(errors="replace")
    if done.returncode != 0 or not output:
        if language.pip:
            raise ToolMissing(f"{language.title} is not installed ({language.install})")
        raise ToolMissing(f"{tool} does not work: reinstall the package {language.package}")
    return output


def _folders(path: Path) -> list[Path]:
    """What must be shown for a tool outside the system's folders: its prefix, but never a home."""
    shown = []
    for found in {path, path.resolve()}:
        if _in_system(found):
            continue
        prefix = found.parent.parent
        home = Path.home()
        shown.append(found if home.is_relative_to(prefix) else prefix)
    return shown


def _in_system(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in SYSTEM)
