"""Builds a posted function as the judge does, and calls its host with arguments and flags."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from judge import sandbox
from judge.common.errors import JudgeError
from judge.languages.toolchain import ToolMissing
from judge.model import Execution, Kind, Limits
from judge.running.compile import BuiltSolution, prepare
from judge.sandbox.layer import Command, Layer
from judge.solutions.load import load_solution

#: Generous: no test is decided by how busy the machine is.
LIMITS = Limits(cpu_s=30, memory_mib=1024, wall_override_s=300)
READINGS = ("0-indexed", "1-indexed")


@dataclass(frozen=True)
class Host:
    """A posted function, ready to be called in a sandbox of its own."""

    built: BuiltSolution
    layer: Layer

    def call(self, arguments: Sequence[Any], *flags: str, limits: Limits = LIMITS) -> Execution:
        return self.calls([arguments], *flags, limits=limits)[0]

    def calls(
        self, lists: Sequence[Sequence[Any]], *flags: str, limits: Limits = LIMITS
    ) -> list[Execution]:
        """A call for each list of arguments, all in one sandbox."""
        argv, warm = self.built.argv + flags, self.built.warm
        texts = [json.dumps(arguments).encode() for arguments in lists]
        session = self.layer.open(self.built.view)
        try:
            return [
                session.run(Command(argv, text, wants_result=True, warm=warm), limits)
                for text in texts
            ]
        finally:
            session.close()


@contextlib.contextmanager
def posted(
    file: str,
    source: str | bytes,
    example: Sequence[Any],
    layer: str = "auto",
    kind: str = "",
    flags: str = "",
) -> Iterator[Host]:
    """Skips the test where the language's tools, or that layer, are not here.

    Raises CompileError. Without ``kind`` the source must be detected as a function.
    """
    with tempfile.TemporaryDirectory(prefix="judge-hosts-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        path = folder / file
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        if kind:
            manifest = f'kind = "{kind}"\nflags = "{flags}"\n'
            path.with_suffix(".toml").write_text(manifest)
        solution = load_solution(path, "toy", READINGS)
        assert kind or solution.kind is Kind.FUNCTION, solution.settled
        try:
            chosen = sandbox.choose(layer)
            built = prepare(solution, chosen, folder / "made", examples=[example])
        except (ToolMissing, JudgeError) as missing:
            pytest.skip(str(missing))
        yield Host(built, chosen)
