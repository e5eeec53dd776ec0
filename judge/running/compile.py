"""Solution -> BuiltSolution: writes the source, and compiles it in the sandbox."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.checking.ending import overload
from judge.common.folders import HOSTS
from judge.languages import argument_types
from judge.languages.table import FLAGS, Language, all_languages, callable_name
from judge.languages.toolchain import ToolMissing, find_toolchain
from judge.model import Ended, Execution, Input, Kind, Limits, Solution
from judge.running import calling
from judge.sandbox import build
from judge.sandbox.layer import (
    Command,
    Layer,
    MachineOverloaded,
    SandboxDied,
    SandboxUnavailable,
    View,
)
from judge.solutions import code_size
from judge.solutions.load import source_of

COMPILE_LIMITS = Limits(
    cpu_s=60,
    memory_mib=2048,
    output_bytes=256 * 2**20,
    stderr_bytes=16 * 2**10,
    processes=256,
    disk_mib=512,
)
PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
ARTIFACT = "artifact"
ADDON = "addon.node"
START = ".start"
RETRIES = 2
#: A shell's exit status for a command that is there and cannot be started.
CANNOT_EXECUTE = 126


class CompileError(Exception):
    """The compiler refused the source; the text is what it said."""


@dataclass(frozen=True)
class BuiltSolution:
    """A solution ready to run: ``argv`` as seen from inside the sandbox."""

    solution: Solution
    argv: tuple[str, ...]
    view: View
    #: Whether ``argv`` starts a host that serves calls.
    warm: bool = False
    #: The host that answers many instances in one call; empty where none can.
    many: tuple[str, ...] = ()
    #: Whether that one serves calls.
    many_warm: bool = False


def prepare(
    solution: Solution,
    layer: Layer,
    folder: Path,
    examples: Sequence[Sequence[Any]] = (),
) -> BuiltSolution:
    """Put the source, and what the compiler makes of it, into ``folder``.

    ``examples``: arguments that a function is to be called with; a compiled one is built for their
    types.

    Raises ToolMissing, CompileError, SandboxUnavailable, SandboxDied, MachineOverloaded, OSError,
    and JudgeError where the source has changed since it was loaded and can no longer be decoded.
    """
    language = all_languages()[solution.language]
    tools = find_toolchain(language)
    folder.mkdir(mode=0o755)
    source = folder / solution.path.name
    runs = code_size.decoded(source_of(solution), solution.encoding, solution.path)
    source.write_bytes(calling.text_to_run(solution, runs))
    view = View(folder, tools.folders, folder.parent)
    words = {tool: str(path) for tool, path in tools.paths.items()}
    words["source"] = f"{layer.program_folder(view)}/{source.name}"
    words["hosts"] = layer.hosts_folder
    words["artifact"] = f"{layer.program_folder(view)}/{ARTIFACT}"
    words["addon"] = f"{layer.program_folder(view)}/{ADDON}"
    words["start"] = f"{layer.program_folder(view)}/{START}"
    words |= tools.facts
    _put_start(language, folder / START, words)
    _require(solution, language, words, layer, view)
    words |= _for_host(solution, language, folder, words, examples)
    compile = language.host_compile if "arguments" in words else language.compile
    if compile:
        command = _fill(compile, {**words, "artifact": "./" + ARTIFACT}, solution.flags)
        made = _compile((*command, *tools.flags), layer, view)
        target = folder / ARTIFACT
        target.write_bytes(made)
        target.chmod(0o755)
    warm = bool(language.warm) and layer.keeps_hosts
    if warm and language.addon and (language.run_warm or solution.kind is Kind.FUNCTION):
        shutil.copy(build.addon(HOSTS / language.addon), folder / ADDON)
    host = _fill(language.host, words, solution.flags) + calling.host_words(solution)
    if warm:
        host += _fill(language.warm, words, ())
    many: tuple[str, ...] = ()
    if solution.kind.value in language.many:
        many = (*host, "--many", solution.kind.value)
    if solution.kind is not Kind.FUNCTION:
        run_warm = _fill(language.run_warm, words, ())
        if run_warm and layer.keeps_hosts and _can_be_warm(solution, run_warm):
            return BuiltSolution(solution, run_warm, view, True, many, warm)
        run = _fill(language.run, words, solution.flags)
        return BuiltSolution(solution, run, view, many=many, many_warm=warm)
    return BuiltSolution(solution, host, view, warm, many, warm)


def _put_start(language: Language, start: Path, words: Mapping[str, str]) -> None:
    """What the language's tools are to find when they start, instead of what the machine has."""
    for name, text in language.start.items():
        path = start / _filled(name, words)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.fsencode(_filled(text.lstrip("\n"), words)))
    for name, target in language.links.items():
        path = start / _filled(name, words)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(_filled(target, words))


def _can_be_warm(solution: Solution, command: tuple[str, ...]) -> bool:
    """Whether a host can stand for a fresh start of this program: its command is the same for every
    case, without flags, and this machine has all that the host needs.
    """
    whole = not any(PLACEHOLDER.search(word) for word in command)
    return whole and not solution.flags and solution.convention.input is not Input.ARGV


def _for_host(
    solution: Solution,
    language: Language,
    folder: Path,
    words: Mapping[str, str],
    examples: Sequence[Sequence[Any]],
) -> dict[str, str]:
    """What a function needs besides that is compiled together with its host; for others nothing."""
    if solution.kind is not Kind.FUNCTION or not language.host_compile:
        return {}
    text = (folder / solution.path.name).read_bytes()
    more = {"name": callable_name(text.decode("utf-8", "replace"), language)}
    try:
        more["arguments"] = argument_types.spelled(examples, language.types)
    except argument_types.Untyped as error:
        raise CompileError(f"{language.title} cannot be given these arguments: {error}") from error
    if language.wrap:
        seen_at = Path(words["source"]).parent
        more["wrap"] = f"{seen_at}/{language.wrap}"
        wrapped = _wrapped(text, language, {**words, **more})
        (folder / language.wrap).write_bytes(wrapped)
    return more


def _wrapped(text: bytes, language: Language, words: Mapping[str, str]) -> bytes:
    """The language's host with the posted source in it, to be compiled as one."""
    parts = {
        b"@arguments@": words["arguments"].encode(),
        b"@source@": words["source"].encode(),
        b"@declaration@": text if words["name"] else b"",
        b"@expression@": words["name"].encode() or text,
    }
    host = (HOSTS / language.wrap).read_bytes()
    return re.sub(b"|".join(parts), lambda place: parts[place[0]], host)


def _require(
    solution: Solution,
    language: Language,
    words: Mapping[str, str],
    layer: Layer,
    view: View,
) -> None:
    """The modules that the manifest says a solution needs; raises ToolMissing."""
    if not solution.requires or not language.requires:
        return
    argv = _fill(language.requires, words, ()) + solution.requires
    run = run_tool(Command(argv), layer, view)
    if run.exit_status != 0:
        names = " ".join(solution.requires)
        raise ToolMissing(f"{language.title} lacks {names}: pip install {names}")


def _fill(
    template: tuple[str, ...], words: Mapping[str, str], flags: tuple[str, ...]
) -> tuple[str, ...]:
    filled: list[str] = []
    for word in template:
        if word == FLAGS:
            filled += flags
        else:  # in one pass: what is filled in, such as a file's name, may have braces of its own
            filled.append(_filled(word, words))
    return tuple(filled)


def _filled(text: str, words: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda place: words.get(place[1], place[0]), text)


def _compile(argv: tuple[str, ...], layer: Layer, view: View) -> bytes:
    """The artifact comes back over standard output: nothing inside writes to the host.

    Raises CompileError, SandboxUnavailable, SandboxDied, MachineOverloaded.
    """
    script = f'"$@" >&2 && cat ./{ARTIFACT}'
    run = run_tool(Command(("/bin/sh", "-c", script, "sh", *argv), writes=True), layer, view)
    if run.ended is Ended.EXITED and run.exit_status == 0:
        return run.stdout
    said = run.stderr.decode("utf-8", "replace").strip()
    if run.exit_status == CANNOT_EXECUTE:
        raise SandboxUnavailable(f"the sandbox's own user may not run the compiler: {said}")
    how = "" if run.ended is Ended.EXITED else f"the compiler hit its {run.ended.value}\n"
    met = "".join(f"{limit.value}\n" for limit in run.exceeded)
    raise CompileError(how + met + said)


def run_tool(command: Command, layer: Layer, view: View) -> Execution:
    """What is done once for a solution, in a sandbox of its own; in a new one, twice at most, where
    the sandbox dies, and once where the machine was overloaded. Raises SandboxUnavailable,
    SandboxDied, MachineOverloaded.
    """
    overloaded = 0
    for attempt in range(RETRIES + 1):
        session = layer.open(view)
        try:
            run = session.run(command, COMPILE_LIMITS)
            if run.ended is not Ended.OVERLOADED:
                return run
            overloaded += 1
            if overloaded > 1 or attempt == RETRIES:
                raise MachineOverloaded(overload(run))
        except SandboxDied:
            if attempt == RETRIES:
                raise
        finally:
            session.close()
    raise AssertionError("unreachable")
