"""Output validators of packages: what they are shown, what they say, and what is their fault."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.languages.program import read_program
from judge.model import Ended, Limits, ValidatorProtocol, Verdict
from judge.running.program import build_program
from judge.running.runner import failed
from judge.running.shown_files import MOST_WRITTEN
from judge.running.tool_session import CompileError
from judge.running.validator import Validator, ValidatorResult
from judge.running.validator_limits import SPARE_WALL_S, Patience, validation_limits
from judge.sandbox.layer import Layer

LIMITS = validation_limits(seconds=5, output_bytes=1 << 16)


class Package:
    """A case, and validators for it."""

    def __init__(self, folder: Path, layer: Layer) -> None:
        self.folder = folder / "package"
        self.folder.mkdir()
        self.layer = layer
        self._work = folder
        self.opened: list[Validator] = []
        self.input = self.write("1.in", "the input\n")
        self.answer = self.write("1.ans", "the answer\n")

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def validator(
        self,
        text: str,
        name: str = "check.sh",
        protocol: ValidatorProtocol = ValidatorProtocol.KATTIS,
        limits: Limits = LIMITS,
    ) -> Validator:
        self.write(name, text)
        program = read_program(self.folder / name.partition("/")[0], self.folder)
        work = self._work / str(len(self.opened))
        built = build_program(program, self.layer, Path(f"{work}-built"))
        self.opened.append(Validator(built, protocol, self.layer, limits, Path(f"{work}-shown")))
        return self.opened[-1]

    def says(
        self, text: str, output: bytes = b"", protocol: str = "kattis", name: str = "check.sh"
    ) -> ValidatorResult:
        made = self.validator(text, name, ValidatorProtocol(protocol))
        return made.check(self.input, self.answer, output)


@pytest.fixture
def package(layer: Layer, open_folder: Path, system_tools: None) -> Iterator[Package]:
    made = Package(open_folder, layer)
    yield made
    for validator in made.opened:
        validator.close()


# The protocol of the format


def test_the_validator_gets_input_answer_feedback_folder_and_output(package: Package) -> None:
    result = package.says(
        'cat "$1" "$2" - > "$3judgemessage.txt"; echo "$4 $#" >> "$3judgemessage.txt"; exit 42',
        b"the output\n",
    )
    assert result.verdict is Verdict.AC and result.accepted
    assert result.message == "the input\nthe answer\nthe output\n 3"


def test_arguments_follow(package: Package) -> None:
    validator = package.validator('echo "$4,$5" > "$3teammessage.txt"; exit 43')
    result = validator.check(package.input, package.answer, b"", ("a b", "c"))
    assert (result.verdict, result.team_message) == (Verdict.WA, "a b,c")


@pytest.mark.long
def test_each_check_sees_its_own_case_and_nothing_of_the_one_before(package: Package) -> None:
    validator = package.validator('cat "$1" > "$3judgemessage.txt"; ls "$3" . ; touch x; exit 42')
    other = package.write("2.in", "another input\n")
    first = validator.check(package.input, package.answer, b"")
    second = validator.check(other, package.answer, b"")
    assert (first.message, second.message) == ("the input", "another input")
    assert first.run and second.run and first.run.stdout == second.run.stdout
    package.input.write_text("changed\n")
    assert validator.check(package.input, package.answer, b"").message == "changed"


def test_what_the_validator_is_shown_it_cannot_change(package: Package) -> None:
    validator = package.validator('echo x > "$1"; rm -f "$2"; echo y > "${1%/*}/new"; exit 42')
    assert validator.check(package.input, package.answer, b"").accepted
    assert package.input.read_text() == "the input\n"
    assert sorted(path.name for path in validator.files.folder.iterdir()) == ["answer", "input"]
    assert (validator.files.folder / "input").read_text() == "the input\n"


@pytest.mark.parametrize("status", [0, 1, 2, 41, 44, 139])
def test_any_other_exit_status_is_the_validators_fault(package: Package, status: int) -> None:
    result = package.says(f'echo why > "$3judgemessage.txt"; exit {status}')
    assert result.verdict is Verdict.JE
    assert f"exit status {status}" in result.message and "why" in result.message
    assert result.message.startswith("output validator check.sh: ")


def test_a_crash_is_the_validators_fault(package: Package) -> None:
    assert "SIGSEGV" in package.says("kill -SEGV $$").message


@pytest.mark.long
@pytest.mark.parametrize(
    ("script", "limit"),
    [
        ("while :; do :; done", "CPU time limit"),
        ("head -c 70000 /dev/urandom; exit 42", "output limit"),
        ('head -c 70000 /dev/urandom > "$3x"; exit 42', "output limit"),
    ],
)
def test_a_limit_is_the_validators_fault(package: Package, script: str, limit: str) -> None:
    limits = validation_limits(seconds=0.5, output_bytes=1 << 16)
    result = package.validator(script, limits=limits).check(package.input, package.answer, b"")
    assert result.verdict is Verdict.JE and f"exceeded its {limit}" in result.message


def test_output_limit_covers_all_that_it_writes_together(package: Package) -> None:
    """Standard output and files: each is below the limit."""
    result = package.says('head -c 40000 /dev/urandom | tee "$3x"; exit 42')
    assert result.verdict is Verdict.JE and "more than its limit" in result.message


def test_a_validator_that_waits_is_stopped(package: Package) -> None:
    limits = replace(LIMITS, wall_override_s=0.5)
    validator = package.validator("sleep 100", limits=limits)
    result = validator.check(package.input, package.answer, b"")
    assert result.verdict is Verdict.JE and "wall time limit" in result.message


def test_a_validator_need_not_read_the_output(package: Package) -> None:
    assert package.says("exit 42", b"x" * 10**6).accepted


# Feedback


def test_a_score_is_exact(package: Package) -> None:
    assert package.says('echo 33.3 > "$3score.txt"; exit 42').score == Fraction(333, 10)


def test_a_multiplier_is_a_part_of_the_maximum(package: Package) -> None:
    result = package.says('echo 2.5e-1 > "$3score_multiplier.txt"; exit 42')
    assert (result.score, result.multiplier) == (None, Fraction(1, 4))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("score.txt", ""),
        ("score.txt", "ten"),
        ("score.txt", "nan"),
        ("score.txt", "1 2"),
        ("score.txt", "1e99999999999"),
        ("score_multiplier.txt", "0.5x"),
    ],
)
def test_a_file_without_a_score_is_the_validators_fault_where_there_is_one(
    package: Package, name: str, text: str
) -> None:
    result = package.says(f"echo '{text}' > \"$3{name}\"; exit 42")
    assert result.verdict is Verdict.AC and name in result.score_fault


def test_two_kinds_of_score_are_the_validators_fault(package: Package) -> None:
    result = package.says('echo 1 | tee "$3score.txt" > "$3score_multiplier.txt"; exit 42')
    assert "both score.txt and score_multiplier.txt" in result.score_fault


def test_files_of_the_feedback_folder_stay_for_the_next_pass(package: Package) -> None:
    validator = package.validator(
        'echo pass >> "$3judgemessage.txt"; echo again > "$3nextpass.in"; exit 42'
    )
    first = validator.check(package.input, package.answer, b"")
    assert first.next_pass == b"again\n"
    left = {name: data for name, data in first.files.items() if name != "nextpass.in"}
    second = validator.check(package.input, package.answer, b"", feedback=left)
    assert second.message == "pass\npass"


def test_another_pass_after_a_rejection_is_the_validators_fault(package: Package) -> None:
    assert package.says('echo x > "$3nextpass.in"; exit 43').verdict is Verdict.JE


def test_a_long_message_is_cut(package: Package) -> None:
    result = package.says('head -c 8000 /dev/urandom | od > "$3judgemessage.txt"; exit 43')
    assert len(result.message) < 5000 and result.message.endswith("…")


def test_a_message_need_not_be_text(package: Package) -> None:
    result = package.says("printf '\\377\\000x' > \"$3judgemessage.txt\"; exit 43")
    assert result.verdict is Verdict.WA and "x" in result.message


@pytest.mark.long
def test_links_in_the_feedback_folder_are_not_followed(package: Package) -> None:
    result = package.says('ln -s /etc/hostname "$3judgemessage.txt"; exit 42')
    assert (result.verdict, result.message, result.score) == (Verdict.AC, "", None)
    result = package.says('ln -s /etc/hostname "$3score.txt"; exit 42')
    assert result.verdict is Verdict.JE and "it made score.txt" in result.message
    result = package.says('mkfifo "$3score_multiplier.txt"; exit 42')
    assert result.verdict is Verdict.JE and "it made score_multiplier.txt" in result.message


# testlib


def test_a_testlib_checker_gets_input_output_answer(package: Package) -> None:
    script = 'echo "ok $(cat "$1" "$2" "$3" | tr "\\n" " ")$#" >&2; exit 0'
    result = package.says(script, b"the output\n", "testlib")
    assert (result.verdict, result.message) == (
        Verdict.AC,
        "the input the output the answer 3",
    )


@pytest.mark.parametrize(
    ("status", "said", "verdict"),
    [
        (0, "ok fine", Verdict.AC),
        (1, "wrong answer no", Verdict.WA),
        (2, "wrong output format no", Verdict.WA),
        (4, "wrong output format dirt", Verdict.WA),
        (8, "unexpected eof", Verdict.WA),
        (7, "points 5 some", Verdict.AC),
        (3, "FAIL participant has better answer than jury", Verdict.BETTER),
        (3, "FAIL the answer file is broken", Verdict.JE),
        (9, "what", Verdict.JE),
    ],
)
def test_what_a_testlib_checker_says(
    package: Package, status: int, said: str, verdict: Verdict
) -> None:
    result = package.says(f"echo '{said}' >&2; exit {status}", b"", "testlib")
    assert result.verdict is verdict
    assert result.score == (5 if status == 7 else None)


# Programs


PYTHON = """\
import sys
import helper

with open(sys.argv[3] + "judgemessage.txt", "w") as file:
    file.write(helper.told(sys.stdin.read(), open(sys.argv[2]).read()))
sys.exit(42 if helper.same else 43)
"""
HELPER = """\
same = False

def told(output, answer):
    global same
    same = output == answer
    return f"{output.strip()} against {answer.strip()}"
"""


@pytest.mark.long
def test_a_python_validator_of_several_files_starts_anew_for_every_check(package: Package) -> None:
    package.write("check/helper.py", HELPER)
    validator = package.validator(PYTHON, "check/main.py")
    for output, verdict in ((b"the answer\n", Verdict.AC), (b"no\n", Verdict.WA)) * 2:
        result = validator.check(package.input, package.answer, output)
        assert result.verdict is verdict, result.message
        assert result.message == f"{output.decode().strip()} against the answer"


@pytest.mark.long
def test_a_python_validator_with_other_arguments_is_another_start(package: Package) -> None:
    validator = package.validator("import sys; sys.exit(40 + int(sys.argv[4]))", "check.py")
    for number in (2, 3, 2, 3):
        result = validator.check(package.input, package.answer, b"", (str(number),))
        assert result.verdict is (Verdict.AC if number == 2 else Verdict.WA)


@pytest.mark.long
def test_a_python_validator_that_raises_is_its_own_fault(package: Package) -> None:
    result = package.says("raise ValueError('broken')", name="check.py")
    assert result.verdict is Verdict.JE and "ValueError: broken" in result.message


def test_several_sources_are_compiled_together(package: Package) -> None:
    package.write("check/lib.c", '#include "lib.h"\nint decide(void) { return 42; }\n')
    package.write("check/lib.h", "int decide(void);\n")
    text = '#include "lib.h"\nint main(void) { return decide(); }\n'
    validator = package.validator(text, "check/check.c")
    assert validator.check(package.input, package.answer, b"").accepted


@pytest.mark.long
def test_a_script_builds_the_program(package: Package) -> None:
    package.write("check/made.c", "int main(int n, char **v) { return n == 4 ? 42 : 1; }\n")
    validator = package.validator("#!/bin/sh\nset -e\nmkdir bin\ncc -o run made.c\n", "check/build")
    assert validator.check(package.input, package.answer, b"").accepted


def test_a_script_starts_the_program_beside_it(package: Package) -> None:
    package.write("check/part.sh", "exit 43\n")
    text = '#!/bin/sh\nexec sh "$(dirname "$0")/part.sh"\n'
    validator = package.validator(text, "check/run")
    assert validator.check(package.input, package.answer, b"").verdict is Verdict.WA


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("#!/bin/sh\necho broken >&2\nexit 3\n", "exit status 3"),
        ("#!/bin/sh\ntrue\n", "did not create a file run"),
    ],
)
def test_a_script_that_fails_says_why(package: Package, script: str, said: str) -> None:
    with pytest.raises(CompileError, match=said):
        package.validator(script, "check/build")


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (
            "#!/usr/bin/nonesuch -x",
            "its interpreter /usr/bin/nonesuch is not installed: install it",
        ),
        ("#!/usr/bin/env -S nonesuch -x", "its interpreter nonesuch is not installed: install it"),
        (
            "#!/usr/games/lua5.4",
            r"its interpreter /usr/games/lua5.4 is not installed: apt-get install",
        ),
    ],
)
@pytest.mark.parametrize("name", ["check/run", "check/build", "check"])
def test_a_script_without_its_interpreter_names_it(
    package: Package, first: str, said: str, name: str
) -> None:
    if "lua" in first and name == "check":
        pytest.skip("a file whose first line names a language is run as one in that language")
    with pytest.raises(JudgeError, match=rf"{name}:1: {said}"):
        package.validator(f"{first}\nexit 42\n", name)


def test_a_script_that_is_built_without_its_interpreter_names_it(package: Package) -> None:
    script = "#!/bin/sh\necho '#!/usr/bin/nonesuch' > run\n"
    with pytest.raises(CompileError, match="made the script run: its interpreter /usr/bin/nones"):
        package.validator(script, "check/build")


def test_a_script_may_have_built_its_interpreter(package: Package) -> None:
    if package.layer.name == "landlock":
        pytest.skip("there the folder of the program is named differently each time")
    script = "#!/bin/sh\nprintf '#!/bin/sh\\nexit 42\\n' > mine\n"
    script += "printf '#!/program/built/mine\\n' > run\n"
    package.validator(script, "check/build")


def test_what_a_script_makes_stays_in_its_folder(package: Package) -> None:
    """Links become files, or are left out; nothing lands elsewhere."""
    script = (
        "#!/bin/sh\nprintf '#!/bin/sh\\nexit 42\\n' > real\nchmod +x real\nln -s real run\n"
        "ln -s /etc/passwd away\nmkfifo pipe\nln real hard\n"
    )
    validator = package.validator(script, "check/build")
    assert validator.check(package.input, package.answer, b"").accepted
    built = validator.session.built.view.folder / "built"
    names = {path.name for path in built.rglob("*") if not path.is_symlink()}
    assert {"run", "real", "hard"} <= names and not {"away", "pipe"} & names
    assert not any(path.is_symlink() for path in built.rglob("*"))


def test_a_file_that_is_gone_is_a_fault_that_is_told(package: Package) -> None:
    validator = package.validator("exit 42")
    result = validator.check(package.folder / "none.in", package.answer, b"")
    assert result.verdict is Verdict.JE and "cannot be read" in result.message


def test_a_file_that_only_its_owner_may_read_is_shown_all_the_same(package: Package) -> None:
    package.input.chmod(0o600)
    validator = package.validator('cat "$1" > "$3judgemessage.txt"; exit 42')
    assert validator.check(package.input, package.answer, b"").message == "the input"


def test_a_sandbox_that_dies_is_opened_again(package: Package) -> None:
    validator = package.validator("exit 42")
    assert validator.check(package.input, package.answer, b"").accepted
    [session] = validator.session._sessions.values()
    os.kill(session._process.pid, 9)  # type: ignore[attr-defined]
    assert validator.check(package.input, package.answer, b"").accepted


def test_what_a_compiler_has_made_of_the_submission_lies_in_the_working_folder(
    package: Package,
) -> None:
    """Whatever its size, beside the other files; and no longer with the next submission."""
    validator = package.validator('wc -c * > "$3judgemessage.txt"; ls -A "${1%/*}" >&2; exit 42')
    for size in (10, MOST_WRITTEN + 1):
        made = {"a.c": b"int", "artifact": bytes(size)}
        validator.show_submission(made)
        for _ in range(2):
            said = validator.check(package.input, package.answer, b"").message.split()
            assert said == ["3", "a.c", str(size), "artifact", str(size + 3), "total"]
    validator.show_submission({"b.py": b"x"})
    last = validator.check(package.input, package.answer, b"")
    assert last.message.split() == ["1", "b.py"]
    assert last.run and last.run.stderr.split() == [b"answer", b"input"]


def test_a_validator_that_has_used_up_its_limit_gets_less_from_then_on() -> None:
    limits = validation_limits(60)
    patience = Patience(limits.cpu_s)

    def ended(how: Ended, cpu_s: float) -> str:
        return patience.learn(replace(failed(""), ended=how, cpu_s=cpu_s))

    assert ended(Ended.EXITED, 0.3) == "" and patience.shortened(limits) == limits
    assert ended(Ended.CPU_LIMIT, 60.1) == ""
    assert patience.shortened(limits).cpu_s == 6
    assert patience.shortened(limits).wall_s == 6 + SPARE_WALL_S
    assert ended(Ended.CPU_LIMIT, 6) == "; it was given 6 s, as it has used up 60 s before"
    assert ended(Ended.EXITED, 4) == "" and patience.shortened(limits) == limits


def test_a_short_limit_stays() -> None:
    limits = validation_limits(1)
    patience = Patience(limits.cpu_s)
    patience.learn(replace(failed(""), ended=Ended.CPU_LIMIT))
    assert patience.shortened(limits) == limits


def test_what_a_shortened_limit_was_too_short_for_is_judged_again_until_that_is_vain() -> None:
    patience = Patience(60)
    hung = replace(failed(""), ended=Ended.CPU_LIMIT, cpu_s=60)
    slow = replace(failed(""), ended=Ended.EXITED, cpu_s=0.2)
    assert not patience.doubts(hung)
    patience.learn(hung)
    assert patience.doubts(hung) and not patience.doubts(slow)
    patience.learn_again(slow)
    assert patience.doubts(hung)
    patience.learn_again(hung)
    assert not patience.doubts(hung)


HANGS = """read line
if [ "$line" = h ]; then while :; do :; done; fi
i=0
if [ "$line" = s ]; then while [ $i -lt 100000 ]; do i=$((i+1)); done; fi
exit 42"""


@pytest.mark.long
def test_a_hanging_validator_is_waited_for_twice(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.running.validator_limits.LEAST_PATIENCE_S", 0.5)
    validator = package.validator(HANGS, limits=validation_limits(2))
    right, first, second, third = (
        validator.check(package.input, package.answer, output)
        for output in (b"x\n", b"h\n", b"h\n", b"h\n")
    )
    assert right.accepted and first.run and second.run and third.run
    assert min(first.run.cpu_s, second.run.cpu_s) > 1.5 > third.run.cpu_s
    assert third.message.endswith("s, as it has used up 2 s before")


@pytest.mark.long
def test_a_slow_output_is_no_fault_of_a_validator_that_hung_on_another_one(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.running.validator_limits.LEAST_PATIENCE_S", 0.01)
    monkeypatch.setattr("judge.running.validator_limits.PATIENCE_TIMES", 0)
    validator = package.validator(HANGS, limits=validation_limits(2))
    hung, slow = (
        validator.check(package.input, package.answer, output) for output in (b"h\n", b"s\n")
    )
    assert hung.verdict is Verdict.JE and slow.accepted
