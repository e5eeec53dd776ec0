"""Files of a package that come with every submission, and constants in its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge import sandbox
from judge.common.errors import JudgeError
from judge.model import Verdict
from judge.packages.load import load_problem
from judge.packages.loaded_problem import with_plugin
from judge.verify.package_check import PackageCheck
from judge.verify.remark import Severity
from tests.evaluation.judged_packages import LIMITS, judged
from tests.packages.written import MODERN, write

FAULT = Severity.FAULT

INCLUDED = {
    "include/default/names.txt": "default\n",
    "include/default/data/deep.txt": "deep\n",
    "include/python3/names.txt": "python\n",
    "include/python3/library.py": "def twice(n):\n    return 2 * n\n",
    "include/cpp/library.h": "int twice(int);\n",
    "include/cpp/library.cpp": "int twice(int n) { return 2 * n; }\n",
}
ANSWERS = {
    "data/sample/1.ans": "2\n",
    "data/secret/2.ans": "4\n",
}
CPP = '#include "library.h"\n#include <cstdio>\n'
CALLS = {
    "python.py": "from library import twice\nprint(twice(int(input())))\n",
    "cpp.cpp": CPP + 'int main() { int n; scanf("%d", &n); printf("%d", twice(n)); }\n',
}


def verdicts(results: dict) -> dict[str, Verdict]:  # type: ignore[type-arg]
    return {name: one.verdict for name, one in results.items()}


@pytest.mark.long
def test_included_sources_are_built_with_a_solution(tmp_path: Path) -> None:
    results = judged(tmp_path, INCLUDED | ANSWERS, CALLS)
    assert verdicts(results) == {"python": Verdict.AC, "cpp": Verdict.AC}, results


@pytest.mark.long
def test_included_sources_are_built_with_a_submission_of_the_package(tmp_path: Path) -> None:
    names = {"python.py": "accepted/python.py", "cpp.cpp": "accepted/two/start.cpp"}
    own = {f"submissions/{place}": CALLS[name] for name, place in names.items()}
    own["submissions/accepted/two/other.cpp"] = "int other() { return 1; }\n"
    results = judged(tmp_path, INCLUDED | ANSWERS | own)
    assert verdicts(results) == {"accepted/python.py": Verdict.AC, "accepted/two": Verdict.AC}


@pytest.mark.long
@pytest.mark.parametrize("place", ["solutions", "package"])
def test_the_files_of_a_language_go_before_those_for_all(tmp_path: Path, place: str) -> None:
    source = "print(open('names.txt').read(), open('data/deep.txt').read(), sep='')\n"
    files = INCLUDED | dict.fromkeys(ANSWERS, "python\ndeep\n")
    if place == "package":
        results = judged(tmp_path, files | {"submissions/accepted/p.py": source})
    else:
        results = judged(tmp_path, files, {"p.py": source})
    assert [one.verdict for one in results.values()] == [Verdict.AC], results


def test_a_submission_finds_its_own_files_in_its_working_folder(tmp_path: Path) -> None:
    own = {
        "submissions/accepted/two/main.py": "import os\n"
        "print(*sorted(os.listdir()), open('own.txt').read())\n",
        "submissions/accepted/two/own.txt": "own",
    }
    results = judged(tmp_path, own | dict.fromkeys(ANSWERS, "main.py own.txt own\n"))
    assert verdicts(results) == {"accepted/two": Verdict.AC}, results


DRIVERS = {
    "include/python3/main.py": "import posted\nprint(posted.twice(int(input())))\n",
    "include/cpp/driver.cpp": "#include <cstdio>\nint twice(int);\n"
    'int main() { int n; scanf("%d", &n); printf("%d", twice(n)); }\n',
    "include/java/Main.java": "public class Main { public static void main(String[] words) {"
    "System.out.println(Posted.twice(new java.util.Scanner(System.in).nextInt())); } }\n",
}
DRIVEN = {
    "posted.py": "def twice(n):\n    return 2 * n\n",
    "other.cpp": "int twice(int n) { return 2 * n; }\n",
    "twice.java": "public class Posted { static int twice(int n) { return 2 * n; } }\n",
}


@pytest.mark.long
def test_a_main_program_of_the_package_calls_what_is_posted(tmp_path: Path) -> None:
    results = judged(tmp_path, DRIVERS | ANSWERS, DRIVEN)
    assert set(verdicts(results).values()) == {Verdict.AC}, results


@pytest.mark.long
def test_a_main_program_starts_in_place_of_a_submissions_own(tmp_path: Path) -> None:
    own = {
        f"submissions/accepted/both/{name}": text
        for name, text in {"posted.py": DRIVEN["posted.py"], "main.py": "print('own')\n"}.items()
    }
    results = judged(tmp_path, DRIVERS | ANSWERS | own)
    assert verdicts(results) == {"accepted/both": Verdict.AC}, results


def test_included_files_are_no_part_of_the_code_limit(tmp_path: Path) -> None:
    large = {"include/default/large.txt": "x" * 5000}
    settings = MODERN + "limits: {time_limit: 5, code: 1}\n"
    results = judged(tmp_path, large, {"p.py": "print(input())\n"}, settings)
    assert results["p"].verdict is Verdict.AC


@pytest.mark.parametrize(
    ("settings", "folder", "said"),
    [
        ("", "include/pyton3", "include/pyton3: is not a language of the format: .*python3"),
        ("languages: [c]\n", "include/cpp", "include/cpp: is not among the languages of the pr"),
    ],
)
def test_a_folder_of_no_language_is_refused(
    tmp_path: Path, settings: str, folder: str, said: str
) -> None:
    with pytest.raises(JudgeError, match=said):
        judged(tmp_path, {f"{folder}/a": ""}, {"p.py": "print(1)\n"}, MODERN + LIMITS + settings)


def test_the_check_of_a_package_tells_of_such_a_folder(tmp_path: Path) -> None:
    files = {"problem.yaml": MODERN + LIMITS, "include/pyton3/a": ""}
    loaded = with_plugin(load_problem(write(tmp_path, files)))
    remarks = list(PackageCheck(loaded, sandbox.choose("auto"), 1).remarks())
    assert [
        (one.path.name, one.message.split(":")[0]) for one in remarks if one.severity is FAULT
    ] == [("pyton3", "is not a language of the format")]


def test_a_language_that_is_not_allowed_is_skipped(tmp_path: Path) -> None:
    own = {"submissions/accepted/p.py": "print(input())\n"}
    posted = {
        "c.c": '#include <stdio.h>\nint main(void) { puts("x"); }\n',
        "awk.awk": "{ print }\n",
        "p.py": "print(input())\n",
    }
    results = judged(tmp_path, own, posted, MODERN + LIMITS + "languages: [cpp, c]\n")
    assert {name: (one.verdict, one.message) for name, one in results.items()} == {
        "accepted/p.py": (
            Verdict.SKIP,
            "Python 3 is not among the languages of problem.yaml: cpp, c",
        ),
        "awk": (Verdict.SKIP, "AWK (gawk) is not among the languages of problem.yaml: cpp, c"),
        "c": (Verdict.WA, ""),
        "p": (Verdict.SKIP, "Python 3 is not among the languages of problem.yaml: cpp, c"),
    }


CONSTANTS = "constants:\n  limit: {value: 7, word: seven}\n  half: 3.5\n"


@pytest.mark.long
def test_constants_are_replaced_in_programs_of_the_package(tmp_path: Path) -> None:
    files = {
        "include/python3/limit.py": "limit = {{limit}}\n",
        "submissions/accepted/a.py": "from limit import limit\n"
        "print(limit, '{{limit.word}} {{limit.value}} {{half}} {{other}} {{limit.other}}')\n",
        "output_validator/check.py": "import sys\n"
        "words = sys.stdin.read().split()\n"
        "wanted = ['7', 'seven', '7', '3.5', '{' + '{other}}', '{' + '{limit.other}}']\n"
        "sys.exit(42 if words == wanted and {{limit}} == 7 else 43)\n",
    }
    posted = {"posted.py": "from limit import limit\nprint(limit, '{{limit.word}} {{limit}}')\n"}
    results = judged(tmp_path, files, posted, MODERN + LIMITS + CONSTANTS)
    # A solution that is no part of the package stays as it is.
    assert verdicts(results) == {"accepted/a.py": Verdict.AC, "posted": Verdict.WA}, results


def test_constants_are_replaced_in_settings_of_groups_and_not_in_data(tmp_path: Path) -> None:
    files = {
        "data/secret/test_group.yaml": "args: ['{{limit}}', '{{limit.word}}']\n",
        "data/secret/2.in": "{{limit}}\n",
        "data/secret/2.ans": "{{limit}}\n7\nseven\n",
    }
    posted = {"p.py": "import sys\nprint(input(), *sys.argv[1:], sep='\\n')\n"}
    results = judged(tmp_path, files, posted, MODERN + LIMITS + CONSTANTS)
    assert results["p"].verdict is Verdict.AC, results["p"].outcomes
