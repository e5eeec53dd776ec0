"""What goes together in a package of format 2025-09."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.verify.package_layout import layout_remarks
from tests.packages.written import DRAFT, MODERN, read, told

VALIDATOR = {"input_validators/v/__main__.py": "", "input_validators/v/words.txt": "a"}
SUBMISSION = {"submissions/wrong_answer/a.py": "print()"}


def found(root: Path, settings: str, files: dict[str, str]) -> list[str]:
    problem = read(root, settings, {"statement/problem.en.tex": "Hi.", **files})
    return [f"{one.severity.value}: {told(one, problem.folder)}" for one in layout_remarks(problem)]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"statement/problem.en.tex": "a\n\\nextsample\n%\\nextsample\n\\nextsample x\n"},
            "fault: statement/problem.en.tex:4: asks for a sample after the last of 1",
        ),
        (
            {"statement/problem.en.md": "{{nextsample}}\n\n{{nextsample}}\n"},
            "fault: statement/problem.en.md:3: asks for a sample after the last of 1",
        ),
        (
            {**VALIDATOR, "data/secret/2.files/words.txt": "b"},
            "fault: data/secret/2.files/words.txt: has the name of a file of the input validator "
            "v: rename one of them",
        ),
        (
            {"input_validators/v.py": "", "data/secret/2.files/v.py": "b"},
            "fault: data/secret/2.files/v.py: has the name of a file of the input validator "
            "v.py: rename one of them",
        ),
    ],
)
def test_what_does_not_go_together_is_found(
    tmp_path: Path, files: dict[str, str], said: str
) -> None:
    assert said in found(tmp_path, MODERN, files)
    assert said not in found(tmp_path / "draft", DRAFT, files)


@pytest.mark.parametrize("settings", [MODERN, DRAFT, "name: Tour\n"])
def test_every_version_wants_an_accepted_submission(settings: str, tmp_path: Path) -> None:
    said = "warning: submissions: holds no accepted submission: add one"
    assert said in found(tmp_path, settings, SUBMISSION)
    assert said not in found(tmp_path, settings, {"submissions/accepted/a.py": "print(1)"})


@pytest.mark.parametrize(
    "files",
    [
        {"statement/problem.en.tex": "\\nextsample\n\\remainingsamples \\nextsamples\n"},
        {
            "statement/problem.en.tex": "\\nextsample\\nextsample\n",
            "data/sample/2.interaction": ">1\n",
        },
        {**VALIDATOR, "data/secret/2.files/others.txt": "b"},
        {**SUBMISSION, "submissions/accepted/a.py": "print(1)"},
    ],
)
def test_what_goes_together_is_no_fault(tmp_path: Path, files: dict[str, str]) -> None:
    assert found(tmp_path, MODERN, files) == []


@pytest.mark.parametrize(
    ("value", "variant", "unlike"),
    [
        ("1000000", "10^6", False),
        ("1000000", "'10^{5}'", True),
        ("5000000", "'5,000,000'", False),
        ("5000000", "'5\\,000\\,000'", False),
        ("5000000", "'5{,}000{,}00'", False),
        ("5000000", "'5 \\cdot 10^6'", False),
        ("5000000", "'$5 \\times 10^{7}$'", True),
        ("200000", "'2e5'", False),
        ("200000", "100000", True),
        ("1.5", "'1{,}5'", False),
        ("-3", "'-3'", False),
        ("left", "right", False),
        ("2", "two", False),
    ],
)
def test_a_variant_that_is_another_number_is_a_warning(
    tmp_path: Path, value: str, variant: str, unlike: bool
) -> None:
    constants = f"constants: {{n: {{value: {value}, tex: {variant}}}}}\n"
    said = found(tmp_path, MODERN + constants, {})
    shown = variant.strip("'")
    assert said == [
        f"warning: problem.yaml: constant n: tex is {shown}, and value {value}"
        for _ in range(unlike)
    ]


@pytest.mark.parametrize("folder", ["input_validators", "answer_validators"])
def test_a_validator_has_a_name_of_its_own(folder: str, tmp_path: Path) -> None:
    files = {f"{folder}/{name}": "print()" for name in ("a.cpp", "a.py", "b.py", "c/c.py")}
    said = f"warning: {folder}/a.py: has the same name as a.cpp, a, in the format: rename one of"
    for settings in (MODERN, "name: Tour\n"):
        told = found(tmp_path / settings[:4], settings, files)
        assert sum(one.startswith(said) for one in told) == 1, told
    assert not [one for one in found(tmp_path / "draft", DRAFT, files) if said in one]


@pytest.mark.parametrize(
    ("folder", "names", "is_told"),
    [
        ("input_validators/v", ("a.py", "b.py"), True),
        ("output_validator", ("a.py", "b.py"), True),
        ("output_validator/v", ("a.py", "lib/b.py"), True),
        ("output_validator", ("a.py", "words.txt"), False),
        ("input_validators/v", ("__init__.py", "__main__.py"), False),
        ("input_validators/v", ("a.py", "b.py", "run"), False),
        ("input_validators/v", ("a.cpp", "b.cpp"), False),
    ],
)
def test_a_validator_of_several_files_starts_where_the_format_says(
    folder: str, names: tuple[str, ...], is_told: bool, tmp_path: Path
) -> None:
    files = {f"{folder}/{name}": "import b\nprint()\n" for name in names}
    said = f"warning: {folder}: has 2 sources and no __main__.py, which the format starts: rename"
    for number, settings in enumerate((MODERN, DRAFT, "name: Tour\n")):
        told = found(tmp_path / str(number), settings, files)
        expected = is_told and settings == MODERN
        assert any(one.startswith(said) for one in told) == expected, told


def test_an_invalid_input_has_no_answer(tmp_path: Path) -> None:
    files = {f"data/invalid_input/{name}": "1\n" for name in ("a.in", "a.ans", "b.in", "b.ans")}
    said = "warning: data/invalid_input/a.ans: is not read: an invalid input has no answer, so "
    said += "remove it (1 other file as well)"
    assert said in found(tmp_path, MODERN, files)
    assert said not in found(tmp_path / "draft", DRAFT, files)
