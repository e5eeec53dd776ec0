"""What a hunt has to say, as text for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from judge.checking.answer import answer_text
from judge.checking.ending import bad_end
from judge.common.safe_text import one_line, plain, typed
from judge.hunting.result import Failure, HuntResult, TooSlow
from judge.hunting.stress import Counterexample
from judge.hunting.target import USUAL_SIZES, HuntOptions, Target
from judge.model import Execution, Grade, Verdict
from judge.plugin import Best, IllegalAnswer, Undecodable
from judge.report.phrases import shown_size
from judge.report.terminal.wrong_answer import sketched

#: How much of an output without a legal answer is shown, in characters.
SHOWN = 400


def report(
    target: Target, options: HuntOptions, hunt_result: HuntResult, saved: Mapping[Failure, str]
) -> str:
    """The whole text. ``saved`` names the cases that were added."""
    head = (
        f"{target.problem.title}: {target.solution.name} against {hunt_result.reference}, "
        f"seed {options.seed}"
    )
    rows = [one_line(head), _ending(hunt_result)]
    if hunt_result.reading_why:
        rows.append(one_line(f"read as {hunt_result.reading}: {hunt_result.reading_why}"))
    parts = ["\n".join(rows)]
    if hunt_result.too_slow:
        parts.append(_too_slow(target, hunt_result.too_slow))
    for failure in hunt_result.failures:
        parts.append(_failure(target, options, hunt_result, failure, saved.get(failure, "")))
    return plain("\n\n".join(parts))


def guidance(hunt_result: HuntResult) -> str:
    """What the source and its behaviour gave to the search, in one line."""
    values = f"{hunt_result.constants:,} value{'' if hunt_result.constants == 1 else 's'}"
    kept = f"{hunt_result.kept:,} instance{'' if hunt_result.kept == 1 else 's'}"
    return f"{values} from the source; {kept} kept for what the solution did with them"


def _ending(hunt_result: HuntResult) -> str:
    tried = f"{hunt_result.tried:,} instance{'' if hunt_result.tried == 1 else 's'}"
    summary = f"{tried} in {hunt_result.seconds:.1f} s"
    if hunt_result.interrupted:
        summary = f"interrupted after {summary}"
    if not hunt_result.failures:
        said = "nothing found" if hunt_result.interrupted else "it survived"
    else:
        failures = len(hunt_result.failures)
        said = f"{failures} failure{'' if failures == 1 else 's'}"
    refused = hunt_result.refused
    if not refused:
        return f"{summary}: {said}"
    count = f"{refused:,} failure{' is' if refused == 1 else 's are'}"
    return f"{summary}: {said}; {count} left out, whose input the input validators refuse"


def _too_slow(target: Target, slow: TooSlow) -> str:
    """A solution that hits a limit: it may never end, so the smallest instance is shown."""
    size = shown_size(target.plugin.size(slow.smallest))
    what = f"{slow.count:,} were too slow, the smallest of {size}" if size else "some were too slow"
    if slow.count == 1:
        what = f"1 was too slow, of {size}" if size else "1 was too slow"
    text = target.plugin.render(slow.smallest).rstrip("\n")
    return f"{what}: no failure, the time limit is soft\n\n{text}"


def _failure(
    target: Target, options: HuntOptions, hunt_result: HuntResult, failure: Failure, saved: str
) -> str:
    counterexample = failure.counterexample
    rows = [headline(target, counterexample), _reduced(target, failure), ""]
    rows += counterexample_rows(target, hunt_result.reading, hunt_result.reference, counterexample)
    rows.append("")
    if saved:
        rows += [
            f"saved as {one_line(saved)}; judge it with",
            f"  {_run_command(target, options, saved)}",
        ]
    rows += ["repeat it with:", f"  {_hunt_command(target, options, hunt_result, failure)}"]
    return "\n".join(rows)


def headline(target: Target, counterexample: Counterexample) -> str:
    """The kind of a failure, and how far the answer is from the best."""
    sort = "FLAKY" if counterexample.flaky else str(counterexample.fault)
    return f"{sort}{_gap(target, counterexample.grade)}"


def counterexample_rows(
    target: Target, reading: str, reference: str, counterexample: Counterexample
) -> list[str]:
    """The instance, what the solution answers, and a best answer of the reference with this
    name."""
    instance: Any = counterexample.instance
    best: Best[Any] = counterexample.best
    rows = [target.plugin.render(instance).rstrip("\n"), ""]
    if counterexample.other is not None:
        rows += [
            "the same instance, answered twice:",
            _shown(target, reading, counterexample, counterexample.run),
        ]
        rows += ["and", _shown(target, reading, counterexample, counterexample.other)]
    else:
        rows += [_shown(target, reading, counterexample, counterexample.run)]
    if counterexample.fault.verdict is Verdict.BETTER:
        rows += [f"it beats {one_line(reference)}: the reference is at fault. The reference says"]
    rows += [f"a best answer{_score(target, best)}:"]
    return [*rows, _indented(_pictured(target, instance, best.answer))]


def _gap(target: Target, grade: Grade) -> str:
    if grade.gap:
        return f" (gap {target.loaded.scores.gap(grade.gap)})"
    message = grade.message.removeprefix(f"{grade.rule}: ")
    return f" ({one_line(message)})" if message and grade.verdict is not Verdict.RTE else ""


def _reduced(target: Target, failure: Failure) -> str:
    size = shown_size(target.plugin.size(failure.counterexample.instance))
    instance = f"instance {failure.number}, {size}" if size else f"instance {failure.number}"
    if failure.counterexample.flaky:
        return f"{instance}, not reduced"
    if not failure.steps and failure.minimal:
        return f"{instance}: no simpler instance fails in this way"
    how = "" if failure.minimal else ", not to the end"
    steps = f"{failure.steps} step{'' if failure.steps == 1 else 's'}"
    if not size:
        return f"{instance}, reduced in {steps}{how}"
    first = shown_size(failure.first_size)
    return f"instance {failure.number}, {first}, reduced in {steps} to {size}{how}"


def _shown(target: Target, reading: str, counterexample: Counterexample, run: Execution) -> str:
    """An answer drawn with its score, or the output in which there is none."""
    plugin, instance = target.plugin, counterexample.instance
    text = answer_text(run)
    bad = bad_end(run)
    if bad and not text.strip():
        return f"it gave no answer: {plain(bad, SHOWN)}"
    after = f"; then {plain(bad, SHOWN)}" if bad else ""
    reading = reading or plugin.readings[0]
    try:
        answer = plugin.decode(text, instance, reading)
        rated = plugin.rated(instance, answer)
    except (Undecodable, IllegalAnswer) as error:
        shown = plain(text.strip("\n"), SHOWN) or "nothing"
        return f"its answer is no good, {error}{after}:\n{_indented(shown)}"
    drawn = _indented(_pictured(target, instance, answer))
    return f"its answer{_score(target, rated)}{after}:\n{drawn}"


def _score(target: Target, rated: Best[Any]) -> str:
    return "" if rated.score is None else f", score {target.loaded.scores.score(rated.score)}"


def _pictured(target: Target, instance: Any, answer: Any) -> str:
    """An answer as the plug-in draws it, or else as Python writes it."""
    if target.plugin.offers("sketch"):
        return sketched(target.plugin, instance, answer)
    return plain(answer if isinstance(answer, str) else repr(answer), SHOWN)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.rstrip("\n").splitlines())


def roots(options: HuntOptions) -> list[str]:
    arguments = []
    for name, path in (
        ("problems", options.problems_root),
        ("solutions", options.solutions_root),
    ):
        if path != Path(name):
            arguments += [f"--{name}", str(path)]
    return arguments


def _run_command(target: Target, options: HuntOptions, saved: str) -> str:
    """A source from elsewhere is no solution of the problem, which others are."""
    solution = target.solution
    home = options.solutions_root / target.problem.name
    known = solution.path.resolve().parent == home.resolve()
    chosen = ["--solution", solution.name] if known else []
    command = ["judge", "run", options.problem, *chosen, "--case", saved]
    return typed([*command, *roots(options)])


def _hunt_command(
    target: Target, options: HuntOptions, hunt_result: HuntResult, failure: Failure
) -> str:
    command = ["judge", "hunt", options.problem, options.solution, "--seed", str(options.seed)]
    command += ["--only", str(failure.number)]
    if options.sizes != USUAL_SIZES:
        command += ["--size", "-".join(map(str, options.sizes))]
    if options.against is not None:
        command += ["--against", options.against]
    return typed([*command, *roots(options)])
