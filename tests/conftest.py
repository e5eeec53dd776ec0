"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house import House, make_house


@pytest.fixture
def house(tmp_path: Path) -> House:
    """The toy problem in a folder of its own, with four secret cases and no solution."""
    return make_house(tmp_path)
