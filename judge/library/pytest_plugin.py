"""``pytest --judge DIR``: each solution on each case of a package is a test.

pytest loads this file at each of its starts, so the judge is only loaded when it is asked for.
"""

from __future__ import annotations

from pathlib import Path

import pytest

#: What pytest is given to collect for a package.
SETTINGS = "problem.yaml"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("judge", "solutions of problem packages as tests")
    group.addoption(
        "--judge",
        action="append",
        default=[],
        metavar="DIR",
        help="the folder of a package: each of its solutions on each case is a test (repeatable)",
    )
    group.addoption(
        "--judge-solutions",
        metavar="DIR",
        help="folder of solutions, with one folder per problem (default: solutions, beside the "
        "folder of problems)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Have pytest collect the packages: alone, unless tests were named too."""
    folders: list[str] = config.getoption("--judge")
    wanted = [str(Path(folder) / SETTINGS) for folder in folders]
    for path in wanted:
        if not Path(path).is_file():
            raise pytest.UsageError(f"--judge: {path}: no such file: name the folder of a package")
    if wanted and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = []
    config.args += [path for path in wanted if path not in config.args]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    folders: list[str] = parent.config.getoption("--judge")
    if file_path.name != SETTINGS or file_path.parent not in [Path(f).resolve() for f in folders]:
        return None
    from judge.library.pytest_items import PackageFile

    return PackageFile.from_parent(parent, path=file_path)
