"""Writing a report so that a reader never meets half of one."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put ``data`` at ``path`` in one step, making missing folders; raises OSError.

    It goes to a temporary file beside it first: a rename is only atomic within one file system.
    Whatever happens, the old file or the new one is there, and no temporary file stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
