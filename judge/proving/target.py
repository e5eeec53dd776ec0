"""What a proof is about: a problem, a solution, references, and a bound."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import asdict

from judge.common.errors import JudgeError
from judge.hunting.target import HuntOptions, Target, find_target
from judge.model import Limits, Solution
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Bound, BoundError
from judge.store.proofs import plugin_digest, source_key

METHODS = ("enumerate", "count", "describe_bound", "bounds", "render")


class ProofTask(Struct, frozen=True):
    """What is to be proved: that the target is right on the ``total`` instances within ``bound``,
    which ``described`` names in the plural. ``search`` has the options that hunts have too."""

    target: Target
    search: HuntOptions
    bound: Bound
    total: int
    described: str

    @property
    def plugin(self) -> ProblemPlugin:
        return self.target.plugin


def plan_proof(search: HuntOptions, bound: Bound) -> ProofTask:
    """Find everything; raises JudgeError before anything runs."""
    return proof_task(find_target(search, "a proof", *METHODS), search, bound)


def proof_task(target: Target, search: HuntOptions, bound: Bound) -> ProofTask:
    """The task for a target; raises JudgeError for a bound that the problem does not have."""
    plugin = target.plugin
    try:
        described = plugin.describe_bound(bound)
    except BoundError as error:
        raise JudgeError(f"{shown_bound(bound)!r} is no bound of this problem: {error}") from error
    total = plugin.count(bound)
    if not total:
        raise JudgeError(f"there are no {described}: choose a larger bound")
    return ProofTask(target, search, bound, total, described)


def shown_bound(bound: Bound) -> str:
    """As it is typed: ``2x3``."""
    return "x".join(map(str, bound))


def proof_key(task: ProofTask, reference: Solution) -> str:
    """SHA-256 in hexadecimal of all that a proof depends on: source and convention of the solution
    and of the reference, the plug-in, the bound, and the limits."""
    limits: Limits = task.target.problem.limits
    parts = {
        "solution": source_key(task.target.solution),
        "reference": source_key(reference),
        "plugin": plugin_digest(task.plugin.folder),
        "bound": task.bound,
        "total": task.total,
        "limits": asdict(limits),
    }
    return _digest(parts)


def answers_key(task: ProofTask, reference: Solution) -> str:
    """SHA-256 in hexadecimal of all that the answers of a reference within the bound depend on."""
    parts = {
        "reference": source_key(reference),
        "plugin": plugin_digest(task.plugin.folder),
        "bound": task.bound,
        "total": task.total,
    }
    return _digest(parts)


def _digest(parts: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
