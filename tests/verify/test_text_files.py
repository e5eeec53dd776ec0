"""Text files of a package have no byte order mark, and lines that end with LF."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.packages.load import load_problem
from judge.verify.text_files import text_remarks
from tests.packages.written import MODERN, write


@pytest.mark.parametrize("name", ["problem.yaml", "data/secret/2.in", "data/secret/2.ans"])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: b"\xef\xbb\xbf" + data, "begins with a byte order mark"),
        (lambda data: data.replace(b"\n", b"\r\n"), "has carriage returns"),
        (lambda data: data.replace(b"\n", b"\r"), "has carriage returns"),
    ],
)
def test_a_mark_or_a_carriage_return_is_a_fault(name, change, said, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = write(tmp_path, {"problem.yaml": MODERN})
    assert list(text_remarks(load_problem(folder))) == []
    (folder / name).write_bytes(change((folder / name).read_bytes()))
    [found] = text_remarks(load_problem(folder))
    assert found.path == folder / name and found.message.startswith(said)


@pytest.mark.parametrize("name", ["data/secret/2.in", "data/sample/1.ans"])
def test_data_are_utf_8(name: str, tmp_path: Path) -> None:
    folder = write(tmp_path, {"problem.yaml": MODERN})
    (folder / name).write_bytes("1é\n".encode("latin-1"))
    [found] = text_remarks(load_problem(folder))
    assert (found.path, found.message) == (folder / name, "is not UTF-8 text: save it as UTF-8")


@pytest.mark.parametrize("name", ["statement/problem.en.md", "generators/generators.yaml"])
def test_statements_and_other_settings_are_text_files_too(name: str, tmp_path: Path) -> None:
    folder = write(tmp_path, {"problem.yaml": MODERN, name: "data: {}\n"})
    assert list(text_remarks(load_problem(folder))) == []
    (folder / name).write_bytes(b"\xef\xbb\xbfdata: {}\n")
    [found] = text_remarks(load_problem(folder))
    assert found.path == folder / name and found.message.startswith("begins with a byte order")


def test_one_line_tells_of_all_files_with_the_same_fault(tmp_path: Path) -> None:
    folder = write(tmp_path, {"problem.yaml": MODERN})
    for path in (folder / "data").rglob("*.ans"):
        path.write_bytes(b"1\r\n")
    [found] = text_remarks(load_problem(folder))
    assert found.path == folder / "data/sample/1.ans" and "(1 other file as well)" in found.message


@pytest.mark.parametrize("settings", [MODERN, "name: Tour\n"])
def test_data_end_with_a_newline_as_every_version_wants(settings: str, tmp_path: Path) -> None:
    folder = write(tmp_path, {"problem.yaml": settings, "data/secret/2.in": "2"})
    [found] = text_remarks(load_problem(folder))
    assert found.path.name == "2.in" and found.message.startswith("does not end with a newline")
    (folder / "data/secret/2.in").write_text("")
    assert not [*text_remarks(load_problem(folder))]
