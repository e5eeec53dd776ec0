"""The examples of docs/library.md give what the page shows; its tables are those of the code."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

from judge.library.run_keywords import RunKeywords
from judge.library.run_result import RunResult
from tests import documents
from tests.documents import ROOT

PAGE = ROOT / "docs" / "library.md"


@pytest.mark.long
def test_the_examples_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("problems", "solutions"):
        shutil.copytree(ROOT / name / "combat", tmp_path / name / "combat")
    monkeypatch.chdir(tmp_path)
    text = "\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S))
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    flags = doctest.ELLIPSIS
    said: list[str] = []
    found = doctest.DocTestRunner(optionflags=flags).run(examples, out=said.append)
    assert found.attempted > 10 and not found.failed, "".join(said)


def test_every_keyword_is_listed() -> None:
    cells = " ".join(documents.keys(documents.section(PAGE, "Keyword arguments")))
    assert set(documents.quoted(cells)) == set(RunKeywords.__annotations__)


def test_every_attribute_is_listed() -> None:
    cells = " ".join(documents.keys(documents.section(PAGE, "Results")))
    listed = {word.partition("(")[0] for word in documents.quoted(cells)} - {'result["NAME"]'}
    names = vars(RunResult).keys() - {"of", *RunResult.__struct_fields__}
    assert listed == {name for name in names if not name.startswith("_")}
