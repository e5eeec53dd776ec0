"""Right outputs for drawn instances: what changes of outputs show in a package of few cases."""

from __future__ import annotations

from collections.abc import Mapping
from operator import le
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.model import Case, Verdict
from judge.packages.case_files import LoadedCase
from judge.plugin import Best
from judge.verify import mutants, trial_runs
from judge.verify.deadline import Deadline
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject
from judge.verify.text_numbers import greatest

#: So many instances are drawn, of these sizes in turn.
MOST = 12
SIZES = range(2, 10)
#: So many of these come first, then as many large ones: not all of them may be tried.
FIRST = 3
#: So many more are large, for long outputs; a reference has so many CPU seconds for each.
LARGE, LARGE_SIZES, MOST_CPU_S = 10, (96, 128), 2.0
#: Where stored inputs are larger, so many more are nearly as large as those, of these sizes; how
#: many are drawn for that at most, and for how many seconds.
HUGE, HUGE_SIZES, HUGE_TRIES, HUGE_S = 4, (1024, 512, 256), 24, 1.0


class DrawnAnswer(Struct, frozen=True):
    """An instance with the answer of a reference, and its output."""

    loaded: LoadedCase
    output: str


def drawn_answers(subject: Subject) -> Mapping[Case, DrawnAnswer]:
    """Some instances that a reference answers; none where there is no reference or no generator.
    Raises KeyboardInterrupt, MachineOverloaded."""
    right = [j for j in subject.references if j.verdict is Verdict.AC and j.reading]
    if not right or not subject.plugin.offers("generate", "render"):
        return {}
    rng, drawn = subject.rng("drawn answers"), dict[str, Any]()
    sizes = [SIZES[number % len(SIZES)] for number in range(MOST)]
    large = [LARGE_SIZES[number % len(LARGE_SIZES)] for number in range(LARGE)]
    sizes = [*sizes[:FIRST], *large[:FIRST], *sizes[FIRST:], *large[FIRST:]]
    for size in sizes:
        instance = ask(subject.plugin.generate, rng, size)
        drawn[ask(subject.plugin.render, instance)] = instance
    drawn.update(_huge(subject, drawn))
    instances = [*drawn.values()]
    limits = replace(subject.limits, cpu_s=min(subject.limits.cpu_s, MOST_CPU_S))
    ran = trial_runs.run(subject, right[:1], instances, limits=limits)
    outcomes = ran.get(right[0].solution.name, {})
    found = {}
    for index, instance in enumerate(instances):
        outcome = outcomes.get(index)
        best: Best[Any] | None = trial_runs.best_answer(subject, instance, outcome, right[0])
        text = mutants.kept_text(outcome.run) if outcome and outcome.run else None
        if best is not None and text is not None:
            case = Case(f"drawn instance {index}", "", subject.problem.folder)
            found[case] = DrawnAnswer(LoadedCase(instance, best), text)
    return found


def _huge(subject: Subject, drawn: Mapping[str, Any]) -> Mapping[str, Any]:
    """Instances that are larger than those drawn, and no larger than stored inputs."""
    texts = [ask(subject.plugin.render, one.instance) for one in subject.contexts.values()]
    most = tuple(map(max, zip(*map(_extent, texts), strict=True))) if texts else (0, 0)
    known = tuple(map(max, zip(*map(_extent, drawn), strict=True)))
    if all(map(le, most, known)):
        return {}
    rng, found = subject.rng("huge drawn answers"), dict[str, Any]()
    for number in Deadline(HUGE_S).items(range(HUGE_TRIES)):
        size = HUGE_SIZES[number % len(HUGE_SIZES)]
        instance = ask(subject.plugin.generate, rng, size)
        text = ask(subject.plugin.render, instance)
        extent = _extent(text)
        if all(map(le, extent, most)) and not all(map(le, extent, known)):
            found[text] = instance
        if len(found) == HUGE:
            break
    return found


def _extent(text: str) -> tuple[int, int]:
    """The greatest number of an input, and how many words it has."""
    return greatest(text), len(text.split())
