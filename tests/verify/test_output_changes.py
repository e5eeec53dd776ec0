"""Random changes of an output."""

from __future__ import annotations

from random import Random

from judge.verify import output_changes
from judge.verify.output_changes import changed


def test_changes_keep_a_count_right_half_of_the_time_and_reach_every_row() -> None:
    rng, found = Random(1), set()
    for _ in range(2000):
        found.add(changed("2\n1 3\n", rng, (), {}))
    assert {"3\n1 2 3\n", "1\n3\n", "1\n1\n", "2\n2 3\n", "2\n3 1\n", "3\n1 3 0\n"} <= found
    rows = [text.splitlines() for text in found]
    assert sum(row[0] == str(len(row[-1].split())) for row in rows if len(row) == 2) > 20


def test_an_empty_row_that_is_counted_grows() -> None:
    found = {changed("0\n\n", Random(number), (), {}) for number in range(200)}
    assert {"1\n0\n", "1\n1\n"} <= found


def test_a_search_exchanges_numbers_for_others_with_the_same_sum() -> None:
    found = {
        tuple(sorted(map(int, output_changes._with_the_same_sum("1 1 1 1\n", rng, (5,)).split())))
        for rng in map(Random, range(200))
    }
    assert {sum(one) for one in found} == {4}
    assert {(-1, 5), (4,), (1, 3), (-5, 9)} <= found


def test_an_output_is_made_longer_at_three_places() -> None:
    found = [*output_changes.lengthened("7 8 9\n")]
    assert f"7 {'8 ' * 40}9\n" in found and f"7 8{' 9' * 300}\n" in found
    assert len(found) == 3 * len(output_changes.LENGTHENED)
    counted = [*output_changes.lengthened("2\n5 6\n")]
    assert f"9\n{'5 ' * 8}6\n" in counted
    assert [*output_changes.lengthened("\n")] == []
    assert "qqqq\n" in output_changes.lengthened("abc\n")


def test_all_places_are_chosen_in_place_of_some() -> None:
    found = [*output_changes.lengthened("2\n2 4\n")]
    assert "4\n1 2 3 4\n" in found
    assert "5\n0 1 2 3 4\n" in found
    assert "4\n1 2 3 4\n" not in output_changes.lengthened("3\n2 4 4\n")  # no set of places
