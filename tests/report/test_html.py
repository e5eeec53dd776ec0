"""The page as a reader meets it, in a real browser."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from judge.model import Ended, ProblemResult, Results, Verdict
from judge.report import html
from tests.browser import Page
from tests.report.conftest import Opened
from tests.report.toy import (
    Toy,
    Words,
    make_judged,
    make_problem,
    make_results,
    make_run,
    make_solution,
    printed,
    usual,
)


def texts(page: Page, selector: str) -> list[str]:
    """The visible text of all matches, white space made single."""
    script = f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.innerText)"
    return [" ".join(text.split()) for text in page.run(script)]


def names(page: Page, within: str = ".board tbody") -> list[str]:
    """The solutions that are shown, from top to bottom."""
    rows = f"[...document.querySelectorAll('{within} tr')].filter((r) => !r.hidden)"
    found: list[str] = page.run(f"{rows}.map((r) => r.querySelector('a').innerText)")
    return found


def cell(solution: str, column: int) -> str:
    """A script that yields a cell of the table of all cases."""
    rows = "[...document.querySelectorAll('.grid tbody tr')]"
    return f"{rows}.find((r) => r.cells[0].innerText === '{solution}').cells[{column}]"


def panel(page: Page, shows: str) -> str:
    """The text of the panel, once it shows that cell."""
    address = json.dumps(f"#toy/{shows}")
    page.wait(f"(d => d.open && d.dataset.shows === {address})(document.querySelector('dialog'))")
    text: str = page.run("document.querySelector('dialog').innerText")
    return text


# --- the front ------------------------------------------------------------------------------------


def test_what_is_not_as_expected_stands_first_and_leads_to_its_cell(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path))
    assert texts(page, "h2")[0] == "2 of 8 verdicts not as expected"
    assert texts(page, ".wrongs li") == [
        "first WA expected AC sample/1: suboptimal",
        "torn CE expected AC torn.c:1:10: expected ‘)’",
    ]
    first = page.run("document.querySelector('.banner').getBoundingClientRect().top")
    assert first < page.run("document.querySelector('.numbers').getBoundingClientRect().top")
    page.click(".wrongs .said a")
    assert "Their answer score 1.5, gap 3.5" in panel(page, "first/sample/1")


def test_the_deciding_case_is_the_one_shown(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    crash = make_run(ended=Ended.SIGNALLED, exit_status=None, signal=11)
    judged = make_judged(problem, make_solution(tmp_path, "it"), [crash, *printed(0)])
    page = opened(make_results(ProblemResult(problem, (judged,))))
    assert judged.verdict is Verdict.WA
    assert texts(page, ".wrongs .said") == ["secret/2: suboptimal"]


def test_all_as_expected_is_said_only_when_all_were_run(opened: Opened, tmp_path: Path) -> None:
    results = usual(tmp_path)
    whole = results.problems[0]

    def banner(*keep: str, **more: Any) -> list[str]:
        kept = tuple(j for j in whole.judged if j.solution.name in keep)
        page = opened(replace(results, problems=(replace(whole, judged=kept),), **more))
        return [text.partition(".")[0] for text in texts(page, ".banner")]

    assert banner("right", "tiny", "last") == ["✓ All 3 verdicts are as expected"]
    assert banner("right") == ["✓ The verdict is as expected"]
    assert banner("right", "absent") == ["1 verdict as expected, 1 skipped"]
    assert banner() == ["Nothing was judged"]
    assert banner("right", interrupted=True)[0] == "Interrupted"


def test_the_head_says_what_was_run_where_and_when(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    assert texts(page, "h1") == ["Pick a word"]
    assert texts(page, ".when") == ["21 November 2026, 10:39:25 UTC+01:00"]
    head = " ".join(texts(page, ".top"))
    for told in ("judge run toy -j 2", "2 cores, Linux", "bubblewrap", "python3 Python 3.11.2"):
        assert told in head
    assert texts(page, ".numbers li") == [
        "8 solutions",
        "2 accepted",
        "4 cases",
        "22 runs",
        "2.3 s of CPU time",
        "1 min 23 s from start to end",
    ]


# --- the leaderboard ------------------------------------------------------------------------------


def test_a_row_tells_all_of_a_solution(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    rows = {row.split()[1]: row for row in texts(page, ".board tbody tr")}
    assert rows["tiny"] == (
        "1 tiny by Ann AC AC 2 python3 program 4/4 0 12 9.5 0-indexed declared in the manifest"
    )
    assert rows["last"].startswith("– last WA WA 10 python3 program 2/4 4 12 9.5")
    assert "WA not as expected AC" in rows["first"]
    assert rows["absent"].startswith("– absent SKIP AC 7 haskell program – – – –")
    assert "right the reference" in rows["right"]
    links = page.run("[...document.querySelectorAll('.by a')].map((a) => a.href)")
    assert links == ["https://a.example/"]


def test_it_starts_with_the_accepted_by_size_and_ends_with_what_never_ran(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path))
    assert names(page) == ["tiny", "right", "last", "babble", "first", "slow", "absent", "torn"]


def test_a_head_sorts_up_then_down_and_both_tables_follow(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.click(".board th:nth-child(5) button")  # bytes
    up = ["tiny", "absent", "last", "torn", "slow", "babble", "first", "right"]
    assert names(page) == names(page, ".grid tbody") == up
    assert page.run("document.querySelector('.board th:nth-child(5)').ariaSort") == "ascending"
    page.click(".board th:nth-child(5) button")
    assert names(page) == up[::-1]
    page.click(".board th:nth-child(2) button")  # name
    assert names(page) == sorted(up)
    assert page.run("document.querySelectorAll('[aria-sort]').length") == 1


def test_gaps_sort_exactly_with_the_missing_ones_last(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    tiny = Fraction(1, 10**30)
    gaps = {"c": 7 + tiny, "a": Fraction(7), "b": 7 + tiny / 2, "none": None}
    judged = []
    for name, gap in gaps.items():
        it = make_judged(problem, make_solution(tmp_path, name), printed(1))
        judged.append(replace(it, outcomes=(replace(it.outcomes[0], gap=gap),)))
    page = opened(make_results(ProblemResult(problem, tuple(judged))))
    page.click(".board th:nth-child(9) button")
    assert names(page) == ["a", "b", "c", "none"]
    page.click(".board th:nth-child(9) button")
    assert names(page) == ["c", "b", "a", "none"]


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


# --- the table of all cases -----------------------------------------------------------------------


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


# --- the panel behind a cell ----------------------------------------------------------------------


def test_a_cell_opens_to_both_answers_and_all_the_facts(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.run(f"{cell('last', 2)}.scrollIntoView()")
    page.run(f"{cell('last', 2)}.id = 'it'")
    page.click("#it")
    text = panel(page, "last/secret/2")
    assert page.run("location.hash") == "#toy/last/secret/2"
    for told in (
        "board 2",
        "suboptimal",
        "12 ms of 2,000",
        "34 ms of 6,000",
        "9.5 MiB of 256",
        "exited with status 0",
        "0-indexed",
        "judge run toy --solution last --case secret/2",
    ):
        assert told in text
    assert texts(page, "figcaption") == [
        "Their answer score −1, gap 0.5",
        "A best answer score −0.5",
    ]
    assert texts(page, "figure .picked") == ["eel -2", "dog -1"]
    assert texts(page, "dialog section.excerpt pre") == [
        "2↵",
        "judge run toy --solution last --case secret/2",
    ]


def test_the_same_answer_is_drawn_once(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/right/secret/2")
    panel(page, "right/secret/2")
    assert texts(page, "figcaption") == ["Their answer, the same as the stored best one score −0.5"]


@pytest.mark.parametrize(
    ("case", "why", "shown"),
    [
        ("sample/1", "Could not read an answer: expected one number", "0·or·1↵"),
        ("secret/2", "Could not read an answer: out of range: there is no word 7", "7↵"),
    ],
)
def test_what_cannot_be_drawn_is_shown_as_printed(
    opened: Opened, tmp_path: Path, case: str, why: str, shown: str
) -> None:
    page = opened(usual(tmp_path), f"#toy/babble/{case}")
    panel(page, f"babble/{case}")
    assert texts(page, "figure:first-child .soft")[0] == why
    assert texts(page, "figure:first-child pre") == [shown]
    assert len(texts(page, "figure .picked")) == 1


def test_a_limit_and_a_case_not_run_say_so(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/slow/secret/2")
    text = panel(page, "slow/secret/2")
    assert "time limit exceeded" in text and "stopped at the CPU time limit" in text
    assert "2,010 ms of 2,000" in text
    page.key("ArrowRight")
    assert "not run: two cases were enough" in panel(page, "slow/secret/3")
    assert texts(page, "figcaption") == ["A best answer score 3.5"]


def test_the_bare_board_is_drawn_when_no_answer_can_be(opened: Opened, tmp_path: Path) -> None:
    results = usual(tmp_path)
    results.problems[0].problem.cases[0].answer_path.write_text("lost")
    page = opened(results, "#toy/babble/sample/1")
    panel(page, "babble/sample/1")
    assert texts(page, "figcaption") == ["The board", "Their answer", "A best answer score 5"]
    assert "Could not read the answer file: line 1" in texts(page, "figure:last-child")[0]
    assert texts(page, "figure:first-child li") == ["ant 3", "bee 10"]


def test_arrows_walk_through_cases_and_solutions_in_the_order_shown(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path))
    page.click(".board th:nth-child(2) button")  # by name: absent, babble, first, last, right, …
    page.run("location.hash = '#toy/first/sample/1'")
    panel(page, "first/sample/1")
    walk = [
        ("ArrowRight", "first/secret/2"),
        ("ArrowRight", "first/secret/3"),
        ("ArrowDown", "last/secret/3"),
        ("ArrowDown", "right/secret/3"),
        ("ArrowLeft", "right/secret/2"),
        ("ArrowUp", "last/secret/2"),
    ]
    for key, shows in walk:
        page.key(key)
        panel(page, shows)
        assert page.run("location.hash") == f"#toy/{shows}"
    page.key("Escape")
    page.wait("!document.querySelector('dialog').open && location.hash === '#toy'")


def test_the_first_case_has_none_before_it(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/tiny/sample/1")
    panel(page, "tiny/sample/1")
    off = "[...document.querySelectorAll('dialog .tool:disabled')].map((b) => b.title)"
    assert page.run(off) == ["Previous case", "Solution above"]


def test_unseen_characters_and_cut_ends_are_shown(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    out = b"a b\t\r\n\x00\xff" + "\u202e\u200bé\u00a0".encode()
    run = make_run(out, stderr=b"x" * 5000 + b"end")
    judged = make_judged(problem, make_solution(tmp_path, "it"), [run])
    page = opened(make_results(ProblemResult(problem, (judged,))), "#toy/it/sample/1")
    text = panel(page, "it/sample/1")
    shown = "document.querySelector('dialog figure pre').textContent"
    assert page.run(shown) == "a·b⇥⟨CR⟩↵\n⟨NUL⟩⟨0xFF⟩⟨U+202E⟩⟨U+200B⟩é⟨U+00A0⟩"
    assert "the last 4,096 bytes of 5,003 bytes" in text
    assert texts(page, "dialog figure pre")[1] == "x" * 4093 + "end"


def test_a_function_shows_what_it_returned_and_what_it_printed(
    opened: Opened, tmp_path: Path
) -> None:
    problem = make_problem(tmp_path)
    run = make_run(b"debugging", result=b"1")
    judged = make_judged(problem, make_solution(tmp_path, "it"), [run])
    page = opened(make_results(ProblemResult(problem, (judged,))), "#toy/it/sample/1")
    panel(page, "it/sample/1")
    assert texts(page, "dialog .excerpt h4")[:2] == ["Returned 1 byte", "Printed 9 bytes"]


# --- solutions, addresses, looks ------------------------------------------------------------------


def test_a_solution_has_a_section_with_its_source_in_colour(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/first")
    page.wait("document.querySelectorAll('details[open]').length === 1")
    (section,) = texts(page, "details[open]")
    assert "19 bytes" in section and "print(0) # always" in section
    assert "wrong answer; expected: accepted" in section
    colour = "getComputedStyle(document.querySelector('details[open] .code .{}')).color"
    light = [page.run(colour.format(name)) for name in ("nb", "c1")]
    page.look(1400, dark=True)
    dark = [page.run(colour.format(name)) for name in ("nb", "c1")]
    assert len({*light, *dark}) == 4


def test_a_source_that_has_gone_is_said_to_be_missing(opened: Opened, tmp_path: Path) -> None:
    results = usual(tmp_path)
    results.problems[0].judged[0].solution.path.unlink()
    page = opened(results, "#toy/first")
    page.wait("document.querySelector('details[open]')")
    assert "The source can't be shown: No such file" in texts(page, "details[open]")[0]


@pytest.mark.parametrize(
    "name", ["a/b", "50% off", "#?&", "né 漢", "'quoted' \"twice\"", "\u202ex"]
)
def test_any_name_has_an_address(opened: Opened, tmp_path: Path, name: str) -> None:
    problem = make_problem(tmp_path)
    case = replace(problem.cases[0], name=name)
    problem = replace(problem, cases=(case, *problem.cases[1:]))
    judged = make_judged(problem, make_solution(tmp_path, name), printed(0))
    page = opened(make_results(ProblemResult(problem, (judged,))))
    page.click(".wrongs .said a")
    page.wait("document.querySelector('dialog').open")
    assert page.run("location.hash === document.querySelector('dialog').dataset.shows")
    assert "ant 3" in page.run("document.querySelector('dialog').innerText")


def test_addresses_of_nothing_do_nothing(opened: Opened, tmp_path: Path) -> None:
    for anchor in ("#", "#toy/nobody", "#toy/nobody/sample/1", "#%", "#no/such/thing"):
        page = opened(usual(tmp_path), anchor)
        assert page.run("document.querySelectorAll('[open]').length") == 0


def test_several_problems_share_a_page(opened: Opened, tmp_path: Path) -> None:
    parts = []
    for name in ("toy", "other"):
        problem = make_problem(tmp_path, name)
        solution = make_solution(tmp_path, "same", problem=name)
        parts.append(ProblemResult(problem, (make_judged(problem, solution, printed(0)),)))
    page = opened(make_results(*parts), "#other/same/sample/1")
    page.wait("document.querySelector('dialog').open")
    assert "judge run other --solution same" in page.run(
        "document.querySelector('dialog').innerText"
    )
    assert texts(page, ".jump a") == ["Pick a word", "Pick a word"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_contrasts_with_its_ground(opened: Opened, tmp_path: Path, dark: bool) -> None:
    """At least 4.5 to 1, as WCAG 2 asks for text of this size."""
    page = opened(usual(tmp_path), "#toy/first/sample/1", dark=dark)
    panel(page, "first/sample/1")
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    assert page.run("getComputedStyle(document.body).backgroundColor") == (
        "rgb(20, 23, 28)" if dark else "rgb(251, 251, 249)"
    )
    assert page.run(_FAINT) == []


_FAINT = """(() => {
  const parts = (c) => c.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = parts(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const own = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  return [...document.querySelectorAll('body *')]
    .filter((e) => own(e) && e.getClientRects().length && !e.closest(':disabled, script'))
    .map((e) => {
      const a = light(parts(getComputedStyle(e).color)), b = light(ground(e));
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      return [e.className, e.textContent.slice(0, 30), Math.round(ratio * 100) / 100];
    })
    .filter(([, , ratio]) => ratio < 4.5);
})()"""


@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1400])
def test_nothing_sticks_out_sideways(opened: Opened, tmp_path: Path, width: int) -> None:
    results = usual(tmp_path)
    whole = results.problems[0]
    odd = make_solution(tmp_path, "long-" * 30, note="word" * 60, author="A" * 90)
    judged = make_judged(whole.problem, odd, printed("9" * 500, 0))
    results = replace(results, problems=(replace(whole, judged=(*whole.judged, judged)),))
    page = opened(results, "#toy/first/secret/2", width=width)
    panel(page, "first/secret/2")
    wide = "[document.documentElement.scrollWidth, document.querySelector('dialog').scrollWidth]"
    assert max(page.run(wide)) <= width
    page.run("location.hash = document.querySelectorAll('.wrongs .said a')[1].hash")
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    assert max(page.run(wide)) <= width


def test_paper_gets_whole_tables_and_no_controls(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.look(1100, dark=True, media="print")
    assert page.run("getComputedStyle(document.querySelector('.filter')).display") == "none"
    assert page.run("getComputedStyle(document.querySelector('.scroll')).maxHeight") == "none"
    assert page.run("getComputedStyle(document.body).color") == "rgb(27, 31, 39)"
    assert page.pdf().startswith(b"%PDF")


def test_without_its_script_the_tables_can_still_be_read(
    opened: Opened, browser: Page, tmp_path: Path
) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        page = opened(usual(tmp_path))
        assert page.run("document.querySelectorAll('.board button').length") == 0
        assert "last AC WA 0.5 AC WA 4" in texts(page, ".grid tbody tr")
        assert texts(page, ".board thead th")[4] == "Bytes"
        assert len(names(page)) == 8
        assert page.run("document.querySelector('.filter').getClientRects().length") == 0
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


# --- drawings, size, faults -----------------------------------------------------------------------


def test_each_answer_of_a_case_is_drawn_once(tmp_path: Path) -> None:
    toy = Toy()
    html.write(usual(tmp_path), {"toy": toy}, tmp_path / "report.html")
    assert len(toy.drawn) == len(set(toy.drawn)) == 8  # 2, 3, 1 and 2 different answers


class Wide(Toy):
    """Draws as much as a big board does, a little different each time."""

    def draw(self, instance: Words, answer: int | None) -> str:
        super().draw(instance, answer)
        card = '<g class="card"><rect x="{0}" y="{1}" width="84"/><text x="{0}">{2}/{3}</text></g>'
        cards = "".join(
            card.format(i * 96 + (answer or 0), i % 7, hash((i, answer)) % 97, i * 31 % 17)
            for i in range(110)
        )
        return f'<svg class="toy" viewBox="0 0 900 90">{cards}</svg>'


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
    assert len(toy.drawn) == 31 * 100
    assert (tmp_path / "out" / "report.html").stat().st_size < 10_000_000
    assert page.run("document.querySelectorAll('figure svg').length") == 2


class Faulty(Toy):
    def draw(self, instance: Words, answer: int | None) -> str:
        raise ZeroDivisionError("no <b>pens</b>")


def test_a_plugin_that_cannot_draw_loses_the_drawing_not_the_page(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path), "#toy/first/sample/1", plugin=Faulty())
    assert "Could not draw it: no <b>pens</b>" in panel(page, "first/sample/1")


# --- hostile content ------------------------------------------------------------------------------

PAYLOADS = [
    "<script>pwned=1</script>",
    '"><img src=x onerror="pwned=1">',
    "'--></template></style></script><svg onload=pwned=1>",
    "</pre></dialog><iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
    "{{ 7*7 }}{% raw %}",
    "\u202e\u2066evil\u200b",
    "nul\0 bell\a escape\x1b[31m",
    "broken \udcff\udc80 \ud800",
    "javascript:pwned=1",
]


def hostile(folder: Path, text: str) -> Results:
    """The same text wherever a solution, a manifest or a toolchain can put one."""
    data = text.encode("utf-8", "surrogatepass")
    problem = make_problem(folder, boards=(((text.encode("utf-8", "replace").decode(), 1),),) * 2)
    cases = tuple(
        replace(case, name=f"{text}/{i}", group=text, description=text)
        for i, case in enumerate(problem.cases)
    )
    problem = replace(problem, titles={"en": text}, cases=cases)
    solution = make_solution(
        folder,
        text,
        data,
        language=text,
        author=text,
        url=text,
        note=text,
        reading=text,
        settled=(text,),
        requires=(text,),
    )
    run = make_run(data, stderr=data, result=data, note=text)
    judged = make_judged(problem, solution, [run], reading_why=text, message=text, stopped=text)
    outcome = replace(judged.outcomes[0], message=text)
    unrun = replace(judged, outcomes=(), verdict=Verdict.CE)
    return make_results(
        ProblemResult(problem, (replace(judged, outcomes=(outcome,)), unrun)),
        command=text,
        machine=text,
        sandbox=text,
        started=text,
        toolchains={text: text},
    )


def look_everywhere(page: Page) -> None:
    """Open all that can be opened, so that whatever might run has had its chance."""
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    page.run("document.querySelector('.grid tbody td').click()")
    page.wait("document.querySelector('dialog').open")
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    page.run("document.querySelector('.filter input').dispatchEvent(new Event('input'))")
    page.run("new Promise((done) => setTimeout(done, 50))")


@pytest.mark.parametrize("text", PAYLOADS)
def test_hostile_text_stays_text(opened: Opened, tmp_path: Path, text: str) -> None:
    page = opened(hostile(tmp_path, text))
    look_everywhere(page)
    assert page.run("typeof pwned") == "undefined"
    assert page.run("document.querySelectorAll('img, iframe, svg').length") == 0
    assert page.run("document.querySelectorAll('script').length") == 2
    assert page.run("[...document.links].every((a) => /^(file|https?):$/.test(a.protocol))")
    page.run("document.querySelectorAll('.picture').forEach((drawn) => drawn.remove())")
    whole = page.run("document.documentElement.outerHTML")
    assert not set(whole) & set("\0\a\x1b\u202e\u2066\u200b")


def test_megabytes_are_cut(opened: Opened, tmp_path: Path) -> None:
    results = hostile(tmp_path, "<b>" * 100)
    problem = results.problems[0]
    judged = problem.judged[0]
    huge = "<i>\u202e" * 500_000
    run = make_run(huge.encode(), stderr=huge.encode(), ended=Ended.OUTPUT_LIMIT, note=huge)
    outcome = replace(judged.outcomes[0], run=run, message=huge)
    solution = make_solution(tmp_path, "huge", huge.encode(), note="n")
    many = replace(judged, solution=solution, outcomes=(outcome,), message=huge, stopped=huge)
    page = opened(replace(results, problems=(replace(problem, judged=(many,)),)))
    look_everywhere(page)
    assert (tmp_path / "out" / "report.html").stat().st_size < 3_000_000


class Careless(Toy):
    """Forgets to escape what a solution's answer makes it draw."""

    def draw(self, instance: Words, answer: int | None) -> str:
        return (
            '<img src="x" onerror="pwned=1"><script>pwned=1</script>'
            '<a id="trap" href="javascript:pwned=1">click</a><svg onload="pwned=1"></svg>'
        )


def test_even_a_careless_plugin_lets_nothing_run(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/first/sample/1", plugin=Careless())
    panel(page, "first/sample/1")
    page.click("#trap")
    page.run("new Promise((done) => setTimeout(done, 100))")
    assert page.run("typeof pwned") == "undefined"
    refused = [complaint for complaint in page.complaints if "Content Security Policy" in complaint]
    assert refused
    page.complaints.clear()
