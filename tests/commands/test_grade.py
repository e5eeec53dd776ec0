"""``judge grade``: one file, a source or a finished output, judged on the spot."""

from __future__ import annotations

import base64
import os
import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.common.safe_text import mark
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.plugin_contract import checked_plugin
from judge.report.terminal.grade import post
from tests.contest import judge_environment
from tests.forked_judge import forked_judge
from tests.report.toy_results import Toy, make_judged, make_problem, make_solution, printed

BATCHES = Path(__file__).parents[1] / "batches"
#: The right outputs of the toy's cases.
FEW, MANY = "10\n7\n4\n", "2\n4\n6\n8\n10\n12\n"

RIGHT = "import sys\nfor row in sys.stdin:\n    print(sum(map(int, row.split())))\n"


def judge(folder: Path, *arguments: str | Path, stdin: bytes = b"") -> tuple[int, str, str]:
    """Exit status, standard output and standard error of ``judge`` called in ``folder``."""
    read, write = os.pipe()
    os.write(write, stdin)  # little enough for the pipe to hold
    os.close(write)
    try:
        done = forked_judge([*map(str, arguments)], folder, judge_environment(), {0: read})
    finally:
        os.close(read)
    return done[0], done[1].decode(), done[2].decode()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the toy problem, where files to be graded are put."""
    shutil.copytree(BATCHES, tmp_path / "problems")
    return tmp_path


def put(place: Path, name: str, text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    (place / name).write_bytes(data)
    return name


# --- outputs -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["my.out", "my.txt", "my.ans"])
def test_a_right_output_is_accepted(place: Path, name: str) -> None:
    status, message, _ = judge(place, "grade", "sums/few", put(place, name, FEW))
    assert status == 0
    assert message.splitlines() == [
        f"Sums, case secret/few/1: {name}, 7 bytes",
        "AC: accepted, score 3, best 3",
    ]


@pytest.mark.long
def test_standard_input_is_an_output(place: Path) -> None:
    status, message, _ = judge(place, "grade", "sums/many", "-", stdin=MANY.encode())
    assert status == 0 and "case secret/many/1: standard input, 14 bytes" in message
    assert judge(place, "grade", "sums/many", "-", stdin=FEW.encode())[0] == 1


@pytest.mark.long
@pytest.mark.parametrize("wrong", range(6))
def test_one_wrong_line_refuses_the_file_and_is_explained(place: Path, wrong: int) -> None:
    rows = MANY.splitlines()
    rows[wrong] = "99"
    status, message, _ = judge(
        place, "grade", "sums/many", put(place, "my.out", "\n".join(rows) + "\n")
    )
    assert status == 1
    assert "WA: wrong answer, suboptimal, score 5, best 6\n" in message
    number = wrong + 1
    assert message.endswith(f"\nline {number}: {number} + {number} = {2 * number}\n\n1 in all\n")


@pytest.mark.long
def test_only_the_first_faults_are_spelt_out(place: Path) -> None:
    _, message, _ = judge(place, "grade", "sums/many", "-", stdin=b"0 0 0 0 0 0")
    assert message.count("\nline ") == 3 and "6 in all" in message


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("10\n7\n", "undecodable; 2 lines instead of 3"),
        ("10\n7\nfour\n", "undecodable; line 3: four is no number"),
        ("", "undecodable; 0 lines instead of 3"),
        ("10\n7\n-4\n", "illegal; sign: -4 is below 0"),
    ],
)
def test_an_output_that_cannot_be_scored_says_why(place: Path, text: str, why: str) -> None:
    status, message, _ = judge(place, "grade", "sums/few", put(place, "my.out", text))
    assert status == 1 and f"WA: wrong answer, {why}\n" in message


@pytest.mark.long
@pytest.mark.parametrize("source", ["file", "standard input"])
def test_an_output_beyond_the_limit_is_refused_unread(place: Path, source: str) -> None:
    """The toy's limit is 1048 bytes. The start of the file would be right."""
    text = (FEW + "\n" * 1048)[:1049].encode()
    file = put(place, "my.out", text) if source == "file" else "-"
    status, message, _ = judge(place, "grade", "sums/few", file, stdin=text)
    assert status == 1 and "OLE: output limit exceeded" in message
    assert judge(place, "grade", "sums/few", "-", stdin=text[:1048])[0] == 0


@pytest.mark.long
def test_an_output_cannot_steer_the_terminal(place: Path) -> None:
    status, message, _ = judge(place, "grade", "sums/few", "-", stdin=b"10 7 \x1b[2J\x9b\xff")
    assert status == 1 and mark("\x1b") + "[2J" in message
    assert all(character.isprintable() or character == "\n" for character in message)


# --- what it is graded against -------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "target", ["sums/few", "sums/few/1", "sums/secret/few", "sums/secret/few/1", "sums/f*"]
)
def test_a_group_or_a_case_can_be_named_in_full_or_in_part(place: Path, target: str) -> None:
    assert judge(place, "grade", target, "-", stdin=FEW.encode())[0] == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("target", "complaint"),
    [
        (
            "sums",
            "and 3 are selected, name one: sums/sample/1, sums/secret/few/1, sums/secret/many/1",
        ),
        ("sums/secret", "and 2 are selected, name one: sums/secret/few/1, sums/secret/many/1"),
        ("sums/fw", "no case of sums matches 'fw'"),
        ("sum/few", "did you mean 'sums'?"),
        ("/", "PROBLEM/GROUP"),
    ],
)
def test_a_target_that_names_no_single_case_is_refused_in_one_line(
    place: Path, target: str, complaint: str
) -> None:
    status, message, complained = judge(place, "grade", target, "-", stdin=FEW.encode())
    assert status == 2 and message == ""
    assert complaint in complained and complained.count("\n") == 1


@pytest.mark.long
def test_the_manifest_of_an_output_may_name_its_case(place: Path) -> None:
    put(place, "my.out", MANY)
    put(place, "my.toml", 'case = "many"\n')
    assert judge(place, "grade", "sums", "my.out")[0] == 0
    assert judge(place, "grade", "sums/few", "my.out")[0] == 1, "the target is what is asked for"
    put(place, "my.toml", 'cases = "many"\n')
    status, _, complained = judge(place, "grade", "sums", "my.out")
    assert status == 2 and "my.toml:1: unknown key 'cases': did you mean 'case'?" in complained


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("gone.out", "gone.out: cannot be read: No such file"),
        ("gone.txt", "gone.txt: cannot be read: No such file"),
        ("problems", "problems: cannot be read: it is a folder"),
        ("my.pas", "my.pas: is neither an output (.ans, .out, .txt, or - for standard input)"),
    ],
)
def test_a_file_that_is_no_submission_is_refused_in_one_line(
    place: Path, name: str, complaint: str
) -> None:
    put(place, "my.pas", "begin end.")
    status, _, complained = judge(place, "grade", "sums/few", name)
    assert status == 2 and complaint in complained and complained.count("\n") == 1


@pytest.mark.long
def test_a_source_cannot_come_through_a_pipe(place: Path) -> None:
    os.mkfifo(place / "my.py")
    status, message, complained = judge(place, "grade", "sums", "my.py")
    assert (status, message) == (2, "")
    assert complained == (
        "judge: my.py: is a pipe or a device, and a source is read more than once: save it\n"
    )


# --- sources -------------------------------------------------------------------------------


@pytest.mark.long
def test_a_right_program_is_run_on_all_cases(place: Path) -> None:
    status, message, _ = judge(place, "grade", "sums", put(place, "my.py", RIGHT))
    assert status == 0
    assert message.startswith(
        f"Sums: my.py, {len(RIGHT)} bytes, python program\nAC: accepted, 3 of 3"
    )


@pytest.mark.long
def test_a_wrong_program_is_told_the_first_case_and_why(place: Path) -> None:
    source = RIGHT.replace("sum(map(int, row.split()))", "2 * int(row.split()[0])")
    status, message, _ = judge(place, "grade", "sums", put(place, "my.py", source))
    assert status == 1
    assert "WA: wrong answer, 1 of 3 cases passed" in message
    assert "  sample/1: WA suboptimal, gap 2\n  secret/few/1: WA suboptimal, gap 1\n" in message
    assert "\n\nsample/1:\n\nline 1: 1 + 2 = 3\n\nline 2: 3 + 4 = 7\n\n2 in all\n\n" in message
    assert judge(place, "grade", "sums/many", "my.py")[0] == 0


@pytest.mark.long
def test_the_last_line_is_one_to_post(place: Path) -> None:
    _, right, _ = judge(place, "grade", "sums", put(place, "my.py", RIGHT))
    line = right.splitlines()[-1]
    assert line.startswith(f"**AC** {len(RIGHT)} bytes, Python 3, 3/3 cases, worst case ")
    _, wrong, _ = judge(place, "grade", "sums", put(place, "my.py", "print(0)"))
    assert wrong.splitlines()[-1] == "**WA** 8 bytes, Python 3, 0/3 cases, refuted by `sample/1`"


@pytest.mark.parametrize(
    ("seconds", "message"), [(0.0002, "below 1 ms"), (0.0006, "1 ms"), (1.2345, "1,234 ms")]
)
def test_no_case_takes_nothing(tmp_path: Path, seconds: float, message: str) -> None:
    problem = make_problem(tmp_path)
    runs = [replace(run, cpu_s=seconds) for run in printed(1, 1, 0, 0)]
    judged = make_judged(problem, make_solution(tmp_path, "a", b"x", language="c"), runs)
    assert f", worst case {message}, " in post(
        judged, problem.cases, LoadedProblem(problem, checked_plugin(Toy(), problem.folder))
    )


@pytest.mark.long
def test_its_size_and_what_it_took_are_told(place: Path) -> None:
    _, message, _ = judge(place, "grade", "sums", put(place, "my.py", RIGHT + "# λ\n"))
    size = len(RIGHT) + 4
    assert f"\nsize: {size} characters, {size} bytes without the final line end\n" in message
    assert re.search(r"^took \d+\.\d s$", message, re.M)


@pytest.mark.long
@pytest.mark.parametrize("name", ["my.py", "my.txt.golf"])
def test_kind_language_and_encoding_can_be_said_instead_of_a_manifest(
    place: Path, name: str
) -> None:
    source = "lambda pairs: [a + b for a, b in pairs]"
    put(place, name, base64.b64encode(source.encode()))
    arguments = ("--language", "python", "--kind", "function", "--encoding", "base64")
    status, message, _ = judge(place, "grade", "sums", name, *arguments)
    assert status == 0
    assert message.startswith(f"Sums: {name}, {len(source)} bytes, python function\n")
    status, _, complained = judge(place, "grade", "sums", name, *arguments[:2], "--kind", "progarm")
    assert status == 2 and "--kind" in complained
    status, _, complained = judge(place, "grade", "sums", name, "--language", "pythn")
    assert status == 2
    assert complained == "judge: unknown language 'pythn': did you mean 'python'?\n"


@pytest.mark.long
def test_a_right_but_slow_source_is_unverified_where_that_is_allowed(place: Path) -> None:
    (place / "problems/sums/judge.toml").write_text('time = "soft"\n')
    slow = "import sys\nrows = [*sys.stdin]\nwhile len(rows) > 4: pass\n" + (
        "for row in rows:\n    print(sum(map(int, row.split())))\n"
    )
    status, message, _ = judge(place, "grade", "sums", put(place, "my.py", slow))
    assert status == 1
    assert "\nUNVERIFIED: right as far as it got, too slow to tell, 2 of 3 cases" in message
    assert message.splitlines()[-1].startswith("**UNVERIFIED** ")


@pytest.mark.long
def test_a_function_is_recognised(place: Path) -> None:
    file = put(place, "my.py", "lambda pairs: [a + b for a, b in pairs]\n")
    status, message, _ = judge(place, "grade", "sums", file)
    assert status == 0 and "python function" in message


@pytest.mark.long
def test_a_manifest_beside_a_source_is_honoured(place: Path) -> None:
    put(place, "my.source", RIGHT)
    put(place, "my.toml", 'language = "python"\n')
    assert judge(place, "grade", "sums", "my.source")[0] == 0
    put(place, "my.toml", 'language = "pithon"\n')
    status, _, complained = judge(place, "grade", "sums", "my.source")
    assert status == 2 and "my.toml:1: unknown language" in complained


@pytest.mark.long
def test_what_the_compiler_says_is_shown(place: Path) -> None:
    status, message, _ = judge(
        place, "grade", "sums", put(place, "my.c", "int main(){ return x; }")
    )
    assert status == 1 and "CE: compile error" in message and "undeclared" in message


@pytest.mark.long
def test_a_crash_is_told_with_its_case(place: Path) -> None:
    status, message, _ = judge(
        place, "grade", "sums/few", put(place, "my.py", "raise SystemExit(3)")
    )
    assert status == 1 and "  secret/few/1: RTE exit status 3" in message


@pytest.mark.long
def test_what_a_failed_run_complained_of_is_shown_cut_in_the_middle(place: Path) -> None:
    source = "import sys\nfor i in range(99): print('row', i, '\\x1b', file=sys.stderr)\n1/0"
    status, message, _ = judge(place, "grade", "sums/few", put(place, "my.py", source))
    assert status == 1
    shown = message.partition("\nsecret/few/1, on standard error:\n")[2].splitlines()
    assert shown[:2] == ["  row 0 ⟨ESC⟩", "  row 1 ⟨ESC⟩"] and "  …" in shown
    assert shown[shown.index("") - 1] == "  ZeroDivisionError: division by zero"
    assert shown.index("") == 13


@pytest.mark.long
def test_how_a_source_was_run_is_told_when_its_answer_is_wrong(place: Path) -> None:
    _, message, _ = judge(place, "grade", "sums", put(place, "my.py", "print(0)"))
    assert (
        "\nlanguage: Python 3, by the suffix .py; kind: program, detected: it defines no function;"
        " input: native, by default; convention: a program with the problem's own input" in message
    )


@pytest.mark.long
def test_nothing_is_written(place: Path) -> None:
    put(place, "my.py", RIGHT)
    judge(place, "grade", "sums", "my.py")
    assert sorted(path.name for path in place.iterdir()) == ["my.py", "problems"]


@pytest.mark.long
def test_a_source_comes_from_standard_input_when_its_language_is_named(place: Path) -> None:
    words = ("grade", "sums", "-", "--language", "python")
    status, out, err = judge(place, *words, stdin=RIGHT.encode())
    assert (status, err) == (0, "") and "standard-input.py, " in out
    status, _, err = judge(place, "grade", "sums", "-", "--language", "pyton", stdin=b"1")
    assert status == 2 and "did you mean 'python'" in err


@pytest.mark.long
def test_the_report_is_written_when_asked_for(place: Path) -> None:
    put(place, "a.py", RIGHT)
    status, out, _ = judge(place, "grade", "sums", "a.py", "--report", "out/r.html")
    assert status == 0 and out.endswith("report: out/r.html\n")
    assert "Judge report" in (place / "out" / "r.html").read_text()
    status, out, err = judge(place, "grade", "sums", "a.py", "--open")
    assert (status, out) == (2, "") and "--report" in err
