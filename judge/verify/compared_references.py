"""References of a problem whose answers are compared, on random instances: each ends well and
prints an answer. Whether two agree is told by other checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.model import Outcome, SolutionResult, Verdict
from judge.verify import draws, trial_runs
from judge.verify.deadline import Deadline
from judge.verify.drawn_inputs import shown
from judge.verify.draws import Draw
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: So many instances of sizes up to this one.
MOST_DRAWS, MOST_SIZE = 400, 12
#: Of so few different answers, which so many stored cases have each, so many draws have more than
#: one.
FEW_ANSWERS, LEAST_STORED, LEAST_DRAWN = 3, 2, 30
#: An answer of its own that so many stored cases have, and such a part of them, must be drawn.
LEAST_SPECIAL, SPECIAL = 3, 0.2
#: The part of the time for drawing.
DRAWING = 0.2


def tried(
    subject: Subject, references: Sequence[SolutionResult], seconds: float
) -> tuple[int, list[str]]:
    """How many instances each reference ran on at least, and what is wrong, short inputs first.
    Raises KeyboardInterrupt, MachineOverloaded."""
    plugin, deadline = subject.plugin, Deadline(seconds)
    if not plugin.offers("generate", "render", "compare"):
        return 0, []
    drawn = {}
    for number in Deadline(DRAWING * seconds).items(range(MOST_DRAWS)):
        one = Draw(number, 1 + number % MOST_SIZE)
        instance = draws.draw(plugin, f"{subject.seed} references", one)
        drawn[ask(plugin.render, instance)] = instance
    texts = sorted(drawn, key=len)
    instances = [drawn[text] for text in texts]
    results = trial_runs.run(subject, references, instances, give_up=2, deadline=deadline)
    faults = []
    for reference in references:
        for index, outcome in sorted(results.get(reference.solution.name, {}).items()):
            if said := _wrong(subject, reference, instances[index], outcome):
                faults.append(f"{said}; input {shown(texts[index])}")
    first = references[0]
    if not faults and (said := _one_answer(subject, first, instances, results)):
        faults.append(said)
    return min((len(found) for found in results.values()), default=0), faults


def _one_answer(
    subject: Subject, one: SolutionResult, instances: Sequence[object], results: trial_runs.Trials
) -> str:
    """A message if there are few answers, and all draws have the same one: then nothing tries the
    others."""
    stored = [repr(loaded.best.answer) for loaded in subject.contexts.values() if loaded.best]
    counts = Counter(stored)
    is_few = 1 < len(counts) <= FEW_ANSWERS and min(counts.values()) >= LEAST_STORED
    special = _special(counts)
    if not is_few and special is None:
        return ""
    outcomes = results.get(one.solution.name, {})
    drawn = [
        trial_runs.best_answer(subject, instances[index], outcome, one)
        for index, outcome in outcomes.items()
    ]
    answers = Counter(repr(best.answer) for best in drawn if best is not None)
    if special is not None and special not in answers and answers.total() >= LEAST_DRAWN:
        said = f"generate draws no instance with the answer {one_line(special, 60)}"
        return f"{said} ({answers.total()} tried), and {counts[special]} stored cases have it"
    if not is_few or len(answers) != 1 or answers.total() < LEAST_DRAWN:
        return ""
    [only] = answers
    other = next(answer for answer in counts if answer != only)
    said = f"generate draws only instances with the answer {one_line(only, 60)}"
    return f"{said} ({answers.total()} tried), and stored cases have {one_line(other, 60)}, too"


def _special(counts: Counter[str]) -> str | None:
    """The answer without a number that a part of the stored cases have, such as that there is none,
    if all other answers have numbers; None without one."""
    words = [answer for answer in counts if not NUMBER.search(answer)]
    least = max(LEAST_SPECIAL, SPECIAL * counts.total())
    return words[0] if len(words) == 1 < len(counts) and counts[words[0]] >= least else None


def _wrong(subject: Subject, one: SolutionResult, instance: object, outcome: Outcome) -> str:
    """What is wrong with an execution, but for limits: those are told by other checks."""
    name = one.solution.name
    if outcome.verdict is Verdict.RTE:
        return f"{name} fails on a random instance: {outcome.verdict.value}, {outcome.message}"
    ended = outcome.verdict in (Verdict.AC, Verdict.WA, Verdict.JE)
    if ended and trial_runs.best_answer(subject, instance, outcome, one) is None:
        return f"{name} prints no answer to a random instance"
    return ""


def described(count: int) -> str:
    """On how many instances they end well; empty for none."""
    return f", and ends well on {counted(count, 'random instance')}" if count else ""
