"""What a pure function does in a process with other cases is what it does alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.model import Execution, Isolation, Limits
from judge.packages.plugin_loader import load_plugin
from judge.running import shared_process
from judge.running.compile import BuiltSolution, prepare
from judge.running.runner import Runner
from judge.running.shared_process import FEWEST_CASES, SharedProcess, may_share
from judge.solutions.load import load_solution
from tests.contest import RIGHT, Contest

ROWS = [f"[{n}, 3, -{n}]\n{n % 4}\n" for n in range(1, 81)]
LIMITS = Limits(cpu_s=10)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts as slow on a busy machine, too."""
    for name in ("MOST_S", "SLOW_S"):
        monkeypatch.setattr(shared_process, name, LIMITS.cpu_s)


def built(contest: Contest, source: str, layer: str = "auto") -> BuiltSolution:
    path = contest.solution("posted.py", source)
    solution = load_solution(path, "toy", load_plugin(contest.problem).readings)
    return prepare(solution, sandbox.choose(layer), contest.root / "made")


def shared(
    contest: Contest, one: BuiltSolution, rows: Sequence[str] = ROWS, layer: str = "auto"
) -> list[Execution | None]:
    plugin = load_plugin(contest.problem)
    process = SharedProcess(one, sandbox.choose(layer), LIMITS, plugin)
    try:
        return list(process.runs([plugin.parse(row) for row in rows]))
    finally:
        process.close()


def facts(run: Execution) -> tuple[object, ...]:
    return run.ended, run.exit_status, run.signal, run.stdout, run.stderr, run.result, run.answer


@pytest.mark.long
@pytest.mark.parametrize("layer", ["auto", "none"])
@pytest.mark.parametrize(
    "source",
    [
        RIGHT["lambda.py"],
        "def f(n,k):print(n,k)",
        "s=[]\ndef f(n,k):\n s.append(n)\n return s",
        "lambda n,k:'\\ud800é\\n'+str(n)",
    ],
)
def test_each_case_gets_the_facts_of_one_alone(contest: Contest, source: str, layer: str) -> None:
    one = built(contest, source, layer)
    rows = ROWS[:40] if layer == "auto" else ROWS[:8]  # there each one alone starts Python anew
    runs = shared(contest, one, rows, layer)
    plugin = load_plugin(contest.problem)
    runner = Runner(one, sandbox.choose(layer), LIMITS, Isolation.SOLUTION)
    try:
        alone = [runner.run(plugin, plugin.parse(row)) for row in rows]
    finally:
        runner.close()
    assert [run and facts(run) for run in runs] == [facts(run) for run in alone]


@pytest.mark.long
def test_cases_of_one_process_have_its_memory(contest: Contest) -> None:
    runs = shared(contest, built(contest, "lambda n,k:len([0]*10**6*(n[0]==2))"))
    assert all(run and run.peak_mib > 8 for run in runs[:2])  # those of the first process


def test_a_case_that_fails_is_to_run_alone(contest: Contest) -> None:
    runs = shared(contest, built(contest, "lambda n,k:1//(n[0]%5)"))
    assert [run is None for run in runs] == [n % 5 == 0 for n in range(1, len(ROWS) + 1)]


@pytest.mark.long
def test_a_case_that_ends_its_process_hides_no_other(contest: Contest) -> None:
    runs = shared(contest, built(contest, "lambda n,k:'x'*(10**9*(n[0]==40))"))
    assert runs[39] is None
    assert all(run is not None for run in runs[:2])


@pytest.mark.long
def test_slow_cases_are_to_run_alone(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first ones show that it is slow; it is not tried again."""
    monkeypatch.setattr(shared_process, "SLOW_S", 0.001)
    runs = shared(contest, built(contest, "lambda n,k:sum(range(3*10**6))"))
    assert runs == [None] * len(ROWS)


def test_a_source_that_is_not_pure_is_not_to_share(contest: Contest) -> None:
    one = built(contest, "import os\nlambda n,k:os.getpid()")
    assert not one.pure
    assert not may_share(one, FEWEST_CASES, Isolation.SOLUTION)


def test_few_cases_do_not_share_nor_those_with_a_sandbox_each(contest: Contest) -> None:
    one = built(contest, RIGHT["lambda.py"])
    assert may_share(one, FEWEST_CASES, Isolation.SOLUTION)
    assert not may_share(one, FEWEST_CASES - 1, Isolation.SOLUTION)
    assert not may_share(one, FEWEST_CASES, Isolation.CASE)
    assert not may_share(replace(one, pure=False), FEWEST_CASES, Isolation.SOLUTION)


def test_where_most_cases_fail_the_others_run_alone_from_then_on(contest: Contest) -> None:
    runs = shared(contest, built(contest, "lambda n,k:1//(n[0]<3)"))
    assert [run is None for run in runs] == [False, False] + [True] * (len(ROWS) - 2)


def test_an_instance_without_arguments_is_told_where_it_runs_alone(contest: Contest) -> None:
    plugin = contest.problem / "plugin.py"
    text = plugin.read_text()
    changed = text.replace("    def arguments(self, instance", "    def _arguments(self, instance")
    assert changed != text
    failing = "    def arguments(self, instance):\n        return 1 // 0\n\n    def _arguments("
    plugin.write_text(changed.replace("    def _arguments(", failing, 1))
    assert shared(contest, built(contest, RIGHT["lambda.py"])) == [None] * len(ROWS)
