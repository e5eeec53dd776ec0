"""Executions whose outcome is known from an earlier run."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from judge.model.execution import Execution
from judge.model.problem import Limits
from judge.model.results import Grade


class ExecutionKey(Struct, frozen=True):
    """What an outcome depends on, as two SHA-256 digests.

    ``execution`` is of all that the execution depends on, except the limits on time and memory;
    ``grade`` of all that its grades depend on besides.
    """

    execution: bytes
    grade: bytes


class KnownExecution(Struct, frozen=True, omit_defaults=True):
    """An execution as it was stored: the limits it ran under and its grades by reading."""

    limits: Limits
    run: Execution
    grades: Mapping[str, Grade]
    #: When the run began that executed it, ISO 8601 with offset.
    executed_at: str
    #: The ``grade`` of its key, in hexadecimal.
    grade_key: str
