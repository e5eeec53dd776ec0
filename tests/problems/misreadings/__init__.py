"""Tables of misreadings: solutions with one rule of the statement wrong, for tests and hunts."""

from __future__ import annotations

import shutil
import tempfile
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from judge.model import VARIANTS
from judge.solutions.variants import folder_variants

HERE = Path(__file__).parent
SOLUTIONS = HERE.parents[2] / "solutions"


def write_solutions(problem: str, folder: Path) -> None:
    """A folder of solutions with the table of a problem and the source that it changes."""
    table = HERE / f"{problem}.toml"
    source = Path(tomllib.loads(table.read_text(encoding="utf-8"))["source"])
    for name in (source, source.with_suffix(".toml")):
        shutil.copy(SOLUTIONS / problem / name, folder)
    shutil.copy(table, folder / VARIANTS)


@cache
def sources(problem: str) -> Mapping[str, str]:
    """The source of each misreading by name."""
    with tempfile.TemporaryDirectory() as folder:
        write_solutions(problem, Path(folder))
        made = folder_variants(Path(folder))
        return {variant.path.stem: variant.text.decode() for variant in made}
