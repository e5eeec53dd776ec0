"""Every view of the page as axe-core judges it: no serious and no critical fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import axe
from tests.browser import Page
from tests.report.big import make_big
from tests.report.conftest import Opened
from tests.report.reading import panel
from tests.report.toy import usual

pytestmark = pytest.mark.skipif(not axe.SCRIPT.exists(), reason=axe.MISSING)

LOOKS = pytest.mark.parametrize(
    ("width", "dark"), [(1400, False), (390, True)], ids=["wide and light", "narrow and dark"]
)


def unfold(page: Page) -> None:
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    page.wait("!document.querySelector('template.source')")


@LOOKS
def test_the_whole_page(opened: Opened, tmp_path: Path, width: int, dark: bool) -> None:
    page = opened(usual(tmp_path), width=width, dark=dark)
    unfold(page)
    assert axe.faults(page) == []


@LOOKS
def test_a_cell(opened: Opened, tmp_path: Path, width: int, dark: bool) -> None:
    page = opened(usual(tmp_path), "#toy/babble/secret/2", width=width, dark=dark)
    panel(page, "babble/secret/2")
    unfold(page)
    assert axe.faults(page) == []


@LOOKS
def test_a_map(opened: Opened, tmp_path: Path, width: int, dark: bool) -> None:
    page = opened(make_big(tmp_path, 40, 160), width=width, dark=dark)
    page.wait("document.querySelector('.map').dataset.ready !== undefined")
    assert axe.faults(page) == []


def test_the_checker_finds_a_fault(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.run(
        "document.querySelector('.filter select').parentNode.replaceWith("
        "document.querySelector('.filter select'))"
    )
    assert axe.faults(page)[0].startswith("select-name: ")
