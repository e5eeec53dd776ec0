"""Combat blocks: the rules, the files and the pictures of one problem.

A board is a pair of sides, attackers first; a side is a tuple of creatures ``(power, toughness)``.
An answer is a sorted tuple of blocks ``(blocker, attacker)``, both counted from 0. Scores are
doubled integers, seen from the defending player.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import pairwise
from random import Random
from typing import Any

from judge.plugin import Best, Goal, IllegalAnswer, InputError
from judge.tolerant import pairs

Creature = tuple[int, int]
Side = tuple[Creature, ...]
Board = tuple[Side, Side]
Block = tuple[int, int]
Blocks = tuple[Block, ...]
#: Damage taken by each attacker, by each of the defender's creatures, and by the player.
Damage = tuple[tuple[int, ...], tuple[int, ...], int]

MAX_CREATURES = 20
MAX_NUMBER = 1_000_000

_RANGE = "index out of range"
_ONCE = "a creature blocks once"
_END = "the end of the line"


class Combat:
    """Choose blocks that leave the defending player best off against the worst damage."""

    goal = Goal.MAXIMISE
    unit = Fraction(1, 2)
    readings = ("0-indexed", "1-indexed")

    @property
    def css(self) -> str:
        return CSS

    def parse(self, text: str) -> Board:
        """Two lines, each a JSON list of ``[power, toughness]``; raises InputError."""
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        if len(lines) != 2:
            message = f"expected two lines, attackers then defender's creatures, got {len(lines)}"
            raise InputError(f"{message}; write an empty side as []", min(len(lines), 2) + 1)
        return _side(lines[0], 1), _side(lines[1], 2)

    def render(self, instance: Board) -> str:
        return "".join(_json(side) + "\n" for side in instance)

    def arguments(self, instance: Board) -> list[Any]:
        return [[list(creature) for creature in side] for side in instance]

    def size(self, instance: Board) -> tuple[int, ...]:
        return len(instance[0]), len(instance[1])

    def decode(self, text: str, instance: Board, reading: str) -> Blocks:
        """The blocks in ``text``; raises Undecodable, or IllegalAnswer naming the rule broken."""
        base = self.readings.index(reading)
        blocks = tuple(sorted((b - base, a - base) for b, a in pairs(text)))
        _check(instance, blocks, base)
        return blocks

    def score(self, instance: Board, answer: Blocks) -> int:
        """The doubled score under the attacker's best damage; raises IllegalAnswer."""
        _check(instance, answer, 0)
        attackers, defenders, player = worst_damage(instance, answer)
        kept = _worth(_survivors(instance[1], defenders))
        return 2 * kept - 2 * _worth(_survivors(instance[0], attackers)) - player

    def parse_answer(self, text: str, instance: Board) -> Best[Blocks]:
        """Best score in decimal, then one ``[blocker, attacker]`` a line; raises InputError."""
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        if not lines or not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.5)?", lines[0]):
            raise InputError("expected the best score, such as -1 or -1.5")
        stored = int(Fraction(lines[0]) * 2)
        blocks = []
        for number, line in enumerate(lines[1:], 2):
            match = re.fullmatch(r"\[(0|[1-9][0-9]*), (0|[1-9][0-9]*)\]", line)
            if match is None:
                raise InputError("expected one block, such as [0, 1]", number)
            blocks.append((int(match[1]), int(match[2])))
        answer = tuple(sorted(blocks))
        try:
            reached = self.score(instance, answer)
        except IllegalAnswer as error:
            raise InputError(f"the stored blocks are illegal: {error}", 2) from error
        if reached != stored:
            told = f"the stored blocks score {decimal(reached)}, not the stored {lines[0]}"
            raise InputError(told)
        return Best(stored, answer)

    def render_answer(self, instance: Board, best: Best[Blocks]) -> str:
        assert isinstance(best.score, int)
        lines = [decimal(best.score), *(f"[{b}, {a}]" for b, a in best.answer)]
        return "".join(line + "\n" for line in lines)

    def generate(self, rng: Random, size: int) -> Board:
        """A random board, each side at most ``size`` (and 20) creatures, of a random flavour."""
        flavour = rng.choice(_FLAVOURS)
        counts = [rng.randint(max(0, size - 2), max(0, size)) for _ in range(2)]
        attackers, defenders = (
            tuple(_creature(rng, flavour) for _ in range(min(count, MAX_CREATURES)))
            for count in counts
        )
        if flavour == "giant" and attackers:
            attackers = ((rng.randint(5, 5 + 2 * size), rng.randint(1, 9)), *attackers[1:])
        return attackers, defenders

    def smaller(self, instance: Board) -> Iterator[Board]:
        """Boards with a lesser sum of ``1 + power + toughness`` over all creatures."""
        for shrink in (_dropped, _floored, _halved, _decremented):
            for side in range(2):
                for at in range(len(instance[side])):
                    for changed in shrink(instance[side], at):
                        yield (changed, instance[1]) if side == 0 else (instance[0], changed)

    def draw(self, instance: Board, answer: Blocks | None) -> str:
        return f'<div class="combat">{_picture(instance, answer)}{_table(instance, answer)}</div>'

    def sketch(self, instance: Board, answer: Blocks | None) -> str:
        return _sketch(instance, answer)


def worst_damage(board: Board, blocks: Blocks) -> Damage:
    """The damage all round when the attacking player splits theirs to the defender's worst.

    A creature dies when it takes at least its toughness. Attackers do not compete for anything, so
    each one is a 0/1 knapsack of its own: weights are toughnesses, values power + toughness, and
    its power is the capacity. Points left over go where they kill nothing more.
    """
    attackers, defenders = board
    to_attackers = [0] * len(attackers)
    to_defenders = [0] * len(defenders)
    to_player = 0
    for at, (power, _) in enumerate(attackers):
        blockers = [b for b, a in blocks if a == at]
        if not blockers:
            to_player += power
            continue
        to_attackers[at] = sum(defenders[b][0] for b in blockers)
        killed = _kills(power, [defenders[b] for b in blockers])
        left = power
        for place in killed:
            to_defenders[blockers[place]] = defenders[blockers[place]][1]
            left -= defenders[blockers[place]][1]
        spared = [b for place, b in enumerate(blockers) if place not in killed]
        to_defenders[spared[0] if spared else blockers[-1]] += left
    return tuple(to_attackers), tuple(to_defenders), to_player


def _kills(power: int, blockers: Sequence[Creature]) -> tuple[int, ...]:
    """Places of the blockers worth most together that ``power`` points can kill.

    Keeps the undominated (toughness, worth) sums only: never more of them than subsets, than
    ``power + 1``, or than the total worth, so neither many blockers nor huge numbers hurt alone.
    """
    if sum(toughness for _, toughness in blockers) <= power:
        return tuple(range(len(blockers)))
    front = [(0, 0, 0)]  # (toughness spent, -worth killed, bit set of places)
    for place, (strength, toughness) in enumerate(blockers):
        more = [
            (spent + toughness, worth - strength - toughness, chosen | 1 << place)
            for spent, worth, chosen in front
            if spent + toughness <= power
        ]
        front = _undominated(sorted(front + more))
    chosen = front[-1][2]
    return tuple(place for place in range(len(blockers)) if chosen >> place & 1)


def _undominated(states: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    kept = states[:1]
    for state in states:
        if state[1] < kept[-1][1]:
            kept.append(state)
    return kept


def _check(board: Board, blocks: Blocks, base: int) -> None:
    """Raises IllegalAnswer; names creatures as the output did, counting from ``base``."""
    attackers, defenders = board
    for b, a in blocks:
        for name, at, side in (("blocker", b, defenders), ("attacker", a, attackers)):
            if not 0 <= at < len(side):
                count = f"there are {len(side)}, numbered from {base}" if side else "there are none"
                pair = f"[{b + base}, {a + base}]"
                raise IllegalAnswer(_RANGE, f"no {name} {at + base} for the pair {pair}; {count}")
    for (b, a), (after, other) in pairwise(blocks):
        if b == after:
            told = f"blocker {b + base} is given attacker {a + base} and attacker {other + base}"
            if a == other:
                told = f"the pair [{b + base}, {a + base}] comes twice"
            raise IllegalAnswer(_ONCE, told)


def _survivors(side: Side, damage: tuple[int, ...]) -> list[Creature]:
    return [c for c, taken in zip(side, damage, strict=True) if taken < c[1]]


def _worth(creatures: Iterable[Creature]) -> int:
    return sum(power + toughness for power, toughness in creatures)


def decimal(doubled: int) -> str:
    """Half of an integer as it is shown and stored: ``-1``, ``-1.5``."""
    whole, half = divmod(abs(doubled), 2)
    return f"{'-' if doubled < 0 else ''}{whole}{'.5' if half else ''}"


# --- files ---------------------------------------------------------------------------------------


def _json(side: Side) -> str:
    return json.dumps([list(creature) for creature in side])


def _side(text: str, line: int) -> Side:
    """One line of the input: a JSON list of pairs. Raises InputError where it goes wrong."""
    tokens = [(m.group(), m.start() + 1) for m in re.finditer(r"-?[0-9.]+|[^\s0-9]|\S+", text)]
    tokens.append((_END, len(text) + 1))
    creatures: list[Creature] = []
    at = _expect(tokens, 0, "[", line)
    while tokens[at][0] != "]":
        if creatures:
            at = _expect(tokens, at, ",", line)
        opened = _expect(tokens, at, "[", line)
        power = _number(tokens[opened], "power", 0, line)
        comma = _expect(tokens, opened + 1, ",", line)
        toughness = _number(tokens[comma], "toughness", 1, line)
        at = _expect(tokens, comma + 1, "]", line)
        creatures.append((power, toughness))
        if len(creatures) > MAX_CREATURES:
            raise InputError(f"more than {MAX_CREATURES} creatures on a side", line, tokens[at][1])
    _expect(tokens, at + 1, _END, line)
    return tuple(creatures)


def _expect(tokens: list[tuple[str, int]], at: int, wanted: str, line: int) -> int:
    """The place after the wanted token."""
    token, column = tokens[min(at, len(tokens) - 1)]
    if token != wanted:
        raise InputError(
            f"expected {_quoted(wanted)}, got {_quoted(token)}; a side is written "
            "[[2, 2], [3, 3]], or [] if empty",
            line,
            column,
        )
    return at + 1


def _number(token: tuple[str, int], name: str, least: int, line: int) -> int:
    text, column = token
    if not re.fullmatch(r"0|[1-9][0-9]{0,6}", text) or not least <= int(text) <= MAX_NUMBER:
        span = f"a whole number from {least} to {MAX_NUMBER}"
        raise InputError(f"{name} must be {span}, got {_quoted(text)}", line, column)
    return int(text)


def _quoted(token: str) -> str:
    return token if token == _END else repr(token[:20])


# --- boards --------------------------------------------------------------------------------------

_FLAVOURS = ("plain", "plain", "tiny", "ties", "wide", "giant", "weak", "grown")


def _creature(rng: Random, flavour: str) -> Creature:
    if flavour == "tiny":
        return rng.randint(0, 2), rng.randint(1, 2)
    if flavour == "ties":
        return rng.choice(((1, 1), (2, 2), (1, 2)))
    if flavour == "wide":
        return rng.choice(((rng.randint(0, 1), rng.randint(4, 9)), (rng.randint(4, 9), 1)))
    if flavour == "weak":
        return rng.choice((0, 0, 1, 3)), rng.randint(1, 4)
    if flavour == "grown":
        return rng.randint(0, 15), rng.randint(1, 15)
    return rng.randint(0, 7), rng.randint(1, 7)


def _dropped(side: Side, at: int) -> Iterator[Side]:
    yield side[:at] + side[at + 1 :]


def _floored(side: Side, at: int) -> Iterator[Side]:
    power, toughness = side[at]
    if power > 1:
        yield _replaced(side, at, (0, toughness))
    if toughness > 2:
        yield _replaced(side, at, (power, 1))


def _halved(side: Side, at: int) -> Iterator[Side]:
    power, toughness = side[at]
    if power > 3:
        yield _replaced(side, at, (power // 2, toughness))
    if toughness > 3:
        yield _replaced(side, at, (power, toughness // 2))


def _decremented(side: Side, at: int) -> Iterator[Side]:
    power, toughness = side[at]
    if power > 0:
        yield _replaced(side, at, (power - 1, toughness))
    if toughness > 1:
        yield _replaced(side, at, (power, toughness - 1))


def _replaced(side: Side, at: int, creature: Creature) -> Side:
    return (*side[:at], creature, *side[at + 1 :])


# --- pictures ------------------------------------------------------------------------------------

# In units of the picture: a card, the step from one card to the next, the gap between the rows.
_WIDE, _HIGH, _STEP, _LANE, _LABEL = 60, 92, 67, 84, 24

CSS = """
.combat{--ink:var(--combat-ink,#1d2433);--soft:var(--combat-soft,#5d6678);
--card:var(--combat-card,#fff);--att:var(--combat-attack,#b3372a);--def:var(--combat-defend,#1f5fa8);
--dead:var(--combat-dead,#e9ebf0);--rule:var(--combat-rule,#d5d9e2);color:var(--ink);
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
@media (prefers-color-scheme:dark){.combat{--ink:var(--combat-ink,#e7eaf1);
--soft:var(--combat-soft,#a3acbe);--card:var(--combat-card,#1c2230);
--att:var(--combat-attack,#f08a7a);--def:var(--combat-defend,#7db4f5);
--dead:var(--combat-dead,#2f3646);--rule:var(--combat-rule,#3a4358)}}
.combat svg{display:block;max-width:100%;height:auto;margin:0 auto}
.combat text{text-anchor:middle;fill:var(--ink);font-weight:700;font-variant-numeric:tabular-nums}
.combat .row{font-size:16px;font-weight:400;fill:var(--soft);text-anchor:start}
.combat .f3{font-size:28px}.combat .f4{font-size:22px}.combat .f5{font-size:17px}
.combat .f6{font-size:13px}.combat .f7{font-size:11.5px}.combat .f8{font-size:9.5px}
.combat .name{font-size:18px;fill:var(--card)}
.combat .box{fill:var(--card);stroke-width:2}.combat .tab{stroke:none}
.combat .att .box{stroke:var(--att)}.combat .att .tab{fill:var(--att)}
.combat .def .box{stroke:var(--def)}.combat .def .tab{fill:var(--def)}
.combat .idle .box{stroke-dasharray:5 4}
.combat .gone .box{fill:var(--dead)}.combat .gone .tab{opacity:.65}
.combat .cross{stroke:var(--att);stroke-width:5;stroke-linecap:round;opacity:.5}
.combat .bar{stroke:var(--soft);stroke-width:1.5}
.combat .took,.combat .hit{fill:var(--att)}
.combat .line{stroke:var(--soft);stroke-width:3;fill:none;stroke-linecap:round}
.combat .chip{fill:var(--card);stroke:var(--att);stroke-width:1.5}
.combat .heart{fill:var(--att)}
.combat .arrow{stroke:var(--att);stroke-width:3;fill:none;stroke-linecap:round;
stroke-linejoin:round}
.combat table{border-collapse:collapse;margin:.5rem auto 0;font-size:.92rem}
.combat td,.combat th{padding:.2rem .5rem;text-align:left;vertical-align:top;font-weight:400;
border:0;background:none;color:inherit}
.combat td:last-child{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.combat td:nth-child(2){color:var(--soft)}
.combat th{white-space:nowrap}
.combat tr:last-child>*{border-top:1px solid var(--rule);font-weight:700}
"""


def _picture(board: Board, answer: Blocks | None) -> str:
    """The board as SVG: attackers above, each over its blockers where the width allows."""
    attackers, defenders = board
    blocks = dict(answer or ())
    damage = None if answer is None else worst_damage(board, answer)
    columns, above, below, drop = _layout(len(attackers), len(defenders), answer)
    width = max(columns, 5) * _STEP + 8
    shift = (width - columns * _STEP + _STEP - _WIDE) // 2
    top = _LABEL
    lane = _LANE + drop if answer is not None else _LANE // 4
    low = top + bool(attackers) * (_HIGH + lane)
    height = low + bool(defenders) * _HIGH + _LABEL
    lines, cards = [], []
    for a, creature in enumerate(attackers):
        at = (shift + int(above[a] * _STEP), top)
        if answer is not None and a not in blocks.values():
            cards.append(_to_player(creature[0], at[0] + _WIDE // 2, top + _HIGH))
        cards.append(_card("att", f"A{a}", creature, at, damage and damage[0][a]))
    for b, creature in enumerate(defenders):
        at = (shift + int(below[b] * _STEP), low)
        if b in blocks:
            start = shift + int(above[blocks[b]] * _STEP) + _WIDE // 2
            end, bend = at[0] + _WIDE // 2, low - _LANE // 2
            curve = f"M{start} {top + _HIGH}v{drop}C{start} {bend} {end} {bend} {end} {low}"
            lines.append(f'<path class="line" d="{curve}"/>')
        kind = "def idle" if answer is not None and b not in blocks else "def"
        cards.append(_card(kind, f"B{b}", creature, at, damage and damage[1][b]))
    label = escape(_sketch(board, answer), quote=True)
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width * 5 // 4}" height="{height * 5 // 4}" '
        f'role="img" aria-label="{label}">'
        f'<text class="row" x="6" y="16">Attacking{"" if attackers else ": nobody"}</text>'
        f"{''.join(lines + cards)}"
        f'<text class="row" x="6" y="{height - 6}">Defending{"" if defenders else ": nobody"}'
        f"</text></svg>"
    )


def _layout(
    attackers: int, defenders: int, answer: Blocks | None
) -> tuple[int, list[float], list[float], int]:
    """How many columns there are, the column of each attacker and of each defender, and how far
    lines drop before they bend.

    Each attacker has its blockers under it, those at home fill what is free. Where that would make
    the picture far wider, both rows are centred instead, and lines bend below all other marks.
    """
    blocks = dict(answer or ())
    wide = max(attackers, defenders)
    gangs = [[b for b, at in blocks.items() if at == a] for a in range(attackers)]
    spread = sum(max(1, len(gang)) for gang in gangs)
    if not blocks or spread > max(6, wide + wide // 3):
        order = sorted(range(defenders), key=lambda b: (blocks.get(b, attackers), b))
        below = [0.0] * defenders
        for place, b in enumerate(order):
            below[b] = place + (wide - defenders) / 2
        above = [a + (wide - attackers) / 2 for a in range(attackers)]
        return wide, above, below, _LANE - 8 if blocks else 0
    above, below, free, column = [], [0.0] * defenders, [], 0
    for gang in gangs:
        above.append(column + (max(1, len(gang)) - 1) / 2)
        for place, b in enumerate(gang):
            below[b] = float(column + place)
        free += [column] if not gang else []
        column += max(1, len(gang))
    idle = [b for b in range(defenders) if b not in blocks]
    free += range(column, column + len(idle))
    for b, at in zip(idle, free, strict=False):
        below[b] = float(at)
    return max([column, *(int(at) + 1 for at in below)]), above, below, 0


def _card(kind: str, name: str, creature: Creature, at: tuple[int, int], taken: int | None) -> str:
    x, y = at
    middle = x + _WIDE // 2
    dead = taken is not None and taken >= creature[1]
    parts = [
        f'<g class="{kind}{" gone" if dead else ""}">',
        f'<rect class="box" x="{x}" y="{y}" width="{_WIDE}" height="{_HIGH}" rx="8"/>',
        f'<path class="tab" d="M{x} {y + 23}v-15a8 8 0 0 1 8-8h{_WIDE - 16}a8 8 0 0 1 8 8v15z"/>',
        f'<text class="name" x="{middle}" y="{y + 18}">{escape(name)}</text>',
    ]
    if dead:
        left, right = x + 8, x + _WIDE - 8
        cross = f"M{left} {y + 32}L{right} {y + 66}M{right} {y + 32}L{left} {y + 66}"
        parts.append(f'<path class="cross" d="{cross}"/>')
    power, toughness = str(creature[0]), str(creature[1])
    if len(power + toughness) <= 4:
        parts.append(_text("pt", f"{power}/{toughness}", middle, y + 57))
    else:
        parts.append(_text("pt", power, middle, y + 42, 5))
        parts.append(f'<path class="bar" d="M{x + 12} {y + 47}h{_WIDE - 24}"/>')
        parts.append(_text("pt", toughness, middle, y + 64, 5))
    if taken:
        parts.append(_text("took", f"−{taken}", middle, y + 84, 4 if taken < 100 else 5))
    return "".join(parts) + "</g>"


def _text(kind: str, text: str, x: int, y: int, least: int = 3) -> str:
    """Text in the largest size that a card has room for, but at most that of ``least`` letters."""
    wide = len(text) + (len(text) > 4 and text.startswith("−"))
    size = min(max(wide, least), 8)
    return f'<text class="{kind} f{size}" x="{x}" y="{y}">{escape(text)}</text>'


def _to_player(power: int, x: int, y: int) -> str:
    """The damage of an unblocked attacker, under its card, beside a heart for the player."""
    return (
        f'<path class="arrow" d="M{x} {y + 5}v15m-6-6l6 6l6-6"/>'
        f'<rect class="chip" x="{x - 30}" y="{y + 27}" width="60" height="46" rx="8"/>'
        f'<path class="heart" d="M{x} {y + 46}c-13-9-8-15-4-15q3 0 4 3q1-3 4-3c4 0 9 6-4 15z"/>'
        + _text("hit", f"−{power}" if power else "0", x, y + 67, 4 if power < 100 else 5)
    )


def _sums(board: Board, answer: Blocks) -> list[tuple[str, str, str]]:
    """What the score is made of: (name, how, signed amount), the total last."""
    to_attackers, to_defenders, player = worst_damage(board, answer)
    rows, total = [], -player
    for name, side, damage, sign in (
        ("Defender keeps", board[1], to_defenders, 1),
        ("Attacker keeps", board[0], to_attackers, -1),
    ):
        left = _survivors(side, damage)
        total += 2 * sign * _worth(left)
        shown = " + ".join(f"{p}/{t}" for p, t in left) or "nothing"
        rows.append((name, shown, decimal(2 * sign * _worth(left))))
    rows.append(("Player takes", f"{player}, halved", decimal(-player)))
    return [*rows, ("Score", "", decimal(total))]


def _table(board: Board, answer: Blocks | None) -> str:
    if answer is None:
        return ""
    rows = [
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(how)}</td>'
        f"<td>{escape(amount.replace('-', '−'))}</td></tr>"
        for name, how, amount in _sums(board, answer)
    ]
    return f"<table>{''.join(rows)}</table>"


def _sketch(board: Board, answer: Blocks | None) -> str:
    """The picture as lines of at most 80 columns."""
    blocks = dict(answer or ())
    damage = ((), (), 0) if answer is None else worst_damage(board, answer)
    lines = ["Attacking" if board[0] else "Attacking: no creature"]
    for a, creature in enumerate(board[0]):
        by = [f"B{b}" for b, blocked in blocks.items() if blocked == a]
        what = f"blocked by {' '.join(by)}" if by else f"{creature[0]} to the player"
        lines += _row(f"A{a}", creature, what, None if answer is None else damage[0][a])
    lines.append("Defending" if board[1] else "Defending: no creature")
    for b, creature in enumerate(board[1]):
        what = f"blocks A{blocks[b]}" if b in blocks else "does not block"
        lines += _row(f"B{b}", creature, what, None if answer is None else damage[1][b])
    for name, how, amount in [] if answer is None else _sums(board, answer):
        text = f"{name}: {how} = {amount}" if how else f"{name}: {amount}"
        lines += textwrap.wrap(text, 80, subsequent_indent="    ")
    return "".join(line + "\n" for line in lines)


def _row(name: str, creature: Creature, what: str, taken: int | None) -> list[str]:
    start = f"  {name:<4}{creature[0]}/{creature[1]}"
    if taken is None:
        return [start]
    end = f", takes {taken}" if taken else ""
    end += ", dies" if taken >= creature[1] else ""
    return textwrap.wrap(f"{start:<12} {what}{end}", 80, subsequent_indent=" " * 15)
