"""One case of a package with very many is found without a list of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.packages import first_case
from judge.packages.first_case import copy_first_case, has_very_many


@pytest.fixture
def package(tmp_path: Path) -> Path:
    package = tmp_path / "package"
    write(package, "secret/group/one.in", "secret/group/one.ans")
    return package


def write(package: Path, *names: str) -> None:
    for name in names:
        path = package / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name}\n")


def copied(package: Path) -> set[str]:
    into = package.parent / "copy"
    assert copy_first_case(package, into) == into.is_dir()
    return {p.relative_to(into / "data").as_posix() for p in into.rglob("*") if p.is_file()}


def test_files_are_counted_in_all_groups(package: Path) -> None:
    write(package, "sample/1.in", "sample/1.ans")
    assert has_very_many(package, 4)  # two files of each group, and the folder of one
    assert not has_very_many(package, 5)


def test_the_files_of_a_large_folder_are_not_counted(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = (package / "data/secret").stat().st_size
    assert not has_very_many(package, 100)
    monkeypatch.setattr(first_case, "LARGE", size - 1)
    assert has_very_many(package, 100)


def test_a_package_without_data_has_no_case(tmp_path: Path) -> None:
    assert not has_very_many(tmp_path, 0)
    assert not copy_first_case(tmp_path, tmp_path / "copy")


def test_a_sample_comes_before_secret_cases(package: Path) -> None:
    write(package, "sample/1.in", "sample/1.ans", "sample/1.yaml", "sample/1.png")
    assert copied(package) == {"sample/1.in", "sample/1.ans", "sample/1.yaml"}


def test_the_settings_of_all_groups_above_come_with_it(package: Path) -> None:
    settings = {"test_group.yaml", "secret/test_group.yaml", "secret/group/testdata.yaml"}
    write(package, *settings, "secret/other/test_group.yaml")
    assert copied(package) == {*settings, "secret/group/one.in", "secret/group/one.ans"}


@pytest.mark.parametrize("name", ["two parts.in", ".in", "-a.in", "é.in"])
def test_a_name_that_some_version_of_the_format_refuses_is_passed_over(
    package: Path, name: str
) -> None:
    write(package, f"sample/{name}")
    assert copied(package) == {"secret/group/one.in", "secret/group/one.ans"}


def test_links_folders_and_long_files_are_not_copied(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = package / "data/secret/group/one.ans"
    answer.rename(package / "elsewhere")
    answer.symlink_to(package / "elsewhere")
    assert copied(package) == set()
    answer.unlink()
    (package / "data/secret/group/one.files").mkdir()
    assert copied(package) == set()
    (package / "data/secret/group/one.files").rmdir()
    monkeypatch.setattr(first_case, "LONGEST", 5)
    assert copied(package) == set()


def test_no_folder_is_left_through_a_link(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", "1.in", "1.ans")
    (tmp_path / "package/data").mkdir(parents=True)
    (tmp_path / "package/data/sample").symlink_to(tmp_path / "elsewhere/data")
    assert copied(tmp_path / "package") == set()
