"""The rules of combat, its files and its pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise, product
from random import Random
from xml.etree import ElementTree

import pytest
from combat_package import Board, Side, cases, every_blocking, load, plugin
from combat_problem import rules
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.plugin import Best, Goal, IllegalAnswer, InputError, Undecodable

WORKED = (((2, 2), (3, 3)), ((1, 4), (1, 1), (0, 1)))

CREATURE = st.tuples(st.integers(0, 5), st.integers(1, 5))
SIDE = st.lists(CREATURE, max_size=4).map(tuple)
BOARD = st.tuples(st.lists(CREATURE, max_size=3).map(tuple), SIDE)


@st.composite
def blocked_boards(draw: st.DrawFn) -> tuple[Board, tuple[tuple[int, int], ...]]:
    board = draw(BOARD)
    chosen = [draw(st.integers(-1, len(board[0]) - 1)) for _ in board[1]]
    return board, tuple((b, a) for b, a in enumerate(chosen) if a >= 0)


# --- scores --------------------------------------------------------------------------------------


def splits(points: int, ways: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out integer points."""
    for split in product(range(points + 1), repeat=ways):
        if sum(split) == points:
            yield split


def by_enumeration(board: Board, blocks: tuple[tuple[int, int], ...]) -> Fraction:
    """The score straight from the rules: all integer damage of all attackers together."""
    attackers, defenders = board
    gangs = [[b for b, at in blocks if at == a] for a in range(len(attackers))]
    ways = [
        list(splits(attackers[a][0], len(gang))) if gang else [()] for a, gang in enumerate(gangs)
    ]
    unblocked = sum(attackers[a][0] for a, gang in enumerate(gangs) if not gang)
    alive = [
        attackers[a]
        for a, gang in enumerate(gangs)
        if sum(defenders[b][0] for b in gang) < attackers[a][1]
    ]
    worst = None
    for dealt in product(*ways):
        taken = [0] * len(defenders)
        for gang, split in zip(gangs, dealt, strict=True):
            for b, points in zip(gang, split, strict=True):
                taken[b] += points
        kept = [d for d, points in zip(defenders, taken, strict=True) if points < d[1]]
        score = sum(p + t for p, t in kept) - sum(p + t for p, t in alive) - Fraction(unblocked, 2)
        worst = score if worst is None else min(worst, score)
    assert worst is not None
    return worst


@pytest.mark.parametrize(
    ("blocks", "score"),
    [
        (((0, 0), (1, 0), (2, 1)), "-1"),
        (((0, 0), (1, 0)), "-1.5"),
        ((), "-4.5"),
    ],
)
def test_the_worked_board_scores_as_published(
    blocks: tuple[tuple[int, int], ...], score: str
) -> None:
    combat = plugin()
    assert combat.score(WORKED, blocks) * combat.unit == Fraction(score)


def test_more_is_better_and_scores_count_halves() -> None:
    combat = plugin()
    assert (combat.goal, combat.unit) == (Goal.MAXIMISE, Fraction(1, 2))
    assert combat.readings[:2] == ("0-indexed", "1-indexed")


@pytest.mark.long
@settings(deadline=None)
@given(blocked_boards())
def test_scores_agree_with_trying_every_point_of_damage(
    case: tuple[Board, tuple[tuple[int, int], ...]],
) -> None:
    board, blocks = case
    combat = plugin()
    assert combat.score(board, blocks) * combat.unit == by_enumeration(board, blocks)


@pytest.mark.long
@settings(deadline=None)
@given(blocked_boards())
def test_the_worst_damage_is_dealt_in_full_and_explains_the_score(
    case: tuple[Board, tuple[tuple[int, int], ...]],
) -> None:
    (attackers, defenders), blocks = case
    to_attackers, to_defenders, to_player = rules.worst_damage(case[0], blocks)
    for a, (power, _) in enumerate(attackers):
        gang = [b for b, at in blocks if at == a]
        assert to_attackers[a] == sum(defenders[b][0] for b in gang)
        if gang:
            assert sum(to_defenders[b] for b in gang) == power
    idle = set(range(len(defenders))) - {b for b, _ in blocks}
    assert all(to_defenders[b] == 0 for b in idle)
    blocked = {a for _, a in blocks}
    assert to_player == sum(p for a, (p, _) in enumerate(attackers) if a not in blocked)
    kept = sum(p + t for (p, t), hit in zip(defenders, to_defenders, strict=True) if hit < t)
    left = sum(p + t for (p, t), hit in zip(attackers, to_attackers, strict=True) if hit < t)
    assert plugin().score(case[0], blocks) == 2 * kept - 2 * left - to_player


def test_an_attacker_without_power_kills_nothing() -> None:
    assert plugin().score((((0, 1),), ((0, 1),)), ((0, 0),)) == 2 * 1 - 2 * 1 - 0


def test_huge_powers_are_scored_by_subsets_and_not_point_by_point() -> None:
    side: Side = tuple((1_000_000 - 7919 * k, 999_983 - 104_729 * k % 900_000) for k in range(12))
    board: Board = (((1_000_000, 1_000_000),), side)
    blocks = tuple((b, 0) for b in range(12))
    worst = max(
        sum(p + t for k, (p, t) in enumerate(side) if mask >> k & 1)
        for mask in range(4096)
        if sum(t for k, (_, t) in enumerate(side) if mask >> k & 1) <= 1_000_000
    )
    killed = sum(p for p, _ in side) >= 1_000_000
    kept = sum(p + t for p, t in side) - worst
    assert plugin().score(board, blocks) == 2 * kept - 2 * (0 if killed else 2_000_000)


def test_twenty_small_blockers_are_scored_by_sums_and_not_by_subsets() -> None:
    board: Board = (((30, 100),), tuple((k % 5, k % 4 + 1) for k in range(20)))
    blocks = tuple((b, 0) for b in range(20))
    table = [0] * 31
    for p, t in board[1]:
        for room in range(30, t - 1, -1):
            table[room] = max(table[room], table[room - t] + p + t)
    kept = sum(p + t for p, t in board[1]) - table[30]
    assert plugin().score(board, blocks) == 2 * kept - 2 * 130


# --- outputs -------------------------------------------------------------------------------------


def test_both_numberings_are_read() -> None:
    combat = plugin()
    blocks = ((0, 0), (1, 0), (2, 1))
    assert combat.decode("[2, 1]\n[0, 0]\n[1, 0]", WORKED, "0-indexed") == blocks
    assert combat.decode("3 2\n1 1\n2 1", WORKED, "1-indexed") == blocks


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("[[0, 0], [0, 1], [1, 2]]", "0-indexed, attacker first"),
        ("{1: [1, 2], 2: [3]}", "1-indexed, attacker first"),
        ("[0, 0, 1]", "0-indexed, attacker of each blocker"),
        ("1 1 2", "1-indexed, attacker of each blocker"),
        ("[[0, 1], [2]]", "0-indexed, blockers of each attacker"),
        ("1 2\n3\n", "1-indexed, blockers of each attacker"),
    ],
)
def test_blocks_may_come_in_any_shape(text: str, reading: str) -> None:
    found = []
    for other in plugin().readings:
        with suppress(ValueError):
            if plugin().decode(text, WORKED, other) == ((0, 0), (1, 0), (2, 1)):
                found.append(other)
    assert found[0] == reading
    # A language prints a list that has gaps as a map.
    assert found[1:] == (["1-indexed, blockers of each attacker"] if ":" in text else [])


@pytest.mark.parametrize(
    ("text", "reading", "message"),
    [
        (
            "[3, 0]",
            "0-indexed",
            "index out of range: no blocker 3 for the pair [3, 0]; there are 3, numbered from 0",
        ),
        (
            "[0, 1]",
            "1-indexed",
            "index out of range: no blocker 0 for the pair [0, 1]; there are 3, numbered from 1",
        ),
        (
            "[1, 3]",
            "1-indexed",
            "index out of range: no attacker 3 for the pair [1, 3]; there are 2, numbered from 1",
        ),
        (
            "[0, -1]",
            "0-indexed",
            "index out of range: no attacker -1 for the pair [0, -1]; there are 2, numbered from 0",
        ),
        (
            "[1, 1] [1, 2]",
            "1-indexed",
            "a creature blocks once: blocker 1 blocks attacker 1 and attacker 2",
        ),
        (
            "[1, 1] [1, 1]",
            "1-indexed",
            "a creature blocks once: the pair [1, 1] is a duplicate",
        ),
    ],
)
def test_a_broken_rule_is_told_in_the_numbers_of_the_output(
    text: str, reading: str, message: str
) -> None:
    with pytest.raises(IllegalAnswer) as caught:
        plugin().decode(text, WORKED, reading)
    assert str(caught.value) == message


def test_a_block_of_nobody_names_the_empty_side() -> None:
    with pytest.raises(IllegalAnswer, match=r"no attacker 0 for the pair .*; there are none"):
        plugin().decode("0 0", ((), ((1, 1),)), "0-indexed")


def test_what_is_no_list_of_pairs_is_undecodable() -> None:
    with pytest.raises(Undecodable):
        plugin().decode("[[0, 1.5]]", WORKED, "0-indexed")


@pytest.mark.parametrize("blocks", [((0, 0), (0, 1)), ((3, 0),), ((0, 2),), ((-1, 0),)])
def test_score_refuses_what_decode_would(blocks: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(IllegalAnswer):
        plugin().score(WORKED, blocks)


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.long
@settings(deadline=None)
@given(BOARD)
def test_boards_are_read_as_they_are_written(board: Board) -> None:
    combat = plugin()
    assert combat.parse(combat.render(board)) == board
    assert combat.arguments(board) == [[list(c) for c in side] for side in board]
    assert combat.size(board) == (len(board[0]), len(board[1]))


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "expected two lines"),
        ("[]\n", (2, 1), "write an empty side as []"),
        ("[]\n[]\n[]\n", (3, 1), "expected two lines"),
        ("[[2, 2]\n[]\n", (1, 8), "expected ',', got the end of the line"),
        ("[]\n[[1, 1], ]\n", (2, 10), "expected '[', got ']'"),
        ("[]\n[[1]]\n", (2, 4), "expected ',', got ']'"),
        ("[]\n[[1, 2, 3]]\n", (2, 7), "expected ']', got ','"),
        ("[]\n[[1, 2]] 3\n", (2, 10), "expected the end of the line, got '3'"),
        ("[]\nx\n", (2, 1), "a side is written [[2, 2], [3, 3]], or [] if empty"),
        ("[[2, 0]]\n[]\n", (1, 6), "toughness must be a whole number from 1 to 1000000, got '0'"),
        ("[[-1, 1]]\n[]\n", (1, 3), "power must be a whole number from 0 to 1000000, got '-1'"),
        ("[[1000001, 1]]\n[]\n", (1, 3), "got '1000001'"),
        ("[[1.5, 1]]\n[]\n", (1, 3), "got '1.5'"),
        ("[[NaN, 1]]\n[]\n", (1, 3), "got 'N'"),
        ("[" * 100_000 + "\n[]\n", (1, 3), "power must be"),
        (f"{[[1, 1]] * 21}\n[]\n", (1, 168), "more than 20 creatures on a side"),
    ],
)
def test_a_malformed_input_is_refused_with_its_place(
    text: str, place: tuple[int, int], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        plugin().parse(text)
    assert (caught.value.line, caught.value.column) == place
    assert message in caught.value.message


@pytest.mark.long
@settings(deadline=None)
@given(blocked_boards())
def test_answers_are_read_as_they_are_written(
    case: tuple[Board, tuple[tuple[int, int], ...]],
) -> None:
    board, blocks = case
    combat = plugin()
    best = Best(combat.score(board, blocks), blocks)
    assert combat.parse_answer(combat.render_answer(board, best), board) == best


@pytest.mark.parametrize("half", [-3, -2, -1, 0, 1, 2, 3, 2_000_001])
def test_scores_are_written_exactly(half: int) -> None:
    assert Fraction(rules.decimal(half)) == Fraction(half, 2)
    assert re.fullmatch(r"-?\d+(\.5)?", rules.decimal(half))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "expected the best score"),
        ("best\n", 1, "expected the best score"),
        ("-1.25\n", 1, "expected the best score"),
        ("-1\n[0, 0]\n[1 0]\n", 3, "expected one block"),
        ("-1\n[0, 0]\n", 1, "the stored blocks score"),
        ("-2\n[0, 0]\n[1, 0]\n[2, 1]\n", 1, "the stored blocks score -1, not the stored -2"),
        ("-1\n[0, 0]\n[0, 1]\n", 2, "the stored blocks are illegal: a creature blocks once"),
        ("-1\n[3, 0]\n", 2, "the stored blocks are illegal: index out of range"),
    ],
)
def test_a_stored_answer_that_does_not_hold_is_the_jurys_fault(
    text: str, line: int, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        plugin().parse_answer(text, WORKED)
    assert caught.value.line == line
    assert message in caught.value.message


# --- boards made and made smaller ----------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 3, 8, 25])
def test_random_boards_are_legal_repeatable_and_of_the_size_asked(size: int) -> None:
    combat = plugin()
    rng, again = Random(7), Random(7)
    boards = [combat.generate(rng, size) for _ in range(200)]
    assert boards == [combat.generate(again, size) for _ in range(200)]
    for board in boards:
        assert combat.parse(combat.render(board)) == board
        assert max(combat.size(board)) <= size
    assert len(set(boards)) > (100 if size > 1 else 0)


@pytest.mark.long
@settings(deadline=None)
@given(BOARD)
def test_smaller_boards_are_legal_and_strictly_smaller(board: Board) -> None:
    def weight(other: Board) -> int:
        return sum(1 + p + t for side in other for p, t in side)

    combat = plugin()
    found = list(combat.smaller(board))
    for other in found:
        assert combat.parse(combat.render(other)) == other
        assert weight(other) < weight(board)
    assert bool(found) == any(board)


def test_reduction_reaches_the_smallest_boards() -> None:
    combat = plugin()
    assert tuple(b for b in combat.smaller((((1, 1),), ())) if b[0]) == ((((0, 1),), ()),)


# --- pictures ------------------------------------------------------------------------------------


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.names |= {name for name, _ in attrs}


@pytest.mark.long
@settings(deadline=None)
@given(blocked_boards())
def test_a_picture_is_well_formed_and_carries_no_style_or_script(
    case: tuple[Board, tuple[tuple[int, int], ...]],
) -> None:
    board, blocks = case
    combat = plugin()
    for answer in (None, blocks):
        drawn = combat.draw(board, answer)
        ElementTree.fromstring(drawn)
        page = Page()
        page.feed(drawn)
        assert not {"style", "script"} & set(page.tags)
        assert "style" not in page.names and not any(n.startswith("on") for n in page.names)
        assert page.tags.count("svg") == 1


def test_the_picture_of_the_worked_board_shows_what_happens() -> None:
    drawn = plugin().draw(WORKED, ((0, 0), (1, 0)))
    root = ElementTree.fromstring(drawn)
    dead = [g for g in root.iter("g") if "gone" in (g.get("class") or "")]
    names = [t.text for g in dead for t in g.iter("text") if t.get("class") == "name"]
    assert names == ["A0", "B1"]
    assert sum(p.get("class") == "line" for p in root.iter("path")) == 2
    assert [t.text for t in root.iter("text") if (t.get("class") or "").startswith("hit")] == ["−3"]
    amounts = [row[-1].text for row in root.iter("tr")]
    assert amounts == ["6", "−6", "−1.5", "−1.5"]


@pytest.mark.long
@settings(deadline=None)
@given(blocked_boards())
def test_each_line_joins_a_blocker_to_the_attacker_it_blocks(
    case: tuple[Board, tuple[tuple[int, int], ...]],
) -> None:
    board, blocks = case
    root = ElementTree.fromstring(plugin().draw(board, blocks))
    names = {
        t.get("x"): [u.text for u in root.iter("text") if u.get("x") == t.get("x")]
        for t in root.iter("text")
        if t.get("class") == "name"
    }
    joined = []
    for path in root.iter("path"):
        if path.get("class") == "line":
            curve = re.fullmatch(r"M(\d+) .* (\d+) \d+", path.get("d") or "")
            assert curve is not None
            over = [n for n in names[curve[1]] if n and n[0] == "A"]
            under = [n for n in names[curve[2]] if n and n[0] == "B"]
            joined.append((under, over))
    assert sorted(joined) == sorted(([f"B{b}"], [f"A{a}"]) for b, a in blocks)


@pytest.mark.long
def test_cards_never_overlap() -> None:
    combat = plugin()
    rng = Random(3)
    for _ in range(200):
        board = combat.generate(rng, rng.randint(1, 12))
        chosen = [rng.randint(-1, len(board[0]) - 1) for _ in board[1]]
        blocks = tuple((b, a) for b, a in enumerate(chosen) if a >= 0)
        root = ElementTree.fromstring(combat.draw(board, blocks))
        whole, *rows = root.iter("svg")
        for part in (whole, *rows):
            width = int(part.get("viewBox", "").split()[2])
            boxes = [r for r in part.iter("rect") if r.get("class") == "box"]
            places = sorted((int(r.get("y", "")), int(r.get("x", ""))) for r in boxes)
            for (y, x), (other, after) in pairwise(places):
                assert y != other or x + 60 < after
            assert all(0 <= x <= width - 60 for _, x in places)
        cards = sorted(
            [f"A{a}" for a in range(len(board[0]))] + [f"B{b}" for b in range(len(board[1]))]
        )
        assert named([whole]) == cards
        assert not rows or named(rows) == cards


def named(pictures: Iterable[ElementTree.Element]) -> list[str]:
    """The cards of some pictures together, sorted."""
    texts = [text for picture in pictures for text in picture.iter("text")]
    return sorted(str(text.text) for text in texts if text.get("class") == "name")


def test_a_wide_board_is_told_again_in_rows_that_tear_no_gang_apart() -> None:
    board = (((2, 2),) * 7, ((1, 1),) * 9)
    blocks = ((0, 1), (3, 1), (4, 1), (5, 1), (6, 5), (7, 5))
    whole, *rows = ElementTree.fromstring(plugin().draw(board, blocks)).iter("svg")
    lines = [sum(p.get("class") == "line" for p in part.iter("path")) for part in (whole, *rows)]
    assert lines == [6, 4, 2]
    assert [cut for cut in named(rows[:1]) if cut[0] == "A"] == ["A0", "A1", "A2"]
    assert all(int(part.get("viewBox", "").split()[2]) <= 6 * 67 + 8 for part in rows)


def test_a_board_alone_shows_no_deaths_and_no_score() -> None:
    drawn = plugin().draw(WORKED, None)
    assert "gone" not in drawn and "<table" not in drawn and "heart" not in drawn


@pytest.mark.long
@settings(deadline=None)
@given(blocked_boards())
def test_sketches_fit_a_terminal_and_tell_the_score(
    case: tuple[Board, tuple[tuple[int, int], ...]],
) -> None:
    board, blocks = case
    combat = plugin()
    sketched = combat.sketch(board, blocks)
    assert all(len(line) <= 80 for line in sketched.splitlines())
    shown = Fraction(sketched.splitlines()[-1].removeprefix("Score: "))
    assert shown == combat.score(board, blocks) * combat.unit
    assert "Score" not in combat.sketch(board, None)


def test_the_largest_boards_fit_a_terminal_too() -> None:
    combat = plugin()
    side: Side = ((1_000_000, 1_000_000),) * 20
    for blocks in ((), tuple((b, 19) for b in range(20)), tuple((b, b) for b in range(20))):
        assert all(len(x) <= 80 for x in combat.sketch((side, side), blocks).splitlines())


# --- the stored data -----------------------------------------------------------------------------


@pytest.mark.long
def test_stored_scores_of_small_boards_are_the_best_of_all_blockings() -> None:
    combat = plugin()
    small = [c for c in cases("secret") if (len(c.board[0]) + 1) ** len(c.board[1]) <= 1300]
    assert len(small) >= 55
    for case in [*small, *cases("sample")]:
        best = max(combat.score(case.board, blocks) for blocks in every_blocking(case.board))
        assert best == case.best, case.name


@pytest.mark.long
@settings(deadline=None)
@given(BOARD)
def test_the_generators_solver_is_exact(board: Board) -> None:
    combat = plugin()
    score, blocks = load("generators/exact.py").solve(*board)
    assert combat.score(board, blocks) == score
    assert score == max(combat.score(board, other) for other in every_blocking(board))
