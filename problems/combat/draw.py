"""Board and answer of combat as a picture: SVG for the board, a table for the score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape

from .rules import Blocks, Board, Creature, worst_damage
from .sketch import sketch, splits, sums

# In units of the picture: a card, the step from one card to the next, the gap between the rows.
_WIDE, _HIGH, _STEP, _LANE, _LABEL = 60, 92, 67, 84, 24
#: As many columns of cards can be read on a phone; wider pictures are cut into rows there.
_ACROSS = 6

CSS = """
.combat{--ink:var(--combat-ink,#1d2433);--soft:var(--combat-soft,#5d6678);
--card:var(--combat-card,#fff);--att:var(--combat-attack,#b3372a);--def:var(--combat-defend,#1f5fa8);
--dead:var(--combat-dead,#e9ebf0);--rule:var(--combat-rule,#d5d9e2);color:var(--ink);
container-type:inline-size;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
@media (prefers-color-scheme:dark){.combat{--ink:var(--combat-ink,#e7eaf1);
--soft:var(--combat-soft,#a3acbe);--card:var(--combat-card,#1c2230);
--att:var(--combat-attack,#f08a7a);--def:var(--combat-defend,#7db4f5);
--dead:var(--combat-dead,#2f3646);--rule:var(--combat-rule,#3a4358)}}
.combat svg{display:block;max-width:100%;height:auto;margin:0 auto}
.combat .rows{display:none}
@container (max-width:28rem){.combat .rows{display:grid;gap:.9rem}.combat .whole{display:none}}
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
.combat .splits{max-width:34rem;margin:.6rem auto 0;font-size:.92rem;overflow-wrap:anywhere}
.combat .splits b{font-weight:600}
.combat table{border-collapse:collapse;margin:.5rem auto 0;font-size:.92rem}
.combat td,.combat th{padding:.2rem .5rem;text-align:left;vertical-align:top;font-weight:400;
border:0;background:none;color:inherit}
.combat td:last-child{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.combat td:nth-child(2){color:var(--soft)}
.combat th{white-space:nowrap}
.combat tr:last-child>*{border-top:1px solid var(--rule);font-weight:700}
@container (max-width:28rem){.combat th{white-space:normal}
.combat td,.combat th{padding:.2rem .3rem}.combat td:nth-child(2){overflow-wrap:anywhere}}
"""


@dataclass(frozen=True)
class _Layout:
    """Where the cards go: columns count from 0 and may be halves."""

    columns: int
    above: list[float]  # the column of each attacker
    below: list[float]  # the column of each of the defender's creatures
    drop: int  # how far lines go straight down before they bend, in units of the picture


@dataclass(frozen=True)
class _Frame:
    """The measures of one picture, in its units; it shows the columns from first to before end."""

    layout: _Layout
    first: int
    end: int
    width: int
    height: int
    shift: int  # the left edge of the first column
    low: int  # the top of the lower row

    def left(self, column: float) -> int:
        return self.shift + int((column - self.first) * _STEP)

    def shown(self, columns: list[float]) -> list[int]:
        """The cards of these columns that are in the picture."""
        return [at for at, column in enumerate(columns) if self.first <= column < self.end]


def draw(board: Board, answer: Blocks | None) -> str:
    """The picture, and under it, if there is an answer, how the attacker refutes it and the sum, as
    one HTML element."""
    below = _splits(board, answer) + _table(board, answer)
    return f'<div class="combat">{_pictures(board, answer)}{below}</div>'


def _pictures(board: Board, answer: Blocks | None) -> str:
    """The board in one piece, and a wide one again in rows, of which a phone shows those."""
    gangs = _gangs(len(board[0]), answer)
    layout = _layout(gangs, len(board[1]), bool(answer))
    whole = _picture(board, answer, layout, (0, layout.columns))
    if layout.columns <= _ACROSS:
        return whole
    layout = _grouped(gangs, len(board[1]))
    rows = [_picture(board, answer, layout, part) for part in _parts(gangs, layout.columns)]
    return f'<div class="whole">{whole}</div><div class="rows">{"".join(rows)}</div>'


def _parts(gangs: list[list[int]], columns: int) -> list[tuple[int, int]]:
    """The columns of each row; the blockers of one attacker stay together."""
    widths = [max(1, len(gang)) for gang in gangs]
    parts, first, at = [], 0, 0
    for width in (*widths, *[1] * (columns - sum(widths))):
        if first < at and at + width - first > _ACROSS:
            parts.append((first, at))
            first = at
        at += width
    return [*parts, (first, at)]


def _picture(board: Board, answer: Blocks | None, layout: _Layout, columns: tuple[int, int]) -> str:
    """Some columns of the board as SVG: attackers above, their blockers below."""
    frame = _frame(layout, columns, answer is not None)
    marks = (
        _lines(frame, answer or ()) + _upper(frame, board, answer) + _lower(frame, board, answer)
    )
    label = escape(sketch(board, answer), quote=True)
    return (
        f'<svg viewBox="0 0 {frame.width} {frame.height}" width="{frame.width * 5 // 4}" '
        f'height="{frame.height * 5 // 4}" role="img" aria-label="{label}">'
        f"{_side('Attacking', frame, layout.above, 16)}{''.join(marks)}"
        f"{_side('Defending', frame, layout.below, frame.height - 6)}</svg>"
    )


def _side(word: str, frame: _Frame, columns: list[float], y: int) -> str:
    """The label of a row of cards; empty if this part of the board has none."""
    if columns and not frame.shown(columns):
        return ""
    return f'<text class="row" x="6" y="{y}">{word}{"" if columns else ": nobody"}</text>'


def _frame(layout: _Layout, columns: tuple[int, int], answered: bool) -> _Frame:
    first, end = columns
    count = end - first
    width = max(count, 5 if layout.columns <= _ACROSS else _ACROSS) * _STEP + 8
    shift = (width - count * _STEP + _STEP - _WIDE) // 2
    lane = _LANE + layout.drop if answered else _LANE // 4
    frame = _Frame(layout, first, end, width, 0, shift, 0)
    low = _LABEL + bool(frame.shown(layout.above)) * (_HIGH + lane)
    height = low + bool(frame.shown(layout.below)) * _HIGH + _LABEL
    return replace(frame, height=height, low=low)


def _lines(frame: _Frame, blocks: Blocks) -> list[str]:
    """A line from each blocked attacker down to each of its blockers."""
    layout, drawn = frame.layout, []
    seen = frame.shown(layout.above)
    for b, a in blocks:
        if a not in seen:
            continue
        start = frame.left(layout.above[a]) + _WIDE // 2
        end = frame.left(layout.below[b]) + _WIDE // 2
        bend = frame.low - _LANE // 2
        bent = f"C{start} {bend} {end} {bend} {end} {frame.low}"
        curve = f"M{start} {_LABEL + _HIGH}v{layout.drop}{bent}"
        drawn.append(f'<path class="line" d="{curve}"/>')
    return drawn


def _upper(frame: _Frame, board: Board, answer: Blocks | None) -> list[str]:
    """The attackers; under each unblocked one its damage to the player."""
    damage = None if answer is None else worst_damage(board, answer)
    blocked = {a for _, a in answer or ()}
    drawn = []
    for a in frame.shown(frame.layout.above):
        creature = board[0][a]
        at = (frame.left(frame.layout.above[a]), _LABEL)
        if answer is not None and a not in blocked:
            drawn.append(_to_player(creature[0], at[0] + _WIDE // 2, _LABEL + _HIGH))
        drawn.append(_card("att", f"A{a}", creature, at, damage and damage[0][a]))
    return drawn


def _lower(frame: _Frame, board: Board, answer: Blocks | None) -> list[str]:
    """The defender's creatures; those that stay at home have a broken outline."""
    damage = None if answer is None else worst_damage(board, answer)
    blockers = {b for b, _ in answer or ()}
    drawn = []
    for b in frame.shown(frame.layout.below):
        creature = board[1][b]
        at = (frame.left(frame.layout.below[b]), frame.low)
        kind = "def idle" if answer is not None and b not in blockers else "def"
        drawn.append(_card(kind, f"B{b}", creature, at, damage and damage[1][b]))
    return drawn


def _gangs(attackers: int, answer: Blocks | None) -> list[list[int]]:
    """The blockers of each attacker."""
    return [[b for b, at in dict(answer or ()).items() if at == a] for a in range(attackers)]


def _layout(gangs: list[list[int]], defenders: int, answered: bool) -> _Layout:
    """Each attacker has its blockers under it, those at home fill what is free. Where that would
    make the picture far wider, both rows are centred instead, and lines bend below all other marks.
    """
    wide = max(len(gangs), defenders)
    spread = sum(max(1, len(gang)) for gang in gangs)
    if not answered or spread > max(6, wide + wide // 3):
        return _centred(gangs, defenders)
    return _grouped(gangs, defenders)


def _centred(gangs: list[list[int]], defenders: int) -> _Layout:
    attackers = len(gangs)
    blocks = {b: a for a, gang in enumerate(gangs) for b in gang}
    wide = max(attackers, defenders)
    order = sorted(range(defenders), key=lambda b: (blocks.get(b, attackers), b))
    below = [0.0] * defenders
    for place, b in enumerate(order):
        below[b] = place + (wide - defenders) / 2
    above = [a + (wide - attackers) / 2 for a in range(attackers)]
    return _Layout(wide, above, below, _LANE - 8 if blocks else 0)


def _grouped(gangs: list[list[int]], defenders: int) -> _Layout:
    above, below, free, column = [], [0.0] * defenders, [], 0
    for gang in gangs:
        above.append(column + (max(1, len(gang)) - 1) / 2)
        for place, b in enumerate(gang):
            below[b] = float(column + place)
        free += [column] if not gang else []
        column += max(1, len(gang))
    idle = sorted(set(range(defenders)) - {b for gang in gangs for b in gang})
    free += range(column, column + len(idle))
    for b, at in zip(idle, free, strict=False):
        below[b] = float(at)
    return _Layout(max([column, *(int(at) + 1 for at in below)]), above, below, 0)


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


def _splits(board: Board, answer: Blocks | None) -> str:
    told = [f"<b>{escape(name)}</b> {escape(how)}" for name, how in splits(board, answer or ())]
    if not told:
        return ""
    return f'<p class="splits">The attacker answers with damage: {"; ".join(told)}.</p>'


def _table(board: Board, answer: Blocks | None) -> str:
    if answer is None:
        return ""
    rows = [
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(how)}</td>'
        f"<td>{escape(amount.replace('-', '−'))}</td></tr>"
        for name, how, amount in sums(board, answer)
    ]
    return f"<table>{''.join(rows)}</table>"
