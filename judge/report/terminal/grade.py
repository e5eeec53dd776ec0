"""What ``judge grade`` prints of a source's results."""

from __future__ import annotations

from judge.checking import soft_limit
from judge.common.messages import counted
from judge.common.safe_text import one_line, plain
from judge.languages.table import all_languages
from judge.model import Case, Grade, Outcome, SolutionResult, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.loaded_problem import LoadedProblem
from judge.report.export.markdown import code
from judge.solutions.code_size import described

#: Of what a failed run wrote on standard error so many lines are shown, and of each so much.
COMPLAINT_ROWS, COMPLAINT_WIDTH = 12, 400
#: With these it may be that a source was run in another way than was meant.
MISTAKABLE = frozenset({Verdict.WA, Verdict.RTE})


def verdict_in_words(its: Grade, context: LoadedCase, loaded: LoadedProblem) -> str:
    """Verdict and reason in words, with the exact scores where there are any."""
    words = [its.verdict.title]
    if its.reason:
        words.append(its.reason.value)
    if its.score is not None:
        words.append(f"score {loaded.scores.score(its.score)}")
        words.append(f"best {loaded.scores.score(context.best.score)}")
    return ", ".join(words) + (f"; {its.message}" if its.message else "")


def details_of(judged: SolutionResult, loaded: LoadedProblem) -> list[str]:
    """Size, reading, how a wrong answer was run, and how far a slow one came."""
    measured = judged.solution.measured
    rows = [f"size: {', '.join(described(measured))}"] if measured else []
    if judged.verdict in MISTAKABLE:
        rows.append(one_line("; ".join(judged.solution.settled)))
    if judged.slow:
        rows.append(soft_limit.described(judged.slow))
    if judged.reading and len(loaded.plugin.readings) > 1:
        rows.append(f"read as {judged.reading}: {judged.reading_why}")
    return rows


def passed_cases(judged: SolutionResult, cases: tuple[Case, ...]) -> str:
    if not judged.outcomes:
        return ""
    slowest = max(judged.outcomes, key=lambda o: o.run.cpu_s if o.run else 0.0)
    longest = f"{_milliseconds(judged.cpu_s)} of CPU time at most ({slowest.case})"
    return f", {judged.passed} of {len(cases)} cases passed, {longest}"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms" if seconds >= 0.0005 else "below 1 ms"


def post(judged: SolutionResult, cases: tuple[Case, ...], loaded: LoadedProblem) -> str:
    """The line to paste under a post, in Markdown."""
    solution = judged.solution
    title = all_languages()[solution.language].title
    flags = f" with {code(' '.join(solution.flags))}" if solution.flags else ""
    words = [f"**{judged.verdict.value}** {counted(solution.size, 'byte')}", title + flags]
    if judged.outcomes:
        words.append(f"{judged.passed}/{len(cases)} cases")
    if judged.slow:
        words.append(soft_limit.described(judged.slow))
    elif judged.verdict is Verdict.AC:
        words.append(f"worst case {_milliseconds(judged.cpu_s)}")
    elif judged.refuted:
        words.append(f"refuted by {code(judged.refuted.case)}")
    if judged.verdict is Verdict.AC and judged.reading and len(loaded.plugin.readings) > 1:
        words.append(judged.reading)
    return ", ".join(words)


def outcome_line(outcome: Outcome, loaded: LoadedProblem) -> str:
    words = [outcome.reason.value] if outcome.reason else []
    if outcome.gap:
        words.append(f"gap {loaded.scores.score(outcome.gap)}")
    said = "; ".join(filter(None, (", ".join(words), outcome.message)))
    return one_line(f"  {outcome.case}: {outcome.verdict.value} {said}".rstrip())


def stderr_excerpt(failed: list[Outcome]) -> list[str]:
    """Start and end of what the first failed run that wrote on standard error wrote there."""
    written = ((o.case, o.run.stderr.decode("utf-8", "replace").strip()) for o in failed if o.run)
    case, text = next((found for found in written if found[1]), ("", ""))
    rows = text.splitlines()
    if len(rows) > COMPLAINT_ROWS:
        half = COMPLAINT_ROWS // 2
        rows = [*rows[:half], "…", *rows[-half:]]
    shown = "\n".join(f"  {plain(row, COMPLAINT_WIDTH)}" for row in rows)
    return [f"{one_line(case)}, on standard error:\n{shown}"] if rows else []


def clean_text(rows: list[str], paragraphs: list[str]) -> str:
    """One text, in which nothing that came from the file can steer the terminal."""
    return plain("\n".join(["\n".join(rows), *("\n" + text for text in paragraphs)]))
