"""A queue of indices of cases."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from judge.evaluation.index_queue import IndexQueue


def test_it_does_what_a_deque_does() -> None:
    rng = Random(3)
    made, expected = IndexQueue(range(300)), deque(range(300))
    for number in range(300, 900):
        if rng.random() < 0.6:
            assert made.popleft() == expected.popleft()
        if rng.random() < 0.2:
            index = rng.choice(expected)
            assert index in made
            made.remove(index), expected.remove(index)
            assert index not in made
        if rng.random() < 0.5:
            made.extend([number]), expected.append(number)
        assert len(made) == len(expected)
        assert [*made] == [*expected]
        assert not expected or made[0] == expected[0]
    made.clear()
    assert not made and [*made] == []


def test_what_is_not_there_cannot_be_taken() -> None:
    made = IndexQueue([4, 5])
    assert made.popleft() == 4
    with pytest.raises(ValueError):
        made.remove(4)
    assert made.popleft() == 5
    with pytest.raises(IndexError):
        made.popleft()
