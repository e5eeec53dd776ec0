"""The toolchains and protections of this machine, as text."""

from __future__ import annotations

import platform
import sys

from msgspec import Struct

from judge.common.errors import JudgeError
from judge.languages.table import all_languages
from judge.languages.titles import language_asked
from judge.languages.toolchain import ToolMissing, find_toolchain
from judge.sandbox import cgroups, choose


class MachineReport(Struct, frozen=True):
    """``healthy`` means that solutions can be judged in a sandbox."""

    text: str
    healthy: bool


def install_text(name: str) -> str:
    """The command that installs a language; raises JudgeError for an unknown one, and for one that
    cannot be installed."""
    language = language_asked(name)
    if language.unavailable:
        raise JudgeError(f"{language.title} cannot be installed: {language.unavailable}")
    return language.install_command


def examine_machine() -> MachineReport:
    """Look for every toolchain and try the sandbox."""
    lines = [f"judge on {platform.system()} {platform.release()}, Python {sys.version.split()[0]}"]
    lines += ["", "toolchains"]
    for language in all_languages().values():
        if language.unavailable:
            continue
        try:
            found = find_toolchain(language)
            path = found.paths[language.tools[0]]
            lines.append(f"  on       {language.title:<20} {found.version} ({path})")
        except ToolMissing as missing:
            lines.append(f"  MISSING  {language.title:<20} {missing}")
    lines += ["", "sandbox"]
    try:
        layer = choose("auto")
    except JudgeError as error:
        lines.append(f"  MISSING  {error}")
        return MachineReport("\n".join(lines), healthy=False)
    lines.append(f"  on       {layer.name}")
    lines += [f"           - {promise}" for promise in layer.protections]
    lines.append(f"           - {cgroups.description()}")
    if advice := cgroups.advice():
        lines.append(f"             {advice}")
    return MachineReport("\n".join(lines), healthy=True)
