"""Events of a run: which, in what order, and what is kept when nobody listens any more."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import multiprocess
import pytest

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import (
    CaseJudged,
    CasesSkipped,
    Event,
    RunFinished,
    RunStarted,
    SolutionBuilt,
    SolutionEnded,
    listen,
)
from judge.evaluation.executors import LocalExecutors, Workers
from judge.evaluation.plan import make_plan
from judge.evaluation.tasks import Job
from judge.model import Isolation, Verdict
from judge.sandbox.layer import Layer
from judge.store.store import Store, open_store
from tests.contest import RIGHT, Contest
from tests.processes import processes_naming, wait_for

LOOPS = "int main(void) { volatile int i = 1; while (i); }\n"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "store.sqlite")


def events_of(contest: Contest, **options: object) -> list[Event]:
    return list(evaluate_plan(contest.plan(**options), contest.options(**options)))


def of_solution(name: str, events: list[Event]) -> list[Event]:
    between = (e for e in events if not isinstance(e, RunStarted | RunFinished))
    return [e for e in between if e.solution.name == name]


@pytest.mark.long
def test_a_run_is_told_from_its_heading_to_its_results(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    first, built, *cases, ended, last = events_of(contest)
    assert isinstance(first, RunStarted) and not first.heading.problems[0].solutions
    assert isinstance(built, SolutionBuilt)
    assert all(isinstance(event, CaseJudged) for event in cases) and len(cases) == 5
    assert isinstance(ended, SolutionEnded)
    assert isinstance(last, RunFinished) and len(last.results.problems[0].solutions) == 1
    assert last.results.started == first.heading.started


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_every_case_is_told_once_and_every_solution_ends_once(
    contest: Contest, workers: int
) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("no.c", "int main(")
    contest.solution("loops.c", LOOPS)
    events = events_of(contest, workers=workers, time_limit_s=0.1)
    for name in ("right", "no", "loops"):
        its = of_solution(name, events)
        judged = [e.graded.case for e in its if isinstance(e, CaseJudged)]
        skipped = sum(e.cases for e in its if isinstance(e, CasesSkipped))
        assert len(judged) + skipped == 5 and len(set(judged)) == len(judged)
        assert isinstance(its[-1], SolutionEnded)
        assert sum(isinstance(e, SolutionEnded) for e in its) == 1
    compiled = {e.solution.name for e in events if isinstance(e, SolutionBuilt)}
    assert compiled == {"right", "loops"}
    skips = {e.solution.name: e.verdict for e in events if isinstance(e, CasesSkipped)}
    assert skips == {"no": Verdict.CE, "loops": Verdict.TLE}


@pytest.mark.long
def test_a_case_that_is_measured_again_is_told_once(contest: Contest) -> None:
    spin = "import time\nwhile time.process_time() < 0.25:\n    pass\nprint()\n"
    contest.solution("close.py", spin)
    events = events_of(contest, time_limit_s=0.3, case="1")
    [outcome] = [o for j in events[-1].results.problems[0].solutions for o in j.outcomes]
    assert len(outcome.run.tries_s) >= 2
    assert Counter(type(event).__name__ for event in events)["CaseJudged"] == 1


def kept_cases(store: Store) -> int:
    """The executions that another process would find in the store at this moment."""
    statement = "SELECT count(*) FROM arrived"
    [(written,)] = open_store(store.path)._connection.execute(statement).fetchall()
    waiting = store._writer._waiting if store._writer else []
    return int(written) + len(waiting)


@pytest.mark.long
def test_the_store_has_an_execution_before_any_listener_hears_of_it(
    contest: Contest, store: Store
) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    heard = 0
    for event in evaluate_plan(contest.plan(), contest.options(), store):
        if isinstance(event, CaseJudged):
            heard += 1
            assert kept_cases(store) == heard
    assert heard == 5


@pytest.mark.long
def test_every_listener_hears_every_event(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    one: list[Event] = []
    other: list[Event] = []
    results = listen(evaluate_plan(contest.plan(), contest.options()), one.append, other.append)
    assert one == other and isinstance(one[-1], RunFinished) and one[-1].results is results


# Ends before the end


@pytest.mark.long
def test_a_generator_that_is_closed_leaves_no_process_and_keeps_what_was_done(
    contest: Contest, store: Store, marker: str
) -> None:
    contest.solution("a-right.py", RIGHT["lambda.py"])
    contest.solution(f"b-{marker}.py", "import time\nwhile 1: time.sleep(.01)\n")
    events = evaluate_plan(contest.plan(), contest.options(time_limit_s=300), store)
    for event in events:
        if isinstance(event, SolutionEnded):
            break
    events.close()
    assert multiprocess.active_children() == []
    wait_for(lambda: not processes_naming(marker))
    [run] = store.stored_runs()
    assert run.settled and run.interrupted
    [judged] = store.results(run.number).problems[0].solutions
    assert (judged.solution.name, judged.verdict, judged.passed) == ("a-right", Verdict.AC, 5)


def test_a_listener_that_fails_ends_the_run(contest: Contest, store: Store, marker: str) -> None:
    source = "import time\nwhile 1: time.sleep(.01)\n"
    contest.solution(f"b-{marker}.py", source, 'input = "native"')

    def fail(event: Event) -> None:
        if isinstance(event, SolutionBuilt):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        listen(evaluate_plan(contest.plan(), contest.options(time_limit_s=300), store), fail)
    assert multiprocess.active_children() == []
    wait_for(lambda: not processes_naming(marker))
    assert store.stored_runs()[0].interrupted


@pytest.mark.parametrize("moment", [SolutionBuilt, CaseJudged])
def test_a_signal_between_two_events_is_obeyed_at_the_next(
    contest: Contest, store: Store, moment: type
) -> None:
    """No exception comes out of a listener's own code: not even the store is left half written."""
    contest.solution("right.py", RIGHT["lambda.py"])

    def press(event: Event) -> None:
        if isinstance(event, moment):
            os.kill(os.getpid(), signal.SIGINT)

    results = listen(evaluate_plan(contest.plan(), contest.options(), store), press)
    assert results.interrupted and store.stored_runs()[0].interrupted
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


class CountedWorkers(LocalExecutors):
    """Keeps how many workers were asked for."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def open(self, jobs: Sequence[Job], layer: Layer, isolation: Isolation, size: int) -> Workers:
        self.sizes.append(size)
        return super().open(jobs, layer, isolation, size)


@pytest.mark.long
@pytest.mark.parametrize("validated", [False, True])
def test_a_validator_is_compiled_beside_the_solution_of_a_single_case(
    contest: Contest, validated: bool
) -> None:
    contest.use_package({"secret/1": (b"1\n", b"1\n")})
    if validated:
        (contest.problem / "output_validator").mkdir()
        (contest.problem / "output_validator" / "check.sh").write_text("exit 42\n")
    contest.solution("right.py", "print(input())")
    asked, counted = contest.options(workers=2), CountedWorkers()
    [*_, last] = evaluate_plan(make_plan(asked), asked, executors=counted)
    assert isinstance(last, RunFinished) and not last.results.unexpected
    assert counted.sizes == [1 + validated]
