"""How far a slow answer came, and what is said of its growth."""

from __future__ import annotations

import pytest

from judge.checking.soft_limit import described, slow
from judge.model import Ended, Execution, Outcome, Slow, Verdict
from tests.contest import Contest


def outcome(
    case: str, cpu_s: float, size: tuple[int, ...] = (), verdict: Verdict = Verdict.AC
) -> Outcome:
    run = Execution(Ended.EXITED, 0, None, b"", b"", None, cpu_s, cpu_s, 1.0)
    return Outcome("toy", "slow", case, verdict, None, "", None, None, None, run, size=size)


def grown(*seconds: float) -> Slow:
    """Of cases of size 1, 2, 3 …"""
    found = slow(outcome(f"c{i}", s, (i,)) for i, s in enumerate(seconds, 1))
    assert found
    return found


def test_the_largest_case_solved_is_named_by_the_plugins_size() -> None:
    late = outcome("huge", 9.0, (99, 99), Verdict.TLE)
    found = slow([outcome("a", 0.1, (20, 0)), outcome("b", 0.1, (7, 5)), late])
    assert found and (found.case, found.size) == ("b", (7, 5))


def test_nothing_solved_is_not_slow() -> None:
    assert slow([outcome("a", 1.0, (1,), Verdict.TLE)]) is None


def test_a_tripling_is_seen_beyond_the_start_of_the_process() -> None:
    start = 0.02
    found = grown(start, *(start + 0.001 * 3**i for i in range(1, 7)))
    assert found.growth == pytest.approx(3)
    assert found.points == 4, "the smallest cases take no telling time"
    assert "CPU time ×3.0 per step of size, from 4 sizes" in described(found)


def test_the_slowest_case_of_a_size_tells() -> None:
    times = [(0.01, 1), (0.1, 2), (0.01, 3), (0.2, 3), (0.4, 4), (0.05, 4), (0.8, 5)]
    found = slow(outcome(f"c{i}", s, (size,)) for i, (s, size) in enumerate(times))
    assert found and found.points == 4
    assert found.growth and 1.9 < found.growth < 2.2


@pytest.mark.parametrize("seconds", [(0.02,), (0.02, 0.02, 0.021, 0.02), (0.01, 0.1, 1.0)])
def test_too_few_points_say_so(seconds: tuple[float, ...]) -> None:
    found = grown(*seconds)
    assert found.growth is None
    assert described(found).endswith("; too few sizes to say how its CPU time grows")


def test_a_cloud_of_points_has_no_factor() -> None:
    found = grown(0.001, 1.0, 0.01, 1.0, 0.01, 1.0, 0.01)
    assert found.growth is None and found.points == 6
    assert described(found).endswith("; its CPU time grows by no clear factor")


# --- UNVERIFIED, from a run ----------------------------------------------------------------

#: Right, but without end on three numbers or more.
SLOW = """
import json
numbers, most = json.loads(input()), int(input())
while len(numbers) > 2: pass
order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
print(*[i for i in order[:most] if numbers[i] > 0])
"""


@pytest.fixture
def soft(contest: Contest) -> Contest:
    (contest.problem / "judge.toml").write_text('time = "soft"\n')
    return contest


@pytest.mark.long
def test_right_but_slow_is_unverified_where_the_limit_is_soft(soft: Contest) -> None:
    judged = soft.judge_one("slow.py", SLOW, time_limit_s=0.5, give_up=0)
    assert judged.verdict is Verdict.UNVERIFIED
    assert judged.slow and judged.slow.size == (2,)
    assert {o.verdict for o in judged.outcomes} == {Verdict.AC, Verdict.TLE}, "cases stay as is"


@pytest.mark.long
def test_it_is_a_time_limit_where_the_limit_is_hard(contest: Contest) -> None:
    judged = contest.judge_one("slow.py", SLOW, time_limit_s=0.5, give_up=0)
    assert (judged.verdict, judged.slow) == (Verdict.TLE, None)


@pytest.mark.long
def test_solving_nothing_is_no_answer_in_theory(soft: Contest) -> None:
    judged = soft.judge_one("slow.py", "while 1: pass", time_limit_s=0.5)
    assert (judged.verdict, judged.slow) == (Verdict.TLE, None)


@pytest.mark.long
def test_wrong_and_slow_is_wrong(soft: Contest) -> None:
    judged = soft.judge_one(
        "slow.py", SLOW.replace("numbers[i] > 0", "0"), time_limit_s=0.5, give_up=0
    )
    assert judged.verdict is Verdict.WA


@pytest.mark.long
def test_it_can_be_expected(soft: Contest) -> None:
    judged = soft.judge_one("slow.py", SLOW, 'expect = "UNVERIFIED"', time_limit_s=0.5, give_up=0)
    assert judged.as_expected


def test_without_sizes_none_is_named() -> None:
    found = slow([outcome("a", 0.1), outcome("b", 9.0, verdict=Verdict.TLE)])
    assert found and described(found) == "solved some of the cases"
