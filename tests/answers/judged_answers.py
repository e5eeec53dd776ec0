"""The verdicts on answers to one problem, by the names of their files."""

from __future__ import annotations

from collections.abc import Mapping

from judge.model import SolutionResult, Verdict
from tests.contest import Contest

#: In place of the verdict on an answer whose language cannot be run here.
MISSING = "toolchain missing"


class Verdicts(dict[str, str]):
    """By the names of files. Where the toolchain of one is missing here, it is like any verdict."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dict) or self.keys() != other.keys():
            return False
        return all(mine in (MISSING, other[name]) for name, mine in self.items())


def verdicts(
    contest: Contest,
    *groups: Mapping[str, str],
    manifests: Mapping[str, str] | None = None,
) -> Verdicts:
    """Each source is judged in a file of its own stem: names may differ in their suffix alone.
    ``manifests``: those of some suffixes, without the dot."""
    answers = [item for group in groups for item in group.items()]
    names = {name.replace(".", "-"): name for name, _ in answers}
    assert len(names) == len(answers), "a name is there twice"
    for name, source in answers:
        stem, suffix = name.replace(".", "-"), name.partition(".")[2]
        contest.solution(f"{stem}.{suffix}", source, (manifests or {}).get(suffix, ""))
    return Verdicts(
        (names[stem], MISSING if _lacks_tools(result) else result.verdict.value)
        for stem, result in contest.judged().items()
    )


def assert_judged(
    contest: Contest,
    right: Mapping[str, str],
    wrong: Mapping[str, str],
    manifests: Mapping[str, str] | None = None,
) -> None:
    """All right answers get AC, and all wrong ones WA."""
    said = verdicts(contest, right, wrong, manifests=manifests)
    wanted = dict.fromkeys(right, "AC") | dict.fromkeys(wrong, "WA")
    assert said == wanted, f"{said}, not {wanted}"


def _lacks_tools(result: SolutionResult) -> bool:
    return result.verdict is Verdict.SKIP and "not installed" in result.message
