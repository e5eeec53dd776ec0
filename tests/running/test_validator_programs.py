"""Two programs in the folder of a validator, and none: what ``judge run`` and others say."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import FormatVersion
from judge.packages.loaded_problem import LoadedProblem, load_problems
from judge.running.refused_packages import check_package
from judge.running.validator_programs import check_readable, check_validators, validator_doubts
from tests.packages.written import DRAFT, MODERN, write

LEGACY = "name: Tour\nvalidation: custom\n"
TWO = {"a.py": "if __name__ == '__main__':\n    exit(42)\n", "b.cpp": "int main() {}\n"}
SAID = "is not run: the program output_validator is one in "


def loaded(root: Path, settings: str, validators: dict[str, str]) -> LoadedProblem:
    folder = write(root, {"problem.yaml": settings, **validators})
    [one] = load_problems(root, [f"{folder}/"])
    return one


@pytest.mark.parametrize("settings", [MODERN, DRAFT])
def test_two_programs_in_different_languages_are_refused(settings: str, tmp_path: Path) -> None:
    two = {f"output_validator/{name}": text for name, text in TWO.items()}
    with pytest.raises(JudgeError, match=SAID):
        check_validators(loaded(tmp_path / "two", settings, two))
    script = two | {"output_validator/run": "#!/bin/sh\nexec ./b.cpp\n"}
    module = two | {"output_validator/b.cpp": "int more() { return 1; }\n"}
    for number, fine in enumerate((script, module)):
        check_validators(loaded(tmp_path / str(number), settings, fine))


def test_a_legacy_package_runs_one_of_them_with_a_note_and_is_not_exported(tmp_path: Path) -> None:
    one = loaded(tmp_path, LEGACY, {f"output_validators/v/{n}": text for n, text in TWO.items()})
    check_validators(one)
    [doubt] = validator_doubts(one.problem)
    assert "is not run: the program v is one in" in doubt.message
    with pytest.raises(JudgeError, match="remove one of them"):
        check_validators(one, FormatVersion.V2025_09)


GRADED = {"data/secret/testdata.yaml": "grading: custom\n"}


@pytest.mark.parametrize(
    ("settings", "name", "more"),
    [
        (LEGACY, "output_validators/old.py", {}),
        (MODERN, "output_validator/old.py", {}),
        ("name: Tour\ntype: scoring\n", "graders/old.py", GRADED),
    ],
)
def test_what_decides_and_is_in_python_2_is_told_before_anything_runs(
    settings: str, name: str, more: dict[str, str], tmp_path: Path
) -> None:
    old = loaded(tmp_path / "old", settings, {name: "import sys\nprint 'AC 1'\n", **more})
    with pytest.raises(JudgeError, match=f"tour/{name}:2: needs Python 2"):
        check_package(old)
    check_readable(loaded(tmp_path / "new", settings, {name: "print('AC 1')\n", **more}).problem)


def test_a_static_validator_that_no_group_asks_for_refuses_nothing(tmp_path: Path) -> None:
    old = {"static_validator/old.py": "print 'x'\n"}
    check_package(loaded(tmp_path / "aside", MODERN, old))
    asked = {"data/secret/test_group.yaml": "static_validation_score: pass-fail\n"}
    with pytest.raises(JudgeError, match="needs Python 2"):
        check_package(loaded(tmp_path / "asked", MODERN, old | asked))


def test_a_validator_in_an_unknown_language_is_told_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"v\.nobody: unknown language"):
        check_package(loaded(tmp_path, LEGACY, {"output_validators/v.nobody": "?"}))


def test_a_folder_without_a_program_is_told(tmp_path: Path) -> None:
    empty = loaded(tmp_path, MODERN, {"output_validator/README.md": "later"})
    [doubt] = validator_doubts(empty.problem)
    assert doubt.message.endswith("they are compared with answers")


ACCEPTS = "import sys\nsys.exit(42 if sys.stdin.read() else 43)\n"
USES_B = "import sys\nfrom b import f\nsys.exit(f(sys.stdin.read()))\n"


def test_a_second_program_in_the_same_language_is_told(tmp_path: Path) -> None:
    names = ("output_validator/a.py", "output_validator/b.py")
    two = loaded(tmp_path / "two", MODERN, dict.fromkeys(names, ACCEPTS))
    check_validators(two)
    [doubt] = validator_doubts(two.problem)
    assert doubt.path is not None and doubt.path.name == "b.py"
    said = "is not run: the program output_validator starts in a.py; "
    assert doubt.message == said + "remove it, or call the one that starts main.py"


@pytest.mark.parametrize(
    "files",
    [
        {"a.py": USES_B, "b.py": ACCEPTS},
        {"a.py": ACCEPTS, "b.py": "def f(text): return 42\n"},
        {"main.py": ACCEPTS, "b.py": ACCEPTS},
        {"a.cpp": "int main() {}\n", "b.cpp": "int main() {}\n"},
    ],
)
def test_a_module_of_a_validator_is_no_second_program(
    files: dict[str, str], tmp_path: Path
) -> None:
    several = {f"output_validator/{name}": text for name, text in files.items()}
    assert list(validator_doubts(loaded(tmp_path, MODERN, several).problem)) == []
