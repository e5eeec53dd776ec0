"""``descriptions.toml`` in a folder of cases: a one-line description of each case.

The package format has a file ``<case>.yaml`` for each case, which takes precedence. One table is
easier to maintain than hundreds of files with a description each.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from judge.common.messages import did_you_mean
from judge.common.toml_lines import read_toml

FILE = "descriptions.toml"


def load(folder: Path, package: Path) -> Mapping[str, str]:
    """The descriptions of the cases in one folder of a package; raises JudgeError with file and
    line."""
    table = read_toml(folder / FILE, within=package)
    for case in table.values:
        if not (folder / f"{case}.in").is_file():
            known = sorted(path.stem for path in folder.glob("*.in"))
            raise table.error(case, f"no case {case!r} here: {did_you_mean(case, known)}")
    return {case: table.string(case) for case in table.values}
