"""The page as a reader meets it, in a real browser."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.model import Ended, ProblemResult, Verdict
from judge.solutions.code_size import measure
from tests.report.html.browser import Page
from tests.report.html.conftest import Opened
from tests.report.html.reading import cell, names, panel, texts
from tests.report.toy_results import (
    make_judged,
    make_problem,
    make_results,
    make_run,
    make_solution,
    printed,
    usual,
)

# --- the front ------------------------------------------------------------------------------------


@pytest.mark.long
def test_what_is_not_as_expected_stands_first_and_leads_to_its_cell(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path))
    assert texts(page, "h2")[0] == "2 of 8 verdicts not as expected"
    assert texts(page, ".wrongs li") == [
        "first WA expected AC sample/1: Legal, but 3.5 below the best (1.5 of 5)",
        "torn CE expected AC torn.c:1:10: expected ‘)’",
    ]
    first = page.run("document.querySelector('.banner').getBoundingClientRect().top")
    assert first < page.run("document.querySelector('.numbers').getBoundingClientRect().top")
    page.click(".wrongs .said a")
    assert "Its answer score 1.5, gap 3.5" in panel(page, "first/sample/1")


@pytest.mark.long
def test_of_many_not_as_expected_the_first_are_told_at_once(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    judged = tuple(
        make_judged(problem, make_solution(tmp_path, f"s{i}"), printed(0)) for i in range(15)
    )
    page = opened(make_results(ProblemResult(problem, judged)))
    assert texts(page, "h2")[0] == "15 of 15 verdicts not as expected"
    assert len([text for text in texts(page, ".wrongs li") if text]) == 3
    assert texts(page, ".banner summary") == ["and 12 more"]
    page.click(".banner summary")
    assert len([text for text in texts(page, ".wrongs li") if text]) == 15


@pytest.mark.long
def test_the_deciding_case_is_the_one_shown(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    crash = make_run(ended=Ended.SIGNALLED, exit_status=None, signal=11)
    judged = make_judged(problem, make_solution(tmp_path, "it"), [crash, *printed(0)])
    page = opened(make_results(ProblemResult(problem, (judged,))))
    assert judged.verdict is Verdict.WA
    assert texts(page, ".wrongs .said") == ["secret/2: Legal, but 1.5 below the best (−2 of −0.5)"]


@pytest.mark.long
def test_all_as_expected_is_said_only_when_all_were_run(opened: Opened, tmp_path: Path) -> None:
    results = usual(tmp_path)
    whole = results.problems[0]

    def banner(*keep: str, **more: Any) -> list[str]:
        kept = tuple(j for j in whole.solutions if j.solution.name in keep)
        page = opened(replace(results, problems=(replace(whole, solutions=kept),), **more))
        return [text.partition(".")[0] for text in texts(page, ".banner")]

    assert banner("right", "tiny", "last") == ["✓ All 3 verdicts are as expected"]
    assert banner("right") == ["✓ The verdict is as expected"]
    assert banner("right", "absent") == ["1 verdict as expected, 1 skipped: absent"]
    assert banner("absent") == ["Nothing was judged, 1 skipped: absent"]
    assert banner() == ["Nothing was judged"]
    assert banner("right", interrupted=True)[0] == "Interrupted"


@pytest.mark.long
def test_the_head_says_what_was_run_where_and_when(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    assert texts(page, "h1") == ["Pick a word"]
    assert texts(page, ".when") == ["Judge report, 21 November 2026, 10:39:25 UTC+01:00"]
    page.click("details.made summary")
    head = " ".join(texts(page, "details.made"))
    for message in (
        "judge run toy -j 2",
        "2 cores, Linux",
        "bubblewrap",
        "Seed none: a run uses no random numbers",
        "python3 Python 3.11.2",
    ):
        assert message in head
    assert texts(page, ".numbers li") == [
        "8 solutions",
        "2 accepted",
        "4 cases",
        "22 executions",
        "2.3 s of CPU time",
        "1 min 23 s elapsed",
    ]


# --- the leaderboard ------------------------------------------------------------------------------


@pytest.mark.long
def test_a_row_tells_all_of_a_solution(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    rows = {row.split()[1]: row for row in texts(page, ".board tbody tr")}
    assert rows["tiny"] == ("1 tiny by Ann AC AC 2 1000 python3 4/4 0 12 9.5")
    assert rows["last"].startswith(
        "– last secret/2: Legal, but 0.5 below the best (−1 of −0.5) "
        "WA WA 10 – python3 2/4 4 12 9.5"
    )
    assert "WA not as expected AC" in rows["first"]
    assert rows["absent"].startswith("– absent ghc is missing SKIP AC 7 – Haskell – – – –")
    assert "right the reference" in rows["right"]
    links = page.run("[...document.querySelectorAll('.by a')].map((a) => a.href)")
    assert links == ["https://a.example/"]


@pytest.mark.long
def test_columns_that_tell_nothing_are_left_out_and_the_line_below_says_so(
    opened: Opened, tmp_path: Path
) -> None:
    results = usual(tmp_path)
    whole = results.problems[0]
    some = tuple(j for j in whole.solutions if j.solution.name in ("last", "slow"))
    page = opened(replace(results, problems=(replace(whole, solutions=some),)))
    heads = texts(page, ".board thead th")
    assert not {"Expected", "Points", "Language", "Kind", "Reading"} & set(heads)
    assert texts(page, ".lead")[0].endswith(
        "All rows: reading 0-indexed, language python3, kind program, verdict as expected."
    )


@pytest.mark.long
def test_it_starts_with_the_accepted_by_size_and_ends_with_what_never_ran(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path))
    assert texts(page, ".lead")[0].startswith("Accepted solutions are listed first")
    assert names(page) == ["tiny", "right", "last", "babble", "first", "slow", "absent", "torn"]


@pytest.mark.long
def test_a_head_sorts_up_then_down_and_both_tables_follow(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.click(".board th[data-k=bytes] button")  # bytes
    up = ["tiny", "right", "absent", "last", "torn", "slow", "babble", "first"]
    assert names(page) == names(page, ".grid tbody") == up
    assert page.run("document.querySelector('.board th[data-k=bytes]').ariaSort") == "ascending"
    page.click(".board th[data-k=bytes] button")
    assert names(page) == ["right", "tiny", *up[:1:-1]]
    page.click(".board th[data-k=solution] button")  # name
    assert names(page) == ["right", "tiny", *sorted(up[2:])]
    assert page.run("document.querySelectorAll('[aria-sort]').length") == 1


@pytest.mark.long
def test_gaps_sort_exactly_with_the_missing_ones_last(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    tiny = Fraction(1, 10**30)
    gaps = {"c": 7 + tiny, "a": Fraction(7), "b": 7 + tiny / 2, "none": None}
    judged = []
    for name, gap in gaps.items():
        it = make_judged(problem, make_solution(tmp_path, name), printed(1))
        judged.append(replace(it, outcomes=(replace(it.outcomes[0], gap=gap),)))
    page = opened(make_results(ProblemResult(problem, tuple(judged))))
    page.click(".board th[data-k=gap] button")
    assert names(page) == ["a", "b", "c", "none"]
    page.click(".board th[data-k=gap] button")
    assert names(page) == ["c", "b", "a", "none"]


@pytest.mark.long
def test_the_filter_keeps_rows_that_hold_every_word(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.run("document.querySelector('.filter input').focus()")
    page.type("PYTHON wa")
    assert names(page) == names(page, ".grid tbody") == ["last", "babble", "first"]
    assert texts(page, ".filter output") == ["3 of 8"]
    shown = "[...document.querySelectorAll('details.solution')].filter((d) => !d.hidden).length"
    assert page.run(shown) == 3
    page.run("document.querySelector('.filter input').select()")
    page.type("nothing like it")
    assert names(page) == []
    page.key("Enter")  # which would submit a form
    assert texts(page, ".filter output") == ["no solution matches"]
    seen = "[...document.querySelectorAll('.problem > *')].filter((e) => e.getClientRects().length)"
    assert page.run(f"{seen}.map((e) => e.className)") == ["heading", "board-head"]


@pytest.mark.long
def test_an_address_that_the_filter_hides_ends_the_filter(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.run("document.querySelector('.filter input').focus()")
    page.type("tiny")
    page.click(".wrongs .what a")
    page.wait("document.querySelector('details[open]').getClientRects().length")
    assert page.run("location.hash") == "#toy/first"
    assert len(names(page)) == 8


@pytest.mark.long
def test_language_and_verdict_filter_too(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))

    def choose(name: str, value: str) -> None:
        page.run(
            f"(s => {{ s.value = '{value}';"
            " s.dispatchEvent(new Event('input', { bubbles: true })) })"
            f"(document.querySelector('.filter [name={name}]'))"
        )

    options = "[...document.querySelector('.filter [name={}]').options].map((o) => o.value)"
    assert page.run(options.format("language")) == ["", "C", "Haskell", "python3"]
    assert page.run(options.format("verdict")) == ["", "AC", "WA", "TLE", "CE", "SKIP"]
    choose("verdict", "WA")
    assert names(page) == names(page, ".grid tbody") == ["last", "babble", "first"]
    choose("language", "C")
    assert names(page) == []
    choose("verdict", "")
    assert names(page) == ["torn"]
    assert texts(page, ".filter output") == ["1 of 8"]


@pytest.mark.long
def test_characters_are_told_where_they_are_fewer_than_bytes(
    opened: Opened, tmp_path: Path
) -> None:
    problem = make_problem(tmp_path)
    runs = printed(1, 1, 0, 0)
    wide = "é→x\n".encode()
    size = measure(wide, tmp_path)
    judged = (
        make_judged(problem, make_solution(tmp_path, "ascii", b"abc"), runs),
        make_judged(problem, make_solution(tmp_path, "wide", wide, measured=size), runs),
    )
    page = opened(make_results(ProblemResult(problem, judged)), "#toy/wide")
    rows = {row.split()[1]: row for row in texts(page, ".board tbody tr")}
    assert " 3 1000 " in rows["ascii"] and " 7 4 characters 428 " in rows["wide"]
    page.wait("document.querySelector('details[open]')")
    assert (
        "7 bytes; 4 characters; 6 bytes without the final line end"
        in texts(page, "details[open]")[0]
    )


@pytest.mark.long
def test_only_the_cases_that_were_to_be_run_are_shown(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)

    def page_of(**more: Any) -> Page:
        judged = make_judged(problem, make_solution(tmp_path, "it"), printed(1, 1), **more)
        return opened(make_results(ProblemResult(problem, (judged,))))

    page = page_of()
    assert texts(page, ".grid .cases th") == ["Solution", "1", "2"]
    assert " 2/2 " in texts(page, ".board tbody tr")[0] and "2 cases" in texts(page, ".numbers")[0]
    page = page_of(stopped="stopped after 10 time limits in a row")
    assert texts(page, ".grid .cases th") == ["Solution", "1", "2", "3", "4"]
    assert " 2/4 " in texts(page, ".board tbody tr")[0]


# --- the table of all cases -----------------------------------------------------------------------


@pytest.mark.long
def test_cells_have_letters_gaps_and_reasons_for_blanks(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    rows = {row.split()[0]: row for row in texts(page, ".grid tbody tr")}
    assert rows["last"] == "last AC WA 0.5 AC WA 4"
    assert rows["slow"] == "slow AC TLE · ·"
    assert rows["absent"] == "absent SKIP ghc is missing"
    assert rows["torn"] == "torn CE torn.c:1:10: expected ‘)’"
    assert page.run(f"{cell('slow', 3)}.title") == "not run: two cases were enough"
    assert texts(page, ".grid .groups th") == ["sample", "secret"]
    assert texts(page, ".grid .cases th") == ["Solution", "1", "2", "3", "4"]
    assert texts(page, ".grid .sizes td") == ["2", "3", "1", "3"]


@pytest.mark.long
def test_gaps_are_shaded_the_larger_the_darker(opened: Opened, tmp_path: Path) -> None:
    boards = tuple((("best", 2 * gap), ("worse", 0)) for gap in (1, 2, 3, 4, 5, 6, 7, 8))
    problem = make_problem(tmp_path, boards=boards)
    judged = make_judged(problem, make_solution(tmp_path, "it"), printed(*[1] * 8))
    for dark in (False, True):
        page = opened(make_results(ProblemResult(problem, (judged,))), dark=dark)
        shades = page.run(
            "[...document.querySelectorAll('.grid tbody td')]"
            ".map((td) => getComputedStyle(td).backgroundColor)"
        )
        assert shades[::2] == shades[1::2] and len(set(shades)) == 4


@pytest.mark.long
def test_cases_have_bands_of_groups_and_sizes(opened: Opened, tmp_path: Path) -> None:
    boards = tuple(tuple((f"w{i}", i) for i in range(size)) for size in (1, 2, 3, 4))
    problem = make_problem(tmp_path, boards=boards)
    judged = make_judged(problem, make_solution(tmp_path, "it"), printed(0, 1, 2, 3))
    page = opened(make_results(ProblemResult(problem, (judged,))))
    spans = "[...document.querySelectorAll('.grid .groups th')].map((th) => th.colSpan)"
    assert page.run(spans) == [1, 3]
    bands = "[...document.querySelectorAll('.grid .sizes td')].map((td) => td.className[1])"
    assert page.run(bands) == ["1", "2", "3", "4"]


@pytest.mark.long
def test_heads_and_names_stay_in_sight(opened: Opened, tmp_path: Path) -> None:
    boards = tuple((("a", i), ("b", -i)) for i in range(1, 90))
    problem = make_problem(tmp_path, boards=boards)
    judged = tuple(
        make_judged(problem, make_solution(tmp_path, f"s{i}"), printed(*[0] * 89))
        for i in range(40)
    )
    page = opened(make_results(ProblemResult(problem, judged)))
    page.run("document.querySelector('.scroll').scrollTo(900, 700)")
    box = "document.querySelector('{}').getBoundingClientRect()"
    scroll = page.run(f"(b => [b.left, b.top])({box.format('.scroll')})")
    name = page.run(f"{box.format('.grid tbody tr:nth-child(30) th')}.left")
    head = page.run(f"{box.format('.grid thead')}.top")
    assert abs(name - scroll[0]) < 3 and abs(head - scroll[1]) < 3


@pytest.mark.long
def test_the_keyboard_moves_between_cells_opens_one_and_comes_back(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path))
    page.run("document.querySelector('.grid td[tabindex=\"0\"]').focus()")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowRight"):
        page.key(key)
    assert page.run(f"document.activeElement === {cell('last', 2)}")
    assert page.run("document.querySelectorAll('.grid td[tabindex=\"0\"]').length") == 1
    page.key("Enter")
    panel(page, "last/secret/2")
    page.key("Escape")
    page.wait("location.hash === '#toy'")
    assert page.run(f"document.activeElement === {cell('last', 2)}")
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        page.key(key)  # the edges hold
    assert page.run(f"document.activeElement === {cell('tiny', 1)}")


@pytest.mark.long
def test_arrows_keep_their_column_across_a_row_that_is_one_cell(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path))
    page.click(
        ".board th[data-k=solution] button"
    )  # accepted first: …, tiny, absent, which never ran
    page.run("document.querySelector('.grid td[tabindex=\"0\"]').focus()")
    for key in ("Right", "Right", "Down"):
        page.key(f"Arrow{key}")
    assert page.run(f"document.activeElement === {cell('absent', 1)}")
    page.key("ArrowUp")
    assert page.run(f"document.activeElement === {cell('tiny', 3)}")


# --- the first screen, the order and the address --------------------------------------------------


@pytest.mark.long
def test_the_result_is_on_the_first_screen(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), height=900)
    row = "document.querySelector('.board tbody tr').getBoundingClientRect().bottom"
    page.wait("document.querySelector('.refutation .picture')")
    assert page.run(row) < 900
    assert texts(page, ".podium li") == ["2 B python3 tiny"]
    assert texts(page, ".card .tally li") == ["AC 2", "WA 3", "TLE 1", "CE 1", "SKIP 1"]
    assert texts(page, ".refutation figcaption") == [
        "A refutation first on sample/1 WA Legal, but 3.5 below the best (1.5 of 5)"
    ]
    picked = "[...document.querySelectorAll('.refutation .picked')].map((e) => e.innerText)"
    assert page.run(picked) == ["ant 3", "bee 10"]
    page.click(".refutation .open")
    panel(page, "first/sample/1")


@pytest.mark.long
def test_ranks_count_the_rows_that_are_shown(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    ranks = "[...document.querySelectorAll('.board tr[data-ok]')].filter((r) => !r.hidden)"
    assert page.run(f"{ranks}.map((r) => r.cells[0].innerText)") == ["1", "2"]
    page.run("document.querySelector('.filter input').focus()")
    page.type("reference")
    assert names(page) == ["right"]
    assert page.run(f"{ranks}.map((r) => r.cells[0].innerText)") == ["1"]


@pytest.mark.long
def test_filter_and_order_are_in_the_address(opened: Opened, tmp_path: Path) -> None:
    results = usual(tmp_path)
    page = opened(results)
    page.run("document.querySelector('.filter input').focus()")
    page.type("python")
    for _ in range(2):
        page.click(".board th[data-k=bytes] button")
    shown = names(page)
    there = page.run("location.hash")
    assert there == "#?find=python&sort=-bytes"
    page = opened(results, there)
    assert names(page) == shown == ["right", "tiny", "first", "babble", "slow", "last"]
    page.run(f"{cell('last', 2)}.click()")
    panel(page, "last/secret/2")
    assert page.run("location.hash") == "#toy/last/secret/2?find=python&sort=-bytes"


@pytest.mark.long
def test_the_map_counts_what_each_case_refutes(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    assert texts(page, ".grid tfoot td") == ["2", "4", "", "1"]
    page.click(".by-worth")
    assert texts(page, ".grid tfoot td") == ["4", "2", "1", ""]
    assert texts(page, ".grid .cases th") == ["Solution", "2", "1", "4", "3"]
    page.run(f"{cell('last', 1)}.click()")
    panel(page, "last/secret/2")
    page.key("Escape")
    page.click(".only-failures")
    assert texts(page, ".grid .cases th:not([hidden])") == ["Solution", "2", "1", "4"]
    assert "right" not in names(page, ".grid tbody") and "last" in names(page, ".grid tbody")


@pytest.mark.long
def test_n_goes_from_failure_to_failure_and_a_question_mark_shows_the_keys(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path))
    seen = []
    press = (
        "document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', {{key: '{}', bubbles: true}}))"
    )
    for key in ("n", "n", "n", "N"):
        page.run(press.format(key))
        seen.append(page.run("decodeURIComponent(location.hash)"))
        panel(page, seen[-1].removeprefix("#toy/"))
    assert seen == [
        "#toy/last/secret/2",
        "#toy/last/secret/4",
        "#toy/babble/sample/1",
        "#toy/last/secret/4",
    ]
    page.run(press.format("?"))
    assert "the next or previous cell that was not accepted" in texts(page, "#keys")[0]


@pytest.mark.long
def test_the_leaderboard_is_copied_as_markdown(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.run(
        "navigator.clipboard.writeText ="
        " (text) => { window.copied = text; return Promise.resolve(); }"
    )
    page.click(".board-head .copy")
    lines = page.run("window.copied").split("\n")
    assert (
        lines[0] == "| Solution | Rank | Verdict | Bytes | Points | Language | Passed | CPU, ms |"
    )
    assert lines[2] == "| `tiny` | 1 | AC | 2 | 1000 | `python3` | 4 | 12 |"
    assert len(lines) == 10
