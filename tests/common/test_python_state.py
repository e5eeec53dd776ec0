"""What foreign code breaks of Python is named and put back, whatever it is."""

from __future__ import annotations

import builtins
import os
import sys
import time
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from judge.common.python_state import PythonState

BREAKS = {
    "import builtins; builtins.len = None": "builtins.len",
    "import builtins; del builtins.isinstance": "builtins.isinstance",
    "import builtins; vars(builtins).clear()": "builtins.__name__",
    "import sys; del sys.modules['os']": "sys.modules['os']",
    "import sys; sys.modules['json'] = None": "sys.modules['json']",
    "import sys; sys.modules.clear()": "sys.modules['sys']",
    "import sys; sys.path.clear()": "sys.path",
    "import sys; sys.meta_path = []": "sys.meta_path",
    "import sys; sys.stderr = None": "sys.stderr",
    "import sys; sys.excepthook = None": "sys.excepthook",
    "import sys; sys.setrecursionlimit(150)": "the recursion limit (150)",
    "import sys; sys.setprofile(lambda *_: None)": "sys.setprofile",
    "import os; os.chdir('/')": "the working folder",
    "import os; os.umask(0o777)": "the umask (777)",
    "import os; os.fork = None": "os.fork",
    "import time; time.monotonic = lambda: 0": "time.monotonic",
    "import pathlib; pathlib.Path.read_bytes = None": "Path.read_bytes",
    "import pathlib; pathlib.PosixPath.read_text = None": "PosixPath.read_text",
}
HARMLESS = (
    "import sys; sys.excepthook = lambda *_: None",
    "import sys; sys.path = ['/somewhere', *sys.path]",
    "import sys; sys.setrecursionlimit(sys.getrecursionlimit() + 1000)",
    "import sys; sys.modules['judge_made_up'] = sys",
    "import builtins; builtins.judge_made_up = 1",
    "import os; os.environ['JUDGE_MADE_UP'] = 'x'",
)


def now() -> tuple[object, ...]:
    names = dict(vars(builtins))
    modules = {name: sys.modules[name] for name in ("os", "json", "sys", "judge")}
    process = (os.umask(0o22), Path.cwd(), os.fork, time.monotonic)
    paths = (Path.read_bytes, type(Path()).read_text)
    os.umask(int(str(process[0])))
    own = (sys.stderr, sys.getprofile(), [*sys.meta_path], sys.getrecursionlimit())
    return names, modules, process, paths, own, [*sys.path]


@pytest.mark.parametrize(("code", "named"), BREAKS.items())
def test_what_code_breaks_is_named_and_put_back(code: str, named: str) -> None:
    before, state = now(), PythonState()
    with pytest.raises(ZeroDivisionError), state:
        exec(f"{code}; 1 / 0", {})
    after = now()
    assert state.changes and state.changes[0] == named
    assert state.text.startswith(named)
    assert after == before


@pytest.mark.parametrize("code", HARMLESS)
def test_what_breaks_nothing_stays(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("JUDGE_MADE_UP", "")
    limit = sys.getrecursionlimit()
    try:
        with PythonState() as state:
            exec(code, {})
        raised = sys.getrecursionlimit()
    finally:
        sys.setrecursionlimit(limit)
        sys.modules.pop("judge_made_up", None)
        vars(builtins).pop("judge_made_up", None)
    assert state.changes == () and state.text == ""
    assert raised >= limit


def test_many_changes_are_counted() -> None:
    with PythonState() as state:
        sys.modules.clear()
    assert state.text.count("sys.modules[") == 3 and " more" in state.text


def test_modules_that_are_lost_for_the_second_time_are_named_alike() -> None:
    """What is imported meanwhile comes before the others afterwards."""
    lost = []
    for _ in range(2):
        with PythonState() as state:
            sys.modules.clear()
            sys.modules.update(dict.fromkeys(("json", "fractions", "decimal", "re"), sys))
        lost.append(state.changes[0])
    assert lost == ["sys.modules['sys']"] * 2


@pytest.mark.parametrize("code", ["os.close(0)", "os.dup2(os.open('/', os.O_RDONLY), 0)"])
def test_a_standard_stream_that_is_lost_is_named_and_no_later_file_takes_its_place(
    code: str,
) -> None:
    kept = os.dup(0)
    try:
        with PythonState() as state:
            exec(code, {"os": os})
        assert state.changes == ("descriptor 0 (standard input)",)
        assert os.path.samestat(os.fstat(0), os.stat(os.devnull))  # noqa: PTH116
    finally:
        os.dup2(kept, 0)
        os.close(kept)


def test_a_module_that_another_thread_is_loading_may_go_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loading = ModuleType("judge_made_up")
    loading.__spec__ = ModuleSpec("judge_made_up", None)
    monkeypatch.setattr(loading.__spec__, "_initializing", True, raising=False)
    monkeypatch.setitem(sys.modules, "judge_made_up", loading)
    with PythonState() as state:
        del sys.modules["judge_made_up"]
    assert state.changes == () and "judge_made_up" not in sys.modules
    sys.modules["judge_made_up"] = loading  # for the end of the test
