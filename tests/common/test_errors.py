"""Errors in one line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.common.errors import reason


def test_of_many_files_that_could_not_be_copied_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "from").mkdir()
    for name in "abc":
        (tmp_path / "from" / name).symlink_to("nowhere")
    with pytest.raises(shutil.Error) as many:
        shutil.copytree(tmp_path / "from", tmp_path / "to")
    assert reason(many.value).count("No such file or directory") == 1


def test_the_reason_of_an_error_of_the_system_has_no_number(tmp_path: Path) -> None:
    with pytest.raises(OSError) as one:
        (tmp_path / "no" / "such").write_text("")
    assert reason(one.value) == "No such file or directory"
