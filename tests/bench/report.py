"""How large reports do: time to write, size, first paint, scrolling.

python tests/bench/report.py [SOLUTIONSxCASES ...]

Prints numbers, judges nothing. Needs Chromium.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from judge.report.html import page as html_page
from tests.report.big_results import make_big
from tests.report.html.browser import CHROMIUM, Page, chromium
from tests.report.toy_results import loaded

SHAPES = ("200x1000", "200x200", "1x40000")

#: Scrolls the map down and across, a step a frame, and yields the milliseconds of each frame.
_SCROLL = """(async () => {
  const box = document.querySelector('.map');
  box.scrollIntoView();
  const frames = [];
  let before = performance.now();
  for (let i = 0; i < 120; i += 1) {
    box.scrollTo(i * 90, i * 20);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - before);
    before = now;
  }
  return frames.slice(5);
})()"""


def main() -> None:
    if CHROMIUM is None:
        print("chromium is not installed (apt install chromium)")
        return
    for shape in sys.argv[1:] or SHAPES:
        with tempfile.TemporaryDirectory() as name:
            _measure(Path(name), *map(int, shape.split("x")))


def _measure(folder: Path, solutions: int, cases: int) -> None:
    results = make_big(folder, solutions, cases)
    path = folder / "report.html"
    start = time.process_time()
    html_page.write(results, loaded(results), path)
    print(f"{solutions:,} solutions on {cases:,} cases")
    print(f"written with {time.process_time() - start:.1f} s of CPU time")
    print(f"size {path.stat().st_size / 1e6:.2f} MB", flush=True)
    with chromium(folder / "profile") as page:
        _browse(page, path)


def _browse(page: Page, path: Path) -> None:
    page.look(1400)
    paints: list[float] = []
    for _ in range(5):
        page.open(path.as_uri())
        page.wait("performance.getEntriesByName('first-contentful-paint').length")
        paints.append(
            _number(page, "performance.getEntriesByName('first-contentful-paint')[0].startTime")
        )
    page.wait("document.querySelector('.map').dataset.ready !== undefined")
    ready = _number(page, "performance.now()")
    print(f"first paint {statistics.median(paints):.0f} ms, the map painted before {ready:.0f} ms")
    print(f"{_number(page, 'document.getElementsByTagName(`*`).length'):.0f} elements")
    print(f"scrolling: {_frames(page)}")
    for _ in range(4):
        page.click(".zoom button")
    print(f"scrolling, smallest cells: {_frames(page)}")


def _number(page: Page, script: str) -> float:
    return float(page.run(script))


def _frames(page: Page) -> str:
    frames: Any = sorted(page.run(_SCROLL))
    slow = frames[int(len(frames) * 0.95)]
    return f"{statistics.median(frames):.1f} ms a frame, 95 % within {slow:.1f} ms"


if __name__ == "__main__":
    main()
