"""Folders for temporary files that cannot be used."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from judge.common import scratch
from judge.common.errors import JudgeError


@pytest.mark.parametrize(
    ("files", "free", "usable"), [(1000, 12, False), (1000, 1000, True), (0, 0, True)]
)
def test_a_folder_without_free_inodes_is_refused(
    files: int, free: int, usable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_files=files, f_favail=free))
    if usable:
        assert scratch.usable() == tmp_path
        return
    with pytest.raises(JudgeError, match="only 12 inodes are free: name another folder in TMPDIR"):
        scratch.usable()
