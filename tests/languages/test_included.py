"""Which files come with every submission."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.languages.included import all_included, check_included, included_files
from tests.packages.written import DRAFT, MODERN, read


@pytest.mark.parametrize("settings", [MODERN, "name: Tour\n"])
def test_files_with_names_that_the_format_does_not_allow_do_not_come(
    settings: str, tmp_path: Path
) -> None:
    names = ("python3/a.py", "python3/ü.py", "python3/b c/a.py", "default/é.txt", "default/-.txt")
    files = {f"include/{name}": "" for name in names}
    problem = read(tmp_path / "strict", settings, files)
    assert [*included_files(problem, "python")] == ["a.py"]
    assert [*all_included(problem)] == ["python3/a.py"]
    assert len(included_files(read(tmp_path / "draft", DRAFT, files), "python")) == 4


def test_a_file_that_is_in_no_folder_of_a_language_is_refused(tmp_path: Path) -> None:
    beside = {"include/README.md": "", "include/testlib.h": "", "include/default/a.txt": ""}
    problem = read(tmp_path, MODERN, beside)
    check_included(problem)
    (problem.folder / "include/b.py").write_text("")
    with pytest.raises(JudgeError, match=r"include/b\.py: comes with no submission: move it into "):
        check_included(problem)
    check_included(read(tmp_path, "name: Tour\n", beside))
