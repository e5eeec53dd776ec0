"""A run executes nothing whose outcome is known; and what is never known."""

from __future__ import annotations

import itertools
import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.evaluation import execution_key
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import SolutionBuilt, listen
from judge.evaluation.execution_key import ExecutionKeys
from judge.evaluation.known_executions import holds_under, is_lasting
from judge.evaluation.plan import make_plan
from judge.evaluation.site import Site
from judge.evaluation.tasks import CaseDone
from judge.languages.table import all_languages
from judge.languages.toolchain import find_toolchain
from judge.model import Ended, Execution, Grade, KnownExecution, Limits, Reason, Results, Verdict
from judge.store.known_table import CHECKSUM
from judge.store.store import Store, open_store
from tests.contest import RIGHT, Contest, judge_environment
from tests.processes import wait_for

#: They settle the calling convention: otherwise the cases of its trial count for all others.
NATIVE = 'input = "native"\n'
CALLED = 'expect = "WA"\nkind = "function"\narity = "args"\noutput = "return"\n'
LIMITS = Limits(cpu_s=2.0, memory_mib=256)
#: The number comes first: only trying it on cases tells.
SWAPPED = "f=lambda k,n:[i for i in sorted(range(len(n)),key=lambda i:-n[i])[:k]if n[i]>0]\n"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "store.sqlite")


@pytest.fixture
def two(contest: Contest) -> Contest:
    """A right program and a wrong function."""
    contest.solution("right.py", RIGHT["program.py"], NATIVE)
    contest.solution("wrong.py", "lambda n,k:[]", CALLED)
    return contest


def run(contest: Contest, store: Store, **options: Any) -> Results:
    chosen = contest.options(**options)
    return listen(evaluate_plan(make_plan(chosen), chosen, store))


def known(results: Results) -> Mapping[str, int]:
    """How many outcomes of each solution are known from earlier runs."""
    return {j.solution.name: j.known for p in results.problems for j in p.solutions}


def without_origin(results: Results) -> list[Any]:
    """All verdicts, outputs and times, without where they are from."""
    return [
        (j.verdict, j.reading, [replace(o, executed_at="") for o in j.outcomes])
        for p in results.problems
        for j in p.solutions
    ]


# What is known


@pytest.mark.long
def test_a_second_run_executes_nothing_and_says_the_same(two: Contest, store: Store) -> None:
    first = run(two, store)
    assert known(first) == {"right": 0, "wrong": 0}
    second = run(two, store)
    assert known(second) == {"right": 5, "wrong": 5}
    assert without_origin(second) == without_origin(first)
    assert {o.executed_at for j in second.problems[0].solutions for o in j.outcomes} == {
        first.started
    }
    third = run(two, store)  # still from the run that executed them
    assert third.problems == second.problems
    assert store.results(3).problems[0].solutions[0].known == 5


@pytest.mark.long
def test_what_changes_is_executed_again(two: Contest, store: Store) -> None:
    run(two, store)
    two.solution("wrong.py", "lambda n,k:[ ]", CALLED)
    assert known(run(two, store)) == {"right": 5, "wrong": 0}
    two.solution("right.py", RIGHT["program.py"], NATIVE + 'flags = ["-O"]')
    assert known(run(two, store)) == {"right": 0, "wrong": 5}
    two.case("sample/1", [5, 1], 1, 5, "0")
    assert known(run(two, store)) == {"right": 4, "wrong": 4}
    assert known(run(two, store, isolation=two.options().isolation.CASE)) == {
        "right": 0,
        "wrong": 0,
    }
    assert known(run(two, store)) == {"right": 5, "wrong": 5}
    two.solution(
        "right.py", RIGHT["program.py"], NATIVE + 'flags = ["-O"]\nnote = "said elsewhere"'
    )
    assert known(run(two, store)) == {"right": 5, "wrong": 5}


@pytest.mark.long
def test_a_fresh_run_executes_everything(two: Contest, store: Store) -> None:
    run(two, store)
    fresh = run(two, store, fresh=True)
    assert known(fresh) == {"right": 0, "wrong": 0}
    later = run(two, store)
    assert {o.executed_at for j in later.problems[0].solutions for o in j.outcomes} == {
        fresh.started
    }


STRICT = """\
    def score(self, instance: Row, answer: Picks) -> int:
        if not answer and max(instance.numbers, default=0) > 0:
            raise IllegalAnswer("nothing is picked", "of some numbers")
"""


@pytest.mark.long
def test_a_changed_plugin_grades_known_outputs_again(two: Contest, store: Store) -> None:
    run(two, store)
    plugin = two.problem / "plugin.py"
    head = "    def score(self, instance: Row, answer: Picks) -> int:\n"
    plugin.write_text(plugin.read_text().replace(head, STRICT))
    results = run(two, store)
    assert known(results) == {"right": 5, "wrong": 5}
    right, wrong = sorted(results.problems[0].solutions, key=lambda j: j.solution.name)
    assert right.verdict is Verdict.AC
    assert {o.reason for o in wrong.outcomes} == {Reason.ILLEGAL, None}
    assert run(two, store).problems == results.problems


@pytest.mark.long
def test_a_changed_answer_file_grades_known_outputs_again(two: Contest, store: Store) -> None:
    run(two, store)
    before = grade_keys(store)
    answer = two.problem / "data" / "secret" / "04-all.ans"
    answer.write_text(answer.read_text().replace("\n", " \n", 1))
    assert known(run(two, store)) == {"right": 5, "wrong": 5}
    assert len(grade_keys(store) - before) == 2


def grade_keys(store: Store) -> set[str]:
    about = f"substr(about, 1, length(about) - {CHECKSUM})"
    rows = sqlite3.connect(store.path).execute(f"SELECT key, {about} ->> 'grade_key' FROM known")
    return {f"{key!r} {grade}" for key, grade in rows}


BROKEN = '        raise Undecodable("nothing can be read yet")\n'


@pytest.mark.long
def test_a_convention_that_a_broken_plugin_could_not_find_is_looked_for_again(
    contest: Contest, store: Store
) -> None:
    contest.solution("swapped.py", SWAPPED)
    plugin = contest.problem / "plugin.py"
    whole = plugin.read_text()
    head = "    def decode(self, text: str, instance: Row, reading: str) -> Picks:\n"
    plugin.write_text(whole.replace(head, head + BROKEN))
    run(contest, store)
    plugin.write_text(whole)
    results = run(contest, store)
    again = run(contest, store, fresh=True)
    assert bare(results) == bare(again)
    assert bare(results)["swapped"] == (Verdict.AC, 5)
    plugin.write_text(whole + "# said\n")  # now it is found, and outputs are graded again
    assert known(run(contest, store))["swapped"] == 5


def bare(results: Results) -> Mapping[str, tuple[Verdict, int]]:
    return {j.solution.name: (j.verdict, j.passed) for p in results.problems for j in p.solutions}


# Under other limits


def execution(ended: Ended = Ended.EXITED, cpu_s: float = 0.1, **more: Any) -> Execution:
    status = 0 if ended is Ended.EXITED else None
    values = {"exit_status": status, "signal": None, "wall_s": cpu_s, "peak_mib": 9.0, **more}
    return Execution(ended, stdout=b"", stderr=b"", result=None, cpu_s=cpu_s, **values)


@pytest.mark.parametrize(
    ("run", "holds", "fails"),
    [
        (execution(cpu_s=0.5), [{"cpu_s": 9}, {"cpu_s": 1}], [{"cpu_s": 0.6}, {"cpu_s": 0.1}]),
        (execution(cpu_s=0.5), [{"memory_mib": 512}], [{"memory_mib": 128}]),
        (execution(Ended.CPU_LIMIT, 2.4), [{"cpu_s": 1}], [{"cpu_s": 3}, {"memory_mib": 512}]),
        (execution(Ended.WALL_LIMIT, 0.1, wall_s=6.0), [{"cpu_s": 1}], [{"cpu_s": 3}]),
        (execution(Ended.MEMORY_LIMIT), [{"memory_mib": 64}, {"cpu_s": 9}], [{"memory_mib": 512}]),
        (execution(exit_status=1), [{"cpu_s": 9}], [{"memory_mib": 512}, {"memory_mib": 64}]),
    ],
)  # fmt: skip
def test_an_outcome_holds_under_limits_that_cannot_change_it(
    run: Execution, holds: list[dict[str, Any]], fails: list[dict[str, Any]]
) -> None:
    then = KnownExecution(LIMITS, run, {}, "", "")
    assert holds_under(then, LIMITS)
    assert all(holds_under(then, replace(LIMITS, **changed)) for changed in holds)
    assert not any(holds_under(then, replace(LIMITS, **changed)) for changed in fails)


@pytest.mark.parametrize(
    ("run", "lasting"),
    [
        (execution(), True),
        (execution(Ended.CPU_LIMIT, 2.4), True),
        (execution(cpu_s=1.9), False),
        (execution(cpu_s=1.9, tries_s=(1.8, 1.9)), True),
        (execution(cpu_s=1.9, tries_s=(1.8, 2.1, 1.9)), False),
        (execution(Ended.OVERLOADED), False),
        (execution(Ended.SANDBOX_FAILED), False),
        (execution(Ended.SIGNALLED, signal=signal.SIGKILL), False),
        (execution(Ended.SIGNALLED, signal=signal.SIGSEGV), True),
        (execution(Ended.WALL_LIMIT, wall_s=6.0, held_s=5.0), False),
    ],
)
def test_what_depends_on_the_machine_is_not_kept(run: Execution, lasting: bool) -> None:
    right = {"": Grade(Verdict.AC)}
    assert is_lasting(CaseDone(0, 0, run, right), LIMITS) is lasting
    assert not is_lasting(CaseDone(0, 0, run, {"": Grade(Verdict.JE)}), LIMITS)


@pytest.mark.long
def test_a_time_limit_is_known_below_the_limit_it_was_reached_at(
    contest: Contest, store: Store
) -> None:
    contest.solution("loops.py", "while 1: pass", 'expect = "TLE"')
    contest.solution("right.py", RIGHT["program.py"])

    def at(limit_s: float) -> Mapping[str, int]:
        return known(run(contest, store, time_limit_s=limit_s))

    assert at(0.3) == {"loops": 0, "right": 0}
    assert at(0.2) == {"loops": 2, "right": 5}
    assert at(0.4)["loops"] == 0
    assert at(0.2) == {"loops": 2, "right": 5}


# What is shown


@pytest.mark.long
def test_the_last_line_the_page_and_the_json_tell_what_is_known(two: Contest) -> None:
    first = two.judge("run")
    assert "\n10 executions in " in first.out
    second = two.judge("run", "--report", "r.html", "--json", "r.json")
    assert "\n0 of 10 executions run, 10 known, in " in second.out
    assert (two.root / "r.json").read_text().count('"executed_at": "20') == 10
    assert "\n10 executions in " in two.judge("run", "--fresh").out


@pytest.mark.long
def test_an_output_file_is_no_execution(two: Contest) -> None:
    two.solution("handed-in.out", "nothing\n", 'expect = "WA"\ncase = "sample/1"\n')
    assert "\n10 executions in " in two.judge("run").out
    assert "\n0 of 10 executions run, 10 known, in " in two.judge("run").out
    assert "\n1 output file in " in two.judge("run", "--solution", "handed-in").out


# A store that fails


@pytest.mark.long
def test_a_damaged_table_is_told_once_and_everything_is_executed(two: Contest) -> None:
    two.judge("run")
    with sqlite3.connect(two.root / "reports/store.sqlite") as other:
        other.execute("UPDATE known SET about = '{'")
    done = two.judge("run")
    assert "\n10 executions in " in done.out and done.status == 0
    assert done.err.count("earlier executions cannot be read") == 1 == done.err.count("\n")


@pytest.mark.long
def test_stored_bytes_that_are_not_what_was_stored_are_not_used(two: Contest) -> None:
    noise = "import random, sys\nsys.stderr.buffer.write(random.Random(1).randbytes(999))\n"
    two.solution("right.py", noise + RIGHT["program.py"], NATIVE)
    two.judge("run")
    with sqlite3.connect(two.root / "reports/store.sqlite") as other:
        spoilt = other.execute(
            "UPDATE blob SET data = zeroblob(size) WHERE length(data) = size"
        ).rowcount
    assert spoilt > 0
    done = two.judge("run")
    # Those of the other solution may have been looked up before.
    assert "0 of 10 executions run" not in done.out and done.status == 0
    assert "earlier executions cannot be read (stored bytes differ from their digest)" in done.err


@pytest.mark.long
def test_a_stored_verdict_that_has_changed_is_not_used(two: Contest) -> None:
    two.judge("run")
    with sqlite3.connect(two.root / "reports/store.sqlite") as other:
        statement = """UPDATE known SET about = replace(about, '"WA"', '"AC"')"""
        other.execute(f"{statement} WHERE about LIKE '%\"WA\"%'")
    done = two.judge("run", "--json", "facts.json")
    assert "0 of 10 executions run" not in done.out and done.status == 0
    assert "earlier executions cannot be read (the checksum of a row is wrong)" in done.err
    [problem] = json.loads((two.root / "facts.json").read_text())["problems"]
    assert {one["name"]: one["verdict"] for one in problem["solutions"]} == {
        "right": "AC",
        "wrong": "WA",
    }


# Killed at any instant

NAPS = """
import time
def solve(numbers, most):
    time.sleep(0.02)
    order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
    return [i for i in order[:most] if numbers[i] > 0]
"""
CASES = 60


def many_cases(contest: Contest) -> None:
    for number in range(CASES):
        contest.case(f"secret/k{number:03}", [0, number + 1], 1, number + 1, "1")


def stored(path: Path) -> int:
    if not path.exists():
        return 0
    try:
        return int(sqlite3.connect(path).execute("SELECT count(*) FROM known").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def killed_run(contest: Contest, store: Path, after_s: float) -> None:
    """Start a run, and kill the judge some time after it has begun to execute, or if it is over."""
    before = stored(store)
    judge = subprocess.Popen(
        [sys.executable, "-m", "judge", "run", "-q", "--store", str(store), "--report", "r.html"],
        cwd=contest.root,
        env=judge_environment(),
        process_group=0,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_for(lambda: stored(store) > before or judge.poll() is not None)
    time.sleep(after_s)
    judge.kill()
    assert judge.wait() in (0, -signal.SIGKILL)


@pytest.mark.long
def test_a_solution_is_built_once_by_many_workers_with_many_cases(
    contest: Contest, store: Store
) -> None:
    many_cases(contest)
    contest.solution("right.py", RIGHT["program.py"])
    chosen, built = contest.options(workers=2), []
    events = evaluate_plan(make_plan(chosen), chosen, store)
    results = listen(events, lambda e: built.append(e) if isinstance(e, SolutionBuilt) else None)
    assert len(built) == 1 and results.problems[0].solutions[0].verdict is Verdict.AC


@pytest.mark.long
@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.slow)])
def test_after_kills_at_any_instant_the_next_run_does_the_rest(
    contest: Contest, tmp_path: Path, kills: int
) -> None:
    many_cases(contest)
    contest.solution("naps.py", NAPS)
    path, draw = tmp_path / "store.sqlite", random.Random(kills)
    counts = [0]
    for _ in range(kills):
        killed_run(contest, path, draw.uniform(0, 0.15))
        counts.append(stored(path))
        if counts[-1] == CASES + 5:  # all is known: from the beginning
            with sqlite3.connect(path) as other:
                other.execute("DELETE FROM known")
            counts.append(0)
    assert all(one < two or two == 0 for one, two in itertools.pairwise(counts))
    last = run(contest, open_store(path))
    [judged] = last.problems[0].solutions
    assert (judged.known, len(judged.outcomes)) == (counts[-1], CASES + 5)
    assert judged.verdict is Verdict.AC and stored(path) == CASES + 5


# What outcomes depend on beside the source


TABLE = """\
    def score(self, instance: Row, answer: Picks) -> int:
        from pathlib import Path

        table = Path(__file__).parent / "attachments" / "table.txt"
        if not answer and max(instance.numbers, default=0) > int(table.read_text()):
            raise IllegalAnswer("nothing is picked", "of some numbers")
"""


@pytest.mark.long
def test_a_changed_table_that_the_plugin_reads_grades_known_outputs_again(
    two: Contest, store: Store
) -> None:
    plugin = two.problem / "plugin.py"
    head = "    def score(self, instance: Row, answer: Picks) -> int:\n"
    plugin.write_text(plugin.read_text().replace(head, TABLE))
    table = two.problem / "attachments" / "table.txt"
    table.parent.mkdir()
    table.write_text("999")
    reasons = []
    for text in ("999", "0"):
        table.write_text(text)
        results = run(two, store)
        _, wrong = sorted(results.problems[0].solutions, key=lambda j: j.solution.name)
        reasons.append({o.reason for o in wrong.outcomes})
    assert reasons == [{Reason.SUBOPTIMAL, None}, {Reason.ILLEGAL, None}]
    assert known(results) == {"right": 5, "wrong": 5}


def key_of(contest: Contest) -> bytes:
    """The key of the first case of the first solution."""
    plan = make_plan(contest.options())
    site = Site("machine", "sandbox", lambda name: find_toolchain(all_languages()[name]))
    keys = ExecutionKeys(plan.problems, site, contest.options().isolation)
    return keys.key(plan.requests[0], 0).execution


def test_an_execution_depends_on_how_its_language_is_run_and_on_no_other(
    two: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, table = key_of(two), dict(all_languages())

    def with_changed(name: str) -> bytes:
        entry = replace(table[name], run=(*table[name].run, "-x"))
        monkeypatch.setattr(execution_key, "all_languages", lambda: {**table, name: entry})
        return key_of(two)

    assert with_changed("lua") == before
    assert with_changed("python") != before


@pytest.mark.long
def test_an_execution_depends_on_the_code_that_builds_starts_and_measures_it(
    two: Contest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "judge"
    shutil.copytree(Path(execution_key.__file__).parents[1], copy)
    monkeypatch.setattr(execution_key, "_JUDGE", copy)
    keys = [key_of(two)]
    for name in ("sandbox/supervisor.c", "running/calling.py", "languages/argument_types.py"):
        with (copy / name).open("a") as file:
            file.write("\n")
        keys.append(key_of(two))
    assert len(set(keys)) == 4
    with (copy / "report/phrases.py").open("a") as file:
        file.write("\n")
    assert key_of(two) == keys[-1]
