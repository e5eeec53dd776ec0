"""What changed between two runs, and what is only noise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from judge.analysis.compare_runs import Change, Entry, Seen, Side, chance, compare_sides, side
from judge.common.errors import JudgeError
from judge.model import Calibration, Verdict
from judge.report.export import json_write
from judge.report.export.json_read import load_side
from judge.report.terminal import comparison
from tests.contest import RIGHT, Contest
from tests.report.toy_results import usual

AC, WA, TLE, SKIP = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.SKIP
CASES = 20


def entry(
    name: str = "it",
    verdict: Verdict = AC,
    times: Sequence[float] = (0.1,) * CASES,
    size: int = 100,
    expect: Verdict = AC,
    **more: Any,
) -> Entry:
    """A solution that got one verdict on all cases, in these CPU times."""
    cases = {f"c{i:02}": Seen(verdict, "same", seconds) for i, seconds in enumerate(times)}
    own: dict[str, Any] = {
        "problem": "toy",
        "name": name,
        "size": size,
        "digest": "d",
        "verdict": verdict,
        "expect": frozenset({expect}),
        "as_expected": verdict in (expect, SKIP),
        "output": False,
        "cases": cases,
    }
    return Entry(**(own | more))


def run_of(*entries: Entry, **more: Any) -> Side:
    own: dict[str, Any] = {
        "label": "a",
        "started": "2026-11-21T10:00:00+01:00",
        "machine": "m",
        "sandbox": "s",
        "problems": frozenset({"toy"}),
        "entries": {(e.problem, e.name): e for e in entries},
    }
    return Side(**(own | more))


def changed(before: Entry, after: Entry) -> list[tuple[str, str, bool]]:
    found = compare_sides(run_of(before), run_of(after))
    return [(c.what, c.description, c.worse) for c in found.changes]


def slowed(by: float, seed: int = 0, seconds: float = 0.1, cases: int = CASES) -> Sequence[float]:
    """Times that are ``by`` as long, with five per cent of noise."""
    rng = Random(seed)
    return [seconds * by * rng.uniform(0.95, 1.05) for _ in range(cases)]


# Solutions, verdicts, sizes


def test_the_same_run_has_no_change() -> None:
    assert changed(entry(), entry()) == []


def test_solutions_come_and_go() -> None:
    found = compare_sides(run_of(entry("old")), run_of(entry("new"), entry("odd", WA)))
    assert found.changes == (
        Change("toy", "new", "new", "AC, 100 bytes"),
        Change("toy", "odd", "new", "WA, 100 bytes", worse=True),
        Change("toy", "old", "gone", "was AC"),
    )


@pytest.mark.parametrize(
    ("before", "after", "expect", "worse"),
    [
        (AC, WA, AC, True),
        (WA, AC, AC, False),
        (AC, WA, WA, False),
        (WA, AC, WA, True),
        (AC, SKIP, AC, False),
        (WA, TLE, AC, False),
        (WA, Verdict.JE, AC, True),
        (AC, Verdict.BETTER, AC, True),
    ],
)
def test_a_verdict_that_should_not_be_is_for_the_worse(
    before: Verdict, after: Verdict, expect: Verdict, worse: bool
) -> None:
    old, new = (entry(verdict=v, expect=expect, times=()) for v in (before, after))
    message = f"{before.value} → {after.value}, with the same source"
    assert changed(old, new) == [("verdict", message, worse)]


def test_another_source_is_no_surprise() -> None:
    [(_, message, _)] = changed(entry(times=()), entry(verdict=WA, times=(), digest="other"))
    assert message == "AC → WA"


def test_cases_are_named_where_their_verdict_changed() -> None:
    new = entry()
    cases = {**new.cases, "c03": Seen(WA, "same", 0.1), "c07": Seen(TLE, "same", 2.0)}
    lost = replace(new, verdict=WA, as_expected=False, cases=cases)
    assert changed(entry(), lost)[1:] == [("cases", "c03 AC → WA, c07 AC → TLE", True)]
    assert changed(lost, entry())[1:] == [("cases", "c03 WA → AC, c07 TLE → AC", False)]


def test_an_accepted_solution_that_grew_is_for_the_worse() -> None:
    assert changed(entry(), entry(size=1101)) == [("size", "100 → 1,101 bytes", True)]
    assert changed(entry(), entry(size=99)) == [("size", "100 → 99 bytes", False)]
    wrong = entry(verdict=WA, expect=WA)
    assert changed(wrong, replace(wrong, size=200)) == [("size", "100 → 200 bytes", False)]


# Times


def test_a_slower_solution_is_told_with_its_ratio() -> None:
    [(what, message, worse)] = changed(entry(), entry(times=slowed(1.5)))
    assert (what, worse) == ("time", True)
    assert message.startswith("CPU time ×1.") and message.endswith("20 of 20 cases slower")
    [(_, message, worse)] = changed(entry(times=slowed(1.5)), entry())
    assert message.endswith("cases faster") and not worse


@pytest.mark.parametrize(
    "times",
    [
        slowed(1.0),  # noise alone
        slowed(1.08),  # less than a tenth
        [0.1] * 10 + [0.3] * 10,  # half of the cases
        slowed(3.0, cases=10),  # too few to tell
    ],
)
def test_what_may_be_noise_is_not_told(times: Sequence[float]) -> None:
    assert changed(entry(), entry(times=times)) == []


def test_times_below_the_floor_are_noise() -> None:
    quick = entry(times=[0.002] * CASES)
    assert changed(quick, entry(times=[0.0045] * CASES)) == []
    assert changed(quick, entry(times=[0.009] * CASES)) != []


def test_only_equal_cases_are_compared() -> None:
    other = {name: replace(seen, input_digest="other") for name, seen in entry().cases.items()}
    assert changed(replace(entry(), cases=other), entry(times=slowed(3))) == []
    assert changed(entry(output=True), entry(times=slowed(3), output=True)) == []


def test_what_all_solutions_share_is_the_machines_doing() -> None:
    names = "abcdef"
    before = run_of(*(entry(name) for name in names))
    after = run_of(
        *(entry(name, times=slowed(1.5, i)) for i, name in enumerate(names[:-1])),
        entry("f", times=slowed(4.5)),
    )
    found = compare_sides(before, after)
    assert [(c.solution, c.what) for c in found.changes] == [("f", "time")]
    assert found.changes[0].description.startswith(("CPU time ×2.", "CPU time ×3."))
    [note] = found.notes
    assert note.startswith("all solutions together: CPU time ×1.") and "relative to that" in note


def on_machine(name: str, seconds: float | None, *entries: Entry) -> Side:
    """A run on a machine, and how long a fixed piece of work takes there."""
    known = None if seconds is None else Calibration(name, 1, (seconds,), "")
    return run_of(*entries, machine_class=name, calibration=known)


def test_times_of_two_machines_are_not_compared_unless_both_are_calibrated() -> None:
    slower = entry(times=slowed(3.0))
    for before, after in (
        (run_of(entry()), run_of(slower, machine="n")),
        (on_machine("m", None, entry()), on_machine("n", None, slower)),
        (on_machine("m", 1.0, entry()), on_machine("n", None, slower)),
    ):
        found = compare_sides(before, after)
        assert found.changes == ()
        assert found.notes == (
            "different machines: m → n: times are not compared; run `judge calibrate` on both",
        )


def test_a_slower_machine_explains_slower_times_as_far_as_it_is_slower() -> None:
    old = on_machine("m", 1.0, entry())
    same = compare_sides(old, on_machine("n", 3.0, entry(times=slowed(3.0))))
    assert same.changes == ()
    [note] = same.notes
    assert note.startswith("different machines: m → n: the same takes ×3.00 there")
    [change] = compare_sides(old, on_machine("n", 1.5, entry(times=slowed(3.0)))).changes
    assert re.match(r"CPU time ×(1\.9|2\.0)", change.description)


def test_one_class_of_machines_compares_whatever_it_is_called() -> None:
    slower = entry(times=slowed(3.0))
    found = compare_sides(
        on_machine("m", None, entry()), replace(on_machine("m", None, slower), machine="Python 4")
    )
    assert [c.what for c in found.changes] == ["time"]
    [note] = found.notes
    assert note.startswith("different machines, which may explain")


@pytest.mark.parametrize(
    ("above", "below", "exactly"),
    [(11, 0, Fraction(1, 2**10)), (1, 0, 1), (5, 5, 1), (0, 0, 1), (9, 1, Fraction(22, 2**10))],
)
def test_the_sign_test_is_the_binomial_tail(above: int, below: int, exactly: Any) -> None:
    assert chance([2.0] * above + [0.5] * below + [1.0] * 7) == exactly


# Files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not valid JSON ("),
        ("[" * 100_000, "is not valid JSON ("),
        ("[]", "is not what `judge run --json` writes: it has no schema number"),
        (
            '{"schema": 99}',
            "was written by a newer version of judge (schema 99, this judge",
        ),
        (
            '{"schema": 0}',
            "was written by an older version of judge (schema 0, this judge",
        ),
        ('{"schema": true}', "is not what `judge run --json` writes: it has no schema number"),
        ('{"schema": 1}', "is not what `judge run --json` writes: lacks 'problems'"),
        ('{"schema": 1, "problems": 3}', "is not what `judge run --json` writes: "),
    ],
)
def test_another_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(JudgeError) as caught:
        load_side(path)
    assert message in str(caught.value) and "a.json" in str(caught.value)


def test_a_file_and_its_results_are_one_side(tmp_path: Path) -> None:
    results = usual(tmp_path)
    json_write.write_json(results, tmp_path / "a.json")
    assert load_side(tmp_path / "a.json") == side(
        str(tmp_path / "a.json"), json_write.results_as_facts(results)
    )


# The command


@pytest.mark.long
def test_the_command_takes_files_and_moments(contest: Contest) -> None:
    contest.solution("some.py", RIGHT["lambda.py"])
    contest.judge("run", "--json", "a.json")
    contest.solution("some.py", "lambda n,k:[]")
    contest.judge("run")
    done = contest.judge("compare", "a.json", "@latest")
    assert (done.status, done.err) == (1, "")
    lines = done.out.splitlines()
    assert lines[0].startswith("before  a.json, ") and lines[1].startswith("after   @2, ")
    assert lines[3:5] == ["toy:", "! verdict some: AC → WA"]
    back = contest.judge("compare", "@latest", "@previous", "--markdown")
    assert back.status == 0
    assert "|  | `toy` | `some` | verdict | `WA → AC` |" in back.out
    done = contest.judge("compare", "b.json", "@1")
    assert (done.status, done.out) == (2, "")
    assert done.err == "judge: b.json: cannot be read: No such file or directory: check its name\n"


def test_hostile_names_stay_in_their_place() -> None:
    found = compare_sides(run_of(), run_of(entry("`|<b>\n# x\x1b[2J", WA)))
    for text in (comparison.text(found), comparison.markdown(found)):
        assert "\x1b" not in text and "⟨ESC⟩" in text
    row = next(line for line in comparison.markdown(found).splitlines() if "worse" in line)
    assert row.count("|") == 6 and "⟨BAR⟩<b>⟨LF⟩# x" in row
