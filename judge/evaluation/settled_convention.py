"""How a posted source is called, settled as a run of its problem settles it."""

from __future__ import annotations

from msgspec.structs import replace

from judge.evaluation.convention_trial import MOST_CPU_S, further_indices, is_open, small_indices
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import Plan, RunOptions, plan_solutions
from judge.hunting.target import Target


def with_convention(target: Target, sandbox: str) -> Target:
    """The target with the calling convention that its solution has in a run: where the manifest
    leaves it open, a few stored cases are executed to find it. Raises JudgeError, and
    KeyboardInterrupt if a signal comes meanwhile."""
    solution, loaded = target.solution, target.loaded
    if not is_open(solution, loaded.problem, loaded.plugin):
        return target
    folder = loaded.problem.folder.parent
    options = RunOptions(
        folder,
        folder,
        workers=1,
        time_limit_s=min(MOST_CPU_S, loaded.problem.limits.cpu_s),
        sandbox=sandbox,
        give_up=1,
        stop_at_first=True,
    )
    plan = _tried(plan_solutions(loaded, [solution], options))
    if plan is None:
        return target
    results = listen(evaluate_plan(plan, options))
    if results.interrupted:
        raise KeyboardInterrupt
    [result] = results.problems[0].solutions
    return replace(target, solution=result.solution)


def _tried(plan: Plan) -> Plan | None:
    """The plan of those cases that a trial executes; None if there is none."""
    [request] = plan.requests
    small, further = small_indices(request.contexts), further_indices(request.contexts)
    if not small:
        return None
    chosen = sorted({*small, *further})
    part = replace(
        request,
        cases=tuple(request.cases[index] for index in chosen),
        contexts=[request.contexts[index] for index in chosen],
    )
    return replace(plan, requests=(part,))
