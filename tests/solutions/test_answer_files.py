"""Submissions of answers: a folder, an archive or one file, with a file for each case."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import Case, Ended, Execution, Kind, Limits, Problem, ProblemType, Solution
from judge.packages.load import load_problem
from judge.packages.loaded_problem import with_plugin
from judge.running import output_file
from judge.solutions.answer_files import answers, packed
from judge.solutions.find import find_solutions
from judge.solutions.package_submissions import PackageSubmissions, read_submissions
from tests.packages.written import MODERN

SETTINGS = MODERN + "type: submit-answer\n"
CASES = {"secret/1": "one\n", "secret/2": "two\n"}
LIMITS = Limits(output_bytes=1000)


def package(root: Path, submissions: dict[str, bytes]) -> Path:
    folder = root / "tour"
    files = {"problem.yaml": SETTINGS.encode()} | submissions
    for name, answer in CASES.items():
        files |= {f"data/{name}.in": b"", f"data/{name}.ans": answer.encode()}
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def archive(files: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in files.items():
            file.writestr(name, text)
    return made.getvalue()


def problem(*names: str) -> Problem:
    cases = tuple(Case(name, "secret", Path("data")) for name in names)
    types = frozenset({ProblemType.SUBMIT_ANSWER})
    return Problem("tour", Path("tour"), {"en": "Tour"}, LIMITS, cases, types=types)


def answered(source: bytes, name: str, *cases: str) -> Execution:
    solution = Solution("tour", "s", Path("s.zip"), "text", Kind.OUTPUT, 1, source=source)
    its = problem(*(cases or CASES))
    case = next(case for case in its.cases if case.name == name)
    return output_file.answer_of(solution, its, case, LIMITS)


@pytest.mark.parametrize(
    "files",
    [
        {"secret/1.out": "a", "secret/2.out": "b"},
        {"1.ans": "a", "2.ans": "b"},
        {"mine/secret/1.txt": "a", "mine/secret/2.txt": "b"},
        {"other/1.out": "x", "secret/1.out": "a", "other/2.out": "y", "secret/2.out": "b"},
        {"11.out": "x", "1": "a", "2": "b"},
    ],
)
def test_each_case_gets_the_answer_with_its_name(files: dict[str, str]) -> None:
    assert [answered(archive(files), name).stdout for name in CASES] == [b"a", b"b"]


def test_a_missing_answer_is_an_empty_one() -> None:
    run = answered(archive({"1.out": "a"}), "secret/2")
    assert (run.ended, run.stdout) == (Ended.EXITED, b"")


def test_the_only_file_answers_the_only_case_whatever_its_name() -> None:
    assert answered(archive({"mine.out": "a"}), "secret/1", "secret/1").stdout == b"a"
    assert answered(archive({"mine.out": "a"}), "secret/1").stdout == b""


@pytest.mark.long
def test_a_file_with_a_huge_content_is_read_up_to_the_limit() -> None:
    run = answered(archive({"1.out": "\0" * 10**7}), "secret/1")
    assert run.ended is Ended.OUTPUT_LIMIT and len(run.stdout) == LIMITS.output_bytes


def test_an_answer_that_cannot_be_unpacked_is_the_fault_of_the_submission() -> None:
    source = bytearray(archive({"1.out": "abcdefgh" * 20}))
    source[40:44] = b"\xff\xff\xff\xff"
    assert "cannot be unpacked" in answered(bytes(source), "secret/1").note
    encrypted = bytearray(archive({"1.out": "a"}))
    encrypted[6] |= 1
    encrypted[encrypted.index(b"PK\x01\x02") + 8] |= 1
    assert "cannot be unpacked" in answered(bytes(encrypted), "secret/1").note


def test_equal_folders_have_equal_archives(tmp_path: Path) -> None:
    for name, time in (("a", 10**9), ("b", 10**9 + 5)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1.out").write_text("x")
        os.utime(tmp_path / name / "1.out", (time, time))
    assert packed(tmp_path / "a") == packed(tmp_path / "b")


def test_a_folder_does_not_lead_out_of_the_package(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "package" / "mine").mkdir(parents=True)
    (tmp_path / "package" / "mine" / "1.out").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(JudgeError, match="link"):
        answers(tmp_path / "package" / "mine", problem("1"), "mine", tmp_path / "package")


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_text("no archive")
    with pytest.raises(JudgeError, match="is not an archive of answers"):
        packed(tmp_path / "a.zip")


def test_submissions_of_answers_are_found(tmp_path: Path) -> None:
    folder = package(
        tmp_path,
        {
            "submissions/accepted/folder/1.out": b"one\n",
            "submissions/accepted/folder/2.out": b"two\n",
            "submissions/accepted/archive.zip": archive(CASES),
            "submissions/wrong_answer/part.out": b"one\n",
        },
    )
    mine = tmp_path / "solutions" / "tour" / "mine"
    mine.mkdir(parents=True)
    (mine / "1.out").write_text("one\n")
    its = with_plugin(load_problem(folder))
    found = find_solutions(tmp_path / "solutions", its, "*")
    assert {one.name for one in found} == {
        "mine",
        "accepted/folder",
        "accepted/archive.zip",
        "wrong_answer/part.out",
    }
    assert {one.kind for one in found} == {Kind.OUTPUT}


def submitted(root: Path, files: dict[str, bytes]) -> PackageSubmissions:
    return read_submissions(load_problem(package(root, files)))


@pytest.mark.parametrize(
    ("files", "named"),
    [
        ({"accepted/sum.py": b""}, "sum.py"),
        ({"accepted/both/a.c": b"", "accepted/both/b.c": b""}, "a.c, b.c"),
        ({"accepted/x.zip": archive({"sum.java": ""})}, "sum.java"),
    ],
)
def test_a_program_is_told_and_counts_as_not_built(
    files: dict[str, bytes], named: str, tmp_path: Path
) -> None:
    found = submitted(tmp_path, {f"submissions/{name}": text for name, text in files.items()})
    [one], [doubt] = found.solutions, found.doubts
    said = f"holds a program ({named}) and no answer: submit a folder or archive with a file"
    assert one.unbuildable.startswith(said) and doubt.message == one.unbuildable


@pytest.mark.parametrize(
    "files",
    [
        {"accepted/a/1.out": b"one\n", "accepted/a/make.py": b""},  # how the answers were made
        {"wrong_answer/part.csv": b"1"},
        {"wrong_answer/none.zip": archive({})},
    ],
)
def test_answers_with_or_without_their_maker_are_no_program(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    found = submitted(tmp_path, {f"submissions/{name}": text for name, text in files.items()})
    assert [one.unbuildable for one in found.solutions] == [""]


@pytest.mark.long
def test_answers_are_judged(tmp_path: Path) -> None:
    """By the whole program; a program among the submissions is refused in one line."""
    package(
        tmp_path,
        {
            "submissions/accepted/folder/1.out": b"one\n",
            "submissions/accepted/folder/secret/2.out": b"two\n",
            "submissions/accepted/archive.zip": archive(
                {"secret/1.out": "one", "secret/2.out": "two"}
            ),
            "submissions/wrong_answer/1.out": b"one\n",
        },
    )
    (tmp_path / "solutions/tour").mkdir(parents=True)
    words = ["-m", "judge", "run", "tour", "--problems", str(tmp_path), "--no-store"]
    done = subprocess.run(
        [sys.executable, *words, "--sandbox", "none"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all verdicts as expected" in done.stdout
    (tmp_path / "tour/submissions/accepted/sum.py").write_text("print(1)\n")
    mixed = subprocess.run(
        [sys.executable, *words, "--sandbox", "none"], cwd=tmp_path, capture_output=True, text=True
    )
    told = mixed.stdout + mixed.stderr
    assert mixed.returncode == 1 and "holds a program (sum.py) and no answer" in told, told
    (tmp_path / "solutions/tour/program.py").write_text("print(input())\n")
    again = subprocess.run(
        [sys.executable, *words, "--sandbox", "none"], cwd=tmp_path, capture_output=True, text=True
    )
    assert "tour takes answers, not programs" in again.stdout + again.stderr
