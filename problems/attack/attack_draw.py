"""The board as SVG: a row a creature, defenders at the right, an arrow for each attack."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import attack_rules
from attack_rules import Attacker, Declaration, Instance, Kind, Requirement, State

from judge.plugin import IllegalAnswer

CSS = """
.attack{--a-ink:var(--ink,#1b1f27);--a-soft:var(--soft,#5f6775);--a-line:var(--line2,#c9cbc6);
--a-row:var(--hover,#f2f3ef);--a-panel:var(--panel,#fff);--a-good:var(--good,#0f7a5a);
--a-good-bg:var(--good-bg,#e6f5ef);--a-bad:var(--bad,#c4390a);--a-bad-bg:var(--bad-bg,#fdeee7);
margin:0;color:var(--a-ink)}
@media screen and (prefers-color-scheme:dark){.attack{--a-ink:var(--ink,#e6e8ec);
--a-soft:var(--soft,#9aa3b1);--a-line:var(--line2,#414854);--a-row:var(--hover,#232831);
--a-panel:var(--panel,#1b1f26);--a-good:var(--good,#58c9a1);--a-good-bg:var(--good-bg,#11291f);
--a-bad:var(--bad,#ff8f63);--a-bad-bg:var(--bad-bg,#35190d)}}
.attack svg{display:block;width:100%;min-width:46rem;max-width:64rem;height:auto;
font:12px var(--sans,"Helvetica Neue",Arial,sans-serif)}
.attack text{fill:var(--a-ink)}
.attack .soft{fill:var(--a-soft)}
.attack .head{fill:var(--a-soft);font-size:11px}
.attack .name{font-weight:600}
.attack .home .name{font-weight:400;fill:var(--a-soft)}
.attack .row{fill:none}
.attack .goes .row{fill:var(--a-row)}
.attack .line{stroke:var(--a-line);stroke-width:1}
.attack .num{font-variant-numeric:tabular-nums}
.attack .pill{fill:none;stroke:var(--a-line)}
.attack .tag{font-size:11px}
.attack .open .tag{fill:var(--a-ink)}
.attack .obeyed .pill{fill:var(--a-good-bg);stroke:var(--a-good)}
.attack .obeyed .tag{fill:var(--a-good)}
.attack .disobeyed .pill{fill:var(--a-bad-bg);stroke:var(--a-bad)}
.attack .disobeyed .tag{fill:var(--a-bad);font-weight:600}
.attack .idle .tag{fill:var(--a-soft)}
.attack .to0{--a-to:#2b7bba}.attack .to1{--a-to:#c0691c}.attack .to2{--a-to:#5f8a1f}
.attack .to3{--a-to:#a0529e}.attack .to4{--a-to:#178f8a}.attack .to5{--a-to:#bb4a62}
.attack .arrow{fill:none;stroke:var(--a-to);stroke-width:1.6}
.attack .tip,.attack .bar{fill:var(--a-to)}
.attack .box{fill:var(--a-panel);stroke:var(--a-line)}
.attack .full{stroke:var(--a-ink);stroke-width:1.6}
.attack .over{stroke:var(--a-bad);stroke-width:2}
.attack figcaption{margin:.3rem 0 .4rem;font-size:.9rem}
.attack .wrong{color:var(--a-bad);font-weight:600}
"""

WIDTH, ROW, TOP = 1000, 24, 26
NAME, POWER, RULES, WISHES, ARROW, BOX = 34, 182, 247, 450, 742, 862
MARKS = {State.OBEYED: "✓", State.DISOBEYED: "✗", State.IDLE: "·"}


@dataclass(frozen=True)
class Wish:
    """A pill: what is required and what became of it; ``state`` None before any answer."""

    text: str
    title: str
    state: State | None


def draw(instance: Instance, answer: Declaration | None) -> str:
    """An HTML fragment; an illegal answer is drawn too, with what is wrong about it."""
    height = TOP + max(ROW * len(instance.attackers), 44 * len(instance.defenders)) + 6
    shown = _known(instance, answer) if answer is not None else None
    parts = [
        '<figure class="attack" data-wide="">',
        f"<figcaption>{_caption(instance, answer)}</figcaption>",
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="attackers and defenders">',
        _heads(instance),
    ]
    wishes = _wishes(instance, shown)
    targets = dict(shown or ())
    for index in range(len(instance.attackers)):
        parts.append(_row(instance, index, targets.get(index), shown is not None, wishes[index]))
    parts.extend(_defenders(instance, shown, height))
    parts.append("</svg></figure>")
    return "\n".join(parts)


def _known(instance: Instance, answer: Declaration) -> Declaration:
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
        attack_rules.check(instance, answer)
    except IllegalAnswer as error:
        return False, f"Illegal: {error.message}"
    tally = dict.fromkeys(State, 0)
    for item in attack_rules.requirements(instance, answer):
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


def _heads(instance: Instance) -> str:
    heads = (
        (NAME, "creature"), (POWER, "power"), (RULES, "restrictions"),
        (WISHES, "requirements"), (BOX, "defender"),
    )  # fmt: skip
    if not instance.attackers:
        return f'<text class="head" x="{NAME}" y="{TOP + 20}">no creature</text>'
    return "".join(f'<text class="head" x="{x}" y="15">{word}</text>' for x, word in heads)


def _row(
    instance: Instance, index: int, target: int | None, answered: bool, wishes: list[Wish]
) -> str:
    attacker, y = instance.attackers[index], TOP + ROW * index
    kind = "goes" if target is not None else "home" if answered else "open"
    base = y + 16
    colours = "".join(colour.value for colour in attacker.colours)
    rules = ", ".join(restrictions(instance, attacker))
    return "".join(
        (
            f'<g class="{kind}"><rect class="row" x="0" y="{y}" width="{ARROW}" height="{ROW}" />',
            f'<line class="line" x1="0" y1="{y + ROW}" x2="{ARROW}" y2="{y + ROW}" />',
            f'<text class="soft num" x="24" y="{base}" text-anchor="end">{index}</text>',
            _text(NAME, base, attacker.name, 21, "name"),
            f'<text class="num" x="{POWER + 22}" y="{base}" text-anchor="end">',
            f"{attacker.power}</text>",
            f'<text class="soft" x="{POWER + 27}" y="{base}" font-size="9">{colours}</text>',
            _text(RULES, base, rules, 34, "tag"),
            _pills(wishes, y),
            "</g>",
        )
    )


def _text(x: int, y: int, text: str, most: int, kind: str) -> str:
    if not text:
        return ""
    cut = text if len(text) <= most else text[: most - 1] + "…"
    title = "" if cut == text else f"<title>{escape(text)}</title>"
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(cut)}{title}</text>'


def restrictions(instance: Instance, attacker: Attacker) -> list[str]:
    """What forbids a creature to attack, in few words each."""
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
    found.extend(f"needs {attack_rules.describe_need(need)}" for need in attacker.needs)
    return found


def _wishes(instance: Instance, shown: Declaration | None) -> list[list[Wish]]:
    """For each creature its pills; what it drags is summed up in one."""
    rows: list[list[Wish]] = [[] for _ in instance.attackers]
    dragged: dict[int, list[Requirement]] = {}
    for item in attack_rules.requirements(instance, shown or ()):
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


def _pills(wishes: list[Wish], y: int) -> str:
    parts, x = [], WISHES
    for place, wish in enumerate(wishes):
        text = f"{MARKS[wish.state]} {wish.text}" if wish.state else wish.text
        width = 12 + round(6.1 * len(text))
        rest = wishes[place:]
        if x + width > ARROW - (34 if len(rest) > 1 else 6):
            title = "; ".join(item.title for item in rest)
            bad = any(item.state is State.DISOBEYED for item in rest)
            parts.append(_pill(x, y, f"+{len(rest)}", title, State.DISOBEYED if bad else None))
            break
        parts.append(_pill(x, y, text, wish.title, wish.state))
        x += width + 4
    return "".join(parts)


def _pill(x: int, y: int, text: str, title: str, state: State | None) -> str:
    width = 12 + round(6.1 * len(text))
    return (
        f'<g class="{state.value if state else "open"}"><title>{escape(title)}</title>'
        f'<rect class="pill" x="{x}" y="{y + 3}" width="{width}" height="18" rx="9" />'
        f'<text class="tag" x="{x + width / 2:g}" y="{y + 16}" text-anchor="middle">'
        f"{escape(text)}</text></g>"
    )


def _defenders(instance: Instance, shown: Declaration | None, height: int) -> list[str]:
    parts, share = [], (height - TOP - 6) / len(instance.defenders)
    for index, defender in enumerate(instance.defenders):
        middle = TOP + share * (index + 0.5)
        crowd = [attacker for attacker, target in shown or () if target == index]
        for place, attacker in enumerate(crowd):
            end = middle + 30 * ((place + 1) / (len(crowd) + 1) - 0.5)
            parts.append(_arrow(index, TOP + ROW * (attacker + 0.5), end))
        cap = defender.max_attackers
        count = "" if shown is None else f"{len(crowd)}"
        limit = "any number" if cap is None else f"at most {cap}"
        note = f"{count} · {limit}" if count else limit
        state = "" if cap is None or shown is None or len(crowd) < cap else " full"
        state = " over" if cap is not None and len(crowd) > cap else state
        parts.append(
            f'<rect class="box{state}" x="{BOX}" y="{middle - 19:g}" width="134" height="38" '
            'rx="5" />'
            f'<g class="to{index}">'
            f'<rect class="bar" x="{BOX}" y="{middle - 19:g}" width="4" height="38" /></g>'
            + _text(BOX + 12, round(middle - 3), f"{index}  {defender.name}", 17, "name")
            + f'<text class="soft" x="{BOX + 12}" y="{middle + 12:g}" font-size="11">{note}</text>'
        )
    return parts


def _arrow(defender: int, start: float, end: float) -> str:
    tip, bend = BOX - 2, (ARROW + BOX) / 2
    return (
        f'<g class="to{defender}"><path class="arrow" d="M{ARROW + 2} {start:g}'
        f'C{bend:g} {start:g} {bend:g} {end:g} {tip - 6} {end:g}" />'
        f'<path class="tip" d="M{tip} {end:g}l-8 -3.5v7z" /></g>'
    )
