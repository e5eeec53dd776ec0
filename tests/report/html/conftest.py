"""One headless Chromium for all tests of the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.model import Results
from judge.report.html import page as html_page
from tests.report.html.browser import CHROMIUM, Page, chromium
from tests.report.toy_results import loaded

Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (apt install chromium)")
    with chromium(tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture
def opened(browser: Page, tmp_path: Path) -> Iterator[Opened]:
    """Writes results and opens the page; afterwards the browser must have had no complaint."""
    path = tmp_path / "out" / "report.html"

    def open_page(results: Results, anchor: str = "", plugin: Any = None, **look: Any) -> Page:
        html_page.write(results, loaded(results, plugin), path)
        browser.look(**({"width": 1400} | look))
        browser.open(path.as_uri() + anchor)
        return browser

    browser.complaints.clear()
    yield open_page
    browser.run("0")  # so that all events have come
    assert browser.complaints == []
    assert browser.requests == [browser.run("location.href.split('#')[0]")]
