"""Which mutants of a solution can be tried in batches, and what became of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.common.folders import HOSTS
from judge.common.scratch import temporary_folder
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing
from judge.model import Kind, Solution, SolutionResult, Verdict
from judge.running.tool_session import CompileError
from judge.solutions.load import source_of
from judge.verify.mutation.bulk_trials import (
    FAILURES,
    BulkResult,
    BulkTask,
    BulkTrialHandler,
    Original,
    SmallInstances,
    built_for_batches,
)
from judge.verify.mutation.source_text import SourceMutant
from judge.verify.mutation.switched_source import join_mutants
from judge.verify.parallel import answers
from judge.verify.subject import Subject

#: Of each solution, the cases that it solves quickest: so many seconds of CPU time together. A
#: mistake that needs a large case to show is rare, and a mutant that passes costs all of them.
QUICK_S = 1.0
#: A source with all mutants is compiled at most so many times, each time without those that the
#: compiler does not take.
MOST_TRIES = 12
#: A source with fewer mutants is not worth the search for those that compile together.
LEAST_SWITCHED = 8


def quick_cases(result: SolutionResult) -> list[str]:
    """The cases that a solution solves quickest."""
    times = {o.case: o.run.cpu_s for o in result.outcomes if o.run}
    quickest = sorted(times, key=lambda name: (times[name], name))
    spent = accumulate(times[name] for name in quickest)
    return [name for name, total in zip(quickest, spent, strict=True) if total <= QUICK_S]


class BulkMutants(Struct):
    """The mutants of one solution. ``numbers``: those in the switched source, by the digest of
    their own sources; ``kills``: how many each case killed."""

    subject: Subject
    original: Original
    numbers: Mapping[str, int] = field(default_factory=dict)
    kills: Counter[str] = field(default_factory=Counter)

    def results(
        self, mutants: Sequence[SolutionResult], small: SmallInstances
    ) -> dict[str, BulkResult]:
        """What became of mutants, by name."""
        cases = sorted(self.original.cases, key=lambda name: -self.kills[name])
        original = replace(self.original, cases=tuple(cases))
        tasks = [
            BulkTask(one.solution.name, one.solution, self.numbers.get(one.solution.digest))
            for one in mutants
        ]
        found = {}
        handler = partial(BulkTrialHandler, self.subject, original, small)
        for task, result in answers(tasks, self.subject.workers, handler, BulkResult):
            if result is not None and result.verdict is not None:
                found[task.name] = result
                if result.case:
                    self.kills[result.case] += 1
        return found


def prepare_bulk(
    subject: Subject, result: SolutionResult, mutants: Mapping[str, SourceMutant]
) -> BulkMutants | None:
    """How the mutants of a solution can be tried, by the digests of their sources; None if the
    solution itself has no right answers in batches."""
    solution, names = result.solution, quick_cases(result)
    if not names or not _may_answer_in_batches(subject, result):
        return None
    original = Original(result, tuple(names), {})
    switched, numbers = _switched(subject, original, mutants)
    for source, numbered in ((switched, numbers), (None, {})) if switched else ((None, {}),):
        tried = replace(original, switched=source)
        task = BulkTask(solution.name, solution, 0 if source else None, is_original=True)
        handler = partial(BulkTrialHandler, subject, tried, SmallInstances((), ()))
        [(_, found)] = answers([task], 1, handler, BulkResult)
        if found is not None and found.verdict is Verdict.AC:
            return BulkMutants(subject, replace(tried, times=found.times), numbered)
    return None


def _may_answer_in_batches(subject: Subject, result: SolutionResult) -> bool:
    solution = result.solution
    special = any(case.settings.arguments or case.settings.files for case in subject.cases.values())
    return (
        subject.plugin.own is not None
        and subject.plugin.offers("render")
        and not subject.problem.validated_in_run
        and not special
        and solution.program is None
        and solution.kind is not Kind.OUTPUT
        and bool(result.reading)
    )


def _switched(
    subject: Subject, original: Original, mutants: Mapping[str, SourceMutant]
) -> tuple[Solution | None, dict[str, int]]:
    """The source that has as many mutants as the compiler takes together, and their numbers."""
    solution = original.result.solution
    language = all_languages()[solution.language]
    if not language.switched or len(mutants) < LEAST_SWITCHED:
        return None, {}
    source = source_of(solution).decode()
    head = " ".join((HOSTS / language.switch).read_text().split())
    left = dict(enumerate(mutants.values(), 1))
    digests = dict(enumerate(mutants, 1))
    for _ in range(MOST_TRIES):
        made = join_mutants(source, left, head)
        changed = _with_source(solution, made.text)
        try:
            with temporary_folder() as folder:
                path = Path(folder) / "switched"
                if built_for_batches(subject, changed, original, path, switched=True) is None:
                    return None, {}
            return changed, {digests[number]: number for number in made.mutants}
        except CompileError as error:
            blamed = made.blamed(_lines(str(error), solution.path.name))
            left = {number: one for number, one in made.mutants.items() if number not in blamed}
            if not blamed or len(left) < LEAST_SWITCHED:
                return None, {}
        except (JudgeError, ToolMissing, *FAILURES):
            return None, {}
    return None, {}


def _with_source(solution: Solution, text: str) -> Solution:
    return replace(solution, source=text.encode(), digest="")


def _lines(said: str, name: str) -> set[int]:
    """The lines of a source that a compiler's messages name, but for its remarks."""
    place = re.compile(rf"{re.escape(name)}:(\d+)")
    lines = (line for line in said.splitlines() if "note:" not in line)
    return {int(number) for line in lines for number in place.findall(line)}
