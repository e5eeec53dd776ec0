"""Numbers in the arguments of input validators that differ from group to group: a validator that
takes no notice of one does not keep the bounds of the groups."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.messages import listed
from judge.common.safe_text import one_line
from judge.model import Case, CaseSettings, Problem
from judge.verify.deadline import Deadline
from judge.verify.text_numbers import extreme

Accepts = Callable[[bytes, CaseSettings], bool]
#: How many inputs of each group are shown to the validators, and how long they may be.
MOST_INPUTS, MOST_BYTES = 12, 1 << 16
#: A number is ignored if it may be any of these, too.
OTHERS = (0, 1, -1, 10**6)
_NUMBER = re.compile(r"(.*?)(-?\d{1,18})")


class Argument(Struct, frozen=True):
    """A number among the arguments of a group, and what is before it in its word."""

    at: int
    before: str
    value: int

    def changed(self, settings: CaseSettings, value: int) -> CaseSettings:
        words = [*settings.input_validator_arguments]
        words[self.at] = f"{self.before}{value}"
        return replace(settings, input_validator_arguments=tuple(words))


def ignored(problem: Problem, accepts: Accepts, deadline: Deadline) -> Iterator[str]:
    """Messages: every number in the place of one makes no difference for any stored input.
    ``accepts``: what the validators say of an input with the settings of a case. Raises OSError."""
    groups = _groups(problem.cases)
    for name, own in _named(groups).items():
        values = {one.value for _, one in own}
        if len(values) > 1 and not _has_effect(problem, groups, own, accepts, deadline):
            if deadline.is_over:
                return
            numbers = listed([str(value) for value in sorted(values)])
            said = f"they take no notice of {numbers} in the arguments of groups, behind"
            yield f"{said} {one_line(repr(name), 80)}: any number there makes no difference"


def _groups(cases: Sequence[Case]) -> Mapping[CaseSettings, list[Case]]:
    """The cases by their settings; none if validators get arguments by name."""
    found = defaultdict[CaseSettings, list[Case]](list)
    for case in cases:
        if case.settings.arguments_by_input_validator is not None:
            return {}
        found[case.settings].append(case)
    return found


def _named(
    groups: Mapping[CaseSettings, object],
) -> Mapping[str, list[tuple[CaseSettings, Argument]]]:
    """The numbers in arguments by what is before them: in their word, or the word before."""
    found = defaultdict[str, list[tuple[CaseSettings, Argument]]](list)
    for settings in groups:
        words = settings.input_validator_arguments
        for at, word in enumerate(words):
            if match := _NUMBER.fullmatch(word):
                is_named = at > 0 and not _NUMBER.fullmatch(words[at - 1])
                name = match[1] or (words[at - 1] if is_named else f"argument {at + 1}")
                found[name].append((settings, Argument(at, match[1], int(match[2]))))
    return found


def _has_effect(
    problem: Problem,
    groups: Mapping[CaseSettings, Sequence[Case]],
    own: Sequence[tuple[CaseSettings, Argument]],
    accepts: Accepts,
    deadline: Deadline,
) -> bool:
    """Whether another number decides otherwise on some input; also if the time is too short."""
    inputs = [data for cases in groups.values() for data in _inputs(problem, cases)]
    values = dict.fromkeys([*OTHERS, *(argument.value for _, argument in own)])
    for settings, argument in own:
        for data in inputs:
            usual = accepts(data, settings)
            for value in values:
                if deadline.is_over:
                    return True
                if accepts(data, argument.changed(settings, value)) != usual:
                    return True
    return False


def _inputs(problem: Problem, cases: Sequence[Case]) -> list[bytes]:
    """The inputs of a group that have the least or greatest numbers."""
    short = [case for case in cases if case.input_path.stat().st_size <= MOST_BYTES]
    every = [foreign_files.read(case.input_path, problem.folder, MOST_BYTES) for case in short]
    texts = [data.decode("utf-8", "replace") for data in every]
    return [every[index] for index in extreme(texts)[:MOST_INPUTS]]
