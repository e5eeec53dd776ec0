"""The toy problem, healthy and broken, and the ground on which checks stand."""

from __future__ import annotations

from judge import sandbox
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import RunOptions
from judge.model import Outcome, ProblemResult, Results
from judge.verify import checks
from judge.verify.finding import Finding, Table
from judge.verify.subject import Subject
from tests.contest import RIGHT, Contest

#: What a plug-in may declare, to be put at the end of the toy's class.
DECLARED = """
    def mutants(self, instance, answer):
        from judge.plugin import Fate, Mutant
        yield Mutant("nothing", "", Fate.LEGAL)
        yield Mutant("foreign", "99", Fate.ILLEGAL, "index out of range")
        yield Mutant("words", "none of them", Fate.UNDECODABLE)
        for pick in answer[:1]:
            yield Mutant("twice", f"{pick} {pick}", Fate.ILLEGAL, "a number is picked once")

    def variants(self, instance, rng):
        numbers = rng.sample(instance.numbers, len(instance.numbers))
        yield "shuffled", Row(tuple(numbers), instance.most)
"""


def declare(contest: Contest, text: str = DECLARED) -> None:
    """Give the toy's plug-in some more methods."""
    path = contest.problem / "plugin.py"
    path.write_text(path.read_text() + text)


def alter(contest: Contest, old: str, new: str) -> None:
    """Break the toy's plug-in; ``old`` must be there."""
    path = contest.problem / "plugin.py"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def two_references(contest: Contest) -> None:
    contest.solution("reference-a.py", RIGHT["lambda.py"])
    contest.solution("reference-b.py", RIGHT["def.py"])


def subject_of(contest: Contest, seconds: float = 0.2, **options: object) -> Subject:
    """The toy after a full run of its solutions."""
    chosen = contest.options(names=("toy",), **options)
    what = checks.plan_runs(chosen)
    results = listen(evaluate_plan(what, chosen))
    return checks.make_subject(what, chosen, results, seconds, 0)


def unrun(contest: Contest, seconds: float = 0.5) -> Subject:
    """The toy with its cases read, as if its one solution had not been run on any."""
    contest.solution("some.py", RIGHT["lambda.py"])
    chosen = contest.options(names=("toy",))
    what = checks.plan_runs(chosen)
    toy = what.problems["toy"]
    results = Results((ProblemResult(toy.problem, ()),), "2026-01-01T00:00:00", 0, "", "", "")
    layer = sandbox.choose("none")
    return Subject(toy, what, results, layer, 1, seconds, 0)


def options(contest: Contest) -> RunOptions:
    return contest.options(names=("toy",))


def table(finding: Finding, title: str) -> Table:
    [found] = [table for table in finding.tables if table.title.startswith(title)]
    return found


def outcomes(subject: Subject, name: str) -> tuple[Outcome, ...]:
    [judged] = [j for j in subject.solution_results if j.solution.name == name]
    return judged.outcomes
