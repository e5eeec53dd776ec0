"""Arguments that leave out what large instances hold."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from judge.verify import short_arguments

Row = tuple[int, ...]


class Rows:
    """Rows of numbers; functions get the first ``most`` of them, in order where ``in_order``."""

    def __init__(self, most: int, in_order: bool = False) -> None:
        self.most, self.in_order = most, in_order

    def offers(self, *methods: str) -> bool:
        return True

    def render(self, row: Row) -> str:
        return f"{' '.join(map(str, row))}\n"

    def smaller(self, row: Row) -> Iterator[Row]:
        for at in range(len(row)):
            yield row[:at] + row[at + 1 :]
        for at in range(len(row) - 1):  # two numbers exchanged
            yield (*row[:at], row[at + 1], row[at], *row[at + 2 :])

    def arguments(self, row: Row) -> list[Any]:
        return [sorted(row) if self.in_order else [*row[: self.most]]]


@pytest.mark.parametrize(
    ("plugin", "is_told"),
    [
        (Rows(1000), False),
        (Rows(50), True),
        (Rows(150), True),
        # The order matters in no instance.
        (Rows(1000, in_order=True), False),
    ],
)
def test_what_is_behind_some_pieces_is_left_out(plugin: Rows, is_told: bool) -> None:
    stored = {"small": (3, 1, 2), "large": tuple(range(200))}
    contexts = {name: SimpleNamespace(instance=row) for name, row in stored.items()}
    subject: Any = SimpleNamespace(plugin=plugin, contexts=contexts)
    small = [tuple(range(number, number + 1 + number // 8)) for number in range(80)]
    message = short_arguments.fault(subject, small, 60)
    assert message.startswith("arguments are the same for large and") == is_told
    assert bool(message) == is_told
