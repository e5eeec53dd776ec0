"""The keyword arguments of a run."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

from judge.common.messages import did_you_mean
from judge.evaluation.plan import RunOptions
from judge.library.problem_folder import usual_solutions
from judge.model import Isolation
from judge.packages.loaded_problem import LoadedProblem
from judge.store.store import Store, open_store


class RunKeywords(TypedDict, total=False):
    """All may be left out; the defaults are those of ``judge run``, but for ``store``."""

    #: A glob: only cases whose name or group matches.
    cases: str
    #: By default one per core.
    workers: int | None
    #: CPU seconds per case, instead of the problem's limit.
    time_limit_s: float | None
    #: Instead of the problem's limit.
    memory_limit_mib: int | None
    #: ``auto``, ``bubblewrap``, ``landlock`` or ``none``.
    sandbox: str
    #: What is renewed for every case: ``solution`` or ``case``.
    isolation: Isolation | str
    #: Cases in a row that hit a limit and end a solution; 0 for never.
    give_up: int
    #: Stop a solution at the first wrong answer that settles its verdict.
    stop_at_first: bool
    #: A store, in which executions are looked for and kept; by default none.
    store: str | os.PathLike[str] | None
    #: Execute everything, even what the store knows.
    fresh: bool
    #: Where it is executed: ``local``, ``local:N`` or ``tcp://HOST:PORT``, by Dask.
    cluster: str
    #: The folder of solutions, by default ``solutions`` beside the folder of problems.
    solutions: str | os.PathLike[str] | None


#: Keywords that ``RunOptions`` has under the same name.
_SAME = (
    "workers", "time_limit_s", "memory_limit_mib", "sandbox", "give_up", "stop_at_first", "fresh",
    "cluster",
)  # fmt: skip

#: Types of values, and the least one of numbers.
_VALUES: Mapping[str, tuple[tuple[type, ...], float | None]] = {
    "cases": ((str,), None),
    "workers": ((int,), 1),
    "time_limit_s": ((int, float), 0.001),
    "memory_limit_mib": ((int,), 1),
    "sandbox": ((str,), None),
    "isolation": ((str, Isolation), None),
    "give_up": ((int,), 0),
    "stop_at_first": ((bool,), None),
    "store": ((str, os.PathLike), None),
    "fresh": ((bool,), None),
    "cluster": ((str,), None),
    "solutions": ((str, os.PathLike), None),
}
#: Keywords for which None is the default.
_OPTIONAL = frozenset({"workers", "time_limit_s", "memory_limit_mib", "store", "solutions"})


def run_options(problem: LoadedProblem, keywords: Mapping[str, Any], function: str) -> RunOptions:
    """The options of a run of this problem. Raises TypeError for an unknown keyword, ValueError for
    an unknown isolation."""
    known = RunKeywords.__annotations__
    for name in keywords:
        if name not in known:
            said = f"{function}() has no keyword {name!r}: {did_you_mean(name, known)}"
            raise TypeError(said)
        _check(name, keywords[name], function)
    return RunOptions(
        problems_root=problem.problem.folder.parent,
        solutions_root=solutions_root(problem, keywords.get("solutions")),
        names=(str(problem.problem.folder),),
        case=keywords.get("cases", "*"),
        isolation=_isolation(keywords.get("isolation", Isolation.SOLUTION)),
        command=f"judge.{function}({problem.name!r})",
        **{name: keywords[name] for name in _SAME if name in keywords},
    )


def _isolation(value: Isolation | str) -> Isolation:
    try:
        return Isolation(value)
    except ValueError:
        known = " or ".join(repr(one.value) for one in Isolation)
        raise ValueError(f"isolation is {known}, not {value!r}") from None


def _check(name: str, value: Any, function: str) -> None:
    """Raise TypeError or ValueError for a value that the keyword cannot have."""
    kinds, least = _VALUES.get(name, ((object,), None))
    if value is None and name in _OPTIONAL:
        return
    is_bool = isinstance(value, bool)
    if not isinstance(value, kinds) or (is_bool and bool not in kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        said = f"{function}() wants {wanted} as {name}, not {type(value).__name__}"
        raise TypeError(said)
    if least is not None and not (isinstance(value, int | float) and least <= value < math.inf):
        raise ValueError(f"{function}() wants {name} from {least:g} on, not {value!r}")


def solutions_root(problem: LoadedProblem, given: str | os.PathLike[str] | None) -> Path:
    """The folder of solutions."""
    return usual_solutions(problem) if given is None else Path(given)


def store_of(keywords: Mapping[str, Any]) -> Store | None:
    """The store that was named; raises JudgeError. Its later troubles are warnings."""
    path = keywords.get("store")
    if path is None:
        return None
    return open_store(Path(path), lambda trouble: warnings.warn(trouble, stacklevel=2))
