"""An output beside the right one: the lines that it got wrong, each with both answers."""

from __future__ import annotations

from html import escape

from . import draw
from .answers import Answer, Line, says_yes
from .explain import Explanation, explain
from .game import Step
from .input import Instance
from .lands import Table

CSS = """
.mana-both { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr));
  gap: .6rem 1.2rem; margin-top: .5rem; }
.mana-both > div { min-width: 0; border-top: 3px solid var(--mana-bad); padding-top: .3rem; }
.mana-both > div + div { border-top-color: var(--mana-good); }
.mana-both p { margin: 0 0 .3rem; }
"""


def draw_pair(instance: Instance, theirs: Answer, table: Table) -> str:
    """HTML of the lines that ``theirs`` got wrong, each beside the right line; at most
    ``draw.MOST_HTML`` bytes, and a closing line counts those that are not drawn. The right lines
    are those of the exact solver, which has a play for every YES."""
    wrong = draw.wrong_lines(instance, theirs, table)
    parts, drawn = (
        ['<div class="mana" data-wide="">', f"<p>{escape(_head(wrong, instance))}</p>"],
        0,
    )
    size = sum(map(len, parts)) + draw.CLOSING
    for index in wrong[: draw.MOST_WRONG]:
        part = _case(index, instance, theirs[index], table)
        size += len(part.encode()) + 1
        if size > draw.MOST_HTML:
            break
        parts.append(part)
        drawn += 1
    if drawn < len(wrong):
        parts.append(f'<p class="mana-dim">{len(wrong) - drawn} more are not drawn.</p>')
    return "\n".join([*parts, "</div>"])


def _head(wrong: list[int], instance: Instance) -> str:
    if not wrong:
        return f"All {len(instance)} lines are right."
    return draw.count_of_wrong(wrong, len(instance))


def _case(index: int, instance: Instance, line: Line, table: Table) -> str:
    case = instance[index]
    known = explain(case, table)
    theirs = (
        f'<p><b class="mana-bad">Theirs: {"YES" if says_yes(line) else "NO"}</b></p>'
        f"<p>{escape(draw.fault(case, line, known, table))}</p>{_log(line)}"
    )
    return "\n".join(
        (
            '<section class="mana-case">',
            f'<p class="mana-title"><span>Line {index + 1}</span></p>',
            draw.board(case, table),
            f'<div class="mana-both"><div>{theirs}</div><div>{_right(known)}</div></div>',
            "</section>",
        )
    )


def _right(known: Explanation) -> str:
    word = "YES" if known.possible else "NO"
    play = draw.play_table(known) if known.play else ""
    return f'<p><b class="mana-good">Right: {word}</b></p><p>{escape(known.reason)}</p>{play}'


def _log(line: Line) -> str:
    """The steps of a log, as they were printed."""
    if isinstance(line, bool) or not line:
        return ""
    return f"<ol>{''.join(_step(step) for step in line[:40])}</ol>"


def _step(step: Step) -> str:
    return f"<li>{escape(str(step))}</li>"
