"""Submissions of a package are compiled within the limits that the package sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.running.build import built_solution
from judge.running.tool_session import CompileError
from judge.sandbox.layer import Layer
from judge.solutions.package_submissions import read_submissions
from tests.packages.written import MODERN, read

#: Takes the compiler far more than 32 MiB, and is sound.
INCLUDES = '#include <iostream>\n#include <regex>\nint main() { std::regex r("a*"); }\n'
#: Keeps 64 MiB in memory.
SCRIPT = "#!/bin/sh\nx=$(printf %067108864d 0) && echo >run; exit\n"


@pytest.mark.long
@pytest.mark.parametrize(
    "files",
    [{"a.cpp": INCLUDES}, {"a/a.cpp": INCLUDES}, {"a/build": SCRIPT}],
    ids=["file", "folder", "script"],
)
def test_a_compiler_is_stopped_at_the_memory_limit_of_the_package(
    files: dict[str, str], tmp_path: Path, open_folder: Path, layer: Layer, system_tools: None
) -> None:
    new = f"\n// {tmp_path}\n"  # what was built before is not built again
    given = {f"submissions/accepted/{name}": text + new for name, text in files.items()}
    problem = read(tmp_path, f"{MODERN}limits: {{compilation_memory: 32}}\n", given)
    for name in given:
        (problem.folder / name).chmod(0o755)
    [solution] = read_submissions(problem).solutions
    with pytest.raises(CompileError, match="memory limit"):
        built_solution(solution, problem, layer, open_folder / "built")
