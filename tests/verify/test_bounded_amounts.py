"""Outputs with a number between two of its row, and a number of the first line as their sum."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from judge.model import Case, Verdict
from judge.verify.bounded_amounts import LEAST_CASES, overlooked
from judge.verify.deadline import Deadline

Rows = list[tuple[int, int]]
#: Whether amounts are right for the rows and the sum.
Check = Callable[[Rows, int, list[float]], bool]
CASES = 8


def within(rows: Rows, total: int, amounts: list[float]) -> bool:
    return all(a - 1e-6 <= x <= b + 1e-6 for x, (a, b) in zip(amounts, rows, strict=True))


def whole(rows: Rows, total: int, amounts: list[float]) -> bool:
    return within(rows, total, amounts) and abs(sum(amounts) - total) <= 1e-6


#: What a validator that forgets something looks at, and what is said of it.
FORGETFUL: dict[str, tuple[Check, str]] = {
    "nothing": (whole, ""),
    "least": (lambda r, t, x: whole([(-9, b) for _, b in r], t, x), "below that of its row"),
    "greatest": (lambda r, t, x: whole([(a, 99) for a, _ in r], t, x), "above that of its row"),
    "sum": (within, "add up to a number of the first line"),
    "last": (
        lambda r, t, x: abs(sum(x) - t) < 1e-6 and within(r[:-1], t, x[:-1]),
        "its last number",
    ),
    "all but the first": (
        lambda r, t, x: abs(sum(x) - t) < 1e-6 and within(r[:1], t, x[:1]),
        "its middle number",
    ),
    "a lesser sum": (lambda r, t, x: within(r, t, x) and sum(x) <= t + 1e-6, ""),
}


def poured(folder: Path, cases: int = CASES) -> tuple[dict[Case, str], dict[str, tuple[Rows, int]]]:
    """A right output of each case: the first rows are full, the last ones have the least."""
    rng, right, known = Random(1), dict[Case, str](), dict[str, tuple[Rows, int]]()
    for number in range(cases):
        rows = [(rng.randint(1, 5), rng.randint(8, 20)) for _ in range(4 + number)]
        full = rng.randrange(1, len(rows))
        amounts = [float(b if at < full else a) for at, (a, b) in enumerate(rows)]
        amounts[full] += 1.5
        amounts[(full + 1) % len(rows)] += 0.5 if full + 1 < len(rows) else -0.5
        total = int(sum(amounts))
        case = Case(str(number), "", folder)
        case.input_path.write_text(
            f"{len(rows)} {total}\n" + "".join(f"{a} {b}\n" for a, b in rows)
        )
        right[case] = "".join(f"{x}\n" for x in amounts)
        known[case.name] = rows, total
    return right, known


@pytest.mark.parametrize("forgotten", FORGETFUL)
def test_a_validator_that_does_not_look_at_a_rule(tmp_path: Path, forgotten: str) -> None:
    right, known = poured(tmp_path)
    check, wanted = FORGETFUL[forgotten]

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        fits = check(*known[case.name], [float(word) for word in output.split()])
        return (Verdict.AC if fits else Verdict.WA), ""

    assert all(judged(case, text.encode())[0] is Verdict.AC for case, text in right.items())
    said = overlooked(tmp_path, right, judged, Deadline(600))
    assert wanted in said
    assert bool(wanted) == bool(said)


@pytest.mark.parametrize("sign", [1, -1])
def test_an_exact_sum_has_no_other_on_one_side_either(tmp_path: Path, sign: int) -> None:
    right, known = poured(tmp_path)

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        rows, total = known[case.name]
        amounts = [float(word) for word in output.split()]
        fits = within(rows, total, amounts) and sign * (sum(amounts) - total) <= 1e-6
        return (Verdict.AC if fits else Verdict.WA), ""

    text = tmp_path / "problem.en.md"
    text.write_text("They hold at most $t$ litres.")
    assert overlooked(tmp_path, right, judged, Deadline(600)) == ""
    text.write_text("They hold exactly $t$ litres.")
    said = overlooked(tmp_path, right, judged, Deadline(600))
    assert ("less" if sign > 0 else "greater") in said


def test_inputs_may_be_links_within_the_package(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    right, _ = poured(tmp_path / "data")
    for case in right:
        case.input_path.rename(tmp_path / f"{case.name}.in")
        case.input_path.symlink_to(tmp_path / f"{case.name}.in")
    assert overlooked(tmp_path, right, lambda *_: (Verdict.AC, ""), Deadline(600))


def test_few_cases_tell_nothing(tmp_path: Path) -> None:
    right, _ = poured(tmp_path, LEAST_CASES - 1)
    assert overlooked(tmp_path, right, lambda *_: (Verdict.AC, ""), Deadline(600)) == ""


def test_a_bound_that_no_output_reaches_is_none(tmp_path: Path) -> None:
    right, known = poured(tmp_path)
    between = {
        case: "".join(f"{(a + b) / 2 + number}\n" for a, b in known[case.name][0])
        for number, case in enumerate(right)
    }
    assert overlooked(tmp_path, between, lambda *_: (Verdict.AC, ""), Deadline(600)) == ""
