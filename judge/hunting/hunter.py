"""The worker of a hunt: it runs stretches of instances in its own sandboxes."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.hunting.behaviour import Feature
from judge.hunting.instances import FEW
from judge.hunting.origins import DIRECTED, PARTS, Part
from judge.hunting.reference import HuntContext, build_together, examples_for, reference_limits
from judge.hunting.reference_answers import ReferenceFails
from judge.hunting.screening import faster_reference
from judge.hunting.stress import (
    Counterexample,
    Examination,
    Examiner,
    ReadingTerms,
)
from judge.hunting.target import is_soft
from judge.hunting.valid_inputs import ValidInputs
from judge.packages.plugin_faults import calling_plugin
from judge.plugin import Mutates
from judge.running.build import marked_solution, traced_solution
from judge.running.bulk_runner import BulkRunner
from judge.running.compile import BuiltSolution
from judge.running.tool_session import CompileError
from judge.sandbox.layer import MachineOverloaded, SandboxDied, SandboxUnavailable

#: Why a solution cannot be compiled once more.
FAILING = (CompileError, SandboxDied, SandboxUnavailable, MachineOverloaded, OSError)
#: So many changed instances of a stretch are left out one by one, then all of them.
MOST_LEFT_OUT = 3
#: What the judge itself needs for an instance on an idle machine. CPU seconds.
USUAL_S = 0.0005


class StretchTask(Struct, frozen=True):
    """Try the stretch with this index and these numbers. Without ``terms`` its answers settle
    them."""

    index: int
    numbers: Sequence[int]
    terms: ReadingTerms | None


class StretchResult(Struct, frozen=True):
    """The result of one stretch: the findings, each with the number of its instance, and the
    instances on which the solution did something new."""

    index: int
    examination: Examination
    findings: tuple[tuple[int, Counterexample], ...]
    kept: tuple[tuple[Part, frozenset[Feature]], ...] = ()


class StretchFault(Struct, frozen=True):
    """Why a stretch could not be tried: a fault in the problem or on the machine, not in the
    solution. ``instance`` is the one that the reference failed on, in the problem's format."""

    message: str
    instance: str | None = None

    def error(self) -> JudgeError:
        if self.instance is None:
            return JudgeError(self.message)
        return ReferenceFails(self.message, self.instance)


class Hunter:
    """Examines instances in its own sandboxes; one per worker and one in the main process."""

    def __init__(self, hunt_context: HuntContext) -> None:
        target, limits = hunt_context.target, hunt_context.target.problem.limits
        generous = reference_limits(limits, hunt_context.options.seconds)
        self.hunt_context = hunt_context
        self._inputs = ValidInputs(target, hunt_context.layer)
        self._is_compiled_again = False
        self._folders = ExitStack()
        #: The solution's and the reference's, and that of a faster one for screening.
        self.bulk_runners: tuple[BulkRunner, ...] = (
            BulkRunner(
                hunt_context.built,
                hunt_context.layer,
                limits,
                target.plugin,
                branches=not hunt_context.options.blind,
            ),
            BulkRunner(
                hunt_context.reference, hunt_context.layer, generous, target.plugin, buffered=True
            ),
        )
        self.examiner = Examiner(
            target.plugin,
            (target.solution, self.bulk_runners[0]),
            (hunt_context.reference.solution, self.bulk_runners[1]),
            hunt_context.stored,
            is_soft(target),
        )
        self._screening: Examiner | None = None
        #: CPU seconds of the judge itself, and the instances that it tried in them.
        self._own_s, self._tried = 0.0, 0

    def examine(
        self,
        index: int,
        numbers: Sequence[int],
        terms: ReadingTerms | None,
        stopped: Callable[[], bool],
    ) -> StretchResult:
        """Try one stretch, each different instance in it once."""
        begin_s = time.process_time()
        hunt_context = self.hunt_context

        def has_time() -> bool:
            return time.monotonic() < hunt_context.end and not stopped()

        with hunt_context.target.plugin.series():
            rows = list(hunt_context.maker.rows(numbers))
        first = {instance: number for number, instance in reversed(rows)}
        ordered = list(dict.fromkeys(instance for _, instance in rows))
        if any(number >= DIRECTED for number in numbers):  # small ones show it first, and are kept
            ordered.sort(key=lambda instance: sum(hunt_context.target.plugin.size(instance)))
        if index > FEW:
            self._compile_again(ordered)
        spot_check = index & (index - 1) == 0  # less and less often: it costs a process
        examination = self._screened(ordered, terms, has_time, spot_check)
        if examination is None:
            examination = self._examination(first, ordered, terms, has_time, spot_check)
        findings = tuple((first[found.instance], found) for found in examination.findings)
        kept = () if hunt_context.options.blind else _kept(rows, examination)
        examination = replace(examination, behaviours=())
        self._own_s += time.process_time() - begin_s
        self._tried += examination.tried
        return StretchResult(index, examination, findings, kept)

    @property
    def slowness(self) -> float:
        """How many times as long as on an idle machine the judge needs for an instance, at least
        once: where it is so slow, because of the machine or the problem, solutions may be, too."""
        return max(1.0, self._own_s / (USUAL_S * self._tried)) if self._tried else 1.0

    def _screened(
        self,
        instances: Sequence[Any],
        terms: ReadingTerms | None,
        has_time: Callable[[], bool],
        spot_check: bool,
    ) -> Examination | None:
        """Examine a stretch against the faster reference, and what fails there against the hunt's
        own one. None if there is none, or the two references do not agree."""
        if self._screening is None:
            return None
        try:
            examination = self._screening.examine(
                instances, terms, has_time, spot_check, self.slowness
            )
        except ReferenceFails:
            self._screening = None
            return None
        if not examination.findings:
            return examination
        failing = [one.instance for one in examination.findings]
        found = self.examiner.examine(failing, examination.terms, has_time, False).findings
        if not found:
            self._screening = None
            return None
        return replace(examination, findings=found)

    def _examination(
        self,
        first: Mapping[Any, int],
        instances: Sequence[Any],
        terms: ReadingTerms | None,
        has_time: Callable[[], bool],
        spot_check: bool,
    ) -> Examination:
        """Examine a stretch. A changed instance may be harder than all that the generator makes:
        where the reference reaches a limit on it, it is left out. So it is where the reference
        fails and only ``parse`` has said that it is an instance."""
        plugin = self.hunt_context.target.plugin
        for _ in range(MOST_LEFT_OUT):
            try:
                return self.examiner.examine(instances, terms, has_time, spot_check, self.slowness)
            except ReferenceFails as error:
                failing = {error.text} if error.by_limit else {error.text, *error.others}
                left = [
                    one
                    for one in instances
                    if first[one] < DIRECTED or plugin.render(one) not in failing
                ]
                is_sure = isinstance(plugin.own, Mutates) and not error.by_limit
                if is_sure or len(left) == len(instances):
                    raise
                instances = left
        generated = [one for one in instances if first[one] < DIRECTED]
        return self.examiner.examine(generated, terms, has_time, spot_check, self.slowness)

    def accepts(self, instance: Any) -> bool:
        """Whether the package's input validators accept an instance: others show nothing."""
        return self._inputs.accepts(instance)

    def valid(self, result: StretchResult) -> tuple[StretchResult, tuple[tuple[int, str], ...]]:
        """The result without what the input validators refuse; of that the numbers, and why."""
        said = [(row, self._inputs.refusal(row[1].instance)) for row in result.findings]
        refused = tuple((number, why) for (number, _), why in said if why)
        if not refused:
            return result, ()
        return replace(result, findings=tuple(r for r, why in said if not why)), refused

    @property
    def validators_fault(self) -> str:
        """Why the input validators cannot be asked, if they cannot."""
        return self._inputs.fault

    def _compile_again(self, sample: Sequence[Any]) -> None:
        """Have compiled programs answer many instances at once, and the solution report what it
        does: common failures are found before that pays. A faster reference is compared on a
        ``sample`` of instances."""
        if self._is_compiled_again:
            return
        self._is_compiled_again = True
        folder = Path(self._folders.enter_context(temporary_folder()))
        context, (solution, reference) = self.hunt_context, self.bulk_runners
        if context.reference.many:
            self._screen(reference, sample, folder / "screening")
        if not context.reference.many:
            self._answer_together(reference, context.reference, folder / "reference", False)
        guided = not context.options.blind
        if context.built.many:
            if guided and not context.built.branches and solution.in_batches:
                self._mark(solution, folder / "marked")
            return
        if (
            self._answer_together(solution, context.built, folder / "together", guided)
            or not guided
        ):
            return
        with suppress(*FAILING):
            traced = traced_solution(
                context.target.solution, context.target.problem, context.layer, folder / "traced"
            )
            if traced is not None:
                solution.trace(traced)

    def _screen(self, own: BulkRunner, sample: Sequence[Any], folder: Path) -> None:
        """Look for a faster reference."""
        context = self.hunt_context
        target = context.target
        found = faster_reference(context, own, sample, folder)
        if found is not None:
            self.bulk_runners = (*self.bulk_runners, found[1])
            solution = (target.solution, self.bulk_runners[0])
            soft = is_soft(target)
            self._screening = Examiner(target.plugin, solution, found, context.stored, soft)

    def _mark(self, bulk_runner: BulkRunner, folder: Path) -> None:
        """Have a solution that answers many instances report what it does, if it can."""
        context = self.hunt_context
        target, solution = context.target, context.target.solution
        examples = examples_for(solution, target, context.options)
        with suppress(*FAILING):
            marked = marked_solution(solution, target.problem, context.layer, folder, examples)
            if marked is not None:
                bulk_runner.answer_with(marked)

    def _answer_together(
        self, bulk_runner: BulkRunner, built: BuiltSolution, folder: Path, traced: bool
    ) -> bool:
        """Whether a program could be built that answers many instances at once."""
        context = self.hunt_context
        examples = examples_for(built.solution, context.target, context.options)
        target, layer = context.target, context.layer
        together = build_together(built.solution, target, layer, folder, examples, traced)
        if together is not None:
            bulk_runner.answer_with(together)
        return together is not None

    def close(self) -> None:
        self._folders.close()
        self._inputs.close()
        for bulk_runner in self.bulk_runners:
            bulk_runner.close()


def _kept(
    rows: Sequence[tuple[int, Any]], examination: Examination
) -> tuple[tuple[Part, frozenset[Feature]], ...]:
    """Where the kept instances are from."""
    parts: dict[Any, Part] = {}
    count: Counter[int] = Counter()
    for number, instance in rows:
        parts.setdefault(instance, Part(number, count[number]))
        count[number] += 1
    found = ((parts[one.instance], one.features) for one in examination.behaviours)
    return tuple(row for row in found if row[0].part < PARTS)


class HuntHandler:
    """A hunter that a pool of workers gives stretches to."""

    def __init__(self, hunt_context: HuntContext) -> None:
        self._hunter = Hunter(hunt_context)
        self._parent = os.getppid()

    def answers(self, task: StretchTask) -> Generator[StretchResult | StretchFault, None, None]:
        """One answer."""
        try:
            with calling_plugin(located=True):
                answer: StretchResult | StretchFault = self._hunter.examine(
                    task.index, task.numbers, task.terms, self._is_orphan
                )
        except ReferenceFails as error:
            answer = StretchFault(str(error), error.text)
        except JudgeError as error:
            answer = StretchFault(str(error))
        yield answer

    def _is_orphan(self) -> bool:
        """Whether the main process has closed the connection."""
        return os.getppid() != self._parent

    def close(self) -> None:
        with suppress(OSError):
            self._hunter.close()
