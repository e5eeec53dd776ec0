"""Fixtures for all tests."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from judge import sandbox
from judge.common.errors import JudgeError
from judge.languages.toolchain import find_toolchain
from judge.sandbox.layer import Layer
from tests import compiled
from tests.contest import RIGHT, Contest, make_contest
from tests.processes import marker

__all__ = ["contest", "marker"]

# No test may depend on the speed of the machine.
hypothesis.settings.register_profile(
    "judge", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("judge")

# A shell has its background jobs ignore Ctrl-C, nohup the end of the terminal. Every judge that the
# tests start would ignore them, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for signal_number in (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
    if signal.getsignal(signal_number) is signal.SIG_IGN:
        signal.signal(signal_number, signal.SIG_DFL)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        os.environ[compiled.FOLDER] = tempfile.mkdtemp(prefix="judge-built-")
        compiled.built_folder().chmod(0o1777)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(compiled.built_folder(), ignore_errors=True)


@pytest.fixture
def contest(tmp_path: Path) -> Contest:
    """The toy problem in a folder of its own, with four secret cases and no solution."""
    return make_contest(tmp_path)


@pytest.fixture(params=[name for name in sandbox.NAMES if name not in ("auto", "none")])
def layer(request: pytest.FixtureRequest) -> Layer:
    """Every layer that confines, where it can be had."""
    try:
        return sandbox.choose(request.param)
    except JudgeError as error:
        pytest.skip(str(error))


@pytest.fixture
def system_tools(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tools of the system: those below a home may be closed to the identity of a solution."""
    monkeypatch.setenv("PATH", "/usr/local/bin:/usr/bin:/bin")
    find_toolchain.cache_clear()
    yield
    find_toolchain.cache_clear()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter, as pytest's is not: solutions have an own identity."""
    with tempfile.TemporaryDirectory(prefix="judge-tests-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def toy(contest: Contest) -> Contest:
    contest.solution("reference-lambda.py", RIGHT["lambda.py"])
    return contest


@pytest.fixture
def soft(toy: Contest) -> Contest:
    settings = toy.problem / "problem.yaml"
    settings.write_text(settings.read_text().replace("time_limit: 10", "time_limit: 0.2"))
    (toy.problem / "judge.toml").write_text('time = "soft"\n')
    return toy
