"""``index.html`` lists the reports that lie beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.report.html import index
from judge.report.html import page as html_page
from tests.contest import Contest
from tests.report.html.browser import Page
from tests.report.html.reading import texts
from tests.report.html.test_hostile import PAYLOADS, hostile
from tests.report.toy_results import loaded, usual


def put(folder: Path, name: str, **more: str) -> Path:
    results = replace(usual(folder), **more)
    path = folder / "reports" / name
    html_page.write(results, loaded(results), path)
    return path


def shown(browser: Page, folder: Path, **look: object) -> Page:
    path = index.renew(folder, begin=True)
    assert path is not None
    browser.look(**({"width": 1400} | look))
    browser.complaints.clear()
    browser.open(path.as_uri())
    assert browser.complaints == []
    return browser


@pytest.mark.long
def test_reports_are_listed_newest_first_with_what_they_found(
    browser: Page, tmp_path: Path
) -> None:
    put(tmp_path, "a.html", started="2026-11-20T23:30:00-05:00")
    put(tmp_path, "b.html", started="2026-11-21T04:00:00+00:00")
    (tmp_path / "reports" / "b.json").write_text("{}")
    (tmp_path / "reports" / "other.html").write_text("<p>no report</p>")
    page = shown(browser, tmp_path / "reports")
    assert texts(page, ".when") == ["2 reports, newest first"]
    first, second = texts(page, ".reports > li")
    assert first.startswith("Pick a word 20 November 2026, 23:30:00 UTC-05:00 2 not as expected")
    assert "8 solutions AC 2 WA 3 TLE 1 CE 1 SKIP 1 judge run toy -j 2 2 cores, Linux" in first
    assert first.endswith("a.html") and second.endswith("b.html, json")
    page.run("document.querySelector('h2 a').click()")
    page.wait("location.pathname.endsWith('/a.html')")


@pytest.mark.long
@pytest.mark.parametrize("width", [1400, 390])
def test_it_fits_its_window(browser: Page, tmp_path: Path, width: int) -> None:
    put(tmp_path, "a.html", command="judge run " + "x" * 500)
    page = shown(browser, tmp_path / "reports", width=width)
    assert page.run("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_it_follows_what_lies_there(tmp_path: Path) -> None:
    first, second = put(tmp_path, "a.html"), put(tmp_path, "b.html")
    folder = first.parent
    index.renew(folder, begin=True)
    assert {"./a.html", "./b.html"} <= set((folder / "index.html").read_text().split('"'))
    second.unlink()
    first.rename(folder / "with space & ünï.html")
    assert index.renew(folder) == folder / "index.html"
    page = (folder / "index.html").read_text()
    assert "b.html" not in page and "./with%20space%20%26%20%C3%BCn%C3%AF.html" in page


def test_it_is_begun_only_where_it_is_wanted(tmp_path: Path) -> None:
    folder = put(tmp_path, "a.html").parent
    assert index.renew(folder) is None and not (folder / "index.html").exists()


def test_a_page_that_is_not_ours_stays(tmp_path: Path) -> None:
    folder = put(tmp_path, "a.html").parent
    (folder / "index.html").write_text("my own page")
    assert index.renew(folder, begin=True) is None
    assert (folder / "index.html").read_text() == "my own page"


@pytest.mark.parametrize(
    "block",
    [
        "{",
        "[]",
        "{}",
        "[" * 9999,
        '{"verdicts": 3}',
        json.dumps({"started": 1, "titles": 2, "verdicts": {}, "unexpected": "x"}),
    ],
)
def test_a_spoilt_report_is_left_out(tmp_path: Path, block: str) -> None:
    folder = put(tmp_path, "a.html").parent
    spoilt = f'<script type="application/json" id="about-report">{block}</script>'
    (folder / "spoilt.html").write_text(spoilt)
    (folder / "broken.html").symlink_to("nowhere")
    index.renew(folder, begin=True)
    assert "1 report, newest" in (folder / "index.html").read_text()


@pytest.mark.long
@pytest.mark.parametrize("payload", PAYLOADS)
def test_hostile_reports_stay_inert(browser: Page, tmp_path: Path, payload: str) -> None:
    folder = tmp_path / "reports"
    results = replace(hostile(tmp_path, payload), started=payload, machine=payload, command=payload)
    html_page.write(results, loaded(results), folder / "a.html")
    # One that was written by hand may say even more.
    block = {
        "started": payload,
        "titles": [payload, {"x": payload}],
        "verdicts": {payload: 3, "AC": 1},
        "unexpected": 0,
        "interrupted": payload,
        "machine": payload * 300,
        "command": [payload],
    }
    text = json.dumps(block).replace("<", "\\u003c")
    (folder / "b.html").write_text(
        f'<script type="application/json" id="about-report">{text}</script>'
    )
    page = shown(browser, folder)
    assert page.run("typeof pwned") == "undefined"
    assert len(texts(page, ".reports > li")) == 2
    links = page.run("[...document.links].map((a) => a.getAttribute('href'))")
    assert set(links) == {"./a.html", "./b.html"}


@pytest.mark.long
def test_a_run_renews_the_index_of_the_default_folder_only(contest: Contest) -> None:
    contest.solution("some.py", "lambda n,k:[]", 'expect = "WA"')
    assert contest.judge("run", "--report", "mine/a.html").status == 0
    assert not (contest.root / "mine" / "index.html").exists()
    assert contest.judge("run", "--report", "reports/a.html").status == 0
    page = (contest.root / "reports" / "index.html").read_text()
    assert "./a.html" in page and "default-src &#39;none&#39;" in page
