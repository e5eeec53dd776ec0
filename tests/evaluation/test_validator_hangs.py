"""A validator that never ends is asked a few times, and not once for every case."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from judge.model import SolutionResult, Verdict
from tests.evaluation.judged_packages import judged
from tests.packages.written import MODERN

SETTINGS = f"{MODERN}limits: {{time_limit: 5, validation_time: 1}}\n"
#: Never ends for outputs that begin with h.
VALIDATOR = """import sys
while sys.stdin.read(1) == "h":
    while True:
        pass
sys.exit(42)
"""
HANGS = "used up its time limit on 2 outputs of this solution: not judged"
CASES = {f"data/secret/{n}.{end}": f"{n}\n" for n in range(3, 9) for end in ("in", "ans")}


def messages(result: SolutionResult) -> Counter[str]:
    """How many cases have a message, without what stands before it."""
    return Counter(one.message.rpartition("output validator ")[2] for one in result.outcomes)


@pytest.mark.long
def test_after_two_outputs_the_validator_is_not_asked_about_a_solution(tmp_path: Path) -> None:
    files = {"output_validator/v.py": VALIDATOR} | CASES
    found = judged(tmp_path, files, {"a.py": "print('h')", "b.py": "print(1)"}, SETTINGS)
    assert (found["a"].verdict, found["b"].verdict) == (Verdict.JE, Verdict.AC)
    assert messages(found["a"]) == {"v.py: it exceeded its CPU time limit": 2, HANGS: 6}
    assert messages(found["b"]) == {"": 8}
