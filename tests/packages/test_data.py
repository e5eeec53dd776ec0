"""The folder of cases: which files count, and what a stranger's folder may hold."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.packages.given_files import files_of_case
from judge.packages.load import load_problem
from tests.packages.written import DRAFT, MODERN, case, fault, read, write


def test_hidden_files_are_no_cases(tmp_path: Path) -> None:
    files = dict.fromkeys(("data/secret/.3.in", "data/secret/.git/5.in"), "")
    assert [c.name for c in read(tmp_path, MODERN, files).cases] == ["sample/1", "secret/2"]


def test_cases_are_in_the_order_of_their_names_with_groups_between(tmp_path: Path) -> None:
    names = ("g10/1", "g2/b", "g2/a", "g")
    files = {f"data/secret/{name}.{end}": "" for name in names for end in ("in", "ans")}
    found = [c.name for c in read(tmp_path, MODERN, files).cases][1:]
    assert found == ["secret/g.in"[:-3], "secret/g10/1", "secret/g2/a", "secret/g2/b"]


def test_a_folder_may_be_a_link_within_the_package(tmp_path: Path) -> None:
    folder = write(tmp_path, {"data/secret/ga/3.in": "", "data/secret/ga/3.ans": ""})
    (folder / "data/secret/gb").symlink_to("ga")
    names = [
        c.name
        for c in read(
            tmp_path, MODERN, {"data/secret/ga/4.in": "", "data/secret/ga/4.ans": ""}
        ).cases
    ]
    assert names[1:] == ["secret/ga/3", "secret/ga/4", "secret/gb/3", "secret/gb/4"]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("../../..", "data/secret/gx: cannot be read: it is a link to a folder outside tour"),
        (".", "data/secret/gx: cannot be read: it is a link to a folder that it lies in"),
        ("..", "data/secret/gx: cannot be read: it is a link to a folder that it lies in"),
        ("../..", "data/secret/gx: cannot be read: it is a link to a folder that it lies in"),
        ("nowhere", "1 file below data not used, such as data/secret/gx"),
    ],
)
def test_links_to_folders_are_not_followed_out_of_the_package_or_in_circles(
    tmp_path: Path, target: str, said: str
) -> None:
    folder = write(tmp_path, {})
    (folder / "data/secret/gx").symlink_to(target)
    if target == "nowhere":
        assert said in read(tmp_path, MODERN).notes
    else:
        assert said in fault(tmp_path, MODERN)


def test_files_of_a_case_with_such_names_are_told_and_not_given(tmp_path: Path) -> None:
    names = ("a.txt", "b c.txt", "d/é.txt", ".hidden")
    files = {f"data/secret/2.files/{name}": "1\n" for name in names}
    problem = read(tmp_path, MODERN, files)
    assert [path.name for path in problem.left_out] == ["b c.txt", "é.txt"]
    assert [*files_of_case(case(problem, "secret/2"))] == ["a.txt"]


@pytest.mark.parametrize("name", ["3.in", "test_group.yaml", "2.yaml"])
def test_a_pipe_is_not_read(tmp_path: Path, name: str) -> None:
    folder = write(tmp_path, {"data/secret/3.ans": ""} if name == "3.in" else {})
    os.mkfifo(folder / "data/secret" / name)
    said = f"data/secret/{name}: cannot be read: it is a pipe: put a file there"
    assert fault(tmp_path, MODERN) == said


def test_files_that_only_show_a_case_are_known(tmp_path: Path) -> None:
    names = ("2.png", "2.in.statement", "2.ans.download", "2.out", "2.interaction")
    files = dict.fromkeys((f"data/secret/{name}" for name in names), "")
    files["data/sample/7.interaction"] = ""
    assert not [note for note in read(tmp_path, MODERN, files).notes if "not used" in note]


@pytest.mark.parametrize("name", ["7.png", "7.in.statement", "7.interaction"])
def test_files_that_show_a_secret_case_without_input_are_noted(tmp_path: Path, name: str) -> None:
    [note] = (
        note
        for note in read(tmp_path, MODERN, {f"data/secret/{name}": ""}).notes
        if "not used" in note
    )
    assert note.endswith(f"1 file below data not used, such as data/secret/{name}")


@pytest.mark.parametrize("settings", ["", MODERN])
@pytest.mark.parametrize("name", ["3 b", "3:b", "3ä", "3\nb", "+3", "3~"])
def test_names_that_the_format_does_not_allow_are_left_out(
    tmp_path: Path, name: str, settings: str
) -> None:
    """Also half a case: the formats want that such files count as not there."""
    files = {f"data/secret/{name}.in": ""}
    problem = read(tmp_path, settings, files)
    assert [c.name for c in problem.cases] == ["sample/1", "secret/2"]
    assert problem.left_out == (problem.folder / f"data/secret/{name}.in",)
    files[f"data/secret/{name}.ans"] = ""
    draft = read(tmp_path, DRAFT, files)
    assert len(draft.cases) == 3 and not draft.left_out


@pytest.mark.parametrize("settings", ["", MODERN])
def test_a_case_whose_name_begins_with_a_hyphen_counts_as_not_there(
    tmp_path: Path, settings: str
) -> None:
    files = dict.fromkeys(("data/secret/-3.in", "data/secret/-3.ans", "data/secret/-notes"), "")
    problem = read(tmp_path, settings, files)
    assert len(problem.cases) == 2
    assert [path.name for path in problem.left_out] == ["-3.ans", "-3.in"]
    assert "data/secret/-3.ans: begins with a hyphen" in fault(tmp_path, DRAFT)


@pytest.mark.parametrize("settings", ["", MODERN])
def test_a_package_whose_cases_all_have_wrong_names_is_told_which(
    tmp_path: Path, settings: str
) -> None:
    """A folder that is not allowed takes its cases with it."""
    files = {"data/secret/g 1/1.in": "", "data/secret/g 1/1.ans": "", "data/sample/1 a.in": ""}
    folder = write(tmp_path, files)
    for name in ("sample/1.in", "sample/1.ans"):
        (folder / "data" / name).unlink()
    (folder / "problem.yaml").write_text(settings)
    with pytest.raises(JudgeError, match=r"data/sample/1 a.in: is not read: ") as caught:
        load_problem(folder)
    assert str(caught.value).endswith("rename it, such as to 1_a.in; nor are g 1")


def test_a_case_must_not_be_named_like_the_settings_of_its_group(tmp_path: Path) -> None:
    files = dict.fromkeys(("data/secret/test_group.in", "data/secret/test_group.ans"), "")
    said = "data/secret/test_group.in: test_group.yaml belongs to the group: give the case another"
    assert fault(tmp_path, MODERN, files).startswith(said)


def test_a_description_without_a_case_is_noted_in_older_versions(tmp_path: Path) -> None:
    files = {"data/secret/3.desc": "large"}
    assert (
        "1 file below data not used, such as data/secret/3.desc" in read(tmp_path, "", files).notes
    )
    said = "data/secret/3.desc: has no input file (.in) beside it: add one, or remove this file"
    assert fault(tmp_path, MODERN, files) == said


def test_a_folder_with_the_name_of_an_input_is_told_before_its_answer(tmp_path: Path) -> None:
    (write(tmp_path, {}) / "data/secret/3.in").mkdir()
    why = "it is a folder, and only a file may have this name: rename it"
    assert fault(tmp_path, MODERN) == f"data/secret/3.in: cannot be read: {why}"


def test_a_link_to_nothing_is_told_as_such(tmp_path: Path) -> None:
    (write(tmp_path, {"data/secret/3.ans": "3"}) / "data/secret/3.in").symlink_to("gone")
    why = "it is a link to nothing: remove it, or put the file there"
    assert fault(tmp_path, MODERN) == f"data/secret/3.in: cannot be read: {why}"


def test_what_a_compiler_leaves_among_the_cases_is_no_case(tmp_path: Path) -> None:
    files = {"data/secret/a.out": "\x7fELF"}
    for settings in (MODERN, "name: Tour\n"):
        found = read(tmp_path, settings, files)
        assert len(found.cases) == 2 and any("secret/a.out" in note for note in found.notes)


def test_an_output_without_an_input_is_noted_in_a_legacy_package(tmp_path: Path) -> None:
    files = {"data/secret/9.out": "9\n"}
    assert any("secret/9.out" in note for note in read(tmp_path, "name: Tour\n", files).notes)
    said = "data/secret/9.out: has no input file (.in) beside it: add one, or remove this file"
    assert fault(tmp_path, MODERN, files) == said


def test_files_of_several_kinds_that_are_not_used_are_noted_once(tmp_path: Path) -> None:
    names = ["1.tmp", "2.tmp", "b.c", "d.e", "f.g"]
    files = {f"data/secret/{name}": "" for name in names}
    notes = [note for note in read(tmp_path, MODERN, files).notes if "not used" in note]
    named = ", ".join(f"data/secret/{name}" for name in ("b.c", "d.e", "f.g"))
    assert notes == [f"5 files below data not used, such as {named}"]


@pytest.mark.parametrize("place", ["submissions/accepted", "input_validators", "data/secret"])
def test_a_tree_of_folders_that_is_too_deep_is_refused(tmp_path: Path, place: str) -> None:
    folder = write(tmp_path, {f"{place}/.keep": ""}) / place
    made = folder.joinpath(*["d"] * 40)
    made.mkdir(parents=True)
    said = fault(tmp_path, MODERN)
    assert said.startswith(f"{place}/d/") and said.endswith(": is more than 32 folders deep")


@pytest.mark.parametrize("name", ["invalid_output/3.out", "invalid_answer/3.ans"])
def test_a_test_of_validators_without_its_input_is_noted(name: str, tmp_path: Path) -> None:
    files = {f"data/{name}": "3\n", "data/invalid_input/test_group.yaml": ""}
    notes = [n for n in read(tmp_path, MODERN, files).notes if "not used" in n]
    assert notes == [f"1 file below data not used, such as data/{name}"]


@pytest.mark.parametrize(
    ("head", "file"),
    [
        (MODERN, "data/secret/test_group.yaml"),
        (MODERN, "data/test_group.yaml"),
        (MODERN, "data/secret/2.yaml"),
        (DRAFT, "data/secret/test_group.yaml"),
        (DRAFT, "data/testdata.yaml"),
    ],
)
@pytest.mark.parametrize("key", ["input_visualizer_args", "output_visualizer_args"])
def test_arguments_of_visualizers_are_noted_once(
    head: str, file: str, key: str, tmp_path: Path
) -> None:
    said = f"{key} in {file}:2 is not used: visualizers are not run"
    notes = read(tmp_path, head, {file: f"args: [x]\n{key}: [a]\n"}).notes
    assert [note for note in notes if key in note] == [said]


def test_visualizers_without_arguments_are_not_noted(tmp_path: Path) -> None:
    files = {"data/secret/test_group.yaml": "output_visualizer_args: []\n"}
    assert not any("visualizer" in note for note in read(tmp_path, MODERN, files).notes)


def test_settings_of_newer_groups_are_told_in_a_legacy_package(tmp_path: Path) -> None:
    for key in ("output_visualizer_args: [a]", "require_pass: sample", "full_feedback: true"):
        said = f"data/secret/testdata.yaml:1: {key.split(':')[0]} is a key of format 2025-09: "
        assert said in fault(tmp_path, "name: Tour\n", {"data/secret/testdata.yaml": key})


@pytest.mark.parametrize("version", [MODERN, DRAFT])
def test_a_folder_of_inputs_and_answers_alone_is_read_as_one_with_other_files(
    tmp_path: Path, version: str
) -> None:
    names = [f"{number}-{'x' * (number % 5)}" for number in range(700)]
    files = {f"data/secret/g/{name}.{end}": "" for name in names for end in ("in", "ans")}
    quick = read(tmp_path / "quick", version, files)
    slow = read(tmp_path / "slow", version, files | {"data/secret/g/1.png": ""})
    told = [
        [(c.name, c.group, c.description, c.settings) for c in one.cases] for one in (quick, slow)
    ]
    assert told[0] == told[1] and len(told[0]) == 701


def test_a_case_without_an_answer_is_told_among_very_many_with_one(tmp_path: Path) -> None:
    files = {f"data/secret/g/{number}.{end}": "" for number in range(600) for end in ("in", "ans")}
    del files["data/secret/g/411.ans"]
    assert "data/secret/g/411.ans: is missing" in fault(tmp_path, MODERN, files)


def test_a_link_among_inputs_and_answers_is_not_followed_out_of_the_package(tmp_path: Path) -> None:
    files = {f"data/secret/g/{number}.{end}": "" for number in range(300) for end in ("in", "ans")}
    del files["data/secret/g/211.in"]
    (write(tmp_path, files) / "data/secret/g/211.in").symlink_to("/etc/hostname")
    assert "211.in: cannot be read: it is a link" in fault(tmp_path, MODERN)


@pytest.mark.parametrize("version", [MODERN, DRAFT, "name: Tour\n"])
def test_settings_of_a_group_behind_a_broken_link_are_refused(tmp_path: Path, version: str) -> None:
    name = "test_group.yaml" if version == MODERN else "testdata.yaml"
    folder = read(tmp_path, version).folder
    (folder / "data/secret" / name).symlink_to(name)
    with pytest.raises(JudgeError, match=f"{name}: cannot be read: it is a link that leads back"):
        load_problem(folder)
