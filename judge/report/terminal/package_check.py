"""What ``judge check`` prints at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.model import Problem
from judge.verify.remark import Remark, Severity


def summary_line(problem: Problem, remarks: Sequence[Remark]) -> str:
    """The package, what was read, and how many remarks of each kind there are."""
    count = Counter(remark.severity for remark in remarks)
    found = [counted(count[one], one.value) for one in Severity if count[one]]
    said = ", ".join(found) if found else "no remarks"
    name = f"{one_line(problem.name)} ({problem.version.value})"
    return f"{name}: {counted(len(problem.cases), 'case')}: {said}"
