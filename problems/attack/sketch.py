"""The board as text for a terminal of 80 columns."""

from __future__ import annotations

import textwrap

from . import draw, rules
from .rules import Declaration, Instance, State

WIDTH = 80
INDENT = " " * 8
GLUE = "\N{NO-BREAK SPACE}"  # keeps a mark and its first word on one line


def sketch(instance: Instance, answer: Declaration | None) -> str:
    """One line per creature and wrapped lines of its rules; no line is longer than 80."""
    _, head = draw.summary(instance, answer)
    lines = textwrap.wrap(head, WIDTH)
    targets = dict(answer or ())
    for index, defender in enumerate(instance.defenders):
        most = defender.max_attackers
        cap = "any number" if most is None else f"at most {most}"
        crowd = "" if answer is None else f"{list(targets.values()).count(index)} attack, "
        lines.append(_cut(f"  [{index}] {defender.name}: {crowd}{cap}"))
    for index, attacker in enumerate(instance.attackers):
        target = targets.get(index)
        mark, arrow = (">", f" -> [{target}]") if target is not None else (" ", "")
        colours = "".join(colour.value for colour in attacker.colours)
        text = f"{mark}{index:>4}  {attacker.name} {attacker.power}"
        lines.append(_cut(text + (f" {colours}" if colours else ""), WIDTH - 9) + arrow)
        notes = draw.restrictions(instance, attacker) + _wishes(instance, index, answer)
        wrapped = textwrap.wrap(
            "; ".join(notes), WIDTH, initial_indent=INDENT, subsequent_indent=INDENT
        )
        lines.extend(line.replace(GLUE, " ") for line in wrapped)
    return "\n".join(lines) + "\n"


def _cut(text: str, most: int = WIDTH) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def _wishes(instance: Instance, index: int, answer: Declaration | None) -> list[str]:
    marks = {State.OBEYED: "+", State.DISOBEYED: "!", State.IDLE: "o"}
    return [
        (marks[item.state] + GLUE if answer is not None else "")
        + draw.wish_text(instance, item)[1]
        for item in rules.requirements(instance, answer or ())
        if item.source == index
    ]
