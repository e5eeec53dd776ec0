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
    """The bytes of the file: UTF-8, with marks in place of characters that XML cannot hold."""
    root = Element("testsuites", name="judge")
    for result in results.problems:
        for judged in result.judged:
            _suite(root, results, result.problem, judged)
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, 0)) for suite in root)))
    root.set("time", f"{sum(float(suite.get('time', 0)) for suite in root):.3f}")
    indent(root)
    return bytes(tostring(root, encoding="UTF-8", xml_declaration=True)) + b"\n"


def _suite(root: Element, results: Results, problem: Problem, judged: SolutionResult) -> None:
    name = _text(one_line(f"{problem.name}/{judged.solution.name}"))
    suite = SubElement(root, "testsuite", name=name, timestamp=_text(results.started[:19]))
    cases = [_whole(judged, suite, name)]
    cases += [_case(judged, outcome, suite, name) for outcome in judged.outcomes]
    for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(key, str(sum(case.find(tag) is not None for case in cases)))
    suite.set("tests", str(len(cases)))
    suite.set("time", f"{sum(float(case.get('time', 0)) for case in cases):.3f}")


def _whole(judged: SolutionResult, suite: Element, name: str) -> Element:
    case = SubElement(suite, "testcase", name=WHOLE, classname=name, time="0")
    expected = " or ".join(sorted(verdict.value for verdict in judged.solution.expect))
    told = f"{judged.verdict.value} ({judged.verdict.title}), expected {expected}"
    why = "\n".join(filter(None, (judged.message, judged.stopped)))
    if judged.verdict is Verdict.SKIP:
        SubElement(case, "skipped", message=_text(judged.message))
    elif not judged.as_expected:
        _fault(case, judged.verdict, told, why)
    else:
        SubElement(case, "system-out").text = _text("\n".join(filter(None, (told, why))))
    return case


def _case(judged: SolutionResult, outcome: Outcome, suite: Element, name: str) -> Element:
    seconds = outcome.run.cpu_s if outcome.run else 0.0
    case = SubElement(
        suite, "testcase", name=_text(one_line(outcome.case)), classname=name, time=f"{seconds:.6f}"
    )
    fine = judged.as_expected or outcome.verdict in judged.solution.expect | {Verdict.AC}
    told = f"{outcome.verdict.value} {saying(outcome)}".rstrip()
    if not fine:
        _fault(case, outcome.verdict, told, "")
    elif outcome.verdict is not Verdict.AC:
        SubElement(case, "system-out").text = _text(told)
    return case


def _fault(case: Element, verdict: Verdict, message: str, more: str) -> None:
    """A failure of the solution, or an error of the judge."""
    tag = "error" if verdict is Verdict.JE else "failure"
    SubElement(case, tag, type=verdict.value, message=_text(message)).text = _text(more) or None


def _text(text: str) -> str:
    """The string without characters that XML 1.0 forbids: controls, surrogates, U+FFFE, U+FFFF."""
    return plain(text, LONGEST)
