"""What stands behind a cell: both answers, and all the facts of one run."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import Ended, ProblemResult, Verdict
from judge.report.html import page as html_page
from tests.report.html.conftest import Opened
from tests.report.html.reading import cell, panel, texts
from tests.report.toy_results import (
    Toy,
    Words,
    loaded,
    make_judged,
    make_problem,
    make_results,
    make_run,
    make_solution,
    printed,
    usual,
)

# --- the panel behind a cell ----------------------------------------------------------------------


@pytest.mark.long
def test_a_cell_opens_to_both_answers_and_all_the_facts(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.run(f"{cell('last', 2)}.scrollIntoView()")
    page.run(f"{cell('last', 2)}.id = 'it'")
    page.click("#it")
    text = panel(page, "last/secret/2")
    assert page.run("location.hash") == "#toy/last/secret/2"
    for message in (
        "board 2",
        "Legal, but ",
        "12 ms of 2,000",
        "34 ms of 6,000",
        "9.5 MiB of 256",
        "exited with status 0",
        "0-indexed",
        "judge run toy --solution last --case secret/2",
    ):
        assert message in text
    assert texts(page, "dialog figcaption") == [
        "Its answer score −1, gap 0.5",
        "Best answer score −0.5",
    ]
    assert texts(page, "dialog .picked") == ["eel -2", "dog -1"]
    assert texts(page, "dialog section.excerpt pre") == [
        "2↵",
        "judge run toy --solution last --case secret/2",
    ]


@pytest.mark.long
def test_the_same_answer_is_drawn_once(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/right/secret/2")
    panel(page, "right/secret/2")
    assert texts(page, "dialog figcaption") == [
        "This answer equals the stored best answer score −0.5"
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    ("case", "why", "shown"),
    [
        ("sample/1", "The output contains no answer that can be read.", "0·or·1↵"),
        ("secret/2", "The answer breaks a rule, so it is not drawn.", "7↵"),
    ],
)
def test_what_cannot_be_drawn_is_shown_as_printed(
    opened: Opened, tmp_path: Path, case: str, why: str, shown: str
) -> None:
    page = opened(usual(tmp_path), f"#toy/babble/{case}")
    panel(page, f"babble/{case}")
    assert texts(page, "dialog figure:first-child .soft")[0] == why
    assert texts(page, "dialog figure:first-child pre") == [shown]
    assert len(texts(page, "dialog .picked")) == 1


@pytest.mark.long
def test_a_limit_and_a_case_not_run_say_so(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/slow/secret/2")
    text = panel(page, "slow/secret/2")
    assert "Over the limit of 2 s of CPU time" in text and "stopped at the CPU time limit" in text
    assert "2,010 ms of 2,000" in text
    page.key("ArrowRight")
    assert "not run: two cases were enough" in panel(page, "slow/secret/3")
    assert texts(page, "dialog figcaption") == ["Best answer score 3.5"]


@pytest.mark.long
def test_the_bare_board_is_drawn_when_no_answer_can_be(opened: Opened, tmp_path: Path) -> None:
    results = usual(tmp_path)
    results.problems[0].problem.cases[0].answer_path.write_text("lost")
    page = opened(results, "#toy/babble/sample/1")
    panel(page, "babble/sample/1")
    assert texts(page, "dialog figcaption") == ["The board", "Its answer", "Best answer score 5"]
    assert "Could not read the answer file: line 1" in texts(page, "dialog figure:last-child")[0]
    assert texts(page, "dialog figure:first-child li") == ["ant 3", "bee 10"]


@pytest.mark.long
def test_arrows_walk_through_cases_and_solutions_in_the_order_shown(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path))
    page.click(
        ".board th[data-k=solution] button"
    )  # the accepted, then absent, babble, first, last, slow, …
    page.run("location.hash = '#toy/first/sample/1'")
    panel(page, "first/sample/1")
    walk = [
        ("ArrowRight", "first/secret/2"),
        ("ArrowRight", "first/secret/3"),
        ("ArrowDown", "last/secret/3"),
        ("ArrowDown", "slow/secret/3"),
        ("ArrowLeft", "slow/secret/2"),
        ("ArrowUp", "last/secret/2"),
    ]
    for key, shows in walk:
        page.key(key)
        panel(page, shows)
        assert page.run("location.hash") == f"#toy/{shows}?sort=solution"
    page.key("Escape")
    page.wait("!document.querySelector('dialog').open && location.hash.split('?')[0] === '#toy'")


@pytest.mark.long
def test_the_first_case_has_none_before_it(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/tiny/sample/1")
    panel(page, "tiny/sample/1")
    off = "[...document.querySelectorAll('dialog .tool:disabled')].map((b) => b.title)"
    assert page.run(off) == ["Previous case", "Solution above"]


@pytest.mark.long
def test_unseen_characters_and_cut_ends_are_shown(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    out = b"a b\t\r\n\x00\xff" + "\u202e\u200bé\u00a0".encode()
    run = make_run(out, stderr=b"x" * 5000 + b"end")
    judged = make_judged(problem, make_solution(tmp_path, "it"), [run])
    page = opened(make_results(ProblemResult(problem, (judged,))), "#toy/it/sample/1")
    text = panel(page, "it/sample/1")
    shown = "document.querySelector('dialog figure pre').textContent"
    assert page.run(shown) == "a·b⇥⟨CR⟩↵\n⟨NUL⟩⟨0xFF⟩⟨U+202E⟩⟨U+200B⟩é⟨U+00A0⟩"
    assert "the last 4,096 of 5,003 bytes" in text
    assert texts(page, "dialog figure pre")[1] == "x" * 4093 + "end"


@pytest.mark.long
def test_of_a_cut_output_nobody_claims_to_know_the_length(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    run = make_run(b"7 " * 2**15, cut=True)
    judged = make_judged(problem, make_solution(tmp_path, "it"), [run])
    page = opened(make_results(ProblemResult(problem, (judged,))), "#toy/it/sample/1")
    assert "the first 4,096 of 65,536 bytes that were stored" in panel(page, "it/sample/1")


@pytest.mark.long
def test_a_wrong_answer_before_a_crash_is_drawn(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    wrong, silent = make_run(b"0"), make_run(b"", ended=Ended.SIGNALLED, signal=11)
    judged = make_judged(problem, make_solution(tmp_path, "it"), [wrong, silent])
    crashed, quiet = judged.outcomes
    crashed = replace(crashed, verdict=Verdict.RTE, reason=None, message="exit status 1")
    judged = replace(judged, outcomes=(crashed, quiet), verdict=Verdict.RTE)
    page = opened(make_results(ProblemResult(problem, (judged,))), "#toy/it/sample/1")
    panel(page, "it/sample/1")
    assert texts(page, "dialog .picked") == ["ant 3", "bee 10"]
    page.key("ArrowRight")
    panel(page, "it/secret/2")
    assert texts(page, "dialog figure:first-child .soft")[0] == "There is no legal answer."


@pytest.mark.long
def test_a_function_shows_what_it_returned_and_what_it_printed(
    opened: Opened, tmp_path: Path
) -> None:
    problem = make_problem(tmp_path)
    run = make_run(b"debugging", result=b"1")
    judged = make_judged(problem, make_solution(tmp_path, "it"), [run])
    page = opened(make_results(ProblemResult(problem, (judged,))), "#toy/it/sample/1")
    panel(page, "it/sample/1")
    assert texts(page, "dialog .excerpt h4")[:2] == ["Returned 1 byte", "Printed 9 bytes"]


# --- drawings, size, faults -----------------------------------------------------------------------


@pytest.mark.long
def test_each_answer_of_a_case_is_drawn_once(tmp_path: Path) -> None:
    toy, results = Toy(), usual(tmp_path)
    html_page.write(results, loaded(results, toy), tmp_path / "report.html")
    assert len(set(toy.drawn)) == 8  # 2, 3, 1 and 2 different answers
    assert len(toy.drawn) == 8 + 2  # two of them also stand at the top of the page


class Wide(Toy):
    """Draws as much as a big board does, a little different each time."""

    def draw(self, instance: Words, answer: int | None) -> str:
        super().draw(instance, answer)
        card = '<g class="card"><rect x="{0}" y="{1}" width="84"/><text x="{0}">{2}/{3}</text></g>'
        cards = "".join(
            card.format(i * 96 + (answer or 0), i % 7, hash((i, answer)) % 97, i * 31 % 17)
            for i in range(60)
        )
        return f'<svg class="toy" viewBox="0 0 900 90">{cards}</svg>'


@pytest.mark.slow
def test_thousands_of_different_drawings_stay_small(opened: Opened, tmp_path: Path) -> None:
    boards = tuple(tuple((f"w{i}", i) for i in range(32)) for _ in range(100))
    problem = make_problem(tmp_path, boards=boards)
    judged = tuple(
        make_judged(problem, make_solution(tmp_path, f"s{i}"), printed(*[i] * 100))
        for i in range(30)
    )
    toy = Wide()
    page = opened(make_results(ProblemResult(problem, judged)), "#toy/s7/secret/99", plugin=toy)
    panel(page, "s7/secret/99")
    assert len(toy.drawn) == 31 * 100 + 2
    assert (tmp_path / "out" / "report.html").stat().st_size < 10_000_000
    assert page.run("document.querySelectorAll('dialog figure svg').length") == 2


class Faulty(Toy):
    def draw(self, instance: Words, answer: int | None) -> str:
        raise ZeroDivisionError("no <b>pens</b>")


@pytest.mark.long
def test_a_plugin_that_cannot_draw_loses_the_drawing_not_the_page(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path), "#toy/first/sample/1", plugin=Faulty())
    assert (
        "Could not draw the answer: the plug-in's draw raised ZeroDivisionError: no <b>pens</b>"
        in panel(page, "first/sample/1")
    )
