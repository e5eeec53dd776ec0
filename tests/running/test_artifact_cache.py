"""What compilers made is kept under all that it depends on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from judge.running import artifact_cache
from judge.running.artifact_cache import find, keep, key_of, trim

FILES = {"a.cpp": b"int main() {}", "b.h": b""}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "judge" / artifact_cache.NAME


def test_what_is_kept_is_found(cache: Path) -> None:
    assert find("key") is None
    keep("key", b"made")
    assert find("key") == b"made"
    assert [path.name for path in cache.iterdir()] == ["key"]


@pytest.mark.parametrize(
    ("words", "files"),
    [
        (("cc", "2"), FILES),
        (("cc1",), FILES),
        (("cc", "1"), FILES | {"b.h": b"x"}),
        (("cc", "1"), FILES | {"c.h": b""}),
        (("cc", "1"), {"a.cppint main() {}": b"", "b.h": b""}),
        (("cc", "1", "files"), {}),
    ],
)
def test_everything_makes_another_key(words: tuple[str, ...], files: dict[str, bytes]) -> None:
    assert key_of(words, files) != key_of(("cc", "1"), FILES)


def test_the_order_of_files_makes_none() -> None:
    assert key_of(("cc",), FILES) == key_of(("cc",), dict(reversed(FILES.items())))


def test_a_file_that_is_not_whole_is_not_used(cache: Path) -> None:
    keep("key", b"made of much")
    (cache / "key").write_bytes((cache / "key").read_bytes()[:-1])
    assert find("key") is None


def test_what_was_not_used_for_longest_makes_room(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(artifact_cache, "MOST_BYTES", 200)
    for number, name in enumerate(("first", "second")):
        keep(name, bytes(50))
        os.utime(cache / name, (number, number))
    assert find("first") is not None  # and so it was used last
    keep("third", bytes(50))
    assert find("second") is None
    assert find("first") is not None and find("third") is not None


def test_all_files_are_looked_at_once_an_hour(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artifact_cache, "MOST_BYTES", 0)
    keep("other", b"made", trims=False)
    trim(artifact_cache.NAME)
    assert find("other") is None
    keep("key", b"made", trims=False)
    trim(artifact_cache.NAME)
    assert find("key") is not None
    mark = cache.with_name(f"{artifact_cache.NAME}.trimmed")
    earlier = mark.stat().st_mtime - artifact_cache.TRIM_S - 1
    os.utime(mark, (earlier, earlier))
    trim(artifact_cache.NAME)
    assert find("key") is None


def test_what_is_too_large_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artifact_cache, "LARGEST", 3)
    keep("key", b"four")
    assert find("key") is None


def test_a_cache_that_cannot_be_written_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    keep("key", b"made")
    assert find("key") is None
