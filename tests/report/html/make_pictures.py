"""Make the pictures of README.md and docs/ from the report of ``judge run combat``:

python -m tests.report.html.make_pictures reports/run.html
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.report.html.browser import Page, chromium

PICTURES = Path(__file__).parents[3] / "reports"
WIDTH = 1400
CELL = "combat/blocks-everything/sample/1-worked"


def main(report: Path) -> None:
    address = report.resolve().as_uri()
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as page:
        _shoot(page, address, 1000, "example")
        _shoot(page, address, 1500, "example-map", scroll_to="Bytes against CPU time")
        _shoot(page, f"{address}#{CELL}", 1150, "example-cell")


def _shoot(page: Page, address: str, height: int, name: str, scroll_to: str = "") -> None:
    page.look(WIDTH, height)
    page.open(address)
    if scroll_to:
        page.run(
            "[...document.querySelectorAll('h2, h3')]"
            f".find(h => h.textContent.includes({scroll_to!r})).scrollIntoView()"
        )
    page.screenshot(PICTURES / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
