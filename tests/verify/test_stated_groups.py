"""Groups as statements list them: their numbers, points and limits."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Group
from judge.verify.stated_groups import listed_groups, numbered_groups

TEX = r"""
\begin{tabular}{| l | l | l |} \hline
\textbf{Grupp} & \textbf{Poäng} & \textbf{Gränser} \\ \hline
$1$ & $20$ & $N = 2$ \\ \hline
$2$ & $30$ & $1 \le N, M \le 10^{3}$, $x_i < 50$ \\ \hline
\end{tabular}
"""
MARKDOWN = """
| group | points | limits |
|-------|--------|--------|
| 1 | 20 | $N = 2$ |
| 2 | 30 | $1 ≤ N, M ≤ 1000$ and $x_i < 50$ |
"""
ITEMS = r"""
\item \textbf{Subtask 1} (20 points): $N = 2$
\item \textbf{Subtask 2} (30 points): $1 \leq N, M \leq 1\,000$, $x_i < 50$
"""
BEHIND = """
- $N = 2$ (20 points)
- $N, M <= 1e3$ and each $x_i \\lt 50$ (30 points)
"""


def package(folder: Path, text: str, names: tuple[str, ...] = ("group1", "group2")) -> Any:
    (folder / "problem.sv.tex").write_text(text)
    groups = tuple(Group(f"secret/{name}") for name in names)
    return SimpleNamespace(folder=folder, groups=(Group("sample"), *groups))


@pytest.mark.parametrize("text", [TEX, MARKDOWN, ITEMS, BEHIND])
def test_tables_and_items_are_read(tmp_path: Path, text: str) -> None:
    [(one, other)] = listed_groups(package(tmp_path, text))
    assert (one.number, one.points, *map(str, one.limits)) == (1, 20, "N = 2")
    limits = ("N <= 1000", "M <= 1000", "x_i <= 49")
    assert (other.number, other.points, *map(str, other.limits)) == (2, 30, *limits)


@pytest.mark.parametrize(
    "said",
    [
        "$N + M \\le 100$",
        "$N \\cdot M \\le 100$",
        "$N \\le 100 \\cdot M$",
        "the sum of all $N \\le 100$",
        "$|N| \\le 100$",
        "$N \\le 2^{M}$",
        "$N \\le 100$ or $M = 1$",
        "$N \\le 100$ eller $M = 1$",
    ],
)
def test_what_is_no_limit_of_a_name_is_none(tmp_path: Path, said: str) -> None:
    [(one, _)] = listed_groups(package(tmp_path, TEX.replace("$N = 2$", said)))
    assert not one.limits


@pytest.mark.parametrize("text", [TEX.replace("Poäng", "Längd"), TEX + "$3$ & $1$ & \\\\\n"])
def test_other_tables_are_none(tmp_path: Path, text: str) -> None:
    assert not [*listed_groups(package(tmp_path, text))]


def test_a_line_of_many_spaces_is_read_once(tmp_path: Path) -> None:
    wide = f"\n{' ' * 20_000}.\n"
    [found] = listed_groups(package(tmp_path, wide + TEX + wide))
    assert len(found) == 2


def test_groups_are_numbered_by_their_names(tmp_path: Path) -> None:
    found = numbered_groups(package(tmp_path, TEX, ("02-large", "01-small")))
    assert {number: group.name for number, group in found.items()} == {
        1: "secret/01-small",
        2: "secret/02-large",
    }
    assert not numbered_groups(package(tmp_path, TEX, ("large", "small")))
    assert not numbered_groups(package(tmp_path, TEX, ("group2", "group3")))
