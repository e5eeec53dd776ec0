"""The board as HTML: one row per creature, defenders at the right, an arrow for each attack.

Where there is no room for that, on a phone, the defenders stand above, and each creature says in
words and in the defender's colour whom it attacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from judge.plugin import IllegalAnswer

from . import rules
from .rules import Attacker, Declaration, Instance, Kind, Requirement, State

CSS = """
.attack{--a-ink:var(--ink,#1b1f27);--a-soft:var(--soft,#5f6775);--a-line:var(--line2,#c9cbc6);
--a-row:var(--hover,#f2f3ef);--a-good:var(--good,#0f7a5a);
--a-good-bg:var(--good-bg,#e6f5ef);--a-bad:var(--bad,#c4390a);--a-bad-bg:var(--bad-bg,#fdeee7);
margin:0;color:var(--a-ink);container-type:inline-size;
font:12.5px/1.3 var(--sans,"Helvetica Neue",Arial,sans-serif)}
@media screen and (prefers-color-scheme:dark){.attack{--a-ink:var(--ink,#e6e8ec);
--a-soft:var(--soft,#9aa3b1);--a-line:var(--line2,#414854);--a-row:var(--hover,#232831);
--a-good:var(--good,#58c9a1);--a-good-bg:var(--good-bg,#11291f);
--a-bad:var(--bad,#ff8f63);--a-bad-bg:var(--bad-bg,#35190d)}}
.attack figcaption{margin:.3rem 0 .6rem;font-size:.9rem}
.attack .wrong{color:var(--a-bad);font-weight:600}
.attack ul{list-style:none;margin:0;padding:0}
.attack .field{display:grid;gap:.7rem}
.attack .field svg,.attack .head,.attack .rest{display:none}
.attack .soft,.attack .head{color:var(--a-soft)}
.attack .name{font-weight:600;overflow-wrap:anywhere}
.attack .home .name{font-weight:400;color:var(--a-soft)}
.attack .num{font-variant-numeric:tabular-nums}
.attack .to0{--a-to:#2b7bba}.attack .to1{--a-to:#c0691c}.attack .to2{--a-to:#5f8a1f}
.attack .to3{--a-to:#a0529e}.attack .to4{--a-to:#178f8a}.attack .to5{--a-to:#bb4a62}
.attack .arrow{fill:none;stroke:var(--a-to);stroke-width:1.6}
.attack .tip{fill:var(--a-to)}
.attack .defenders{order:-1;display:grid;gap:.4rem;
grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr))}
.attack .box{border:1px solid var(--a-line);border-left:4px solid var(--a-to);border-radius:5px;
padding:.2rem .6rem;min-width:0}
.attack .box>*{display:block}
.attack .full{border-color:var(--a-ink) var(--a-ink) var(--a-ink) var(--a-to)}
.attack .over{border-color:var(--a-bad) var(--a-bad) var(--a-bad) var(--a-to);
border-width:2px 2px 2px 4px}
.attack .rows{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(19rem,100%),1fr));
gap:0 1.5rem}
.attack .row{display:flex;flex-wrap:wrap;align-items:baseline;align-content:start;
gap:.15rem .6rem;min-width:0;padding:.35rem .4rem;border-bottom:1px solid var(--a-line)}
.attack .row>:empty{display:none}
.attack .goes{background:var(--a-row)}
.attack .row>span{min-width:0;overflow-wrap:anywhere}
.attack .row>.name{flex:1 1 8rem}
.attack .power::before{content:"power "}
.attack .target{border-left:4px solid var(--a-to);padding-left:.35rem;font-weight:600}
.attack .target,.attack .rules,.attack .wishes{flex:1 0 100%}
.attack .wishes{display:flex;flex-wrap:wrap;gap:.2rem .3rem}
.attack .pill{border:1px solid var(--a-line);border-radius:9px;padding:0 .45em;font-size:11.5px;
line-height:16px}
.attack .obeyed{background:var(--a-good-bg);border-color:var(--a-good);color:var(--a-good)}
.attack .disobeyed{background:var(--a-bad-bg);border-color:var(--a-bad);color:var(--a-bad);
font-weight:600}
.attack .idle{color:var(--a-soft)}
@container (min-width:56rem){
.attack .field{grid-template-columns:minmax(0,1fr) 120px 150px;gap:0;max-width:72rem}
.attack .field svg{display:block;margin-top:24px;overflow:visible}
.attack .rows{display:block}
.attack .row,.attack .head{display:grid;grid-template-columns:1.4rem minmax(0,10fr) 5rem
minmax(0,13fr) 308px;gap:0 .5rem;align-items:center;align-content:center;height:24px;
padding:0 .2rem;border:0}
.attack .row{box-shadow:inset 0 -1px var(--a-line)}
.attack .row>span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.attack .row>:empty{display:block}
.attack .row>.wishes{flex-wrap:nowrap}
.attack .row>.num:first-child{text-align:right}
.attack .row>.power{padding-left:1.2rem}
.attack .row>.power::before{content:none}
.attack .row>.target,.attack .row .more{display:none}
.attack .row .rest{display:inline}
.attack .defenders{order:0;grid-template-columns:minmax(0,1fr);grid-auto-rows:1fr;gap:0;
align-items:center;margin-top:24px;position:relative}
.attack .defenders>.head{position:absolute;top:-24px;display:block;line-height:24px}
.attack .box{height:40px;padding:.15rem .5rem}
.attack .box>*{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
}
@media print{.attack:has(.row:nth-child(25)){zoom:.6}}
"""

ROW, SHARE, ACROSS, PILLS = 24, 44, 120, 308
HEADS = (
    '<div class="head"><span></span><span>creature</span><span>power</span>'
    "<span>restrictions</span><span>requirements</span></div>"
)
MARKS = {State.OBEYED: "✓", State.DISOBEYED: "✗", State.IDLE: "·"}


@dataclass(frozen=True)
class Wish:
    """A pill: a requirement and its state; ``state`` is None without an answer."""

    text: str
    title: str
    state: State | None


def draw(instance: Instance, answer: Declaration | None) -> str:
    """An HTML fragment; an illegal answer is drawn too, with the rule that it breaks."""
    shown = known(instance, answer) if answer is not None else None
    pills = wishes(instance, shown)
    rows = [
        _row(instance, index, dict(shown or ()).get(index), shown is not None, pills[index])
        for index in range(len(instance.attackers))
    ]
    return "\n".join(
        (
            '<figure class="attack" data-wide="">',
            f"<figcaption>{_caption(instance, answer)}</figcaption>",
            '<div class="field"><div>',
            HEADS if rows else '<span class="soft">no creature</span>',
            f'<ul class="rows">{"".join(rows)}</ul></div>',
            *_arrows(instance, shown),
            *_defenders(instance, shown),
            "</div></figure>",
        )
    )


def known(instance: Instance, answer: Declaration) -> Declaration:
    """The pairs whose creatures exist, the first of each attacker."""
    found: dict[int, int] = {}
    for attacker, defender in answer:
        if 0 <= attacker < len(instance.attackers) and 0 <= defender < len(instance.defenders):
            found.setdefault(attacker, defender)
    return tuple(sorted(found.items()))


def summary(instance: Instance, answer: Declaration | None) -> tuple[bool, str]:
    """Whether the answer is legal (true without one), and a sentence about it."""
    if answer is None:
        cap = instance.max_attackers
        limit = "" if cap is None else f"; at most {cap} may attack"
        creatures, defenders = len(instance.attackers), len(instance.defenders)
        return True, f"{creatures} creatures, {defenders} defenders{limit}"
    try:
        rules.check(instance, answer)
    except IllegalAnswer as error:
        return False, f"Illegal: {error.message}"
    tally = dict.fromkeys(State, 0)
    for item in rules.requirements(instance, answer):
        tally[item.state] += item.times
    limit = "" if instance.max_attackers is None else f" of at most {instance.max_attackers}"
    broken = tally[State.DISOBEYED]
    return True, (
        f"{len(answer)}{limit} attack: {broken} requirement{'s' * (broken != 1)} disobeyed, "
        f"{tally[State.OBEYED]} obeyed, {tally[State.IDLE]} idle"
    )


def _caption(instance: Instance, answer: Declaration | None) -> str:
    legal, text = summary(instance, answer)
    return escape(text) if legal else f'<span class="wrong">{escape(text)}</span>'


def _row(
    instance: Instance, index: int, target: int | None, answered: bool, wishes: list[Wish]
) -> str:
    attacker = instance.attackers[index]
    kind = " goes" if target is not None else " home" if answered else ""
    colours = "".join(colour.value for colour in attacker.colours)
    limits = ", ".join(restrictions(instance, attacker))
    whom = ""
    if target is not None:
        name = escape(instance.defenders[target].name)
        whom = f'<span class="target to{target}">→ {target} {name}</span>'
    return (
        f'<li class="row{kind}"><span class="soft num">{index}</span>'
        f"{_cell('name', attacker.name)}"
        f'<span class="power num">{attacker.power} <span class="soft">{colours}</span></span>'
        f"{whom}{_cell('rules', limits)}{_pills(wishes)}</li>"
    )


def _cell(kind: str, text: str) -> str:
    """Present even when empty, for the columns; its title tells what an ellipsis hides."""
    return f'<span class="{kind}" title="{escape(text)}">{escape(text)}</span>'


def restrictions(instance: Instance, attacker: Attacker) -> list[str]:
    """Short descriptions of what forbids a creature to attack."""
    found = []
    if attacker.cannot_attack:
        found.append("can't attack")
    if attacker.cannot_attack_defenders:
        names = [instance.defenders[index].name for index in attacker.cannot_attack_defenders]
        found.append(f"not {'/'.join(names)}")
    if attacker.only_alone:
        found.append("only alone")
    if attacker.not_alone:
        found.append("not alone")
    found.extend(f"needs {rules.describe_need(need)}" for need in attacker.needs)
    return found


def wishes(instance: Instance, shown: Declaration | None) -> list[list[Wish]]:
    """The pills of each creature; all the creatures that it drags share one pill."""
    rows: list[list[Wish]] = [[] for _ in instance.attackers]
    dragged: dict[int, list[Requirement]] = {}
    for item in rules.requirements(instance, shown or ()):
        if item.kind is Kind.DRAGS:
            dragged.setdefault(item.source, []).append(item)
            continue
        text, title = wish_text(instance, item)
        rows[item.source].append(Wish(text, title, item.state if shown is not None else None))
    for source, items in dragged.items():
        rows[source].append(_drag_wish(instance, items, shown is not None))
    return rows


def wish_text(instance: Instance, item: Requirement) -> tuple[str, str]:
    """A requirement in a word and in a sentence."""
    times = f" ×{item.times}" if item.times > 1 else ""
    if item.kind is Kind.MUST_ATTACK:
        return f"attacks{times}", f"attacks if able{times}"
    if item.kind is Kind.IF_ANOTHER_ATTACKS:
        return f"if another{times}", f"attacks if another attacks{times}"
    if item.kind is Kind.MUST_ATTACK_DEFENDER and item.defender is not None:
        name = instance.defenders[item.defender].name
        short = name if len(name) <= 8 else name[:7] + "…"
        return f"{short}{times}", f"attacks {name} if able{times}"
    name = instance.attackers[item.subject].name
    return f"drags #{item.subject}{times}", f"drags {item.subject} ({name}) along{times}"


def _drag_wish(instance: Instance, items: list[Requirement], answered: bool) -> Wish:
    state = None
    if answered:
        states = {item.state for item in items}
        state = State.DISOBEYED if State.DISOBEYED in states else items[0].state
    title = ", ".join(wish_text(instance, item)[1] for item in items)
    if len(items) <= 2:
        numbers = ", ".join(wish_text(instance, item)[0].removeprefix("drags ") for item in items)
        return Wish(f"drags {numbers}", title, state)
    came = sum(item.state is State.OBEYED for item in items)
    text = f"drags {len(items)} others"
    if state in (State.OBEYED, State.DISOBEYED):
        text += f", {came} came"
    return Wish(text, title, state)


def _pills(wishes: list[Wish]) -> str:
    """All of them; where rows are one line high, those that have no room become one with a +."""
    parts: list[str] = []
    x, hidden = 0.0, False
    for place, wish in enumerate(wishes):
        text = f"{MARKS[wish.state]} {wish.text}" if wish.state else wish.text
        rest = wishes[place:]
        x += _width(text)
        if not hidden and x > PILLS - (40 if len(rest) > 1 else 0):
            hidden = True
            title = "; ".join(item.title for item in rest)
            bad = any(item.state is State.DISOBEYED for item in rest)
            state = State.DISOBEYED if bad else None
            parts.append(_pill(f"+{len(rest)}", title, state, "rest"))
        parts.append(_pill(text, wish.title, wish.state, "more" if hidden else ""))
    return f'<span class="wishes">{"".join(parts)}</span>'


def _width(text: str) -> float:
    """At least what a pill and the gap after it take, in CSS pixels."""
    return 18 + 6.8 * len(text)


def _pill(text: str, title: str, state: State | None, extra: str) -> str:
    kind = " ".join(filter(None, ("pill", state.value if state else "", extra)))
    return f'<span class="{kind}" title="{escape(title)}">{escape(text)}</span>'


def _arrows(instance: Instance, shown: Declaration | None) -> list[str]:
    """From the rows to the boxes, both of known heights; a phone shows none of them."""
    height = max(ROW * len(instance.attackers), SHARE * len(instance.defenders))
    share = height / len(instance.defenders)
    parts = [f'<svg width="{ACROSS}" height="{height}" aria-hidden="true">']
    for index in range(len(instance.defenders)):
        crowd = [attacker for attacker, target in shown or () if target == index]
        for place, attacker in enumerate(crowd):
            end = share * (index + 0.5) + 30 * ((place + 1) / (len(crowd) + 1) - 0.5)
            parts.append(_arrow(index, ROW * (attacker + 0.5), end))
    return [*parts, "</svg>"]


def _arrow(defender: int, start: float, end: float) -> str:
    tip, bend = ACROSS - 2, ACROSS / 2
    return (
        f'<g class="to{defender}"><path class="arrow" d="M2 {start:g}'
        f'C{bend:g} {start:g} {bend:g} {end:g} {tip - 6} {end:g}" />'
        f'<path class="tip" d="M{tip} {end:g}l-8 -3.5v7z" /></g>'
    )


def _defenders(instance: Instance, shown: Declaration | None) -> list[str]:
    parts = ['<div class="defenders"><span class="head">defender</span>']
    for index, defender in enumerate(instance.defenders):
        count = sum(target == index for _, target in shown or ())
        cap = defender.max_attackers
        limit = "any number" if cap is None else f"at most {cap}"
        note = limit if shown is None else f"{count} · {limit}"
        state = "" if cap is None or shown is None or count < cap else " full"
        state = " over" if cap is not None and count > cap else state
        parts.append(
            f'<div class="box to{index}{state}">{_cell("name", f"{index}  {defender.name}")}'
            f'<span class="soft">{note}</span></div>'
        )
    return [*parts, "</div>"]
