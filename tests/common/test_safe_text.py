"""Text from elsewhere: bounded, visible, and linked only where that is safe."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.common.addresses import web_address
from judge.common.atomic_write import write_whole
from judge.common.safe_text import excerpt, plain
from judge.report.html.addresses import anchor


@pytest.mark.long
@given(st.binary(max_size=80), st.integers(4, 90), st.booleans())
def test_an_excerpt_is_the_longest_head_or_tail_up_to_three_bytes(
    data: bytes, keep: int, tail: bool
) -> None:
    part = excerpt(data, tail, keep)
    assert data.endswith(part.data) if tail else data.startswith(part.data)
    assert min(len(data), keep) - 3 <= len(part.data) <= keep
    assert part.total == len(data)
    assert part.whole == (len(data) <= keep)


@pytest.mark.long
@given(st.text(max_size=60), st.integers(4, 60), st.booleans())
def test_an_excerpt_of_utf8_is_utf8(text: str, keep: int, tail: bool) -> None:
    data = text.encode("utf-8", "ignore")
    part = excerpt(data, tail, keep).data.decode("utf-8")
    assert part in data.decode("utf-8")


@pytest.mark.long
@given(st.text(max_size=60))
def test_plain_text_has_nothing_unseen_and_stays_as_it_is(text: str) -> None:
    shown = plain(text)
    assert shown.replace("\n", "").replace("\t", "").isprintable()
    assert plain(shown) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("as it is: é, 漢, 🙂", "as it is: é, 漢, 🙂"),
        ("a\0b\r\x1b", "a⟨NUL⟩b⟨CR⟩⟨ESC⟩"),
        ("\u202egnp\u200b", "⟨U+202E⟩gnp⟨U+200B⟩"),
        ("\udcff\ud800", "⟨0xFF⟩⟨U+D800⟩"),
        ("\x7f\u00a0", "⟨U+007F⟩⟨U+00A0⟩"),
    ],
)
def test_what_cannot_be_seen_gets_a_mark(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.long
@given(st.text(min_size=1), st.text(min_size=1), st.text(min_size=1))
def test_an_anchor_can_be_taken_apart_again(problem: str, solution: str, case: str) -> None:
    parts = anchor(problem, solution, case)[1:].split("/", 2)
    names = [problem, solution, case]
    assert [unquote(part) for part in parts] == names


@pytest.mark.parametrize(
    "url", ["https://a.example/b?c=d#e", "http://a.example", "HTTPS://A.EXAMPLE/"]
)
def test_web_addresses_become_links(url: str) -> None:
    assert web_address(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "javascript:alert(1)",
        " https://a.example",
        "java\nscript:alert(1)",
        "https://a.example/\u202e",
        "data:text/html,hi",
        "file:///etc/passwd",
        "//a.example",
        "https://",
        "https:a.example",
        "http://[::1",
    ],
)
def test_nothing_else_does(url: str) -> None:
    assert web_address(url) is None


def test_writing_makes_folders_and_replaces_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "report.html"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert [item.name for item in path.parent.iterdir()] == ["report.html"]


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.mkdir()
    with pytest.raises(OSError):
        write_whole(path, b"one")
    assert [item.name for item in tmp_path.iterdir()] == ["report.html"]


def test_readers_see_the_old_file_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_whole(path, b"old")
    with path.open("rb") as reader:
        write_whole(path, b"new and longer")
        assert reader.read() == b"old"
    assert path.read_bytes() == b"new and longer"
