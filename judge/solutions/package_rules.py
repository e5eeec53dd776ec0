"""What a package says of solutions that others post: their languages, and a main program of its own
that calls them."""

from __future__ import annotations

from msgspec.structs import replace

from judge.languages.allowed import check_codes, not_allowed
from judge.languages.included import included_files, included_main
from judge.languages.table import all_languages
from judge.model import Convention, Kind, Problem, Solution


def as_package_asks(solution: Solution, problem: Problem) -> Solution:
    """The solution, not run if its language is not allowed. Raises JudgeError."""
    check_codes(problem)
    if solution.kind is Kind.OUTPUT or solution.language not in all_languages():
        return solution
    if why := not_allowed(problem, solution.language):
        return replace(solution, skipped=why)
    return _with_driver(solution, problem)


def _with_driver(solution: Solution, problem: Problem) -> Solution:
    """The solution as a part of the package's program, if it looked like a function because the
    main program is included. Raises JudgeError."""
    if solution.kind is not Kind.FUNCTION:
        return solution
    files = included_files(problem, solution.language)
    main = included_main(files, all_languages()[solution.language])
    if not main:
        return solution
    kept = tuple(said for said in solution.settled if said.split(":")[0] in ("language", "source"))
    settled = (*kept, f"kind: program, by the included file {main}")
    return replace(solution, kind=Kind.PROGRAM, convention=Convention(), settled=settled)
