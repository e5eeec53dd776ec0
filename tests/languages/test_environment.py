"""Nothing in the judge's environment changes how a solution is compiled or run."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from judge import sandbox
from judge.common.errors import JudgeError
from judge.languages.table import all_languages, by_suffix
from judge.languages.toolchain import ToolMissing, find_toolchain
from judge.model import SolutionResult, Verdict
from tests.contest import RIGHT, Contest
from tests.languages.toy_solutions import FUNCTIONS, PROGRAMS

#: Files that a tool loads at its start, or for its libraries, where a variable says so.
FILES: Mapping[str, str] = {
    "trap.js": "process.exit(3)\n",
    "Trap.pm": "exit 3;\n",
    "trap.rb": "exit! 3\n",
    "json.rb": "exit! 3\n",
    "JSON/PP.pm": "exit 3;\n",
    "php.ini": "disable_functions=json_decode,fgets\n",
    "trap.sh": "exit 3\n",
    "sitecustomize.py": "import os\nos._exit(3)\n",
    "json.py": "import os\nos._exit(3)\n",
    "stdio.h": "#error trap\n",
    "iostream": "#error trap\n",
    "bits/stdc++.h": "#error trap\n",
    "libm.a": "trap\n",
}
#: {} is the folder that holds them.
VARIABLES: Mapping[str, str] = {
    "NODE_OPTIONS": "--require={}/trap.js",
    "NODE_PATH": "{}",
    "PERL5OPT": "-MTrap",
    "PERL5LIB": "{}",
    "RUBYOPT": "-rtrap",
    "RUBYLIB": "{}",
    "PHPRC": "{}",
    "PHP_INI_SCAN_DIR": "{}",
    "LUA_INIT": "os.exit(3)",
    "LUA_INIT_5_4": "os.exit(3)",
    "BASH_ENV": "{}/trap.sh",
    "ENV": "{}/trap.sh",
    "JAVA_TOOL_OPTIONS": "-Dtrap",
    "_JAVA_OPTIONS": "-Dtrap",
    "JDK_JAVA_OPTIONS": "-Dtrap",
    "PYTHONSTARTUP": "{}/json.py",
    "PYTHONPATH": "{}",
    "PYTHONHOME": "{}",
    "PYTHONWARNINGS": "trap",
    "GHC_ENVIRONMENT": "{}/none",
    "GHCRTS": "-trap",
    "OCAMLRUNPARAM": "v=0x400",
    "OCAMLPARAM": "trap",
    "GUILE_LOAD_PATH": "{}",
    "AWKPATH": "{}",
    "POSIXLY_CORRECT": "1",
    "GCC_EXEC_PREFIX": "{}/",
    "CPATH": "{}",
    "C_INCLUDE_PATH": "{}",
    "CPLUS_INCLUDE_PATH": "{}",
    "LIBRARY_PATH": "{}",
    "RUSTFLAGS": "--trap",
}
#: A tool, a variable that it obeys, and a program for its standard input.
OBEYED = (
    ("node", "NODE_OPTIONS", ""),
    ("perl", "PERL5OPT", ""),
    ("perl", "PERL5LIB", "use JSON::PP;"),
    ("ruby", "RUBYOPT", ""),
    ("ruby", "RUBYLIB", "require 'json'"),
    ("php", "PHPRC", "<?php json_decode('1');"),
    ("php", "PHP_INI_SCAN_DIR", "<?php json_decode('1');"),
    ("lua5.4", "LUA_INIT", ""),
    ("bash", "BASH_ENV", ""),
    ("/usr/bin/python3", "PYTHONPATH", "import json"),
    ("/usr/bin/python3", "PYTHONHOME", ""),
    ("cc -xc -E -", "CPATH", "#include <stdio.h>"),
    ("cc -xc - -o /dev/null", "GCC_EXEC_PREFIX", "int main(){}"),
    ("java -version", "JAVA_TOOL_OPTIONS", ""),
    ("java -version", "_JAVA_OPTIONS", ""),
    ("ghc -v0 -e 0", "GHC_ENVIRONMENT", ""),
)


@pytest.fixture
def traps(open_folder: Path) -> dict[str, str]:
    """Variables each of which makes a tool stop, or say something, where it is obeyed."""
    for name, content in FILES.items():
        path = open_folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    return {name: value.replace("{}", str(open_folder)) for name, value in VARIABLES.items()}


def fate(command: list[str], program: str, environment: Mapping[str, str]) -> tuple[int, bytes]:
    done = subprocess.run(
        command, input=program.encode(), env=environment, capture_output=True, timeout=300
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(("command", "variable", "program"), OBEYED)
def test_a_tool_that_is_started_bare_obeys_its_variable(
    traps: Mapping[str, str], tmp_path: Path, command: str, variable: str, program: str
) -> None:
    """Or else the next test would prove nothing."""
    arguments = command.split()
    if not shutil.which(arguments[0]):
        pytest.skip(f"{arguments[0]} is not installed")
    clean = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(tmp_path)}
    with_it = {**clean, variable: traps[variable]}
    if variable == "PERL5OPT":
        with_it["PERL5LIB"] = traps["PERL5LIB"]
    if variable == "RUBYOPT":
        with_it["RUBYLIB"] = traps["RUBYLIB"]
    assert fate(arguments, program, with_it) != fate(arguments, program, clean)


def installed(layer: str) -> set[str]:
    """The languages whose tools are here. Landlock gives solutions an identity of their own, which
    may be shut out of a home."""
    found = set()
    for name, language in all_languages().items():
        with contextlib.suppress(ToolMissing):
            paths = find_toolchain(language).paths.values()
            if layer != "landlock" or not any(is_below_home(path) for path in paths):
                found.add(name)
    return found


def is_compiled(name: str) -> bool:
    language = all_languages()[name]
    return bool(language.compile or language.host_compile)


def is_below_home(path: Path) -> bool:
    return path.resolve().is_relative_to(Path.home())


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in sandbox.NAMES if name != "auto"])
def test_no_language_obeys_the_environment_of_the_judge(
    contest: Contest,
    traps: Mapping[str, str],
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    system_tools: None,
) -> None:
    """Every language that is installed, compilers included; where all but the layer is the same,
    one compiler stands for the others."""
    try:
        sandbox.choose(name)
    except JudgeError as error:
        pytest.skip(str(error))
    contest.keep_cases("1", "01-last")
    languages = installed(name)
    if name != "bubblewrap":
        languages -= {one for one in all_languages() if is_compiled(one) and one != "c"}
    sources = {**RIGHT, **FUNCTIONS, **PROGRAMS}
    posted = {language.name for file in sources if (language := by_suffix(Path(file)))}
    languages &= posted
    for file, source in sources.items():
        path = Path(file)
        language = by_suffix(path)
        if language and language.name in languages:
            contest.solution(f"{path.stem}-{path.suffix[1:]}{path.suffix}", source)
    for variable, value in traps.items():
        monkeypatch.setenv(variable, value)
    find_toolchain.cache_clear()
    judged = contest.judged(sandbox=name)
    assert languages == {one.solution.language for one in judged.values() if one.outcomes}
    assert {key: facts(one) for key, one in judged.items() if not is_untouched(one)} == {}


def is_untouched(one: SolutionResult) -> bool:
    silent = all(o.run is not None and not o.run.stderr for o in one.outcomes)
    return one.verdict is Verdict.AC and silent


def facts(one: SolutionResult) -> list[object]:
    return [one.message, *((o.message, o.run) for o in one.outcomes)]
