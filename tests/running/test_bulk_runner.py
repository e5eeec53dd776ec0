"""Answers in batches are those that are given alone, and no trouble in one hides another."""

from __future__ import annotations

import pytest

from judge import sandbox
from judge.checking.answer import answer_text
from judge.model import Ended, Execution, Limits
from judge.packages.plugin_loader import load_plugin
from judge.running.bulk_runner import BulkAnswer, BulkRunner
from judge.running.compile import prepare
from judge.solutions.load import load_solution
from tests.contest import RIGHT, Contest

ROWS = [f"[{n}, 3, -{n}]\n{n % 4}\n" for n in range(1, 41)]


class Rallied:
    """A rally of one new solution on ``ROWS``."""

    def __init__(
        self,
        contest: Contest,
        file: str,
        source: str,
        layer: str = "auto",
        cpu_s: float = 10,
        buffered: bool = False,
    ) -> None:
        plugin = load_plugin(contest.problem)
        path = contest.solution(file, source)
        solution = load_solution(path, "toy", plugin.readings)
        chosen = sandbox.choose(layer)
        built = prepare(solution, chosen, contest.root / f"made-{path.stem}")
        bulk_runner = BulkRunner(built, chosen, Limits(cpu_s=cpu_s), plugin, buffered=buffered)
        instances = [plugin.parse(row) for row in ROWS]
        try:
            self.answers: list[BulkAnswer] = list(bulk_runner.all(instances))
            self.in_batches = bulk_runner.in_batches
            self.alone: list[Execution] = [
                bulk_runner.alone(instance) for instance in instances[:4]
            ]
        finally:
            bulk_runner.close()

    @property
    def texts(self) -> list[str]:
        return [answer_text(answered.run).strip() for answered in self.answers]


@pytest.mark.long
@pytest.mark.parametrize("file", ["lambda.py", "def.py", "program.py", "arrow.js", "const.js"])
@pytest.mark.parametrize("layer", ["auto", "none"])
@pytest.mark.parametrize("buffered", [False, True])
def test_batches_say_what_single_runs_say(
    contest: Contest, file: str, layer: str, buffered: bool
) -> None:
    rallied = Rallied(contest, file, RIGHT[file], layer, buffered=buffered)
    assert not any(answered.alone for answered in rallied.answers)
    assert rallied.texts[:4] == [answer_text(run).strip() for run in rallied.alone]
    assert len(rallied.texts) == len(ROWS)


def test_a_compiled_program_is_run_alone(contest: Contest) -> None:
    rallied = Rallied(contest, "compiled.c", RIGHT["plain.c"])
    assert all(answered.alone for answered in rallied.answers)
    assert rallied.texts[:2] == ["1", "1 0"]


@pytest.mark.long
def test_every_way_to_read_standard_input_works_in_a_batch(contest: Contest) -> None:
    for number, reading in enumerate(
        (
            "input(), input()",
            "__import__('sys').stdin.read().split('\\n')[:2]",
            "open(0).read().split('\\n')[:2]",
            "__import__('sys').stdin.buffer.read().decode().split('\\n')[:2]",
        )
    ):
        rallied = Rallied(contest, f"reader-{number}.py", f"a, b = {reading}\nprint(b)\n")
        assert rallied.texts == [row.split()[-1] for row in ROWS]


def test_globals_do_not_survive_a_run(contest: Contest) -> None:
    source = "seen = globals().setdefault('seen', [])\nseen.append(input())\nprint(len(seen))\n"
    assert set(Rallied(contest, "grows.py", source).texts) == {"1"}


def test_an_error_is_that_of_one_instance(contest: Contest) -> None:
    source = "lambda n, k: 1 // (n[0] - 7) and [k]"
    rallied = Rallied(contest, "divides.py", source)
    failed = [at for at, a in enumerate(rallied.answers) if a.run.exit_status]
    assert failed == [6] and b"ZeroDivisionError" in rallied.answers[6].run.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("crashes.py", "def solve(n, k):\n    if n[0] == 7: raise GeneratorExit\n    return [k]"),
        ("crashes.js", "(n, k) => n[0] == 7 ? process.exit(9) : [k]"),
    ],
)
def test_a_crash_ends_a_batch_and_the_rest_is_answered(
    contest: Contest, file: str, source: str
) -> None:
    manifest = 'kind = "function"\n'
    contest.solution(file, source, manifest)
    rallied = Rallied(contest, file, source)
    (alone,) = [at for at, answered in enumerate(rallied.answers) if answered.alone]
    assert alone == 6
    ended = rallied.answers[6].run
    assert ended.exit_status == (9 if file.endswith("js") else 1)
    assert rallied.texts[7:] == [f"[{row.split()[-1]}]" for row in ROWS[7:]]


@pytest.mark.long
def test_an_endless_call_is_stopped_at_the_limit(contest: Contest) -> None:
    source = "def solve(n, k):\n    while n[0] == 7:\n        pass\n    return [k]\n"
    rallied = Rallied(contest, "loops.py", source, cpu_s=0.5)
    assert [at for at, a in enumerate(rallied.answers) if a.run.ended is not Ended.EXITED] == [6]
    assert len(rallied.answers) == len(ROWS)


@pytest.mark.parametrize("last", ["raise GeneratorExit", "return list(iter(int, 1))"])
def test_answers_that_a_crash_or_a_hang_keeps_in_the_buffer_are_asked_for_again(
    contest: Contest, last: str
) -> None:
    source = f"def solve(n, k):\n    if n[0] == 7: {last}\n    return [k]\n"
    rallied = Rallied(contest, "ends.py", source, cpu_s=0.5, buffered=True)
    others = [answer for at, answer in enumerate(rallied.answers) if at != 6]
    assert {a.run.exit_status for a in others} == {0} and rallied.answers[6].run.exit_status != 0
    alone = [at for at, answered in enumerate(rallied.answers) if answered.alone]
    assert alone in ([6], *([first, 6] for first in range(6)))  # lost once, if at all
    assert [text for at, text in enumerate(rallied.texts) if at != 6] == [
        f"[{row.split()[-1]}]" for at, row in enumerate(ROWS) if at != 6
    ]


@pytest.mark.long
def test_batches_that_together_take_too_long_only_become_smaller(contest: Contest) -> None:
    source = """
import time
def solve(n, k):
    end = time.process_time() + 0.04
    while time.process_time() < end:
        pass
    return [k]
"""
    rallied = Rallied(contest, "slow.py", source, cpu_s=0.4)
    assert {a.run.ended for a in rallied.answers} == {Ended.EXITED}
    assert any(answered.alone for answered in rallied.answers) and rallied.in_batches


@pytest.mark.long
def test_a_program_that_ends_its_process_is_run_alone_in_the_end(contest: Contest) -> None:
    source = "import os\nprint(input()[1], flush=True)\nos._exit(0)\n"
    rallied = Rallied(contest, "leaves.py", source)
    assert all(answered.alone for answered in rallied.answers)
    assert rallied.texts[:3] == ["1", "2", "3"]


@pytest.mark.long
def test_forged_lines_are_not_believed_to_be_more_than_there_are(contest: Contest) -> None:
    source = """
import os
def solve(n, k):
    for fd in range(3, 20):
        try:
            os.write(fd, b'[1, "forged", "", null]\\n{"not": "a line"}\\n')
        except OSError:
            pass
    return [k]
"""
    rallied = Rallied(contest, "forges.py", source)
    assert len(rallied.answers) == len(ROWS)


@pytest.mark.long
@pytest.mark.parametrize(
    "line",
    [
        b'[NaN, "forged", "", null]',
        b'[Infinity, "forged", "", null]',
        b'[1e999, "forged", "", null]',
        b'[-1, "forged", "", null]',
        b"[" + b"9" * 400 + b', "forged", "", null]',
        b'["1", "forged", "", null]',
        b'[1, "forged", "", null, [1e999]]',
        b'[1, "forged", "", null, [NaN]]',
        b'[1, "forged", "", null, {"a": 1}]',
        b'[1, "forged", "", null, 5]',
        b'[1, "forged", "", null, [1], [2]]',
        b'[1, ["forged"], "", null]',
        b'{"used": 1}',
        b"[" * 10**5,
        b"[1] " * 10**5,
        b"\xff\xfe",
    ],
)
def test_a_forged_line_of_another_form_ends_the_batch(contest: Contest, line: bytes) -> None:
    source = f"""
import os
def solve(n, k):
    for fd in range(3, 20):
        try:
            os.write(fd, {line!r} + b"\\n")
        except OSError:
            pass
    return [k]
"""
    rallied = Rallied(contest, "forges.py", source)
    assert len(rallied.answers) == len(ROWS)
    together = (a.run for a in rallied.answers if not a.alone)
    assert not any(b"forged" in (run.result or b"") for run in together)
