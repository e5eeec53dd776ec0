"""Dark and light, every width, paper, and a browser without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import Verdict
from tests.report.html.browser import Page
from tests.report.html.conftest import Opened
from tests.report.html.reading import names, panel, texts
from tests.report.toy_results import make_judged, make_solution, printed, usual


@pytest.mark.long
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


@pytest.mark.long
def test_a_table_that_fits_the_screen_has_letters_where_there_is_room(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(usual(tmp_path), width=1400)
    assert page.run("document.querySelector('.fit-all').checked") is False
    page.click(".fit-all")
    styles = "document.querySelector('.scroll').classList"
    shown = f"['fitted', 'lettered', 'named'].filter((style) => {styles}.contains(style))"
    assert page.run(shown) == ["fitted", "lettered", "named"]
    page.run("document.querySelector('.scroll').style.maxWidth = '240px'; 0")
    page.wait(f"!{shown}.includes('lettered')")
    page.click(".fit-all")
    assert "fitted" not in page.run(shown)


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


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1400])
def test_nothing_sticks_out_sideways(opened: Opened, tmp_path: Path, width: int) -> None:
    results = usual(tmp_path)
    whole = results.problems[0]
    odd = make_solution(tmp_path, "long-" * 30, note="word" * 60, author="A" * 90)
    judged = make_judged(whole.problem, odd, printed("9" * 500, 0))
    torn = next(j for j in whole.solutions if j.verdict is Verdict.CE)
    torn = replace(torn, solution=replace(odd, name="torn-" * 30), message="nospace" * 40)
    both = replace(whole, solutions=(*whole.solutions, judged, torn))
    results = replace(results, problems=(both,))
    page = opened(results, "#toy/first/secret/2", width=width)
    panel(page, "first/secret/2")
    wide = "[document.documentElement.scrollWidth, document.querySelector('dialog').scrollWidth]"
    assert max(page.run(wide)) <= width
    page.run("location.hash = document.querySelectorAll('.wrongs .said a')[1].hash")
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    assert max(page.run(wide)) <= width


@pytest.mark.long
def test_paper_gets_whole_tables_and_no_controls(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.look(1100, dark=True, media="print")
    assert page.run("getComputedStyle(document.querySelector('.filter')).display") == "none"
    assert page.run("getComputedStyle(document.querySelector('.scroll')).maxHeight") == "none"
    assert page.run("getComputedStyle(document.body).color") == "rgb(27, 31, 39)"
    assert page.pdf().startswith(b"%PDF")
    page.look(700, media="print")  # as narrow as a browser takes paper to be, before it is turned
    row = "getComputedStyle(document.querySelector('.board tbody tr')).display"
    assert page.run(row) == "table-row"


@pytest.mark.long
def test_paper_gets_the_open_cell_alone_and_from_its_top(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/last/secret/2")
    panel(page, "last/secret/2")
    before = texts(page, "dialog")
    page.run("window.dispatchEvent(new Event('beforeprint'))")
    page.look(1000, media="print")
    seen = "[...document.body.children].filter((e) => e.getClientRects().length)"
    assert page.run(f"{seen}.map((e) => [e.className, e.getBoundingClientRect().top])") == [
        ["paper", 0]
    ]
    assert texts(page, ".paper h2") == ["WA last on secret/2"]
    page.run("window.dispatchEvent(new Event('afterprint'))")
    page.look(1400)
    assert texts(page, "dialog") == before
    page.key("ArrowLeft")
    panel(page, "last/sample/1")


@pytest.mark.long
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


@pytest.mark.long
def test_the_foot_keeps_its_distance_from_the_last_section(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    # In one call: between two of them the page may grow.
    main = "document.querySelector('main').getBoundingClientRect().bottom"
    assert page.run(f"document.querySelector('.foot').getBoundingClientRect().top - {main}") >= 32
