"""An output validator is tried for a hang once for each state of its package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.evaluation.plan import RunOptions
from judge.verify import checks
from judge.verify.finding import Finding, Status
from judge.verify.result_cache import ResultCache


@pytest.mark.parametrize("fault", [None, Finding("output validator", Status.FAULT, "it hangs")])
def test_a_validator_that_is_known_to_end_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Finding | None
) -> None:
    tried = []

    def try_it(*_: object) -> Finding | None:
        tried.append(1)
        return fault

    monkeypatch.setattr(checks, "hanging_validator_of", try_it)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    options, plan = RunOptions(tmp_path, tmp_path, ("toy",)), Any
    cache, other = ResultCache("one state"), ResultCache("another state")
    for one in (cache, cache, other, None):
        assert checks.hanging_validator(plan, options, one) == fault  # type: ignore[arg-type]
    assert len(tried) == (4 if fault else 3)
    assert cache.is_ending == (fault is None)
