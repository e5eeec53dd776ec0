"""The files of cases that validators see: written anew, or links to copies."""

from __future__ import annotations

from pathlib import Path

from judge.running.shown_files import MOST_WRITTEN, ShownFiles


def test_a_small_file_is_written_over_the_one_before_and_a_large_one_never(tmp_path: Path) -> None:
    """To make a file takes longer; a large one is a link to a copy that is shown again."""
    shown = ShownFiles(tmp_path / "work")
    seen, large = shown.folder / "input", tmp_path / "large.in"
    large.write_bytes(bytes(MOST_WRITTEN + 1))
    for name, text in (("long.in", "a long text"), ("short.in", "short"), ("empty.in", "")):
        (tmp_path / name).write_text(text)
    shown.show(tmp_path / "long.in", "input")
    number = seen.stat().st_ino
    for name in ("short.in", "empty.in", "long.in", "short.in"):
        shown.show(tmp_path / name, "input")
        assert seen.read_text() == (tmp_path / name).read_text()
        assert seen.stat().st_ino == number
    for _ in range(2):
        shown.show(large, "input")
        assert seen.read_bytes() == large.read_bytes()
        shown.show(tmp_path / "short.in", "input")
        assert seen.read_text() == "short"
    assert seen.stat().st_mode & 0o777 == 0o644
