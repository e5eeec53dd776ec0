"""Exports a problem as plain files for other judges, without links and without this judge.

A validator there is a flat folder: its program, under the names ``__main__.py`` and ``main.py``,
with the plug-in's modules, the files that they read, and those of the judge's own modules that
they import. Submissions are made from the solutions.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from judge.common.errors import JudgeError, reason
from judge.common.foreign_files import SOURCE_BYTES
from judge.model import Kind, Problem, Solution, Verdict
from judge.packages import descriptions
from judge.solutions.copied_files import IGNORED, copy_file, copy_folder
from judge.solutions.load import source_of
from judge.solutions.older_python import parsed

#: Files beside ``plugin.py`` that no module reads.
SETTINGS = frozenset({"problem.yaml", "judge.toml"})
VALIDATORS = ("input_validators", "output_validator")

#: ``judge.py`` of an exported validator.
_STAND_IN = '''"""Stands in for the judge: ``judge.plugin`` is ``judge_plugin.py`` beside this."""

import sys
from importlib.util import spec_from_file_location
from pathlib import Path

__path__ = []


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        place = Path(__file__).with_name(name.replace(".", "_") + ".py")
        if not name.startswith("judge.") or not place.is_file():
            return None
        return spec_from_file_location(name, place, submodule_search_locations=[])


sys.meta_path.insert(0, _Finder)
'''


def write_package(problem: Problem, solutions: Iterable[Solution], target: Path) -> None:
    """Write the whole package; raises JudgeError, also if ``target`` exists."""
    if target.exists():
        raise JudgeError("already exists: name a new folder", target)
    ignored = (*SETTINGS - {"problem.yaml"}, "submissions", *VALIDATORS)

    def ignore(folder: str, names: list[str]) -> set[str]:
        top = ignored if Path(folder) == problem.folder else ()
        return IGNORED(folder, names) | {name for name in names if name in top}

    try:
        copy_folder(problem.folder, target, problem.folder, ignore)
        for program in _programs(problem.folder):
            write_validator(problem.folder, program, target / program.relative_to(problem.folder))
        write_descriptions(problem.folder / "data", target / "data")
        for solution in solutions:
            _write_submission(solution, target / "submissions")
    except (OSError, shutil.Error) as error:
        raise JudgeError(f"cannot be written: {reason(error)}", target) from error


def write_validator(problem: Path, program: Path, target: Path) -> None:
    """Write one validator, a file or a folder; raises JudgeError for a name that cannot be used."""
    package = problem if program.is_relative_to(problem) else program
    if not program.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        copy_file(program, target, package, SOURCE_BYTES)
        return
    copy_folder(program, target, package, most=SOURCE_BYTES)
    start = target / "__main__.py"
    if not start.exists() or b"plugin" not in start.read_bytes():
        return
    shutil.copyfile(start, target / "main.py")
    for path in (*_beside_plugin(problem), *_beside_plugin(problem / "attachments")):
        if path.suffix == ".py" and path.stem in sys.stdlib_module_names:
            raise JudgeError(
                f"{path.stem} is a module of Python itself: rename it, other judges run "
                "a validator as a flat folder",
                path,
            )
        if (target / path.name).exists():
            raise JudgeError(f"{program.name} has a file of that name as well: rename one", path)
        copy_file(path, target / path.name, problem)
    (target / "judge.py").write_text(_STAND_IN, encoding="utf-8")
    for name, path in _judge_modules(target.glob("*.py")):
        shutil.copyfile(path, target / f"{name.replace('.', '_')}.py")


def _programs(problem: Path) -> Iterator[Path]:
    if (problem / "output_validator").is_dir():
        yield problem / "output_validator"
    folder = problem / "input_validators"
    if folder.is_dir():
        yield from (p for p in sorted(folder.iterdir()) if p.name != "__pycache__")


def _beside_plugin(folder: Path) -> list[Path]:
    """Modules, and the files that they may read."""
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    return [
        path
        for path in paths
        if path.is_file() and path.name not in SETTINGS and path.suffix != ".md"
    ]


def _judge_modules(sources: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """Every module of the judge that the sources import, or that one of those imports."""
    seen: set[str] = set()
    waiting = [name for path in sources for name in _imports(path)]
    while waiting:
        name = waiting.pop()
        spec = importlib.util.find_spec(name)
        if name in seen or spec is None or spec.origin is None:
            continue
        seen.add(name)
        waiting += _imports(Path(spec.origin))
        yield name, Path(spec.origin)


def _imports(path: Path) -> list[str]:
    """Names of modules of the judge in absolute imports, parents first."""
    names = []
    tree = parsed(path.read_bytes())
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
            if node.module.split(".")[0] == "judge":
                below = [f"{node.module}.{alias.name}" for alias in node.names]
                names += [name for name in below if _is_module(name)]
    ours = [name.split(".") for name in names if name.startswith("judge.")]
    return [".".join(parts[:end]) for parts in ours for end in range(2, len(parts) + 1)]


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # its parent is no package
        return False


def write_descriptions(data: Path, target: Path) -> None:
    """As the format has them, a file for each case."""
    for table in sorted(data.rglob(descriptions.FILE)):
        for case, description in descriptions.load(table.parent, data.parent).items():
            path = target / table.parent.relative_to(data) / f"{case}.yaml"
            if path.parent.is_dir() and not path.exists():
                text = json.dumps(description, ensure_ascii=False)  # JSON is YAML, too
                path.write_text(f"description: {text}\n", encoding="utf-8")


def _write_submission(solution: Solution, submissions: Path) -> None:
    folder = submission_folder(solution)
    if folder:
        path = submissions / folder / solution.path.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source_of(solution))


def submission_folder(solution: Solution) -> str | None:
    """The format's folder for what is expected of a program; None for what others cannot run."""
    if solution.kind is not Kind.PROGRAM or solution.requires or solution.flags:
        return None
    if solution.expect == {Verdict.AC}:
        return "accepted"
    slow = {Verdict.TLE, Verdict.UNVERIFIED, Verdict.RTE}
    if Verdict.AC in solution.expect and solution.expect - {Verdict.AC} <= slow:
        return "brute_force"
    if len(solution.expect) > 1:
        return "rejected"
    [verdict] = solution.expect
    folders = {
        Verdict.WA: "wrong_answer",
        Verdict.TLE: "time_limit_exceeded",
        Verdict.RTE: "run_time_error",
    }
    return folders.get(verdict)
