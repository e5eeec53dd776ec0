"""What a plug-in leaves behind in Python."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

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


LEAVES_EXITS = {
    "a finalizer": """
        class Gone:
            def __del__(self): os._exit(0)
        one = Gone()
        one.itself = one
        """,
    "a thread": """
        threading.Thread(target=lambda: (time.sleep(0.1), os._exit(0))).start()
        """,
    "a function for the end of Python": "atexit.register(os._exit, 0)",
}


@pytest.mark.long
@pytest.mark.parametrize("code", LEAVES_EXITS.values(), ids=LEAVES_EXITS)
def test_what_a_plugin_leaves_behind_cannot_end_the_judge(code: str, tmp_path: Path) -> None:
    (tmp_path / "plugin.py").write_text(
        "import atexit, os, threading, time\n"
        + SOURCE.replace("        Failing()\n", indent(dedent(code).strip(), " " * 8) + "\n")
    )
    program = (
        "import gc, pathlib, sys, time\n"
        "from judge.packages.plugin_loader import load_plugin\n"
        "from judge.packages.plugin_remains import tell_finalizers\n"
        "tell_finalizers()\n"
        "load_plugin(pathlib.Path('.')).parse('a')\n"
        "gc.collect()\n"
        "sys.exit(3)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 3
    assert ran.stderr.startswith("judge: ") and ran.stderr.count("\n") == 1
    assert "calls os._exit" in ran.stderr


def test_outside_of_calls_the_judge_itself_may_exit(tmp_path: Path) -> None:
    source = SOURCE.replace("        Failing()\n", "")
    (tmp_path / "plugin.py").write_text(source.lstrip())
    load_plugin(tmp_path).parse("a")
    child = os.fork()
    if child == 0:
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_a_standard_descriptor_that_a_call_closes_is_no_file_of_the_judge_later(
    tmp_path: Path,
) -> None:
    source = SOURCE.replace("        Failing()\n", "        import os; os.close(2)\n")
    (tmp_path / "plugin.py").write_text(source.lstrip())
    kept = os.dup(2)
    try:
        plugin = load_plugin(tmp_path)
        for _ in range(2):
            plugin.parse("a")
            with (tmp_path / "plugin.py").open() as file:
                assert file.fileno() != 2
    finally:
        os.dup2(kept, 2)
        os.close(kept)
