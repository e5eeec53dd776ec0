"""Which layer is chosen, and what is said where none works."""

from __future__ import annotations

import errno
import os

import pytest

from judge import sandbox
from judge.common.errors import JudgeError


def test_a_layer_that_gets_no_process_names_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = f"a test command failed: cannot fork: {os.strerror(errno.EAGAIN)}"
    monkeypatch.setattr(sandbox, "why_not", lambda name: refused)
    with pytest.raises(JudgeError, match="Raise the limit `ulimit -u`"):
        sandbox.choose("auto")


def test_no_layer_is_tried_after_the_first_that_works(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr(sandbox, "why_not", tried.append)
    assert isinstance(sandbox.choose("auto"), next(iter(sandbox.LAYERS.values())))
    assert tried == [next(iter(sandbox.LAYERS))]
