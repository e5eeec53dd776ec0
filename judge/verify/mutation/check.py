"""The checker under mutation: does anything stored notice a change of the plug-in's code?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from judge.checking.answer import answer_text
from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.evaluation.worker import KEPT_BYTES
from judge.model import Ended
from judge.packages.code_digest import package_digest
from judge.verify import mutants
from judge.verify.deadline import Deadline, share
from judge.verify.finding import EXAMPLES, Finding, Status, Table
from judge.verify.mutation import save
from judge.verify.mutation.equivalents import FILE, read_equivalents, read_shared, unused
from judge.verify.mutation.execution import Fate, Suite
from judge.verify.mutation.kept_mutants import KeptMutants
from judge.verify.mutation.operators import Mutation
from judge.verify.mutation.rounds import Rounds, Survivor
from judge.verify.mutation.suite import extended, make_suite
from judge.verify.mutation.trials import Observer, Trial
from judge.verify.subject import Subject

NAME = "checker mutations"
#: CPU seconds of the search for a text that distinguishes one survivor from the original.
SEARCH_S = 1.0
#: The check ends after so many times ``Subject.seconds``.
TIME_FACTOR = 12
#: The part of the time for the mutants on the texts that people stored; the rest is for those that
#: survive these, on all other texts too.
FIRST = 0.6
#: The part of either for the original's way through all trials.
OBSERVED = 0.6


def check(subject: Subject) -> Finding:
    """Warning: a mutant of the plug-in's code survives everything stored. Fault: an entry of the
    table of equivalent mutants matches none."""
    if subject.plugin.own is None:
        return Finding(NAME, Status.OK, "not tested: the package has no plug-in")
    deadline = Deadline(TIME_FACTOR * subject.seconds)
    before = package_digest(subject.problem.folder)
    first = Deadline(FIRST * TIME_FACTOR * subject.seconds)
    folder, limits = subject.problem.folder, subject.limits
    stored, part = stored_trials(subject), Deadline(OBSERVED * first.left_s)
    suite = make_suite(folder, subject.plugin, limits, stored, subject.workers, part)
    modules = suite.subjects.modules
    helpers = {one.path.name for one in modules.values() if one.is_helper}
    own = read_equivalents(folder)
    # A package may use a part of a shared module, and then not every shared entry has a mutant.
    equivalents = (*own, *read_shared(helpers))
    made = [(modules[name].path.name, name, one) for name, one in suite.subjects.made]
    named = [(file, mutation) for file, _, mutation in made]
    if stale := unused(own, named):
        entry = f"{stale[0].file}: {stale[0].change}"
        return Finding(NAME, Status.FAULT, f"{FILE} has an entry that matches no mutant: {entry}")
    known = {one for one in named if any(entry.covers(*one) for entry in equivalents)}
    others = [(name, one) for file, name, one in made if (file, one) not in known]
    wanted = [one for one in others if one not in suite.idle]
    kept = KeptMutants.of(subject, NAME)
    noticed = Counter[Fate](fate for one in wanted if (fate := kept.result(one)))
    waiting = [one for one in wanted if kept.result(one) is None]
    # Where the time is too short for all of them, any of them may be left out.
    subject.rng("mutants").shuffle(waiting)
    waiting.sort(key=lambda one: modules[one[0]].is_helper)
    seen = _examined(subject, suite, waiting, first, deadline)
    counts = seen.counts + noticed
    if package_digest(folder) != before:  # mutants of what is not there any more all survive
        said = "not finished: the code of the package was changed meanwhile; verify it again"
        return Finding(NAME, Status.WARNING, said, is_complete=False)
    for one, fate in seen.noticed.items():
        kept.add(one, fate)
    kept.keep()
    saved = _saved(subject, seen.survivors) if subject.save else []
    left = len(wanted) - seen.foreign - counts.total()
    idle = len(others) - len(wanted) + seen.foreign
    return _finding(seen.suite, seen.survivors, counts, len(known), saved, left, idle)


class Examination(Struct, frozen=True):
    """What became of the mutants: how many have which fate, those that were noticed, and the
    survivors in the package's own code; ``foreign`` counts the others. ``suite``: the last one."""

    suite: Suite
    survivors: Sequence[Survivor]
    counts: Counter[Fate]
    noticed: Mapping[tuple[str, Mutation], Fate]
    foreign: int


def _examined(
    subject: Subject,
    suite: Suite,
    waiting: Sequence[tuple[str, Mutation]],
    first: Deadline,
    deadline: Deadline,
) -> Examination:
    """Most often none is left after the stored texts, and nothing else need be treated."""
    modules, workers = suite.subjects.modules, subject.workers
    rounds = Rounds(suite, waiting, workers, first)
    every, counts = rounds.survivors(), rounds.counts
    del counts[Fate.SURVIVED]
    own = [one for one in every if not modules[one.module].is_helper]
    foreign = len(every) - len(own)
    if not own:
        return Examination(suite, own, counts, rounds.noticed, foreign)
    suite = extended(suite, made_trials(subject), workers, Deadline(OBSERVED * deadline.left_s))
    left = [(one.module, one.mutation) for one in own]
    again = Rounds(suite, left, workers, deadline, min(SEARCH_S, subject.seconds))
    own = again.survivors()
    noticed = {**rounds.noticed, **again.noticed}
    return Examination(suite, own, counts + again.counts, noticed, foreign)


def _saved(subject: Subject, survivors: Sequence[Survivor]) -> list[str]:
    telling = (one.telling for one in survivors if one.telling is not None)
    data = subject.problem.folder / "data"
    try:
        return save.save_texts(telling, Observer(subject.plugin, subject.limits), data)
    except OSError as error:
        raise JudgeError(f"cannot be written: {error.strerror}", data) from error


def stored_trials(subject: Subject) -> Iterator[Trial]:
    """The files of the package: inputs with answers, valid and invalid ones; outputs."""
    data = subject.problem.folder / "data"
    for path in sorted(data.rglob("*.in")):
        name = path.relative_to(data).with_suffix("").as_posix()
        text, answer = _text(subject, path), path.with_suffix(".ans")
        output = path.with_suffix(".out")
        if not answer.exists():
            yield Trial(f"data/{name}.in", text)
            continue
        stored = _text(subject, answer)
        yield Trial(f"data/{name}.ans", text, stored)
        if output.exists():
            yield Trial(f"data/{name}.out", text, stored, _text(subject, output))


def made_trials(subject: Subject) -> Iterator[Trial]:
    """Mutants of answers, and what solutions printed."""
    files = {
        name: (_text(subject, case.input_path), _text(subject, case.answer_path))
        for name, case in subject.cases.items()
    }
    for name in files:
        for one in mutants.of_case(subject, name):
            yield Trial(f"{name}, {one.mutant.name}", *files[name], one.mutant.text)
    for result in subject.solution_results:
        for o in result.outcomes:
            if o.run and o.run.ended is Ended.EXITED and o.case in files:
                text = answer_text(o.run)
                if len(text) < KEPT_BYTES:
                    yield Trial(f"{o.case}, {o.solution}", *files[o.case], text)


def _text(subject: Subject, path: Path) -> str:
    return foreign_files.read(path, subject.problem.folder).decode("utf-8", "replace")


def _finding(
    suite: Suite,
    survivors: Sequence[Survivor],
    counts: Counter[Fate],
    equivalent: int,
    saved: Sequence[str],
    left: int,
    idle: int,
) -> Finding:
    total = counts.total() - counts[Fate.SAME]
    said = f"{total - len(survivors):,} of {counted(total, 'mutant')} are noticed by "
    said += share(len(suite.times), len(suite.trials), "stored text")
    if equivalent:
        said += f"; {counted(equivalent, 'equivalent mutant')}"
    if idle:
        said += (
            f"; {counted(idle, 'mutant')} of judge.plugin that make no difference in any left out"
        )
    if left:
        said += f"; {left:,} more were not tried within the time"
    if saved:
        said += f"; saved {counted(len(saved), 'text')} from data/{saved[0]} on"
    complete = not left and len(suite.times) == len(suite.trials)
    tables = (_table(survivors),) if survivors else ()
    if not survivors:
        return Finding(NAME, Status.OK, said, (), tables, complete)
    details = tuple(_line(one) for one in survivors[:EXAMPLES])
    return Finding(
        NAME, Status.WARNING, f"{said}; first survivor: {details[0]}", details, tables, complete
    )


def _line(one: Survivor) -> str:
    return f"{_place(one)}: {one.mutation.change}"


def _place(one: Survivor) -> str:
    return f"{one.file}:{one.mutation.line}:{one.mutation.column}"


def _table(survivors: Sequence[Survivor]) -> Table:
    rows = tuple(
        (
            _place(one),
            one.mutation.kind.value,
            one.mutation.change,
            "nothing stored makes a difference here" if not one.run else _trial_text(one.telling),
        )
        for one in survivors
    )
    head = ("Line and column", "Kind", "Change", "What would notice it")
    return Table("Mutants that nothing stored notices", head, rows, folded=True)


def _trial_text(trial: Trial | None) -> str:
    if trial is None:
        return "none found"
    if trial.output is None:
        return f"input {one_line(repr(trial.input), 120)}"
    return f"output {one_line(repr(trial.output), 120)} ({trial.origin.partition(',')[0]})"
