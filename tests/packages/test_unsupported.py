"""What the judge cannot do is refused by name, before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packages.written import MODERN, fault


@pytest.mark.parametrize(
    ("settings", "files", "said"),
    [
        ("type: interactive\n", {}, "problem.yaml:4: an interactive problem needs an output val"),
        ("type: multi-pass\n", {}, "problem.yaml:4: a multi-pass problem needs an output validato"),
    ],
)
def test_a_feature_is_refused_by_name(
    tmp_path: Path, settings: str, files: dict[str, str], said: str
) -> None:
    assert fault(tmp_path, MODERN + settings, files).startswith(said)
