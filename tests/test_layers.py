"""The floors of the judge: imports go down only, between packages and between files."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

JUDGE = Path(__file__).parents[1] / "judge"
#: From the top; a file may import from its own package and from those below, ``report`` alone
#: being the files that its three packages share.
FLOORS = (
    "__main__",
    "cli",
    "commands",
    "__init__",
    "server",
    "live",
    "library",
    "report.html",
    "report.terminal",
    "report.export",
    "report",
    "verify",
    "cluster",
    "evaluation",
    "proving",
    "hunting",
    "arena",
    "running",
    "store",
    "posts",
    "solutions",
    "checking",
    "languages",
    "packages",
    "sandbox",
    "analysis",
    "model",
    "common",
    "plugin",
)
#: Run outside the judge, by whatever interpreter is found.
HOSTS = JUDGE / "languages" / "hosts"
#: Files of new packages, which are no modules of the judge.
TEMPLATES = JUDGE / "packages" / "templates"
APART = (HOSTS, TEMPLATES)
#: Languages whose names are not words of other trades, such as C, Go, R, or the judge's own.
OWN = frozenset({"c", "cpp", "python", "javascript", "bash"})


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(JUDGE).with_suffix("").parts).removesuffix(".__init__")


FILES = {name_of(p): p for p in sorted(JUDGE.rglob("*.py")) if not {*APART} & {*p.parents}}


def imported(path: Path) -> Iterator[str]:
    """Files of the judge that one imports anywhere: in functions and for types alone too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports relatively: name the package"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.partition(".")[0] == "judge":
                inner = name.removeprefix("judge.")
                yield inner if inner in FILES else inner.rpartition(".")[0]


@cache
def graph() -> dict[str, frozenset[str]]:
    return {name: frozenset(imported(path)) - {name, ""} for name, path in FILES.items()}


def floor(name: str) -> int:
    package = max(
        (one for one in FLOORS if name == one or name.startswith(f"{one}.")), key=len, default=None
    )
    assert package, f"judge/{name} stands on no floor: give its package one in FLOORS"
    return FLOORS.index(package)


@pytest.mark.long
def test_imports_between_packages_go_down_only() -> None:
    upwards = [
        f"{name} imports {other}"
        for name, others in graph().items()
        if name
        for other in others
        if floor(other) < floor(name)
    ]
    assert upwards == []


@pytest.mark.long
def test_no_file_imports_itself_by_way_of_others() -> None:
    # A package's own file is loaded before any file in it, so it must not need one that needs it.
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_no_file_stands_outside_a_package() -> None:
    alone = {path.name for path in JUDGE.glob("*.py")}
    assert alone <= {"__init__.py", "__main__.py", "cli.py", "model.py"}


@pytest.mark.long
def test_nothing_names_a_bundled_problem() -> None:
    names = [path.parent.name for path in JUDGE.parent.glob("problems/*/problem.yaml")]
    assert names
    found = [message for path in texts() for message in said(path, [f"{n}s?" for n in names])]
    # ``--help`` shows commands that work as they stand where the judge was checked out.
    assert [message for message in found if not re.match(r'cli\.py:.*: "judge ', message)] == []


@pytest.mark.long
def test_only_the_package_of_languages_names_them() -> None:
    table = tomllib.loads((JUDGE / "languages" / "languages.toml").read_text(encoding="utf-8"))
    names = [re.escape(name) for name in table if name not in OWN]
    outside = [path for path in texts() if JUDGE / "languages" not in path.parents]
    # Sizes are counted in code pages, and each says of which languages it is.
    outside.remove(JUDGE / "solutions" / "code_pages.toml")
    assert [message for path in outside for message in said(path, names)] == []


def texts() -> list[Path]:
    suffixes = {".py", ".c", ".h", ".j2", ".js", ".css", ".toml"}
    return [path for path in sorted(JUDGE.rglob("*")) if path.suffix in suffixes]


def said(path: Path, arguments: list[str]) -> Iterator[str]:
    pattern = re.compile(rf"(?<![\w-])({'|'.join(arguments)})(?![\w-])", re.IGNORECASE)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if found := pattern.search(line):
            line = line.strip().partition(": ")[2] if path.name == "cli.py" else line.strip()
            yield f"{path.relative_to(JUDGE)}:{number} names {found[1]}: {line}"


@pytest.mark.long
def test_a_module_and_what_it_defines_have_names_of_their_own() -> None:
    """But for what an author of plug-ins imports, and the function that each check has."""
    apart = {"plugin.values", "verify.mutation.check"}
    shared = {
        name
        for name, path in FILES.items()
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == path.stem
    }
    assert shared == apart
