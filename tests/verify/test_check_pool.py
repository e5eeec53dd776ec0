"""One check of ``judge verify``, and what stops it."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from judge.common import foreign_files
from judge.packages.plugin_loader import load_plugin
from judge.verify.check_pool import run_check
from judge.verify.finding import Finding, Status
from judge.verify.subject import Subject
from tests.contest import Contest


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


def test_what_values_of_a_plug_in_raise_is_told_with_its_line(contest: Contest) -> None:
    """Methods of its own, that nobody calls by name."""
    path = contest.problem / "plugin.py"
    path.write_text(path.read_text() + "\n\nclass Odd:\n    def __eq__(self, o): return 1 // 0\n")
    odd = load_plugin(contest.problem).own.parse.__globals__["Odd"]

    def check(subject: Subject) -> Finding:
        raise AssertionError(odd() == odd())

    done = run_check("generator", check, cast(Subject, None))
    assert done.finding.status is Status.FAULT and not done.finished
    assert "the plug-in raised ZeroDivisionError" in done.finding.statement
    assert "plugin.py:" in done.finding.statement
    with pytest.raises(ZeroDivisionError):
        run_check("generator", lambda subject: Finding(str(1 // 0), Status.OK, ""), odd)
