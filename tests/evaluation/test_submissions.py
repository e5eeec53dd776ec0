"""Packages judged with the submissions that they bring, by real processes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.model import Verdict
from tests.contest import Contest, verdicts
from tests.evaluation.judged_packages import judged
from tests.packages.written import MODERN, write

SUM = "print(sum(map(int, input().split())))\n"
FILES = {
    "problem.yaml": MODERN,
    "data/sample/1.in": "1 2\n",
    "data/sample/1.ans": "3\n",
    "data/secret/2.in": "20 22\n",
    "data/secret/2.ans": "42\n",
    "submissions/accepted/sum.py": SUM,
    "submissions/accepted/sum.c": (
        '#include <stdio.h>\nint main() { int a, b; scanf("%d%d", &a, &b); printf("%d", a + b); }\n'
    ),
    "submissions/accepted/parts/main.py": "from lib import add\nprint(add(input()))\n",
    "submissions/accepted/parts/lib.py": (
        "def add(line):\n    return sum(map(int, line.split()))\n"
    ),
    "submissions/accepted/sum.swift": "print(3)\n",
    "submissions/wrong_answer/sum.py": "print(3)\n",
    "submissions/run_time_error/zero.py": "a = 1 // (input() == '1 2')\nprint(3)\n",
    "submissions/compiler_error/open.c": "int main( {\n",
    "submissions/compiler_error/open.py": "print(3\n",
    "submissions/compiler_error/two/main.py": SUM,
    "submissions/compiler_error/two/other.c": "int main() {}\n",
    "submissions/accepted/shell/main.sh": ". ./add.sh\n",
    "submissions/accepted/shell/add.sh": "read a b && echo $((a + b))\n",
    "submissions/mixed/either.py": f"# @EXPECTED_RESULTS@: CORRECT, WRONG-ANSWER\n{SUM}",
}


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Contest:
    """A package of the toy's name that brings its submissions; there is no folder of solutions."""
    contest = Contest(tmp_path_factory.mktemp("stranger"))
    for name, text in FILES.items():
        path = contest.problem / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return contest


@pytest.mark.long
def test_every_submission_gets_what_the_package_expects(stranger: Contest) -> None:
    judged = stranger.judged()
    assert {name: (one.verdict, one.as_expected) for name, one in judged.items()} == {
        "accepted/parts": (Verdict.AC, True),
        "accepted/shell": (Verdict.AC, True),
        "accepted/sum.c": (Verdict.AC, True),
        "accepted/sum.swift": (Verdict.SKIP, True),
        "accepted/sum.py": (Verdict.AC, True),
        "compiler_error/open.c": (Verdict.CE, True),
        "compiler_error/two": (Verdict.CE, True),
        "compiler_error/open.py": (Verdict.RTE, True),  # it has no compiler
        "mixed/either.py": (Verdict.AC, True),
        "run_time_error/zero.py": (Verdict.RTE, True),
        "wrong_answer/sum.py": (Verdict.WA, True),
    }
    assert verdicts(judged["wrong_answer/sum.py"]) == {"1": "AC", "2": "WA"}
    assert "Swift" in judged["accepted/sum.swift"].message


@pytest.mark.long
def test_a_submission_in_the_wrong_folder_is_not_as_expected(
    stranger: Contest, tmp_path: Path
) -> None:
    contest = Contest(tmp_path)
    shutil.copytree(stranger.problem, contest.problem)
    folder = contest.problem / "submissions"
    shutil.rmtree(folder / "accepted/parts")
    (folder / "wrong_answer/zero.py").write_text(FILES["submissions/run_time_error/zero.py"])
    (folder / "time_limit_exceeded").mkdir()
    (folder / "time_limit_exceeded/fast.py").write_text(SUM)
    (folder / "compiler_error/sound.py").write_text(SUM)
    judged = contest.judged(solution="*.py")
    assert {n: one.unexpected for n, one in judged.items() if not one.as_expected} == {
        "compiler_error/sound.py": "CE or RTE, not AC on sample/1, by the folder compiler_error",
        "time_limit_exceeded/fast.py": "TLE on a case, by the folder time_limit_exceeded",
        "wrong_answer/zero.py": "AC or WA, not RTE on secret/2, by the folder wrong_answer",
    }


def test_solutions_and_submissions_are_judged_together(stranger: Contest, tmp_path: Path) -> None:
    contest = Contest(tmp_path)
    shutil.copytree(stranger.problem, contest.problem)
    contest.solutions.mkdir(parents=True)
    contest.solution("sum.py", SUM)
    names = [request.solution.name for request in contest.plan(solution="sum").requests]
    assert names == ["sum"]
    names = [request.solution.name for request in contest.plan(solution="*sum*").requests]
    assert names == [
        "sum",
        "accepted/sum.c",
        "accepted/sum.py",
        "accepted/sum.swift",
        "wrong_answer/sum.py",
    ]


@pytest.mark.long
def test_the_command_says_what_it_does_not_judge(stranger: Contest, tmp_path: Path) -> None:
    contest = Contest(tmp_path)
    shutil.copytree(stranger.problem, contest.problem)
    (contest.problem / "submissions/accepted/old.py.disabled").write_text(SUM)
    done = contest.judge("run", "problems/toy", "--no-store", "--solution", "*either*")
    assert done.status == 0, done.err
    assert (
        "submissions: 1 submission is disabled and not judged: accepted/old.py.disabled\n"
        in done.err
    )
    assert "mixed/either.py" in done.out


@pytest.mark.slow
def test_a_program_may_have_several_java_files_and_packages(
    stranger: Contest, tmp_path: Path
) -> None:
    contest = Contest(tmp_path)
    shutil.copytree(stranger.problem, contest.problem)
    folder = contest.problem / "submissions/accepted/java"
    folder.mkdir()
    (folder / "sum.java").write_text(
        "import java.util.Scanner;\n"
        "class sum { public static void main(String[] a) { var in = new Scanner(System.in);"
        " System.out.println(adding.Adder.add(in.nextInt(), in.nextInt())); } }\n"
    )
    (folder / "Adder.java").write_text(
        "package adding;\npublic class Adder"
        " { public static int add(int a, int b) { return a + b; } }\n"
    )
    second = contest.problem / "submissions/accepted/java-entry"
    second.mkdir()
    prints = "class {} {{ public static void main(String[] a) {{ {} }} }}\n"
    (second / "First.java").write_text(prints.format("First", "System.out.println(0);"))
    (second / "Sum.java").write_text(
        (folder / "sum.java").read_text().replace("class sum", "class Sum").replace("adding.", "")
    )
    (second / "Adder.java").write_text((folder / "Adder.java").read_text().split(";", 1)[1])
    rules = "accepted/java-entry: {entrypoint: Sum}\n"
    (contest.problem / "submissions/submissions.yaml").write_text(rules)
    judged = contest.judged(solution="accepted/java*")
    assert [one.as_expected for one in judged.values()] == [True, True], judged


@pytest.mark.long
def test_a_submission_may_have_the_longest_name_that_a_file_can_have(contest: Contest) -> None:
    name = f"accepted/{'y' * 252}.py"
    package = write(
        contest.root,
        {
            "problem.yaml": f"{MODERN}limits: {{time_limit: 10}}\n",
            f"submissions/{name}": "print(input())\n",
        },
    )
    said = contest.judge("run", f"{package}/", "--no-store")
    assert said.status == 0, said


@pytest.mark.long
@pytest.mark.skipif(shutil.which("swipl") is None, reason="swipl is not installed")
def test_a_program_in_prolog_starts_with_main_unless_it_starts_itself(tmp_path: Path) -> None:
    """`swipl -g main`, as other judges build it."""
    prints = "main :- read_term(X, []), Y is X + 1, write(Y), nl.\n"
    declares = ":- use_module(library(lists)).\n:- dynamic seen/1.\n"
    files = {
        "data/sample/1.in": "1.\n",
        "data/sample/1.ans": "2\n",
        "data/secret/2.in": "41.\n",
        "data/secret/2.ans": "42\n",
        "submissions/accepted/called.pl": declares + prints,
        "submissions/accepted/itself.pl": f":- initialization(start).\nstart :- main.\n{prints}",
        "submissions/accepted/once.pl": ":- read_term(X, []), Y is X + 1, write(Y), nl.\n",
        "submissions/accepted/two/one.pl": "main :- read_term(X, []), more(X, Y), write(Y), nl.\n",
        "submissions/accepted/two/other.pl": ":- module(other, [more/2]).\nmore(X,Y):-Y is X+1.\n",
        "submissions/run_time_error/fails.pl": "main :- fail.\n",
    }
    found = judged(tmp_path, files)
    assert {name: (one.verdict.value, one.as_expected) for name, one in found.items()} == {
        "accepted/called.pl": ("AC", True),
        "accepted/itself.pl": ("AC", True),
        "accepted/once.pl": ("AC", True),
        "accepted/two": ("AC", True),
        "run_time_error/fails.pl": ("RTE", True),
    }
