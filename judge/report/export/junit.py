"""The verdicts as JUnit XML, which continuous integration services read.

A test suite is a solution of a problem, a test case one of its cases. Only unexpected verdicts
fail: a wrong solution whose manifest expects WA is a success. As that depends on all cases
together, every suite begins with a test case named ``VERDICT``. Times are CPU seconds.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from judge.common.atomic_write import write_whole
from judge.common.safe_text import one_line, plain
from judge.model import Outcome, Problem, Results, SolutionResult, Verdict
from judge.report.phrases import saying

#: The name of the test case for the verdict of the solution.
WHOLE = "VERDICT"
#: Longer strings are cut: characters.
LONGEST = 2000


def write(results: Results, path: Path) -> None:
    """Write the verdicts to ``path`` in one step; raises OSError."""
    write_whole(path, render(results))


def render(results: Results) -> bytes:
    """The bytes of the file: UTF-8, with marks for characters that XML does not allow."""
    root = Element("testsuites", name="judge")
    for problem_result in results.problems:
        for result in problem_result.solutions:
            _suite(root, results, problem_result.problem, result)
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, 0)) for suite in root)))
    root.set("time", f"{sum(float(suite.get('time', 0)) for suite in root):.3f}")
    indent(root)
    return bytes(tostring(root, encoding="UTF-8", xml_declaration=True)) + b"\n"


def _suite(root: Element, results: Results, problem: Problem, result: SolutionResult) -> None:
    name = _text(one_line(f"{problem.name}/{result.solution.name}"))
    suite = SubElement(root, "testsuite", name=name, timestamp=_text(results.started[:19]))
    cases = [_whole(result, suite, name)]
    cases += [_case(result, outcome, suite, name) for outcome in result.outcomes]
    for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(key, str(sum(case.find(tag) is not None for case in cases)))
    suite.set("tests", str(len(cases)))
    suite.set("time", f"{sum(float(case.get('time', 0)) for case in cases):.3f}")


def _whole(result: SolutionResult, suite: Element, name: str) -> Element:
    case = SubElement(suite, "testcase", name=WHOLE, classname=name, time="0")
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


def _case(result: SolutionResult, outcome: Outcome, suite: Element, name: str) -> Element:
    seconds = outcome.run.cpu_s if outcome.run else 0.0
    case = SubElement(
        suite, "testcase", name=_text(one_line(outcome.case)), classname=name, time=f"{seconds:.6f}"
    )
    fine = result.as_expected or outcome.verdict in result.solution.expect | {Verdict.AC}
    description = f"{outcome.verdict.value} {saying(outcome)}".rstrip()
    if not fine:
        _fault(case, outcome.verdict, description, "")
    elif outcome.verdict is not Verdict.AC:
        SubElement(case, "system-out").text = _text(description)
    return case


def _fault(case: Element, verdict: Verdict, message: str, more: str) -> None:
    """A failure of the solution, or an error of the judge."""
    tag = "error" if verdict is Verdict.JE else "failure"
    SubElement(case, tag, type=verdict.value, message=_text(message)).text = _text(more) or None


def _text(text: str) -> str:
    """The string without characters that XML 1.0 forbids: controls, surrogates, U+FFFE, U+FFFF."""
    return plain(text, LONGEST)
