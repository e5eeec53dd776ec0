"""A wrong answer and a best one in one picture, for the bundled problems that have that."""

from __future__ import annotations

from pathlib import Path

from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin

ROOT = Path(__file__).parents[2] / "problems"


def drawn(plugin: ProblemPlugin, case: Path, theirs: str) -> str:
    instance = plugin.parse(case.with_suffix(".in").read_text())
    best = plugin.parse_answer(case.with_suffix(".ans").read_text(), instance).answer
    return plugin.draw_pair(instance, plugin.decode(theirs, instance, plugin.readings[0]), best)


def test_attack_marks_the_creatures_that_differ() -> None:
    plugin = load_plugin(ROOT / "attack")
    html = drawn(plugin, ROOT / "attack/data/sample/1-flunkies", "[]")
    best = (ROOT / "attack/data/sample/1-flunkies.ans").read_text().splitlines()[1:]
    assert html.count('<tr class="differs"') == len(best) > 0
    assert "style=" not in html and "<script" not in html


def test_mana_shows_the_wrong_lines_alone_beside_the_right_ones() -> None:
    plugin = load_plugin(ROOT / "mana")
    case = ROOT / "mana/data/sample/1"
    lines = case.with_suffix(".ans").read_text().splitlines()
    wrong = ["NO" if lines[0] == "YES" else "YES", *lines[1:]]
    html = drawn(plugin, case, "\n".join(wrong) + "\n")
    assert html.count('class="mana-case"') == 1 and "Line 1<" in html
    assert f"Theirs: {wrong[0]}" in html and f"Right: {lines[0]}" in html
