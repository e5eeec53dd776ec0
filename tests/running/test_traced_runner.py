"""A compiled program tells which edges it takes, and how near comparisons come to equality."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from judge import sandbox
from judge.model import Ended, Limits
from judge.packages.loaded_problem import load_problems
from judge.running.build import traced_solution
from judge.running.traced_runner import MOST_BRANCHES, TracedRunner
from judge.solutions.load import load_solution
from tests.contest import Contest

pytestmark = pytest.mark.skipif(not shutil.which("c++"), reason="needs c++ (Debian: g++)")

SOURCE = """#include <iostream>
int main() { int x; std::cin >> x; std::cout << (x == 7777 ? 1 : x); }
"""
#: The two sides of its comparison are values of the input; the loop before it has compared others.
VALUES = """#include <stdio.h>
int main() { int x, y, sum = 0; if (scanf("%d%d", &x, &y) != 2) return 1;
for (int i = 0; i < 40; i++) sum += i; printf("%d", x == y ? 1 : sum); }
"""
#: It writes to the descriptor itself, and closes it.
LIAR = """#include <unistd.h>
int main() { for (int i = 3; i < 9; i++) if (write(i, "abc", 3) != 3 || close(i)) {} }
"""


class Plain:
    """In place of a plug-in: an instance is its input."""

    def render(self, instance: str) -> str:
        return instance


@contextmanager
def traced(toy: Contest, name: str, source: str) -> Iterator[TracedRunner]:
    path = toy.solution(name, source, 'kind = "program"\n')
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    solution = load_solution(path, "toy", loaded.plugin.readings)
    layer = sandbox.choose("auto")
    built = traced_solution(solution, loaded.problem, layer, toy.root / "traced")
    assert built is not None
    with closing(TracedRunner(built, layer, Limits(cpu_s=5.0))) as runner:
        yield runner


@pytest.mark.long
def test_branches_tell_where_a_program_goes_and_how_near_a_constant_is(toy: Contest) -> None:
    plugin: Any = Plain()
    with traced(toy, "near.cpp", SOURCE) as runner:
        runs = [runner.run(plugin, f"{number}\n") for number in (5, 6, 7000, 7776, 7777)]
        again = runner.run(plugin, "5\n")
    assert [run.stdout for run, _ in runs] == [b"5", b"6", b"7000", b"7776", b"1"]
    assert all(run.ended is Ended.EXITED and run.result is None for run, _ in runs)
    far, other, nearer, next_to, equal = (set(branches) for _, branches in runs)
    assert far == other == set(again[1])  # equally far
    assert len({frozenset(one) for one in (far, nearer, next_to, equal)}) == 4
    assert len(far ^ nearer) == 2  # one comparison
    assert all(0 <= number < MOST_BRANCHES for number in far | equal)


@pytest.mark.long
def test_branches_tell_how_near_two_values_are(toy: Contest) -> None:
    plugin: Any = Plain()
    inputs = ("900 2\n", "2 900\n", "-3 5\n", "6 5\n", "7 7\n")
    with traced(toy, "values.c", VALUES) as runner:
        runs = [runner.run(plugin, text) for text in inputs]
    assert [run.stdout for run, _ in runs] == [b"780", b"780", b"780", b"780", b"1"]
    far, other, nearer, next_to, equal = (set(branches) for _, branches in runs)
    assert far == other
    assert len({frozenset(one) for one in (far, nearer, next_to, equal)}) == 4


@pytest.mark.long
def test_a_loop_tells_only_what_is_nearer_than_before(toy: Contest) -> None:
    plugin: Any = Plain()
    source = VALUES.replace("i < 40; i++) sum += i;", "i < x; i++) sum += i == y;")
    with traced(toy, "loop.c", source) as runner:
        runs = [runner.run(plugin, f"4000 {y}\n") for y in (0, 100_000)]
    near, far = (len(set(branches)) for _, branches in runs)
    assert far - 2 <= near <= far + 2


@pytest.mark.long
def test_a_program_that_uses_the_descriptor_itself_does_no_harm(toy: Contest) -> None:
    plugin: Any = Plain()
    with traced(toy, "liar.cpp", LIAR) as runner:
        run, branches = runner.run(plugin, "")
    assert run.ended is Ended.EXITED and run.exit_status == 0
    assert all(0 <= number < MOST_BRANCHES for number in branches)


def test_what_cannot_be_traced_is_not(toy: Contest, tmp_path: Path) -> None:
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    for name, source, manifest in (
        ("f.cpp", "int f(int x) { return x; }\n", 'kind = "function"\n'),
        ("p.py", "print(input())\n", 'kind = "program"\n'),
    ):
        path = toy.solution(name, source, manifest)
        solution = load_solution(path, "toy", loaded.plugin.readings)
        assert traced_solution(solution, loaded.problem, sandbox.choose("auto"), tmp_path) is None
