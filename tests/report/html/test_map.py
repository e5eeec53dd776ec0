"""The map of a report that is too big for a table: a canvas with one cell that aids can read."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Results, Verdict
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.plugin_contract import checked_plugin
from judge.report.html import cell_data, problem_view
from judge.report.html import page as html_page
from tests.report.big_results import make_big
from tests.report.html.browser import Page
from tests.report.html.reading import names, panel
from tests.report.toy_results import Toy, loaded

#: The cell that aids can read.
_CELL = "document.querySelector('.map [role=gridcell]')"


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> tuple[Results, Path]:
    """40 solutions on 200 cases, as a page."""
    folder = tmp_path_factory.mktemp("big")
    results = make_big(folder, 40, 200)
    path = folder / "report.html"
    html_page.write(results, loaded(results), path)
    return results, path


@pytest.fixture
def page(browser: Page, big: tuple[Results, Path]) -> Iterator[Page]:
    browser.complaints.clear()
    browser.look(1400)
    browser.open(big[1].as_uri())
    ready(browser)
    yield browser
    browser.run("0")
    assert browser.complaints == []


def ready(page: Page) -> None:
    page.wait("document.querySelector('.map').dataset.ready !== undefined")
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def label(page: Page) -> str:
    text: str = page.run(f"{_CELL}.getAttribute('aria-label')")
    return text


def colour(page: Page, x: float, y: float) -> list[int]:
    """What the canvas shows there, in CSS pixels from its corner."""
    found: list[int] = page.run(
        "(() => { const spot = document.createElement('canvas').getContext('2d');"
        f"spot.drawImage(document.querySelector('.map canvas'), {-x}, {-y});"
        "return [...spot.getImageData(0, 0, 1, 1).data] })()"
    )
    return found[:3]


def told(results: Results, solution: str, place: int) -> str:
    """The verdict and the gap of a cell as its label must tell them."""
    judged = next(j for j in results.problems[0].solutions if j.solution.name == solution)
    outcome = judged.outcomes[place]
    gap = f", gap {outcome.gap / 2:g}" if outcome.gap else ""
    return f"{outcome.verdict.value}, {outcome.verdict.title}{gap}"


@pytest.mark.long
def test_the_page_has_few_elements_however_many_cells(page: Page) -> None:
    assert page.run("document.querySelectorAll('.grid').length") == 0
    assert page.run("document.querySelectorAll('.map *').length") <= 5
    assert page.run("document.getElementsByTagName('*').length") < 6000


@pytest.mark.slow
def test_200_solutions_on_1000_cases_fit_into_10_megabytes(browser: Page, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    results = make_big(tmp_path, 200, 1000)
    html_page.write(results, loaded(results), path)
    assert path.stat().st_size < 10_000_000
    browser.open(path.as_uri() + "#toy/solution-199/secret/1000")
    panel(browser, "solution-199/secret/1000")
    assert browser.run("document.getElementsByTagName('*').length") < 20_000


@pytest.mark.long
def test_the_keyboard_moves_the_one_cell_and_says_what_it_is(
    page: Page, big: tuple[Results, Path]
) -> None:
    first, second = names(page)[:2]
    page.run(f"{_CELL}.focus()")
    assert label(page).startswith(f"{first} on sample/1, size ")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.key(key)
    assert label(page).startswith(f"{second} on secret/2, size ")
    assert label(page).endswith(told(big[0], second, 1))
    assert page.run(f"document.activeElement === {_CELL}")
    assert page.run(f"[{_CELL}.ariaColIndex, {_CELL}.parentNode.ariaRowIndex]") == ["2", "2"]
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        page.key(key)  # the edges hold
    assert label(page).startswith(f"{first} on sample/1")


@pytest.mark.long
def test_enter_opens_a_cell_and_closing_it_comes_back(page: Page) -> None:
    first = names(page)[0]
    page.run(f"{_CELL}.focus()")
    page.key("ArrowRight")
    page.key("Enter")
    panel(page, f"{first}/secret/2")
    page.key("ArrowRight")
    panel(page, f"{first}/secret/3")
    page.key("Escape")
    page.wait("location.hash === '#toy'")
    assert page.run(f"document.activeElement === {_CELL}")
    assert label(page).startswith(f"{first} on secret/3")


@pytest.mark.long
def test_far_cells_come_into_sight_and_under_the_pointer(
    page: Page, big: tuple[Results, Path]
) -> None:
    last = names(page)[-1]
    page.run(f"location.hash = '#toy/{last}/secret/150'")
    panel(page, f"{last}/secret/150")
    page.key("Escape")
    page.wait("location.hash === '#toy'")
    ready(page)
    box = page.run(
        f"(([a, b]) => [a.x - b.x, a.y - b.y, a.width, a.height, b.width, b.height])"
        f"([{_CELL}, document.querySelector('.map canvas')].map((e) => e.getBoundingClientRect()))"
    )
    x, y, width, height, room, depth = box
    assert 200 < x <= room - width and 60 < y <= depth - height
    page.run(
        f"(() => {{ const c = document.querySelector('.map canvas');"
        f"c.dispatchEvent(new PointerEvent('pointermove', {{ bubbles: true,"
        f"clientX: c.getBoundingClientRect().x + {x + width / 2},"
        f"clientY: c.getBoundingClientRect().y + {y + height / 2} }})) }})()"
    )
    message = page.run("document.querySelector('.map-said').textContent")
    assert message.startswith(f"{last} on secret/150, ") and message.endswith(
        told(big[0], last, 149)
    )


@pytest.mark.long
def test_a_click_opens_the_cell_below_it(page: Page) -> None:
    first = names(page)[0]
    page.run(f"{_CELL}.focus()")
    page.run("document.querySelector('.map').scrollIntoView()")
    page.click(".map [role=gridcell]")
    panel(page, f"{first}/sample/1")


@pytest.mark.long
def test_verdicts_and_gaps_differ_in_colour_and_dark_is_another(
    page: Page, big: tuple[Results, Path]
) -> None:
    results, _ = big

    def seen() -> dict[str, list[int]]:
        ready(page)
        head = page.run(f"[{_CELL}.offsetLeft, {_CELL}.offsetTop, {_CELL}.offsetWidth]")
        by_kind: dict[str, list[int]] = {}
        solution = names(page)[0]
        for place in range(20):
            kind = told(results, solution, place).partition(" ")[0]
            by_kind[kind] = colour(page, head[0] + place * head[2] + 3, head[1] + 3)
        return by_kind

    page.run(
        "(s => { s.value = 'WA'; s.dispatchEvent(new Event('input', { bubbles: true })) })"
        "(document.querySelector('.filter [name=verdict]'))"
    )
    page.click(".board th[data-k=passed] button")  # the worst comes first
    for _ in range(6):
        page.click(".zoom button[aria-label='Larger cells']")
    ready(page)
    light = seen()
    assert len(light) >= 2 and len({tuple(c) for c in light.values()}) == len(light)
    page.look(1400, dark=True)
    dark = seen()
    assert all(sum(dark[kind]) < sum(light[kind]) for kind in ("AC,",) if kind in light)


@pytest.mark.long
def test_sorting_and_filtering_reach_the_map(page: Page) -> None:
    page.click(".board th[data-k=solution] button")
    page.run(f"{_CELL}.focus()")
    page.key("ArrowDown")
    assert label(page).startswith(f"{names(page)[1]} on sample/1")
    page.run("document.querySelector('.filter input').focus()")
    page.type("solution-17")
    page.run("document.querySelector('.map').scrollTop = 0")
    assert page.run("document.querySelector('.map').ariaRowCount") == "1"
    assert label(page).startswith("solution-17 on")
    page.run("document.querySelector('.filter input').select()")
    page.type("nobody at all")
    assert page.run(f"{_CELL} === null")


@pytest.mark.long
def test_zooming_out_shows_more_and_keeps_the_place(page: Page) -> None:
    def columns() -> float:
        ready(page)
        wide: float = page.run(f"document.querySelector('.map').clientWidth / {_CELL}.offsetWidth")
        return wide

    before = columns()
    page.click(".zoom button:first-child")
    page.click(".zoom button:first-child")
    assert columns() > 3 * before
    for _ in range(2):
        page.click(".zoom button:first-child")
    assert page.run("document.querySelector('.zoom button').disabled")
    assert page.run("document.querySelector('.map').scrollWidth <= innerWidth")


# --- a page that would grow too big ---------------------------------------------------------------


@pytest.mark.long
def test_cells_that_do_not_fit_lose_their_drawings_and_say_so(
    browser: Page, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    results = make_big(tmp_path, 40, 4)
    path.write_text(html_page.render(results, loaded(results), room=7200))
    browser.open(path.as_uri() + "#toy/solution-0/secret/3")
    text = panel(browser, "solution-0/secret/3")
    assert "To keep this page small, this case has drawings and outputs for " in text
    assert "judge run toy --solution solution-0 --case secret/3" in text
    assert "CPU time" in text and "Best answer" in text
    assert "Printed" not in text


def test_what_was_accepted_is_left_out_first(tmp_path: Path) -> None:
    problem = make_big(tmp_path, 30, 3).problems[0]
    case, toy = (
        problem.problem.cases[1],
        LoadedProblem(problem.problem, checked_plugin(Toy(), problem.problem.folder)),
    )
    found = [j.outcomes[1] for j in problem.solutions]
    accepted = [o.verdict is Verdict.AC for o in found]

    def whole(room: int) -> tuple[list[bool], int]:
        made = cell_data.block([case], toy, problem.solutions, [found], room)
        [content] = json.loads(zlib.decompress(b64decode(made.text)))
        return content["cells"]["whole"], len(made.text)

    everything, size = whole(10**6)
    assert everything == [True] * 30
    kept, smaller = whole(size - 1)
    assert any(kept) and smaller < size
    assert not any(here and right for here, right in zip(kept, accepted, strict=True))
    assert sum(whole(smaller - 1)[0]) < sum(kept)
    assert not any(whole(0)[0])


@pytest.mark.long
def test_very_many_cases_share_blocks(
    browser: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problem_view, "MOST_BLOCKS", 3)
    path = tmp_path / "report.html"
    results = make_big(tmp_path, 2, 7)
    path.write_text(html_page.render(results, loaded(results)))
    browser.open(path.as_uri() + "#toy/solution-1/secret/6")
    assert browser.run("document.querySelectorAll('template[id^=block-]').length") == 3
    case = results.problems[0].problem.cases[5]
    text = panel(browser, f"solution-1/{case.name}")
    assert case.description in text


@pytest.mark.long
def test_facts_of_cells_are_kept_where_there_is_no_room_for_the_input(
    browser: Page, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    results = make_big(tmp_path, 3, 2)
    path.write_text(html_page.render(results, loaded(results), room=1))
    browser.open(path.as_uri() + "#toy/solution-0/secret/2")
    text = panel(browser, "solution-0/secret/2")
    assert "CPU time" in text and "To keep this page small" in text
    assert "Input" not in text and "Copy the input" not in text


@pytest.mark.long
def test_a_change_of_width_keeps_the_focus(page: Page) -> None:
    page.run(f"{_CELL}.focus()")
    page.key("ArrowRight")
    page.look(800)
    ready(page)
    page.wait(f"{_CELL}.style.left")
    page.key("ArrowRight")
    assert " on secret/3, " in label(page)
