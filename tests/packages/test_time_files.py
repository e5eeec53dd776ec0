"""Time limits in files that other judges read."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.packages.load import load_problem
from tests.packages.written import MODERN, fault, read


def test_a_time_limit_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    problem = read(tmp_path, "", {".timelimit": "5\n"})
    assert problem.limits.cpu_s == 5
    assert not any("time limit" in note for note in problem.notes)


def test_domjudge_problem_ini_names_time_limit_and_problem(tmp_path: Path) -> None:
    ini = "; a remark\nname = 'The Tour'\ntimelimit=2.5\nshort-name = A\nodd = 1\n"
    problem = read(tmp_path, "", {"domjudge-problem.ini": ini})
    assert (problem.limits.cpu_s, problem.title) == (2.5, "The Tour")
    assert "domjudge-problem.ini: odd is not used" in problem.notes


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({".timelimit": "much\n"}, ".timelimit:1: the time limit must be a number of seconds"),
        ({".timelimit": "nan\n"}, ".timelimit:1: the time limit must be a number of seconds"),
        ({"domjudge-problem.ini": "a\n"}, "domjudge-problem.ini:1: must contain lines such as"),
        (
            {"domjudge-problem.ini": "special_compare = float\n"},
            "domjudge-problem.ini:1: special_compare refers to a program outside the package",
        ),
        (
            {"domjudge-problem.ini": "timelimit = 2\n", ".timelimit": "3\n"},
            ".timelimit: says 3 s, and domjudge-problem.ini says 2 s: remove one of them",
        ),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, files: dict[str, str], said: str) -> None:
    assert fault(tmp_path, "", files).startswith(said)


def test_a_file_that_contradicts_the_settings_is_refused(tmp_path: Path) -> None:
    said = fault(tmp_path, MODERN + "limits:\n  time_limit: 1\n", {".timelimit": "3\n"})
    assert said == (
        "problem.yaml:5: time_limit is 1, and a file beside it says 3: remove one of them"
    )


def test_these_files_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    assert read(tmp_path / "a", "", {".timelimit": "\ufeff2.5\n"}).limits.cpu_s == 2.5
    ini = {"domjudge-problem.ini": "\ufefftimelimit = 2.5\n"}
    assert read(tmp_path / "b", "", ini).limits.cpu_s == 2.5


def test_a_file_that_is_no_text_is_told_with_its_line(tmp_path: Path) -> None:
    folder = read(tmp_path, "").folder
    (folder / ".timelimit").write_bytes(b"2\n\xe9\n")
    with pytest.raises(JudgeError, match=r"\.timelimit:2: is not UTF-8 text: save it as UTF-8"):
        load_problem(folder)
