"""Sizes of draws: numbers that are left out, out of reach, or counted wrongly."""

from __future__ import annotations

import pytest

from judge.verify import drawn_sizes
from judge.verify.draws import Draw

#: One draw of each size up to 20, many times over.
DRAWN = {Draw(number, number % 21): (number % 21, 7) for number in range(420)}


def test_a_size_that_is_never_drawn_is_told() -> None:
    assert drawn_sizes.left_out(DRAWN) == ""
    others = {one: size for one, size in DRAWN.items() if size[0] != 5}
    said = "no draw has the size 5 (number 1 of size), and there are 20 of 4 and 20 of 6"
    assert drawn_sizes.left_out(others) == said


@pytest.mark.parametrize("known", [(1, 2, 4, 8, 16), (1, 3, 5, 7, 9), (1, 10**12), (3,)])
def test_sizes_of_a_kind_are_in_order(known: tuple[int, ...]) -> None:
    drawn = {Draw(number, 9): (known[number % len(known)],) for number in range(200)}
    assert drawn_sizes.left_out(drawn) == ""


def test_stored_inputs_that_are_larger_than_all_draws_are_told() -> None:
    capped = {one: (min(size[0], 12), 7) for one, size in DRAWN.items()}
    stored = dict.fromkeys("abc", (20, 7))
    said = "no draw has a size above 12 (number 1 of size), and 3 stored inputs have, such as a"
    assert drawn_sizes.out_of_reach(capped, stored) == said
    assert drawn_sizes.out_of_reach(DRAWN, stored) == ""
    # Nothing is known of draws of such a size, or the number does not follow what is requested.
    assert drawn_sizes.out_of_reach(capped, dict.fromkeys("abc", (2000, 7))) == ""
    assert drawn_sizes.out_of_reach(DRAWN, dict.fromkeys("abc", (1, 20))) == ""


@pytest.mark.parametrize("added", [-1, 0, 1])
def test_a_size_that_is_one_more_or_less_than_there_are_is_told(added: int) -> None:
    arguments = [[[0] * count, "abc"[: count % 3]] for count in range(1, 61)]
    sizes = [(len(numbers) + added,) for numbers, _ in arguments]
    said = drawn_sizes.miscounted(sizes, arguments)
    word = {-1: "less", 0: "", 1: "more"}[added]
    assert said == (
        word and f"size is wrong: its number 1 is always one {word} than the items of argument 1"
    )


def test_a_size_counts_anything_in_the_arguments() -> None:
    """The edges of a tree are one less than its nodes, whose number is an argument; lists in the
    items of a list are counted together, and each for itself."""
    trees = [[count, [[0, 1]] * (count - 1)] for count in range(1, 61)]
    assert drawn_sizes.miscounted([(tree[0],) for tree in trees], trees) == ""
    batches = [[[{"on": [0] * n, "off": [0] * (n % 4), "life": n}]] for n in range(60)]
    sizes = [(n, n % 4, n + n % 4) for n in range(60)]
    assert drawn_sizes.miscounted(sizes, batches) == ""
    said = drawn_sizes.miscounted([(one, other, both + 1) for one, other, both in sizes], batches)
    assert "number 3 is always one more than the most in lists of an item of argument 1" in said
