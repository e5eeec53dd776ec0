"""Which changes of files are noticed."""

from __future__ import annotations

import os
from pathlib import Path

from judge.live.file_stamps import stamps_of


def test_a_save_a_rename_and_a_new_file_are_noticed(tmp_path: Path) -> None:
    file, folder = tmp_path / "a.py", tmp_path / "data"
    (folder / "deep").mkdir(parents=True)
    file.write_text("1")
    seen = [stamps_of((file, folder))]

    def differs() -> bool:
        seen.append(stamps_of((file, folder)))
        return seen[-1] != seen[-2]

    assert not differs()
    file.write_text("22")
    assert differs()
    other = tmp_path / "b.py"
    other.write_text("33")
    os.utime(other, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns))
    other.replace(file)  # as most editors save: same time and size, another file
    assert differs()
    (folder / "deep" / "1.in").write_text("1")
    assert differs()
    file.unlink()
    assert differs() and str(file) not in seen[-1]


def test_what_editors_and_python_write_beside_is_not(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    before = stamps_of((tmp_path,))
    for name in (".a.py.swp", "a.py~", "__pycache__/a.pyc"):
        (tmp_path / name).write_text("1")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert [*stamps_of((tmp_path,))] == [str(tmp_path / "loop")] and before == {}
