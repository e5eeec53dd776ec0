"""The pictures of a plug-in can be drawn: of stored cases and drawn instances, right answers, wrong
ones and none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.packages.case_files import LoadedCase
from judge.packages.plugin_faults import PluginFault
from judge.packages.problem_plugin import REFUSED
from judge.verify import mutants
from judge.verify.deadline import Deadline
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject

NAME = "pictures"
METHODS = ("draw", "draw_pair", "sketch")
#: How many stored cases are drawn with wrong answers, the smallest ones, and with how many of each.
MOST_INSTANCES, MOST_WRONG = 60, 4
#: So many of the largest ones come first.
LARGEST = 4
#: The sizes of random instances.
SIZES = (0, 1, 2, 3, 5, 8, 12)
#: The page forbids these; see ``Drawing`` in the contract of plug-ins.
_FORBIDDEN = re.compile(
    r"<script\b|<style\b|\sstyle\s*=|\son\w+\s*=\s*[\"']|javascript:", re.IGNORECASE
)


class Shown(Struct, frozen=True):
    """An instance with answers to draw; ``best`` is None where none is known."""

    name: str
    instance: Any
    best: Any
    wrong: tuple[Any, ...] = ()


def check(subject: Subject) -> Finding:
    """Fault: a picture cannot be drawn, or has what the page forbids."""
    offered = [name for name in METHODS if subject.plugin.offers(name)]
    if not offered:
        return Finding(NAME, Status.OK, "the plug-in draws none")
    deadline, count, faults = Deadline(subject.seconds / 2), 0, dict[str, str]()
    for shown in deadline.items(_instances(subject)):
        for name, draw in _pictures(subject, shown):
            count += 1
            if name not in faults and (wrong := _wrong(name, draw)):
                faults[name] = f"{wrong}; {shown.name}"
    if faults:
        said = tuple(faults.values())
        return Finding(NAME, Status.FAULT, said[0], said[1:EXAMPLES])
    return Finding(NAME, Status.OK, f"{counted(count, 'picture')} of {' and '.join(offered)}")


def _instances(subject: Subject) -> Iterator[Shown]:
    """The largest stored cases, the smallest ones with wrong answers, random instances, and the
    other stored cases."""
    contexts = sorted(subject.contexts.items(), key=lambda item: (sum(item[1].size), item[0]))
    large = contexts[MOST_INSTANCES:]
    yield from (_stored(*one) for one in large[-LARGEST:])
    for name, loaded in contexts[:MOST_INSTANCES]:
        yield replace(_stored(name, loaded), wrong=tuple(_wrong_answers(subject, name)))
    if subject.plugin.offers("generate"):
        for size in SIZES:
            instance = ask(subject.plugin.generate, subject.rng(f"{NAME} {size}"), size)
            yield Shown(f"generate at size {size}", instance, None)
    yield from (_stored(*one) for one in large[:-LARGEST])


def _stored(name: str, loaded: LoadedCase) -> Shown:
    """A stored case with its best answer."""
    return Shown(name, loaded.instance, loaded.best.answer if loaded.best else None)


def _wrong_answers(subject: Subject, case: str) -> Iterator[Any]:
    """Answers that a mutant of a right output says."""
    instance, found = subject.contexts[case].instance, 0
    for one in mutants.of_case(subject, case):
        if found == MOST_WRONG:
            return
        try:
            yield subject.plugin.decode(one.mutant.text, instance, one.reading)
        except REFUSED:
            continue
        found += 1


def _pictures(subject: Subject, shown: Shown) -> Iterator[tuple[str, Callable[[], str]]]:
    plugin, instance = subject.plugin, shown.instance
    answers = [None, *([] if shown.best is None else [shown.best]), *_legal(subject, shown)]
    for name in ("draw", "sketch"):
        if plugin.offers(name):
            for answer in answers:
                yield name, partial(getattr(plugin, name), instance, answer)
    if plugin.offers("draw_pair") and shown.best is not None:
        for answer in shown.wrong:
            yield "draw_pair", partial(plugin.draw_pair, instance, answer, shown.best)


def _legal(subject: Subject, shown: Shown) -> Iterator[Any]:
    """The wrong answers that break no rule: others are drawn in pairs only."""
    for answer in shown.wrong:
        try:
            if subject.plugin.offers("score"):
                subject.plugin.score(shown.instance, answer)
        except REFUSED:
            continue
        yield answer


def _wrong(name: str, draw: Callable[[], str]) -> str:
    """What is wrong with a picture; empty if nothing is."""
    try:
        text = draw()
    except PluginFault as error:
        return one_line(str(error), 300)
    if not text.strip():
        return f"{name} draws nothing"
    if name != "sketch" and (found := _FORBIDDEN.search(text)):
        return f"{name} has {found[0].strip()!r}, which the page forbids"
    return ""
