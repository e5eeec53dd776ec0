"""The names at the top of a package: what is read, and what almost has the name of it."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from judge.common.errors import JudgeError
from judge.packages.data_files import unread

#: What the judge reads beside problem.yaml, in any version of the format.
READ = frozenset(
    "judge.toml plugin.py data statement problem_statement include submissions generators graders "
    "attachments input_validators input_format_validators answer_validators output_validator "
    "output_validators static_validator domjudge-problem.ini .timelimit".split()
)
#: What other tools read.
OTHERS = frozenset("solution input_visualizer output_visualizer visualizers".split())
#: What decides on verdicts, or which there are.
_DECIDING = READ - frozenset(
    "statement problem_statement attachments generators domjudge-problem.ini .timelimit".split()
)
_OUTPUT_VALIDATORS = ("output_validator", "output_validators", "static_validator")
#: How similar names are that are told, and those of output validators that are refused: other tools
#: have output_visualizers.
_NEAR, _PROBABLE = 0.8, 0.9


def near_name(name: str) -> str:
    """What is read and almost has this name, which is not read; empty if there is none."""
    if name in READ or name in OTHERS:
        return ""
    same = [known for known in READ if known == name.lower()]
    return next(iter(same or get_close_matches(name, sorted(READ), n=1, cutoff=_NEAR)), "")


def refuse_misspelt(package: Path) -> None:
    """Raise JudgeError for a name at the top that is one of those that decide on verdicts but for
    capitals, or almost that of an output validator: without it, verdicts would be others."""
    with unread(package):
        names = sorted(path.name for path in package.iterdir())
    for name in names:
        near = near_name(name)
        alike = name.lower() == near or (
            near in _OUTPUT_VALIDATORS
            and get_close_matches(name.partition(".")[0], [near], cutoff=_PROBABLE)
        )
        if alike and near in _DECIDING and near not in names:
            raise JudgeError(f"is not read: rename it to {near}, or remove it", package / name)
