"""The words of the judge: verdicts, limits, exact scores as people read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common.errors import JudgeError, shown_path
from judge.model import (
    SEVERITY,
    Ended,
    Execution,
    Kind,
    Limits,
    Outcome,
    Solution,
    SolutionResult,
    Verdict,
    worst,
)


def outcome(verdict: Verdict, gap: int | None = None, cpu_s: float = 0, mib: float = 0) -> Outcome:
    run = Execution(Ended.EXITED, 0, None, b"", b"", None, cpu_s, 2 * cpu_s, mib)
    return Outcome("toy", "some", "secret/1", verdict, None, "", None, None, gap, run)


def judged(*outcomes: Outcome, expect: tuple[Verdict, ...] = (Verdict.AC,)) -> SolutionResult:
    path = Path("some.py")
    solution = Solution("toy", "some", path, "python", Kind.PROGRAM, 1, frozenset(expect))
    verdict = worst(frozenset(o.verdict for o in outcomes))
    return SolutionResult(solution, verdict, None, "", outcomes)


def test_every_verdict_has_a_title_and_a_place_in_the_order_of_severity() -> None:
    assert all(verdict.title for verdict in Verdict)
    assert sorted(v.value for v in SEVERITY) == sorted(v.value for v in Verdict)


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("AC", "AC"),
        ("AC TLE", "TLE"),
        ("AC TLE WA RTE", "WA"),
        ("AC BETTER WA", "BETTER"),
        ("AC WA JE BETTER", "JE"),
        ("TLE MLE", "MLE"),
        ("", "JE"),
    ],
)
def test_a_solution_gets_the_most_severe_verdict_of_its_cases(several: str, one: str) -> None:
    assert worst(frozenset(Verdict(word) for word in several.split())) is Verdict(one)


def test_a_solution_is_as_expected_when_its_verdict_is_one_of_those_named() -> None:
    tle = outcome(Verdict.TLE)
    assert not judged(tle).as_expected
    assert judged(tle, expect=(Verdict.WA, Verdict.TLE)).as_expected
    assert not judged(outcome(Verdict.AC), expect=(Verdict.WA,)).as_expected


def test_a_skipped_solution_is_never_unexpected() -> None:
    assert judged(outcome(Verdict.SKIP)).as_expected


def test_a_solution_shows_its_worst_gap_its_longest_time_and_its_largest_memory() -> None:
    all_three = judged(
        outcome(Verdict.AC, gap=0, cpu_s=0.5, mib=9),
        outcome(Verdict.WA, gap=3, cpu_s=0.25, mib=70),
        outcome(Verdict.TLE, gap=None, cpu_s=2, mib=8),
    )
    assert (all_three.worst_gap, all_three.cpu_s, all_three.peak_mib) == (3, 2, 70)
    assert all_three.passed == 1


def test_a_solution_without_outcomes_has_no_gap_and_used_nothing() -> None:
    empty = judged()
    assert (empty.worst_gap, empty.cpu_s, empty.peak_mib, empty.passed) == (None, 0, 0, 0)


@pytest.mark.parametrize(
    ("cpu_s", "override", "wall_s"), [(0.1, None, 2.0), (2.0, None, 6.0), (2.0, 0.5, 0.5)]
)
def test_the_wall_limit_is_looser_than_that_on_cpu_time(
    cpu_s: float, override: float | None, wall_s: float
) -> None:
    assert Limits(cpu_s=cpu_s, wall_override_s=override).wall_s == wall_s


def test_a_path_is_shown_as_typed_from_where_the_user_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown_path(tmp_path / "a" / "b.txt") == "a/b.txt"
    assert shown_path(Path("a/b.txt")) == "a/b.txt"
    assert shown_path(Path("/usr/bin")) == "/usr/bin"


def test_a_link_is_shown_by_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link").symlink_to("target")
    Path("loop").symlink_to("loop")
    assert (shown_path(Path("link")), shown_path(Path("loop"))) == ("link", "loop")


def test_a_complaint_names_file_and_line_first() -> None:
    assert str(JudgeError("is odd", Path("/x/y.yaml"), 3)) == "/x/y.yaml:3: is odd"
    assert str(JudgeError("is odd", Path("/x/y.yaml"))) == "/x/y.yaml: is odd"
    assert str(JudgeError("is odd")) == "is odd"


def test_a_complaint_is_one_line_whatever_it_quotes() -> None:
    assert str(JudgeError("cannot be read: first\n  second\r\nthird")) == (
        "cannot be read: first second third"
    )
