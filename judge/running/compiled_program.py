"""The program that a compiler makes of a source, written beside it.

Most of the time of a short program is its start: the kernel loads it, and the C library asks the
processor what it can do. A fork of a program that has got so far is spared that. So a source of
one file becomes an object file first, and is linked with languages/hosts/serve_main.c: the program
then serves its own cases, if the object file shows that nothing of it can run before the host does.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from judge.common.folders import HOSTS
from judge.languages.placeholders import fill
from judge.languages.table import Language
from judge.languages.toolchain import Toolchain
from judge.running.object_file import may_serve, names_in
from judge.sandbox import build
from judge.sandbox.layer import Layer

#: In the folder of the program: what the compiler makes, and what its host needs.
ARTIFACT, ADDON = "artifact", "addon"
#: The placeholder of a program that serves its own cases; without a value for one that does not.
SERVED = "served"
#: In the working folder of the compiler.
_ARTIFACT, _OBJECT, _PROGRAM = f"./{ARTIFACT}", "./object.o", "./program"


class Serving(Struct, frozen=True):
    """How a program is made that may serve its own cases: by a command whose artifact is the size
    of the object file, a line break, the object file and the program that is linked from it.
    Arguments that are appended to it are the compiler's. ``names``: those that the object file must
    not define."""

    command: tuple[str, ...]
    names: frozenset[str]


def put_program(
    made: Callable[[tuple[str, ...]], bytes],
    command: tuple[str, ...],
    folder: Path,
    how: Serving | None = None,
) -> bool:
    """Write what a compiler makes to ``folder``; whether it may serve its own cases.

    ``made``: runs a command, or knows what it made before, which is a file named ARTIFACT.
    ``command`` makes the program where ``how`` is None. Raises what ``made`` does, and OSError.
    """
    target = folder / ARTIFACT
    if how:
        size, _, rest = made(how.command).partition(b"\n")
        object_file, program = rest[: int(size)], rest[int(size) :]
        serves = may_serve(object_file, how.names)
    else:
        program, serves = made(command), False
    target.write_bytes(program)
    target.chmod(0o755)
    return serves


def serving(
    language: Language,
    compile: tuple[str, ...],
    values: Mapping[str, str],
    flags: tuple[str, ...],
    tools: Toolchain,
    layer: Layer,
    folder: Path,
) -> Serving | None:
    """Puts the host into ``folder``. ``compile``: the command of the language that compiles such a
    source. None if no such program can be made here. Raises SandboxUnavailable and OSError."""
    one_source = "\0" not in values["sources"]
    if not (language.served and one_source and layer.keeps_hosts and tools.flags):
        return None
    host = build.object_file(HOSTS / language.served)
    shutil.copy(host, folder / ADDON)

    def linked(*objects: str) -> str:
        given = {**values, "artifact": _PROGRAM, "sources": "\0".join(objects)}
        return shlex.join((*fill(language.compile, given, flags), *tools.flags))

    into = fill(compile, {**values, "artifact": _OBJECT}, flags)
    compiled = shlex.join((*into, *tools.flags, "-c")) + ' "$@"'
    served = linked(values["addon"], _OBJECT)
    # If the source has a name of its own for what the host calls, they cannot be linked.
    alone = linked(_OBJECT)
    both = f"{{ wc -c < {_OBJECT}; cat {_OBJECT} {_PROGRAM}; }} > {_ARTIFACT}"
    script = f": {host.name}; {compiled} && {{ {served} 2> said || {alone}; }} && {both}"
    names = names_in(build.host_alone(HOSTS / language.served))
    return Serving(("/bin/sh", "-c", script, "sh"), names)
