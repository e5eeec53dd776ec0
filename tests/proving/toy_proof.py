"""Proofs on the toy problem, whose plug-in gets an enumeration here."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

from judge.hunting.target import HuntOptions
from judge.plugin import Bound
from judge.proving.result import ProofResult
from judge.proving.search import prove
from judge.proving.target import ProofTask, plan_proof
from judge.store.proofs import ProofStore
from tests.contest import RIGHT, Contest

ENUMERATION = """
    def bounds(self):
        return [(1, 1), (2, 2)]

    def describe_bound(self, bound):
        from judge.plugin import BoundError
        if len(bound) != 2:
            raise BoundError("a bound is length x number, such as 2x1")
        return f"rows of at most {bound[0]} numbers up to {bound[1]}"

    def count(self, bound):
        return len(list(self.enumerate(bound)))

    def enumerate(self, bound):
        from itertools import combinations_with_replacement as rows
        for length in range(bound[0] + 1):
            for numbers in rows(range(bound[1] + 1), length):
                for most in range(bound[0] + 1):
                    yield Row(numbers, most)
"""


def instances(bound: Bound) -> list[tuple[list[int], int]]:
    """What the enumeration yields, as arguments of a function."""
    return [
        (list(numbers), most)
        for length in range(bound[0] + 1)
        for numbers in combinations_with_replacement(range(bound[1] + 1), length)
        for most in range(bound[0] + 1)
    ]


def declare(toy: Contest, text: str = ENUMERATION) -> None:
    """Give the plug-in an enumeration."""
    plugin = toy.problem / "plugin.py"
    plugin.write_text(plugin.read_text() + text)


def wrong_on(*places: tuple[list[int], int]) -> str:
    """A function that is wrong on these instances only."""
    right = RIGHT["lambda.py"].strip()
    return f"lambda n,k: [99] if (list(n),k) in {list(places)!r} else ({right})(n,k)\n"


def task(toy: Contest, solution: str, bound: Bound, **more: Any) -> ProofTask:
    roots = (toy.root / "problems", toy.root / "solutions")
    chosen = HuntOptions(*roots, problem="toy", solution=solution, **{"seconds": 300.0, **more})
    return plan_proof(chosen, bound)


def run(
    toy: Contest,
    solution: str,
    bound: Bound,
    store: ProofStore | None = None,
    resume: bool = False,
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int], object] = lambda count: None,
    **more: Any,
) -> ProofResult:
    return prove(task(toy, solution, bound, **more), stopped, progress, store, resume)
