"""What the compile commands of a language need of its hosts is built once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.languages.program import Program
from judge.languages.toolchain import find_toolchain
from judge.model import Kind, Solution
from judge.running import host_builder, program
from judge.running.compile import prepare
from judge.running.host_builder import BUILDER
from judge.running.program import build_program
from judge.sandbox.layer import Layer
from judge.solutions.load import load_solution

SOURCE = "class Main { public static void main(String[] a) { System.out.println(1); } }\n"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("javac"), reason="Java is not installed"),
]


class Builds:
    """Counts how often a builder is built."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
        self.count = 0
        original = host_builder.compile_in_sandbox

        def counted(*words: object) -> bytes:
            self.count += 1
            return original(*words)  # type: ignore[arg-type]

        monkeypatch.setattr(host_builder, "compile_in_sandbox", counted)
        monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch, open_folder: Path, system_tools: None) -> Builds:
    return Builds(monkeypatch, open_folder / "cache")


def solution(folder: Path, name: str) -> Solution:
    path = folder / name
    path.write_text(SOURCE.replace("1", str(len(name))))
    return load_solution(path, "", ("0-indexed",))


def test_it_is_built_for_the_first_source_alone(
    builds: Builds, layer: Layer, open_folder: Path
) -> None:
    for name in ("A.java", "Bb.java"):
        one = solution(open_folder, name)
        assert one.kind is Kind.PROGRAM
        built = prepare(one, layer, open_folder / f"built-{name}")
        assert (built.view.folder / BUILDER).stat().st_size
    assert builds.count == 1


def test_a_program_that_another_builder_made_is_not_taken(
    builds: Builds, layer: Layer, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = open_folder / "program"
    source.mkdir()
    (source / "Main.java").write_text(SOURCE)
    one = Program(source, source, ("Main.java",), ("Main.java",), "Main.java", "java")
    calls: list[int] = []
    original = program.compile_with_header

    def counted(*words: object) -> bytes:
        calls.append(1)
        return original(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(program, "compile_with_header", counted)
    for number in range(2):
        build_program(one, layer, open_folder / f"built-{number}")
    assert len(calls) == 1
    find_toolchain.cache_clear()
    put = program.put_builder

    def another(*words: object) -> dict[str, str]:
        values = put(*words)  # type: ignore[arg-type]
        builder = open_folder / "built-2" / BUILDER
        builder.write_bytes(builder.read_bytes() + b"\0")
        return values

    monkeypatch.setattr(program, "put_builder", another)
    build_program(one, layer, open_folder / "built-2")
    assert len(calls) == 2
