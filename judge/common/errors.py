"""Errors that the user can fix, in one line, and paths as messages show them."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

from judge.common.safe_text import one_line, short_words

#: What helps where a file or a process that no command expects to fail does fail, by the reason.
_FIXES: Mapping[int, str] = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "free space there and start again"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "let this user read and write it"),
    **dict.fromkeys((errno.EIO, errno.ENXIO, errno.ENODEV), "check that disk; see the kernel log"),
    **dict.fromkeys((errno.ENOENT, errno.ESTALE), "something has removed it: start again"),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), "raise the limit `ulimit -n`"),
    **dict.fromkeys((errno.ENAMETOOLONG, errno.ELOOP), "use a folder with a shorter path"),
    errno.EAGAIN: "raise the limit `ulimit -u`, or run fewer processes beside the judge",
    errno.ENOMEM: "free memory, or use fewer --jobs",
    errno.EFBIG: "raise the limit `ulimit -f`",
}
#: What helps where a file that was to be read is not one that can be, by the reason.
_READING_FIXES: Mapping[int, str] = {
    **_FIXES,
    **dict.fromkeys((errno.EACCES, errno.EPERM), "let this user read it"),
    errno.EISDIR: "a file must have this name",
    errno.ENOENT: "check its name",
    errno.ENOTDIR: "a folder must have the name above it",
    errno.ENAMETOOLONG: "use a shorter name",
    errno.ELOOP: "remove links that lead back to themselves",
}
#: The beginning of what Python says where none of the usual folders can be written to.
_NO_TEMPORARY = "No usable temporary directory"
_LIMITS = frozenset((errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM))


class JudgeError(Exception):
    """An error that the user can fix: one line that names the file, the line and the fix."""

    def __init__(self, message: str, path: Path | None = None, line: int | None = None) -> None:
        location = "" if path is None else f"{place(path, line)}: "
        lines = message.splitlines()
        said = short_words(" ".join(part.strip() for part in lines))
        super().__init__(one_line(location + said))
        self.message, self.path, self.line = one_line(said), path, line


class PythonChanged(JudgeError):
    """Foreign code has changed what the judge runs on; further changes may follow from that one."""


def not_utf_8(error: UnicodeDecodeError, path: Path) -> JudgeError:
    """Of a file that was to be text, with the line of the first byte that is none."""
    line = error.object[: error.start].count(b"\n") + 1
    return JudgeError("is not UTF-8 text: save it as UTF-8", path, line)


def unreadable(error: OSError, path: Path) -> JudgeError:
    """Of a file or folder that was to be read, with the fix."""
    return JudgeError(f"cannot be read: {why_unreadable(error)}", path)


def why_unreadable(error: OSError) -> str:
    """The reason and the fix; the judge's own reasons name theirs."""
    fix = _READING_FIXES.get(error.errno or 0)
    if fix is None or error.strerror != os.strerror(error.errno or 0):
        return reason(error)
    return f"{error.strerror}: {fix}"


def place(path: Path, line: int | None = None) -> str:
    """A file, and a line in it if one is named: ``a:3``."""
    return f"{shown_path(path)}:{line}" if line else shown_path(path)


def shown_path(path: Path) -> str:
    """``near_path`` in one line, with invisible characters marked."""
    return one_line(near_path(path))


def near_path(path: Path) -> str:
    """A path as the user would type it: relative to the current folder, if it is below it."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def reason(error: OSError) -> str:
    """Why a file or a folder could not be written or copied; of several reasons the first."""
    if error.strerror is None and error.args and isinstance(error.args[0], list):  # shutil.Error
        source, _, why = error.args[0][0]
        return f"{source}: {why}"
    return error.strerror or str(error)


def is_limit(error: OSError) -> bool:
    """Whether it is for lack of descriptors, processes or memory, and nothing else is wrong."""
    return error.errno in _LIMITS


def told(error: Exception) -> str:
    """An error in a line, with what helps if the system is the reason."""
    return unexpected(error) if isinstance(error, OSError) else str(error)


def unexpected(error: OSError) -> str:
    """A line for a file or process that no command expects to fail: where, why, and what helps."""
    names = [name for name in (error.filename, error.filename2) if name is not None]
    if is_limit(error):  # whatever file it could not open
        where = "this process"
    elif names:
        where = " and ".join(shown_path(Path(name)) for name in map(_as_text, names))
    else:  # the kernel does not name what was open already
        temporary = shown_path(Path(os.environ.get("TMPDIR") or "/tmp"))
        where = f"a file in the current folder or in {temporary}"
    if reason(error).startswith(_NO_TEMPORARY):
        return f"no folder for temporary files ({one_line(reason(error))}): name one in TMPDIR"
    fix = _FIXES.get(error.errno or 0, "mend that and start again")
    return f"{where}: {one_line(reason(error))}: {fix}"


def _as_text(name: object) -> str:
    return name.decode(errors="replace") if isinstance(name, bytes) else str(name)
