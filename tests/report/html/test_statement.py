"""Statements in the page: Markdown, every language, nothing that could act."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import Limits, Problem, ProblemResult, Results
from judge.report.html.statement import render, statements
from tests.report.html.conftest import Opened
from tests.report.html.reading import texts
from tests.report.toy_results import make_judged, make_problem, make_results, make_solution, printed


def with_statements(folder: Path, **by_language: str) -> Results:
    """The toy problem with these texts; the titles are the languages' names of it."""
    (folder / "statement").mkdir()
    for language, text in by_language.items():
        (folder / "statement" / f"problem.{language}.md").write_text(text)
    titles = {"en": "Pick a word", "fr": "Choisir un mot"}
    problem = replace(make_problem(folder), titles=titles)
    judged = make_judged(problem, make_solution(folder, "it"), printed(1, 1, 0, 0))
    return make_results(ProblemResult(problem, (judged,)))


@pytest.mark.long
def test_each_language_has_its_own_part_english_first(opened: Opened, tmp_path: Path) -> None:
    page = opened(
        with_statements(tmp_path, fr="Des mots, *où* l'on choisit.", en="Some **words**.")
    )
    assert texts(page, ".statement summary") == [
        "The problem – Pick a word",
        "L’énoncé – Choisir un mot",
    ]
    assert page.run("[...document.querySelectorAll('.statement')].map((d) => d.lang)") == [
        "en",
        "fr",
    ]
    page.click(".statement:nth-child(2) summary")
    assert texts(page, ".statement[open] .prose") == ["Des mots, où l'on choisit."]


@pytest.mark.long
def test_a_problem_without_a_statement_shows_none(opened: Opened, tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    judged = make_judged(problem, make_solution(tmp_path, "it"), printed(1))
    page = opened(make_results(ProblemResult(problem, (judged,))))
    assert page.run("document.querySelectorAll('.statement, .statements').length") == 0


def test_other_files_and_broken_utf8_do_no_harm(tmp_path: Path) -> None:
    folder = tmp_path / "statement"
    folder.mkdir()
    (folder / "problem.en.md").write_bytes(b"caf\xe9")
    (folder / "problem.md").write_text("no language")
    (folder / "problem.en.tex").write_text("another format")
    (folder / "problem.de.md").mkdir()
    (found,) = statements(make_problem(tmp_path))
    assert (found.language, found.html) == ("en", "<p>caf\ufffd</p>\n")


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a <b onclick=x>b</b>", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt;</p>\n"),
        ("<script>pwned=1</script>", "<p>&lt;script&gt;pwned=1&lt;/script&gt;</p>\n"),
        ("[a](javascript:pwned=1)", "<p>[a](javascript:pwned=1)</p>\n"),
        ("[a](m_lands.txt)", "<p>[a](m_lands.txt)</p>\n"),
        ("[a](https://a.example/b)", '<p><a href="https://a.example/b">a</a></p>\n'),
        ("![a](https://a.example/b.png)", '<p>!<a href="https://a.example/b.png">a</a></p>\n'),
        ("$x+y\\le 34$ and `$1`", '<p><i class="formula">x+y≤34</i> and <code>$1</code></p>\n'),
        ("$<b>\\foo$", '<p><i class="formula">&lt;b&gt;\\foo</i></p>\n'),
        ("costs $5", "<p>costs $5</p>\n"),
        ("one\n\n{{nextsample}}\n{{remainingsamples}}\n\ntwo", "<p>one</p>\n<p>two</p>\n"),
        ("a\u202eb", "<p>a⟨U+202E⟩b</p>\n"),
        ("# Top\n## Below", "<h4>Top</h4>\n<h5>Below</h5>\n"),
        ("## Top\n### Below", "<h4>Top</h4>\n<h5>Below</h5>\n"),
    ],
)
def test_markdown_becomes_harmless_html(text: str, html: str) -> None:
    assert render(text) == html


def written(folder: Path, *names: str) -> Problem:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(r"\problemname{A <b> $x$}")
    return Problem("tour", folder, {"en": "Tour", "sv": "Resa"}, Limits(), ())


def test_tex_is_shown_as_its_source(tmp_path: Path) -> None:
    problem = written(tmp_path, "problem_statement/problem.tex", "problem_statement/problem.sv.tex")
    english, swedish = statements(problem)
    assert (english.language, english.title) == ("en", "Tour")
    assert (swedish.language, swedish.title) == ("sv", "Resa")
    assert english.html == ('<pre class="text"><bdi>\\problemname{A &lt;b&gt; $x$}</bdi></pre>')


def test_markdown_comes_before_tex_and_a_pdf_is_named(tmp_path: Path) -> None:
    both = written(tmp_path / "a", "statement/problem.en.md", "statement/problem.en.tex")
    assert "<pre" not in statements(both)[0].html
    pdf = written(tmp_path / "b", "problem.pdf")
    assert statements(pdf)[0].html == "<p>The statement is the file problem.pdf.</p>"


@pytest.mark.long
def test_constants_have_their_values(tmp_path: Path) -> None:
    constants = {"limit": "7", "limit.value": "7", "limit.tex": "10^7"}
    problem = replace(make_problem(tmp_path), constants=constants)
    (tmp_path / "statement").mkdir()
    (tmp_path / "statement/problem.en.md").write_text(
        "At most {{limit}}, {{limit.tex}}, {{other}}.\n\n{{nextsample}}"
    )
    (tmp_path / "statement/problem.sv.tex").write_text(
        r"Upp till \constant{limit} eller \constant{limit.tex} men {{limit}} \constant{other}"
    )
    english, swedish = statements(problem)
    assert english.html.striptags() == "At most 7, 10^7, {{other}}."
    assert swedish.html.striptags() == "Upp till 7 eller 10^7 men {{limit}} \\constant{other}"
