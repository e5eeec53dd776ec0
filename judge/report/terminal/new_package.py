"""What ``judge new problem`` has written, and the next steps."""

from __future__ import annotations

from pathlib import Path

from judge.common.errors import shown_path
from judge.packages.new_package import KINDS, NewPackage

#: By the name of a file or folder of the package.
_WHAT = {
    "problem.yaml": "name, limits",
    "plugin.py": "reads inputs and answers, and decides",
    "statement": "the task",
    "data": "cases: inputs (.in) with answers (.ans)",
    "input_validators": "accept valid inputs",
    "answer_validators": "accept answer files of the right format",
    "output_validator": "converses with submissions",
}


def new_package_text(made: NewPackage) -> str:
    """Files and next steps."""
    present = [name for name in _WHAT if (made.problem / name).exists()]
    width = max(map(len, present)) + 1
    lines = [f"wrote {_folder(made.problem)} (template {made.kind}: {KINDS[made.kind]})"]
    for name in present:
        shown = f"{name}/" if (made.problem / name).is_dir() else name
        lines.append(f"  {shown:{width}}  {_WHAT[name]}")
    lines.append(f"wrote {_folder(made.solutions)}")
    lines += [f"  {path.name}" for path in made.files if made.solutions in path.parents]
    return "\n".join([*lines, "", "next:", *_steps(made)])


def _steps(made: NewPackage) -> list[str]:
    word = made.name if made.problem.parent.name == "problems" else _folder(made.problem)
    reference = next(
        path.stem for path in made.files if path.name.startswith("reference") and path.suffix
    )
    steps = [
        (f"judge check {word}", "is the package sound?"),
        (f"judge run {word}", "judge the solutions"),
    ]
    if made.kind != "interactive":
        steps.append((f"judge answers {word} --from {reference}", "answers to inputs you add"))
        wrong = next(
            path.stem
            for path in made.files
            if made.solutions in path.parents and not path.name.startswith("reference")
        )
        steps.append((f"judge hunt {word} {wrong}", "the smallest input on which it is wrong"))
    width = max(len(command) for command, _ in steps)
    return [f"  {command:{width}}  # {what}" for command, what in steps]


def _folder(path: Path) -> str:
    return f"{shown_path(path)}/"
