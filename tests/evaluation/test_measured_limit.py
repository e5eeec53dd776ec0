"""The time limit of a package that names none, from its own submissions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import Event, LimitTried, RunStarted, listen
from judge.evaluation.measured_limit import bounding
from judge.evaluation.plan import Plan, RunOptions, make_plan
from judge.model import ProblemResult, Verdict
from judge.packages.load import load_problem
from tests.packages.written import MODERN, write

#: Uses at least so many seconds of CPU time, and prints its input.
BUSY = "import time\nwhile time.process_time() < {}: pass\nprint(input())\n"


def run(
    root: Path,
    submissions: dict[str, str],
    settings: str = MODERN,
    time_limit_s: float | None = None,
    **more: str,
) -> tuple[Plan, ProblemResult]:
    root.chmod(0o755)
    files = {f"submissions/{name}": text for name, text in submissions.items()}
    write(root / "problems", {"problem.yaml": settings, **files, **more})
    (root / "solutions").mkdir()
    options = RunOptions(
        root / "problems", root / "solutions", workers=1, time_limit_s=time_limit_s
    )
    plan = make_plan(options)
    [result] = listen(evaluate_plan(plan, options)).problems
    return plan, result


def steps(root: Path, settings: str, busy_s: float, **more: str) -> tuple[float, str]:
    """The limit, and how it was found, with one accepted submission."""
    _, result = run(root, {"accepted/a.py": BUSY.format(busy_s)}, settings, **more)
    assert [one.verdict for one in result.solutions] == [Verdict.AC]
    return result.problem.limits.cpu_s, result.problem.time_limit_origin


def measured_s(origin: str) -> tuple[float, float]:
    """The factor and the seconds that the origin names."""
    found = re.search(r"measurement: ([\d.]+) × ([\d.]+) s of accepted/a.py on", origin)
    assert found, origin
    return float(found[1]), float(found[2])


@pytest.mark.long
def test_the_limit_is_a_multiple_of_the_slowest_accepted_one(tmp_path: Path) -> None:
    settings = MODERN + "limits: {time_multipliers: {ac_to_time_limit: 3}, time_resolution: 0.25}\n"
    limit, origin = steps(tmp_path, settings, 0.3)
    factor, slowest = measured_s(origin)
    assert factor == 3 and slowest >= 0.3
    assert limit % 0.25 == 0 and limit - 0.25 <= 3 * (slowest + 0.001) <= limit + 0.01
    assert "in steps of 0.25 s" in origin


@pytest.mark.long
def test_without_settings_it_is_twice_that_in_whole_seconds(tmp_path: Path) -> None:
    limit, origin = steps(tmp_path, MODERN, 0.01)
    assert limit >= 1 and limit.is_integer()
    assert measured_s(origin)[0] == 2


@pytest.mark.long
def test_a_legacy_package_has_five_times_that(tmp_path: Path) -> None:
    limit, origin = steps(tmp_path, "name: Tour\n", 0.3)
    factor, slowest = measured_s(origin)
    assert factor == 5 and limit.is_integer() and limit >= 5 * slowest - 0.01 >= 1.4


@pytest.mark.long
def test_all_submissions_run_under_it_and_the_user_is_told(tmp_path: Path) -> None:
    submissions = {
        "accepted/a.py": BUSY.format(0.01),
        "time_limit_exceeded/slow.py": BUSY.format(55),
    }
    plan, result = run(tmp_path, submissions)
    verdicts = {one.solution.name: one.verdict for one in result.solutions}
    assert verdicts == {"accepted/a.py": Verdict.AC, "time_limit_exceeded/slow.py": Verdict.TLE}
    assert [note.split(": ", 1)[1] for note in plan.notes if "time limit" in note] == [
        "no time limit is given: it is measured first, on accepted/a.py; --time-limit gives one"
    ]
    told = [note for note in result.problem.notes if "time limit" in note]
    assert told == [f"no time limit is given: {result.problem.time_limit_origin}"]


RULES = {
    "accepted: {permitted: [AC], use_for_time_limit: false}": False,
    "accepted: {permitted: [AC], use_for_time_limit: lower}": True,
    "accepted: {permitted: [AC, TLE]}": False,
    "accepted: {permitted: [AC, TLE], use_for_time_limit: lower}": True,
    "accepted: {permitted: [AC, TLE], use_for_time_limit: upper}": False,
}


@pytest.mark.parametrize(("rule", "counts"), RULES.items())
def test_rules_say_which_submissions_count(tmp_path: Path, rule: str, counts: bool) -> None:
    sources = {"accepted/a.py": "print(input())\n", "submissions.yaml": f"{rule}\n"}
    write(tmp_path, {"problem.yaml": MODERN, **{f"submissions/{n}": t for n, t in sources.items()}})
    found = bounding(load_problem(tmp_path / "tour"))
    assert [one.name for one in found] == ["accepted/a.py"] * counts


@pytest.mark.parametrize(
    ("settings", "names"),
    [(MODERN, ["accepted/a.py", "wrong_answer/w.py"]), ("name: Tour\n", ["accepted/a.py"])],
)
def test_whatever_must_not_be_too_slow_counts(
    tmp_path: Path, settings: str, names: list[str]
) -> None:
    folders = {
        "accepted/a.py",
        "wrong_answer/w.py",
        "time_limit_exceeded/t.py",
        "compiler_error/c.py",
    }
    sources = dict.fromkeys((f"submissions/{name}" for name in folders), "print(input())\n")
    write(tmp_path, {"problem.yaml": settings, **sources})
    assert [one.name for one in bounding(load_problem(tmp_path / "tour"))] == names


@pytest.mark.long
def test_a_limit_of_the_command_line_or_the_package_is_not_measured(tmp_path: Path) -> None:
    accepted = {"accepted/a.py": BUSY.format(0.01)}
    (tmp_path / "named").mkdir()
    (tmp_path / "given").mkdir()
    _, named = run(tmp_path / "named", accepted, MODERN + "limits: {time_limit: 7}\n")
    _, given = run(tmp_path / "given", accepted, time_limit_s=6)
    for result, limit in ((named, 7), (given, 6)):
        assert result.problem.limits.cpu_s == limit and not result.problem.time_limit_origin


def test_without_a_submission_that_bounds_it_there_is_a_default(tmp_path: Path) -> None:
    _, result = run(tmp_path, {"time_limit_exceeded/m.py": BUSY.format(0)})
    assert result.problem.limits.cpu_s == 2 and not result.problem.time_limit_origin


@pytest.mark.long
def test_each_execution_that_measures_is_told_before_the_run_begins(tmp_path: Path) -> None:
    write(
        tmp_path / "problems",
        {"problem.yaml": MODERN, "submissions/accepted/a.py": "print(input())\n"},
    )
    (tmp_path / "solutions").mkdir()
    options = RunOptions(tmp_path / "problems", tmp_path / "solutions", workers=1)
    plan = make_plan(options)
    with closing(evaluate_plan(plan, options)) as events:
        *tried, begun = list(up_to_the_run(events))
    [problem] = plan.problems
    cases = len(plan.problems[problem].problem.cases)
    assert tried == [LimitTried(problem, done, cases) for done in range(1, cases + 1)]
    assert isinstance(begun, RunStarted)


def up_to_the_run(events: Iterable[Event]) -> Iterator[Event]:
    """The events up to the first that is not of the measurement, which is the last one."""
    for event in events:
        yield event
        if not isinstance(event, LimitTried):
            return
