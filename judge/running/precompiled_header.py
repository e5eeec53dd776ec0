"""Headers that take most of a compiler's time, compiled once for all sources that begin with one.

A header of the whole standard library is parsed in seconds, and a short solution behind it in a
tenth of one. Compilers keep what they have parsed in a file, which other sources load, if the
header is the first thing in them; one that stands among others is moved to the front. Making that
file costs as much as two or three sources, so it is made when the second source asks for it. A
source that does not compile with it, in contrast to one that compiles but cannot be linked, is
compiled again without it: neither the verdict nor the messages can depend on it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from judge.languages.placeholders import fill, filled_text
from judge.languages.table import Language, PrecompiledHeaders
from judge.languages.toolchain import Toolchain
from judge.model import Ended, Limits
from judge.running.artifact_cache import key_of
from judge.running.compiled_program import ARTIFACT
from judge.running.leading_headers import first_headers
from judge.running.tool_session import (
    CompileError,
    CompilerStopped,
    compile_in_sandbox,
    run_tool,
)
from judge.sandbox.build import cache_folder
from judge.sandbox.layer import (
    ENVIRONMENT,
    Command,
    Layer,
    MachineOverloaded,
    SandboxDied,
    SandboxUnavailable,
    View,
)

#: The folder in the judge's cache; each header has a folder in it, named by a key.
NAME = "headers"
#: How many are kept: each may take more than 100 MiB.
MOST_HEADERS = 4
#: The source that asks for a header for this many times is the first one for which it is made.
FIRST_ASKED = 2
_DEPENDS, _SOURCE, _FILES = "depends", "judge_header", "files.json"
#: Sends the list of files, behind its size, and the header.
_SCRIPT = f'"$@" >&2 && {{ wc -c < {_DEPENDS}; cat {_DEPENDS} {ARTIFACT}; }}'


class PrecompiledHeader(Struct, frozen=True):
    """A header of the table, for sources that are compiled with ``flags``."""

    name: str
    table: PrecompiledHeaders
    command: tuple[str, ...]
    key: str
    #: Arguments that make the compiler include it before anything else in a source.
    added: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        return cache_folder() / NAME / self.key

    @property
    def asked(self) -> Path:
        """A file with a byte for each source that did not find it."""
        return self.folder.with_suffix(".asked")


def header_of(
    language: Language,
    files: Mapping[str, bytes],
    sources: Iterable[str],
    flags: tuple[str, ...],
    tools: Toolchain,
) -> PrecompiledHeader | None:
    """The first header of the table that one of the sources begins with, or that all of them have
    among their first ones; None if there is none. ``sources``: the paths of those ``files`` that
    one command compiles."""
    table = language.precompiled
    if table is None:
        return None
    leading = [first_headers(source, files) for source in sources]
    for name in table.headers:
        is_first = [headers[:1] == (name,) for headers in leading]
        moved = not all(is_first) and all(name in headers for headers in leading)
        if any(is_first) or moved:
            return _header(name, table, moved, flags, tools)
    return None


def _header(
    name: str, table: PrecompiledHeaders, moved: bool, flags: tuple[str, ...], tools: Toolchain
) -> PrecompiledHeader:
    values = {tool: str(path) for tool, path in tools.paths.items()}
    values |= {"artifact": f"./{ARTIFACT}", "depends": f"./{_DEPENDS}"}
    command = fill(table.compile, values, flags)
    key = key_of((tools.version, name, *command), {})
    added = fill(table.first, {"name": name}, ()) if moved else ()
    return PrecompiledHeader(name, table, command, key, added)


def made_header(
    header: PrecompiledHeader, layer: Layer, view: View, asked: int | None = None
) -> bool:
    """Whether the header is there, which the call may make so; never raises.

    It is made by the call that is number 2, 4, 8 and so on of those that find nothing, and not
    while another process makes it. ``asked``: a number in place of the one that is counted.
    """
    with suppress(OSError, SandboxDied, SandboxUnavailable, MachineOverloaded):
        if _is_there(header):
            os.utime(header.folder)
            return True
        header.folder.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        number = _asked(header) if asked is None else asked
        if number < FIRST_ASKED or number & (number - 1):
            return False
        with _alone(header) as alone:
            return alone and _make(header, layer, view)
    return False


def compile_with_header(
    header: PrecompiledHeader | None,
    words: tuple[str, ...],
    layer: Layer,
    view: View,
    limits: Limits | None,
) -> bytes:
    """The artifact of a command whose sources begin with the header, if there is one. Raises as
    ``compile_in_sandbox`` does."""
    if header and made_header(header, layer, view):
        seen = replace(view, data=header.folder)
        environment = {**ENVIRONMENT, header.table.variable: layer.data_folder(seen)}
        try:
            return compile_in_sandbox((*words, *header.added), layer, seen, limits, environment)
        except CompilerStopped:
            raise
        except CompileError as error:
            if header.table.linker in str(error):
                raise
    return compile_in_sandbox(words, layer, view, limits)


def _is_there(header: PrecompiledHeader) -> bool:
    """Whether it was made of the files as they are now; raises OSError."""
    try:
        facts = msgspec.json.decode((header.folder / _FILES).read_bytes(), type=dict[str, _Facts])
    except (FileNotFoundError, msgspec.DecodeError):
        return False
    return all(_facts(Path(path)) == known for path, known in facts.items())


#: Size and time of change of a file, in nanoseconds.
_Facts = tuple[int, int]


def _facts(path: Path) -> _Facts:
    try:
        found = path.stat()
    except FileNotFoundError:
        return (0, 0)
    return (found.st_size, found.st_mtime_ns)


def _asked(header: PrecompiledHeader) -> int:
    """For how many times it has been asked for and was not there, with this; raises OSError."""
    with header.asked.open("ab") as file:
        file.write(b".")
        file.flush()
        return file.tell()


@contextmanager
def _alone(header: PrecompiledHeader) -> Iterator[bool]:
    """Whether no other process makes it; raises OSError."""
    with header.asked.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _make(header: PrecompiledHeader, layer: Layer, view: View) -> bool:
    """Whether the compiler could make it. Raises as ``run_tool`` does, and OSError."""
    with tempfile.TemporaryDirectory(dir=view.temporary) as made:
        folder = Path(made)
        folder.chmod(0o755)
        (folder / _SOURCE).write_text(f"#include <{header.name}>\n")
        seen = replace(view, folder=folder)
        source = {"source": f"{layer.program_folder(seen)}/{_SOURCE}"}
        words = fill(header.command, source, ())
        command = Command(("/bin/sh", "-c", _SCRIPT, "sh", *words), writes=True)
        run = run_tool(command, layer, seen)
    if run.ended is not Ended.EXITED or run.exit_status != 0:
        return False
    size, _, rest = run.stdout.partition(b"\n")
    depends, artifact = rest[: int(size)], memoryview(rest)[int(size) :]
    _keep(header, _paths(depends), artifact)
    return True


def _paths(rule: bytes) -> list[str]:
    """The files that a rule of make depends on, but the one in the sandbox."""
    words = os.fsdecode(rule.partition(b":")[2].replace(b"\\\n", b" ")).split()
    return [word for word in words if Path(word).name != _SOURCE]


def _keep(header: PrecompiledHeader, paths: Iterable[str], artifact: memoryview) -> None:
    """Put it into the cache as a whole, in place of an older one; raises OSError."""
    root = cache_folder() / NAME
    made = Path(tempfile.mkdtemp(dir=root))
    try:
        target = made / f"{header.name}{header.table.suffix}"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(artifact)
        # For a source that includes it once more, and where what was made does not fit.
        (made / header.name).write_text(filled_text(header.table.next, {"name": header.name}))
        facts: Mapping[str, _Facts] = {path: _facts(Path(path)) for path in paths}
        (made / _FILES).write_bytes(msgspec.json.encode(facts))
        made.chmod(0o755)
        shutil.rmtree(header.folder, ignore_errors=True)
        made.replace(header.folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    _remove_oldest(root)


def _remove_oldest(root: Path) -> None:
    kept = sorted(
        (entry.stat().st_mtime_ns, entry.path) for entry in os.scandir(root) if entry.is_dir()
    )
    for _, path in kept[:-MOST_HEADERS]:
        shutil.rmtree(path, ignore_errors=True)
