"""Draws repeat, round trips are exact, reductions simplify and end, sizes are as requested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.verify import checks, draws, generator, number_kinds, reductions, variety, verdicts
from judge.verify.draws import Draw
from judge.verify.finding import Status
from tests.contest import Contest
from tests.verify.toy_subject import alter, unrun

DRAW = "return Row(tuple(rng.randint(-9, 9) for _ in range(size)), rng.randint(0, size))"
#: The start of ``smaller``, and how another start takes the place of all of it.
FEWER = "numbers, most = instance.numbers, instance.most\n"
#: What is said of draws that differ in one process, and of those that differ in another.
REPEATS, DEPENDS = "generate is not repeatable", "depends on more than its seed"
RENDERED = 'return f"{list(instance.numbers)}\\n{instance.most}\\n"'


def only(yielded: str) -> str:
    return f"{yielded}\n        return\n        {FEWER}"


def fault(contest: Contest, old: str, new: str) -> str:
    """What is said of the toy's plug-in with this change, however slow the machine is."""
    alter(contest, old, new)
    finding = generator.check(unrun(contest, seconds=40))
    assert finding.status is Status.FAULT
    return finding.statement


@pytest.mark.parametrize("here", ["/made", "/mode", "/made/other"])
def test_the_other_process_is_where_the_path_is_longer_or_shorter(here: str) -> None:
    there = draws.folder_unlike(Path("/made"), Path(here))
    assert there.is_relative_to("/made") and len(str(there)) != len(here)


def test_each_draw_is_read_once_whatever_the_words_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read, numbers = list[str](), number_kinds.numbers
    monkeypatch.setattr(number_kinds, "numbers", lambda text: read.append(text) or numbers(text))
    texts = [f"{'ab' * n} 7\n{'c' * n} 7 7\n" for n in range(1, 100)]
    assert not variety.unvaried(texts, {"secret/1": "a 1\n"})
    assert len(read) == 100


@pytest.mark.long
def test_a_healthy_generator(contest: Contest) -> None:
    finding = generator.check(unrun(contest))
    assert finding.status is Status.OK, finding
    assert re.search(r" draws repeat, .*\d round trips.* are exact, ", finding.statement)


@pytest.mark.long
def test_the_time_of_the_check_is_that_of_its_parts_together(contest: Contest) -> None:
    finding = generator.check(unrun(contest, seconds=1e-6))
    assert " 2 of 37 round trips (out of time)" in finding.statement
    assert not finding.is_complete


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (DRAW, DRAW.replace("rng", "__import__('random')"), "generate is not repeatable"),
        (DRAW, DRAW.replace("-9, 9)", "-9, 9) + hash('salt')"), "depends on more than its seed"),
        (
            DRAW,
            f"size += size > 12 and __import__('random').randint(0, 1)\n        {DRAW}",
            REPEATS,
        ),
        (DRAW, f"size += rng.random() < 0.02 and hash('salt') % 997\n        {DRAW}", DEPENDS),
        (
            DRAW,
            f"self.calls = getattr(self, 'calls', 0) + 1; size += self.calls > 99\n        {DRAW}",
            REPEATS,
        ),
        (DRAW, f"size += int(__import__('time').time() / 1000) % 7\n        {DRAW}", DEPENDS),
        (
            DRAW,
            f"import datetime\n        size += datetime.datetime.now().day\n        {DRAW}",
            DEPENDS,
        ),
        (DRAW, f"size += __import__('os').getpid() % 97\n        {DRAW}", DEPENDS),
        (DRAW, f"size += len(__import__('os').getcwd())\n        {DRAW}", DEPENDS),
        (
            DRAW,
            f"rng.seed(str([rng.random(), *{{*'abcdefgh'}}]))\n        {DRAW}",
            DEPENDS,
        ),
        (RENDERED, RENDERED.replace("{instance.most}", "7"), "parse is not the inverse of render"),
        (RENDERED, RENDERED.replace("list", "set"), "parse refuses the output of render"),
        ('return f"{best.score}\\n', 'return f"7\\n', "parse_answer is not the inverse"),
    ],
)
def test_draws_that_differ_and_trips_that_are_not_exact_are_faults(
    contest: Contest, old: str, new: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reductions, "MOST_WALKS", 1)
    monkeypatch.setattr(reductions, "MOST_BELOW", 10)
    assert message in fault(contest, old, new)


@pytest.mark.long
@pytest.mark.parametrize(
    ("new", "message"),
    [
        (only("yield instance"), "`smaller` yields the instance itself"),
        (only("yield Row((1, *instance.numbers), 1)"), "a neighbour is larger"),
        (
            only(
                "if len({*(n := instance.numbers)[:2]}) > 1:"
                " yield Row((n[1], n[0], *n[2:]), instance.most)"
            ),
            "two instances are neighbours of each other",
        ),
        (
            only(
                "if len({*(n := instance.numbers)}) > 2: yield Row((*n[1:], n[0]), instance.most)"
            ),
            "smaller returns to the same instance",
        ),
        (only("yield Row(instance.numbers, instance.most + 1)"), "alone, and has greater ones"),
        (
            only(
                "yield from (Row((n % 3 + 1,), 3 - n % 3) for n in instance.numbers"
                " if len(instance.numbers) == 1 and (n > 3 or 0 < n == 4 - instance.most))"
            ),
            "smaller returns to the same instance",
        ),
        (
            only("if instance.most: yield Row((), 0 - (instance.most == 2))"),
            "is not a valid input",
        ),
        (
            only("if instance.most > 9: yield Row((), __import__('random').randint(0, 8))"),
            "smaller does not repeat",
        ),
    ],
)
def test_reductions_that_do_not_reduce_are_faults(
    contest: Contest, new: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draws, "MOST_DRAWS", 100)
    assert message in fault(contest, FEWER, new)


@pytest.mark.long
def test_reductions_of_too_many_steps_are_a_fault(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reductions, "MOST_STEPS", 1)
    monkeypatch.setattr(draws, "MOST_DRAWS", 100)
    assert "smaller does not end: 1 steps" in fault(contest, FEWER, FEWER)


@pytest.mark.parametrize(
    ("text", "before", "greater"),
    [
        ("0 9\n", "2 6\n", True),
        ("0 -9\n", "2 6\n", True),
        ("0 6\n", "2 3\n", True),
        ("0 6\n", "2 6\n", False),  # less
        ("5 5\n", "1 6\n", False),  # no greater maximum
        ("0 8\n", "2 6\n", False),  # no greater sum
        ("9\n", "2 6\n", False),  # another form
        ("09:59\n", "10:00\n", False),
    ],
)
def test_greater_numbers_of_a_neighbour(text: str, before: str, greater: bool) -> None:
    assert reductions.has_greater_numbers(text, before) == greater


@pytest.mark.long
def test_sizes_far_from_what_was_asked_are_a_warning(contest: Contest) -> None:
    alter(contest, DRAW, DRAW.replace("range(size)", "range(size * 5)"))
    finding = generator.check(unrun(contest))
    assert finding.status is Status.WARNING
    assert "draws of size 12 have size 60.0 on average" in finding.statement


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (DRAW, "return 1 // 0", "generate raised ZeroDivisionError: "),
        (FEWER, only("yield {}['x']"), "smaller raised KeyError: 'x' ("),
    ],
)
def test_a_plug_in_that_raises_is_told_in_one_line_with_its_place(
    contest: Contest, old: str, new: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alter(contest, old, new)
    others = {verdicts.NAME: verdicts.check}
    monkeypatch.setattr(checks, "CHECKS", {generator.NAME: generator.check, **others})
    done = checks.verify(unrun(contest), lambda event: None)
    found = {finding.name: finding for finding in done.findings}
    own = found[generator.NAME]
    assert own.status is Status.FAULT
    assert (
        f"not finished: the plug-in's {message}" in own.statement and "plugin.py:" in own.statement
    )
    assert "\n" not in own.statement
    assert list(found) == list(checks.CHECKS)


# Draws that are all the same


def draws_of(texts: list[str], size: int = 5) -> dict[Draw, str]:
    return {Draw(number, size): text for number, text in enumerate(texts)}


def test_draws_that_are_one_instance_are_a_fault() -> None:
    assert not list(variety.faults(draws_of([str(n) for n in range(20)])))
    [said] = variety.faults(draws_of(["1\n"] * 20))
    assert said == "generate draws the same instance whatever its seed, in 20 of them"
    [said] = variety.faults({**draws_of(["1"] * 9), **{Draw(n, 6): "2" for n in range(20, 30)}})
    assert said == "all 9 draws of size 5 are the same instance: is the seed used?"
    [said] = variety.faults(draws_of([str(n % 3) for n in range(90)]))
    assert said == "90 draws are only 3 different instances"


def test_draws_that_lack_what_stored_inputs_have() -> None:
    stored = {"secret/1": "3\n0 4 4\n"}
    assert not variety.missing(["0 1\n", "4 4\n"], stored)
    assert (
        variety.missing(["4 4\n1 2\n"], stored) == "no draw has the number 0, and secret/1 has it"
    )
    assert "equal numbers in a row" in variety.missing(["0\n1 2\n"], stored)


def test_draws_that_lack_lists_or_common_keys() -> None:
    stored = {"secret/1": "[[1, 2], [1, 2]]\n[]\n"}
    assert not variety.missing(["[]\n", "[[3, 4], [3, 4]]\n"], stored)
    assert "no draw has an empty list" in variety.missing(["[[3, 4], [3, 4]]\n"], stored)
    assert "equal lists in a row" in variety.missing(["[]\n[[3, 4], [4, 3]]\n"], stored)
    words = {f"secret/{number}": '{"only_alone": 7}\n' for number in range(3)}
    assert (
        variety.missing(["7\n"], words) == "no draw has the key 'only_alone', and secret/0 has it"
    )
    assert not variety.missing(['{"only_alone": 1}'], words)
    rare = {**words, **{f"more/{number}": "7\n" for number in range(60)}}
    assert not variety.missing(["7\n"], rare)
    assert not variety.missing(["7\n"], dict.fromkeys(words, "Forest\n"))


def test_words_that_most_stored_inputs_have_should_be_drawn() -> None:
    stored = {f"secret/{number}": "B 1\n" for number in range(10)}
    assert not variety.missing(["0 1\n2\nB\n"], stored)
    assert (
        variety.missing(["0 1\n2\nR\n"], stored) == "no draw has the word 'B', and secret/0 has it"
    )
    assert not variety.missing(["0 1\n2\n"], {"secret/1": "B 1\n"})


def test_numbers_out_of_the_reach_of_draws() -> None:
    stored = {f"secret/{number}": '{"power": 99}\n' for number in range(3)}
    assert not variety.out_of_reach(['{"power": 99}'], stored)
    assert not variety.out_of_reach(['{"toughness": 1}'], stored), "a key that draws lack"
    assert variety.out_of_reach(['{"power": 98}', '{"power": 3}'], stored) == (
        "no draw has a number behind 'power', first in its list or line, greater than 98, "
        "and 3 stored inputs have, such as secret/0"
    )
    less = dict.fromkeys(stored, '{"power": -2}\n')
    assert "less than -1" in variety.out_of_reach(['{"power": -1}'], less)
    rare = {**stored, **{f"more/{number}": '{"power": 1}\n' for number in range(60)}}
    assert not variety.out_of_reach(['{"power": 9}'], rare)
    indices = dict.fromkeys(stored, "9 " * 9)
    assert not variety.out_of_reach(["1 2"], indices), "it may be an index or a count"


def test_few_seeds_are_told_from_shapes_that_are_drawn_on_purpose() -> None:
    def text(number: int) -> str:
        return f"{number} " * 60

    assert not variety.few_seeds([text(n) for n in range(500)])
    assert not variety.few_seeds([text(n % 3) for n in range(200)])
    assert not variety.few_seeds([f"{n % 50}" for n in range(200)]), "there may be few short ones"
    assert variety.few_seeds([text(n % 100) for n in range(110)]) == (
        "generate uses a part of its seed: 110 large draws are only 100 different instances, "
        "and 10 of them came again"
    )


@pytest.mark.long
def test_a_generator_of_few_seeds_is_a_fault(contest: Contest) -> None:
    alter(contest, DRAW, f"rng.seed(rng.randrange(50))\n        {DRAW.replace('9', '99999')}")
    finding = generator.check(unrun(contest, 20))
    assert finding.status is Status.FAULT and "a part of its seed" in finding.statement, finding


def test_large_draws_that_come_again() -> None:
    assert not variety.repeated(draws_of([str(n // 2) for n in range(40)], 12))
    assert not variety.repeated(draws_of([str(n % 3) for n in range(40)], 11))
    said = variety.repeated(draws_of([str(n % 15) for n in range(40)], 12))
    assert said.startswith("40 draws of size 12 and more are only 15 different instances")


def test_draws_that_do_not_grow() -> None:
    small, great = draws_of(["1 2 3"] * 8, 1), {Draw(n, 12): "1 2" for n in range(10, 18)}
    assert variety.no_growth({**small, **great})
    assert not variety.no_growth({**small, **dict.fromkeys(great, "1 2 3 4")})


def test_a_shape_of_many_stored_inputs_must_be_drawn() -> None:
    stored = {"secret/1": "3\n4 4 1\n", "secret/2": "2\n5 5\n", "secret/3": "1\n7\n"}
    assert not variety.never_drawn(["2\n1 2\n", "1\n3 3\n"], stored)
    said = variety.never_drawn(["2\n1 2\n", "1\n3\n"], stored)
    assert said == (
        "no draw has equal numbers in a row, and 2 of 3 stored inputs have, such as secret/1"
    )
    rare = {**stored, **{f"more/{number}": "2\n1 2\n" for number in range(9)}}
    assert not variety.never_drawn(["2\n1 2\n", "1\n3\n"], rare)


def test_a_number_that_is_the_same_in_all_draws_is_told_where_stored_inputs_have_many() -> None:
    stored = {f"secret/{at}": f"2\n{at} 1\n3 {at}\n" for at in range(12)}
    constant = [f"2\n{at} 1\n{at + 1} 1\n" for at in range(20)]
    assert variety.unvaried(constant, stored) == (
        "every number, second in its list or line, is 1 in all 20 draws, "
        "and 11 stored inputs have others, such as secret/0"
    )
    assert not variety.unvaried([*constant, "1\n5 2\n"], stored)
    few = {name: text.replace(f"3 {name[7:]}\n", "3 2\n") for name, text in stored.items()}
    assert not variety.unvaried(constant, few), "hardly any others"
    once = [f"1\n{at} 1\n" for at in range(20)]
    assert not variety.unvaried(once, stored), "of which there may be one, as that of all rows"
