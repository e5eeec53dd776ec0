"""The checker, tested with mutated right answers: it accepts only those that are still optimal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from judge.common.messages import counted
from judge.model import Case, Grade, Reason, Verdict
from judge.plugin import PLAIN_READING, Fate, Mutable, Mutant, base_of, shape_of
from judge.running import output_file
from judge.verify import (
    arrangements,
    bounded_amounts,
    call_order,
    changed_outputs,
    changed_rows,
    grades_elsewhere,
    grouped_outputs,
    mutants,
    near_inputs,
    walk_outputs,
)
from judge.verify.deadline import Deadline, share
from judge.verify.drawn_outputs import drawn_answers
from judge.verify.finding import EXAMPLES, Finding, Status, Table
from judge.verify.mutants import MutantCase
from judge.verify.near_judgement import judged_by_plugin
from judge.verify.subject import Judgement, Subject
from judge.verify.wrong_places import place_fault

NAME = "checker"
#: The time for outputs that are arrangements, in times of that of the check.
ARRANGED = 0.3
#: The same for right outputs with changed text.
CHANGED = 0.5
#: The same for right outputs of inputs that differ a little.
NEAR = 0.3
#: The same for the ends of long outputs.
ENDS = 0.3
#: Where there are fewer cases, right outputs for drawn instances are changed, too.
LEAST_CASES = 12
#: The same for outputs in other orders of calls.
ORDERS = 0.2
#: So many seconds for groups of numbers, whatever the time: these are few outputs.
GROUPED = 0.2
#: Of longer inputs the numbers are not looked at, in bytes.
MOST_BYTES = 4096
#: The longest outputs are graded in so many cases, for each reading: they take most of the time.
MOST_FAR = 4


def check(subject: Subject) -> Finding:
    """Fault: a mutant is wrongly accepted, or rejected by the wrong rule."""
    if subject.loaded.problem.validated_in_run:
        statement = "the output validator takes part in the run: no answer to mutate"
        return Finding(NAME, Status.OK, statement)
    cases = list(subject.contexts)
    subject.rng("checker").shuffle(cases)
    tried, faults = 0, list[str]()
    counts: Counter[tuple[str, str]] = Counter()
    far: Counter[str] = Counter()
    for name in Deadline(subject.seconds).items(cases):
        for spoilt in mutants.of_case(subject, name):
            if spoilt.mutant.name == mutants.FAR_BEHIND:
                far[spoilt.reading] += 1
                if far[spoilt.reading] > MOST_FAR:
                    continue
            grade = graded(subject, spoilt)
            counts[spoilt.mutant.name, _outcome(grade)] += 1
            if wrong := complaint(spoilt.mutant, grade):
                faults.append(f"{spoilt.case}, {spoilt.mutant.name}: {wrong}")
        tried += 1
    tables, complete = (_table(counts),), tried == len(cases)
    scope = f"{counted(counts.total(), 'mutant')} of right answers to "
    scope += share(tried, len(cases), "case")
    if faults:
        statement = f"{len(faults):,} of {scope} are judged wrongly: {faults[0]}"
        return Finding(NAME, Status.FAULT, statement, tuple(faults[:EXAMPLES]), tables)
    deadline = Deadline(ARRANGED * subject.seconds)
    if said := arrangements.overlooked(subject, lambda one: _is_accepted(subject, one), deadline):
        return Finding(NAME, Status.FAULT, said, (), tables)
    if subject.plugin.own is not None and (said := _changed(subject) or _kept(subject)):
        return Finding(NAME, Status.FAULT, said, (), tables)
    if not counts:
        return Finding(NAME, Status.WARNING, "no right answer to mutate: no solution is accepted")
    if subject.plugin.own is not None and not isinstance(subject.plugin.own, Mutable):
        statement = f"{scope} judged correctly; the plug-in has no method mutants for its own"
        return Finding(NAME, Status.WARNING, statement, (), tables, complete)
    return Finding(NAME, Status.OK, f"{scope} judged correctly", (), tables, complete)


def _changed(subject: Subject) -> str:
    """What is wrong with the grades of right outputs with changed text; empty if nothing is. Those
    of a solution are judged in its own reading."""
    used = {one.reading for one in subject.solution_results if one.reading}
    readings = [one for one in subject.plugin.readings if one in used]
    for reading in readings or [subject.plugin.readings[0]]:
        if said := _changed_in(subject, reading, 1 / max(1, len(readings))):
            return said if len(subject.plugin.readings) == 1 else f"{said} ({reading})"
    return ""


def _changed_in(subject: Subject, reading: str, part: float) -> str:
    """The same for one reading, in this part of the time."""
    few = subject.plugin.readings == (PLAIN_READING,) and len(subject.cases) < LEAST_CASES
    drawn = drawn_answers(subject) if few else {}

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        run = output_file.as_run(output, subject.limits)
        loaded = drawn[case].loaded if case in drawn else subject.contexts[case.name]
        grade = subject.checker.grade(case, loaded, run)[reading]
        return grade.verdict, grade.message

    deadline = Deadline(part * CHANGED * subject.seconds)
    more = {case: one.output for case, one in drawn.items()}
    said = next(changed_outputs.faults(subject, judged, deadline, more, reading), "")
    said = said or place_fault(subject, judged, deadline, reading)
    right = changed_outputs.right_outputs(subject, reading)
    said = said or walk_outputs.overlooked(subject.problem, right, judged, deadline)
    said = said or bounded_amounts.overlooked(subject.problem.folder, right, judged, deadline)
    said = said or _misgrouped(subject, right, reading, judged, Deadline(deadline.left_s + GROUPED))
    said = said or _overlooked_inputs(
        subject, right, reading, Deadline(part * NEAR * subject.seconds)
    )
    ends = Deadline(part * ENDS * subject.seconds)
    return said or changed_outputs.overlooked_end(subject, judged, ends, more, reading)


def _overlooked_inputs(
    subject: Subject, right: Mapping[Case, str], reading: str, deadline: Deadline
) -> str:
    """What of an input does not matter, though it must; empty if all matters."""
    judged, rng = judged_by_plugin(subject, reading), subject.rng("near inputs")
    if said := changed_rows.overlooked(right, judged, rng, deadline):
        return said
    return near_inputs.off_by_one(subject.problem.folder, right, judged, rng, deadline)


def _misgrouped(
    subject: Subject, right: Mapping[Case, str], reading: str, judged: Judgement, end: Deadline
) -> str:
    """What is wrong with the grades of groups of numbers, and of numbers that are counted from 0 in
    place of 1, or the other way round, where another reading has them so; empty if nothing is."""
    small = [case for case in right if case.input_path.stat().st_size <= MOST_BYTES]
    inputs = {case: case.input_path.read_text("utf-8", "replace") for case in small}
    if said := grouped_outputs.overlooked(right, inputs, judged, end):
        return said
    others = [
        one
        for one in subject.plugin.readings
        if shape_of(one) == shape_of(reading) and base_of(one) != base_of(reading)
    ]
    for by in (1, -1) if others else ():
        if said := grouped_outputs.shifted(right, by, judged, end):
            return said
    return ""


def _kept(subject: Subject) -> str:
    """What is wrong with grades that depend on earlier calls, or on the process; empty if nothing
    is."""
    if said := call_order.depending(subject, Deadline(ORDERS * subject.seconds)):
        return said
    trials = tuple(call_order.small_trials(subject))
    return grades_elsewhere.differing(subject.plugin, subject.problem.folder, trials)


def graded(subject: Subject, spoilt: MutantCase) -> Grade:
    """The grade of a mutant under its reading."""
    run = output_file.as_run(spoilt.mutant.text.encode(), subject.limits)
    case, loaded = subject.cases[spoilt.case], subject.contexts[spoilt.case]
    return subject.checker.grade(case, loaded, run)[spoilt.reading]


def _is_accepted(subject: Subject, spoilt: MutantCase) -> bool:
    return graded(subject, spoilt).verdict is Verdict.AC


def complaint(mutant: Mutant, grade: Grade) -> str:
    """What is wrong with a grade; empty if it agrees with the fate of the mutant."""
    answer = f"{_outcome(grade)} ({grade.message})" if grade.message else _outcome(grade)
    if grade.verdict not in (Verdict.AC, Verdict.WA):
        return f"got {answer}"
    allowed: dict[Fate, Sequence[Reason | None]] = {
        Fate.LEGAL: (None, Reason.SUBOPTIMAL, Reason.REJECTED),
        Fate.SUBOPTIMAL: (Reason.SUBOPTIMAL, Reason.REJECTED),
        Fate.ILLEGAL: (Reason.ILLEGAL,),
        Fate.UNDECODABLE: (Reason.UNDECODABLE, Reason.REJECTED),
        Fate.REJECTED: tuple(Reason),
        Fate.OPEN: (None, *Reason),
    }
    wanted = mutant.fate.value + (f" ({mutant.rule})" if mutant.rule else "")
    if grade.reason not in allowed[mutant.fate]:
        return f"should be {wanted}, got {answer}"
    if mutant.rule and not grade.message.startswith(f"{mutant.rule}: "):
        return f"should be {wanted}, got {answer}"
    return ""


def _outcome(grade: Grade) -> str:
    return grade.reason.value if grade.reason else grade.verdict.value


def _table(counts: Counter[tuple[str, str]]) -> Table:
    columns = sorted({outcome for _, outcome in counts})
    rows = tuple(
        (name, *(str(counts[name, column] or "–") for column in columns))
        for name in dict.fromkeys(name for name, _ in counts)
    )
    return Table("Mutants and the verdicts of the checker", ("Mutant", *columns), rows)
