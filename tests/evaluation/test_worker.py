"""A worker of a run: each way to fail to run a solution has its verdict; little is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.evaluation import worker
from judge.evaluation.task_choice import TaskChoice
from judge.evaluation.tasks import BuildDone, CaseDone, Job, OpenChecker, Prepare, RunCases
from judge.evaluation.worker import CaseHandler
from judge.model import Ended, Isolation, OutputValidator, Verdict
from judge.packages.load import load_problem
from judge.sandbox.layer import Layer, SandboxUnavailable, Session, View
from tests.contest import RIGHT, Contest
from tests.packages.written import write


def jobs(contest: Contest, *files: str) -> list[Job]:
    """A job for each of these files, which stand among the solutions."""
    requests = {r.solution.path.name: r for r in contest.plan().requests}
    found = []
    for number, file in enumerate(files):
        r = requests[file]
        folder = contest.root / f"made-{number}"
        found.append(Job(number, r.problem, r.solution, r.cases, r.contexts, r.limits, folder))
    return found


@pytest.fixture
def layer() -> Layer:
    return sandbox.choose("none")


@pytest.fixture
def handlers() -> Iterator[list[CaseHandler]]:
    """Handlers to be closed at the end."""
    made: list[CaseHandler] = []
    yield made
    for one in made:
        one.close()


def ran(one: CaseHandler, job: int, place: int) -> CaseDone:
    ready = one.prepare(job)
    assert ready.built
    return one.run(RunCases(job, ready.built, (place,)), place)


@pytest.mark.long
def test_it_prepares_runs_and_grades(
    contest: Contest, layer: Layer, handlers: list[CaseHandler]
) -> None:
    contest.solution("a.py", RIGHT["lambda.py"])
    handlers.append(CaseHandler(jobs(contest, "a.py"), layer, isolation=Isolation.SOLUTION))
    done = ran(handlers[0], 0, 1)
    assert (done.job, done.index, done.run.ended) == (0, 1, Ended.EXITED)
    assert done.run.result == b"[2]"
    assert {r: g.verdict for r, g in done.grades.items()} == {
        "0-indexed": Verdict.AC,
        "1-indexed": Verdict.WA,
    }


@pytest.mark.long
def test_it_goes_from_one_solution_to_another_and_back(
    contest: Contest, layer: Layer, handlers: list[CaseHandler]
) -> None:
    contest.solution("a.py", "print(0)")
    contest.solution("b.py", "print(1)")
    handlers.append(CaseHandler(jobs(contest, "a.py", "b.py"), layer, isolation=Isolation.SOLUTION))
    ready = [handlers[0].prepare(0), handlers[0].prepare(1)]
    said = []
    for job in (0, 1, 0):
        built = ready[job].built
        assert built
        said.append(handlers[0].run(RunCases(job, built, (0,)), 0).run.stdout)
    assert said == [b"0\n", b"1\n", b"0\n"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source", "manifest", "verdict", "says"),
    [
        ("a.c", "int main(", "", Verdict.CE, "a.c:1:"),
        ("a.py", "lambda n,k:0", 'requires = "no_such_thing"', Verdict.SKIP, "no_such_thing"),
    ],
)
def test_what_cannot_be_prepared_has_its_verdict(
    contest: Contest,
    layer: Layer,
    file: str,
    source: str,
    manifest: str,
    verdict: Verdict,
    says: str,
) -> None:
    contest.solution(file, source, manifest)
    ready = CaseHandler(jobs(contest, file), layer, isolation=Isolation.SOLUTION).prepare(0)
    assert (ready.built, ready.verdict) == (None, verdict)
    assert says in ready.message


def test_a_source_that_vanished_is_the_judges_fault(contest: Contest, layer: Layer) -> None:
    path = contest.solution("a.py", "print(0)")
    one = CaseHandler(jobs(contest, "a.py"), layer, isolation=Isolation.SOLUTION)
    path.unlink()
    ready = one.prepare(0)
    assert (ready.verdict, ready.built) == (Verdict.JE, None)
    assert "No such file" in ready.message


def test_a_sandbox_that_cannot_be_had_is_the_judges_fault(contest: Contest) -> None:
    contest.solution("a.c", "int main(void) {}")
    ready = CaseHandler(jobs(contest, "a.c"), NoSandbox(), isolation=Isolation.SOLUTION).prepare(0)
    assert ready == BuildDone(0, None, Verdict.JE, "not today")


class NoSandbox:
    name, protections, hosts_folder, keeps_hosts = "no", (), "/hosts", False

    def program_folder(self, view: View) -> str:
        return "/program"

    def open(self, view: View) -> Session:
        raise SandboxUnavailable("not today")


@pytest.mark.long
def test_a_sandbox_that_is_lost_later_is_the_judges_fault_too(
    contest: Contest, layer: Layer, handlers: list[CaseHandler]
) -> None:
    contest.solution("a.py", "print(0)")
    todo = jobs(contest, "a.py")
    ready = CaseHandler(todo, layer, isolation=Isolation.SOLUTION).prepare(0)
    assert ready.built
    handlers.append(CaseHandler(todo, NoSandbox(), isolation=Isolation.SOLUTION))
    done = handlers[0].run(RunCases(0, ready.built, (0,)), 0)
    assert done.grades["0-indexed"].verdict is Verdict.JE
    assert "not today" in done.grades["0-indexed"].message


@pytest.mark.long
def test_a_long_output_is_graded_whole_but_travels_cut(
    contest: Contest, layer: Layer, handlers: list[CaseHandler]
) -> None:
    contest.solution("a.py", "print(' ' * 99999)\nprint(2)")
    contest.solution("b.py", "lambda n,k: ' ' * 99999 + '2'")
    handlers.append(CaseHandler(jobs(contest, "a.py", "b.py"), layer, isolation=Isolation.SOLUTION))
    program, function = ran(handlers[0], 0, 1), ran(handlers[0], 1, 1)
    for done in (program, function):
        assert done.grades["0-indexed"].verdict is Verdict.AC
    assert len(program.run.stdout) == worker.KEPT_BYTES
    assert function.run.result is not None and len(function.run.result) == worker.KEPT_BYTES


@pytest.mark.long
def test_it_answers_with_every_case_of_a_task_in_its_order(
    contest: Contest, layer: Layer, handlers: list[CaseHandler]
) -> None:
    contest.solution("a.py", "print(2)")
    handlers.append(CaseHandler(jobs(contest, "a.py"), layer, isolation=Isolation.SOLUTION))
    [ready] = handlers[0].answers(Prepare(0))
    assert isinstance(ready, BuildDone) and ready.built
    done = list(handlers[0].answers(RunCases(0, ready.built, (1, 3, 0))))
    assert [one.index for one in done if isinstance(one, CaseDone)] == [1, 3, 0]


@pytest.mark.long
def test_what_is_made_of_a_solution_lies_in_the_jobs_folder(contest: Contest, layer: Layer) -> None:
    contest.solution("a.c", RIGHT["plain.c"])
    [job] = jobs(contest, "a.c")
    CaseHandler([job], layer, isolation=Isolation.SOLUTION).prepare(0)
    assert sorted(p.name for p in Path(job.folder).iterdir()) == ["a.c", "artifact"]


def answers_of(
    contest: Contest,
    source: str,
    handlers: list[CaseHandler],
    isolation: Isolation,
    count: int = 80,
) -> list[CaseDone]:
    """What a posted Python function gets for so many of 80 cases, in one task."""
    for number in range(80):
        best, at = max((number, "0"), (3, "1"))
        contest.case(f"secret/{number}", [number, 3], 1, best, at)
    contest.solution("a.py", source)
    found = [replace(one, folder=contest.root / isolation.value) for one in jobs(contest, "a.py")]
    handlers.append(CaseHandler(found, sandbox.choose("auto"), isolation))
    ready = handlers[-1].prepare(0, trial=False)
    assert ready.built
    task = RunCases(0, ready.built, tuple(range(count)))
    return [one for one in handlers[-1].answers(task) if isinstance(one, CaseDone)]


def are_shared(done: list[CaseDone]) -> list[bool]:
    """Of a case in a process with others only the time of its call is known."""
    return [one.run.wall_s == one.run.cpu_s for one in done]


@pytest.mark.long
def test_cases_of_a_pure_function_share_processes(
    contest: Contest, handlers: list[CaseHandler]
) -> None:
    done = answers_of(contest, RIGHT["lambda.py"], handlers, Isolation.SOLUTION)
    apart = answers_of(contest, RIGHT["lambda.py"], handlers, Isolation.CASE, count=8)
    assert [one.index for one in done] == list(range(80))
    assert [one.grades for one in apart] == [one.grades for one in done[:8]]
    assert (any(are_shared(done)), any(are_shared(apart))) == (True, False)


@pytest.mark.long
def test_a_case_that_fails_among_them_is_run_alone(
    contest: Contest, handlers: list[CaseHandler]
) -> None:
    source = "lambda n,k:[1//(n[0]-40)*0+(n[1]>n[0])]"
    done = answers_of(contest, source, handlers, Isolation.SOLUTION)
    failed = [one for one in done if one.grades["0-indexed"].verdict is Verdict.RTE]
    assert [b"ZeroDivisionError" in one.run.stderr for one in failed] == [True]
    assert are_shared(failed) == [False]


@pytest.mark.long
def test_cases_of_another_function_do_not_share(
    contest: Contest, handlers: list[CaseHandler]
) -> None:
    source = "class A:0\nlambda n,k:[*map(int,str(k))]"
    done = answers_of(contest, source, handlers, Isolation.SOLUTION)
    assert len(done) == 80
    assert not any(are_shared(done))


def job_with_validator(tmp_path: Path) -> Job:
    files = {
        "problem.yaml": "name: Tour\nvalidation: custom\n",
        "output_validators/check.sh": "exit 42\n",
    }
    problem = load_problem(write(tmp_path, files))
    scratch = tmp_path / "scratch" / "0"
    scratch.parent.mkdir()
    solution: Any = None
    return Job(0, problem, solution, problem.cases, (), problem.limits, scratch)


def test_a_validator_is_built_for_all_workers_before_an_output_comes(
    tmp_path: Path, layer: Layer, system_tools: None, handlers: list[CaseHandler]
) -> None:
    job = job_with_validator(tmp_path)
    handlers.append(CaseHandler([job], layer, isolation=Isolation.SOLUTION))
    assert [*handlers[0].answers(OpenChecker(0))] == []
    assert len([*job.folder.parent.glob("*check.sh.built")]) == 1


def test_an_idle_worker_opens_the_validator_of_a_solution_that_is_being_compiled(
    tmp_path: Path,
) -> None:
    job = job_with_validator(tmp_path)
    worker: Any = SimpleNamespace(last_task=None, task=None)
    workers: Any = SimpleNamespace(busy=[], can_do=lambda worker, number: True)
    state: Any = SimpleNamespace(job=job, started=False, ready=None)
    choice = TaskChoice([state], workers, gives_up=True)
    assert choice.to_open(worker) is None, "what is not being compiled may be known"
    state.started = True
    assert choice.to_open(worker) == OpenChecker(0)
    assert choice.to_open(worker) is None, "others wait for what it builds"
    plain = replace(job.problem, output_validator=OutputValidator())
    state.job = replace(job, problem=plain)
    assert TaskChoice([state], workers, gives_up=True).to_open(worker) is None
