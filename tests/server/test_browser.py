"""The page of ``judge serve`` in a real browser: nothing hostile comes alive in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.report.html import axe
from tests.report.html.browser import CHROMIUM, Page, chromium
from tests.server.conftest import Served

#: Prints and fails with text that would do something as HTML.
HOSTILE = "import sys\nprint('<img src=x onerror=alert(1)>')\nsys.exit('<script>alert(2)</script>')"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory, served: Served) -> Iterator[Page]:
    """A browser that has been given the token."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (apt install chromium)")
    with chromium(tmp_path_factory.mktemp("profile")) as page:
        page.open(served.address)
        yield page


@pytest.mark.long
def test_an_answer_is_typed_judged_drawn_and_saved(browser: Page, served: Served) -> None:
    browser.complaints.clear()
    browser.look(width=1400)
    browser.open(f"{served.base}/problems/toy")
    browser.click("#source")
    browser.type("lambda n,k:[]#é")
    assert browser.run("document.querySelector('#count').textContent") == "16 bytes, 15 characters"

    browser.click(".choices button")
    browser.wait("document.querySelector('.state .badge')?.textContent === 'WA'")
    cells = browser.run(
        "[...document.querySelectorAll('.case-cells button')].map((b) => b.className)"
    )
    assert "wa" in cells and "blank" not in cells
    assert browser.run("document.querySelectorAll('.refutation figure').length") == 2
    assert "below the best" in browser.run("document.querySelector('.refutation h3').textContent")
    below = "document.querySelector('.refutation').getBoundingClientRect().top"
    last = "[...document.querySelectorAll('.case-cells li')].at(-1).getBoundingClientRect().bottom"
    assert browser.run(f"{below} >= {last}")
    assert browser.run("document.querySelector('.permalink').pathname").startswith("/answers/")
    browser.run("document.querySelector('.save input').value = 'typed'; 0")
    browser.click(".save button")
    browser.wait("document.querySelector('.saved').textContent.startsWith('saved as')")
    assert (served.contest.solutions / "typed.py").read_text() == "lambda n,k:[]#é"

    browser.run("document.querySelectorAll('.toy').forEach((drawing) => drawing.remove())")
    for width in (1400, 390):
        browser.look(width=width, dark=width == 390)
        assert browser.run("document.documentElement.scrollWidth") <= width
        assert not axe.SCRIPT.exists() or axe.faults(browser) == []
    assert browser.complaints == []


@pytest.mark.long
def test_a_hostile_answer_stays_text(browser: Page, served: Served) -> None:
    browser.complaints.clear()
    browser.open(f"{served.base}/problems/toy")
    browser.run(f"document.querySelector('#source').value = {HOSTILE!r}; 0")
    browser.run("document.querySelector('#source').dispatchEvent(new Event('input')); 0")
    browser.click(".choices button")
    browser.wait("document.querySelector('.state .badge')")
    assert "<script>" in browser.run("document.querySelector('.result > pre').textContent")
    assert browser.run("document.querySelectorAll('main img, main script').length") == 0
    browser.open(browser.run("document.querySelector('.permalink').href"))
    browser.run("0")
    assert browser.complaints == []


@pytest.mark.long
def test_a_missing_page_leads_back(browser: Page, served: Served) -> None:
    for path in ("/nothing", "/runs/77", "/problems/%3Cb%3E"):
        browser.open(served.base + path)
        assert browser.run("document.querySelector('.banner').textContent").startswith(
            "there is no"
        )
        assert browser.run("document.querySelector('main p a').pathname") == "/"


@pytest.mark.long
def test_a_dropped_file_is_sent_byte_by_byte(browser: Page, served: Served) -> None:
    browser.open(f"{served.base}/problems/toy")
    browser.run(
        "const moved = new DataTransfer();"
        "moved.items.add(new File([new Uint8Array([49, 13, 10, 255])], 'a.js'));"
        "document.querySelector('#answer').dispatchEvent(new DragEvent('drop',"
        "{ dataTransfer: moved, bubbles: true, cancelable: true })); 0"
    )
    browser.wait("document.querySelector('#count').textContent === '4 bytes, not UTF-8'")
    assert browser.run("document.querySelector('[name=language]').value") == "javascript"
