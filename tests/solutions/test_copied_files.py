"""Copies of files of a package: nothing from elsewhere gets into them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.solutions.copied_files import copy_file, copy_folder
from tests.contest import Contest
from tests.packages.written import MODERN, write

SECRET = "not for others"
#: What is done to a folder, and what is said of it.
FOREIGN: dict[str, tuple[Callable[[Path], object], str]] = {
    "a file elsewhere": (
        lambda f: (f / "x").symlink_to("../../secret"),
        "x: cannot be read: it is a",
    ),
    "a folder elsewhere": (lambda f: (f / "x").symlink_to("../.."), "x: cannot be read: it is a"),
    "a file elsewhere, deep": (
        lambda f: ((f / "a").mkdir(), (f / "a/x").symlink_to("../../../secret")),
        "a/x: cannot be read: it is a link to a file outside tour",
    ),
    "a device": (lambda f: (f / "x").symlink_to("/dev/zero"), "x: cannot be read: "),
    "a pipe": (lambda f: os.mkfifo(f / "x"), "x: cannot be read: it is a pipe"),
    "endless": (
        lambda f: ((f / "x").touch(), os.truncate(f / "x", 2**40)),
        "x: cannot be read: it is larger than 256 MiB",
    ),
    "nothing": (lambda f: (f / "x").symlink_to("nowhere"), "x: cannot be read: "),
    "a folder around it": (lambda f: (f / "x").symlink_to("."), "x: cannot be read: "),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_what_is_no_file_of_the_package_is_not_copied(kind: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    folder = tmp_path / "tour/include"
    folder.mkdir(parents=True)
    change, said = FOREIGN[kind]
    change(folder)
    with pytest.raises(JudgeError) as caught:
        copy_folder(folder, tmp_path / "new", tmp_path / "tour")
    assert f"tour/include/{said}" in str(caught.value)
    assert not any(path.is_file() for path in tmp_path.glob("new/**/*"))


def test_links_within_the_package_become_files(tmp_path: Path) -> None:
    package = tmp_path / "tour"
    (package / "include").mkdir(parents=True)
    (package / "a.txt").write_text("a")
    (package / "include/b.txt").symlink_to("../a.txt")
    copy_folder(package / "include", tmp_path / "new", package)
    copy_file(package / "include/b.txt", tmp_path / "one", package)
    for path in (tmp_path / "new/b.txt", tmp_path / "one"):
        assert not path.is_symlink() and path.read_text() == "a"


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        *("attachments/x", "include/default/x", "submissions/accepted/x", "statement/x.png"),
        *("data/secret/x", "input_validators/a/x", "output_validator/x.py", "solution/x"),
    ],
)
def test_an_exported_package_has_no_file_from_elsewhere(
    name: str, contest: Contest, tmp_path: Path
) -> None:
    validator = "input_validators/a/__main__.py"
    files = {"problem.yaml": MODERN, "statement/problem.en.md": "A\n", validator: "exit(42)\n"}
    folder = write(contest.root / "problems", files)
    (tmp_path / "secret").write_text(SECRET)
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(tmp_path / "secret")
    for form in ("legacy", "2025-09"):
        said = contest.judge("export", "tour", str(tmp_path / form), "--format", form)
        assert said.status == 2 and f"{name}: cannot be read: it is a link to a file" in said.err
        assert not (tmp_path / form).exists()


@pytest.mark.long
def test_what_is_no_python_is_exported_as_it_is(contest: Contest, tmp_path: Path) -> None:
    validators = {"input_validators/a.py": "print 'a'\n", "output_validator/b.py": "def (\n"}
    write(contest.root / "problems", {"problem.yaml": MODERN, **validators})
    said = contest.judge("export", "tour", str(tmp_path / "new"), "--format", "2025-09")
    assert said.status == 0, said
    for name, text in validators.items():
        copies = [path.read_text() for path in (tmp_path / "new").rglob(Path(name).name)]
        assert copies == [text]


LATIN = "# Café\n".encode("latin-1")


@pytest.mark.long
def test_a_statement_that_is_no_text_is_refused_by_name(contest: Contest) -> None:
    folder = write(contest.root / "new", {"problem.yaml": MODERN})
    (folder / "statement").mkdir(exist_ok=True)
    (folder / "statement/problem.en.md").write_bytes(LATIN)
    said = contest.judge("export", f"{folder}/", "out", "--format", "legacy")
    assert said.status == 2
    assert said.err.endswith("statement/problem.en.md:1: is not UTF-8 text: save it as UTF-8\n")
    assert not (contest.root / "out").exists()


@pytest.mark.long
def test_a_validator_of_other_bytes_is_exported_as_it_is(contest: Contest) -> None:
    folder = write(contest.root / "new", {"problem.yaml": MODERN})
    (folder / "output_validator").mkdir()
    text = b"# coding: latin-1\n" + LATIN + b"exit(42)\n"
    (folder / "output_validator/__main__.py").write_bytes(text)
    said = contest.judge("export", f"{folder}/", "out")
    assert (said.status, said.err) == (0, "")
    assert (contest.root / "out/output_validator/__main__.py").read_bytes() == text


@pytest.mark.long
def test_a_program_that_is_too_large_for_one_is_refused(contest: Contest) -> None:
    folder = write(contest.root / "new", {"problem.yaml": MODERN, "input_validators/v.py": ""})
    os.truncate(folder / "input_validators/v.py", 2**34)
    said = contest.judge("export", f"{folder}/", "out")
    assert said.status == 2 and "v.py: cannot be read: it is larger than 16 MiB" in said.err
