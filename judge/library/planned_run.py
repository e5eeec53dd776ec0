"""A run that is planned: its events, and its results."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.evaluation.evaluate import LOCAL, evaluate_plan
from judge.evaluation.events import Event, Listener, RunFinished, listen
from judge.evaluation.executors import Executors
from judge.evaluation.plan import Plan, RunOptions
from judge.evaluation.proved_bounds import with_proofs
from judge.model import Results
from judge.store.store import Store


class PlannedRun(Struct, frozen=True):
    """What ``judge run`` and ``judge grade`` do once they have a plan. ``proofs`` is the store that
    says which solutions are proved, by default the store of the run; ``tell`` is called with what
    workers of a cluster lack; ``executed`` are keys of executions in the store that belong to this
    run."""

    plan: Plan
    options: RunOptions
    store: Store | None = None
    proofs: Path | None = None
    tell: Callable[[str], None] = lambda message: warnings.warn(message, stacklevel=2)
    executed: frozenset[bytes] = frozenset()

    def events(self) -> Generator[Event, None, None]:
        """Judge all that is planned; the last event has the results. Closing the generator ends the
        run: no process is left, and the store keeps what was done. Raises JudgeError."""
        proofs = self.proofs or (self.store.path if self.store else None)
        plan, options, store = self.plan, self.options, self.store
        with (
            self._executors() as executors,
            closing(evaluate_plan(plan, options, store, executors, self.executed)) as events,
        ):
            for event in events:
                if isinstance(event, RunFinished):
                    event = replace(event, results=with_proofs(event.results, proofs))
                yield event

    def _executors(self) -> AbstractContextManager[Executors]:
        """Where it is executed: on this machine, or on a cluster."""
        if not self.options.cluster:
            return nullcontext(LOCAL)
        from judge.cluster.cluster_executors import opened_executors  # not every run needs it

        return opened_executors(self.plan, self.options, self.tell)

    def results(self, *listeners: Listener) -> Results:
        """Judge all that is planned; every listener hears every event. Raises JudgeError."""
        return listen(self.events(), *listeners)
