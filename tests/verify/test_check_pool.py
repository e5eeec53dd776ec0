"""One check of ``judge verify``, and what stops it."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from judge.common import foreign_files
from judge.verify.check_pool import run_check
from judge.verify.finding import Finding, Status
from judge.verify.subject import Subject


def test_a_file_that_is_no_longer_one_is_told_in_a_line(tmp_path: Path) -> None:
    """As where somebody changes a package that is being verified."""
    (tmp_path / "1.ans").mkdir()

    def check(subject: Subject) -> Finding:
        raise AssertionError(foreign_files.read(tmp_path / "1.ans"))

    done = run_check("references", check, cast(Subject, None))
    assert done.finding.status is Status.FAULT and not done.finished
    said = done.finding.statement
    assert said.startswith("not finished: ") and "1.ans: it is a folder" in said
    assert "Errno" not in said and "\n" not in said
