"""The facts of a run as plain JSON data, for other programs.

Scores are exact, as the plug-in computes them: an integer, or a string ``"p/q"``. Times are
seconds, memory is MiB. Outputs are bounded; see ``_bytes``. The number ``schema`` grows whenever a
field changes its meaning or is removed; fields may be added without notice.
"""

from __future__ import annotations

import json
import os
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from judge import __version__
from judge.common.atomic_write import write_parts
from judge.common.errors import near_path
from judge.common.safe_text import encodable, excerpt, unseen
from judge.model import (
    Calibration,
    Case,
    Execution,
    GroupResult,
    Limits,
    Outcome,
    ProblemResult,
    Results,
    Slow,
    SolutionResult,
    StaticResult,
)
from judge.plugin import Score

SCHEMA = 1

_SUSPECT = re.compile(r"[^\x20-\x7e\n]")

#: So many items of a long list are written at once.
TOGETHER = 64

Facts = dict[str, Any]
_ENCODER = json.JSONEncoder(ensure_ascii=False, indent=1, allow_nan=False)
_LINE_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
#: Makes a list of facts from some things, and what makes those of one.
_Listed = Callable[[Sequence[Any], Callable[[Any], Facts]], Any]


def results_as_facts(results: Results) -> Facts:
    """``results`` without sources and inputs, with long outputs cut, ready for ``json.dump``."""
    return _facts(results, lambda items, as_facts: [as_facts(item) for item in items])


def _facts(results: Results, listed: _Listed) -> Facts:
    """``listed`` makes the lists that may be long."""
    data = {
        "schema": SCHEMA,
        "judge_version": __version__,
        "run_version": results.version or None,
        "started": results.started,
        "wall_s": results.wall_s,
        "command": results.command,
        "machine": results.machine,
        "machine_class": results.machine_class or None,
        "calibration": _calibration(results.calibration),
        "sandbox": results.sandbox,
        "seed": None,  # a run draws nothing at random
        "toolchains": dict(results.toolchains),
        "interrupted": results.interrupted,
        "as_expected": not results.unexpected,
        "problems": [_problem(problem, listed) for problem in results.problems],
    }
    cleaned = _encodable(data)
    assert isinstance(cleaned, dict)
    return cleaned


def _calibration(calibration: Calibration | None) -> Facts | None:
    if calibration is None:
        return None
    return {
        "work": calibration.work,
        "cpu_s": list(calibration.seconds),
        "measured": calibration.measured,
    }


def write_json(results: Results, path: Path) -> None:
    """Write ``results_as_facts(results)`` as UTF-8 JSON, in one step; raises OSError."""
    write_parts(path, _parts(results))


def _parts(results: Results) -> Iterator[bytes]:
    """The bytes of the file, some at a time: all outcomes together may need more memory than the
    machine has. Each is a line. A random string, which no solution knows, stands for each long list
    until its place has come."""
    place, lists = os.urandom(16).hex(), list[tuple[Sequence[Any], Callable[[Any], Facts]]]()

    def noted(items: Sequence[Any], as_facts: Callable[[Any], Facts]) -> str:
        lists.append((items, as_facts))
        return place

    first, *others = json_text(_facts(results, noted)).split(f'"{place}"')
    yield first.encode()
    for (items, as_facts), after in zip(lists, others, strict=True):
        yield from _list_parts(items, as_facts)
        yield after.encode()


def _list_parts(items: Sequence[Any], as_facts: Callable[[Any], Facts]) -> Iterator[bytes]:
    lines = (_LINE_ENCODER.encode(as_facts(one)) for one in items)
    yield b"["
    between = "\n"
    while some := list(islice(lines, TOGETHER)):
        yield _escaped(encodable(between + ",\n".join(some))).encode()
        between = ",\n"
    yield b"\n]" if items else b"]"


def json_text(facts: Facts) -> str:
    """The file of some facts: JSON without lone surrogates and with a line end."""
    return encodable(_escaped(_ENCODER.encode(facts))) + "\n"


def _escaped(text: str) -> str:
    """JSON in which invisible characters are escaped, because it may be printed to a terminal."""
    return _SUSPECT.sub(lambda m: json.dumps(m[0])[1:-1] if unseen(m[0]) else m[0], text)


def _problem(result: ProblemResult, listed: _Listed) -> Facts:
    problem = result.problem
    return {
        "name": problem.name,
        "titles": dict(problem.titles),
        "folder": near_path(problem.folder),
        "limits": _limits(problem.limits),
        "cases": listed(problem.cases, _case),
        "solutions": [_solution_result(one, listed) for one in result.solutions],
    }


def _case(case: Case) -> Facts:
    return {
        "name": case.name,
        "group": case.group,
        "description": case.description,
        "input_sha256": case.input_digest,
        "answer_sha256": case.answer_digest,
    }


def _limits(limits: Limits) -> Facts:
    return {
        "cpu_s": limits.cpu_s,
        "wall_s": limits.wall_s,
        "memory_mib": limits.memory_mib,
        "output_bytes": limits.output_bytes,
        "stderr_bytes": limits.stderr_bytes,
        "processes": limits.processes,
        "disk_mib": limits.disk_mib,
    }


def _solution_result(result: SolutionResult, listed: _Listed) -> Facts:
    solution = result.solution
    return {
        "name": solution.name,
        "path": near_path(solution.path) if solution.variant_of is None else solution.place,
        "language": solution.language,
        "kind": solution.kind.value,
        "bytes": solution.size,
        "sha256": solution.digest,
        "characters": solution.measured.characters if solution.measured else None,
        "encoding": solution.encoding,
        "flags": list(solution.flags),
        "league": solution.league,
        "date": solution.date.isoformat() if solution.date else None,
        "author": solution.author,
        "url": solution.url,
        "note": solution.note,
        "settled": list(solution.settled),
        "requires": list(solution.requires),
        "verdict": result.verdict.value,
        "expect": sorted(verdict.value for verdict in solution.expect),
        "as_expected": result.as_expected,
        "unexpected": result.unexpected,
        "reading": result.reading,
        "reading_why": result.reading_why,
        "worst_gap": score(result.worst_gap),
        "passed": result.passed,
        "cpu_s": result.cpu_s,
        "peak_mib": result.peak_mib,
        "message": result.message,
        "stopped": result.stopped,
        "score": score(result.score),
        "groups": [_group(group) for group in result.groups],
        "static": [_static(one) for one in result.static],
        "slow": _slow(result.slow) if result.slow else None,
        "outcomes": listed(result.outcomes, _outcome),
    }


def _group(group: GroupResult) -> Facts:
    return {
        "name": group.name,
        "verdict": group.verdict.value,
        "score": score(group.score),
        "why": group.why,
    }


def _static(static: StaticResult) -> Facts:
    return {
        "group": static.group,
        "verdict": static.grade.verdict.value,
        "score": score(static.grade.score),
        "message": static.grade.message,
    }


def _slow(slow: Slow) -> Facts:
    return {
        "case": slow.case,
        "size": list(slow.size),
        "growth": slow.growth,
        "points": slow.points,
    }


def _outcome(outcome: Outcome) -> Facts:
    return {
        "case": outcome.case,
        "verdict": outcome.verdict.value,
        "reason": outcome.reason.value if outcome.reason else None,
        "message": outcome.message,
        "score": score(outcome.score),
        "best": score(outcome.best),
        "gap": score(outcome.gap),
        "run": _run(outcome.run) if outcome.run else None,
        "executed_at": outcome.executed_at or None,
    }


def _run(run: Execution) -> Facts:
    return {
        "ended": run.ended.value,
        "exit_status": run.exit_status,
        "signal": run.signal,
        "cpu_s": run.cpu_s,
        "wall_s": run.wall_s,
        "peak_mib": run.peak_mib,
        "note": run.note,
        "tries_s": list(run.tries_s),
        "cut": run.cut,
        "held_s": run.held_s,
        "exceeded": [limit.value for limit in run.exceeded],
        "stdout": _bytes(run.stdout),
        "stderr": _bytes(run.stderr, tail=True),
        "result": None if run.result is None else _bytes(run.result),
    }


def _bytes(data: bytes, tail: bool = False) -> Facts:
    """The first 4 KiB, of stderr the last: ``text``, and ``replaced`` where it was not UTF-8.

    ``bytes`` counts everything that was kept, ``from`` and ``to`` give the range that is here. If
    ``replaced`` is true, U+FFFD stands for each byte that is not UTF-8, and ``base64`` is exact.
    """
    part = excerpt(data, tail)
    start = part.total - len(part.data) if tail else 0
    shown: Facts = {"bytes": part.total, "from": start, "to": start + len(part.data)}
    try:
        return shown | {"text": part.data.decode("utf-8"), "replaced": False}
    except UnicodeDecodeError:
        text = part.data.decode("utf-8", "replace")
        exact = b64encode(part.data).decode("ascii")
        return shown | {"text": text, "replaced": True, "base64": exact}


def score(score: Score | None) -> int | str | None:
    """A score in JSON: exact, as the plug-in computes it."""
    if isinstance(score, Fraction):
        return f"{score.numerator}/{score.denominator}"
    return score


def _encodable(value: Any) -> Any:
    """The same data without lone surrogates, which strict JSON readers refuse."""
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {encodable(key): _encodable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    return value
