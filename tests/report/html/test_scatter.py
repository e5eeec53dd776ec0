"""Bytes against CPU time: who stands where, and who is on the front."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import Kind, ProblemResult, SolutionResult, Verdict
from judge.report.html.scatter import DISTANCE, WIDE, plot_solutions
from tests.report.html.conftest import Opened
from tests.report.toy_results import (
    make_judged,
    make_problem,
    make_results,
    make_run,
    make_solution,
    usual,
)


def judged(folder: Path, name: str, size: int, seconds: float, answer: int = 1) -> SolutionResult:
    problem = make_problem(folder, boards=((("ant", 3), ("bee", 10)),))
    solution = make_solution(folder, name, b"x" * size)
    return make_judged(problem, solution, [make_run(f"{answer}".encode(), cpu_s=seconds)])


def test_smaller_is_left_and_faster_is_down(tmp_path: Path) -> None:
    all_of_them = [judged(tmp_path, "a", 10, 1.0), judged(tmp_path, "b", 1000, 0.01)]
    plot = plot_solutions(all_of_them)
    assert plot is not None
    a, b = plot.points
    assert a.x < b.x and a.y < b.y  # y grows downward
    assert all(0 <= place <= 100 for p in (a, b) for place in (p.x, p.y))
    assert plot.front == f"M{a.x} {a.y}H{b.x}V{b.y}"
    assert {"10", "100", "1,000"} <= {tick.label for tick in plot.across}
    assert {"10", "100", "1,000"} <= {tick.label for tick in plot.up}


def test_equal_and_zero_sizes_and_times_are_drawn(tmp_path: Path) -> None:
    plot = plot_solutions([judged(tmp_path, "a", 0, 0.0), judged(tmp_path, "b", 0, 0.0)])
    assert plot is not None
    assert plot.front == ""
    assert (plot.points[0].x, plot.points[0].y) == (50, 50)
    apart = (plot.points[0].x - plot.points[1].x, plot.points[0].y - plot.points[1].y)
    assert hypot(apart[0] / 100 * WIDE.width, apart[1] / 100 * WIDE.height) >= DISTANCE
    assert plot.across and plot.up


def test_only_the_accepted_are_on_the_front_and_shapes_tell_verdicts_apart(tmp_path: Path) -> None:
    wrong = judged(tmp_path, "wrong", 1, 0.001, answer=0)
    right = judged(tmp_path, "right", 10, 0.1)
    cut = replace(judged(tmp_path, "cut", 5, 0.1), stopped="interrupted")
    plot = plot_solutions([wrong, right, cut])
    assert plot is not None
    assert [point.on_front for point in plot.points] == [False, True, False]
    assert [point.shape for point in plot.points] == ["cross", "circle", "circle"]
    assert plot.verdicts == (("circle", Verdict.AC), ("cross", Verdict.WA))


def test_a_limit_has_a_line_and_a_place_on_the_scale(tmp_path: Path) -> None:
    points = [judged(tmp_path, "a", 10, 0.001), judged(tmp_path, "b", 20, 0.002)]
    plot = plot_solutions(points, 2.0)
    assert plot is not None and plot.limit is not None
    assert 0 <= plot.limit < min(point.y for point in plot.points) <= 100


def test_what_never_ran_has_no_point(tmp_path: Path) -> None:
    one = judged(tmp_path, "one", 10, 0.1)
    unrun = replace(judged(tmp_path, "two", 10, 0.1), outcomes=(), verdict=Verdict.CE)
    output = judged(tmp_path, "three", 10, 0.1)
    output = replace(output, solution=replace(output.solution, kind=Kind.OUTPUT))
    assert plot_solutions([one, unrun, output]) is None


@pytest.mark.long
def test_points_lead_to_solutions_and_follow_the_filter(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    named = "[...document.querySelectorAll('.scatter a')].map((a) => a.getAttribute('aria-label'))"
    assert "tiny: 2 bytes, 12 ms, accepted" in page.run(named)
    page.run("document.querySelector('.filter input').focus()")
    page.type("tiny")
    seen = "[...document.querySelectorAll('.scatter a')].filter((a) => a.getClientRects().length)"
    assert page.run(f"{seen}.length") == 1
    page.run(f"{seen}[0].dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
    page.wait("document.querySelector('details.solution[open]')")
    assert page.run("location.hash") == "#toy/tiny"


@pytest.mark.long
def test_the_front_is_drawn_only_where_all_its_points_are(opened: Opened, tmp_path: Path) -> None:
    both = (judged(tmp_path, "small", 10, 1.0), judged(tmp_path, "fast", 1000, 0.01))
    page = opened(make_results(ProblemResult(make_problem(tmp_path), both)))
    front = "[...document.querySelectorAll('.scatter .front')]"
    drawn = f"{front}.filter((e) => e.getClientRects().length).length"
    assert page.run(drawn) == 2  # in the plot, and in what explains it
    page.run("document.querySelector('.filter input').focus()")
    page.type("small")
    assert page.run(drawn) == 0


@pytest.mark.long
def test_hostile_names_stay_text_in_the_picture(opened: Opened, tmp_path: Path) -> None:
    name = "</text><script>pwned=1</script><a href='javascript:pwned=1'>\u202e"
    both = [judged(tmp_path, name, 10, 0.1), judged(tmp_path, "other", 20, 0.05)]
    problem = make_problem(tmp_path, boards=((("ant", 3), ("bee", 10)),))
    page = opened(make_results(ProblemResult(problem, tuple(both))))
    assert page.run("document.querySelectorAll('.scatter script').length") == 0
    assert page.run("document.querySelectorAll('.scatter a').length") == 2
    assert "⟨U+202E⟩" in page.run("document.querySelector('.scatter a').getAttribute('aria-label')")
    assert page.run("typeof pwned") == "undefined"
