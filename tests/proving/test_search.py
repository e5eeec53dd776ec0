"""Proofs: right on everything, or wrong on the first instance that is answered wrongly."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.proving.answer_blocks import BLOCK, unpacked_answers
from judge.proving.enumeration import InstanceCursor, packed_instances
from judge.proving.prover import ProofStretch, Prover
from judge.proving.result import ProofEnd
from judge.proving.search import prepare_proof, settle_terms
from judge.proving.target import ProofTask, answers_key
from judge.store.proofs import ProofStore
from tests.contest import RIGHT, Contest
from tests.proving.toy_proof import ENUMERATION, declare, instances, run, task, wrong_on

#: More than two stretches.
BOUND = (4, 6)
#: The toy problem in C: it prints indices.
C_FUNCTION = """#include <stdio.h>
void solve(int *n, int count, int most) {
    for (int i = 0; most--; i = 0) {
        int best = -1;
        for (; i < count; i++) if (n[i] > 0 && (best < 0 || n[i] > n[best])) best = i;
        if (best < 0) break;
        printf("%d ", best);
        n[best] = 0;
    }
    puts("");
}
"""


@pytest.mark.long
def test_a_right_solution_is_proved_with_every_number_of_workers(toy: Contest) -> None:
    declare(toy)
    toy.solution("right.py", RIGHT["lambda.py"])
    counted: list[int] = []
    result = run(toy, "right", BOUND, workers=2, progress=counted.append)
    assert result.end is ProofEnd.PROVED and result.reference == "reference-lambda"
    assert result.proved == result.total == len(instances(BOUND)) == sum(counted)
    assert run(toy, "right", (0, 0)).total == 1


@pytest.mark.long
def test_a_fault_on_single_instances_is_found_at_the_first_of_them(toy: Contest) -> None:
    declare(toy)
    every = instances(BOUND)
    rng = Random(7)
    for trial, workers in enumerate((1, 2, 3)):
        chosen = sorted(rng.sample(range(len(every)), 1 + trial))
        toy.solution("planted.py", wrong_on(*(every[index] for index in chosen)))
        result = run(toy, "planted", BOUND, workers=workers)
        assert result.end is ProofEnd.REFUTED and result.proved == chosen[0]
        assert result.counterexample is not None and not result.counterexample.flaky
        row = result.counterexample.instance
        assert (list(row.numbers), row.most) == every[chosen[0]]


@pytest.mark.long
@pytest.mark.parametrize("place", [0, -1])
def test_the_first_and_the_last_instance_count(toy: Contest, place: int) -> None:
    declare(toy)
    every = instances((2, 2))
    toy.solution("planted.py", wrong_on(every[place]))
    result = run(toy, "planted", (2, 2))
    assert result.end is ProofEnd.REFUTED and result.proved == range(len(every))[place]


@pytest.mark.long
def test_where_it_is_stopped_it_goes_on(toy: Contest) -> None:
    declare(toy)
    every = instances(BOUND)
    toy.solution("planted.py", wrong_on(every[-2]))
    heard: list[int] = []
    with closing(ProofStore(toy.root / "store.sqlite")) as store:
        first = run(
            toy,
            "planted",
            BOUND,
            store,
            stopped=lambda: sum(heard) > 0,
            progress=heard.append,
        )
        assert first.end is ProofEnd.UNFINISHED and first.interrupted
        assert 0 < first.proved == sum(heard) < len(every)
        again = run(toy, "planted", BOUND, store, resume=True)
        assert again.resumed == first.proved and again.proved == len(every) - 2
        assert again.end is ProofEnd.REFUTED
        assert run(toy, "planted", BOUND, store, resume=False).resumed == 0
        toy.solution("planted.py", RIGHT["lambda.py"])  # another source, another proof
        fresh = run(toy, "planted", BOUND, store, resume=True)
        assert fresh.resumed == 0 and fresh.end is ProofEnd.PROVED
        assert run(toy, "planted", BOUND, store, resume=True).resumed == len(every)
        assert [*store.bounds(toy.problem).values()] == [BOUND]


@pytest.mark.long
def test_the_reference_runs_once_within_a_bound(toy: Contest) -> None:
    declare(toy)
    toy.solution("right.py", RIGHT["lambda.py"])
    every = instances(BOUND)
    toy.solution("planted.py", wrong_on(every[BLOCK + 7]))
    chosen = task(toy, "planted", BOUND)
    [reference] = chosen.target.references
    key = answers_key(chosen, reference)
    with closing(ProofStore(toy.root / "store.sqlite")) as store:
        assert run(toy, "right", BOUND, store).end is ProofEnd.PROVED
        known = unpacked_answers(store.answers(key, 0), BLOCK)
        assert len(known) == BLOCK and store.answered_blocks(key) == -(-len(every) // BLOCK)
        fresh = reference_used_s(chosen, None), reference_used_s(chosen, store.answers(key, 0))
        assert fresh[0] > 0 and fresh[1] == 0
        # A failure is confirmed against a new answer of the reference.
        found = run(toy, "planted", BOUND, store)
        assert found.proved == BLOCK + 7 and found.counterexample is not None
        assert found.counterexample.best.answer is not None
        for damaged in (b"", b"x", b"\x78\x9c", store.answers(key, 1)):
            store.keep_answers(key, 0, damaged)
            assert run(toy, "planted", BOUND, store).proved == BLOCK + 7


def reference_used_s(chosen: ProofTask, answers: bytes | None) -> float:
    """CPU seconds of the reference in the first block."""
    first = InstanceCursor(chosen.plugin, BOUND).take(0, BLOCK, lambda: True)
    packed = packed_instances(first, chosen.plugin)
    with temporary_folder() as folder:
        context = prepare_proof(chosen, sandbox.choose("auto"), Path(folder))
        terms = settle_terms(context, lambda: False)
        with closing(Prover(replace(context, terms=terms))) as prover:
            before = prover.used_s[1]
            stretch = ProofStretch(3, 0, BLOCK, packed, answers)  # no spot check
            assert prover.prove(stretch, lambda: False).proved == BLOCK
            return prover.used_s[1] - before


@pytest.mark.long
def test_a_proof_without_time_proves_nothing(toy: Contest) -> None:
    declare(toy)
    toy.solution("right.py", RIGHT["lambda.py"])
    result = run(toy, "right", BOUND, seconds=0.000001)
    assert result.end is ProofEnd.UNFINISHED and result.proved < result.total


@pytest.mark.long
def test_a_wrong_reference_is_no_fault_of_the_solution(toy: Contest) -> None:
    declare(toy)
    toy.solution("alleged.py", wrong_on(([1], 1)))
    toy.solution("right.py", RIGHT["lambda.py"])
    with pytest.raises(JudgeError, match="the reference alleged fails on the instance above"):
        run(toy, "right", (2, 2), against="alleged")


@pytest.mark.long
def test_a_soft_time_limit_neither_proves_nor_refutes(toy: Contest) -> None:
    declare(toy)
    (toy.problem / "judge.toml").write_text('time = "soft"\n')
    settings = toy.problem / "problem.yaml"
    settings.write_text(settings.read_text().replace("time_limit: 10", "time_limit: 1"))
    right = RIGHT["lambda.py"].strip()
    slow = f"def f(n, k):\n while len(n) == 2: pass\n return ({right})(n, k)\n"
    toy.solution("slow.py", slow)
    result = run(toy, "slow", (2, 2))
    assert result.end is ProofEnd.TOO_SLOW and len(result.slow.numbers) == 2
    assert result.proved == sum(len(numbers) < 2 for numbers, _ in instances((2, 2)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("return len(list(", "return 1 + len(list(", "yields only 30 instances, and count says"),
        ("return len(list(", "return -1 + len(list(", "goes on after 29 instances, the number"),
        ("return len(list(", "return str(list(", "count returned .* must return an int from 0"),
        (
            "range(bound[0] + 1):\n                    y",
            "(0, 1, 1):\n                    y",
            "twice",
        ),
        ("yield Row(", "yield list(Row.__dict__) or Row(", "must return a hashable instance"),
    ],
)
def test_a_wrong_enumeration_is_a_fault_of_the_plugin(
    toy: Contest, old: str, new: str, said: str
) -> None:
    declare(toy, ENUMERATION.replace(old, new))
    toy.solution("right.py", RIGHT["lambda.py"])
    with pytest.raises(JudgeError, match=said):
        run(toy, "right", (2, 2))


@pytest.mark.long
def test_an_instance_may_not_come_again_however_late(toy: Contest) -> None:
    again = "                    yield Row(numbers, most)\n"
    late = "        if bound[0] > 3:\n            yield Row((1,), 0)\n"
    declare(toy, ENUMERATION.rstrip() + "\n" + late)
    assert again in ENUMERATION
    toy.solution("right.py", RIGHT["lambda.py"])
    with pytest.raises(JudgeError, match=r"number 11 and number [\d,]+ are the same"):
        run(toy, "right", BOUND)
    first = instances(BOUND)[0]
    toy.solution("planted.py", wrong_on(first))  # what comes before that fault counts
    assert run(toy, "planted", BOUND).end is ProofEnd.REFUTED


@pytest.mark.long
def test_an_endless_step_of_an_enumeration_ends(toy: Contest) -> None:
    text = ENUMERATION.replace("len(list(self.enumerate(bound)))", "30")
    declare(toy, text.replace("for length in", "while True: pass\n        for length in"))
    (toy.problem / "judge.toml").write_text("plugin_time_limit = 0.5\n")
    toy.solution("right.py", RIGHT["lambda.py"])
    with pytest.raises(JudgeError, match=r"enumerate took more than 0.5 s"):
        run(toy, "right", (2, 2))


def test_an_unknown_bound_is_refused_with_what_the_problem_says(toy: Contest) -> None:
    declare(toy)
    toy.solution("right.py", RIGHT["lambda.py"])
    with pytest.raises(JudgeError, match="'3' is no bound of this problem: a bound is length"):
        task(toy, "right", (3,))


def test_a_problem_without_an_enumeration_is_refused(toy: Contest) -> None:
    toy.solution("right.py", RIGHT["lambda.py"])
    with pytest.raises(JudgeError, match="a proof needs enumerate, count, describe_bound"):
        task(toy, "right", (1, 1))


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("cc"), reason="needs cc (Debian: gcc)")
@pytest.mark.parametrize("function", [False, True], ids=["program", "function"])
def test_a_compiled_solution_is_proved_and_refuted(toy: Contest, function: bool) -> None:
    declare(toy)
    every = instances((3, 4))
    numbers, most = every[-9]
    wrong = f"count=={len(numbers)}&&most=={most}" + "".join(
        f"&&n[{at}]=={number}" for at, number in enumerate(numbers)
    )
    right, anchor = RIGHT["plain.c"], "    while (most--)"
    if function:
        toy.solution("reference-slow.c", right)
        right, anchor = C_FUNCTION, "    for (int i = 0;"
    assert right.count(anchor) == 1
    toy.solution("right.c", right)
    toy.solution("planted.c", right.replace(anchor, f"    if ({wrong}) most = 0;\n{anchor}"))
    proved = run(toy, "right", (3, 4))
    assert proved.end is ProofEnd.PROVED and proved.proved == len(every)
    refuted = run(toy, "planted", (3, 4))
    assert refuted.end is ProofEnd.REFUTED and refuted.proved == len(every) - 9


@pytest.mark.long
def test_a_compiled_reference_answers_together_in_a_proof(toy: Contest) -> None:
    declare(toy)
    toy.solution("right.py", RIGHT["lambda.py"])
    toy.solution("quick.cpp", RIGHT["plain.cpp"])
    with temporary_folder() as folder:
        context = prepare_proof(
            task(toy, "right", BOUND, against="quick"), sandbox.choose("auto"), Path(folder)
        )
        assert context.reference.together is not None and context.built.together is None
