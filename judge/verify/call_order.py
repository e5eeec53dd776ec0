"""A plug-in judges an output alike, whatever it was asked before: outputs are judged in two orders
of calls, each time by the plug-in loaded anew."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Sequence
from functools import partial
from itertools import islice

from msgspec import Struct

from judge.common import foreign_files
from judge.model import Verdict
from judge.verify import mutants, parallel
from judge.verify.deadline import Deadline
from judge.verify.mutation.reloaded import modules_kept, reloaded_plugin
from judge.verify.mutation.suite import modules_of
from judge.verify.mutation.trials import Observer, Treatment, Trial
from judge.verify.subject import Subject

#: How many cases, those with the smallest inputs, and how many bytes a file of them may have.
MOST_CASES, MOST_BYTES = 12, 4096
#: So many larger ones.
MOST_OTHERS = 24
#: How many wrong outputs of solutions are judged in a case.
MOST_WRONG = 2
#: The second order is repeated until so many outputs were judged: what is kept may come in later.
LEAST_CALLS = 500


class CallOrder(Struct, frozen=True):
    """The trials, by index, in the order in which they are judged."""

    indices: tuple[int, ...]


class Treatments(Struct, frozen=True):
    """How each of the first trials of an order was treated."""

    found: tuple[Treatment, ...]


def depending(subject: Subject, deadline: Deadline) -> str:
    """A message if the grade of an output depends on the calls before it; empty if not."""
    trials = tuple(small_trials(subject))
    if len(trials) < 2:
        return ""
    forth = CallOrder(tuple(range(len(trials))))
    back = CallOrder(forth.indices[::-1] * (1 + LEAST_CALLS // len(trials)))
    handler = partial(OrderHandler, subject, trials, deadline)
    seen: dict[int, Treatment] = {}
    for order, answer in parallel.answers((forth, back), 1, handler, Treatments):
        for index, one in zip(order.indices, answer.found if answer else (), strict=False):
            before = seen.setdefault(index, one)
            if one.is_sound and before.is_sound and one.facts != before.facts:
                return f"{trials[index].origin}: {_difference(before, one)}"
    return ""


def _difference(one: Treatment, other: Treatment) -> str:
    pairs = zip(one.facts, other.facts, strict=False)
    grades = next((some for some in pairs if len({*some}) > 1), ("one grade", "another"))
    first, second = map(_shown, grades)
    return f"{first}, and after other calls {second}: the plug-in keeps something between calls"


def _shown(facts: object) -> str:
    if not isinstance(facts, tuple):
        return str(facts)
    _, verdict, reason, score, rule = facts
    said = [verdict.value, *([reason.value] if reason else []), *([rule] if rule else [])]
    return " ".join(said) + (f" with score {score}" if score is not None else "")


def small_trials(subject: Subject) -> Iterator[Trial]:
    """Of small cases the right output, one that differs by one, that of another case, and what
    solutions that are wrong there have printed."""
    small = [
        name
        for name, case in subject.cases.items()
        if max(one.stat().st_size for one in (case.input_path, case.answer_path)) <= MOST_BYTES
    ]
    small.sort(key=lambda name: (subject.cases[name].input_path.stat().st_size, name))
    # Some of the others: what is kept may show for instances of one size alone.
    others = small[MOST_CASES:]
    chosen = [*small[:MOST_CASES], *others[:: 1 + len(others) // MOST_OTHERS]]
    right = {name: mutants.right_outputs(subject, name) for name in chosen}
    outputs = {name: next(iter(some.values())) for name, some in right.items() if some}
    names = [*outputs]
    for name, other in zip(names, [*names[1:], *names[:1]], strict=True):
        case, folder = subject.cases[name], subject.problem.folder
        given, answer = (
            foreign_files.read(path, folder).decode("utf-8", "replace")
            for path in (case.input_path, case.answer_path)
        )
        yield Trial(f"{name}, a right output", given, answer, outputs[name])
        yield Trial(f"{name}, the output of {other}", given, answer, outputs[other])
        for solution, text in _wrong_outputs(subject, name):
            yield Trial(f"{name}, the output of {solution}", given, answer, text)
        near = [one for one in mutants.general(outputs[name]) if one.name == "one less"]
        for one in near:
            yield Trial(f"{name}, the output with {one.name}", given, answer, one.text)


def _wrong_outputs(subject: Subject, case: str) -> Iterator[tuple[str, str]]:
    """The names of the first solutions that are wrong in a case, and their short outputs."""
    found = (
        (result.solution.name, mutants.kept_text(outcome.run))
        for result, outcome in subject.outcomes_on(case)
        if outcome.verdict is Verdict.WA and outcome.run
    )
    some = ((name, text) for name, text in found if text and len(text) <= MOST_BYTES)
    yield from islice(some, MOST_WRONG)


class OrderHandler:
    """What a worker does: it judges the outputs in one order after the other."""

    def __init__(self, subject: Subject, trials: Sequence[Trial], deadline: Deadline) -> None:
        self._subject = subject
        self._trials = trials
        self._deadline = deadline

    def answers(self, task: CallOrder) -> Generator[Treatments, None, None]:
        """One answer."""
        names = [name for name in modules_of(self._subject.problem.folder) if name in sys.modules]
        with modules_kept(names):
            plugin = reloaded_plugin(self._subject.problem.folder, names, {})
            found = []
            for index in self._deadline.items(task.indices):
                # An observer keeps what it has read: each call is to be one of its own.
                one = Observer(plugin, self._subject.limits)
                found.append(one.treatment(self._trials[index]))
        yield Treatments(tuple(found))

    def close(self) -> None:
        """Nothing is kept."""
