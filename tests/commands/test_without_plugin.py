"""Every command on a package without a plug-in: it works, or says in one line what is missing."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode

import pytest

from judge.model import Reason, Verdict
from judge.packages.loaded_problem import load_problems
from judge.report.html import page
from judge.report.html.cell_data import Detail, block
from judge.report.html.problem_view import view_of_problem
from tests.contest import Contest, verdicts

ECHO = "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n"
CASES = {
    "sample/1": (b"1 2\n", b"1 2\n"),
    "secret/1": (b"3 4\r\n\xff\x00 5", b"3 4\n\xff\x00 5\n"),
    "secret/2": (b"", b"\n"),
}


@pytest.fixture
def plain(contest: Contest) -> Contest:
    """Its solutions must print their input."""
    contest.use_package(CASES)
    return contest


# Judging


@pytest.mark.long
def test_the_default_validator_compares_with_the_answer_file(plain: Contest) -> None:
    judged = plain.judge_one("echo.py", ECHO)
    assert judged.verdict is Verdict.AC
    assert [(o.score, o.best, o.gap) for o in judged.outcomes] == [(None, None, None)] * 3
    wrong = plain.judge_one("one.py", "print(1)\n")
    assert verdicts(wrong) == {"1": "WA", "2": "WA"}
    first = wrong.outcomes[0]
    assert first.reason is Reason.REJECTED
    assert first.message == "the output ends too early, before line 1 of the answer: '2'"


@pytest.mark.long
def test_a_solution_gets_the_bytes_of_the_input_file(plain: Contest) -> None:
    """Line ends, bytes that are not text, and a missing line end stay as they are."""
    text = b"a\r\n\xff\x00\xe9 \t"
    plain.use_package({"secret/1": (text, b"True\n")})
    source = f"import sys\nprint(sys.stdin.buffer.read() == {text!r})\n"
    assert plain.judge_one("exact.py", source).verdict is Verdict.AC


@pytest.mark.long
def test_a_crash_is_a_run_time_error_even_after_a_right_answer(plain: Contest) -> None:
    judged = plain.judge_one("crash.py", f"{ECHO}sys.stdout.flush()\nsys.exit(3)\n")
    assert set(verdicts(judged).values()) == {"RTE"}
    assert judged.outcomes[0].message == "exit status 3"


@pytest.mark.long
def test_a_function_is_told_what_is_missing_and_the_others_are_judged(plain: Contest) -> None:
    plain.solution("function.py", "lambda n: n\n")
    plain.solution("json.py", "print(input())\n", 'input = "json"\n')
    plain.solution("right.py", ECHO)
    judged = plain.judged()
    assert judged["right"].verdict is Verdict.AC
    assert judged["function"].verdict is judged["json"].verdict is Verdict.JE
    assert judged["function"].message.endswith(
        "toy/plugin.py: a python function needs a plug-in with arguments, and the package has none"
    )
    assert "input = 'json' needs a plug-in with arguments" in judged["json"].message


# Commands


@pytest.mark.long
def test_every_command_works_or_says_what_is_missing(plain: Contest) -> None:
    plain.solution("right.py", ECHO)
    plain.solution("wrong.py", "print('no')\n", 'expect = "WA"\n')
    said = plain.judge("run", "--rank", "--json", "facts.json", "--csv", "facts.csv")
    assert (said.status, said.err) == (0, "")
    facts = json.loads((plain.root / "facts.json").read_text())
    outcome = facts["problems"][0]["solutions"][1]["outcomes"][0]
    assert (outcome["reason"], outcome["best"], outcome["score"]) == ("rejected", None, None)
    for command, shown in (
        ("list", "toy: "),
        ("show toy sample/1", "case sample/1\n\ninput:\n  1 2\nanswer:\n  1 2\n"),
        ("grade toy solutions/toy/right.py", "AC: accepted, 3 of 3 cases passed"),
        ("rank --from facts.json", "right"),
        ("compare @1 facts.json", "unchanged"),
        ("rescore", "unchanged"),
        ("report --run 1 --csv again.csv", "report: "),
        ("size solutions/toy/right.py", "bytes"),
        ("verify toy --seconds 0.1", "mutants of right answers to "),
    ):
        said = plain.judge(*command.split())
        assert (said.status, said.err) == (0, ""), (command, said)
        assert shown in said.out, (command, said.out)
    assert (plain.root / "again.csv").read_text() == (plain.root / "facts.csv").read_text()
    said = plain.judge("grade", "toy", "solutions/toy/wrong.py")
    assert said.status == 1
    assert "sample/1: WA rejected; line 1, column 1 (line 1 of the answer): 'no'" in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("hunt toy right", "a hunt needs a plug-in with generate, smaller and render, and the"),
        ("show toy sample/1 2", "an input of toy has no parts: leave 2 out"),
    ],
)
def test_a_command_that_needs_a_plugin_says_so(plain: Contest, words: str, said: str) -> None:
    plain.solution("right.py", ECHO)
    assert said in plain.refuses(*words.split())


@pytest.mark.long
def test_a_stored_run_is_rescored_by_the_answer_files_of_today(plain: Contest) -> None:
    plain.keep_cases("1")
    plain.solution("right.py", ECHO)
    assert plain.judge("run").status == 0
    answer = plain.problem / "data/sample/1.ans"
    answer.write_bytes(b"1 3\n")
    said = plain.judge("rescore")
    assert said.status == 1 and "AC -> WA" in said.out.replace("→", "->")


# The page


@pytest.mark.long
def test_the_page_has_no_empty_boxes(plain: Contest) -> None:
    plain.solution("right.py", ECHO)
    plain.solution("wrong.py", "print('no')\n", 'expect = "WA"\n')
    results = plain.run()
    [loaded] = load_problems(plain.root / "problems")
    html = page.render(results, {"toy": loaded})
    body = html[html.index("</style>") : html.index("<script>")]
    for absent in ("Worst gap", "Reading", "Size</th>", "the board", "None", "Could not"):
        assert absent not in body, absent
    view = view_of_problem(results.problems[0], loaded)
    assert not (view.scored or view.read or view.drawn or view.sized)


@pytest.mark.long
def test_the_page_shows_the_answer_file_where_a_picture_would_be(plain: Contest) -> None:
    plain.solution("wrong.py", "print('no')\n", 'expect = "WA"\n')
    results = plain.run()
    [loaded] = load_problems(plain.root / "problems")
    [judged] = results.problems[0].solutions
    case = results.problems[0].problem.cases[0]
    text = block([case], loaded, [judged], [[judged.outcomes[0]]], 10**6).text
    found = [[judged.outcomes[0]]]
    facts = block([case], loaded, [judged], found, 10**6, most=Detail.FACTS)
    assert facts.sizes == ((),), "a size in bytes is none by the plug-in"
    [content] = json.loads(zlib.decompress(b64decode(text)))
    assert content["best"]["text"]["t"] == "1 2\n"
    assert content["best"] | {"text": None} == {
        "draw": None,
        "score": None,
        "why": "",
        "text": None,
    }
    assert content["drawings"] == [] and content["cells"]["why"] == [""]
    assert content["texts"][0]["t"] == "no\n"
