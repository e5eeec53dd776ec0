"""Constants in texts, as many as there are and no more than a file holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest

from judge.common.errors import JudgeError
from judge.common.foreign_files import SOURCE_BYTES
from judge.languages.program import program_of_package
from judge.packages.constants import replaced, replaced_in_bytes, replaced_in_tex
from judge.packages.load import load_problem
from judge.running.program import file_of
from tests.packages.written import MODERN, write

VALUES = {"most": "1000", "most.tex": "10^3", "none": ""}


def test_a_constant_stands_where_it_is_named() -> None:
    assert replaced("{{most}}, {{most.tex}}, {{few}}, {{none}}", VALUES) == "1000, 10^3, {{few}}, "
    assert (
        replaced_in_tex(r"\constant{most.tex}, \constant{few}", VALUES) == r"10^3, \constant{few}"
    )
    assert replaced_in_bytes(b"\xff{{most}}", VALUES) == b"\xff1000"


@pytest.mark.parametrize(
    ("call", "place"), [(replaced, "{{a}}"), (replaced_in_tex, r"\constant{a}")]
)
def test_a_text_gets_no_longer_than_a_file_may_be(
    call: Callable[[str, Mapping[str, str]], str], place: str
) -> None:
    long = {"a": "x" * (SOURCE_BYTES // 4)}
    assert len(call(place * 4, long)) == SOURCE_BYTES
    for text in (place * 5, place * 1_000_000):
        with pytest.raises(OSError, match="with its constants it is larger than 16 MiB"):
            call(text, long)


def test_a_program_that_constants_make_too_long_is_told_by_name(tmp_path: Path) -> None:
    settings = f"{MODERN}constants: {{a: {'x' * 2**20}}}\n"
    folder = write(tmp_path, {"problem.yaml": settings, "input_validators/v.py": "# {{a}}" * 99})
    problem = load_problem(folder)
    path = folder / "input_validators/v.py"
    program = msgspec.structs.replace(
        program_of_package(path, problem), constants=problem.constants
    )
    with pytest.raises(JudgeError, match=r"v\.py: cannot be read: with its constants"):
        file_of(program, "v.py", path)
