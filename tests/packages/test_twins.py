"""Packages of one run that share a title or a uuid."""

from __future__ import annotations

from pathlib import Path

from judge.packages.load import find_problems

UUID = "6f3b4b57-6e0e-4b4f-9e0c-0c1b2b1c0f00"


def package(root: Path, name: str, settings: str) -> str:
    folder = root / name
    (folder / "data/secret").mkdir(parents=True)
    (folder / "problem.yaml").write_text(f"{settings}limits: {{time_limit: 1}}\n")
    for suffix in ("in", "ans"):
        (folder / f"data/secret/1.{suffix}").write_text("1\n")
    return name


def test_titles_that_several_packages_have_get_the_names_of_their_folders(tmp_path: Path) -> None:
    names = [
        package(tmp_path, "old", "name: {en: Tour, de: Reise}\n"),
        package(tmp_path, "new", "name: Tour\n"),
        package(tmp_path, "other", "name: Detour\n"),
    ]
    found = {one.name: one.titles for one in find_problems(tmp_path, names)}
    assert found["old"] == {"en": "Tour (old)", "de": "Reise (old)"}
    assert found["new"] == {"en": "Tour (new)"}
    assert found["other"] == {"en": "Detour"}
    [alone] = find_problems(tmp_path, ["new"])
    assert alone.title == "Tour"


def test_a_note_names_the_packages_with_the_same_uuid(tmp_path: Path) -> None:
    names = [
        package(tmp_path, "one", f"name: A\nuuid: {UUID}\n"),
        package(tmp_path, "two", f"name: B\nuuid: {UUID.upper()}\n"),
        package(tmp_path, "three", "name: C\n"),
        package(tmp_path, "four", "name: D\n"),
    ]
    noted = {
        one.name: [note for note in one.notes if note.startswith("uuid")]
        for one in find_problems(tmp_path, names)
    }
    assert [len(notes) for notes in noted.values()] == [1, 1, 0, 0]
    assert noted["one"][0].startswith("uuid is that of two, too")
