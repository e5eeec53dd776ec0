"""The table of languages, and the tools found on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge import languages
from judge.languages import ToolMissing, by_suffix, table, toolchain

NAMES = ("python", "javascript", "c", "cpp")


@pytest.fixture
def only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that is all of PATH, for tools made by the test."""
    toolchain.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    yield tmp_path
    toolchain.cache_clear()


def put_tool(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_says_how_to_run_how_to_ask_the_version_and_what_to_install(name: str) -> None:
    language = table()[name]
    assert language.name == name
    assert language.title and language.package and language.tools and language.version
    assert language.run and all(suffix.startswith(".") for suffix in language.suffixes)


def test_placeholders_are_tools_of_the_language_or_places_inside_the_sandbox() -> None:
    for language in table().values():
        known = {*language.tools, "source", "artifact", "hosts", "flags"}
        words = " ".join((*language.run, *language.compile, *language.host))
        assert {word.split("}")[0] for word in words.split("{")[1:]} <= known


def test_no_ending_belongs_to_two_languages() -> None:
    suffixes = [suffix for language in table().values() for suffix in language.suffixes]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize(
    ("file", "name"),
    [("a.py", "python"), ("a.b.js", "javascript"), ("a.c", "c"), ("a.cc", "cpp"), ("a.cpp", "cpp")],
)
def test_a_file_ending_chooses_the_language(file: str, name: str) -> None:
    found = by_suffix(Path(file))
    assert found is not None and found.name == name


@pytest.mark.parametrize("file", ["a", "a.xyz", "py", "a.PY", ".py"])
def test_other_endings_choose_none(file: str) -> None:
    assert by_suffix(Path(file)) is None


@pytest.mark.parametrize("name", NAMES)
def test_the_tools_of_this_machine_are_found_and_say_their_version(name: str) -> None:
    found = toolchain(table()[name])
    assert all(path.is_absolute() and path.exists() for path in found.paths.values())
    assert any(c.isdigit() for c in found.version)


def test_a_missing_tool_is_named_with_the_package_to_install(only: Path) -> None:
    with pytest.raises(ToolMissing, match=r"node is not installed: .* \(Debian: nodejs\)"):
        toolchain(table()["javascript"])


def test_a_tool_that_fails_is_missing_too(only: Path) -> None:
    put_tool(only, "cc", "exit 1")
    with pytest.raises(ToolMissing, match="cc does not work: reinstall the package gcc"):
        toolchain(table()["c"])


def test_a_tool_that_cannot_start_is_missing_too(only: Path) -> None:
    (only / "cc").write_text("#!/no/such/interpreter\n")
    (only / "cc").chmod(0o755)
    with pytest.raises(ToolMissing, match="cc does not start"):
        toolchain(table()["c"])


def test_a_tool_that_appears_later_is_found(only: Path) -> None:
    with pytest.raises(ToolMissing):
        toolchain(table()["c"])
    put_tool(only, "cc", "echo cc 1.2; echo more")
    assert toolchain(table()["c"]).version == "cc 1.2"


def test_a_shim_is_asked_for_the_real_tool_and_the_folders_it_needs(only: Path) -> None:
    (only / "real/bin").mkdir(parents=True)
    (only / "library").mkdir()
    put_tool(only / "real/bin", "python3", "echo Python 3.99")
    put_tool(only, "python3", f"echo {only}/real/bin/python3; echo {only}/library; echo /usr")
    found = toolchain(table()["python"])
    assert found.paths["python3"] == only / "real/bin/python3"
    assert found.version == "Python 3.99"
    assert set(found.folders) == {only / "real", only / "library"}


def test_a_tool_of_the_system_needs_no_folder_shown() -> None:
    assert languages._folders(Path("/usr/bin/cc")) == []


def test_a_home_folder_is_never_shown_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    tool = tmp_path / "bin" / "cc"
    assert languages._folders(tool) == [tool]
    assert languages._folders(tmp_path / "deep" / "bin" / "cc") == [tmp_path / "deep"]
