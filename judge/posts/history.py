"""The sizes that posts had over time, for the records of a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from judge.analysis.board import Milestone
from judge.analysis.leaderboard import is_valid
from judge.model import Kind, SolutionResult
from judge.posts.record import ImportRecord, PostRecord


def milestones(results: Iterable[SolutionResult], record: ImportRecord) -> list[Milestone]:
    """Of all valid solutions with a day: each version of an imported post, else the one size.

    Earlier versions were measured when they were imported; only the last one was run.
    """
    posts = {post.stem: post for post in record.posts.values()}
    valid = [j for j in results if is_valid(j) and j.solution.kind is not Kind.OUTPUT]
    return [one for j in valid for one in _milestones(j, posts.get(j.solution.name))]


def _milestones(result: SolutionResult, post: PostRecord | None) -> Iterator[Milestone]:
    solution = result.solution
    if post is None or not post.versions or post.versions[-1].sha256 != solution.digest:
        if solution.date:
            yield Milestone(solution.date, solution.size, solution)
        return
    for version in post.versions:
        try:
            yield Milestone(date.fromisoformat(version.date), version.bytes, solution)
        except ValueError:  # the page names no day
            continue
