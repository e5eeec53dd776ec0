"""What is told of an execution that says nothing about its solution."""

from __future__ import annotations

from judge.checking.ending import overload
from judge.model import Ended, Exceeded, Execution


def test_an_overload_names_who_took_what() -> None:
    held = Execution(Ended.OVERLOADED, None, None, b"", b"", None, 0.0, 6.1, 1.0, held_s=6.0)
    crowded = Execution(
        Ended.OVERLOADED, None, None, b"", b"", None, 0.1, 0.2, 1.0, exceeded=(Exceeded.PROCESSES,)
    )
    assert "waiting for 6.00 s" in overload(held)
    assert "limit on this user's processes" in overload(crowded)
