"""Situations as HTML and as text: lands, what was tapped for what, or why it cannot be."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import chain, groupby

from judge.plugin import IllegalAnswer

from .answers import Answer, Line, says_yes
from .explain import Explanation, explain, narrate
from .game import Play, Step, check_play
from .input import Instance, Situation
from .lands import Land, Table

#: Bounds of a picture: bytes of HTML, wrong situations, situations when none is wrong. A report
#: holds one picture for each wrong solution.
MOST_HTML = 40_000
MOST_WRONG = 12
FIRST_FEW = 3
WIDTH = 80
#: Bytes that the closing line may take.
CLOSING = 100

CSS = """
.mana { --mana-line: #c9c9c2; --mana-card: #fbfbf7; --mana-ink: #23231f; --mana-dim: #63635b;
  --mana-good: #176b3a; --mana-bad: #b3261e; --mana-w: #f3e6a2; --mana-u: #a9d3ee;
  --mana-b: #c4bcc2; --mana-r: #f3a98b; --mana-g: #9bcfa9; --mana-c: #d8d5cf;
  --mana-pip-ink: #1d1d1a; color: var(--mana-ink); line-height: 1.45; }
@media (prefers-color-scheme: dark) {
  .mana { --mana-line: #4a4a45; --mana-card: #26262a; --mana-ink: #e8e8e2; --mana-dim: #a3a39b;
    --mana-good: #7bd69b; --mana-bad: #ff9d92; }
}
.mana-case { border: 1px solid var(--mana-line); border-radius: .5rem; padding: .6rem .9rem;
  margin: 0 0 .8rem; background: var(--mana-card); }
.mana-title { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline;
  margin: 0 0 .4rem; font-size: 1rem; font-weight: 600; }
.mana-good { color: var(--mana-good); } .mana-bad { color: var(--mana-bad); }
.mana-fault { font-weight: 400; }
.mana-dim, .mana-row > dt { color: var(--mana-dim); font-weight: 400; }
.mana > p { margin: 0 0 .6rem; }
.mana-row { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .35rem .6rem;
  margin: 0; }
.mana-row > dd { margin: 0; display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; }
.mana-land { border: 1px solid var(--mana-line); border-radius: .35rem; padding: .05rem .4rem; }
.mana-pip { display: inline-block; min-width: 1.25em; height: 1.25em; border-radius: 1em;
  text-align: center; font-size: .75em; font-weight: 600; line-height: 1.25em;
  color: var(--mana-pip-ink); background: var(--mana-c); vertical-align: .08em;
  box-shadow: inset 0 0 0 1px var(--mana-line); }
.mana-pip-w { background: var(--mana-w); } .mana-pip-u { background: var(--mana-u); }
.mana-pip-b { background: var(--mana-b); } .mana-pip-r { background: var(--mana-r); }
.mana-pip-g { background: var(--mana-g); }
.mana-why { margin: .5rem 0 .2rem; }
.mana-scroll { overflow-x: auto; }
.mana-play { border-collapse: collapse; font-size: .92em; }
.mana-play th, .mana-play td { text-align: left; padding: .1rem .9rem .1rem 0;
  border-bottom: 1px solid var(--mana-line); }
.mana-play th { color: var(--mana-dim); font-weight: 400; }
.mana-play td:nth-child(n+3) { text-align: right; font-variant-numeric: tabular-nums; }
.mana-play th:nth-child(n+3) { text-align: right; }
@media (max-width: 40rem) {
  .mana-case { padding: .5rem .6rem; }
  .mana-row { grid-template-columns: minmax(0, 1fr); gap: .1rem; }
  .mana-row > dd { margin: 0 0 .35rem; }
  .mana-play th, .mana-play td { padding-right: .5rem; }
}
"""


def wrong_lines(instance: Instance, answer: Answer, table: Table) -> list[int]:
    """Indices from 0 of the lines that are not right; a log must also be a legal play."""
    explained = zip(instance, answer, _explained(instance, table), strict=True)
    return [index for index, (case, line, verdict) in enumerate(explained)
            if fault(case, line, verdict, table)]


@lru_cache(maxsize=4)  # a page draws many answers to one instance
def _explained(instance: Instance, table: Table) -> tuple[Explanation, ...]:
    return tuple(explain(case, table) for case in instance)


def draw(instance: Instance, answer: Answer | None, table: Table) -> str:
    """HTML of the first situations that differ, or the first few of all; at most ``MOST_HTML``
    bytes, a closing line counts those that are not drawn."""
    shown, head = _choose(instance, answer, table)
    parts, drawn = ['<div class="mana">', f"<p>{escape(head)}</p>"], 0
    size = sum(map(len, parts)) + CLOSING
    for index in shown[:MOST_WRONG]:
        line = None if answer is None else answer[index]
        part = _case(index, instance[index], line, table)
        size += len(part.encode()) + 1
        if size > MOST_HTML:
            break
        parts.append(part)
        drawn += 1
    if drawn < len(shown):
        parts.append(f'<p class="mana-dim">{len(shown) - drawn} more are not drawn.</p>')
    return "\n".join([*parts, "</div>"])


def sketch(instance: Instance, answer: Answer | None, table: Table) -> str:
    """The same as plain text, no line longer than ``WIDTH``; at most 20 situations."""
    shown, head = _choose(instance, answer, table)
    rows = textwrap.wrap(head, WIDTH)
    for index in shown[:20]:
        line = None if answer is None else answer[index]
        rows += ["", *_case_rows(index, instance[index], line, table)]
    if len(shown) > 20:
        rows += ["", f"… and {len(shown) - 20} more"]
    return "\n".join(rows) + "\n"


def sketch_part(instance: Instance, index: int, table: Table) -> str:
    """One situation as text: a cheapest play step by step and as an output line, or the reason
    why there is none. Only the output line may be longer than ``WIDTH``."""
    case = instance[index]
    known = explain(case, table)
    rows = [f"case {index + 1} of {len(instance)}: {'YES' if known.possible else 'NO'}",
            *_board_rows(case), *_wrapped("", known.reason)]
    if known.play:
        rows += ["", "  " + ("What to do:" if known.possible else "The cheapest way, which kills:")]
        rows += chain.from_iterable(_wrapped(f"{number}. ", action)
                                    for number, action in enumerate(known.actions(), start=1))
    rows += ["", "The output line, with the log that the checker verifies:" if known.possible
             else "The output line:", known.line]
    return "\n".join(rows) + "\n"


def explain_wrong(instance: Instance, answer: Answer, limit: int, table: Table) -> list[str]:
    """Paragraphs: how many lines are wrong, the first ``limit`` of them with situation and
    reason, how many more there are. Empty if none is wrong."""
    wrong = wrong_lines(instance, answer, table)
    if not wrong:
        return []
    told = ["\n".join(textwrap.wrap(count_of_wrong(wrong, len(instance)), WIDTH))]
    for index in wrong[:limit]:
        case, line = instance[index], answer[index]
        known = explain(case, table)
        rows = textwrap.wrap(f"line {index + 1} says {_said(line)}. "
                             f"{fault(case, line, known, table)}", WIDTH)
        rows += [*_board_rows(case), *_wrapped("", known.reason)]
        told.append("\n".join(rows + (_wrapped("", known.line) if known.possible else [])))
    if len(wrong) > limit:
        told.append(f"… and {len(wrong) - limit} more")
    return told


def _choose(instance: Instance, answer: Answer | None, table: Table) -> tuple[list[int], str]:
    """Which situations to show, and a sentence about all of them."""
    first = list(range(min(FIRST_FEW, len(instance))))
    if answer is None:
        yes = sum(explain(case, table).possible for case in instance)
        return first, (f"{len(instance)} cases, {yes} of them YES, "
                       f"at most {max(map(_lands, instance), default=0)} lands. "
                       f"The first {len(first)}:")
    wrong = wrong_lines(instance, answer, table)
    if wrong:
        return wrong, count_of_wrong(wrong, len(instance))
    return first, f"All {len(instance)} lines are right. The first {len(first)}:"


def count_of_wrong(wrong: Sequence[int], lines: int) -> str:
    numbers = ", ".join(str(index + 1) for index in wrong[:30])
    are = "line is" if lines == 1 else "lines are"
    return f"{len(wrong)} of {lines} {are} wrong: {numbers}{', …' if len(wrong) > 30 else '.'}"


def _lands(case: Situation) -> int:
    return len(case.battlefield) + len(case.library)


def fault(case: Situation, line: Line, known: Explanation, table: Table) -> str:
    """What is wrong with a line, the empty string if nothing is."""
    if says_yes(line) != known.possible:
        return f"The right answer is {'YES' if known.possible else 'NO'}."
    if not isinstance(line, bool):
        try:
            check_play(case, line, table)
        except IllegalAnswer as error:
            return f"The log breaks a rule. {error}"
    return ""


def _said(line: Line) -> str:
    word = "YES" if says_yes(line) else "NO"
    return word if isinstance(line, bool) else word + ", with a log"


# --- HTML ----------------------------------------------------------------------------------


def _case(index: int, case: Situation, line: Line | None, table: Table) -> str:
    known = explain(case, table)
    return "\n".join([
        '<section class="mana-case">',
        f'<p class="mana-title">{_title(index, case, line, known, table)}</p>',
        board(case, table),
        f'<p class="mana-why">{escape(known.reason)}</p>',
        play_table(known) if known.play else "",
        "</section>",
    ])


def board(case: Situation, table: Table) -> str:
    """The lands, the cost and the life of a situation."""
    return "\n".join([
        '<dl class="mana-row">',
        f"<dt>Battlefield</dt><dd>{_chips(case.battlefield, table)}</dd>",
        f"<dt>Library</dt><dd>{_chips(case.library, table)}</dd>" if case.library else "",
        f'<dt>To pay</dt><dd>{_pips(case.cost)} <span class="mana-dim">with</span> '
        f"{case.life} life</dd>",
        "</dl>",
    ])


def _title(index: int, case: Situation, line: Line | None, known: Explanation,
           table: Table) -> str:
    parts = [f"<span>Case {index + 1}</span>"]
    if line is None:
        parts.append(f"<span>{'YES' if known.possible else 'NO'}</span>")
        return "".join(parts)
    wrong = fault(case, line, known, table)
    parts.append(f'<span class="mana-{"bad" if wrong else "good"}">'
                 f'{"✗" if wrong else "✓"} said {_said(line)}</span>')
    if wrong:
        parts.append(f'<span class="mana-fault">{escape(wrong)}</span>')
    return "".join(parts)


def _chips(names: Sequence[str], table: Table) -> str:
    if not names:
        return '<span class="mana-dim">none</span>'
    chips = []
    for name, copies in Counter(names).items():
        times = f"{copies} × " if copies > 1 else ""
        chips.append(f'<span class="mana-land">{times}{escape(name)} '
                     f"{_ability(table[name])}</span>")
    return "".join(chips)


def _ability(land: Land) -> str:
    """The alternatives between slashes, each with the life it costs; notes after them."""
    ways = []
    for way in land.alternatives:
        cost = f"−{way.life} " if way.life else ""
        ways.append(cost + (_pips(way.mana) if way.mana else escape(way.fetch)))
    if len({way.life for way in land.alternatives}) == 1 and land.alternatives[0].life:
        cost = f"−{land.alternatives[0].life} "
        ways = [cost + ways[0].removeprefix(cost), *(way.removeprefix(cost) for way in ways[1:])]
    notes = f" enters −{land.entry}" if land.entry else f" Tron {land.tron}" if land.tron else ""
    return f'<span class="mana-dim">{" / ".join(ways)}{notes}</span>'


def _pips(symbols: str) -> str:
    pips = [f'<span class="mana-pip mana-pip-{symbol.lower()}">{symbol}</span>'
            for symbol in symbols[:200]]
    return "".join(pips) + ("…" if len(symbols) > 200 else "")


def play_table(known: Explanation) -> str:
    """A table of the steps; the life after each, even where one is already dead."""
    rows, life = [], known.situation.life
    for step, times in _runs(known.play or ()):
        life -= step.life * times
        name = escape(step.land) + (f" → {escape(step.card)}" if step.card else "")
        dead = ' class="mana-bad"' if life <= 0 else ""
        rows.append(f"<tr><td>{f'{times} × ' if times > 1 else ''}{name}</td>"
                    f"<td>{_pips(step.mana * times)}</td>"
                    f"<td>{f'−{step.life * times}' if step.life else ''}</td>"
                    f"<td{dead}>{life}</td></tr>")
    return ('<div class="mana-scroll"><table class="mana-play"><thead><tr><th>tapped</th>'
            "<th>mana</th><th>life paid</th><th>life left</th></tr></thead>"
            f"<tbody>{''.join(rows)}</tbody></table></div>")


def _runs(play: Play) -> Iterator[tuple[Step, int]]:
    """Equal steps that follow one another, with their number."""
    for step, same in groupby(play):
        yield step, sum(1 for _ in same)


# --- text ----------------------------------------------------------------------------------


def _case_rows(index: int, case: Situation, line: Line | None, table: Table) -> list[str]:
    known = explain(case, table)
    title = f"case {index + 1}: {'YES' if known.possible else 'NO'}"
    rows = []
    if line is not None:
        wrong = fault(case, line, known, table)
        title += f", they said {'YES' if says_yes(line) else 'NO'}"
        rows += _wrapped("", wrong if wrong.startswith("The log") else "")
    rows += [*_board_rows(case), *_wrapped("", known.reason)]
    for step in known.play or ():
        rows += _wrapped("- ", narrate(step))
    return [title, *rows]


def _board_rows(case: Situation) -> list[str]:
    library = _wrapped("library: ", _counted(case.library)) if case.library else []
    return [*_wrapped("battlefield: ", _counted(case.battlefield)), *library,
            *_wrapped("", f"life {case.life}, cost {case.cost}")]


def _counted(names: Sequence[str]) -> str:
    return ", ".join(f"{copies} {name}" if copies > 1 else name
                     for name, copies in Counter(names).items()) or "none"


def _wrapped(label: str, text: str) -> list[str]:
    if not text:
        return []
    return textwrap.wrap(label + text, WIDTH, initial_indent="  ", subsequent_indent="    ")
