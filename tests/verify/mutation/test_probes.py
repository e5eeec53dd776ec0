"""Probes in code note every mutation that makes a difference, and few others."""

from __future__ import annotations

import ast
from itertools import product

import pytest

from judge.verify.mutation.operators import Kind, Mutation, mutate, mutations
from judge.verify.mutation.probes import Probes, instrument

SOURCE = '''
LIMIT = 3

def solve(a, b, c):
    """A bit of everything."""
    found = []
    for value in (a, b, c):
        if not value or value > LIMIT and b != 2:
            found.append(value + 1)
        elif value in (a, "x") and len(found) < 2:
            continue
        else:
            found.append(min(value, 2))
    while len(found) > 2:
        found.pop()
    try:
        if [1, 2][a] == 2:
            found.append(twice(b))
    except IndexError:
        found.append(-1)
    kept = [one for one in found if one <= b]
    return sum(kept) if a == b or c else tuple(kept)

def twice(value):
    def inner(other):
        return other * 2 if other >= 1 else None
    if inner(value) is None:
        return 0
    return inner(value)
'''
INPUTS = list(product(range(-1, 5), (0, 1, 2, 4), (0, 3)))


def made() -> list[Mutation]:
    return mutations(ast.parse(SOURCE), lambda node: True, SOURCE)


def outcome(namespace: dict[str, object], words: tuple[int, ...]) -> object:
    solve = namespace["solve"]
    assert callable(solve)
    try:
        return solve(*words)
    except Exception as error:
        return type(error)


def loaded(tree: ast.Module, names: dict[str, object]) -> dict[str, object]:
    namespace = dict(names)
    exec(compile(ast.unparse(tree), "sample.py", "exec"), namespace)
    return namespace


def mutant(mutation: Mutation) -> dict[str, object]:
    tree = ast.parse(SOURCE)
    mutate(tree, mutation)
    return loaded(tree, {})


def noted() -> tuple[dict[Mutation, int], dict[tuple[int, ...], bytes], dict[object, object]]:
    """The place of each mutation, what every input notes, and what it comes to."""
    tree, probes = ast.parse(SOURCE), Probes()
    places = instrument(tree, made(), probes)
    namespace = loaded(tree, probes.names())
    hits, outcomes = {}, {}
    for words in INPUTS:
        probes.clear()
        outcomes[words] = outcome(namespace, words)
        hits[words] = probes.taken()
    return places, hits, outcomes


def ends(mutation: Mutation) -> bool:
    """Whether the mutant ends for certain: these loops do not."""
    return not mutation.code.startswith("while") and mutation.code != "found.pop()"


def test_code_with_probes_does_the_same() -> None:
    _, _, outcomes = noted()
    original = loaded(ast.parse(SOURCE), {})
    assert outcomes == {words: outcome(original, words) for words in INPUTS}


@pytest.mark.long
def test_every_mutation_that_changes_an_outcome_is_noted() -> None:
    places, hits, outcomes = noted()
    changing = 0
    for mutation in filter(ends, made()):
        if mutation not in places:
            continue
        changed = mutant(mutation)
        for words in INPUTS:
            if outcome(changed, words) != outcomes[words]:
                changing += 1
                assert hits[words][places[mutation]], (mutation.change, words)
    assert changing > 500


def test_code_that_runs_at_import_has_no_place() -> None:
    places, _, _ = noted()
    assert {one.code for one in made() if one not in places} == {"LIMIT = 3"}


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        ("value > LIMIT → value >= LIMIT", lambda a, b, c: 3 in (a, b, c)),
        ("other >= 1 → other > 1", lambda a, b, c: a in (-1, 1) and b == 1),
        ("a == b → a <= b", lambda a, b, c: a < b),
    ],
)
def test_a_comparison_is_noted_only_where_it_comes_out_otherwise(
    change: str, differs: object
) -> None:
    places, hits, _ = noted()
    [mutation] = [one for one in made() if one.change == change]
    assert callable(differs)
    for words in INPUTS:
        assert bool(hits[words][places[mutation]]) == differs(*words), words


def test_a_condition_is_noted_only_where_it_is_not_what_it_is_forced_to_be() -> None:
    places, hits, _ = noted()
    true, false = (
        next(one for one in made() if one.change == f"[1, 2][a] == 2 → {value}")
        for value in (True, False)
    )
    assert (true.kind, false.kind) == (Kind.CONDITION, Kind.CONDITION)
    for words in INPUTS:
        index = words[0]
        raises = not -2 <= index < 2
        assert bool(hits[words][places[true]]) == (raises or [1, 2][index] != 2)
        assert bool(hits[words][places[false]]) == (raises or [1, 2][index] == 2)
