"""Which solutions are references: the same for a hunt and for verify."""

from __future__ import annotations

from pathlib import Path

from judge.model import Kind, Solution, Verdict
from judge.solutions.references import reference_solutions

RIGHT = frozenset({Verdict.AC})


def made(name: str, kind: Kind = Kind.PROGRAM, expect: frozenset[Verdict] = RIGHT) -> Solution:
    return Solution("toy", name, Path(name), "python", kind, 1, expect)


FLOW, SEARCH, OTHER = made("reference-flow"), made("reference-search"), made("golfed")


def test_a_reference_has_the_name_and_is_expected_to_be_right() -> None:
    slow = made("reference-slow", expect=RIGHT | {Verdict.TLE})
    wrong = made("reference-wrong", expect=frozenset({Verdict.WA}))
    assert reference_solutions([FLOW, slow, wrong, OTHER]) == (FLOW,)


def test_an_output_file_is_none() -> None:
    output = made("reference-output", Kind.OUTPUT)
    assert reference_solutions([output]) == ()
    assert reference_solutions([FLOW, output], [output]) == (FLOW,)


def test_others_stand_in_only_for_a_missing_second_one() -> None:
    wrong = made("wrong", expect=frozenset({Verdict.WA}))
    assert reference_solutions([FLOW], [FLOW, OTHER, wrong]) == (FLOW, OTHER)
    assert reference_solutions([], [OTHER]) == (OTHER,)
    assert reference_solutions([FLOW, SEARCH], [OTHER]) == (FLOW, SEARCH)
