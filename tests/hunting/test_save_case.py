"""A failure that is saved becomes a case of the package."""

from __future__ import annotations

import shlex

import pytest

from tests.contest import Contest
from tests.hunting.toy_hunt import GREEDY, break_plugin

# A case more


@pytest.mark.long
def test_saved_it_is_a_case_that_the_solution_fails(toy: Contest) -> None:
    toy.solution("greedy.py", GREEDY, 'expect = "WA"\n')
    arguments = (
        "hunt",
        "toy",
        "greedy",
        "--seconds",
        "120",
        "--failures",
        "1",
        "-j",
        "1",
        "--save",
    )
    done = toy.judge(*arguments)
    assert done.status == 1
    folder = toy.problem / "data/secret"
    assert (folder / "hunt-greedy-1.in").read_text() == "[-1]\n1\n"
    assert (folder / "hunt-greedy-1.ans").read_text() == "0\n\n"
    about = (folder / "hunt-greedy-1.yaml").read_text()
    assert "greedy" in about and "seed 0" in about and "reference-lambda" in about
    (command,) = [line for line in done.out.splitlines() if line.startswith("  judge run")]
    assert toy.judge(*shlex.split(command)[1:]).status == 0
    again = toy.judge(*arguments)
    assert (again.status, again.err.count("\n")) == (2, 1)
    assert "secret/hunt-greedy-1 already has this instance" in again.err


@pytest.mark.long
def test_saved_from_a_source_elsewhere_it_has_a_plain_name_and_a_command_that_works(
    toy: Contest,
) -> None:
    """The package format allows few characters in the name of a case."""
    (toy.root / "my täst.py").write_text(GREEDY)
    arguments = ("hunt", "toy", "my täst.py", "--seconds", "120", "--failures", "1", "-j", "1")
    done = toy.judge(*arguments, "--save")
    assert done.status == 1 and "saved as secret/hunt-my-t-st-1; judge it with" in done.out
    command = shlex.split(done.out.splitlines()[-3])
    assert command[:3] == ["judge", "run", "toy"]
    assert toy.judge(*command[1:]).status == 0


@pytest.mark.long
def test_a_plug_in_that_cannot_draw_or_save_does_not_cost_what_was_found(toy: Contest) -> None:
    break_plugin(toy, "sketch")
    done = toy.judge("hunt", "toy", "greedy", "-j", "1")
    assert (done.status, done.err) == (1, "")
    assert "\n[-1]\n" in done.out and "(the plug-in's sketch raised ZeroDivisionError" in done.out
    break_plugin(toy, "render_answer")
    done = toy.judge("hunt", "toy", "greedy", "-j", "1", "--save")
    assert done.status == 2 and "\n[-1]\n" in done.out
    assert done.err.count("\n") == 1 and "raised ZeroDivisionError" in done.err


@pytest.mark.long
@pytest.mark.parametrize("kind, wrong", [("optimise", "greedy"), ("construct", "odd-first")])
def test_without_render_answer_the_answer_is_what_the_reference_printed(
    kind: str, wrong: str, contest: Contest
) -> None:
    for path in (contest.root / "problems", contest.root / "solutions"):
        path.rename(contest.root / f"old-{path.name}")
    contest.judge("new", "problem", "t", "--from", kind)
    for path in (contest.root / "problems/t/data/secret").glob("1-smallest.*"):
        path.unlink()  # the instance that it finds
    done = contest.judge("hunt", "t", wrong, "--failures", "1", "-j", "1", "--save")
    assert f"saved as secret/hunt-{wrong}-1" in done.out, done
    assert contest.judge("check", "t").status == 0
    assert contest.judge("run", "t").status == 0
