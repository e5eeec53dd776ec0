"""Symbolic links that were checked out as text files, on a system without links."""

from __future__ import annotations

from pathlib import Path

from judge.common.errors import JudgeError

#: The longest path, in bytes.
LONGEST_PATH = 4096


def refuse_link_text(path: Path, content: bytes) -> None:
    """Raise JudgeError for a file that contains only the path of another file.

    A zip, or git with ``core.symlinks=false``, turns a link into such a file.
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
