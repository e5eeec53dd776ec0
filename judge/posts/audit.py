"""What authors claim, against what the judge measures and finds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from judge.common.messages import counted
from judge.languages.posted_names import posted_language, posted_languages
from judge.languages.table import all_languages
from judge.model import NO_CLAIM, Outcome, Solution, SolutionResult, Verdict
from judge.posts.choose_code import claimed_sizes, shown_size

#: Verdicts on a case that refute the claim of being right; a limit of this machine does not.
REFUTING = frozenset({Verdict.WA, Verdict.RTE})


class AuditedClaim(Struct, frozen=True):
    """One solution with claims. ``faults`` are the false ones; ``open`` what could not be settled,
    both in lines."""

    result: SolutionResult
    faults: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


def audit_claims(results: Iterable[SolutionResult]) -> tuple[AuditedClaim, ...]:
    """The claims of all solutions that have any."""
    return tuple(
        AuditedClaim(result, tuple(_faults(result)), tuple(_open(result)))
        for result in results
        if has_claim(result.solution)
    )


def has_claim(solution: Solution) -> bool:
    return solution.claim != NO_CLAIM


def _faults(result: SolutionResult) -> Iterator[str]:
    yield from size_faults(result.solution)
    yield from _language_faults(result)
    if wrong := refuting(result):
        reason = wrong.reason.value if wrong.reason else wrong.verdict.title
        said = wrong.message.strip().partition("\n")[0]
        yield f"wrong on {wrong.case}: {reason}{f': {said}' if said else ''}"


def size_faults(solution: Solution) -> Iterator[str]:
    """The claims about its size that are false."""
    claim, measured = solution.claim, solution.measured
    size = measured.encoded if measured else solution.size
    if claim.size is not None and not _agrees(claim.size, size, solution.flags):
        line_end = measured.final_newline if measured else 0
        more = f" ({counted(line_end, 'byte')} of a final line end)" if line_end else ""
        yield f"claims {shown_size(claim.size)} bytes, has {size:,}{more}"
    known = measured.characters if measured else None
    if claim.characters is not None and known is not None and claim.characters != known:
        yield f"claims {claim.characters:,} characters, has {known:,}"


def _agrees(claimed: Fraction, size: int, flags: tuple[str, ...]) -> bool:
    return size in {math.ceil(one) for one in claimed_sizes(claimed, flags)}


def _language_faults(result: SolutionResult) -> Iterator[str]:
    solution = result.solution
    known = all_languages().get(solution.language)
    title = known.title if known else solution.language
    if named := solution.claim.language:
        claimed = posted_language(named).language
        several = [one.name for one in posted_languages(named)]
        if claimed is not None and solution.language not in (claimed.name, *several):
            yield f"claims {named}, is run as {title}"
    if result.verdict is Verdict.CE:
        said = next((line for line in result.message.splitlines() if "error" in line.lower()), "")
        yield f"does not compile as {title}{f': {said.strip()}' if said else ''}"


def _open(result: SolutionResult) -> Iterator[str]:
    verdict = result.verdict
    if verdict in (Verdict.AC, Verdict.CE) or (refuting(result) and not result.stopped):
        return
    if verdict not in REFUTING:
        said = result.stopped or result.message or _first_message(result)
        why = said.strip().partition("\n")[0]
        yield f"{verdict.title.lower()}{f': {why}' if why else ''}"


def _first_message(result: SolutionResult) -> str:
    """What is said of the first case with the verdict of the whole, and its name."""
    for outcome in result.outcomes:
        if outcome.verdict is result.verdict and outcome.message:
            return f"{outcome.case}: {outcome.message}"
    return ""


def refuting(result: SolutionResult) -> Outcome | None:
    """The first case on which it is wrong."""
    return next((o for o in result.outcomes if o.verdict in REFUTING), None)
