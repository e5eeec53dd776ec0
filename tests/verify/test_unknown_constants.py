"""Names between braces that no constant has."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.verify.unknown_constants import unknown_names
from tests.packages.written import DRAFT, MODERN, read, told

CONSTANTS = "constants: {maximum: {value: 9, tex: \\cdot}}\n"


def found(root: Path, settings: str, files: dict[str, str]) -> list[str]:
    problem = read(root, settings, files)
    return [told(one, problem.folder) for one in unknown_names(problem)]


@pytest.mark.parametrize("settings", [MODERN, DRAFT])
@pytest.mark.parametrize(
    ("name", "text", "line", "said"),
    [
        ("statement/problem.en.md", "{{maximum}}\n\nUp to {{maxmum}}.\n", 3, "{{maxmum}}"),
        ("statement/problem.en.md", "`{{a}}`\n{{other}}\n", 2, "{{other}}"),
        ("statement/problem.en.tex", "% \\constant{x}\n\\constant{n}\n", 2, "\\constant{n}"),
        ("data/secret/test_group.yaml", "args: ['{{eps}}']\n", 1, "{{eps}}"),
        ("submissions/accepted/a.py", "\nprint({{maximun}})\n", 2, "{{maximun}}"),
        ("input_validators/a/a.py", "print({{maximum.text}})\n", 1, "{{maximum.text}}"),
        ("output_validator/a.cc", "int n = {{MAXIMUM}}, m = {{maximum_}};", 1, "{{maximum_}}"),
        ("include/default/a.h", "{{maximum.value2}}\n", 1, "{{maximum.value2}}"),
    ],
)
def test_a_name_that_no_constant_has_is_told_with_its_line(
    settings: str, name: str, text: str, line: int, said: str, tmp_path: Path
) -> None:
    [one] = found(tmp_path, settings + CONSTANTS, {name: text})
    assert one.startswith(f"{name}:{line}: {said} names no constant of problem.yaml"), one


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("statement/problem.en.md", "{{nextsample}} {{remainingsamples}} {{ x }} {{0}}\n"),
        ("statement/problem.en.md", "$a^{{n}}$ $$\n{{x}}\n$$\n\n```\n{{y}}\n```\n"),
        ("statement/problem.en.tex", "$x^{{n}}$ \\newcommand\n"),
        ("submissions/accepted/a.cc", "int a[1][1] = {{n}}; auto s = vector{{other}};\n"),
        ("submissions/accepted/a.py", "print(f'{{name}} {{maximum}}')\n"),
        ("data/secret/2.in", "{{maximun}}\n"),
    ],
)
def test_other_braces_are_not_told(name: str, text: str, tmp_path: Path) -> None:
    assert found(tmp_path, MODERN + CONSTANTS, {name: text}) == []


def test_packages_without_constants_have_programs_with_any_braces(tmp_path: Path) -> None:
    assert found(tmp_path, MODERN, {"submissions/accepted/a.cc": "auto a = b{{maximum}};"}) == []
    legacy = {"problem_statement/problem.en.md": "{{maximum}}"}
    assert found(tmp_path / "legacy", "name: Tour\n", legacy) == []
