"""A problem folder (Kattis package format 2025-09 plus ``plugin.py``) -> Problem."""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

from judge import foreign, rules
from judge.foreign import CASE_BYTES
from judge.model import Case, JudgeError, Limits, Problem
from judge.plugin import Plugin
from judge.suggest import did_you_mean
from judge.yaml_places import Placed, read_mapping

FORMAT = "2025-09"
#: The keys of problem.yaml and of its ``limits``, by the format's specification.
KEYS = frozenset(
    "problem_format_version type name uuid version credits source license rights_owner "
    "embargo_until limits keywords languages allow_file_writing constants".split()
)
LIMIT_KEYS = frozenset(
    "time_multipliers time_limit time_resolution memory output code compilation_time "
    "compilation_memory validation_time validation_memory validation_output "
    "validation_passes".split()
)
CASE_KEYS = frozenset(
    "args input_validator_args output_validator_args input_visualizer_args "
    "output_visualizer_args full_feedback hint description".split()
)
#: No limit, in seconds or MiB, may be larger: the sandbox counts nanoseconds and bytes in 64 bits.
MOST = 10**6
GROUPS = ("sample", "secret")
METHODS = tuple(name for name, member in vars(Plugin).items() if inspect.isfunction(member))
METHOD_NAMES = tuple(name for name in METHODS if not name.startswith("_"))
ATTRIBUTES = ("goal", "unit", "readings", "css")


def find(root: Path, names: list[str]) -> list[Problem]:
    """Load the named problems below ``root``, or all of them; raises JudgeError."""
    if not root.is_dir():
        raise JudgeError("no such folder: name the folder of problems with --problems", root)
    with _unread(root):
        known = sorted(p.name for p in root.iterdir() if _is_package(p))
    for name in names:
        if not _is_package(root / name):
            raise JudgeError(f"no problem {name!r} in {root}: {did_you_mean(name, known)}")
    chosen = names or known
    if not chosen:
        raise JudgeError("holds no problem: a problem is a folder with a problem.yaml", root)
    for name in chosen:
        with _unread(root / name):
            foreign.check_folder(root / name, root)
    return [load(root / name) for name in dict.fromkeys(chosen)]


def _is_package(folder: Path) -> bool:
    """Whether it is a problem's folder; raises JudgeError for one that may not be entered."""
    with _unread(folder):
        if folder.name.startswith(".") or folder.name == "lost+found" or not folder.is_dir():
            return False
        try:
            (folder / "problem.yaml").lstat()
        except FileNotFoundError:
            return False
        return True


def load(folder: Path) -> Problem:
    """Read and check one problem folder; raises JudgeError with file and place."""
    settings = read_mapping(folder / "problem.yaml", folder)
    settings.refuse_unknown(KEYS)
    version = settings.values.get("problem_format_version")
    if str(version) != FORMAT:
        raise settings.error(
            "problem_format_version", f"problem_format_version must be {FORMAT!r}, not {version!r}"
        )
    _refuse_links(folder)
    cases = tuple(_cases(folder))
    if not any(case.name.startswith("secret/") for case in cases):
        raise JudgeError(
            "holds no test case: put NAME.in and NAME.ans there", folder / "data/secret"
        )
    if not os.path.lexists(folder / "plugin.py"):
        raise JudgeError(
            "is missing: it tells the judge how to read and score", folder / "plugin.py"
        )
    return Problem(
        folder.name, folder, _titles(settings), _limits(settings), cases, rules.load(folder)
    )


def digested(case: Case) -> Case:
    """The case with the digests of its files as they lie there now; raises JudgeError."""
    found = []
    for path in (case.input_path, case.answer_path):
        try:
            found.append(hashlib.sha256(foreign.read(path, most=CASE_BYTES)).digest())
        except OSError as error:
            raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    return dataclasses.replace(case, digests=b"".join(found))


def digest(path: Path) -> str:
    """SHA-256 of a file in hexadecimal; empty if it cannot be read."""
    try:
        return hashlib.sha256(foreign.read(path, most=CASE_BYTES)).hexdigest()
    except OSError:
        return ""


def select(cases: Iterable[Case], pattern: str) -> tuple[Case, ...]:
    """The cases of which the full name or a stretch of it, such as the group, matches a glob.

    ``b`` and ``b/c`` are stretches of ``a/b/c``. A case whose full name is ``pattern`` stands
    alone.
    """
    cases = tuple(cases)
    exact = tuple(case for case in cases if case.name == pattern)
    return exact or tuple(case for case in cases if _matches(case.name, pattern))


def _matches(name: str, pattern: str) -> bool:
    words = name.split("/")
    stretches = combinations(range(len(words) + 1), 2)
    return any(fnmatchcase("/".join(words[start:end]), pattern) for start, end in stretches)


def _titles(settings: Placed) -> dict[str, str]:
    name = settings.values.get("name")
    titles: dict[str, Any] = dict(name.values) if isinstance(name, Placed) else {"en": name}
    if not titles or not all(isinstance(t, str) and t for t in titles.values()):
        raise settings.error("name", "name must be a text, or a map from language to text")
    return titles


def _limits(settings: Placed) -> Limits:
    limits = settings.child("limits")
    limits.refuse_unknown(LIMIT_KEYS)

    def positive(key: str, default: float) -> float:
        value = limits.values.get(key, default)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 < value < float("inf"):
            raise limits.error(key, f"{key} must be a number above 0, not {value!r}")
        if value > MOST:
            raise limits.error(key, f"{key} must be at most {MOST}, not {value!r}")
        return float(value)

    usual = Limits()
    memory_mib = positive("memory", usual.memory_mib)
    if not memory_mib.is_integer():
        raise limits.error("memory", f"memory must be a whole number of MiB, not {memory_mib}")
    return Limits(
        cpu_s=positive("time_limit", usual.cpu_s),
        memory_mib=int(memory_mib),
        output_bytes=int(positive("output", usual.output_bytes / 2**20) * 2**20),
    )


def _cases(folder: Path) -> Iterator[Case]:
    data = folder / "data"
    refuse = _Refusal(folder)
    for group in GROUPS:
        paths = sorted(_files(data / group))
        inputs = [path for path in paths if path.suffix == ".in"]
        answers = [path for path in paths if path.suffix == ".ans"]
        for path in answers:
            if not os.path.lexists(path.with_suffix(".in")):
                raise JudgeError("answer file without its input file (.in)", path)
        for path in inputs:
            answer = path.with_suffix(".ans")
            if not os.path.lexists(answer):
                raise JudgeError("is missing: every input needs its answer file", answer)
            refuse(path)
            refuse(answer)
            relative = path.relative_to(data).with_suffix("")
            yield Case(
                name=relative.as_posix(),
                group=sys.intern(relative.parent.as_posix()),
                data=data,
                description=_description(path.with_suffix(".yaml"), folder),
            )


def _files(folder: Path) -> Iterator[Path]:
    """All files below a folder, if there is one; raises JudgeError where one cannot be read."""

    def refuse(error: OSError) -> None:
        raise JudgeError(f"cannot be read: {error.strerror}", Path(error.filename)) from error

    if os.path.lexists(folder):
        for place, _, names in os.walk(folder, onerror=refuse):
            yield from (Path(place, name) for name in names)


class _Refusal:
    """Raises JudgeError for a file of a case that is no regular file of the package's own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        #: Folders that lie in the package: asked for once, not for each of thousands of cases.
        self._known: set[Path] = set()

    def __call__(self, path: Path) -> None:
        with _unread(path):
            own = path.parent in self._known and stat.S_ISREG(path.lstat().st_mode)
            if not own:
                foreign.check(path, self._folder)
                self._known.add(path.parent)


@contextmanager
def _unread(path: Path) -> Iterator[None]:
    """A file or folder that cannot be read as one clear line."""
    try:
        yield
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error


def _refuse_links(folder: Path) -> None:
    """Raise JudgeError for a link that leads out of the package, among the files that the judge
    reads, and a plug-in imports or opens beside itself."""
    with _unread(folder):
        beside = [path for path in folder.iterdir() if path.is_symlink()]
    for path in (*beside, *folder.glob("statement/problem.*")):
        with _unread(path):
            if path.is_dir():
                foreign.check_folder(path, folder)
            else:
                foreign.check(path, folder)


def _description(path: Path, folder: Path) -> str:
    if not os.path.lexists(path):
        return ""
    settings = read_mapping(path, folder)
    settings.refuse_unknown(CASE_KEYS)
    return str(settings.values.get("description", ""))


def load_plugin(folder: Path) -> Plugin[Any, Any]:
    """The object of the one plug-in class in ``plugin.py``; raises JudgeError.

    As long as the file stays as it is, its code runs once in a process and those forked from it:
    the types of its instances are then the same everywhere.
    """
    path = folder / "plugin.py"
    module = _import(path)
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and any(hasattr(value, name) for name in ("parse", "score"))
    ]
    classes = [c for c in classes if hasattr(c, "parse") and hasattr(c, "score")] or classes
    if len(classes) != 1:
        raise JudgeError(f"must define one plug-in class, found {len(classes)}", path)
    try:
        plugin = classes[0]()
    except Exception as error:
        said = f"class {classes[0].__name__} cannot be made: {type(error).__name__}: {error}"
        raise JudgeError(said, path, _line_in(error, path)) from error
    for name in (*METHOD_NAMES, *ATTRIBUTES):
        # A class that inherits from the Protocol has its empty methods.
        empty = name in METHOD_NAMES and getattr(classes[0], name, None) is getattr(Plugin, name)
        if not hasattr(plugin, name) or empty:
            raise JudgeError(f"class {classes[0].__name__} lacks {name!r}", path)
    loaded: Plugin[Any, Any] = plugin
    return loaded


def _import(path: Path) -> ModuleType:
    with _unread(path):
        source = foreign.read(path, path.parent)
    digest = hashlib.sha256(bytes(path.resolve()) + b"\0" + source).hexdigest()[:16]
    name = f"judge_plugin_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(path)
    # Dataclasses look their module up by name; siblings are imported from the folder.
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        line = _line_in(error, path)
        raise JudgeError(
            f"cannot be imported: {type(error).__name__}: {error}", path, line
        ) from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def _line_in(error: BaseException, path: Path) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno
    line, trace = None, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
