"""All small changes of a text."""

from __future__ import annotations

from random import Random

from judge.hunting.constants import Group
from judge.hunting.sweep import MOST_AIMED, aimed_texts, swept_texts

ANY = range(-1000, 1000)
NOTHING = Group((), ())


def swept(text: str, group: Group = NOTHING, within: range = ANY) -> tuple[str, ...]:
    return swept_texts(Random(1), text, group, within)


def test_each_number_becomes_each_constant_and_moves_towards_one() -> None:
    found = swept("[[4, 5], [6, 7]]", Group((31, 31, 9), ()))
    assert {"[[31, 5], [6, 7]]", "[[4, 5], [6, 9]]"} < {*found}
    assert {"[[5, 5], [6, 7]]", "[[4, 5], [2, 7]]", "[[4, 69], [6, 7]]"} < {*found}
    assert len(found) == len({*found}) and "[[4, 5], [6, 7]]" not in found


def test_a_column_gets_a_constant_as_its_sum() -> None:
    assert {"4 94\n2 3\n", "97 1\n2 3\n", "98 1\n2 3\n"} < {
        *swept("4 1\n2 3\n", Group((97, 100), ()))
    }


def test_numbers_with_one_name_or_at_one_place_of_a_bracket_do_too() -> None:
    text = '{"cap": 4}\n{"power": 3, "may": [1]}\n{"power": 5}\n'
    found = {*swept(text, Group((40,), ()))}
    assert {text.replace("3", "35"), text.replace("5", "37")} < found
    assert "[[34, 5], [6, 7]]" in swept("[[4, 5], [6, 7]]", Group((40,), ()))
    assert "3\n1 2 37\n" in swept("3\n1 2 5\n", Group((40,), ()))


def test_two_numbers_near_each_other_get_a_constant_as_their_product() -> None:
    found = {*swept("[[4, 5], [6, 7]]", Group((221,), ()))}
    assert {"[[13, 5], [17, 7]]", "[[17, 5], [13, 7]]", "[[4, 13], [17, 7]]"} < found


def test_what_is_in_brackets_comes_twice_or_goes() -> None:
    found = {*swept("[[4, 5], [6, 7]]")}
    assert {"[[4, 5], [4, 5], [6, 7]]", "[[6, 7]]", "[[4, 5]]", "[[4, 5], [6, 7], [6, 7]]"} < found
    assert {"[[6, 7], [6, 7]]", "[[4, 5], [4, 7]]"} < found, "or becomes another one"


def test_an_item_that_is_a_line_comes_twice_or_goes() -> None:
    text = '{"a": [\n {"p": [4]},\n {"p": [5]},\n {"p": []}\n]}\n'
    twice = '{"a": [\n {"p": [4]},\n {"p": [4]},\n {"p": [5]},\n {"p": []}\n]}\n'
    gone = '{"a": [\n {"p": [5]},\n {"p": []}\n]}\n'
    assert {twice, gone} < {*swept(text)}
    aimed = aimed_texts(Random(1), text, 2, ANY)
    assert {text.replace(' {"p": [5]},\n', 3 * ' {"p": [5]},\n')} < {*aimed}
    assert '{"a": [\n {"p": []}\n]}\n' in aimed


def test_an_object_that_is_a_line_gets_a_key_of_another_one() -> None:
    text = '{"a": [\n {"p": 4, "drags": {"0": 3}, "of": [2]},\n {"p": 5}\n]}\n'
    found = {one.split("\n")[2].strip() for one in swept(text)}
    assert {'{"drags": {"0": 3}, "p": 5}', '{"of": [2], "p": 5}'} < found
    assert '{"p": 4, "p": 5}' not in found


def test_lines_and_words_become_words_of_the_source() -> None:
    found = {*swept("2\nBig Oak\nElm\n", Group((), ("Ash", "a\nb")))}
    assert {"2\nAsh\nElm\n", "2\nBig Ash\nElm\n", "2\nElm\nElm\n"} < found
    assert not any("a\nb" in one for one in found)


def test_numbers_stay_within_their_range_and_kinds_of_change_are_mixed() -> None:
    found = swept("7 8", Group((40, 9), ()), range(10))
    assert {number for one in found for number in map(int, one.split())} <= {*range(10)}
    numbers = Group(tuple(range(100, 140)), ("Ash",))
    first = swept("[5, Elm, 6]\n[7, Oak, 8]\n" * 4, numbers)[:60]
    assert any("Ash" in one for one in first)
    assert any(str(number) in one for one in first for number in numbers.numbers)
    assert any(len(one) > 4 * 24 + 12 for one in first), "something comes twice"


def test_a_word_reads_the_same_from_both_ends_or_is_in_order() -> None:
    assert {"WUBBUW\n", "BBRUUW\n", "BURBUW\n"} <= {*swept("WUBRUB\n")}


def test_an_aim_moves_each_number_by_the_difference_or_changes_how_many_items_there_are() -> None:
    found = aimed_texts(Random(1), "[[4, 5], [6, 7], [8, 9]]", -2, ANY)
    assert {"[[6, 5], [6, 7], [8, 9]]", "[[4, 5], [6, 7], [8, 7]]"} < {*found}
    assert {"[[4, 5], [6, 7], [8, 9], [8, 9], [8, 9]]", "[[8, 9]]", "[[4, 5]]"} < {*found}
    assert {"[[4, 5], [6, 9], [8, 7]]", "[[3, 5], [6, 7], [8, 9]]"} < {*found}
    assert len(found) == len({*found}) <= MOST_AIMED


def test_an_aim_keeps_what_is_a_multiple_or_a_sum() -> None:
    found = {*aimed_texts(Random(1), "[[4, 5], [12, 7]]", 6, ANY)}
    assert {"[[6, 5], [18, 7]]", "[[10, 5], [30, 7]]", "[[2, 5], [6, 7]]"} < found
    assert {"[[4, 11], [6, 7]]", "[[10, 5], [6, 7]]"} < found


def test_an_aim_has_no_more_texts_than_places() -> None:
    text = "[[2, 4], [8, 16]]" * 9
    assert MOST_AIMED // 2 < len(aimed_texts(Random(1), text, 2, ANY)) <= MOST_AIMED


def test_an_aim_stays_within_the_range_and_moves_equal_numbers_together() -> None:
    assert not {*aimed_texts(Random(1), "7 8", 3, range(8))} - {"4 8", "7 5", "6 8", "7 7"}
    assert len(aimed_texts(Random(1), "1 " * 400, 5, ANY)) == MOST_AIMED
    together = {*aimed_texts(Random(1), "[[4, 4], [6, 4]]", -2, ANY)}
    assert {"[[6, 6], [6, 4]]", "[[4, 2], [6, 2]]", "[[6, 6], [6, 6]]"} < together
