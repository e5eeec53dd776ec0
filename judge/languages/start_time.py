"""CPU time that a language's machine takes to start: it comes on top of the time limit."""

from __future__ import annotations

from msgspec.structs import replace

from judge.languages.table import all_languages
from judge.model import Kind, Limits, Solution


def start_s(solution: Solution) -> float:
    """How much a solution may take beyond the time limit, in seconds of CPU time: what its language
    needs before it does anything. Nothing for a submission of a package, whose limit is made for
    the times of such submissions."""
    if solution.kind is Kind.OUTPUT or solution.expectations:
        return 0.0
    language = all_languages().get(solution.language)
    return language.start_s if language else 0.0


def with_start(limits: Limits, solution: Solution) -> Limits:
    """The limits of a problem as they are for one solution."""
    more = start_s(solution)
    return replace(limits, cpu_s=limits.cpu_s + more) if more else limits


def start_note(solution: Solution) -> str:
    """What is said of a solution that has met the limit; empty where nothing is added to it."""
    more = start_s(solution)
    if not more:
        return ""
    title = all_languages()[solution.language].title
    return f"{more:g} s on top are allowed for the start of {title}"
