"""What a case gives a submission beside its input: arguments, and files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import Verdict
from tests.evaluation.judged_packages import LIMITS, judged
from tests.packages.written import DRAFT, MODERN

#: Each case wants its arguments, one a line, after a line with its input.
ARGUMENTS = {
    "data/sample/test_group.yaml": "args: [-n, 'two words']\n",
    "data/sample/1.in": "in\n",
    "data/sample/1.ans": "in\n-n\ntwo words\n",
    "data/secret/2.in": "in\n",
    "data/secret/2.ans": "in\n",
    "data/secret/3.in": "in\n",
    "data/secret/3.ans": "in\n--help\n$HOME\n",
    "data/secret/3.yaml": "args: [--help, $HOME]\n",
}
ECHOES = {
    "python.py": "import sys\nprint(input(), *sys.argv[1:], sep='\\n')\n",
    "c.c": "#include <stdio.h>\nint main(int n, char **words) {\n"
    '  puts("in"); while (*++words) puts(*words);\n}\n',
    "bash.sh": 'cat; for word; do printf "%s\\n" "$word"; done\n',
}


@pytest.mark.long
def test_arguments_of_a_case_are_on_the_command_line(tmp_path: Path) -> None:
    results = judged(tmp_path, ARGUMENTS, ECHOES)
    assert {name: one.verdict for name, one in results.items()} == {
        "python": Verdict.AC,
        "c": Verdict.AC,
        "bash": Verdict.AC,
    }


@pytest.mark.long
def test_a_program_without_its_arguments_is_wrong(tmp_path: Path) -> None:
    [result] = judged(tmp_path, ARGUMENTS, {"deaf.py": "print(input())\n"}).values()
    assert result.verdict is Verdict.WA and len(result.outcomes) == 3


@pytest.mark.long
def test_arguments_in_a_file_are_split_as_a_shell_does(tmp_path: Path) -> None:
    files = {"data/secret/2.args": "a 'b c'\n", "data/secret/2.ans": "2\na\nb c\n"}
    results = judged(tmp_path, files, {"p.py": ECHOES["python.py"]}, DRAFT + LIMITS)
    assert results["p"].verdict is Verdict.AC, results["p"].outcomes


def test_a_function_is_told_that_it_has_no_command_line(tmp_path: Path) -> None:
    function = {"f.py": "def solve(n):\n    return n\n"}
    [result] = judged(tmp_path, ARGUMENTS, function).values()
    assert result.verdict is Verdict.JE
    assert result.message == (
        "sample/1 has arguments (args), and a function has no command line for them: "
        "post a program that reads the problem's own input"
    )


def test_submissions_of_the_package_have_them_too(tmp_path: Path) -> None:
    folder = {
        f"submissions/accepted/two/{name}": text
        for name, text in {
            "main.py": "from other import say\nsay()\n",
            "other.py": "def say():\n    " + ECHOES["python.py"].replace("\n", "\n    "),
        }.items()
    }
    results = judged(tmp_path, {**ARGUMENTS, **folder})
    assert results["accepted/two"].verdict is Verdict.AC, results["accepted/two"]


FILES = {
    "data/secret/2.files/map.txt": "wall\n",
    "data/secret/2.files/deep/key": "door\n",
    "data/secret/2.ans": "deep map.txt\nwall\ndoor\n",
    "data/secret/3.in": "3\n",
    "data/secret/3.ans": "-\n",
    "data/sample/1.ans": "-\n",
}
READER = """
import os
names = sorted(os.listdir())
print(*names or '-')
for name in 'map.txt', 'deep/key':
    if os.path.exists(name):
        print(open(name).read(), end='')
        try:
            open(name, 'w').write('spoilt')
        except OSError:
            pass
"""


@pytest.mark.parametrize("sandbox", ["bubblewrap", "none"])
def test_files_of_a_case_are_in_the_working_folder_for_that_case(
    tmp_path: Path, sandbox: str
) -> None:
    [result] = judged(tmp_path, FILES, {"read.py": READER}, sandbox=sandbox).values()
    assert result.verdict is Verdict.AC, result.outcomes
    kept = tmp_path / "problems/tour/data/secret/2.files/map.txt"
    assert kept.read_text() == "wall\n"


@pytest.mark.long
def test_an_interactive_submission_has_arguments_and_files(tmp_path: Path) -> None:
    files = {
        "output_validator/talk.py": "import sys\nprint('go', flush=True)\n"
        "sys.exit(42 if input() == 'wall yes go' else 43)\n",
        "data/secret/2.files/map.txt": "wall\n",
        "data/secret/2.yaml": "args: ['yes']\n",
        "data/sample/1.files/map.txt": "wall\n",
        "data/sample/1.yaml": "args: ['yes']\n",
    }
    source = "import sys\nprint(open('map.txt').read().strip(), sys.argv[1], input())\n"
    settings = "type: interactive\n" + LIMITS
    [result] = judged(tmp_path, files, {"talk.py": source}, MODERN + settings).values()
    assert result.verdict is Verdict.AC, result.outcomes


def test_a_link_out_of_the_package_is_no_file_of_a_case(tmp_path: Path) -> None:
    (tmp_path / "problems/tour/data/secret/2.files").mkdir(parents=True)
    (tmp_path / "problems/tour/data/secret/2.files/passwd").symlink_to("/etc/passwd")
    with pytest.raises(JudgeError, match=r"2\.files/passwd: cannot be read: it is a link to"):
        judged(tmp_path, {}, {"read.py": READER})


def test_a_pipe_is_no_file_of_a_case(tmp_path: Path) -> None:
    folder = tmp_path / "problems/tour/data/secret/2.files"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "pipe")
    with pytest.raises(JudgeError, match=r"2\.files/pipe: cannot be read: it is a pipe"):
        judged(tmp_path, {}, {"read.py": READER})
