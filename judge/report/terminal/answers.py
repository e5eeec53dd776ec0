"""What ``judge answers`` prints."""

from __future__ import annotations

from judge.common.errors import shown_path
from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.evaluation.answers import AnswersWritten


def answers_text(made: AnswersWritten) -> str:
    """The files that were written, then how many were not."""
    lines = [f"wrote {shown_path(path)}" for path in made.written]
    name = one_line(made.solution.name)
    parts = [f"{counted(len(made.written), 'answer file')} written from {name}"]
    if made.unchanged:
        parts.append(f"{made.unchanged:,} already the same")
    if made.others:
        parts.append(f"{made.others:,} left alone, --all writes them too")
    return "\n".join([*lines, ", ".join(parts)])
