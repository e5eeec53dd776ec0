"""SCALE.md and its plot, from the measurements of ``scale.py``."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.bench.scale import Measured

ROLES = ("main", "worker", "supervisor", "host", "solution")
COLOURS = ("#3867d6", "#20bf6b", "#f7b731", "#eb3b5a", "#8854d0", "#4b6584")


def page(found: Sequence[Measured]) -> str:
    return "\n".join(_lines(found))


def _lines(found: Sequence[Measured]) -> Iterable[str]:
    yield "# What an execution costs in a big run"
    yield ""
    yield f"One run of `tests/bench/scale.py` on {platform.system()} {platform.machine()},"
    yield f"{os.cpu_count()} cores, Python {platform.python_version()}; load of the machine at the"
    yield f"end: {os.getloadavg()[0]:.1f}. Every row is a whole `judge run` with two workers: plan,"
    yield "executions, store and page. CPU milliseconds a case, by process; `solution` is what the"
    yield "processes of the solution used, with its compiler."
    yield ""
    yield f"| tree | solution | cases | all | {' | '.join(ROLES)} |"
    yield f"| --- | --- | --- | --- | {' | '.join('---' for _ in ROLES)} |"
    for one in found:
        parts = " | ".join(f"{one.cpu_s.get(r, 0) * 1000 / one.cases:.2f}" for r in ROLES)
        head = f"| {one.tree} | {one.solution} | {one.cases:,} | {one.ms:.2f}"
        yield f"{head} | {parts} |"
    yield ""
    yield "![CPU time a case by number of cases](scale.svg)"
    yield ""
    yield "| tree | solution | cases | main, MiB | largest worker, MiB | page, MB | wall, s |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for one in found:
        main, worker = (one.peak_mib.get(role, 0.0) for role in ("main", "worker"))
        head = f"| {one.tree} | {one.solution} | {one.cases:,}"
        yield f"{head} | {main:.0f} | {worker:.0f} | {one.page_mb:.1f} | {one.wall_s:.0f} |"


def plot(found: Sequence[Measured]) -> str:
    """CPU milliseconds a case by number of cases, as bars in groups."""
    sizes = sorted({one.cases for one in found})
    series = list(dict.fromkeys((one.tree, one.solution) for one in found))
    most = max(one.ms for one in found)
    wide, high, bar = 640, 300, 22
    step = wide / len(sizes)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide + 60} {high + 80}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{wide + 60}" height="{high + 80}" fill="white"/>',
        '<text x="50" y="18">CPU milliseconds a case, all processes</text>',
        f'<path d="M50 30V{high + 30}H{wide + 50}" fill="none" stroke="#888"/>',
    ]
    for tenth in range(0, 11, 2):
        y = high + 30 - tenth / 10 * (high - 20)
        label = f"{most * tenth / 10:.1f}"
        parts.append(f'<text x="44" y="{y + 4:.0f}" text-anchor="end">{label}</text>')
    for one in found:
        place = series.index((one.tree, one.solution))
        x = 60 + sizes.index(one.cases) * step + place * (bar + 4)
        tall = one.ms / most * (high - 20)
        parts.append(
            f'<rect x="{x:.0f}" y="{high + 30 - tall:.0f}" width="{bar}" height="{tall:.0f}" '
            f'fill="{COLOURS[place]}"><title>{one.ms:.2f} ms</title></rect>'
        )
    for index, cases in enumerate(sizes):
        parts.append(f'<text x="{60 + index * step:.0f}" y="{high + 46}">{cases:,} cases</text>')
    for place, (tree, solution) in enumerate(series):
        x = 50 + place * 160
        key = f'x="{x}" y="{high + 58}" width="10" height="10"'
        parts.append(f'<rect {key} fill="{COLOURS[place]}"/>')
        parts.append(f'<text x="{x + 14}" y="{high + 67}">{tree}, {solution}</text>')
    return "\n".join([*parts, "</svg>", ""])
