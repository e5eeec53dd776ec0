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


@pytest.mark.parametrize(
    ("name", "language", "text", "wanted"),
    [
        ("a.pl", "perl", "sub f{my$x=shift}", '<span class="k">my</span>'),
        ("a.pl", "prolog", "f(X) :- X.", '<span class="nv">X</span>'),
        ("a.m", "octave", "# a comment\n", '<span class="c"># a comment</span>'),
        ("a.b", "brainfuck", "+-.", '<span class="nb">+-</span>'),
        ("a.sql", "sqlite", "select 1", '<span class="k">select</span>'),
        ("a.py3", "python", "print(1)", '<span class="nb">print</span>'),
        ("a.jelly", "jelly", "<b>", "&lt;b&gt;"),
    ],
)
def test_a_source_is_highlighted_as_its_language(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    language: str,
    text: str,
    wanted: str,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / name
    path.write_text(text)
    solution = Solution("tour", "a", path, language, Kind.PROGRAM, len(text))
    assert wanted in source.load(solution, sources=1).html
