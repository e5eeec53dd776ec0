"""Symbolic links that a system without links has checked out as text files."""

from __future__ import annotations

from pathlib import Path

from judge.common.errors import JudgeError

#: No path is longer, in bytes.
LONGEST_PATH = 4096


def refuse_link_text(path: Path, content: bytes) -> None:
    """Raises JudgeError for a file that holds nothing but the path of another file.

    That is what a zip, or git with ``core.symlinks=false``, makes of a link.
    """
    target = content.strip().decode("utf-8", "replace")
    if not 0 < len(content) <= LONGEST_PATH or len(target.split()) != 1:
        return
    if "/" not in target and Path(target).suffix != path.suffix:
        return
    try:
        linked = path.parent / target
        if not linked.exists() or linked.samefile(path):
            return
    except (OSError, ValueError):
        return
    raise JudgeError(
        f"is a link that was checked out as text: replace it with a copy of {target}, "
        "or check it out again with links enabled",
        path,
    )
