"""``judge doctor``: list the toolchains and protections of this machine."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from judge.commands.arguments import NOT_AS_EXPECTED, OK, Parser
from judge.common.errors import JudgeError
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing, find_toolchain
from judge.sandbox import cgroups, choose


@dataclass(frozen=True)
class Health:
    """``healthy`` means that solutions can be judged in a sandbox."""

    text: str
    healthy: bool


def examine_machine() -> Health:
    """Look for every toolchain and try the sandbox."""
    lines = [f"judge on {platform.system()} {platform.release()}, Python {sys.version.split()[0]}"]
    lines += ["", "toolchains"]
    for language in all_languages().values():
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
        return Health("\n".join(lines), healthy=False)
    lines.append(f"  on       {layer.name}")
    lines += [f"           - {promise}" for promise in layer.protections]
    lines.append(f"           - {cgroups.description()}")
    if advice := cgroups.advice():
        lines.append(f"             {advice}")
    return Health("\n".join(lines), healthy=True)


def arguments(parser: Parser) -> None:
    """``doctor`` has no options."""


def main(options: argparse.Namespace, words: Sequence[str]) -> int:
    report = examine_machine()
    print(report.text)
    return OK if report.healthy else NOT_AS_EXPECTED
