"""Programs of packages: which files they are, in which language, and where they start."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.languages.program import Program, find_programs, read_program, role_by_testlib
from judge.packages.testlib import Role


def tree(folder: Path, files: Mapping[str, str]) -> Path:
    """A folder with these files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def read(package: Path, files: Mapping[str, str], path: str = "p") -> Program:
    return read_program(tree(package, files) / path, package)


def refusal(package: Path, files: Mapping[str, str], path: str = "p") -> str:
    with pytest.raises(JudgeError) as caught:
        read(package, files, path)
    return str(caught.value)


def test_files_with_names_that_the_format_does_not_allow_count_as_not_there(tmp_path: Path) -> None:
    files = dict.fromkeys(("p/v.c++", "p/a/b.h", "p/ü.py", "p/é.py", "p/-/x.py", "p/a b.py"), "")
    path = tree(tmp_path, files) / "p"
    assert read_program(path, tmp_path).language == "python"
    program = read_program(path, tmp_path, strict=True)
    assert (program.language, program.files) == ("cpp", ("a/b.h", "v.c++"))


def test_a_file_is_a_program_in_the_language_of_its_suffix(tmp_path: Path) -> None:
    program = read(tmp_path, {"p/check.cpp": "", "p/other.py": ""}, "p/check.cpp")
    assert (program.language, program.main, program.files) == ("cpp", "check.cpp", ("check.cpp",))


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("#!/usr/bin/env python3", "python"),
        ("#!/usr/bin/python3.12", "python"),
        ("#! /usr/bin/env -S python", "python"),
        ("#!/bin/sh", "bash"),
        ("#!/usr/bin/perl -w", "perl"),
        ("#!/opt/tools/tclsh", ""),
    ],
)
def test_a_file_without_a_suffix_names_its_language_in_its_first_line(
    tmp_path: Path, line: str, language: str
) -> None:
    assert read(tmp_path, {"p": f"{line}\n"}).language == language


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("#!/usr/bin/env python2\nprint(1)\n", 1),
        ("import sys\nprint 1\n", 2),
        ("exec 'pass'\n", 1),
        ("n = 1\nfor i in xrange(n):\n    print(i)\n", 2),
        ("print(raw_input())\n", 1),
        ("try:\n    pass\nexcept OSError, error:\n    pass\n", 3),
    ],
)
def test_python_2_is_refused_by_name(tmp_path: Path, source: str, line: int) -> None:
    said = refusal(tmp_path, {"p.py": source}, "p.py")
    assert said.endswith(
        f"p.py:{line}: needs Python 2, which is not supported: write it in Python 3"
    )


@pytest.mark.parametrize(
    "source",
    [
        "print(1\n",
        "xrange = range\nprint(xrange(3))\n",
        "try:\n    input = raw_input\nexcept NameError:\n    pass\nprint(input())\n",
        "import sys\nif sys.version_info[0] < 3:\n    range = xrange\nprint(range(3))\n",
    ],
)
def test_what_python_3_may_run_is_no_python_2(tmp_path: Path, source: str) -> None:
    assert read(tmp_path, {"p.py": source}, "p.py").language == "python"


def test_viva_is_refused_by_name(tmp_path: Path) -> None:
    assert "VIVA is not supported" in refusal(tmp_path, {"p.viva": "{ n; }"}, "p.viva")


def test_a_file_in_an_unknown_language_is_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, {"p.xyz": "?"}, "p.xyz")
    assert "unknown language: no language has the suffix '.xyz': judge doctor lists" in said


def test_a_folder_is_in_the_language_of_most_of_its_files(tmp_path: Path) -> None:
    program = read(tmp_path, {"p/a.py": "", "p/b.cpp": "", "p/c.cpp": "", "p/d.txt": ""})
    assert program.language == "cpp"
    assert program.sources == ("b.cpp", "c.cpp")
    assert program.files == ("a.py", "b.cpp", "c.cpp", "d.txt")


@pytest.mark.parametrize(
    ("files", "main"),
    [
        (("a.py", "main.py", "z.py"), "main.py"),
        (("a.py", "Main.py"), "Main.py"),
        (("__init__.py", "__main__.py", "a.py"), "__main__.py"),
        (("b.py", "a.py"), "a.py"),
        (("lib/a.py", "main.py"), "main.py"),
    ],
)
def test_the_main_file_of_a_folder(tmp_path: Path, files: tuple[str, ...], main: str) -> None:
    assert read(tmp_path, {f"p/{name}": "" for name in files}).main == main


def test_without_a_main_file_the_one_that_looks_like_a_program_starts(tmp_path: Path) -> None:
    files = {
        "p/A.java": "class A { }",
        "p/Start.java": "class Start { public static void main(String[] a) { } }",
    }
    assert read(tmp_path, files).main == "Start.java"


@pytest.mark.parametrize(("name", "builds"), [("build", True), ("run", False)])
def test_scripts_start_a_program_whatever_else_is_there(
    tmp_path: Path, name: str, builds: bool
) -> None:
    program = read(tmp_path, {f"p/{name}": "#!/bin/sh\n", "p/a.cpp": ""})
    assert (program.language, program.main, program.builds) == ("", "run", builds)


def test_what_tools_leave_behind_is_no_file_of_a_program(tmp_path: Path) -> None:
    left = {"p/a.py": "", "p/__pycache__/a.pyc": "", "p/.git/x": "", "p/a.py~": ""}
    assert read(tmp_path, left).files == ("a.py",)


def test_an_empty_folder_is_no_program(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    assert "no file in a known language" in refusal(tmp_path, {})


# Headers


CHECKER = '#include "testlib.h"\n#include <vector>\nint main() {}\n'


@pytest.mark.parametrize(
    "place", ["pkg/out/testlib.h", "pkg/include/testlib.h", "pkg/testlib.h", "include/testlib.h"]
)
def test_a_header_is_found_beside_above_or_in_a_folder_include(tmp_path: Path, place: str) -> None:
    tree(tmp_path, {place: "", "pkg/out/check.cpp": CHECKER})
    program = read_program(tmp_path / "pkg" / "out" / "check.cpp", tmp_path / "pkg")
    assert program.headers == (tmp_path / place,)


def test_a_header_beside_the_sources_of_a_folder_is_one_of_its_files(tmp_path: Path) -> None:
    program = read(tmp_path, {"p/testlib.h": "", "p/check.cpp": CHECKER, "testlib.h": ""})
    assert program.headers == () and program.files == ("check.cpp", "testlib.h")


def test_headers_that_headers_include_are_found_too(tmp_path: Path) -> None:
    files = {"p.cpp": '#include "a.h"\n', "include/a.h": '#include "b.h"\n', "include/b.h": ""}
    headers = read(tmp_path, files, "p.cpp").headers
    assert [header.name for header in headers] == ["a.h", "b.h"]


def test_no_header_is_looked_for_above_the_folder_of_problems(tmp_path: Path) -> None:
    tree(tmp_path, {"testlib.h": "", "problems/pkg/check.cpp": CHECKER})
    package = tmp_path / "problems" / "pkg"
    assert read_program(package / "check.cpp", package).headers == ()


# Strangers' files


def test_a_link_out_of_the_package_is_refused(tmp_path: Path) -> None:
    package = tree(tmp_path / "pkg", {"p/a.py": ""})
    (tmp_path / "secret.py").write_text("")
    (package / "p" / "b.py").symlink_to(tmp_path / "secret.py")
    assert "which is not followed: put a copy there" in refusal(package, {})


def test_a_folder_that_is_a_link_out_of_the_package_is_refused(tmp_path: Path) -> None:
    package = tree(tmp_path / "pkg", {"x": ""})
    tree(tmp_path / "outside", {"a.py": ""})
    (package / "p").symlink_to(tmp_path / "outside")
    assert "which is not followed: put a copy there" in refusal(package, {})


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    tree(tmp_path, {"p/a.py": ""})
    os.mkfifo(tmp_path / "p" / "b.py")
    assert "it is a pipe" in refusal(tmp_path, {})


# Folders of programs


def test_the_programs_of_a_folder_are_its_sources_and_folders(tmp_path: Path) -> None:
    files = {"v/b.py": "", "v/a/x.cpp": "", "v/c.ctd": "", "v/d": "#!/bin/sh\n", "v/e.viva": ""}
    other = {
        "v/testlib.h": "",
        "v/notes.txt": "",
        "v/README.md": "",
        "v/.x.py": "",
        "v/include/h": "",
    }
    found = find_programs(tree(tmp_path, files | other) / "v", tmp_path)
    assert [path.name for path in found] == ["a", "b.py", "c.ctd", "d", "e.viva"]


def test_a_folder_that_is_not_there_has_no_programs(tmp_path: Path) -> None:
    assert find_programs(tmp_path / "v", tmp_path) == ()


@pytest.mark.parametrize("name", ["output_validator/run", "output_validator/build", "check"])
def test_a_script_whose_lines_end_with_cr_lf_is_refused(tmp_path: Path, name: str) -> None:
    script = tmp_path / name
    script.parent.mkdir(exist_ok=True)
    script.write_bytes(b"#!/bin/no-language\r\nexit 42\r\n")
    path = script if script.parent == tmp_path else script.parent
    with pytest.raises(JudgeError, match=r":1: has lines that end with CR LF"):
        read_program(path, tmp_path)


def test_the_header_in_the_folder_of_a_program_does_not_say_what_it_is(tmp_path: Path) -> None:
    """It defines every function that programs register with."""
    folder = tmp_path / "input_validators" / "check"
    folder.mkdir(parents=True)
    main = '#include "testlib.h"\nint main(int c, char **v) { registerValidation(c, v); }\n'
    (folder / "check.cpp").write_text(main)
    (folder / "testlib.h").write_text("void registerTestlibCmd(int argc, char *argv[]) {}\n")
    assert role_by_testlib(read_program(folder, tmp_path)) is Role.VALIDATOR
