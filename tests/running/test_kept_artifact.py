"""What a compiler has made of a solution is kept, and taken only for the same files and command."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import Solution
from judge.running import compile, precompiled_header
from judge.running.compile import prepare
from judge.running.tool_session import CompileError
from judge.sandbox.layer import Layer
from judge.solutions.load import load_solution

SOURCE = "#include <stdio.h>\nint main(void) { return puts(TEXT) < 0; }\n"


class Counted:
    """Prepares solutions, and counts how often the compiler runs."""

    def __init__(self, layer: Layer, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._layer, self._folder = layer, folder
        self.count = 0
        original = precompiled_header.compile_in_sandbox

        def counted(*arguments: object) -> bytes:
            self.count += 1
            return original(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(precompiled_header, "compile_in_sandbox", counted)
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))

    def solution(self, text: str = SOURCE) -> Solution:
        path = self._folder / "posted.c"
        path.write_text(text)
        return replace(load_solution(path, "", ("0-indexed",)), flags=('-DTEXT="a"',))

    def made(
        self,
        solution: Solution,
        included: Mapping[str, bytes] | None = None,
        cpu_s: float = 60,
        added: tuple[str, ...] = (),
    ) -> int:
        """How often the compiler has run for this."""
        before, folder = self.count, self._folder / f"built-{self.count}-{len(added)}"
        while folder.exists():
            folder = folder.with_name(f"{folder.name}-again")
        limits = replace(compile.COMPILE_LIMITS, cpu_s=cpu_s)
        prepare(solution, self._layer, folder, (), limits, included, added)
        assert (folder / "artifact").stat().st_size
        return self.count - before


@pytest.fixture
def counted(
    layer: Layer, open_folder: Path, system_tools: None, monkeypatch: pytest.MonkeyPatch
) -> Counted:
    return Counted(layer, open_folder, monkeypatch)


@pytest.mark.long
def test_the_same_solution_is_compiled_once(counted: Counted) -> None:
    solution = counted.solution()
    assert [counted.made(solution) for _ in range(2)] == [1, 0]


@pytest.mark.long
def test_anything_that_may_matter_compiles_it_again(counted: Counted) -> None:
    solution = counted.solution()
    assert counted.made(solution) == 1
    assert counted.made(replace(solution, flags=('-DTEXT="b"',))) == 1
    assert counted.made(solution, {"more.h": b"int more;\n"}) == 1
    assert counted.made(solution, {"more.h": b"int other;\n"}) == 1
    assert counted.made(solution, cpu_s=59) == 1
    assert counted.made(solution, added=("-O1",)) == 1
    changed = counted.solution(SOURCE.replace("< 0", "< 1"))
    assert counted.made(changed) == 1
    assert counted.made(changed) == 0


@pytest.mark.long
def test_an_error_is_not_kept(counted: Counted) -> None:
    solution = counted.solution("int main(void) { return x; }\n")
    for _ in range(2):
        with pytest.raises(CompileError, match="x"):
            counted.made(solution)
    assert counted.count == 2
