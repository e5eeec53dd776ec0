"""Solution -> BuiltSolution: write the source, and compile it in the sandbox."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from judge.common.folders import HOSTS
from judge.languages import argument_types
from judge.languages.callable_names import callable_name
from judge.languages.included import included_main
from judge.languages.placeholders import fill, filled_text, is_filled
from judge.languages.pointer_arguments import call_arguments
from judge.languages.pure_functions import is_pure
from judge.languages.table import Language, all_languages
from judge.languages.toolchain import Toolchain, ToolMissing, find_toolchain
from judge.model import ON_COMMAND_LINE, Kind, Limits, Solution
from judge.running import calling
from judge.running.compiled_program import ADDON, ARTIFACT, SERVED, put_program, serving
from judge.running.host_builder import put_builder
from judge.running.host_source import filled_host
from judge.running.kept_artifact import cached_artifact, files_below
from judge.running.precompiled_header import PrecompiledHeader, compile_with_header, header_of
from judge.running.tool_session import COMPILE_LIMITS, CompileError, run_tool
from judge.sandbox import build
from judge.sandbox.layer import ENVIRONMENT, Command, Layer, View
from judge.solutions import code_size
from judge.solutions.load import source_of

START = ".start"
#: The kind under which artifacts of solutions are kept.
SOLUTIONS = "solutions"
#: What a host takes to report which branches a call takes.
BRANCHES = ("--branches",)
#: What a host takes to write the lines of some calls together: a wake-up for each is a third of the
#: time of quick calls. If a call hangs or crashes, lines of calls before it may be missing.
BUFFERED = ("--buffered",)
#: What tells a host that the function is pure.
PURE = ("--pure",)


class BuiltSolution(Struct, frozen=True):
    """A solution ready to run: ``argv`` as seen from inside the sandbox."""

    solution: Solution
    argv: tuple[str, ...]
    view: View
    #: Whether ``argv`` starts a host that serves calls.
    warm: bool = False
    #: The host that answers many instances in one call; empty where none can.
    many: tuple[str, ...] = ()
    #: Whether that host serves calls.
    many_warm: bool = False
    #: What that host takes in addition to report which branches a call takes; empty if it cannot.
    branches: tuple[str, ...] = ()
    #: What it takes in addition to write several lines at once; empty if it cannot.
    buffered: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=lambda: ENVIRONMENT)
    #: The command of a program without a host: with arguments it is started anew for every case.
    cold: tuple[str, ...] = ()
    #: Files that it finds in its working folder for every case, by their paths in it.
    beside: Mapping[str, bytes] = field(default_factory=dict)
    #: Whether its package forbids it to write files.
    read_only: bool = False
    #: The same solution, built to answer many instances in one call, where that is another program.
    together: BuiltSolution | None = None
    #: Whether it is a pure function: a process that answers many instances answers each as one of
    #: its own would.
    pure: bool = False


def prepare(
    solution: Solution,
    layer: Layer,
    folder: Path,
    examples: Sequence[Sequence[Any]] = (),
    limits: Limits | None = None,
    included: Mapping[str, bytes] | None = None,
    added: tuple[str, ...] = (),
) -> BuiltSolution:
    """Write the source, and what the compiler makes of it, to ``folder``.

    ``examples``: arguments that a function will be called with. One that must be compiled is
    compiled for their types. ``included``: files of the package that come with every solution.
    ``added``: what its compiler takes in addition.

    Raises ToolMissing, CompileError, SandboxUnavailable, SandboxDied, MachineOverloaded, OSError,
    and JudgeError if the source has changed since it was loaded and can no longer be decoded.
    """
    language = all_languages()[solution.language]
    tools = find_toolchain(language)
    folder.mkdir(mode=0o755)
    source = code_size.decoded(source_of(solution), solution.encoding, solution.path)
    text = calling.text_to_run(solution, source)
    (folder / solution.path.name).write_bytes(text)
    view = View(folder, tools.folders, folder.parent)
    values = _values(solution, tools, layer, view)
    if included:
        values |= _put_included(included, solution, language, folder, layer.program_folder(view))
    put_start(language, folder / START, values)
    values |= put_builder(language, tools, layer, view)
    _require(solution, language, values, layer, view)
    values |= _for_host(solution, language, folder, values, examples)
    values |= _put_artifact(solution, language, values, added, tools, layer, view, limits)
    served = solution.kind is Kind.FUNCTION or language.run_warm or _many(solution, language)
    if language.warm and layer.keeps_hosts and language.addon and served:
        shutil.copy(build.addon(HOSTS / language.addon), folder / ADDON)
    sources = (text, *(included or {}).values())
    built = _built(solution, language, values, layer, view, language.may_be_served(sources))
    pure = bool(built.many) and solution.kind is Kind.FUNCTION and language.pure and is_pure(text)
    many = (*built.many, *PURE) if pure else built.many
    buffered = BUFFERED if built.many and language.buffered else ()
    return replace(built, beside=included or {}, many=many, pure=pure, buffered=buffered)


def _put_artifact(
    solution: Solution,
    language: Language,
    values: Mapping[str, str],
    added: tuple[str, ...],
    tools: Toolchain,
    layer: Layer,
    view: View,
    limits: Limits | None,
) -> dict[str, str]:
    """Compile what is in ``view``, in a language with a compiler; one more value if the program
    may serve its own cases."""
    compile = language.host_compile if "arguments" in values else language.compile
    if not compile:
        return {}
    flags = solution.flags
    command = fill(compile + added, {**values, "artifact": "./" + ARTIFACT}, flags)
    with_host = None
    if not (added or flags):
        with_host = serving(language, compile, values, flags, tools, layer, view.folder)

    def made(words: tuple[str, ...]) -> bytes:
        # What was made under other limits is not taken: a source may be refused for its time.
        named = (tools.version, str(limits or COMPILE_LIMITS), *words)

        def compiled() -> bytes:
            header = _header(solution, language, tools, view)
            if added and header and header.added:
                header = None  # it would be put before the sources in ``added``, too
            return compile_with_header(header, words, layer, view, limits)

        return cached_artifact(named, files_below(view.folder), layer, view, compiled, SOLUTIONS)

    serves = put_program(made, (*command, *tools.flags), view.folder, with_host)
    return {SERVED: values["artifact"]} if serves else {}


def _header(
    solution: Solution, language: Language, tools: Toolchain, view: View
) -> PrecompiledHeader | None:
    """The one that what is compiled in ``view`` begins with."""
    # Hosts are compiled with the flags of a package's programs.
    own = language.program_flags if solution.kind is Kind.FUNCTION else ()
    files = files_below(view.folder)
    sources = [name for name in files if Path(name).suffix in language.suffixes]
    return header_of(language, files, sources, (*own, *solution.flags), tools)


def _put_included(
    included: Mapping[str, bytes], solution: Solution, language: Language, folder: Path, seen: str
) -> dict[str, str]:
    """Write the files that come with every solution beside its source, or in its place; what that
    means for the command of a program."""
    for name, data in included.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    if solution.kind is Kind.FUNCTION:
        return {}
    sources = [name for name in included if Path(name).suffix in language.suffixes]
    main = included_main(included, language) or solution.path.name
    names = dict.fromkeys((solution.path.name, *sources))
    return {
        "source": f"{seen}/{main}",
        "sources": "\0".join(f"{seen}/{name}" for name in names),
    }


def _values(solution: Solution, tools: Toolchain, layer: Layer, view: View) -> dict[str, str]:
    """What the placeholders of a language's commands stand for, as seen from inside the sandbox."""
    folder = layer.program_folder(view)
    return {
        **{tool: str(path) for tool, path in tools.paths.items()},
        "source": f"{folder}/{solution.path.name}",
        "sources": f"{folder}/{solution.path.name}",
        "folder": folder,
        "hosts": layer.hosts_folder,
        "artifact": f"{folder}/{ARTIFACT}",
        "addon": f"{folder}/{ADDON}",
        "start": f"{folder}/{START}",
        **tools.facts,
    }


def _built(
    solution: Solution,
    language: Language,
    values: Mapping[str, str],
    layer: Layer,
    view: View,
    serve: bool,
) -> BuiltSolution:
    """The commands that start it: itself or its language's host, for one instance or many.
    ``serve``: a host may serve its cases, if it is a program."""
    warm = bool(language.warm) and layer.keeps_hosts
    if solution.kind is Kind.FUNCTION and SERVED in values:
        warm = True
    plain = fill(language.host, values, solution.flags)
    host = plain + calling.host_options(solution)
    if warm:
        host += fill(language.warm, values, ())
    many: tuple[str, ...] = ()
    if _many(solution, language):
        flags = (*language.many_flags, *solution.flags)  # the author's own come last, and count
        many_host = fill(language.host, values, flags) + host[len(plain) :]
        many = (*many_host, "--many", solution.kind.value)
    branches = BRANCHES if many and language.branches else ()
    if solution.kind is not Kind.FUNCTION:
        run_warm = fill(language.run_warm, values, ())
        run = fill(language.run, values, solution.flags)
        if serve and layer.keeps_hosts and _can_be_warm(solution, run_warm):
            return BuiltSolution(solution, run_warm, view, True, many, warm, branches, cold=run)
        return BuiltSolution(solution, run, view, False, many, warm, branches, cold=run)
    return BuiltSolution(solution, host, view, warm, many, warm, branches)


def _many(solution: Solution, language: Language) -> bool:
    """Whether a host answers many instances at once: none takes them on a command line."""
    by_stream = solution.convention.input not in ON_COMMAND_LINE
    return solution.kind.value in language.many and by_stream


def called_as(built: BuiltSolution, solution: Solution) -> BuiltSolution:
    """The same host of a compiled function, with the options of another call."""
    own = len(calling.host_options(built.solution))
    argv = built.argv[: len(built.argv) - own] + calling.host_options(solution)
    return replace(built, solution=solution, argv=argv)


def put_start(language: Language, start: Path, values: Mapping[str, str]) -> None:
    """Write the files that the language's tools read at their start, in place of the machine's."""
    for name, text in language.start.items():
        path = start / filled_text(name, values)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.fsencode(filled_text(text.lstrip("\n"), values)))
    for name, target in language.links.items():
        path = start / filled_text(name, values)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(filled_text(target, values))


def _can_be_warm(solution: Solution, command: tuple[str, ...]) -> bool:
    """Whether a host can replace a fresh start of this program: its command is the same for every
    case, has no flags, and this machine has everything that the host needs.
    """
    by_stream = solution.convention.input not in ON_COMMAND_LINE
    return is_filled(command) and not solution.flags and by_stream


def _for_host(
    solution: Solution,
    language: Language,
    folder: Path,
    values: Mapping[str, str],
    examples: Sequence[Sequence[Any]],
) -> dict[str, str]:
    """More values, for a function that is compiled together with its host; otherwise none."""
    if solution.kind is not Kind.FUNCTION or not language.host_compile:
        return {}
    text = (folder / solution.path.name).read_bytes()
    name = solution.convention.name
    more = {"name": name or callable_name(text.decode("utf-8", "replace"), language)}
    shown, order = text.decode("utf-8", "replace"), solution.convention.length_order
    try:
        if language.pointers:
            more["arguments"] = call_arguments(shown, more["name"], examples, order)
        else:
            more["arguments"] = argument_types.spelled(examples, language.types)
    except argument_types.UntypedArgument as error:
        raise CompileError(f"{language.title} cannot be given these arguments: {error}") from error
    if language.wrap:
        seen_at = Path(values["source"]).parent
        more["wrap"] = f"{seen_at}/{language.wrap}"
        wrapped = filled_host(text, language, {**values, **more})
        (folder / language.wrap).write_bytes(wrapped)
    return more


def _require(
    solution: Solution,
    language: Language,
    values: Mapping[str, str],
    layer: Layer,
    view: View,
) -> None:
    """Check for the modules that the manifest says a solution needs; raises ToolMissing."""
    if not solution.requires or not language.requires:
        return
    argv = fill(language.requires, values, ()) + solution.requires
    run = run_tool(Command(argv), layer, view)
    if run.exit_status != 0:
        names, tool = " ".join(solution.requires), values[language.tools[0]]
        raise ToolMissing(f"{language.title} lacks {names}: {tool} -m pip install {names}")
