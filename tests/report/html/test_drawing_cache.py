"""Drawings that an earlier page has are not made again, unless what they show has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.packages.plugin_contract import checked_plugin
from judge.report.html.drawing_cache import DrawingCache
from judge.report.html.drawings import Gallery
from tests.report.toy_results import Toy, make_problem


def test_the_boards_of_a_block_are_drawn_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    toy, problem = Toy(), make_problem(tmp_path)
    plugin = checked_plugin(toy, problem.folder)
    one, other = problem.cases[:2]

    def boards(code: str = "code") -> list[str]:
        cache = DrawingCache(code, [one.name, other.name])
        galleries = [Gallery(plugin, case, cache=cache) for case in (one, other)]
        found = [gallery.drawings[gallery.board().value or 0] for gallery in galleries]
        cache.save()
        return found

    first = boards()
    assert len(toy.drawn) == 2
    assert boards() == first and len(toy.drawn) == 2
    other.input_path.write_bytes(one.input_path.read_bytes())
    assert boards() == [first[0], first[0]] and len(toy.drawn) == 2
    assert boards("other code") == [first[0], first[0]] and len(toy.drawn) == 3
