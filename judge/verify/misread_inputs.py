"""The stored invalid inputs that the plug-in reads all the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from judge.common import foreign_files
from judge.common.foreign_files import CASE_BYTES
from judge.plugin import InputError
from judge.verify.drawn_inputs import shown
from judge.verify.plugin_calls import ask
from judge.verify.stored_outputs import validator_case
from judge.verify.subject import Subject

#: A plug-in that refuses so many invalid inputs, and this part of all, means to refuse every one.
LEAST_REFUSED, STRICT = 10, 0.9


@dataclass(frozen=True)
class MisreadInputs:
    """``messages``: one for each that is read, and that the validators still reject as the plug-in
    writes it. ``altered``: one for each that they accept then, though more than white space is
    different, and not only white space is wrong. ``refused``: how many the plug-in refuses."""

    messages: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()
    refused: int = 0

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong if the plug-in means to refuse every one; it may look at less."""
        found = (*self.messages, *self.altered)
        is_strict = self.refused >= max(LEAST_REFUSED, STRICT * (self.refused + len(found)))
        return found if is_strict else ()


def misread_inputs(subject: Subject, complaint: Callable[[str], str]) -> MisreadInputs:
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
    return MisreadInputs(tuple(messages), tuple(altered), refused)


def _respaced(text: str) -> tuple[str, str, str]:
    """The text with its white space as most formats have it, ever less of it: a plug-in may leave
    white space to the validators, and write what a text leaves out."""
    lines = [line.rstrip() for line in text.strip().splitlines()]
    filled = [re.sub(r"\s+", " ", line.strip()) for line in lines if line]
    return "\n".join(lines) + "\n", "\n".join(filled) + "\n", " ".join(filled) + "\n"


def _is_read_as(subject: Subject, text: str, instance: Any) -> bool:
    try:
        return bool(ask(subject.plugin.parse, text) == instance)
    except InputError:
        return False
