"""The worked example of docs/languages.md: an entry and a host add a language."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import judge
from tests.contest import Contest

PACKAGE = Path(judge.__file__).parent
PAGE = (PACKAGE.parent / "docs" / "languages.md").read_text(encoding="utf-8")
RIGHT = """(import (chicken sort))
(define (range i n) (if (= i n) '() (cons i (range (+ i 1) n))))
(define (pick order n k)
  (cond ((or (= k 0) (null? order) (<= (list-ref n (car order)) 0)) '())
        (else (cons (car order) (pick (cdr order) n (- k 1))))))
(define (f n k)
  (pick (sort (range 0 (length n)) (lambda (a b) (> (list-ref n a) (list-ref n b)))) n k))
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A copy of the judge to which the entry and the host of the page are added."""
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "judge", ignore=shutil.ignore_patterns("__pycache__"))
    [entry] = re.findall(r"```toml\n(\[chicken\].*?)```", PAGE, re.S)
    [host] = re.findall(r"```scheme\n(.*?)```", PAGE, re.S)
    with (copy / "judge/languages/languages.toml").open("a") as table:
        table.write("\n" + entry)
    (copy / "judge/languages/hosts/chicken_host.scm").write_text(host)
    return copy


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("csi"), reason="csi is not installed (Debian: chicken-bin)")
def test_the_example_works(contest: Contest, elsewhere: Path) -> None:
    contest.solution("right.chicken", RIGHT)
    contest.solution("wrong.chicken", "(define (f n k) (list 99))\n", 'expect = "WA"')
    contest.solution("ends.chicken", "(define (f n k) (exit 0))\n", 'expect = "RTE"')
    done = contest.judge("run", PYTHONPATH=str(elsewhere))
    assert done.status == 0, done.out + done.err


@pytest.mark.long
def test_without_the_tool_it_is_skipped_with_the_package(contest: Contest, elsewhere: Path) -> None:
    contest.solution("right.chicken", RIGHT)
    tools = contest.root / "tools"
    tools.mkdir()
    for tool in ("bwrap", "cc", "python3", "sh"):
        (tools / tool).symlink_to(shutil.which(tool) or "/nowhere")
    done = contest.judge("run", PYTHONPATH=str(elsewhere), PATH=str(tools))
    assert done.status == 0 and "SKIP" in done.out, done.out + done.err
    assert "csi is not installed" in done.out and "Debian: chicken-bin" in done.out
