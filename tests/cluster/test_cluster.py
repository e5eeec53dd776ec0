"""``judge run --cluster``: the same results on workers of Dask, whatever becomes of them."""

from __future__ import annotations

import json
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import judge
from judge.cluster.local_cluster import ClusterName, cluster_name
from judge.languages.table import all_languages
from judge.languages.toolchain import find_toolchain
from tests.cluster.dask_site import DaskSite
from tests.contest import RIGHT, Contest, judge_environment
from tests.processes import endless, executions_of_endless, processes_naming, wait_for

pytest.importorskip("distributed", reason="install the extra: pip install -e '.[test]'")


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskSite]:
    made = DaskSite(tmp_path_factory.mktemp("dask"))
    yield made
    made.end()


def facts(contest: Contest, *words: str, **environment: str) -> list[tuple[str, str, str]]:
    """(solution, case, verdict) of a run."""
    words = ("run", "--json", "facts.json", "--report", "/dev/null", "--no-store", *words)
    said = contest.judge(*words, **environment)
    assert said.status in (0, 1), said.err
    problems = json.loads((contest.root / "facts.json").read_text())["problems"]
    return sorted(
        (solution["name"], outcome["case"], outcome["verdict"])
        for problem in problems
        for solution in problem["solutions"]
        for outcome in solution["outcomes"]
    )


@pytest.mark.long
def test_a_cluster_on_this_machine_gives_the_results_of_a_pool(
    toy: Contest, open_folder: Path, marker: str
) -> None:
    toy.solution("wrong.py", "lambda n,k:[]\n", 'expect = "WA"\n')
    toy.solution("plain.c", RIGHT["plain.c"])
    toy.solution("broken.c", "int main( {\n", 'expect = "CE"\n')
    scratch = open_folder / marker  # which the processes of the cluster have in their names
    scratch.mkdir()
    assert facts(toy, "--cluster", "local:2", TMPDIR=str(scratch)) == facts(toy)
    assert processes_naming(marker) == []
    assert list(scratch.iterdir()) == []


@pytest.mark.long
def test_what_a_run_here_has_done_is_known_on_a_cluster_like_this_machine(toy: Contest) -> None:
    """And the other way round: one store, and nothing is executed twice."""
    toy.solution("plain.c", RIGHT["plain.c"])
    words = ("run", "--store", "runs.sqlite", "--report", "/dev/null")
    first = toy.judge(*words, "--solution", "plain")
    assert first.status == 0, first.err
    second = toy.judge(*words, "--cluster", "local:2")
    assert "5 of 10 executions run, 5 known" in second.out, second.out
    third = toy.judge(*words)
    assert "0 of 10 executions run, 10 known" in third.out, third.out


def test_a_name_is_this_machine_or_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cluster_name("local:3") == ClusterName(workers=3)
    assert cluster_name("local").workers > 0
    assert cluster_name("tcp://host:8786") == ClusterName(address="tcp://host:8786")
    for text in ("loca", "local:0", "host:8786", "tcp://host", "http://host:1"):
        with pytest.raises(judge.JudgeError, match=r"name local, local:N or tcp://HOST:PORT"):
            cluster_name(text)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(judge.JudgeError, match=r"pip install 'rescoring-judge\[cluster\]'"):
        cluster_name("local")


@pytest.mark.long
def test_where_no_scheduler_is_one_line_says_so(toy: Contest) -> None:
    said = toy.judge("run", "--cluster", "tcp://127.0.0.1:9", "--no-store")
    assert said.status == 2
    assert said.err == (
        "judge: tcp://127.0.0.1:9: no Dask scheduler answers: start one with dask scheduler, or "
        "fix the address\n"
    )


@pytest.mark.slow
def test_an_interrupt_leaves_no_process(toy: Contest, open_folder: Path, marker: str) -> None:
    toy.solution("endless.py", endless(marker), 'kind = "program"\n')
    scratch = open_folder / marker
    scratch.mkdir()
    words = ["run", "--cluster", "local:2", "--solution", "endless", "--time-limit", "600"]
    running = subprocess.Popen(
        [sys.executable, "-m", "judge", *words],
        cwd=toy.root,
        env=judge_environment(TMPDIR=str(scratch)),
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_for(lambda: executions_of_endless(marker))
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=900)
    assert running.returncode == 130 and b"Traceback" not in err, err
    assert processes_naming(marker) == []


@pytest.mark.slow
def test_a_worker_with_another_judge_is_left_out(
    toy: Contest, site: DaskSite, tmp_path: Path
) -> None:
    other = tmp_path / "rescoring_judge-9.9.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: rescoring-judge\nVersion: 9.9\n")
    site.start_worker(PYTHONPATH=str(tmp_path))
    said = toy.judge("run", "--cluster", site.address, "--no-store")
    assert said.status == 2 and "Traceback" not in said.err
    assert "it has judge 9.9, and here is" in said.err.splitlines()[-1]


def few_tools(folder: Path) -> Path:
    """A folder with Python and bubblewrap alone."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "python3").symlink_to(find_toolchain(all_languages()["python"]).paths["python3"])
    bwrap = shutil.which("bwrap")
    assert bwrap
    (tools / "bwrap").symlink_to(bwrap)
    return tools


@pytest.mark.slow
def test_cases_go_where_their_toolchain_is(toy: Contest, site: DaskSite, tmp_path: Path) -> None:
    toy.solution("plain.c", RIGHT["plain.c"])
    site.start_worker(PATH=str(few_tools(tmp_path)))
    site.start_worker()
    site.wait_for_workers()
    with pytest.warns(UserWarning, match="lacks"):
        result = judge.run(toy.problem, cluster=site.address)
    assert {one.verdict for one in result} == {judge.Verdict.AC}
    assert "Dask: " in result.results.machine


@pytest.fixture
def validated(contest: Contest) -> Contest:
    """A problem with an output validator in C++, which includes a header from around the package,
    and a solution in Python."""
    cases = {f"secret/{number}": (b"1\n", b"1\n") for number in range(8)}
    contest.use_package(cases)
    folder = contest.problem / "output_validator"
    folder.mkdir()
    (folder / "check.cpp").write_text('#include "answer.h"\nint main() { return answer; }\n')
    (contest.problem.parent / "answer.h").write_text("const int answer = 42;\n")
    contest.solution("any.py", "print(input())\n", 'kind = "program"\ninput = "native"\n')
    return contest


@pytest.mark.slow
def test_cases_go_where_the_toolchain_of_their_checker_is(
    validated: Contest, site: DaskSite, tmp_path: Path
) -> None:
    site.start_worker(PATH=str(few_tools(tmp_path)))
    site.start_worker()
    site.wait_for_workers()
    with pytest.warns(UserWarning, match="lacks"):
        result = judge.run(validated.problem, cluster=site.address)
    assert [outcome.verdict for outcome in result.solution.outcomes] == [judge.Verdict.AC] * 8


@pytest.mark.slow
def test_a_machine_without_room_is_left_out_and_a_line_says_so(
    toy: Contest, site: DaskSite
) -> None:
    site.start_worker()
    resource.prlimit(site.workers[0].pid, resource.RLIMIT_FSIZE, (20_000, 20_000))
    site.wait_for_workers()
    said = toy.judge("run", "--cluster", site.address, "--no-store")
    assert said.status == 2 and "Traceback" not in said.err
    assert "no worker that can judge" in said.err.splitlines()[-1]
    assert "File too large" in said.err.splitlines()[-1]


@pytest.mark.slow
def test_nothing_is_lost_or_counted_twice_when_workers_and_the_scheduler_go(
    toy: Contest, site: DaskSite
) -> None:
    for number in range(150):
        toy.case(f"secret/x{number}", [number, -1, 3], 2, number + 3, "0 2" if number else "2")
    for name in ("def.py", "program.py", "plain.c"):
        toy.solution(name, RIGHT[name])
    for _ in range(4):
        site.start_worker()

    def restart() -> None:
        site.kill_scheduler()
        site.start_scheduler()
        for _ in range(3):
            site.start_worker()

    steps: dict[int, Callable[[], None]] = {
        60: site.kill_worker,
        120: site.start_worker,
        200: site.kill_worker,
        280: restart,
        420: site.kill_worker,
    }
    everything_is_judged_once(toy, site, steps, 4 * 155)


@pytest.mark.slow
def test_three_of_four_workers_go_during_twenty_thousand_cases(
    toy: Contest, site: DaskSite
) -> None:
    for path in toy.solutions.iterdir():
        path.unlink()
    toy.solution("def.py", RIGHT["def.py"])
    for number in range(19_995):
        toy.case(f"secret/x{number}", [number, -1, 3], 2, number + 3, "0 2" if number else "2")
    for _ in range(4):
        site.start_worker()
    everything_is_judged_once(
        toy, site, dict.fromkeys((2_000, 8_000, 14_000), site.kill_worker), 20_000
    )


def everything_is_judged_once(
    toy: Contest, site: DaskSite, steps: dict[int, Callable[[], None]], count: int
) -> None:
    """Judges all solutions and takes each step after so many outcomes."""
    judged: Counter[tuple[str, str]] = Counter()
    store = toy.root / "runs.sqlite"
    for event in judge.events(toy.problem, cluster=site.address, store=store):
        if isinstance(event, judge.CaseJudged):
            judged[event.solution.name, event.graded.case] += 1
            steps.get(judged.total(), lambda: None)()
        if isinstance(event, judge.RunFinished):
            [problem] = event.results.problems
    assert set(judged.values()) == {1} and judged.total() == count
    assert {one.verdict for one in problem.solutions} == {judge.Verdict.AC}
    assert sum(len(one.outcomes) for one in problem.solutions) == count
