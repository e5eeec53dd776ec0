"""Which files and folders of a package are programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.packages.validator_files import programs, single_program
from tests.packages.written import DRAFT, MODERN, fault, read


def written(root: Path, names: tuple[str, ...]) -> Path:
    folder = root / "output_validator"
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    return folder


@pytest.mark.parametrize(
    ("names", "program"),
    [
        (("v.py",), "v.py"),
        (("v.py", "README.md", ".gitignore", "__pycache__/v.pyc"), "v.py"),
        (("v.py", "words.txt"), "."),
        (("v.cpp", "validate.h"), "."),
        (("v.py", "w.py"), "."),
        (("validate/v.py",), "validate"),
        (("validate/v.py", "notes.txt"), "validate"),
        (("build",), "."),
        (("run",), "."),
        (("build", "v.cpp"), "."),
        (("v.py", "v.ctd.template", "v.py~", "v.py.orig"), "v.py"),
        (("validate/build", "validate/v.cpp"), "validate"),
    ],
)
def test_the_program_of_a_folder_for_one(
    names: tuple[str, ...], program: str, tmp_path: Path
) -> None:
    folder = written(tmp_path, names)
    assert single_program(folder, tmp_path) == folder / program


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("a.py", "b.cpp", "b.h", "README"), ["a.py", "b.cpp"]),
        (("a.py", "c/build"), ["a.py", "c"]),
        (("a.cpp", "a.o", "a.h", "Makefile", "LICENSE", "a.viva.template", "a.cpp~"), ["a.cpp"]),
        (("build", "a.cpp"), ["."]),
        (("run", "a.cpp", "b.cpp"), ["."]),
    ],
)
def test_the_programs_of_a_folder_for_several(
    names: tuple[str, ...], found: list[str], tmp_path: Path
) -> None:
    folder = written(tmp_path, names)
    assert [*programs(folder, tmp_path)] == [folder / name for name in found]


def test_a_file_without_a_suffix_is_a_program_if_it_can_be_started(tmp_path: Path) -> None:
    folder = written(tmp_path, ("a.py", "script", "binary", "notes"))
    (folder / "script").write_bytes(b"#!/bin/sh\nexit 42\n")
    (folder / "binary").write_bytes(b"\x7fELF")
    assert [path.name for path in programs(folder, tmp_path)] == ["a.py", "binary", "script"]


@pytest.mark.parametrize("wrong", ["ü.py", "a b.py"])
def test_format_2025_09_leaves_out_programs_whose_names_it_does_not_allow(
    wrong: str, tmp_path: Path
) -> None:
    places = ("input_validators", "answer_validators", "static_validator")
    files = {f"{place}/{name}": "" for place in places for name in ("v.py", "v.c++")}
    files |= {f"{place}/{wrong}": "" for place in (*places, "output_validator")}
    problem = read(tmp_path / "new", MODERN, files)
    folder = problem.folder
    both = [folder / "input_validators" / name for name in ("v.c++", "v.py")]
    assert [*problem.input_validators] == both
    assert [path.name for path in problem.answer_validators] == ["v.c++", "v.py"]
    assert problem.output_validator.path is None
    assert {path.parent.name for path in problem.left_out} == {*places, "output_validator"}
    assert {path.name for path in problem.left_out} == {wrong}
    draft = read(tmp_path / "draft", DRAFT, files)
    assert draft.left_out == () and draft.output_validator.path is not None
    assert len(draft.input_validators) == 3


@pytest.mark.parametrize("wrong", ["ü.py", "a b.py"])
def test_the_legacy_format_leaves_them_out_too(wrong: str, tmp_path: Path) -> None:
    places = ("input_validators", "input_format_validators", "output_validators", "graders")
    files = {f"{place}/{name}": "" for place in places for name in (wrong, "v.py")}
    custom = "validation: custom score\ntype: scoring\n"
    problem = read(tmp_path, custom, files | {"data/testdata.yaml": "grading: custom\n"})
    assert [path.name for path in problem.input_validators] == ["v.py", "v.py"]
    assert [one.path.name for one in problem.output_validator.all if one.path] == ["v.py"]
    assert problem.grader is not None and problem.grader.name == "v.py"
    assert sorted(path.parent.name for path in problem.left_out) == sorted(places)
    (problem.folder / "output_validators/v.py").unlink()
    assert fault(tmp_path, custom).startswith(f"output_validators/{wrong}: is not read: ")


def test_files_in_the_folder_of_a_program_and_beside_submissions_are_told(tmp_path: Path) -> None:
    wrong = (
        "input_validators/v/a b.txt",
        "output_validator/w/x/ü.h",
        "include/default/a b/c.txt",
        "include/python3/-d.py",
    )
    files = dict.fromkeys((*wrong, "input_validators/v/v.py", "output_validator/w/w.cpp"), "")
    problem = read(tmp_path / "new", MODERN, files)
    told = [path.relative_to(problem.folder).as_posix() for path in problem.left_out]
    assert told == [*wrong[:2], "include/default/a b", wrong[3]]
    assert read(tmp_path / "draft", DRAFT, files).left_out == ()


def test_a_file_with_a_wrong_name_does_not_make_its_folder_a_program(tmp_path: Path) -> None:
    folder = written(tmp_path, ("v.py", "ü.txt"))
    assert single_program(folder, tmp_path) == folder
    assert single_program(folder, tmp_path, strict=True) == folder / "v.py"
