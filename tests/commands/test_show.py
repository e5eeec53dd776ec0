"""``judge show``: a case, or one part of an input that holds many."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.commands.show import show_case
from judge.common.errors import JudgeError

BATCHES = Path(__file__).parents[1] / "batches"


def test_a_case_is_drawn_whole() -> None:
    assert show_case(BATCHES, "sums", "few", None).splitlines() == [
        "Sums, case secret/few/1: best score 3",
        "",
        "5 + 5 = 10",
        "6 + 1 = 7",
        "2 + 2 = 4",
    ]


@pytest.mark.parametrize("name", ["many", "many/1", "secret/many/1"])
def test_a_part_is_counted_from_1(name: str) -> None:
    for number in range(1, 7):
        head, empty, *rest = show_case(BATCHES, "sums", name, number).splitlines()
        assert head == f"Sums, case secret/many/1, part {number} of 6"
        assert (empty, rest) == ("", [f"{number} + {number} = {2 * number}"])


def test_a_bare_number_is_a_part_if_only_one_input_has_so_many() -> None:
    assert show_case(BATCHES, "sums", "5", None) == show_case(BATCHES, "sums", "many", 5)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("3", None),
            "no case of sums is called 3, and 2 inputs have a part of that number: judge show sums "
            "CASE 3, where CASE is one of secret/few/1 (1 to 3), secret/many/1 (1 to 6)",
        ),
        (
            ("7", None),
            "no input of sums has a part 7: sample/1 (1 to 2), secret/few/1 (1 to 3), "
            "secret/many/1 (1 to 6)",
        ),
        (("0", None), "no input of sums has a part 0: "),
        (("1", None), "3 cases match '1', name one: sample/1, secret/few/1, secret/many/1"),
        (("few", 4), "secret/few/1 has no part 4: they are numbered 1 to 3"),
        (("few", 0), "secret/few/1 has no part 0: they are numbered 1 to 3"),
        (("fw", 1), "no case of sums matches 'fw'"),
    ],
)
def test_a_part_that_cannot_be_told_is_refused_with_a_mend(
    arguments: tuple[str, int | None], complaint: str
) -> None:
    with pytest.raises(JudgeError) as caught:
        show_case(BATCHES, "sums", *arguments)
    assert complaint in str(caught.value) and "\n" not in str(caught.value)


def test_a_problem_without_parts_says_so(tmp_path: Path) -> None:
    shutil.copytree(BATCHES / "sums", tmp_path / "sums")
    plugin = tmp_path / "sums/plugin.py"
    plugin.write_text(plugin.read_text().replace("def parts", "def pieces"))
    with pytest.raises(JudgeError, match="an input of sums has no parts: leave 2 out"):
        show_case(tmp_path, "sums", "few", 2)
    with pytest.raises(JudgeError, match="no case of sums matches '5'"):
        show_case(tmp_path, "sums", "5", None)


@pytest.mark.parametrize(
    ("method", "part", "said"),
    [
        ("sketch", None, "the plug-in's sketch raised ZeroDivisionError"),
        ("sketch_part", 2, "the plug-in's sketch_part returned 3, and must return a str"),
        ("parts", 2, "the plug-in's parts returned 1.5, and must return an int from 0"),
    ],
)
def test_a_drawing_that_fails_is_a_fault(
    tmp_path: Path, method: str, part: int | None, said: str
) -> None:
    """Nothing else was asked for."""
    body = {"sketch": "1 // 0", "sketch_part": "3", "parts": "1.5"}[method]
    shutil.copytree(BATCHES / "sums", tmp_path / "sums")
    plugin = tmp_path / "sums/plugin.py"
    plugin.write_text(f"{plugin.read_text()}\n    def {method}(self, *words): return {body}\n")
    with pytest.raises(JudgeError, match=said):
        show_case(tmp_path, "sums", "few", part)
