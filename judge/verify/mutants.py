"""Mutants of right outputs: general ones for every problem, and those of the plug-in."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import Struct

from judge.checking.answer import answer_text
from judge.common import foreign_files
from judge.common.foreign_files import CASE_BYTES
from judge.common.text_places import replaced
from judge.evaluation.worker import KEPT_BYTES
from judge.model import Execution, Verdict
from judge.packages.problem_plugin import REFUSED, ProblemPlugin
from judge.plugin import Fate, Mutable, Mutant, base_of, shape_of
from judge.verify.plugin_calls import own_mutants
from judge.verify.stated_numbers import stated
from judge.verify.subject import Subject
from judge.verify.text_numbers import MOST_DIGITS, NUMBER

#: How many mutants of one answer are taken from the plug-in.
MOST_OWN = 100
GARBAGE = "\x00\ufffd <b>no answer</b> \u202e ?!"
HUGE = "9" * 40
#: More than what a reader takes at once that does not go on.
FAR = "\n" * (2**16 + 1)
FAR_BEHIND = "garbage far behind"
#: No small ones, where nothing is known of the problem.
FEW_SIZES = frozenset(2**bits for bits in range(8))
_DIGITS = re.compile("[0-9]+")
#: A whole number, or what is before the point: a fraction or an exponent that is huge may be small.
_WHOLE = re.compile(r"(?<![0-9.])(?<![0-9.][eE])(?<![0-9.][eE][+-])-?[0-9]+")


class MutantCase(Struct, frozen=True):
    """A mutant of a right answer to a case, and its reading."""

    case: str
    reading: str
    mutant: Mutant


def of_case(subject: Subject, case: str) -> Iterator[MutantCase]:
    """All mutants of a case: the plug-in's from the stored answer, general ones from an output.
    Each kind is computed when it is asked for: who wants a few need not wait for all."""
    context, plugin = subject.contexts[case], subject.plugin
    if isinstance(plugin.own, Mutable) and context.best is not None:
        own = own_mutants(plugin, context.instance, context.best.answer, most=MOST_OWN)
        yield from (MutantCase(case, plugin.readings[0], mutant) for mutant in own)
        first = right_outputs(subject, case).get(plugin.readings[0])
        for reading in plugin.readings[1:]:
            made = translated(plugin, context.instance, own, reading, [first] if first else [])
            yield from (MutantCase(case, reading, mutant) for mutant in made)
    for reading, text in right_outputs(subject, case).items():
        data = foreign_files.read(subject.cases[case].input_path, most=CASE_BYTES)
        given = data.decode("utf-8", "replace")
        foreign, known = foreign_number(given, text), _sizes(subject, given, text)
        for mutant in overlooked(plugin, context.instance, text, reading, foreign, known):
            yield MutantCase(case, reading, mutant)
        may_be_huge = max(stated(subject.problem.folder), default=0) >= int(HUGE)
        yield from (MutantCase(case, reading, mutant) for mutant in general(text, may_be_huge))


def overlooked(
    plugin: ProblemPlugin,
    instance: Any,
    text: str,
    reading: str,
    foreign: int,
    sizes: Collection[int] = FEW_SIZES,
) -> Iterator[Mutant]:
    """Outputs with a change that ``decode`` does not see, though it must: a sign, a fraction, what
    stands behind a number, a number so great that only some of its bits are the same, or the number
    ``foreign`` more. ``sizes``: small numbers modulo which others may count by the rules of the
    problem."""
    if plugin.own is None:
        return
    right = _answer(plugin, text, instance, reading)

    def is_same(changed: str) -> bool:
        return _answer(plugin, changed, instance, reading) == right

    numbers = [match for match in NUMBER.finditer(text) if int(match[0]) > 0]
    for match in dict.fromkeys([*numbers[:1], *numbers[-1:]]):
        number = int(match[0])

        def is_same_as(word: object, match: re.Match[str] = match) -> bool:
            return is_same(replaced(match, str(word)))

        if is_same_as(number + 1):
            continue  # a number that says nothing, such as that of a line
        for name, word, other in _alike(number, sizes):
            if is_same_as(word) and (other is None or not is_same_as(other)):
                yield Mutant(name, replaced(match, word), Fate.REJECTED)
    for name, changed in _longer(text, foreign):
        if is_same(changed):
            yield Mutant(name, changed, Fate.REJECTED)


def _longer(text: str, foreign: int) -> Iterator[tuple[str, str]]:
    """With a number more: the foreign one, and 0 where no number is 0."""
    yield "a number more at the end", f"{text.rstrip()}\n{foreign}\n"
    yield "a number more at the beginning", f"{foreign}\n{text}"
    numbers = [int(match[0]) for match in NUMBER.finditer(text)]
    if numbers and all(numbers):
        yield "a 0 more at the end", f"{text.rstrip()} 0\n"
        yield "a 0 more at the beginning", f"0 {text}"


def _alike(number: int, sizes: Collection[int]) -> Iterator[tuple[str, str, int | None]]:
    """Words that a careless reader takes for the number, and another number for each that it does
    not take for it. If this one is the same, too, numbers count modulo some number by the rules of
    the problem, such as steps around a circle."""
    yield "a negated number", f"-{number}", 3 * number
    if float(f"{number}.5") != float(f"{number}"):  # a great float has no fraction
        yield "a number with a fraction", f"{number}.5", None
    yield "a number with an exponent behind it", f"{number}e3", 1000 * number
    yield "a number with a word behind it", f"{number}thisisnoanswer", None
    for bits in (3, 4, 5, 6, 7, 8, 16, 32, 64):
        if 2**bits not in sizes:
            yield f"a number 2^{bits} greater", str(number + 2**bits), number + 2 ** (bits - 1)


def _sizes(subject: Subject, given: str, text: str) -> Collection[int]:
    """Numbers of the input, the output and the statement, and how many words and letters the first
    two have."""
    return near_numbers(given) | near_numbers(text) | stated(subject.problem.folder)


def near_numbers(text: str) -> set[int]:
    """The numbers of a text, how many lines it has, and words and letters these, and the numbers
    beside them."""
    numbers = {int(match[0]) for match in NUMBER.finditer(text)}
    lines = text.splitlines()
    counts = {len(lines), *(len(line.split()) for line in lines), *map(len, text.split())}
    return {one + by for one in numbers | counts for by in (-1, 0, 1)}


def foreign_number(given: str, text: str) -> int:
    """A number that no reading of an output can take for an index, nor for a number of the input:
    greater than all in both, and than the count of whatever is in them."""
    lengths = (len(word) for word in _DIGITS.findall(f"{given}\n{text}"))
    size = len(str(len(given) + len(text)))
    digits = max([size, *(length for length in lengths if length <= MOST_DIGITS)])
    return int("1" + "0" * digits)


def translated(
    plugin: ProblemPlugin,
    instance: Any,
    own: Sequence[Mutant],
    reading: str,
    right: Sequence[str] = (),
) -> list[Mutant]:
    """The plug-in's mutants with all indices written as in another reading of the same shape.

    Empty unless a legal one, or a ``right`` output of the first reading, is the same answer there:
    then numbers are not only indices.
    """
    first = plugin.readings[0]
    if shape_of(first) != shape_of(reading) or base_of(first) == base_of(reading):
        return []
    legal = [*(one.text for one in own if one.fate is Fate.LEGAL), *right]
    legal = [text for text in legal if NUMBER.search(text)]
    for by in (1, -1):
        same = [
            _answer(plugin, text, instance, first)
            == _answer(plugin, _shifted(text, by), instance, reading)
            for text in legal
        ]
        if same and all(same):
            return [dataclasses.replace(one, text=_shifted(one.text, by)) for one in own]
    return []


def _shifted(text: str, by: int) -> str:
    return NUMBER.sub(lambda match: str(int(match[0]) + by), text)


def _answer(plugin: ProblemPlugin, text: str, instance: Any, reading: str) -> object:
    """The answer in a text; an own object if there is none."""
    try:
        return plugin.decode(text, instance, reading)
    except REFUSED:
        return object()


def right_outputs(subject: Subject, case: str) -> dict[str, str]:
    """An output of an accepted solution for a case in each reading."""
    found: dict[str, str] = {}
    for result, outcome in subject.outcomes_on(case):
        reading = result.reading
        if not reading or reading in found or outcome.verdict is not Verdict.AC:
            continue
        text = kept_text(outcome.run) if outcome.run else None
        if text is not None:
            found[reading] = text
    return found


def kept_text(run: Execution) -> str | None:
    """The output of an execution; None if not all of it was kept."""
    text = answer_text(run)
    return text if len(text.encode()) < KEPT_BYTES else None


def general(text: str, may_be_huge: bool = False) -> Iterator[Mutant]:
    """Mutants of any output, without those that are equal to it. ``may_be_huge``: the statement
    allows numbers as great as the huge ones."""
    made = {
        "empty": Mutant("empty", "", Fate.OPEN),
        "garbage": Mutant("garbage", GARBAGE, Fate.REJECTED),
        "garbage after": Mutant("garbage after", f"{text}\n{GARBAGE}", Fate.REJECTED),
        FAR_BEHIND: Mutant(FAR_BEHIND, f"{text}{FAR}{GARBAGE}", Fate.REJECTED),
    }
    for name, spoilt, fate in (*_of_lines(text), *_of_numbers(text)):
        is_open = may_be_huge and name.startswith("huge")
        made[name] = Mutant(name, spoilt, Fate.OPEN if is_open else fate)
    return (mutant for mutant in made.values() if mutant.text != text)


def _of_lines(text: str) -> Iterator[tuple[str, str, Fate]]:
    lines = text.splitlines()
    yield "cut in half", text[: len(text) // 2], Fate.OPEN
    if lines:
        yield "a line dropped", "\n".join(lines[1:]) + "\n", Fate.OPEN
        yield "a line repeated", "\n".join([*lines, lines[-1]]) + "\n", Fate.OPEN
        yield "lines swapped", "\n".join(lines[::-1]) + "\n", Fate.OPEN


def _of_numbers(text: str) -> Iterator[tuple[str, str, Fate]]:
    found = _WHOLE.finditer(text)
    numbers = [match for match in found if len(match[0]) <= MOST_DIGITS]
    if not numbers:
        return
    first, last = numbers[0], numbers[-1]
    for name, number in (("off by one", int(last[0]) + 1), ("one less", int(last[0]) - 1)):
        yield name, f"{text[: last.start()]}{number}{text[last.end() :]}", Fate.OPEN
    for name, huge in (("huge", HUGE), ("huge negative", f"-{HUGE}")):
        spoilt = text[: first.start()] + huge + text[first.end() :]
        yield f"{name} first number", spoilt, Fate.REJECTED
        yield f"{name} number in another answer before", f"{spoilt}\n\n{text}", Fate.REJECTED
        yield f"{name} number in another answer after", f"{text}\n\n{spoilt}", Fate.REJECTED
    yield "huge number", text[: last.start()] + HUGE + text[last.end() :], Fate.REJECTED
    if first is not last:
        between = text[first.end() : last.start()]
        swapped = f"{text[: first.start()]}{last[0]}{between}{first[0]}{text[last.end() :]}"
        yield "numbers swapped", swapped, Fate.OPEN
        more, less = int(first[0]) + int(HUGE), int(last[0]) - int(HUGE)
        moved = f"{text[: first.start()]}{more}{between}{less}{text[last.end() :]}"
        yield "huge numbers with the same sum", moved, Fate.REJECTED
