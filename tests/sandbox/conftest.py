"""Fixtures for tests of the sandbox."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge import sandbox
from judge.common.errors import JudgeError
from judge.sandbox.layer import Session, View


@pytest.fixture
def session(request: pytest.FixtureRequest, open_folder: Path) -> Iterator[Session]:
    """A session of the layer that the parameter of the test names."""
    try:
        layer = sandbox.choose(request.param)
    except JudgeError as error:
        pytest.skip(str(error))
    (open_folder / "program").mkdir()
    made = layer.open(View(open_folder / "program", temporary=open_folder))
    yield made
    made.close()
