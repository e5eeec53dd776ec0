"""Mana troubles through the judge's commands: bad inputs, single situations, output files."""

from __future__ import annotations

import json
import re
import shutil
import zlib
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from _mana_support import PACKAGE, ROOT, SOLUTIONS, contest_file, mana

from judge.cli import main
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import Plan, RunOptions, make_plan
from judge.model import Verdict
from judge.packages.plugin_loader import load_plugin
from judge.report.html import problem_view

GOOD = "2\n\n1\nForest\n0\n20\nG\n\n2\nWooded Foothills\nForest\n1\nSteam Vents\n7\nRG\n"

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def judge(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Calls the judge where the repository is; exit status, standard output and error."""
    monkeypatch.chdir(ROOT)

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        status = main([str(word) for word in arguments])
        message = capsys.readouterr()
        return status, message.out, message.err

    return call


@pytest.fixture
def one_case(tmp_path: Path) -> Callable[[str], list[str | Path]]:
    """Options that name a folder with the package, but with one case, whose input is the text,
    and a folder with one solution."""

    def make(text: str) -> list[str | Path]:
        package = tmp_path / "problems/mana"
        shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("data", "sub*"))
        data = package / "data/secret"
        data.mkdir(parents=True)
        (tmp_path / "solutions/mana").mkdir(parents=True)
        shutil.copy(SOLUTIONS / "reference-flow.py", tmp_path / "solutions/mana")
        (data / "bad.in").write_bytes(text.encode())
        (data / "bad.ans").write_text("YES\nYES\n")
        return ["--problems", tmp_path / "problems", "--solutions", tmp_path / "solutions"]

    return make


# --- bad input -----------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "line", "case", "what"),
    [
        ("Steam Vents", "Steam Vent", 13, 2, "unknown card 'Steam Vent'"),
        ("\n1\nForest", "\n1\nforest", 4, 1, "did you mean 'Forest'?"),
        ("\n2\nWooded", "\n3\nWooded", 12, 2, "unknown card '1'"),
        ("\n2\nWooded", "\n1\nWooded", 11, 2, "not the number of lands in the library"),
        ("2\n\n1\nForest", "3\n\n1\nForest", 16, 3, "the file ends"),
        ("2\n\n1\nForest", "1\n\n1\nForest", 8, 1, "nothing may follow the last case"),
        ("RG\n", "RX\n", 15, 2, "'RX' is not a cost"),
        ("RG\n", "R0\n", 15, 2, "'R0' is not a cost"),
        ("\n7\n", "\n0\n", 14, 2, "must be from 1 to 20, not 0"),
        ("\n7\n", "\n21\n", 14, 2, "must be from 1 to 20, not 21"),
        ("1\nForest", "35\n" + "Forest\n" * 34 + "Forest", 3, 1, "must be from 0 to 34, not 35"),
        ("1\nForest\n0", "30\n" + "Forest\n" * 30 + "5", 34, 1, "30 + 5 lands are more than 34"),
        ("\n7\nRG\n", "\n", 14, 2, "the file ends where the life total should be"),
    ],
)
@pytest.mark.parametrize("command", ["show", "grade", "run"])
def test_a_bad_input_is_refused_in_one_line_naming_file_line_and_case(
    judge: Call,
    one_case: Callable[[str], list[str | Path]],
    command: str,
    old: str,
    new: str,
    line: int,
    case: int,
    what: str,
) -> None:
    assert GOOD.count(old) == 1
    arguments = {
        "show": ["mana", "bad"],
        "grade": ["mana", SOLUTIONS / "reference-flow.py"],
        "run": ["mana"],
    }
    folders = one_case(GOOD.replace(old, new))
    status, message, complained = judge(command, *arguments[command], *folders)
    assert status == 2 and message == "" and complained.count("\n") == 1
    assert f"mana/data/secret/bad.in:{line}: " in complained
    assert f"case {case}: " in complained and what in complained


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [GOOD, GOOD.replace("\n", "\r\n"), GOOD + "\n\n", GOOD + "\r\n", GOOD.rstrip("\n")],
    ids=["plain", "CRLF", "blank lines at the end", "CRLF blank line", "no last line end"],
)
def test_line_ends_and_blank_lines_at_the_end_are_accepted(
    judge: Call, one_case: Callable[[str], list[str | Path]], text: str
) -> None:
    folders = one_case(text)
    status, message, _ = judge("show", "mana", "bad", "2", *folders)
    assert status == 0 and "case 2 of 2: YES" in message
    assert judge("show", "mana", "2", *folders)[1] == message, "it is the only input"
    status, message, _ = judge("grade", "mana", SOLUTIONS / "reference-flow.py", *folders)
    assert status == 0 and "1 of 1 cases passed" in message


# --- one situation -------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("group", ["m1", "m2"])
def test_the_log_that_show_prints_is_accepted_as_an_output_line(
    judge: Call, tmp_path: Path, group: str
) -> None:
    _, answer = contest_file(group)
    picked = sorted(Random(4).sample(range(len(answer)), 25))
    for index in picked:
        status, message, _ = judge("show", "mana", group, str(index + 1))
        assert status == 0
        printed = message.splitlines()[-2]
        assert printed.startswith("YES: " if answer[index] == "YES" else "NO")
        answer[index] = printed
    file = tmp_path / "logs.out"
    file.write_text("\n".join(answer) + "\n")
    status, message, _ = judge("grade", f"mana/{group}", file)
    assert status == 0 and "AC: accepted" in message


def test_a_yes_shows_every_step_with_the_life_it_leaves(judge: Call) -> None:
    message = " ".join(judge("show", "mana", "sample/1", "3")[1].split())
    assert "1. Use Wooded Foothills to fetch Steam Vents, tap that for R, paying 3 life" in message
    assert "Life 7 -> 4. 2. Tap Forest for G." in message


@pytest.mark.long
def test_the_life_after_a_step_is_the_life_before_the_next(judge: Call) -> None:
    text, _ = contest_file("m2")
    paid_twice = 0
    for number, case in enumerate(mana().parse(text)[:60], start=1):
        message = " ".join(judge("show", "mana", "m2", str(number))[1].split())
        steps = [
            tuple(map(int, pair)) for pair in re.findall(r"Life (-?\d+) -> (-?\d+)\.", message)
        ]
        before = [case.life, *(after for _, after in steps)]
        assert [start for start, _ in steps] == before[:-1]
        if steps:
            assert before[-1] == case.life - mana().explain(case).life_needed
        paid_twice += len(steps) > 1
    assert paid_twice > 10


@pytest.mark.long
def test_a_number_that_several_inputs_have_is_asked_back(judge: Call) -> None:
    status, message, complained = judge("show", "mana", "17")
    assert status == 2 and message == ""
    assert "judge show mana CASE 17, where CASE is one of secret/" in complained
    count = int((PACKAGE / "data/secret/edges-fetch/1.in").read_text().split()[0])
    assert f"secret/edges-fetch/1 (1 to {count})" in complained


# --- outputs -------------------------------------------------------------------------------


def _flipped(group: str, *lines: int) -> str:
    _, answer = contest_file(group)
    for line in lines:
        answer[line - 1] = "NO" if answer[line - 1] == "YES" else "YES"
    return "\n".join(answer) + "\n"


@pytest.mark.long
@pytest.mark.parametrize("group", ["m1", "m2"])
def test_an_output_is_accepted_only_if_all_lines_are_right(
    judge: Call, tmp_path: Path, group: str
) -> None:
    file = tmp_path / "my.txt"
    file.write_text(_flipped(group))
    assert judge("grade", f"mana/{group}", file)[0] == 0
    for line in (1, 2, 100, 260):
        file.write_text(_flipped(group, line))
        status, message, _ = judge("grade", f"mana/{group}", file)
        assert status == 1 and f"lines are wrong: {line}.\n\nline {line} says " in message


def test_the_lines_that_differ_are_shown_with_situation_and_reason(
    judge: Call, tmp_path: Path
) -> None:
    file = tmp_path / "my.out"
    file.write_text("YES\nYES\nNO\nYES\n")
    message = judge("grade", "mana/sample/1", file)[1]
    assert "2 of 4 lines are wrong: 3, 4." in message
    third, fourth = message.split("\nline 3 says ")[1].split("\nline 4 says ")
    assert third.startswith("NO. The right answer is YES.\n  battlefield: ")
    assert "Paid for 3 life, which leaves 4." in third
    assert "  YES: Wooded Foothills -> Steam Vents (3 life): R; Forest: G" in third
    assert fourth.startswith("YES. The right answer is NO.\n") and "stay above 0" in fourth


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("YES\nYES\nYES\n", "line 4: the output ends; 4 lines are required"),
        ("YES\nYES\nYES\nNO\nNO\n", "line 5: there are only 4 cases, found 'NO'"),
        ("YES\nyes\nYES\nNO\n", "line 2: expected YES or NO, found 'yes'"),
        ("YES\nYES\nYES it is\nNO\n", "line 3: expected YES or NO, found 'YES it is'"),
        ("YES\nYES\nYES: Forest: G\nNO\n", "line 3: G does not pay RG"),
    ],
)
def test_the_first_line_that_is_no_answer_is_named(
    judge: Call, tmp_path: Path, text: str, why: str
) -> None:
    file = tmp_path / "my.out"
    file.write_text(text)
    status, message, _ = judge("grade", "mana/sample/1", file)
    assert status == 1 and "WA: wrong answer, " in message and why in message


def _judged_outputs() -> tuple[Plan, Any]:
    options = RunOptions(
        ROOT / "problems", ROOT / "solutions", ("mana",), "*.out", workers=1, sandbox="none"
    )
    plan = make_plan(options)
    return plan, listen(evaluate_plan(plan, options)).problems[0]


@pytest.mark.long
def test_the_bundled_outputs_get_the_verdicts_that_they_expect() -> None:
    judged = _judged_outputs()[1].solutions
    assert {j.solution.name: j.verdict for j in judged} == {
        "handed-in-m1": Verdict.AC,
        "handed-in-m2-logs": Verdict.AC,
        "handed-in-m2-four-wrong": Verdict.WA,
        "handed-in-m2-truncated": Verdict.WA,
    }
    assert all(j.as_expected and len(j.outcomes) == 1 for j in judged)
    assert {j.solution.name: j.worst_gap for j in judged}["handed-in-m2-four-wrong"] == 4


@pytest.mark.long
def test_a_cell_of_the_report_draws_the_lines_that_differ() -> None:
    plan, result = _judged_outputs()
    shown = problem_view.view_of_problem(result, plan.problems["mana"])
    names = [case.name for case in problem_view.ordered(result.problem.cases)]
    [pack] = json.loads(zlib.decompress(b64decode(shown.blocks[names.index("secret/m2/1")])))
    solutions = [j.solution.name for j in result.solutions]
    cells, four_wrong = pack["cells"], solutions.index("handed-in-m2-four-wrong")
    picture = pack["drawings"][cells["draw"][four_wrong]]
    assert "4 of 260 lines are wrong: 17, 100, 181, 260." in picture
    for line in (17, 100, 181, 260):
        part = picture.split(f"<span>Line {line}</span>")[1].split("</section>")[0]
        assert "Battlefield" in part and "Theirs: " in part and "Right: " in part
        assert ("<table" in part) or mana().explain(_situation("m2", line)).shortage
    truncated = solutions.index("handed-in-m2-truncated")
    assert cells["draw"][truncated] is None
    assert "line 201: the output ends" in cells["say"][truncated]


def _situation(group: str, line: int) -> Any:
    text, _ = contest_file(group)
    return mana().parse(text)[line - 1]


def test_the_package_is_a_batch_that_explains() -> None:
    plugin = load_plugin(PACKAGE)
    text, answer = contest_file("m1")
    instance = plugin.parse(text)
    assert plugin.own.parts(instance) == len(answer)
    for place in (0, len(answer) - 1):
        assert f"case {place + 1} of {len(answer)}: {answer[place]}" in plugin.own.sketch_part(
            instance, place
        )
    right = plugin.decode("\n".join(answer), instance, "lines")
    assert plugin.own.explain_wrong(instance, right, 3) == []
    wrong = tuple(not line for line in right)
    message = plugin.own.explain_wrong(instance, wrong, 2)
    assert len(message) == 4 and message[-1] == f"… and {len(answer) - 2} more"
    assert max(len(row) for text in message for row in text.splitlines()) <= 80
