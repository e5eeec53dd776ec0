"""Invalid inputs that the plug-in reads all the same: stored ones, and those with text behind their
end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec import Struct

from judge.common import foreign_files
from judge.common.foreign_files import CASE_BYTES
from judge.common.safe_text import one_line
from judge.packages.plugin_faults import PluginFault
from judge.plugin import InputError
from judge.verify.drawn_inputs import shown
from judge.verify.plugin_calls import ask
from judge.verify.spoilt_files import LEAST_KINDS
from judge.verify.stored_outputs import validator_case
from judge.verify.subject import Subject
from judge.verify.text_mutants import BEHIND, mutants_of_text

#: A plug-in that refuses so many invalid inputs, and this part of all, means to refuse every one.
LEAST_REFUSED, STRICT = 10, 0.9
#: So many inputs get text behind their end.
MOST_TEXTS = 3
LINE_BEHIND = "its last line once more"
#: The kinds of changes behind the end.
ENDS = BEHIND | {LINE_BEHIND}


class MisreadInputs(Struct, frozen=True):
    """``messages``: one for each that is read, and that the validators still reject as the plug-in
    writes it. ``altered``: one for each that they accept then, though more than white space is
    different, and not only white space is wrong. ``refused``: how many the plug-in refuses.
    ``ignored``: a message if it overlooks what is behind the end of an input."""

    messages: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()
    refused: int = 0
    ignored: str = ""

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong if the plug-in means to refuse every one; it may look at less."""
        found = (*self.messages, *self.altered)
        is_strict = self.refused >= max(LEAST_REFUSED, STRICT * (self.refused + len(found)))
        return (*((self.ignored,) if self.ignored else ()), *(found if is_strict else ()))


def find_misread(subject: Subject, complaint: Callable[[str], str]) -> MisreadInputs:
    """``complaint``: what the validators say of an input, with arguments that the plug-in knows."""
    plugin, refused = subject.plugin, 0
    messages, altered = list[str](), list[str]()
    if plugin.own is None or not plugin.offers("render"):
        return MisreadInputs()
    for name in subject.problem.tests.invalid_inputs:
        path = validator_case(subject.problem, name).input_path
        text = foreign_files.read(path, most=CASE_BYTES).decode("utf-8", "replace")
        try:
            instance = ask(plugin.parse, text)
        except InputError:
            refused += 1
            continue
        written = ask(plugin.render, instance)
        is_read = f"data/{name}.in is read by the plug-in as"
        if said := complaint(written):
            messages.append(f"{is_read} an input that {said}; input {shown(written)}")
        elif "".join(written.split()) != "".join(text.split()) and not any(
            not complaint(one) and _is_read_as(subject, one, instance) for one in _respaced(text)
        ):
            altered.append(f"{is_read} another input, {shown(written)}")
    ignored = ignored_end(subject, complaint)
    return MisreadInputs(tuple(messages), tuple(altered), refused, ignored)


def ignored_end(subject: Subject, complaint: Callable[[str], str]) -> str:
    """A message if the plug-in reads inputs with text behind their end as if it were not there, and
    the validators reject these, while it refuses every other wrong text; empty if not."""
    read: dict[str, str] = {}
    refused: set[str] = set()
    paths = sorted(
        (case.input_path for case in subject.problem.cases),
        key=lambda path: (path.stat().st_size, path.name),
    )
    for path in paths[:MOST_TEXTS]:
        text = foreign_files.read(path, most=CASE_BYTES).decode("utf-8", "replace")
        instance = ask(subject.plugin.parse, text)
        for name, changed in _with_wrong_text(text, subject.rng("ignored end")):
            if _is_read_as(subject, changed, instance) and complaint(changed):
                read.setdefault(name, changed)
            else:
                refused.add(name)
    always = [name for name in read if name not in refused]
    if not always or not ENDS.issuperset(always) or len(refused) < LEAST_KINDS:
        return ""
    kind = one_line(repr(read[always[0]][-60:]), 120)
    return f"the plug-in reads inputs with {always[0]} as if it were not there: … {kind}"


def _with_wrong_text(text: str, rng: Random) -> Iterator[tuple[str, str]]:
    """Wrong texts made of a valid input, with the kind of each."""
    last = text.rstrip("\n").rpartition("\n")[2]
    yield LINE_BEHIND, f"{text.rstrip()}\n{last}\n"
    for one in mutants_of_text(text.encode(), rng):
        if one.wrong:
            yield one.name, one.data.decode("utf-8", "replace")


def _respaced(text: str) -> tuple[str, str, str]:
    """The text with its white space as most formats have it, ever less of it: a plug-in may leave
    white space to the validators, and write what a text leaves out."""
    lines = [line.rstrip() for line in text.strip().splitlines()]
    filled = [re.sub(r"\s+", " ", line.strip()) for line in lines if line]
    return "\n".join(lines) + "\n", "\n".join(filled) + "\n", " ".join(filled) + "\n"


def _is_read_as(subject: Subject, text: str, instance: Any) -> bool:
    try:
        return bool(ask(subject.plugin.parse, text) == instance)
    except (InputError, PluginFault):
        return False
