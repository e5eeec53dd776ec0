"""The names in a folder of cases, of which there may be millions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from judge.packages import folder_entries
from judge.packages.folder_entries import FolderEntries, stems_of_pairs


def filled(folder: Path, count: int) -> list[str]:
    names = [f"{Random(number).randrange(10**6)}-{number}.in" for number in range(count)]
    for name in names:
        (folder / name).touch()
    return sorted(names)


@pytest.mark.parametrize("at_once", [7, 10**6])
@pytest.mark.parametrize("count", [0, 1, 600])
def test_all_names_are_there_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, at_once: int
) -> None:
    monkeypatch.setattr(folder_entries, "SORTED", at_once)
    names = filled(tmp_path, count)
    entries = FolderEntries(tmp_path, lambda name: True, (".yaml",))
    assert [*entries] == names and len(entries) == count
    for name in Random(1).sample(names, count):
        assert name in entries and f"{name}x" not in entries and name[:-1] not in entries
        assert entries[name] == tmp_path / name and entries.is_regular(name)
    for name in ("", "~", "0"):
        assert name not in entries
    with pytest.raises(KeyError):
        entries["5"]


def test_names_that_do_not_count_are_left_out(tmp_path: Path) -> None:
    filled(tmp_path, 20)
    (tmp_path / ".hidden").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.in").symlink_to(tmp_path / "folder")
    entries = FolderEntries(tmp_path, lambda name: not name.startswith("."), (".yaml",))
    assert ".hidden" not in entries and len(entries) == 22
    assert not entries.is_regular("folder") and not entries.is_regular("link.in")
    entries.leave(lambda name: "-" not in name)
    assert [*entries] == ["folder", "link.in"]


@pytest.mark.parametrize(("name", "described"), [("1.yaml", True), ("1.png", False)])
def test_files_that_describe_cases_are_noticed(tmp_path: Path, name: str, described: bool) -> None:
    (tmp_path / name).touch()
    assert FolderEntries(tmp_path, lambda name: True, (".yaml",)).described is described


@pytest.mark.parametrize(
    "name", ["1.IN", "-1.in", ".1.in", "1.b.in", "é.in", "1.in\n2.in", "1.yaml", "1", "1.ans.in"]
)
def test_only_inputs_and_answers_with_allowed_names_are_usual(tmp_path: Path, name: str) -> None:
    for usual in ("0.in", "A_9-b.ans"):
        (tmp_path / usual).touch()
    assert FolderEntries(tmp_path, lambda _: True, (".yaml",)).are_usual
    (tmp_path / name).touch()
    assert not FolderEntries(tmp_path, lambda _: True, (".yaml",)).are_usual


@pytest.mark.parametrize(
    ("names", "stems"),
    [
        ("1.ans 1.in 10.ans 10.in", ["1", "10"]),
        ("1.ans 1.in 2.in", []),
        ("1.in 2.in", []),
        ("1.ans 2.in", []),
        ("", []),
    ],
)
def test_cases_are_told_by_pairs_of_an_answer_and_an_input(names: str, stems: list[str]) -> None:
    assert stems_of_pairs(names.split()) == stems
