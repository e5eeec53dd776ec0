"""Templates are compiled once for all runs, and again where their text has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment

from judge.report.html.compiled_templates import environment


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that jinja2 compiles, from an empty cache on."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    texts: list[str] = []
    usual = Environment.compile

    def noted(self: Environment, source: str, *more: object) -> object:
        texts.append(source)
        return usual(self, source, *more)  # type: ignore[call-overload]

    monkeypatch.setattr(Environment, "compile", noted)
    return texts


def test_a_template_is_compiled_once(compiled: list[str]) -> None:
    pages = [environment().from_string("<b>{{ text }}</b>").render(text="<&") for _ in range(2)]
    assert pages == ["<b>&lt;&amp;</b>"] * 2
    assert compiled == ["<b>{{ text }}</b>"]


def test_another_text_is_compiled(compiled: list[str]) -> None:
    assert [environment().from_string(text).render() for text in ("one", "two")] == ["one", "two"]
    assert compiled == ["one", "two"]
