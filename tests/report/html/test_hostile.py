"""Whatever a solution prints or is called, nothing of it runs and nothing of it deceives."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import Ended, ProblemResult, Results, Verdict
from tests.report.html.browser import Page
from tests.report.html.conftest import Opened
from tests.report.html.reading import panel
from tests.report.toy_results import (
    Toy,
    Words,
    make_judged,
    make_problem,
    make_results,
    make_run,
    make_solution,
    renamed,
    usual,
)

PAYLOADS = [
    "<script>pwned=1</script>",
    '"><img src=x onerror="pwned=1">',
    "'--></template></style></script><svg onload=pwned=1>",
    "</pre></dialog><iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
    "{{ 7*7 }}{% raw %}",
    "\u202e\u2066evil\u200b",
    "nul\0 bell\a escape\x1b[31m",
    "broken \udcff\udc80 \ud800",
    "javascript:pwned=1",
]


def hostile(folder: Path, text: str) -> Results:
    """The same text wherever a solution, a manifest or a toolchain can put one."""
    data = text.encode("utf-8", "surrogatepass")
    problem = make_problem(folder, boards=(((text.encode("utf-8", "replace").decode(), 1),),) * 2)
    cases = tuple(renamed(case, f"{text}/{i}", text, text) for i, case in enumerate(problem.cases))
    problem = replace(problem, titles={"en": text}, cases=cases)
    (folder / "statement").mkdir(exist_ok=True)
    (folder / "statement" / "problem.en.md").write_bytes(b"# " + data + b"\n\n" + data)
    solution = make_solution(
        folder,
        text,
        data,
        language=text,
        author=text,
        url=text,
        note=text,
        readings=(text,),
        settled=(text,),
        requires=(text,),
    )
    run = make_run(data, stderr=data, result=data, note=text)
    judged = make_judged(problem, solution, [run], reading_why=text, message=text, stopped=text)
    outcome = replace(judged.outcomes[0], message=text)
    unrun = replace(judged, outcomes=(), verdict=Verdict.CE)
    ran = replace(judged, outcomes=(outcome,))
    return make_results(
        ProblemResult(problem, (ran, unrun)),
        command=text,
        machine=text,
        sandbox=text,
        started=text,
        toolchains={text: text},
    )


def twice(results: Results) -> Results:
    """With the first solution once more: one alone has no picture of bytes against CPU time."""
    whole = results.problems[0]
    return replace(
        results, problems=(replace(whole, solutions=(*whole.solutions, whole.solutions[0])),)
    )


def look_everywhere(page: Page) -> None:
    """Open all that can be opened, so that whatever might run has had its chance."""
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    page.wait("!document.querySelector('template.source')")
    page.run("document.querySelector('.grid tbody td').click()")
    page.wait("document.querySelector('dialog').open")
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    page.run("document.querySelector('.filter').dispatchEvent(new Event('input'))")
    page.run("new Promise((done) => setTimeout(done, 50))")


@pytest.mark.long
@pytest.mark.parametrize("text", [PAYLOADS[2], PAYLOADS[5], PAYLOADS[7]])
def test_hostile_text_on_a_map_stays_text(opened: Opened, tmp_path: Path, text: str) -> None:
    results = twice(hostile(tmp_path, text))
    whole = results.problems[0]
    wide = (whole.problem.cases[0], *[whole.problem.cases[1]] * 2000)
    many = replace(whole, problem=replace(whole.problem, cases=wide))
    page = opened(replace(results, problems=(many,)))
    page.wait("document.querySelector('.map').dataset.ready !== undefined")
    page.run("document.querySelector('.map [role=gridcell]').focus()")
    page.key("ArrowRight")
    page.key("Enter")
    page.wait("document.querySelector('dialog').open")
    assert page.run("typeof pwned") == "undefined"
    label = page.run("document.querySelector('.map [role=gridcell]').ariaLabel")
    assert not set(label) & set("\0\a\x1b\u202e\u2066\u200b")


@pytest.mark.long
@pytest.mark.parametrize("text", PAYLOADS)
def test_hostile_text_stays_text(opened: Opened, tmp_path: Path, text: str) -> None:
    page = opened(twice(hostile(tmp_path, text)))
    look_everywhere(page)
    assert page.run("typeof pwned") == "undefined"
    foreign = "img, iframe, :not(.scatter *, .times) > svg:not(.shares, .strip)"
    assert page.run(f"document.querySelectorAll('{foreign}').length") == 0
    assert page.run("document.querySelectorAll('.scatter svg a').length") == 2
    assert page.run("document.querySelectorAll('.scatter *, .prose *').length") < 80
    assert page.run("document.querySelectorAll('script').length") == 3
    assert page.run("[...document.links].every((a) => /^(file|https?):$/.test(a.protocol))")
    page.run("document.querySelectorAll('.picture').forEach((drawn) => drawn.remove())")
    whole = page.run("document.documentElement.outerHTML")
    assert not set(whole) & set("\0\a\x1b\u202e\u2066\u200b")


@pytest.mark.long
def test_megabytes_are_cut(opened: Opened, tmp_path: Path) -> None:
    results = hostile(tmp_path, "<b>" * 100)
    problem = results.problems[0]
    judged = problem.solutions[0]
    huge = "<i>\u202e" * 500_000
    run = make_run(huge.encode(), stderr=huge.encode(), ended=Ended.OUTPUT_LIMIT, note=huge)
    outcome = replace(judged.outcomes[0], run=run, message=huge)
    solution = make_solution(tmp_path, "huge", huge.encode(), note="n")
    many = replace(judged, solution=solution, outcomes=(outcome,), message=huge, stopped=huge)
    page = opened(replace(results, problems=(replace(problem, solutions=(many,)),)))
    look_everywhere(page)
    size = f"{len(huge.encode()):,} bytes (first 32,768 shown)"
    assert size in page.run("document.querySelector('.solution summary').innerText")
    assert (tmp_path / "out" / "report.html").stat().st_size < 3_000_000


class Careless(Toy):
    """Forgets to escape what a solution's answer makes it draw."""

    def draw(self, instance: Words, answer: int | None) -> str:
        return (
            '<img src="x" onerror="pwned=1"><script>pwned=1</script>'
            '<a id="trap" href="javascript:pwned=1">click</a><svg onload="pwned=1"></svg>'
        )


@pytest.mark.long
def test_even_a_careless_plugin_lets_nothing_run(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/first/sample/1", plugin=Careless())
    panel(page, "first/sample/1")
    page.click("#trap")
    page.run("new Promise((done) => setTimeout(done, 100))")
    assert page.run("typeof pwned") == "undefined"
    refused = [complaint for complaint in page.complaints if "Content Security Policy" in complaint]
    assert refused
    page.complaints.clear()
