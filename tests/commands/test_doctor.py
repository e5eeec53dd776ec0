"""``judge doctor``: what is on, what is missing, and what to install."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.languages.table import all_languages
from judge.languages.toolchain import find_toolchain
from judge.report.terminal.machine import examine_machine
from tests.contest import Contest


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that is all of PATH: bubblewrap and the C compiler stand in it."""
    folder = tmp_path / "path"
    folder.mkdir()
    for tool in ("bwrap", "cc"):
        found = shutil.which(tool)
        assert found
        (folder / tool).symlink_to(found)
    find_toolchain.cache_clear()
    monkeypatch.setenv("PATH", str(folder))
    yield folder
    find_toolchain.cache_clear()


@pytest.mark.long
def test_where_all_is_there_every_language_is_on_with_version_and_path() -> None:
    health = examine_machine()
    missing = [line.split("MISSING")[1] for line in health.text.splitlines() if "MISSING" in line]
    if missing:
        pytest.skip("not all is there: " + ";".join(missing))
    assert health.healthy
    installable = [entry for entry in all_languages().values() if not entry.unavailable]
    for language in installable:
        [line] = [
            line
            for line in health.text.splitlines()
            if line[11:].startswith(f"{language.title:<20} ")
        ]
        assert line.split()[0] == "on"
        assert "(/" in line


@pytest.mark.long
def test_the_sandbox_lists_what_it_promises() -> None:
    text = examine_machine().text
    below = text[text.index("\nsandbox\n") :]
    assert "on       bubblewrap" in below
    assert "- no network" in below


@pytest.mark.long
def test_a_missing_toolchain_is_named_with_its_package_and_is_no_illness(path: Path) -> None:
    health = examine_machine()
    assert "MISSING  C++ " in health.text
    assert "c++ is not installed: C++ needs it (Debian: g++)" in health.text
    assert "on       C " in health.text
    assert health.healthy


@pytest.mark.long
def test_as_a_command_it_ends_with_0_when_healthy(contest: Contest, path: Path) -> None:
    done = contest.judge("doctor", PATH=str(path))
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("judge on Linux ")


@pytest.mark.long
def test_without_a_sandbox_it_says_what_to_install_and_ends_with_1(
    contest: Contest, path: Path
) -> None:
    (path / "bwrap").unlink()
    (path / "cc").unlink()
    done = contest.judge("doctor", PATH=str(path), XDG_CACHE_HOME=str(path))
    assert (done.status, done.err) == (1, "")
    assert "MISSING  no sandbox (bubblewrap: bubblewrap is missing" in done.out
    assert "apt-get install bubblewrap" in done.out


def test_install_prints_the_command_for_a_language(contest: Contest) -> None:
    done = contest.judge("doctor", "--install", "Perl 6")
    assert (done.status, done.out.strip()) == (
        0,
        "apt-get install --no-install-recommends rakudo",
    )


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Rubby", "unknown language 'Rubby': did you mean 'Ruby'"),
        ("Husk", "Husk cannot be installed: its interpreter is in no package index"),
    ],
)
def test_install_says_why_it_prints_none(contest: Contest, name: str, says: str) -> None:
    done = contest.judge("doctor", "--install", name)
    assert done.status == 2 and says in done.err


@pytest.mark.long
def test_it_prepares_the_machine_for_the_first_run(tmp_path: Path, contest: Contest) -> None:
    done = contest.judge("doctor", "--prepare", XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert done.status == 0, done.err
    assert "C++: bits/stdc++.h\n" in done.out
    kept = tmp_path / "cache" / "judge"
    names = {path.name.partition("-")[0] for path in kept.iterdir()}
    assert {"supervisor", "serve_main", "python_fork", "headers"} <= names
    assert [*kept.glob("headers/*/bits/stdc++.h.gch")]
