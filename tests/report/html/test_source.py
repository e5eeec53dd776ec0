"""The source of a solution on the page: highlighted once, and again when it has changed."""

from __future__ import annotations

from pathlib import Path

import pygments
import pytest

from judge.model import Kind, Solution
from judge.report.html import source


def shown(path: Path, text: str) -> str:
    path.write_text(text)
    solution = Solution("tour", path.stem, path, "python", Kind.PROGRAM, len(text))
    return source.load(solution, sources=1).html


def test_a_source_is_highlighted_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    highlight, texts = pygments.highlight, list[str]()

    def counted(text: str, *rest: object) -> object:
        texts.append(text)
        return highlight(text, *rest)

    monkeypatch.setattr(pygments, "highlight", counted)
    first = shown(tmp_path / "a.py", "print('é\u202e')\n")
    assert '<span class="nb">print</span>' in first
    assert shown(tmp_path / "b.py", "print('é\u202e')\n") == first and len(texts) == 1
    assert shown(tmp_path / "a.py", "print(2)\n") != first and len(texts) == 2
    assert shown(tmp_path / "a.txt", "print(2)\n") == '<span class="line">print(2)\n</span>'
    assert len(texts) == 3
