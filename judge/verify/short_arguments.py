"""Arguments of functions that leave out what large instances hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from judge.verify.deadline import Deadline
from judge.verify.drawn_inputs import shown
from judge.verify.plugin_calls import ask, ask_for
from judge.verify.subject import Subject

#: So many of the largest stored instances, and of small draws; of so many neighbours some.
MOST_LARGE, MOST_SMALL, MOST_NEIGHBOURS, EACH = 4, 60, 2000, 40
#: So many neighbours of large instances have the same arguments, and none of so many of small ones.
LEAST_ALIKE, LEAST_SMALL = 3, 20
#: Longer inputs take too long to be reduced.
MOST_TEXT = 100_000


def fault(subject: Subject, small: Sequence[Any], seconds: float) -> str:
    """A message if what reductions take away from large stored instances changes no argument, and
    that from small draws always does; empty otherwise. ``small``: draws, small ones first."""
    if not subject.plugin.offers("arguments", "smaller", "render"):
        return ""
    deadline = Deadline(seconds)
    texts = {
        name: ask(subject.plugin.render, loaded.instance)
        for name, loaded in subject.contexts.items()
    }
    names = sorted(
        (one for one in texts if len(texts[one]) <= MOST_TEXT), key=lambda one: -len(texts[one])
    )
    for name in deadline.items(names[:MOST_LARGE]):
        alike, _ = _alike(subject, [subject.contexts[name].instance], deadline)
        if len(alike) < LEAST_ALIKE:
            continue
        half = small[: (len(small) + 1) // 2]
        also, tried = _alike(subject, half[:: max(1, len(half) // MOST_SMALL)], Deadline(seconds))
        if also or tried < LEAST_SMALL:
            return ""
        said = f"arguments are the same for {name} and {len(alike)} smaller instances"
        return f"{said}, such as {shown(alike[-1])}, and those of small draws differ"
    return ""


def _alike(subject: Subject, instances: Iterable[Any], deadline: Deadline) -> tuple[list[str], int]:
    """The texts of those neighbours that are other instances and have the same arguments, and how
    many were looked at."""
    plugin, alike, tried = subject.plugin, list[str](), 0
    for instance in instances:
        if deadline.is_over:
            break
        own, text = ask(plugin.arguments, instance), ask(plugin.render, instance)
        near = ask_for(plugin.smaller, instance, most=MOST_NEIGHBOURS)
        for one in near[:: max(1, len(near) // EACH)]:
            if (other := ask(plugin.render, one)) != text:
                tried += 1
                if ask(plugin.arguments, one) == own:
                    alike.append(other)
    return alike, tried
