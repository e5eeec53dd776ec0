"""Test cases of an input, of which the statement allows so many, and so great ones: validators
accept no more, and no greater ones behind the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from judge.model import Case
from judge.packages.statements import statement_texts
from judge.verify.bound_edges import shown
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import StoredNumbers
from judge.verify.stated_numbers import stated, stated_as_values
from judge.verify.stated_sums import Divided, Shape, divided, sums_in

Accepts = Callable[[Case, str], bool]
#: Lesser numbers of a statement are named for other reasons, and greater ones are no such bounds.
LEAST_BOUND, MOST_TESTS, MOST_BYTES = 2, 200_000, 1 << 23


def one_more(
    stored: StoredNumbers, folder: Path, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """A message: the validators accept one test case more than a number that the statement names,
    and not two. ``accepts``: what they say of a text as the input of a case."""
    if (found := _shortest_test(stored)) is None:
        return
    case, test, most = found
    named = stated(folder)
    bounds = [one for one in stated_as_values(folder) if one + 1 not in named]
    for bound in deadline.items(sorted(one for one in bounds if one >= max(most, LEAST_BOUND))):
        if bound > MOST_TESTS or bound * len("".join(test)) > MOST_BYTES:
            return
        text, more = (_repeated(test, bound + by) for by in (1, 2))
        if accepts(case, text) and not accepts(case, more):
            said = f"they accept {bound + 1} test cases and no more, and the statement says"
            yield f"{said} {bound}: {shown(text)}"
            return


def greater_later(
    stored: StoredNumbers, folder: Path, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """A message: the validators keep a bound of the statement for the size of the first test case,
    and not for that of the last one."""
    if (found := divided(stored)) is None or any(map(sums_in, statement_texts(folder))):
        return
    shape, every = found
    most = max(size for one in every for size in one.sizes)
    bounds = [one for one in stated_as_values(folder) if most <= one <= MOST_TESTS]
    several = [one for one in every if len(one.tests) > 1]
    for one in deadline.items(several[:1]):
        for bound in deadline.items(sorted(bounds)):
            last, size = len(one.tests) - 1, bound + 1
            if not accepts(one.case, _with_size(shape, one, 0, bound)):
                continue
            text = _with_size(shape, one, last, size)
            if accepts(one.case, text) and not accepts(one.case, _with_size(shape, one, 0, size)):
                said = f"they accept a size of {size} in the last test case, and not in the first"
                yield f"{said}, and the statement says {bound}: {shown(text)}"
                return


def _with_size(shape: Shape, one: Divided, at: int, size: int) -> str:
    """The input with another size of one test case."""
    tests = [*one.tests]
    tests[at] = shape.enlarged(tests[at], size)
    return f"{len(tests)}\n" + "".join(f"{line}\n" for test in tests for line in test)


def _shortest_test(stored: StoredNumbers) -> tuple[Case, Sequence[str], int] | None:
    """A short test case of the stored inputs, and how many test cases they have at most; None where
    inputs do not divide into some."""
    tests: list[tuple[Sequence[str], Case]]
    if (found := divided(stored)) is not None:
        tests = [(test, one.case) for one in found[1] for test in one.tests]
        most = max(len(one.tests) for one in found[1])
    else:
        tests, most = _of_one_height(stored)
    if not tests:
        return None
    test, case = min(tests, key=lambda row: len("".join(row[0])))
    return case, test, most


def _of_one_height(stored: StoredNumbers) -> tuple[list[tuple[Sequence[str], Case]], int]:
    """The test cases where each has as many lines, two or more, in all inputs."""
    tests, counts, heights = list[tuple[Sequence[str], Case]](), set[int](), set[int]()
    for case, text in stored.texts.items():
        lines = text.splitlines()
        count = int(lines[0]) if lines and lines[0].isdecimal() else 0
        height, rest = divmod(len(lines) - 1, count) if count else (0, 1)
        if rest or height < 2:
            return [], 0
        counts.add(count)
        heights.add(height)
        tests.append((lines[1 : height + 1], case))
    is_known = len(heights) == 1 and len(counts) > 2
    return (tests, max(counts)) if is_known else ([], 0)


def _repeated(test: Sequence[str], count: int) -> str:
    return f"{count}\n" + "".join(f"{line}\n" for line in test) * count
