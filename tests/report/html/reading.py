"""How the tests read a page: what is shown, in the words and the order that are shown."""

from __future__ import annotations

import json

from tests.report.html.browser import Page


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
