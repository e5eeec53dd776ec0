"""What changed between two runs: solutions, verdicts, sizes, and CPU times beyond noise.

Both runs are read from the facts that ``judge run --json`` writes.

CPU times of a solution are compared case by case, where input and verdict are the same in both runs
and at least one time is ``FLOOR_S`` or more. They count as changed if the median of the ratios
differs from 1 by a tenth or more *and* a sign test over all ratios gives a probability below 1 in
1000. That takes at least eleven cases. With five solutions or more, the change that all of them
share is attributed to the machine: it is reported once, and removed before solutions are compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from statistics import median
from typing import Any

from msgspec import Struct

from judge.common.messages import listed
from judge.model import Calibration, Kind, Verdict

FLOOR_S = 0.005
LEAST_RATIO = 1.1
CHANCE = 0.001
#: The least number of solutions for which a shared change is removed.
CROWD = 5

Facts = Mapping[str, Any]


class Seen(Struct, frozen=True):
    """One case of a solution in one run."""

    verdict: Verdict
    input_digest: str
    #: None where nothing was run.
    cpu_s: float | None


class Entry(Struct, frozen=True):
    """One solution in one run."""

    problem: str
    name: str
    size: int
    digest: str
    verdict: Verdict
    expect: frozenset[Verdict]
    as_expected: bool
    output: bool
    cases: Mapping[str, Seen]


class Side(Struct, frozen=True):
    """One of the two runs."""

    label: str
    started: str
    machine: str
    sandbox: str
    problems: frozenset[str]
    entries: Mapping[tuple[str, str], Entry]
    #: The class of the machine, empty if it is not known, and how fast it is, if that was measured.
    machine_class: str = ""
    calibration: Calibration | None = None

    @property
    def kind(self) -> str:
        """What times compare within."""
        return self.machine_class or self.machine


class Change(Struct, frozen=True):
    """One change, in words; ``worse`` if somebody should look at it."""

    problem: str
    solution: str
    what: str
    description: str
    worse: bool = False


class Comparison(Struct, frozen=True):
    before: Side
    after: Side
    changes: tuple[Change, ...]
    #: Remarks on how to read the changes.
    notes: tuple[str, ...]

    @property
    def worse(self) -> bool:
        return any(change.worse for change in self.changes)


def side(label: str, facts: Facts) -> Side:
    """The facts of a run (see ``judge.report.export.json_write``) as one side of a comparison."""
    entries = [
        _entry(problem, solution)
        for problem in facts["problems"]
        for solution in problem["solutions"]
    ]
    return Side(
        label,
        facts["started"],
        facts["machine"],
        facts["sandbox"],
        frozenset(problem["name"] for problem in facts["problems"]),
        {(entry.problem, entry.name): entry for entry in entries},
        facts.get("machine_class") or "",
        _calibration(facts),
    )


def _calibration(facts: Facts) -> Calibration | None:
    found = facts.get("calibration")
    if not found:
        return None
    return Calibration(
        facts.get("machine_class") or "",
        int(found["work"]),
        tuple(float(seconds) for seconds in found["cpu_s"]),
        str(found["measured"]),
    )


def machine_ratio(before: Side, after: Side) -> float | None:
    """How many times as long the same takes on the second machine; None if nobody has measured that
    of two kinds of machines."""
    if not before.machine_class or not after.machine_class:
        return 1.0 if before.machine == after.machine else None
    if before.machine_class == after.machine_class:
        return 1.0
    if before.calibration is None or after.calibration is None:
        return None
    return before.calibration.ratio(after.calibration)


def _entry(problem: Facts, solution: Facts) -> Entry:
    digests = {case["name"]: case.get("input_sha256", "") for case in problem["cases"]}
    return Entry(
        problem["name"],
        solution["name"],
        int(solution["bytes"]),
        solution.get("sha256", ""),
        Verdict(solution["verdict"]),
        frozenset(Verdict(name) for name in solution["expect"]),
        bool(solution["as_expected"]),
        solution["kind"] == Kind.OUTPUT.value,
        {
            o["case"]: Seen(
                Verdict(o["verdict"]),
                digests.get(o["case"], ""),
                float(o["run"]["cpu_s"]) if o["run"] else None,
            )
            for o in solution["outcomes"]
        },
    )


def compare_sides(before: Side, after: Side) -> Comparison:
    """All changes, sorted by problem and solution."""
    both = sorted(before.entries.keys() & after.entries.keys())
    pairs = [(before.entries[key], after.entries[key]) for key in both]
    ratio = machine_ratio(before, after)
    timed = [
        (new, [one / ratio for one in _ratios(old, new)])
        for old, new in pairs
        if ratio is not None and not new.output
    ]
    drift = _drift([ratios for _, ratios in timed if ratios])
    changes = [
        *(_new(after.entries[key]) for key in after.entries.keys() - before.entries.keys()),
        *(_gone(before.entries[key]) for key in before.entries.keys() - after.entries.keys()),
        *(change for old, new in pairs for change in _verdicts(old, new)),
        *(change for old, new in pairs for change in _sizes(old, new)),
        *(change for new, ratios in timed for change in _times(new, ratios, drift)),
    ]
    changes.sort(key=lambda change: (change.problem, change.solution))
    return Comparison(before, after, tuple(changes), _notes(before, after, ratio, drift))


def _new(entry: Entry) -> Change:
    description = f"{entry.verdict.value}, {entry.size:,} bytes"
    return Change(entry.problem, entry.name, "new", description, not entry.as_expected)


def _gone(entry: Entry) -> Change:
    return Change(entry.problem, entry.name, "gone", f"was {entry.verdict.value}")


def _verdicts(old: Entry, new: Entry) -> list[Change]:
    """Changes of the solution's verdict, and of those of its cases."""
    changes = []
    if old.verdict is not new.verdict:
        description = f"{old.verdict.value} → {new.verdict.value}{_same_source(old, new)}"
        changes.append(Change(new.problem, new.name, "verdict", description, _is_worse(old, new)))
    moved = [
        (case, old.cases[case].verdict, seen)
        for case, seen in new.cases.items()
        if case in old.cases and old.cases[case].verdict is not seen.verdict
    ]
    if moved:
        lost = any(was is Verdict.AC for _, was, _ in moved)
        description = listed(
            [f"{case} {was.value} → {seen.verdict.value}" for case, was, seen in moved]
        )
        worse = Verdict.AC in new.expect and lost and new.verdict is not Verdict.SKIP
        changes.append(Change(new.problem, new.name, "cases", description, worse))
    return changes


def _is_worse(old: Entry, new: Entry) -> bool:
    """Whether an unexpected verdict is new, or is a fault of the judge or the problem."""
    fault = new.verdict in (Verdict.JE, Verdict.BETTER)
    fine = old.as_expected or old.verdict is Verdict.AC
    return not new.as_expected and (fine or fault)


def _same_source(old: Entry, new: Entry) -> str:
    return ", with the same source" if old.digest and old.digest == new.digest else ""


def _sizes(old: Entry, new: Entry) -> list[Change]:
    if old.size == new.size:
        return []
    description = f"{old.size:,} → {new.size:,} bytes"
    grew = new.size > old.size and Verdict.AC is new.verdict is old.verdict and not new.output
    return [Change(new.problem, new.name, "size", description, grew)]


def _ratios(old: Entry, new: Entry) -> list[float]:
    """The new CPU time divided by the old one, for each case that can be compared."""
    ratios = []
    for case, now in new.cases.items():
        was = old.cases.get(case)
        if was is None or was.verdict is not now.verdict or was.input_digest != now.input_digest:
            continue
        if now.verdict not in (Verdict.AC, Verdict.WA) or not was.cpu_s or not now.cpu_s:
            continue
        if max(was.cpu_s, now.cpu_s) >= FLOOR_S:
            ratios.append(now.cpu_s / was.cpu_s)
    return ratios


def _drift(ratios: Sequence[Sequence[float]]) -> float:
    """The ratio that all solutions share; 1 if there are too few solutions."""
    if len(ratios) < CROWD:
        return 1.0
    shared: float = median(median(one) for one in ratios)
    return shared


def _times(new: Entry, ratios: Sequence[float], drift: float) -> list[Change]:
    own = [ratio / drift for ratio in ratios]
    if not own or chance(own) >= CHANCE:
        return []
    middle = median(own)
    if 1 / LEAST_RATIO < middle < LEAST_RATIO:
        return []
    slower = middle > 1
    side = sum((ratio > 1) is slower for ratio in own)
    description = (
        f"CPU time ×{middle:.2f}, {side} of {len(own)} cases {'slower' if slower else 'faster'}"
    )
    return [Change(new.problem, new.name, "time", description, slower)]


def chance(ratios: Sequence[float]) -> float:
    """The two-sided sign test: the probability that a fair coin is at least as one-sided."""
    above = sum(ratio > 1 for ratio in ratios)
    below = sum(ratio < 1 for ratio in ratios)
    tosses = above + below
    tail = sum(comb(tosses, k) for k in range(max(above, below), tosses + 1))
    return min(1.0, float(2 * Fraction(tail, 2**tosses)))


def _notes(before: Side, after: Side, ratio: float | None, drift: float) -> tuple[str, ...]:
    notes = []
    if ratio is None:
        notes.append(
            f"different machines: {before.kind} → {after.kind}: times are not compared; "
            "run `judge calibrate` on both"
        )
    elif before.kind != after.kind:
        notes.append(
            f"different machines: {before.kind} → {after.kind}: the same takes ×{ratio:.2f} there, "
            "as `judge calibrate` measured; the times below are relative to that"
        )
    for what, old, new in (
        ("machines", before.machine, after.machine),
        ("sandboxes", before.sandbox, after.sandbox),
    ):
        if old != new and not (what == "machines" and (ratio is None or before.kind != after.kind)):
            notes.append(f"different {what}, which may explain differences in time: {old} → {new}")
    if not 1 / LEAST_RATIO < drift < LEAST_RATIO:
        notes.append(
            f"all solutions together: CPU time ×{drift:.2f}; the times below are relative to that"
        )
    for what, names in (
        ("only before", before.problems - after.problems),
        ("only after", after.problems - before.problems),
    ):
        if names:
            notes.append(f"problems {what}: {', '.join(sorted(names))}")
    return tuple(notes)
