"""The executors of ``--cluster``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager

from judge.cluster.cluster_workers import ClusterWorkers
from judge.cluster.dask_cluster import DaskCluster
from judge.cluster.local_cluster import cluster_name, running_cluster
from judge.common import interrupts
from judge.common.wake_up import WakeUp
from judge.evaluation.evaluate import needed_languages
from judge.evaluation.executors import Executors, Workers
from judge.evaluation.plan import Plan, RunOptions
from judge.evaluation.site import Site
from judge.evaluation.tasks import Job
from judge.languages.table import all_languages
from judge.model import Isolation
from judge.running.checkers import checker_languages
from judge.sandbox.layer import Layer


class ClusterExecutors:
    """On the workers of a cluster, which are alike. ``checkers``: the languages that the checker of
    each problem is written in."""

    def __init__(
        self, cluster: DaskCluster, layer: str, checkers: Mapping[str, frozenset[str]]
    ) -> None:
        self._cluster = cluster
        self._layer = layer
        self._checkers = checkers

    def open(self, jobs: Sequence[Job], layer: Layer, isolation: Isolation, size: int) -> Workers:
        """Each machine chooses its own sandbox by the name that was asked for."""
        return ClusterWorkers(self._cluster, jobs, self._layer, isolation, self._checkers)

    def site(self) -> Site | None:
        return self._cluster.site()

    def machine(self) -> str:
        return self._cluster.machine

    def toolchains(self, languages: Sequence[str]) -> Mapping[str, str] | None:
        table, found = all_languages(), self._cluster.toolchains()
        return {table[name].title: found[name] for name in languages if name in found}


@contextmanager
def opened_executors(
    plan: Plan, options: RunOptions, tell: Callable[[str], None]
) -> Iterator[Executors]:
    """The cluster that the options name. Raises JudgeError if there is none, or if no worker in it
    can judge, and KeyboardInterrupt."""
    name = cluster_name(options.cluster)
    with ExitStack() as stack:
        with WakeUp() as wake_up, interrupts.telling(wake_up):
            address = name.address or stack.enter_context(running_cluster(name.workers))
            checkers = {name: checker_languages(one) for name, one in plan.problems.items()}
            languages = sorted({*needed_languages(plan)}.union(*checkers.values()))
            cluster = DaskCluster(address, options.sandbox, languages, tell)
            stack.enter_context(closing(cluster))
            cluster.wait_for_workers(lambda: wake_up.called)
            if wake_up.called:
                raise KeyboardInterrupt
        yield ClusterExecutors(cluster, options.sandbox, checkers)
