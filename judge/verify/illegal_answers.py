"""Answers that break a rule of the plug-in, and answer validators that keep some rules alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from judge.common.safe_text import one_line
from judge.model import Case
from judge.plugin import Fate, Mutable
from judge.verify import mutants
from judge.verify.deadline import Deadline
from judge.verify.plugin_calls import own_mutants
from judge.verify.subject import Subject

#: So many cases of each kind of mutant must be accepted, and so many kinds rejected in every case:
#: answer validators that look at the format alone reject none.
LEAST_CASES, LEAST_REJECTED = 2, 2
#: What breaks a rule, or cannot be read.
_WRONG = (Fate.ILLEGAL, Fate.UNDECODABLE)


def overlooked(
    subject: Subject,
    cases: Sequence[Case],
    accepts: Callable[[Case, bytes], bool],
    deadline: Deadline,
) -> str:
    """A message if they accept one kind of illegal mutants in every case, and reject others; empty
    otherwise, and where answer files have a format of their own."""
    if subject.plugin.offers("parse_answer"):
        return ""
    judged: dict[str, list[tuple[bool, str]]] = defaultdict(list)
    for case in deadline.items(cases):
        for name, text in _illegal(subject, case):
            said = f"{one_line(repr(text), 150)} for {case.name}"
            judged[name].append((accepts(case, text.encode()), said))
    rejected = [name for name, all_of in judged.items() if not any(one for one, _ in all_of)]
    for name, all_of in judged.items():
        is_usual = len(all_of) >= LEAST_CASES and len(rejected) >= LEAST_REJECTED
        if is_usual and all(one for one, _ in all_of):
            said = f"they accept answers that the plug-in refuses ({name}), and reject other such"
            return f"{said} ones: {all_of[0][1]}"
    return ""


def _illegal(subject: Subject, case: Case) -> Iterator[tuple[str, str]]:
    plugin, loaded = subject.plugin, subject.contexts[case.name]
    if isinstance(plugin.own, Mutable) and loaded.best is not None:
        answer = loaded.best.answer
        for one in own_mutants(plugin, loaded.instance, answer, most=mutants.MOST_OWN):
            if one.fate in _WRONG and one.text.strip():
                yield one.name, one.text
