"""The page of ``packages.py``: every package and submission, and the reasons of what differs."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import packages_others
from packages_reasons import MISSING, REASONS

if TYPE_CHECKING:
    from packages import Judged, Verdict

HEAD = """# Strangers' packages

`tests/bench/packages.py FOLDER --write tests/bench/PACKAGES.md` writes this page. FOLDER holds
unpacked trees of public repositories; no file of them is part of this one. Every package is
copied, its data is generated where it has a `generators.yaml`, and then `judge check` and
`judge run` are called; what is not as expected is run a second time by itself, without giving
up. What is expected of a submission comes from its folder, `@EXPECTED_RESULTS@` and
`submissions.yaml`. The checkers of testlib stand in packages written by `packages_testlib.py`,
which hold right and wrong outputs for each. The columns of other tools are what
`packages_others.py` got from them, outside a sandbox and so only for harmless packages.
"""


def reason(judged: Judged, name: str = "") -> str:
    """Why something is not as expected, or not judged; empty if no reason is known."""
    path = f"{judged.tree}/{judged.name}"
    for (package, submission), said in REASONS.items():
        if fnmatch.fnmatch(path, package) and fnmatch.fnmatch(name, submission):
            return said
    return ""


def page(results: list[Judged], work: Path) -> str:
    lines = [HEAD, *_totals(results), "", "## Packages", ""]
    lines += ["| package | cases | `judge generate` | `judge check` | as expected |"]
    lines += ["| --- | --- | --- | --- | --- |", *map(_row, results)]
    lines += ["", "## What is missing or refused", "", *_remarks(results)]
    lines += ["", "## Submissions", "", *_submissions(results, work)]
    lines += ["", MISSING]
    return "\n".join(lines).rstrip() + "\n"


def _totals(results: list[Judged]) -> Iterable[str]:
    every = [one for judged in results for one in judged.submissions]
    run = [one for one in every if one.verdict != "SKIP"]
    skipped = len(every) - len(run)
    good = sum(one.as_expected for one in run)
    refused = [judged for judged in results if judged.refused]
    judged = len(results) - len(refused)
    yield f"- {len(results)} packages: {judged} judged, {len(refused)} refused by name."
    yield f"- {len(every)} submissions: {len(run)} run, {skipped} in other languages (SKIP)."
    yield f"- {good} of {len(run)} verdicts as expected; the rest has its reason below."


def _row(judged: Judged) -> str:
    run = [one for one in judged.submissions if one.verdict != "SKIP"]
    good = sum(one.as_expected for one in run)
    skipped = len(judged.submissions) - len(run)
    shown = f"{good} of {len(run)}" + (f", {skipped} SKIP" if skipped else "")
    checked = judged.checked.split(": ", 2)[-1] if not judged.refused else "refused, see below"
    generated = judged.generated.split(": ", 1)[-1]
    cells = (f"{judged.tree}/{judged.name}", str(judged.cases or ""), generated, checked)
    return f"| {' | '.join(map(_cell, (*cells, shown)))} |"


def _remarks(results: list[Judged]) -> Iterable[str]:
    for judged in results:
        said = [f"not in the tree: `{lost}`" for lost in judged.missing]
        if judged.refused:
            said.append(f"refused: {_cell(judged.refused)}. {reason(judged)}")
        said += [_cell(line) for line in judged.remarks if line.startswith("fault:")]
        if said:
            yield f"- **{judged.tree}/{judged.name}**"
            yield from (f"  - {line}" for line in said)


def _submissions(results: list[Judged], work: Path) -> Iterable[str]:
    for judged in results:
        if not judged.submissions:
            continue
        yield f"### {judged.tree}/{judged.name}"
        yield ""
        package = f"{judged.tree}/{judged.name}"
        others = packages_others.verdicts(work, package)
        tool = f" {packages_others.HARMLESS[package]} |" if others else ""
        yield f"| submission | expected | verdict | |{tool}"
        yield "| --- | --- | --- | --- |" + (" --- |" if others else "")
        for one in judged.submissions:
            cells = [one.name, "; ".join(one.expected), _verdict(one), _agreement(judged, one)]
            cells += [others.get(one.name, "–")] if others else []
            yield f"| {' | '.join(map(_cell, cells))} |"
        yield ""


def _verdict(one: Verdict) -> str:
    return f"{one.verdict} ({one.score})" if one.score else one.verdict


def _agreement(judged: Judged, one: Verdict) -> str:
    if one.verdict == "SKIP":
        return one.message
    if one.as_expected:
        return f"agrees when run by itself (first {one.first})" if one.first else "agrees"
    return f"**{one.why}**: {reason(judged, one.name) or one.message}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")[:400]
