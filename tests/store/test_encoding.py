"""Records as text in the store, and back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from judge.model import Ended, Exceeded, Execution, Grade, GradedExecution, Reason, Verdict
from judge.store.encoding import SHORT, SHORT_ROW, packed, packed_execution, unpacked

RUN = Execution(Ended.EXITED, 0, None, b"3 1\n", b"", None, 0.25, 0.5, 1.5)
GRADED = GradedExecution("secret/1", 12, RUN, {"0": Grade(Verdict.AC, score=12, gap=0)}, (5,))


class Kept:
    """Long byte strings by their numbers."""

    def __init__(self) -> None:
        self.strings: list[bytes] = []

    def keep(self, data: bytes) -> int:
        self.strings.append(data)
        return len(self.strings) - 1

    def find(self, number: int) -> bytes:
        return self.strings[number]


@pytest.mark.parametrize(
    "graded",
    [
        GRADED,
        replace(GRADED, best=Fraction(2, 3), grades={"0": Grade(Verdict.WA, score=Fraction(1, 3))}),
        replace(GRADED, best=2**70),
        replace(GRADED, case="secret/\udcff"),
        replace(GRADED, case="secret/\u00e9"),
        replace(GRADED, executed_at="2026-11-28T00:00:00+00:00"),
        replace(GRADED, run=replace(RUN, stdout=bytes(range(SHORT + 1)))),
        replace(GRADED, run=replace(RUN, stdout=b"x" * SHORT_ROW, stderr=b"\xff" * SHORT)),
        replace(GRADED, run=replace(RUN, result=b"", exceeded=(Exceeded.DISK,), note="\x00")),
        replace(GRADED, grades={"0": Grade(Verdict.WA, Reason.ILLEGAL, "no", rule="CR 1")}),
    ],
)
def test_an_execution_is_the_same_after_its_way(graded: GradedExecution) -> None:
    kept = Kept()
    for pack in (packed, packed_execution):
        text = pack(graded, kept.keep)
        text.encode()  # SQLite refuses lone surrogates
        assert unpacked(GradedExecution, text, kept.find) == graded


def test_a_short_execution_has_its_bytes_inline_and_a_long_one_keeps_them_elsewhere() -> None:
    kept = Kept()
    packed_execution(GRADED, kept.keep)
    assert kept.strings == []
    long = b"7" * SHORT_ROW
    packed_execution(replace(GRADED, run=replace(RUN, stdout=long)), kept.keep)
    assert kept.strings == [long]


@pytest.mark.parametrize("pack", [packed, packed_execution])
@pytest.mark.parametrize("wrong", ["#", "4", 4.5])
def test_bytes_that_are_damaged_raise(pack: type, wrong: str | float) -> None:
    kept = Kept()
    text = pack(GRADED, kept.keep)
    stored = '"MyAxCg=="' if pack is packed_execution else '"3320310a"'
    assert stored in text
    shown = f'"{wrong}"' if isinstance(wrong, str) else str(wrong)
    with pytest.raises((ValueError, TypeError, KeyError)):
        unpacked(GradedExecution, text.replace(stored, shown), kept.find)
