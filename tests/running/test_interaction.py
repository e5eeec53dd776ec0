"""Problems whose output validator takes part in the run: who is to blame for what."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.common.errors import JudgeError
from judge.languages.program import read_program
from judge.model import (
    Aggregation,
    Arity,
    Case,
    Convention,
    Ended,
    Execution,
    Grade,
    Group,
    GroupScoring,
    Input,
    Isolation,
    Kind,
    Limits,
    OutputValidator,
    PackageLimits,
    Problem,
    ProblemType,
    Solution,
    ValidatorProtocol,
    Verdict,
)
from judge.running import interaction
from judge.running.compile import BuiltSolution, prepare
from judge.running.interaction import Interaction
from judge.running.program import build_program
from judge.running.runner import Runner
from judge.running.validator import Validator
from judge.running.validator_limits import validation_limits
from judge.sandbox.layer import Layer, View
from tests.processes import marker, processes_naming

__all__ = ["marker"]

LIMITS = Limits(cpu_s=2, wall_override_s=1.5, output_bytes=1 << 20)
VALIDATION = replace(validation_limits(seconds=5, output_bytes=1 << 20), wall_override_s=2.0)
INTERACTIVE = frozenset({ProblemType.INTERACTIVE})
MULTI_PASS = frozenset({ProblemType.MULTI_PASS})
BOTH = INTERACTIVE | MULTI_PASS
#: It accepts a solution that answers with the double of the number that it is given.
DOUBLE = """
read number < "$1"
echo $number
read answer || { echo no answer > "$3judgemessage.txt"; exit 43; }
echo said $answer > "$3judgemessage.txt"
[ "$answer" = $((2 * number)) ] || exit 43
read more && exit 43
exit 42
"""
RIGHT = "read x; echo $((2 * x))"


class Table:
    """One case, with validators and solutions that are scripts of a shell."""

    def __init__(self, folder: Path, layer: Layer) -> None:
        self.folder = folder
        self.layer = layer
        self._opened: list[Validator | Runner] = []
        (folder / "1.in").write_text("21\n")
        (folder / "1.ans").write_text("42\n")
        self.case = Case("1", "", folder)

    def problem(self, types: frozenset[ProblemType], protocol: ValidatorProtocol) -> Problem:
        return Problem(
            name="double",
            folder=self.folder,
            titles={"en": "Double"},
            limits=LIMITS,
            cases=(self.case,),
            types=types,
            output_validator=OutputValidator(self.folder / "judge.sh", protocol),
            declared=PackageLimits(validation_passes=3),
        )

    def interaction(
        self,
        solution: str | BuiltSolution,
        validator: str,
        types: frozenset[ProblemType] = INTERACTIVE,
        protocol: ValidatorProtocol = ValidatorProtocol.KATTIS,
        limits: Limits = LIMITS,
    ) -> Interaction:
        place = self.folder / f"{len(self._opened)}-judge.sh"
        place.write_text(f"#!/bin/bash\n{validator}")
        work = self.folder / f"{len(self._opened)}"
        built = build_program(read_program(place, self.folder), self.layer, Path(f"{work}-built"))
        judge = Validator(built, protocol, self.layer, VALIDATION, Path(f"{work}-shown"))
        if isinstance(solution, str):
            solution = self.built(solution)
        runner = Runner(solution, self.layer, limits, Isolation.SOLUTION)
        self._opened += [judge, runner]
        return Interaction(self.problem(types, protocol), runner, judge)

    def built(self, script: str) -> BuiltSolution:
        source = Solution("double", "s", self.folder / "s.sh", "bash", Kind.PROGRAM, 1)
        view = View(self.folder / "empty", temporary=self.folder)
        view.folder.mkdir(exist_ok=True)
        return BuiltSolution(source, ("/bin/bash", "-c", script), view)

    def judge(
        self, solution: str, validator: str, types: frozenset[ProblemType] = INTERACTIVE
    ) -> tuple[Execution, Grade]:
        return self.interaction(solution, validator, types).judge(self.case)

    def close(self) -> None:
        for one in self._opened:
            one.close()


@pytest.fixture(params=[name for name in sandbox.NAMES if name != "auto"])
def table(request: pytest.FixtureRequest, open_folder: Path, system_tools: None) -> Iterator[Table]:
    """In every layer."""
    try:
        layer = sandbox.choose(request.param)
    except JudgeError as error:
        pytest.skip(str(error))
    made = Table(open_folder, layer)
    yield made
    made.close()


@pytest.fixture
def plain(open_folder: Path, system_tools: None) -> Iterator[Table]:
    """In the best layer, for what no layer decides."""
    made = Table(open_folder, sandbox.choose("auto"))
    yield made
    made.close()


# Blame


def test_a_right_solution_is_accepted_and_the_transcript_tells_what_was_said(table: Table) -> None:
    run, grade = table.judge(RIGHT, DOUBLE)
    assert (grade.verdict, grade.message) == (Verdict.AC, "said 42")
    assert run.stdout == b"<21\n>42\n" and not run.cut


def test_one_interaction_judges_case_after_case(table: Table) -> None:
    """Both sandboxes stay open."""
    together = table.interaction(RIGHT, DOUBLE)
    for _ in range(3):
        run, grade = together.judge(table.case)
        assert grade.verdict is Verdict.AC and run.stdout == b"<21\n>42\n"


#: Solutions that are hostile or only wrong, and what the interactor DOUBLE makes of them.
FAILING = {
    "it answers wrongly": ("read x; echo 7", Verdict.WA, "said 7"),
    "it answers wrongly and goes on": ("read x; echo 7; sleep 60", Verdict.WA, "said 7"),
    "it answers wrongly and crashes later": (
        "read x; echo 7; while read y; do :; done; exit 1",
        Verdict.WA,
        "said 7",
    ),
    "it says too much": ("read x; echo 42; echo 43", Verdict.WA, "said 42"),
    "it ends without an answer": ("read x", Verdict.WA, "no answer"),
    "it dies at once": ("kill -SEGV $$", Verdict.RTE, "SIGSEGV"),
    "it crashes without an answer": ("read x; exit 3", Verdict.RTE, "exit status 3"),
    "it crashes after its answer": ("read x; echo 42; exit 3", Verdict.RTE, "exit status 3"),
    "it waits for more": ("read x; read y; echo 42", Verdict.TLE, "is it flushed?"),
    "it sleeps": ("sleep 60", Verdict.TLE, "wall time"),
    "it stops itself": ("kill -STOP $$", Verdict.TLE, "wall time"),
    "it closes its output": ("exec 1>&-; sleep 60", Verdict.TLE, "wall time"),
    "it goes on after its answer": ("read x; echo 42; sleep 60", Verdict.TLE, "wall time"),
    "its child keeps the pipe": ("read x; sleep 60 & disown; exit 0", Verdict.WA, "no answer"),
    "it floods": (
        "printf 42; yes '' | tr -d '\\n' & yes | tr -d '\\n'",
        Verdict.OLE,
        "printed more",
    ),
    "it reads nothing and ends": ("exit 0", Verdict.WA, "no answer"),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_solution_is_blamed_for_what_it_does_first(table: Table, name: str, marker: str) -> None:
    script, verdict, message = FAILING[name]
    brief = verdict is Verdict.TLE
    wall_s, cpu_s = (BRIEF_S, LIMITS.cpu_s) if brief else (LONG_S, LONG_S)
    limits = replace(LIMITS, cpu_s=cpu_s, wall_override_s=wall_s)
    together = table.interaction(f": {marker}; {script}", DOUBLE, limits=limits)
    together.validator.limits = PATIENT
    _, grade = together.judge(table.case)
    assert grade.verdict is verdict and message in grade.message, grade
    assert not processes_naming(marker)


FLOOD = "yes | head -c 20000000; exit 42"
PATIENT = replace(VALIDATION, wall_override_s=60.0)
#: Wall limits for those who hang, and for those who do not.
BRIEF_S, LONG_S = 0.4, 30.0


@pytest.mark.long
def test_a_solution_that_does_not_read_is_blamed_where_the_interactor_writes_much(
    table: Table,
) -> None:
    together = table.interaction("sleep 60", FLOOD)
    together.validator.limits = PATIENT
    assert together.judge(table.case)[1].verdict is Verdict.TLE
    ended = table.interaction("exit 0", f"sleep .2; {FLOOD}")
    ended.validator.limits = PATIENT
    assert ended.judge(table.case)[1].verdict is Verdict.AC, "what nobody reads is dropped"


#: Interactors that are at fault, and what is said of them.
FAULTY = {
    "it hangs": ("sleep 60", "the interactor hangs"),
    "it hangs after a question": ("echo 1; read a; sleep 60", "the interactor hangs"),
    "it stops itself": ("kill -STOP $$", "the interactor hangs"),
    "it closes its input and hangs": ("exec 0<&-; sleep 60", "the interactor hangs"),
    "it closes its output and hangs": ("exec 1>&-; sleep 60", "the interactor hangs"),
    "it floods": ("yes", "output limit"),
    "it dies": ("kill -SEGV $$", "SIGSEGV"),
    "it exits with 0": ("read a; exit 0", "exit status 0"),
    "it crashes when the solution has": ("read a; read b; exit 9", "exit status 9"),
    "it makes a folder for the next pass": ('mkdir "$3nextpass.in"; exit 42', "made nextpass.in"),
    "it makes a link for a score": ('ln -s /etc/passwd "$3score.txt"; exit 42', "made score.txt"),
    "it rejects and asks for another pass": ('echo 1 > "$3nextpass.in"; exit 43', "nextpass.in"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_interactor_is_blamed_and_no_solution(
    table: Table, name: str, marker: str
) -> None:
    script, message = FAULTY[name]
    reads = "echo 1; cat > /dev/null; exit 1"
    # Where each waits for the other, the limit of the solution ends it.
    waits_s = BRIEF_S if "read b" in script else LONG_S
    limits = replace(LIMITS, wall_override_s=waits_s)
    together = table.interaction(reads, f": {marker}; {script}", limits=limits)
    wall_s = BRIEF_S if "hangs" in message else LONG_S
    together.validator.limits = replace(VALIDATION, wall_override_s=wall_s)
    _, grade = together.judge(table.case)
    assert grade.verdict is Verdict.JE and message in grade.message, grade
    assert "output validator" in grade.message
    assert not processes_naming(marker)


@pytest.mark.long
def test_an_interactor_that_closes_its_input_decides_all_the_same(table: Table) -> None:
    closes = "exec 0<&-; echo 1; sleep .2; exit %d"
    for status, verdict in ((42, Verdict.AC), (43, Verdict.WA)):
        _, grade = table.judge("while read x; do echo $x; echo more; done", closes % status)
        assert grade.verdict is verdict


def test_a_solution_that_fails_after_it_was_accepted_has_failed(table: Table) -> None:
    _, grade = table.judge("while read x; do :; done; exit 1", "exit 42")
    assert grade.verdict is Verdict.RTE and "after the interactor had accepted" in grade.message


@pytest.mark.long
def test_a_solution_that_waits_for_a_slow_interactor_is_in_time(table: Table) -> None:
    slow = "for i in 1 2 3 4; do sleep .6; echo $i; read a; done; exit 42"
    together = table.interaction("while read x; do echo $x; done", slow)
    together.validator.limits = PATIENT
    run, grade = together.judge(table.case)
    assert grade.verdict is Verdict.AC and run.wall_s > LIMITS.wall_s


# Several passes

#: It counts its passes in a file of its own, and accepts the third one.
COUNTS = """
echo pass >> "$3passes"
read output; echo "$output" >> "$3judgemessage.txt"
[ "$(wc -l < "$3passes")" = 3 ] && exit 42
echo "$(( $(cat "$1") + 1 ))" > "$3nextpass.in"
exit 42
"""


@pytest.mark.long
def test_a_solution_runs_again_on_what_the_validator_writes(table: Table) -> None:
    run, grade = table.judge("read x; echo got $x", COUNTS, MULTI_PASS)
    assert (grade.verdict, grade.message) == (Verdict.AC, "got 21\ngot 22\ngot 23")
    assert run.stdout == b"<21\n>got 21\n---\n<22\n>got 22\n---\n<23\n>got 23\n"


@pytest.mark.long
def test_an_interactive_solution_runs_again_too(table: Table) -> None:
    interactive = f'read number < "$1"; echo $number\n{COUNTS}'
    run, grade = table.judge(RIGHT, interactive, BOTH)
    assert (grade.verdict, grade.message) == (Verdict.AC, "42\n44\n46")
    assert run.stdout == b"<21\n>42\n---\n<22\n>44\n---\n<23\n>46\n"


@pytest.mark.long
def test_nothing_of_a_pass_is_left_in_the_next(table: Table) -> None:
    """Neither a file nor a process of the solution."""
    leaves = "[ -e kept ] && echo kept || echo new; touch kept 2> /dev/null; sleep 60 & disown"
    _, grade = table.judge(leaves, COUNTS, MULTI_PASS)
    assert grade.message == "new\nnew\nnew"


def test_nothing_of_a_case_is_left_in_the_next(plain: Table) -> None:
    """The feedback folder is kept between passes only."""
    together = plain.interaction("read x; echo $x", COUNTS, MULTI_PASS)
    for _ in range(2):
        _, grade = together.judge(plain.case)
        assert grade.message == "21\n22\n23"


def test_more_passes_than_allowed_are_the_fault_of_the_validator(plain: Table) -> None:
    endless = 'cat "$1" > "$3nextpass.in"; exit 42'
    for types in (MULTI_PASS, BOTH):
        _, grade = plain.judge("read x; echo $x", endless, types)
        assert grade.verdict is Verdict.JE and "more than 3 passes" in grade.message


SECOND_PASS = '[ -e "$3again" ] || { touch "$3again"; echo 1 > "$3nextpass.in"; exit 42; }\n'


@pytest.mark.parametrize(
    ("script", "maximum", "expected"),
    [
        ("exit 42", 50, "AC 50"),
        ('echo .5 > "$3score_multiplier.txt"; exit 42', 50, "AC 25"),
        ('echo 7 > "$3score.txt"; exit 42', None, "AC 7"),
        ('echo 51 > "$3score.txt"; exit 42', 50, "JE score.txt must hold"),
        ("exit 42", None, "JE the score of secret/1 is unbounded"),
        ('echo 7 > "$3score.txt"; exit 43', 50, "JE the output validator wrote a score"),
    ],
)
@pytest.mark.parametrize("types", [INTERACTIVE, MULTI_PASS])
def test_the_score_of_a_case_is_that_of_its_group(
    plain: Table,
    types: frozenset[ProblemType],
    script: str,
    maximum: int | None,
    expected: str,
) -> None:
    (plain.folder / "secret").mkdir()
    for suffix in (".in", ".ans"):
        (plain.folder / f"secret/1{suffix}").write_text("1\n")
    again = "" if types == INTERACTIVE else SECOND_PASS
    case = Case("secret/1", "secret", plain.folder)
    together = plain.interaction("read x; echo $x", again + script, types)
    problem = replace(
        together.problem,
        types=types | {ProblemType.SCORING},
        cases=(case,),
        groups=(Group("secret", GroupScoring(maximum, Aggregation.SUM)),),
    )
    _, grade = replace(together, problem=problem).judge(case)
    assert f"{grade.verdict.value} {grade.message or grade.score}".startswith(expected), grade


def test_a_failure_in_a_later_pass_ends_the_case(plain: Table) -> None:
    run, grade = plain.judge("read x; [ $x = 22 ] && exit 5; echo $x", COUNTS, MULTI_PASS)
    assert grade.verdict is Verdict.RTE and "exit status 5" in grade.message
    assert run.stdout.count(b"---") == 1


@pytest.mark.long
def test_limits_hold_for_each_pass_and_the_longest_is_reported(plain: Table) -> None:
    sleeps = "read x; sleep .7; echo $x"
    begin = time.monotonic()
    run, grade = plain.judge(sleeps, COUNTS, MULTI_PASS)
    others_s = 2 * 0.7  # at least: on a busy machine each may take longer
    assert grade.verdict is Verdict.AC and 0.7 <= run.wall_s <= time.monotonic() - begin - others_s


def test_a_request_for_a_pass_means_nothing_where_there_is_one_pass(plain: Table) -> None:
    _, grade = plain.judge(RIGHT, DOUBLE.replace("exit 42", 'echo > "$3nextpass.in"; exit 42'))
    assert grade.verdict is Verdict.AC


# Other forms


@pytest.mark.parametrize(
    ("status", "verdict"),
    [(0, Verdict.AC), (1, Verdict.WA), (2, Verdict.WA), (3, Verdict.JE), (42, Verdict.JE)],
)
def test_an_interactor_for_testlib_decides_by_its_own_exit_statuses(
    plain: Table, status: int, verdict: Verdict
) -> None:
    """Its second argument is a file that it writes for a checker."""
    script = (
        f'read n < "$1"; echo $n; read x; echo $x > "$2" || exit 9; echo ok $x >&2; exit {status}'
    )
    together = plain.interaction(RIGHT, script, protocol=ValidatorProtocol.TESTLIB)
    _, grade = together.judge(plain.case)
    assert grade.verdict is verdict, grade


@pytest.mark.long
def test_a_warm_interpreter_converses_as_well(open_folder: Path) -> None:
    """It hands on the crossed streams, and keeps neither of them open."""
    if sandbox.why_not("bubblewrap"):
        pytest.skip("no bubblewrap")
    table = Table(open_folder, sandbox.choose("bubblewrap"))
    source = open_folder / "s.py"
    source.write_text("for line in open(0):\n    print(2 * int(line), flush=True)\n")
    solution = Solution("double", "s", source, "python", Kind.PROGRAM, 1)
    built = prepare(solution, table.layer, open_folder / "s-built")
    try:
        assert built.warm
        for _ in range(2):
            run, grade = table.interaction(built, DOUBLE.replace("read more", "false")).judge(
                table.case
            )
            assert (grade.verdict, run.stdout) == (Verdict.AC, b"<21\n>42\n")
    finally:
        table.close()


def test_a_case_that_cannot_be_read_is_told(plain: Table) -> None:
    together = plain.interaction(RIGHT, DOUBLE)
    missing = replace(plain.case, name="2")
    with pytest.raises(JudgeError, match="cannot be read"):
        together.judge(missing)


@pytest.mark.long
def test_a_sandbox_that_dies_is_opened_again(plain: Table) -> None:
    together = plain.interaction(RIGHT, DOUBLE)
    assert together.judge(plain.case)[1].verdict is Verdict.AC
    for session in (together.runner._session, *together.validator.session._sessions.values()):
        process = getattr(session, "_process")  # noqa: B009
        process.kill()
        process.wait()
        assert together.judge(plain.case)[1].verdict is Verdict.AC


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"kind": Kind.FUNCTION}, "not functions"),
        ({"kind": Kind.OUTPUT}, "not output files"),
        ({"convention": Convention(Arity.ARGS, Input.JSON)}, 'remove input = "json"'),
    ],
)
def test_what_cannot_converse_is_refused_in_one_line(
    open_folder: Path, changes: dict[str, object], said: str
) -> None:
    problem = Table(open_folder, sandbox.choose("none")).problem(
        INTERACTIVE, ValidatorProtocol.KATTIS
    )
    solution = Solution("double", "s", open_folder / "s.py", "python", Kind.PROGRAM, 1)
    interaction.check(problem, solution)
    with pytest.raises(JudgeError, match="double is interactive") as caught:
        interaction.check(problem, replace(solution, **changes))  # type: ignore[arg-type]
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_an_execution_that_was_stopped_says_so(plain: Table) -> None:
    run, _ = plain.judge("read x; echo 7; sleep 60", DOUBLE)
    assert run.ended is Ended.STOPPED
