"""The verdicts as JUnit XML, which continuous integration services read.

A test suite is a solution of a problem, a test case one of its cases. Only unexpected verdicts
fail: a wrong solution whose manifest expects WA is a success. As that depends on all cases
together, every suite begins with a test case named ``VERDICT``. Times are CPU seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from judge.common.atomic_write import write_parts
from judge.common.safe_text import one_line, plain
from judge.model import Outcome, Problem, Results, SolutionResult, Verdict
from judge.report.phrases import saying

#: The name of the test case for the verdict of the solution.
WHOLE = "VERDICT"
#: Longer strings are cut: characters.
LONGEST = 2000
#: Elements in a test case, and the attributes that count them.
COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}
#: So many test cases are written at once.
TOGETHER = 64
INDENT = b"  "


def write(results: Results, path: Path) -> None:
    """Write the verdicts to ``path`` in one step; raises OSError."""
    write_parts(path, _parts(results))


def render(results: Results) -> bytes:
    """The bytes of the file: UTF-8, with marks for characters that XML does not allow."""
    return b"".join(_parts(results))


def _parts(results: Results) -> Iterator[bytes]:
    """The bytes of the file, some at a time: the counts come first, so outcomes are seen twice."""
    suites = [
        (_suite(results, problem_result.problem, result), result)
        for problem_result in results.problems
        for result in problem_result.solutions
    ]
    root = Element("testsuites", name="judge")
    for key in ("tests", *COUNTED.values()):
        root.set(key, str(sum(int(suite.get(key, 0)) for suite, _ in suites)))
    root.set("time", f"{sum(float(suite.get('time', 0)) for suite, _ in suites):.3f}")
    yield b"<?xml version='1.0' encoding='UTF-8'?>\n"
    yield from _around(root, 0, (_around(suite, 1, _shown(suite, r)) for suite, r in suites))


def _around(outer: Element, level: int, inner: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
    """An element without content, and what it is to have inside."""
    begin = tostring(outer, encoding="UTF-8").removesuffix(b" />")
    is_empty = True
    for some in inner:
        yield INDENT * level + begin + b">\n" if is_empty else b""
        is_empty = False
        yield from some
    end = f"</{outer.tag}>".encode()
    yield INDENT * level + (begin + b" />" if is_empty else end) + b"\n"


def _shown(suite: Element, result: SolutionResult) -> Iterator[tuple[bytes]]:
    cases = _cases(suite.get("name", ""), result)
    while some := list(islice(cases, TOGETHER)):
        around = Element("testsuite")
        around.extend(some)
        indent(around, level=1)
        _, shown = tostring(around, encoding="UTF-8").split(b"<testsuite>\n")
        yield (shown.removesuffix(INDENT + b"</testsuite>"),)


def _suite(results: Results, problem: Problem, result: SolutionResult) -> Element:
    """The element of a solution, with its counts and without its cases."""
    name = _text(one_line(f"{problem.name}/{result.solution.name}"))
    suite = Element("testsuite", name=name, timestamp=_text(results.started[:19]))
    tags, time_s = Counter(child.tag for child in _whole(result, name)), 0.0
    for outcome in result.outcomes:
        time_s += _seconds(outcome)
        if not _is_fine(result, outcome):
            tags[_tag(outcome.verdict)] += 1
    suite.set("tests", str(1 + len(result.outcomes)))
    for tag, key in COUNTED.items():
        suite.set(key, str(tags[tag]))
    suite.set("time", f"{time_s:.3f}")
    return suite


def _cases(suite: str, result: SolutionResult) -> Iterator[Element]:
    yield _whole(result, suite)
    for outcome in result.outcomes:
        yield _case(result, outcome, suite)


def _whole(result: SolutionResult, suite: str) -> Element:
    case = Element("testcase", name=WHOLE, classname=suite, time="0")
    expected = " or ".join(sorted(verdict.value for verdict in result.solution.expect))
    description = f"{result.verdict.value} ({result.verdict.title}), expected {expected}"
    said = f"expected {result.unexpected}" if result.solution.expectations else ""
    unexpected = () if result.as_expected else (said,)
    why = "\n".join(filter(None, (*unexpected, result.message, result.stopped)))
    if result.verdict is Verdict.SKIP:
        SubElement(case, "skipped", message=_text(result.message))
    elif not result.as_expected:
        _fault(case, result.verdict, description, why)
    else:
        SubElement(case, "system-out").text = _text("\n".join(filter(None, (description, why))))
    return case


def _case(result: SolutionResult, outcome: Outcome, suite: str) -> Element:
    name = _text(one_line(outcome.case))
    case = Element("testcase", name=name, classname=suite, time=f"{_seconds(outcome):.6f}")
    description = f"{outcome.verdict.value} {saying(outcome)}".rstrip()
    if not _is_fine(result, outcome):
        _fault(case, outcome.verdict, description, "")
    elif outcome.verdict is not Verdict.AC:
        SubElement(case, "system-out").text = _text(description)
    return case


def _is_fine(result: SolutionResult, outcome: Outcome) -> bool:
    return result.as_expected or outcome.verdict in result.solution.expect | {Verdict.AC}


def _seconds(outcome: Outcome) -> float:
    return outcome.run.cpu_s if outcome.run else 0.0


def _tag(verdict: Verdict) -> str:
    """A failure of the solution, or an error of the judge."""
    return "error" if verdict is Verdict.JE else "failure"


def _fault(case: Element, verdict: Verdict, message: str, more: str) -> None:
    SubElement(case, _tag(verdict), type=verdict.value, message=_text(message)).text = (
        _text(more) or None
    )


def _text(text: str) -> str:
    """The string without characters that XML 1.0 forbids: controls, surrogates, U+FFFE, U+FFFF."""
    return plain(text, LONGEST)
