"""A program of a package: a file, or a folder of files of which one is the main one."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.foreign_files import SOURCE_BYTES
from judge.common.messages import did_you_mean
from judge.languages.format_languages import code_of, foreign_by_suffix
from judge.languages.included import included_main
from judge.languages.python_2 import line_of_python_2
from judge.languages.starting_file import entry_source
from judge.languages.table import Language, all_languages, validator_languages
from judge.languages.toolchain import ToolMissing, find_toolchain
from judge.model import Problem
from judge.packages.file_names import drops_names, well_named_path
from judge.packages.testlib import Role, role
from judge.sandbox.layer import ENVIRONMENT

#: The scripts of a program that builds or starts itself.
BUILD, RUN = "build", "run"
#: Names that no compiler reads: what tools leave beside sources.
IGNORED = re.compile(r"\..*|__pycache__|.*~|.*\.(pyc|o|class|exe)|README(\..*)?", re.IGNORECASE)
MOST_FILES = 2000
SHEBANG = re.compile(rb"#![ \t]*(\S+)(?:[ \t]+([^\r\n]*))?")
INCLUDE = re.compile(rb"""^[ \t]*#[ \t]*include[ \t]*["<]([\w.+-]+)[">]""", re.MULTILINE)
#: The folder of a package whose headers all of its programs may include.
HEADERS = "include"
#: Folders of a package without programs.
NO_PROGRAMS = frozenset("data statement problem_statement solution attachments .git".split())


class Program(Struct, frozen=True):
    """The files of a program by their paths below its folder, with ``/`` between them.

    ``language`` is empty for what the system starts by itself: a script ``run``, an executable.
    """

    path: Path
    #: The folder that ``files`` are below.
    folder: Path
    files: tuple[str, ...]
    #: What is compiled, or the same as ``files`` of an interpreted language.
    sources: tuple[str, ...]
    #: The file that starts.
    main: str
    language: str = ""
    #: Whether a script ``build`` makes ``run``.
    builds: bool = False
    #: Headers from elsewhere in the package, to be put beside the sources.
    headers: tuple[Path, ...] = ()
    #: Files that come with every submission, by their paths; they go before its own.
    included: Mapping[str, bytes] = field(default_factory=dict)
    #: What replaces the constants of the package in its files.
    constants: Mapping[str, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.path, self.files, self.language))

    @property
    def name(self) -> str:
        return self.path.name


class MissingStart(JudgeError):
    """A program lacks the file that is named as the one that starts."""


def language_named(name: str) -> Language:
    """The language of a program, among those of solutions and of validators."""
    return {**all_languages(), **validator_languages()}[name]


def program_of_package(path: Path, problem: Problem, language: str = "", main: str = "") -> Program:
    """The program at ``path`` without the files that the version of the format has count as not
    there; raises JudgeError."""
    strict = drops_names(problem.version)
    return read_program(path, problem.folder, language, main, strict)


def read_program(
    path: Path, package: Path, language: str = "", main: str = "", strict: bool = False
) -> Program:
    """The program at ``path``, a file or a folder within ``package``; raises JudgeError.

    ``language`` and ``main`` are given where the package names the language or the file that
    starts: by its name, or by its name without suffix. ``strict``: without the files in a folder
    that have names which the format does not allow.
    """
    folder = path if path.is_dir() else path.parent
    files = tuple(_files(path, package, strict)) if path.is_dir() else (path.name,)
    for name in files:
        _check(folder / name, package)
    if path.is_dir() and (BUILD in files or RUN in files):
        for name in {BUILD, RUN} & {*files}:
            _refuse_carriage_return(folder / name)
        return Program(path, folder, files, (), RUN, builds=BUILD in files)
    its = language_named(language) if language else _language(path, folder, files)
    if its is None:
        _refuse_carriage_return(path)
        return Program(path, folder, files, (), path.name)
    sources = tuple(name for name in files if Path(name).suffix in its.suffixes) or files

    def text(name: str) -> str:
        return source_text(folder / name).decode("utf-8", "replace")

    starts = _named_main(path, sources, main) if main else entry_source(text, sources, its)
    headers = tuple(_headers(folder, files, package))
    return Program(path, folder, files, sources, starts, its.name, headers=headers)


def format_sources(names: Iterable[str | Path]) -> Mapping[str, tuple[str, ...]]:
    """The files whose suffixes name a language in the table of the format, by its title."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        if title := _format_title(Path(name)):
            found[title] = (*found.get(title, ()), Path(name).as_posix())
    return dict(sorted(found.items()))


def _format_title(path: Path) -> str:
    """The language of the format's table that a suffix names; empty for none."""
    own = language_by_suffix(path)
    if own is not None and code_of(own.name):
        return own.title
    foreign = foreign_by_suffix(path.suffix)
    return foreign.title if foreign else ""


def _named_main(path: Path, sources: Sequence[str], main: str) -> str:
    for name in sources:
        if main in (name, Path(name).name, Path(name).stem):
            return name
    raise MissingStart(f"has no source {main!r} to start: {did_you_mean(main, sources)}", path)


def with_included(program: Program, included: Mapping[str, bytes]) -> Program:
    """The program of a submission with the files of the package that come with it."""
    if not included:
        return program
    files = tuple(dict.fromkeys((*program.files, *included)))
    if not program.language:
        return replace(program, files=files, included=included)
    language = language_named(program.language)
    more = (name for name in included if Path(name).suffix in language.suffixes)
    return replace(
        program,
        files=files,
        sources=tuple(dict.fromkeys((*program.sources, *more))),
        main=included_main(included, language) or program.main,
        included=included,
    )


def find_programs(folder: Path, package: Path) -> tuple[Path, ...]:
    """The programs in a folder of a package, such as ``input_validators``: a path for each."""
    try:
        entries = sorted(folder.iterdir()) if folder.is_dir() else []
    except OSError as error:
        raise unreadable(error, folder) from error
    return tuple(entry for entry in entries if not IGNORED.fullmatch(entry.name) and _counts(entry))


def _counts(path: Path) -> bool:
    """Whether a file or a folder beside programs is one: a header or a text is none."""
    if path.is_dir():
        return path.name != HEADERS and any(path.iterdir())
    return (
        language_by_suffix(path) is not None or path.suffix in REFUSED or bool(_interpreter(path))
    )


#: Languages of validators that the judge does not know, by suffix, and what to do.
REFUSED = {".viva": "VIVA is not supported: write the input validator in another language"}


def _files(folder: Path, package: Path, strict: bool) -> Iterator[str]:
    try:
        foreign_files.check_folder(folder, package)
        paths = sorted(folder.rglob("*"))
    except OSError as error:
        raise unreadable(error, folder) from error
    names = [path.relative_to(folder) for path in paths if not path.is_dir()]
    kept = [name for name in names if not any(IGNORED.fullmatch(part) for part in name.parts)]
    kept = [name for name in kept if not strict or well_named_path(name)]
    if len(kept) > MOST_FILES:
        raise JudgeError(f"has more than {MOST_FILES} files: is it a program?", folder)
    yield from (name.as_posix() for name in kept)


def _check(path: Path, package: Path) -> None:
    try:
        foreign_files.check(path, package)
        if path.stat().st_size > SOURCE_BYTES:
            raise JudgeError(f"is larger than {SOURCE_BYTES >> 20} MiB", path)
    except OSError as error:
        raise unreadable(error, path) from error


def _refuse_carriage_return(path: Path) -> None:
    """Raise JudgeError for a script whose interpreter no system finds."""
    if re.match(rb"#![^\n]*\r", source_text(path)):
        said = "has lines that end with CR LF, so no interpreter is found: write LF alone"
        raise JudgeError(said, path, 1)


def language_by_suffix(path: Path) -> Language | None:
    known = [*all_languages().values(), *validator_languages().values()]
    return next((entry for entry in known if path.suffix in entry.suffixes), None)


def _language(path: Path, folder: Path, files: Sequence[str]) -> Language | None:
    """The language of most files; of a file without a suffix that says one, its first line's.

    None for a file that the system can start by itself. Raises JudgeError.
    """
    for name in files:
        if refused := REFUSED.get(Path(name).suffix):
            raise JudgeError(refused, folder / name)
        _refuse_python_2(folder / name)
    found = [entry for name in files if (entry := language_by_suffix(Path(name)))]
    if found:
        # The first of the table among those with most files.
        order = list(all_languages().values())
        count = Counter(entry.name for entry in found)
        return max(found, key=lambda e: (count[e.name], e in order and -order.index(e)))
    if not path.is_dir():
        shebang = shebang_language(path)
        if shebang is not None or _interpreter(path):
            return shebang
    if path.is_dir():
        raise JudgeError("no file in a known language, and no script 'run'", path)
    suffix = path.suffix
    said = f"no language has the suffix {suffix!r}" if suffix else "its name has no suffix"
    raise JudgeError(f"unknown language: {said}: judge doctor lists the languages", path)


def shebang_language(path: Path) -> Language | None:
    """The language that the first line of a script names."""
    words = _interpreter(path)
    if not words:
        return None
    names = [Path(word).name for word in words if not word.startswith("-") and "=" not in word]
    name = next((one for one in names if one != "env"), "")
    for language in all_languages().values():
        if any(re.fullmatch(rf"{re.escape(tool)}[\d.]*", name) for tool in _spelled(language)):
            return language
    return None


def missing_interpreter(path: Path, search: str, own: str) -> str:
    """What is said of a script whose interpreter is neither at the path in its first line nor,
    where ``env`` starts it, in the folders ``search``; empty if it is there. Below ``own`` it is
    what the program has built itself."""
    words = _interpreter(path)
    if not words or not words[0].startswith("/") or words[0].startswith(f"{own}/"):
        return ""
    name = words[0]
    if Path(name).exists():
        if Path(name).name != "env":
            return ""
        name = next((one for one in words[1:] if not one.startswith("-") and "=" not in one), "")
        if not name or shutil.which(name, path=search):
            return ""
    its = Path(name).name
    languages = {**all_languages(), **validator_languages()}.values()
    fix = next((f"{one.install_command}, or " for one in languages if its in one.tools), "")
    return f"its interpreter {name} is not installed: {fix or 'install it, or '}name another one"


def _spelled(language: Language) -> Iterator[str]:
    """The names of interpreters: ``python3`` is also called ``python``."""
    if not language.compile and not language.pip:
        yield from language.tools
        yield from (tool.rstrip("0123456789.") for tool in language.tools)
        yield from language.interpreters


def _interpreter(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            found = SHEBANG.match(file.read(200))
    except OSError:
        return []
    parts = [part for part in found.groups() if part] if found else []
    return b" ".join(parts).decode("latin-1").split()


def _refuse_python_2(path: Path) -> None:
    named = (Path(word).name for word in _interpreter(path))
    line = 1 if any(re.fullmatch(r"(python|pypy)2[\d.]*", name) for name in named) else None
    entry = language_by_suffix(path)
    if line is None and entry is not None and entry.name == "python":
        line = line_of_python_2(source_text(path).decode("utf-8", "replace"))
    if line is not None:
        raise JudgeError("needs Python 2, which is not supported: write it in Python 3", path, line)


def _headers(folder: Path, files: Sequence[str], package: Path) -> Iterator[Path]:
    """The headers that the files include and that lie elsewhere: in a folder ``include``, or in a
    folder above, up to the one that holds the package."""
    here = {Path(name).name for name in files}
    waiting = [folder / name for name in files]
    while waiting:
        for found in INCLUDE.findall(source_text(waiting.pop())):
            name = found.decode("ascii", "replace")
            if name not in here and (header := _header(name, folder, package)):
                here.add(name)
                waiting.append(header)
                yield header


def outer_headers(package: Path) -> Mapping[str, Path]:
    """The headers that programs of a package include from the folder that holds it, or from its
    ``include``, by their names: a copy of the package needs them beside it."""
    whole = package.absolute()
    found: dict[str, Path] = {}
    for folder, folders, names in os.walk(whole):
        if Path(folder) == whole:
            folders[:] = [name for name in folders if name not in NO_PROGRAMS]
        for name in names:
            with suppress(JudgeError):  # told where it is built, if it is
                for header in _headers(Path(folder), [name], whole):
                    if not header.is_relative_to(whole):
                        found[header.name] = header
    return found


def _header(name: str, folder: Path, package: Path) -> Path | None:
    top = package.absolute().parent
    place = folder.absolute()
    while place.is_relative_to(top):
        for path in (place / name, place / HEADERS / name):
            if path.is_file():
                _check(path, top)
                return path
        place = place.parent
    return None


def role_by_testlib(program: Program) -> Role | None:
    """What a program registers as with testlib; raises JudgeError."""
    paths = [program.folder / name for name in program.files]
    # The header itself registers as everything; in the program's own folder it is one of its files.
    headers = [path for path in paths if path.name == "testlib.h"]
    texts = [source_text(path) for path in paths if path not in headers]
    return role(texts, [source_text(header) for header in (*headers, *program.headers)])


def source_text(path: Path) -> bytes:
    try:
        return foreign_files.read(path)
    except OSError as error:
        raise unreadable(error, path) from error


#: What the scripts of a program may call by name.
TOOLS_OF_SCRIPTS = ("python3", "cc", "c++")
#: Languages whose programs may start the files beside them.
SHELLS = frozenset({"bash"})


def script_toolchains() -> tuple[tuple[Path, ...], Mapping[str, str]]:
    """The folders that scripts need besides the system's, and their environment."""
    folders: list[Path] = []
    places = ENVIRONMENT["PATH"].split(":")
    for tool in TOOLS_OF_SCRIPTS:
        if not any(Path(place, tool).exists() for place in places):
            with suppress(ToolMissing):
                language = next(e for e in all_languages().values() if tool in e.tools)
                tools = find_toolchain(language)
                folders += tools.folders
                places.append(str(tools.paths[tool].parent))
    return tuple(dict.fromkeys(folders)), {**ENVIRONMENT, "PATH": ":".join(places)}
