"""Program -> BuiltProgram: copy the files of a package's program, compile them in the sandbox."""

from __future__ import annotations

import io
import os
import shutil
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from msgspec import Struct, field

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.folders import HOSTS
from judge.languages.placeholders import fill, is_filled
from judge.languages.program import (
    BUILD,
    RUN,
    Program,
    language_named,
    missing_interpreter,
    script_toolchains,
)
from judge.languages.table import Language
from judge.languages.toolchain import Toolchain, find_toolchain
from judge.model import Ended, Limits
from judge.packages.constants import replaced_in_bytes
from judge.running.compile import START, put_start
from judge.running.compiled_program import ADDON, ARTIFACT, SERVED, put_program, serving
from judge.running.host_builder import BUILDER, put_builder
from judge.running.kept_artifact import cached_artifact, files_below
from judge.running.plugin_copy import copy_plugin
from judge.running.precompiled_header import compile_with_header, header_of
from judge.running.tool_session import (
    CANNOT_EXECUTE,
    CompileError,
    how_it_ended,
    run_tool,
)
from judge.sandbox import build
from judge.sandbox.layer import ENVIRONMENT, Command, Layer, SandboxUnavailable, View

#: Where the files of the program are, and where what its script has built.
FILES, BUILT = "files", "built"
#: Makes a copy of the program's folder, runs its script there, and sends what is there then.
BUILD_SCRIPT = (
    'cp -R "$0/." . && ./build >&2'
    " && if [ ! -f run ]; then echo 'the script build did not create a file run' >&2; exit 1; fi"
    " && tar -cf - ."
)
MOST_MEMBERS = 10_000
MOST_BYTES = 256 * 2**20


class BuiltProgram(Struct, frozen=True):
    """A program ready to run: ``argv`` as seen from inside the sandbox."""

    program: Program
    argv: tuple[str, ...]
    view: View
    #: Whether ``argv`` starts a host that serves calls. Its arguments are the same for all of them.
    warm: bool = False
    #: The command that starts it without a host; the same as ``argv`` if there is none.
    cold: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=lambda: ENVIRONMENT)


def build_program(
    program: Program,
    layer: Layer,
    folder: Path,
    problem: Path | None = None,
    limits: Limits | None = None,
) -> BuiltProgram:
    """Write the files, and what the compiler makes of them, to ``folder``, which must not exist.

    ``problem``: the folder of a problem with a plug-in, which an interpreted program may import.
    ``limits``: of the compiler or the script ``build``; the judge's own by default.

    Raises ToolMissing, CompileError, SandboxUnavailable, SandboxDied, MachineOverloaded, OSError,
    and JudgeError if a file cannot be read.
    """
    folder.mkdir(mode=0o755)
    _copy_files(program, folder / FILES)
    if not program.language:
        return _script(program, layer, folder, limits)
    language = language_named(program.language)
    tools = find_toolchain(language)
    view = View(folder, tools.folders, folder.parent)
    values = _values(program, tools, layer, view)
    put_start(language, folder / START, values)
    values |= put_builder(language, tools, layer, view)
    flags = language.program_flags
    if language.compile:
        command = fill(language.compile, {**values, "artifact": "./" + ARTIFACT}, flags)
        with_host = serving(language, language.compile, values, flags, tools, layer, folder)

        def made(words: tuple[str, ...]) -> bytes:
            return _compiled(program, words, tools, layer, view, limits)

        if put_program(made, (*command, *tools.flags), folder, with_host):
            values[SERVED] = values["artifact"]
    elif problem is not None:
        copy_plugin(problem, folder)
    run = fill(language.run, values, flags)
    warm = fill(language.run_warm, values, ())
    if layer.keeps_hosts and is_filled(warm) and _may_be_served(program, language, folder):
        if language.addon:
            shutil.copy(build.addon(HOSTS / language.addon), folder / ADDON)
        return BuiltProgram(program, warm, view, True, run)
    return BuiltProgram(program, run, view, False, run)


def _may_be_served(program: Program, language: Language, folder: Path) -> bool:
    sources = (name for name in program.files if Path(name).suffix in language.suffixes)
    return language.may_be_served((folder / FILES / name).read_bytes() for name in sources)


def _compiled(
    program: Program,
    command: tuple[str, ...],
    tools: Toolchain,
    layer: Layer,
    view: View,
    limits: Limits | None,
) -> bytes:
    """What the compiler makes of the files in ``view``, or has made of the same files before."""
    language = language_named(program.language)
    files = files_below(view.folder / FILES)
    if language.builder:
        files[BUILDER] = (view.folder / BUILDER).read_bytes()

    def compiled() -> bytes:
        sources = [name for name in program.sources if name in files]
        header = header_of(language, files, sources, language.program_flags, tools)
        return compile_with_header(header, command, layer, view, limits)

    words = (program.language, tools.version, *command)
    return cached_artifact(words, files, layer, view, compiled)


def _values(program: Program, tools: Toolchain, layer: Layer, view: View) -> dict[str, str]:
    """What the placeholders of a language's commands stand for, as seen from inside the sandbox."""
    folder = layer.program_folder(view)
    return {
        **{tool: str(path) for tool, path in tools.paths.items()},
        "folder": f"{folder}/{FILES}",
        "source": f"{folder}/{FILES}/{program.main}",
        "sources": "\0".join(f"{folder}/{FILES}/{name}" for name in program.sources),
        "hosts": layer.hosts_folder,
        "artifact": f"{folder}/{ARTIFACT}",
        "addon": f"{folder}/{ADDON}",
        "start": f"{folder}/{START}",
        **tools.facts,
    }


def _copy_files(program: Program, folder: Path) -> None:
    """All files of the program and the headers that it includes; raises JudgeError."""
    wanted = {name: program.folder / name for name in program.files}
    wanted |= {header.name: header for header in program.headers}
    for name, path in wanted.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file_of(program, name, path))
        target.chmod(0o755)


def file_of(program: Program, name: str, path: Path) -> bytes:
    """A file as it is built and run; raises JudgeError."""
    if name in program.included:
        return program.included[name]
    try:
        return replaced_in_bytes(foreign_files.read(path), program.constants)
    except OSError as error:
        raise unreadable(error, path) from error


def _script(program: Program, layer: Layer, folder: Path, limits: Limits | None) -> BuiltProgram:
    """A program that the system starts by itself, after its script ``build`` has run, if any."""
    folders, environment = script_toolchains()
    view = View(folder, folders, folder.parent)
    seen = layer.program_folder(view)
    for name in {BUILD, RUN, program.main} & {*program.files}:
        if said := missing_interpreter(program.folder / name, environment["PATH"], seen):
            raise JudgeError(said, program.folder / name, 1)
    if not program.builds:
        own = (f"{seen}/{FILES}/{program.main}",)
        return BuiltProgram(program, own, view, False, own, environment)
    argv = ("/bin/sh", "-c", BUILD_SCRIPT, f"{seen}/{FILES}")
    command = Command(argv, writes=True, environment=environment)
    run = run_tool(command, layer, view, limits)
    if run.ended is not Ended.EXITED or run.exit_status:
        said = run.stderr.decode("utf-8", "replace").strip()
        if run.exit_status == CANNOT_EXECUTE:
            raise SandboxUnavailable(
                f"the sandbox's user has no permission to run the script {BUILD}"
            )
        how = f"exit status {run.exit_status}" if run.exit_status else f"it {how_it_ended(run)}"
        raise CompileError(f"the script {BUILD} failed ({how})\n{said}".strip())
    _unpack(run.stdout, folder / BUILT)
    if said := missing_interpreter(folder / BUILT / RUN, environment["PATH"], seen):
        raise CompileError(f"the script {BUILD} made the script {RUN}: {said}")
    made = (f"{seen}/{BUILT}/{RUN}",)
    return BuiltProgram(program, made, view, False, made, environment)


def _unpack(archive: bytes, folder: Path) -> None:
    """Write the files of an archive that comes from inside the sandbox; raises CompileError.

    Only regular files and folders, below ``folder``; a link between them becomes a copy.
    """
    folder.mkdir(mode=0o755)
    left = MOST_BYTES
    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            for number, (member, place) in enumerate(_members(tar)):
                if number > MOST_MEMBERS:
                    raise CompileError(f"the script {BUILD} made more than {MOST_MEMBERS} files")
                target = folder.joinpath(*place.parts)
                if member.isdir():
                    target.mkdir(mode=0o755, parents=True, exist_ok=True)
                    continue
                data = _content(tar, member, left)
                if data is not None:
                    left -= len(data)
                    target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
                    target.write_bytes(data)
                    target.chmod(0o755)
    except (tarfile.TarError, OSError, RecursionError, ValueError) as error:
        raise CompileError(f"what the script {BUILD} made cannot be read: {error}") from error


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo, most: int) -> bytes | None:
    """The bytes of a file, or of the one that a link leads to; None if that is not in the archive.

    Raises CompileError for more than ``most`` bytes: a sparse file is larger than its archive.
    """
    try:
        file = tar.extractfile(member)
    except KeyError:
        return None
    data = None if file is None else file.read(most + 1)
    if data is not None and len(data) > most:
        raise CompileError(f"the script {BUILD} made more than {MOST_BYTES >> 20} MiB")
    return data


def _members(tar: tarfile.TarFile) -> Iterator[tuple[tarfile.TarInfo, PurePosixPath]]:
    """The files, folders and links of an archive, and their places in the folder."""
    for member in tar:
        place = PurePosixPath(os.path.normpath(member.name))
        if place.is_absolute() or ".." in place.parts or not place.parts:
            continue
        if member.isreg() or member.isdir() or member.issym() or member.islnk():
            yield member, place
