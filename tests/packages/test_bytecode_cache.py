"""Plug-ins are compiled once, and no entry is used that another user, or a fault, may have made."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import pytest

from judge.packages import bytecode_cache, plugin_loader
from judge.packages.bytecode_cache import code_for
from judge.packages.plugin_faults import PREFIX
from judge.packages.plugin_loader import load_plugin
from tests.contest import Contest

OURS, THEIRS = compile("1", "ours", "eval"), compile("2", "theirs", "eval")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where entries are."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "judge" / bytecode_cache.FOLDER


def never() -> CodeType:
    raise AssertionError("compiled although there is an entry")


def entry(folder: Path, key: bytes = b"k", code: CodeType = OURS) -> Path:
    """A new entry."""
    before = set(folder.glob("*"))
    code_for(key, lambda: code)
    [path] = set(folder.iterdir()) - before
    return path


def test_an_entry_is_used_for_its_key_alone(folder: Path) -> None:
    entry(folder)
    assert eval(code_for(b"k", never)) == 1
    assert eval(code_for(b"other", lambda: THEIRS)) == 2


def is_open_to_others(path: Path) -> None:
    path.chmod(0o620)


def has_an_open_folder(path: Path) -> None:
    path.parent.chmod(0o777)


def is_cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def is_empty(path: Path) -> None:
    path.write_bytes(b"")


def is_another_entry(path: Path) -> None:
    path.write_bytes(entry(path.parent, b"other", THEIRS).read_bytes())


def is_a_link(path: Path) -> None:
    path.rename(path.parent.parent / "elsewhere")
    path.symlink_to(path.parent.parent / "elsewhere")


def is_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def is_another_users(path: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give a file away")
    os.chown(path, 65534, 65534)


def has_another_users_folder(path: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give a folder away")
    os.chown(path.parent, 65534, 65534)


@pytest.mark.parametrize(
    "spoil",
    [
        is_open_to_others,
        has_an_open_folder,
        is_cut,
        is_empty,
        is_another_entry,
        is_a_link,
        is_a_pipe,
        is_another_users,
        has_another_users_folder,
    ],
)
def test_an_entry_that_cannot_be_trusted_is_not_used(
    folder: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(entry(folder))
    assert eval(code_for(b"k", lambda: THEIRS)) == 2


def test_entries_can_be_written_by_their_user_alone(folder: Path) -> None:
    path = entry(folder)
    assert (path.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)


def test_without_a_place_for_entries_everything_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert code_for(b"k", lambda: OURS) is OURS


def test_only_the_newest_entries_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bytecode_cache, "MOST_ENTRIES", 2)
    first = entry(folder, b"1")
    os.utime(first, (1, 1))
    entry(folder, b"2")
    code_for(b"3", lambda: OURS)
    assert len(list(folder.iterdir())) == 2 and not first.exists()


def test_a_plugin_is_compiled_once_for_all_judges(
    contest: Contest, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert type(load_plugin(contest.problem).own).__module__.startswith(PREFIX)
    for name in [name for name in sys.modules if name.startswith(PREFIX)]:
        monkeypatch.delitem(sys.modules, name)  # as in another process
    with monkeypatch.context() as changed:
        changed.setattr(plugin_loader.ast, "parse", lambda *_, **__: never())
        load_plugin(contest.problem)
    assert len(list(folder.iterdir())) == 1
