"""Two declarations in one table: each creature once, with what differs marked."""

from __future__ import annotations

from html import escape

from . import draw
from .draw import Wish
from .rules import Declaration, Instance, State

CSS = """
.attack .versus{overflow-x:auto}
.attack .versus table{border-collapse:collapse;width:100%;min-width:34rem}
.attack .versus :is(th,td){padding:.3rem .5rem;text-align:left;vertical-align:top;
font-weight:400;border-bottom:1px solid var(--a-line)}
.attack .versus thead th{color:var(--a-soft);vertical-align:bottom}
.attack .versus thead b{display:block;color:var(--a-ink);font-size:13.5px}
.attack .versus tbody th{font-weight:600;overflow-wrap:anywhere}
.attack .versus .differs{background:var(--a-row)}
.attack .versus .differs th{box-shadow:inset 3px 0 var(--a-bad)}
.attack .versus .same{color:var(--a-soft)}
.attack .versus .target{display:inline-block;margin-right:.4rem}
.attack .versus .stays{margin-right:.4rem}
.attack .versus .pill{display:inline-block;margin:0 .2rem .15rem 0}
.attack .versus del{color:var(--a-bad)}
"""

#: Creatures about which both declarations agree are listed up to this number of rows in all.
MOST_ROWS = 200


def draw_pair(instance: Instance, theirs: Declaration, best: Declaration) -> str:
    """An HTML fragment of at most ``MOST_ROWS`` rows, those that differ first in doubt."""
    columns = [_Column(instance, declaration) for declaration in (theirs, best)]
    indices = range(len(instance.attackers))
    differing = [index for index in indices if columns[0].cell(index) != columns[1].cell(index)]
    shown = differing[:MOST_ROWS]
    if len(indices) <= MOST_ROWS:
        shown = list(indices)
    rows = "".join(_row(instance, index, columns, index in set(differing)) for index in shown)
    left = len(indices) - len(shown)
    rest = f'<p class="soft">{left} more creatures are not listed.</p>' if left else ""
    heads = "".join(
        f"<th scope=col><b>{title}</b>{_summary(instance, declaration)}</th>"
        for title, declaration in (("Theirs", theirs), ("Best", best))
    )
    caption = f"{len(differing)} of {len(indices)} creatures differ; they are marked at the left."
    return (
        '<figure class="attack" data-wide="">'
        f'<figcaption>{caption}</figcaption><div class="versus"><table>'
        f"<thead><tr><th scope=col>creature</th>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>{rest}</figure>"
    )


def _summary(instance: Instance, declaration: Declaration) -> str:
    legal, text = draw.summary(instance, declaration)
    return escape(text) if legal else f'<span class="wrong">{escape(text)}</span>'


class _Column:
    """One declaration: what each creature does, and the state of its requirements."""

    def __init__(self, instance: Instance, declaration: Declaration) -> None:
        known = draw.known(instance, declaration)
        self._instance = instance
        self._targets = dict(known)
        self._wishes = draw.wishes(instance, known)

    def cell(self, index: int) -> str:
        target = self._targets.get(index)
        if target is None:
            whom = '<span class="stays soft">stays</span>'
        else:
            name = escape(self._instance.defenders[target].name)
            whom = f'<span class="target to{target}">→ {target} {name}</span>'
        return whom + "".join(_pill(wish) for wish in self._wishes[index])


def _pill(wish: Wish) -> str:
    state = wish.state or State.IDLE
    return (
        f'<span class="pill {state.value}" title="{escape(wish.title)}">'
        f"{draw.MARKS[state]} {escape(wish.text)}</span>"
    )


def _row(instance: Instance, index: int, columns: list[_Column], differs: bool) -> str:
    attacker = instance.attackers[index]
    limits = ", ".join(draw.restrictions(instance, attacker))
    note = f' <span class="soft">{escape(limits)}</span>' if limits else ""
    cells = "".join(f"<td>{column.cell(index)}</td>" for column in columns)
    return (
        f'<tr class="{"differs" if differs else "same"}"><th scope=row>{index} '
        f"{escape(attacker.name)}{note}</th>{cells}</tr>"
    )
