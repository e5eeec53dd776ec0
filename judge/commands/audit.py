"""``judge audit``: find false claims of posts."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence

from msgspec.structs import replace

from judge.commands.arguments import (
    Parser,
    add_case_pattern,
    add_roots,
    add_solution_pattern,
    add_workers,
    status_of,
)
from judge.common.errors import JudgeError
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import Plan, RunOptions, make_plan
from judge.posts.audit import audit_claims, has_claim
from judge.report.terminal.audit import audit_text
from judge.report.terminal.progress import shown_progress
from judge.report.terminal.style import Verbosity


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("problem", metavar="PROBLEM", help="name of a problem")
    add_solution_pattern(parser)
    add_case_pattern(parser)
    add_workers(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    chosen = RunOptions(
        problems_root=options.problems,
        solutions_root=options.solutions,
        names=(options.problem,),
        solution=options.solution,
        case=options.case,
        workers=options.jobs,
        sandbox=options.sandbox,
        command=shlex.join(["judge", *argv]),
    )
    plan = _with_claims(make_plan(chosen), chosen)
    with shown_progress(plan, Verbosity.QUIET) as shown:
        results = listen(evaluate_plan(plan, chosen), shown)
    claims = audit_claims(result for part in results.problems for result in part.solutions)
    print(audit_text(claims))
    return status_of(results.interrupted, not any(claim.faults for claim in claims))


def _with_claims(plan: Plan, options: RunOptions) -> Plan:
    """Only the solutions that claim something; raises JudgeError where none does."""
    requests = tuple(one for one in plan.requests if has_claim(one.solution))
    if not requests:
        said = f"no solution of {options.names[0]} claims a size: `judge import` writes claims"
        raise JudgeError(f"{said}, or set the key `claimed` in a manifest")
    return replace(plan, requests=requests)
