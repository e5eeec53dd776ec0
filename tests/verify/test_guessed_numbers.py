"""How many numbers an interactor takes for the last one, and how it copes with one that is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import Case, Ended, Limits, Verdict
from judge.running import output_file
from judge.running.validator import ValidatorResult
from judge.verify.deadline import Deadline
from judge.verify.guessed_numbers import Guesses, failing, too_lenient

RUN = output_file.as_run(b"", Limits())


def guesses(*counts: tuple[int, int]) -> list[Guesses]:
    """For each case, how many numbers of how many are taken."""
    return [
        Guesses(Case(str(at), "", Path()), tuple(range(1, taken + 1)), count)
        for at, (taken, count) in enumerate(counts)
    ]


@pytest.mark.parametrize(
    ("counts", "is_told"),
    [
        ([(1, 3), (1, 4), (1, 5)], False),
        ([(2, 3), (2, 4), (2, 5)], True),
        ([(2, 3), (2, 4)], False),  # too few to say
        ([(2, 3), (1, 4), (2, 5)], False),  # several may be right
        ([(3, 3), (4, 4), (1, 5)], True),
        ([(3, 3), (2, 4), (1, 5)], False),
    ],
)
def test_several_numbers_are_taken_in_every_case_or_all_in_some(
    counts: list[tuple[int, int]], is_told: bool
) -> None:
    assert bool(too_lenient(guesses(*counts))) is is_told


@pytest.mark.parametrize(
    ("end", "is_told"),
    [
        ((Ended.SIGNALLED, 11, b""), True),
        ((Ended.SIGNALLED, 13, b""), False),  # nobody reads what it says
        ((Ended.EXITED, None, b"Traceback\nIndexError: list index out of range\n"), True),
        ((Ended.EXITED, None, b"Traceback\nBrokenPipeError: [Errno 32] Broken pipe\n"), False),
    ],
)
def test_an_interactor_must_cope_with_a_number_that_is_no_place(
    tmp_path: Path, end: tuple[Ended, int | None, bytes], is_told: bool
) -> None:
    ended, number, said = end
    heard = []

    def ends(case: Case, text: str) -> ValidatorResult:
        heard.append(text)
        run = replace(RUN, ended=ended, signal=number, stderr=said)
        return ValidatorResult(Verdict.JE, "it failed", run=run)

    right = {Case("1", "", tmp_path): "? 1 2\n! 2\n"}
    assert bool(failing(right, ends, Deadline(60))) is is_told
    assert heard[0] == "? 1 2\n! 2000000000\n"
