"""The page of an arena: names are inert, links lead to boards, and it is accessible."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.arena.result import ArenaResult, LeftOut
from judge.arena.standings import rank_contestants
from judge.model import Verdict
from judge.report.html import arena
from tests.arena.toy_game import contestant, held, three
from tests.contest import make_contest
from tests.report.html import axe
from tests.report.html.browser import Page
from tests.report.html.test_hostile import PAYLOADS


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> ArenaResult:
    toy = make_contest(tmp_path_factory.mktemp("arena"))
    three(toy)
    contestant(toy, "mumbles.py", "lambda role, heap: 'no'\n")
    return held(toy, count=3)


def opened(browser: Page, result: ArenaResult, folder: Path, anchor: str = "", **look: int) -> Page:
    path = folder / "arena.html"
    path.write_bytes(arena.render(result, rank_contestants(result)).encode())
    browser.complaints.clear()
    browser.look(**{"width": 1400, **look})
    browser.open(path.as_uri() + anchor)
    return browser


@pytest.mark.long
@pytest.mark.parametrize("text", PAYLOADS)
def test_names_and_reasons_are_inert(
    browser: Page, played: ArenaResult, tmp_path: Path, text: str
) -> None:
    named = [replace(s, name=f"{text}{i}", note=text) for i, s in enumerate(played.contestants)]
    games = [replace(g, forfeit=g.forfeit and replace(g.forfeit, why=text)) for g in played.games]
    out = (LeftOut(named[0], text, True),)
    hostile = replace(played, contestants=tuple(named), games=tuple(games), left_out=out)
    page = opened(browser, hostile, tmp_path)
    assert page.run("typeof pwned") == "undefined"
    assert page.run("document.querySelectorAll('script, iframe, img, main svg').length") == 0
    assert page.run("document.querySelectorAll('.board tbody tr').length") == 4
    assert browser.complaints == []


@pytest.mark.long
def test_a_cell_of_the_matrix_leads_to_the_boards_that_decided(
    browser: Page, played: ArenaResult, tmp_path: Path
) -> None:
    page = opened(browser, played, tmp_path)
    links = "[...document.querySelectorAll('.meetings a')]"
    assert page.run(f"{links}.length") == 12
    assert page.run(f"{links}.every((a) => document.querySelector(a.hash))")
    page.run(f"{links}[0].click()")
    page.wait("document.querySelector('details[open] h3')")


@pytest.mark.long
def test_forfeits_are_listed_with_their_reason(played: ArenaResult) -> None:
    assert {g.forfeit.verdict for g in played.forfeits if g.forfeit} == {Verdict.WA}
    page = arena.render(played, rank_contestants(played))
    assert "board 1 and 8 more games, opens: WA, not a number" in page
    assert "Not drawn" in arena.render(played, rank_contestants(played), room=-1)


@pytest.mark.long
@pytest.mark.skipif(not axe.SCRIPT.exists(), reason=axe.MISSING)
@pytest.mark.parametrize(("width", "dark"), [(1400, False), (390, True)])
def test_it_is_accessible_and_fits_a_phone(
    browser: Page, played: ArenaResult, tmp_path: Path, width: int, dark: bool
) -> None:
    page = opened(browser, played, tmp_path, width=width, dark=dark)
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    assert axe.faults(page) == []
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
