"""The interactor of a package, in conversation with contestants that say nothing, nonsense, or
something else at the end than a right one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property, partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.common.safe_text import one_line
from judge.common.scratch import temporary_folder
from judge.model import Case, Ended, Verdict
from judge.running.external_checker import ExternalChecker
from judge.running.validator import Validator, ValidatorResult
from judge.sandbox.crossing import Party, run_crossed
from judge.sandbox.layer import Command, MachineOverloaded, Session, View
from judge.verify import asked_numbers, guessed_numbers
from judge.verify.deadline import Deadline, share
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.replayed import (
    ADDED,
    AFTER,
    BEHIND,
    BLANK,
    FRACTION,
    JOINED,
    MOST_REPEATED,
    alike_endings,
    beyond_interval,
    careless_beginnings,
    earlier_places,
    first_heard,
    longer_words,
    most_lines,
    other_endings,
    right_words,
    shortest,
    with_blank_line,
)
from judge.verify.stated_intervals import said_interval
from judge.verify.stated_numbers import stated
from judge.verify.stated_rules import (
    demands_an_end,
    may_differ,
    most_queries,
    names_whole_numbers_only,
)
from judge.verify.stored_outputs import limited
from judge.verify.subject import Subject

#: How many cases each contestant gets.
MOST_CASES = 2
#: A statement names lesser numbers for other reasons.
LEAST_LIMIT = 5
#: Nonsense has this part of the time of a check at most; what right contestants said, so many times
#: that time: it takes some dozens of conversations.
NONSENSE, REPLAYS = 0.5, 3
#: A contestant is stopped after so many seconds: it waits for an interactor that waits for it.
WALL_S = 2.0
#: One that ends at once waits for nothing: it is stopped if the machine is too busy.
ENDING_WALL_S = 20.0
#: The most CPU seconds of an interactor that has nothing to answer.
INTERACTOR_S = 2.0


class Contestant(Struct, frozen=True):
    """What it does, and what it prints; then it reads until the interactor ends. To end before
    is the end of interactors that do not expect a closed pipe, which most need not."""

    what: str
    printed: str
    #: Whether it ends at once. Most interactors fail then: it only must not be accepted.
    ends: bool = False


CONTESTANTS = (
    Contestant("ends at once", "", ends=True),
    Contestant("prints a word", r"thisisnoanswer\n"),
    Contestant("prints an empty line", r"\n"),
    Contestant("prints bytes that are not text", r"\377\200\001\n"),
    Contestant("prints a huge number", "9" * 200 + r"\n"),
    Contestant("prints a negative number", r"-1\n"),
    Contestant("says nothing", ""),  # the slowest one: it always waits
)


def check(subject: Subject, name: str) -> Finding:
    """Fault: the interactor fails on such a contestant, or accepts one in every case. Raises
    JudgeError, MachineOverloaded, SandboxUnavailable, SandboxDied, OSError."""
    cases = _by_size(subject)[:MOST_CASES]
    pairs = [(one, case) for one in CONTESTANTS for case in cases]
    done = 0
    accepted: Counter[Contestant] = Counter()
    with temporary_folder(0o755) as folder:
        loaded = limited(subject.loaded, INTERACTOR_S)
        with closing(ExternalChecker(loaded.problem, subject.layer, Path(folder))) as checker:
            validator = checker.open_validator()
            deadline = Deadline(NONSENSE * subject.seconds)
            for contestant, case in deadline.items(pairs):
                result = _conversation(subject, validator, contestant, case, Path(folder))
                if result.verdict is Verdict.JE and not contestant.ends:
                    said = f"it fails if a contestant {contestant.what} ({case.name})"
                    said = f"{said}: {one_line(result.message, 300)}"
                    return Finding(name, Status.FAULT, said)
                done += 1
                accepted[contestant] += result.accepted
            finding = _finding(name, accepted, cases, done, len(pairs))
            if finding.status is not Status.OK:
                return finding

            def ends(case: Case, text: str) -> ValidatorResult:
                said = Contestant("", _printed(text), ends=True)
                return _conversation(subject, validator, said, case, Path(folder))

            def accepts(case: Case, text: str) -> bool:
                return ends(case, text).accepted

            deadline = Deadline(REPLAYS * subject.seconds)
            replays = Replays(subject, tuple(_replayed_cases(subject)), accepts, deadline)
            if said := next(filter(None, replays.faults()), ""):
                return Finding(name, Status.FAULT, said)
            if said := guessed_numbers.fault(subject, _by_size(subject), ends, deadline):
                return Finding(name, Status.FAULT, said)
            doubts = [*replays.doubts()]
    if not doubts:
        complete = finding.is_complete and not deadline.is_over
        return replace(finding, is_complete=complete)
    return Finding(name, Status.WARNING, doubts[0], tuple(doubts[1:]))


def _by_size(subject: Subject) -> list[Case]:
    return sorted(
        subject.cases.values(), key=lambda case: (case.input_path.stat().st_size, case.name)
    )


def _replayed_cases(subject: Subject) -> list[Case]:
    """The smallest cases, and the largest one."""
    ordered = _by_size(subject)
    return list(dict.fromkeys((*ordered[:MOST_CASES], *ordered[-1:])))


class Replays(Struct, frozen=True, dict=True):
    """What right contestants said, said again with changes, while there is time."""

    subject: Subject
    cases: Sequence[Case]
    accepts: Callable[[Case, str], bool]
    deadline: Deadline

    def faults(self) -> Iterator[str]:
        """Messages, empty ones where nothing is wrong."""
        yield self.overlooked()
        yield self.overlooked_before()
        yield self.mistaken()
        yield self.miscounted()
        yield self.careless()
        yield self.boundless()
        yield self.misasked()
        yield self.blank
        folder = self.subject.problem.folder
        if not may_differ(folder):
            yield self.near
        if demands_an_end(folder):
            yield self.unheard

    def doubts(self) -> Iterator[str]:
        """What is no fault if the statement says nothing against it."""
        yield from filter(None, (self.near, self.unheard))

    @cached_property
    def right(self) -> Mapping[Case, str]:
        """What is said in each case, no more than is read; without the cases where nothing is, or
        where that is not accepted when it is said at once."""
        found = {}
        for case in self.cases:
            if (said := right_words(self.subject, case)) and not self.deadline.is_over:
                found[case] = shortest(said, partial(self.accepts, case))
        return {case: said for case, said in found.items() if said}

    @cached_property
    def _accepted(self) -> Mapping[Case, Sequence[bool]]:
        """Of each case, which of the other endings are accepted."""
        found: dict[Case, Sequence[bool]] = {}
        for case, said in self.right.items():
            others = other_endings(said)
            if others and not self.deadline.is_over:
                found[case] = [self.accepts(case, one) for one in others]
        return found

    def overlooked(self) -> str:
        """A message if the last number that a right contestant says may be any other in every
        case, or in the largest one."""
        every = self._accepted
        if len(every) == len(self.cases) and every and all(map(all, every.values())):
            return f"it accepts any number in place of the last one {self._of(self.cases[-1])}"
        for largest in self.cases[-1:]:
            if len(every) > 1 and all(every.get(largest, (False,))):
                said = self._of(largest)
                return f"it accepts any number in place of the last one {said} in {largest.name}"
        return ""

    def overlooked_before(self) -> str:
        """The same of a number before the last one in the last line, in every case."""
        known = [earlier_places(said) for said in self.right.values()]
        if len(known) < max(MOST_CASES, len(self.cases)):
            return ""
        for what in known[0]:
            if all(what in places for places in known) and self._is_overlooked(what):
                said = self._of(self.cases[-1])
                return f"it accepts any number in place of the {what} one in the last line {said}"
        return ""

    def mistaken(self) -> str:
        """A message if it takes another number for the last one in every case where it is not 0."""
        if found := self._taken(alike_endings):
            what, case = found
            return f"it accepts {what} in place of the last number {self._of(case)}"
        return ""

    def careless(self) -> str:
        """A message if it takes a first line that is no line of a right contestant, in every case
        where others follow it; or letters behind the first word of the last line."""
        if found := self._taken(longer_words):
            what, case = found
            return f"it accepts {what} {self._of(case)}"
        wanted = [BEHIND]
        if names_whole_numbers_only(self.subject.problem.folder):
            wanted.append(FRACTION)
        if found := self._taken(careless_beginnings, wanted):
            what, case = found
            first = one_line(repr(self.right[case].partition("\n")[0]), 80)
            return f"it accepts a first line with {what}, in place of {first}"
        return ""

    def boundless(self) -> str:
        """A message if it takes a first number beyond the interval that the statement has for what
        a contestant says, in every case where other lines follow."""
        if (interval := said_interval(self.subject.problem.folder)) is None:
            return ""
        low, high = interval
        for other in (low - 1, high + 1):
            if self._taken(lambda said: beyond_interval(said, low, high), [str(other)]):
                return f"it accepts {other} in a first line, and the statement says {low} to {high}"
        return ""

    def misasked(self) -> str:
        """A message if it takes what the statement says that no line may be."""
        found = {case: first_heard(self.subject, case) for case in self.right}
        heard = {case: number for case, number in found.items() if number is not None}
        folder = self.subject.problem.folder
        return asked_numbers.fault(folder, self.right, heard, self.accepts, self.deadline)

    @cached_property
    def blank(self) -> str:
        """A message if it passes over an empty line in every case, and reads lines: then it takes
        no two of them in one, as those that read words do, for which all white space is alike."""
        if not (found := self._taken(with_blank_line, [BLANK])):
            return ""
        for case, said in self.right.items():
            joined = with_blank_line(said).get(JOINED)
            if joined and (self.deadline.is_over or self.accepts(case, joined)):
                return ""
        return f"it accepts {found[0]}, and reads lines: {self._of(found[1])}"

    def _taken(
        self,
        changes: Callable[[str], Mapping[str, str]],
        wanted: Collection[str] | None = None,
    ) -> tuple[str, Case] | None:
        """The first change that is accepted in every case that has it, and the last of them. None
        if only one case has it, or there is no time to try it in all."""
        rows = [(case, changes(said)) for case, said in self.right.items()]
        rows = [(case, others) for case, others in rows if others]
        if len(rows) < MOST_CASES:
            return None
        for what in rows[0][1] if wanted is None else wanted:
            if all(
                not self.deadline.is_over and self.accepts(case, others[what])
                for case, others in rows
            ):
                return what, rows[-1][0]
        return None

    def _is_overlooked(self, what: str) -> bool:
        for case, said in self.right.items():
            for other in other_endings(said, earlier_places(said)[what]):
                if self.deadline.is_over or not self.accepts(case, other):
                    return False
        return True

    def miscounted(self) -> str:
        """A message if it takes one line more or less than the statement says, or any number of
        lines, in every case."""
        known = stated(self.subject.problem.folder)
        limits = set()
        for case, said in self.right.items():
            if self.deadline.is_over:
                return ""
            limits.add(most_lines(said, partial(self.accepts, case)))
        limits.discard(0)  # too short a conversation to say how many lines there may be
        if len(self.right) < MOST_CASES or len(limits) != 1:
            return ""
        [limit] = limits
        most = most_queries(self.subject.problem.folder)
        if limit is None and most is not None and LEAST_LIMIT <= most <= MOST_REPEATED:
            return f"it takes any number of lines of one form, and the statement says {most}"
        if limit is None or limit < LEAST_LIMIT or limit in known:
            return ""
        for other in (limit - 1, limit + 1):
            if other in known:
                return f"it takes {limit} lines of one form, and the statement says {other}"
        return ""

    @cached_property
    def near(self) -> str:
        """A message if the last number may be greater or less by one in every case."""
        every = self._accepted
        if len(every) < MOST_CASES or len(every) < len(self.cases):
            return ""
        for place, added in enumerate(ADDED[:2]):
            if all(of_case[place] for of_case in every.values()):
                said = self._of(self.cases[-1])
                return f"it accepts a number that differs by {added} from the last one {said}"
        return ""

    @cached_property
    def unheard(self) -> str:
        """A message if a contestant may go on after its end with a word, in every case."""
        if len(self.right) < len(self.cases):
            return ""
        for case, said in self.right.items():
            if self.deadline.is_over or not self.accepts(case, said + AFTER):
                return ""
        return (
            f"it accepts a contestant that goes on after the last line {self._of(self.cases[-1])}"
        )

    def _of(self, case: Case) -> str:
        last = self.right[case].rstrip("\n").rpartition("\n")[2]
        return f"that a right contestant says: {one_line(repr(last), 80)}"


def _printed(text: str) -> str:
    """A text as ``printf`` of a shell takes it, in single quotes."""
    text = text.replace("\\", r"\\").replace("%", "%%").replace("'", r"'\''")
    return text.replace("\n", r"\n")


def _finding(
    name: str, accepted: Counter[Contestant], cases: Sequence[Case], done: int, total: int
) -> Finding:
    faults = [
        f"it accepts a contestant that {one.what}"
        for one, count in accepted.items()
        if count == len(cases)
    ]
    if faults:
        return Finding(name, Status.FAULT, faults[0], tuple(faults[1:EXAMPLES]))
    said = f"it rejects contestants that talk nonsense, in {share(done, total, 'conversation')}"
    return Finding(name, Status.OK, said, is_complete=done == total)


def _conversation(
    subject: Subject, validator: Validator, contestant: Contestant, case: Case, folder: Path
) -> ValidatorResult:
    own = case.settings.output_validator_arguments
    arguments = (*subject.problem.output_validator.arguments, *own)
    command = validator.command(case.input_path, case.answer_path, None, arguments)
    wall_s = ENDING_WALL_S if contestant.ends else WALL_S
    limits = replace(subject.limits, wall_override_s=wall_s)
    then = "" if contestant.ends else "; exec cat > /dev/null"
    shell = ("/bin/sh", "-c", f"printf -- '{contestant.printed}'{then}")
    session: Session = subject.layer.open(View(folder))
    try:
        crossed = run_crossed(
            Party(session, Command(shell), limits),
            Party(validator.session.session(command), command, validator.limits),
            lambda run: validator.result(run).accepted,
        )
    finally:
        session.close()
    if crossed.interactor.ended is Ended.OVERLOADED:
        raise MachineOverloaded(crossed.interactor.note or "the interactor was held up")
    return validator.result(crossed.interactor)
