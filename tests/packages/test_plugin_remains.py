"""What a plug-in leaves behind in Python."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest

from judge.packages.plugin_loader import load_plugin
from judge.packages.plugin_remains import FinalizerHook

SOURCE = """
class Failing:
    def __del__(self):
        1 / 0
class Words:
    def parse(self, text):
        Failing()
        return text
    def decode(self, text, instance, reading):
        return text
    def compare(self, instance, answer, best):
        return True
"""


def test_what_finalizers_of_a_plugin_raise_is_one_line_and_others_are_as_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", FinalizerHook(usual.append))
    (tmp_path / "plugin.py").write_text(SOURCE.lstrip())
    plugin = load_plugin(tmp_path)
    for _ in range(3):
        plugin.parse("a")
    gc.collect()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("judge: ")
    assert "plugin.py:3: raised ZeroDivisionError: division by zero in a finalizer" in said
    assert not usual

    class Other:
        def __del__(self) -> None:
            raise ValueError

    Other()
    gc.collect()
    assert len(usual) == 1
    assert not capsys.readouterr().err
