"""Packages that are judged together, and that their readers would take for one another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from judge.common.messages import listed
from judge.model import Problem


def told_apart(problems: Sequence[Problem]) -> list[Problem]:
    """The same problems. Those that share a title have their folder's name in it, and a note names
    the other packages that have the same uuid."""
    by_title = _names(problems, lambda problem: problem.title)
    by_uuid = _names(problems, lambda problem: problem.metadata.uuid.lower())
    return [
        _with_note(_with_name(one, by_title[one.title]), by_uuid[one.metadata.uuid.lower()])
        for one in problems
    ]


def _names(problems: Sequence[Problem], key: Callable[[Problem], str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for problem in problems:
        found[key(problem)].append(problem.name)
    return found


def _with_name(problem: Problem, same: Sequence[str]) -> Problem:
    if len(same) == 1:
        return problem
    titles = {code: f"{title} ({problem.name})" for code, title in problem.titles.items()}
    return replace(problem, titles=titles)


def _with_note(problem: Problem, same: Sequence[str]) -> Problem:
    others = [name for name in same if name != problem.name]
    if not others or not problem.metadata.uuid:
        return problem
    said = f"uuid is that of {listed(others)}, too: a copy that is another problem needs its own"
    return replace(problem, notes=(*problem.notes, said))
