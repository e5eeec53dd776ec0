"""Fills answer files with what a solution answers; nothing is written before all is graded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge import sandbox
from judge.checking.answer import answer_bytes, answer_text
from judge.checking.ending import bad_end
from judge.common import atomic_write
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.score_format import ScoreFormat
from judge.common.scratch import temporary_folder
from judge.evaluation.tasks import Job
from judge.evaluation.validated_answers import rejected_answers
from judge.evaluation.worker import CaseHandler
from judge.hunting.reference import REFERENCE_TIME_FACTOR
from judge.model import Case, Ended, Execution, Isolation, Kind, Limits, Solution, Verdict
from judge.packages.case_files import LoadedCase, answer_fault, load_input, read_answer, read_input
from judge.packages.load import find_problems
from judge.packages.loaded_problem import LoadedProblem, with_plugin
from judge.packages.problem_plugin import REFUSED, ProblemPlugin
from judge.plugin import Best, Goal, InputError
from judge.running import output_file
from judge.running.checkers import open_checker
from judge.running.compile import BuiltSolution
from judge.running.refused_packages import check_package
from judge.running.runner import Runner
from judge.sandbox.layer import Layer
from judge.solutions.find import find_solutions
from judge.solutions.load import load_solution

#: So many characters of a rejected answer are shown.
MOST_SHOWN = 40


class AnswerOptions(Struct, frozen=True):
    """``every``: also the answer files that exist."""

    problems_root: Path
    solutions_root: Path
    problem: str
    solution: str
    every: bool = False
    workers: int = 1
    sandbox: str = "auto"


class AnswersWritten(Struct, frozen=True):
    """The answer files that were written, those that were right already, and those left alone."""

    solution: Solution
    written: tuple[Path, ...]
    unchanged: int
    others: int


def write_answers(options: AnswerOptions) -> AnswersWritten:
    """Run the solution on the cases and write the answers; raises JudgeError, and then every answer
    file is as it was."""
    sandbox.check_name(options.sandbox)
    [problem] = find_problems(options.problems_root, [options.problem], answers=False)
    loaded = with_plugin(problem)
    if problem.validated_in_run:
        said = (
            "its answers come out of a dialogue with the output validator: write files NAME.ans by "
            "hand, empty ones if the validator does not read them"
        )
        raise JudgeError(said, problem.folder)
    check_package(loaded)
    solution = _named(options, loaded)
    cases = [case for case in problem.cases if options.every or not case.answer_path.exists()]
    others = len(problem.cases) - len(cases)
    if not cases:
        return AnswersWritten(solution, (), 0, others)
    layer = sandbox.choose(options.sandbox)
    with temporary_folder() as name:
        job = _job(loaded, solution, cases, Path(name) / "solution")
        runs = _runs(loaded, job, layer, options.workers)
        if loaded.plugin.own is not None:
            texts = _plugin_answers(loaded, job, runs)
        else:
            texts = _printed_answers(loaded, job, runs, layer, Path(name))
    for case, said in rejected_answers(problem, cases, texts, layer):
        fix = "mend it, or take a solution that prints what answer files hold"
        shown = _shown(texts[cases.index(case)])
        raise _refused(solution, case, f"its answer is {shown}, and {said}: {fix}")
    written = _written(cases, texts)
    return AnswersWritten(solution, written, len(cases) - len(written), others)


def _named(options: AnswerOptions, loaded: LoadedProblem) -> Solution:
    """A solution of the problem by its name, or any source by its path."""
    known = find_solutions(options.solutions_root, loaded, "*")
    wanted = options.solution
    found = next((one for one in known if wanted in (one.name, one.path.name)), None)
    if found is None and Path(wanted).is_file():
        problem = loaded.problem
        found = load_solution(Path(wanted), loaded.name, loaded.plugin.readings, problem.rules)
    if found is None:
        hint = did_you_mean(wanted, [one.name for one in known])
        raise JudgeError(f"no solution {wanted!r} of {loaded.name}, and no such file: {hint}")
    if found.kind is Kind.OUTPUT:
        raise JudgeError("is an output file: copy it to the answer file of its case", found.path)
    return found


def _job(loaded: LoadedProblem, solution: Solution, cases: Sequence[Case], folder: Path) -> Job:
    """With ten times the time limit: what writes answers need not be fast."""
    problem = loaded.problem
    limits = replace(problem.limits, cpu_s=REFERENCE_TIME_FACTOR * problem.limits.cpu_s)
    contexts = [load_input(loaded.plugin, case) for case in cases]
    return Job(0, problem, solution, tuple(cases), contexts, limits, folder)


def _runs(loaded: LoadedProblem, job: Job, layer: Layer, workers: int) -> list[Execution]:
    """An execution for each case; raises JudgeError for the first that failed."""
    with closing(CaseHandler([job], layer, Isolation.SOLUTION)) as handler:
        done = handler.prepare(0)
    if done.built is None:
        first = (done.message.splitlines() or ["it cannot be built"])[0]
        raise JudgeError(f"cannot be run: {first}", job.solution.path)
    runs = list(_executed(loaded, job, done.built, layer, min(workers, len(job.cases))))
    for case, run in zip(job.cases, runs, strict=True):
        if ended := bad_end(run) or _not_its_own_end(run):
            raise _refused(job.solution, case, ended)
    return runs


def _executed(
    loaded: LoadedProblem, job: Job, built: BuiltSolution, layer: Layer, workers: int
) -> Iterator[Execution]:
    idle: SimpleQueue[Runner] = SimpleQueue()
    runners = [_runner(built, layer, job.limits) for _ in range(workers)]
    for runner in runners:
        idle.put(runner)

    def executed(place: int) -> Execution:
        own = idle.get()
        try:
            return own.run(loaded.plugin, job.contexts[place].instance, job.cases[place])
        finally:
            idle.put(own)

    try:
        with ThreadPoolExecutor(workers) as pool:
            yield from pool.map(executed, range(len(job.cases)))
    finally:
        for runner in runners:
            runner.close()


def _runner(built: BuiltSolution, layer: Layer, limits: Limits) -> Runner:
    return Runner(built, layer, limits, Isolation.SOLUTION)


def _not_its_own_end(run: Execution) -> str:
    return "" if run.ended in (Ended.EXITED, Ended.SIGNALLED) else run.ended.value


def _refused(solution: Solution, case: Case, why: str) -> JudgeError:
    return JudgeError(f"{case.name}: {why}; no answer file was written", solution.path)


def _shown(answer: bytes) -> str:
    text = answer.decode("utf-8", "replace").strip()
    return repr(text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…")


# With a plug-in


class _Answers(Struct, frozen=True):
    """The answers to all cases under one reading, or why there are none."""

    reading: str
    best: tuple[Best[Any], ...] = ()
    fault: JudgeError | None = None


def _plugin_answers(loaded: LoadedProblem, job: Job, runs: Sequence[Execution]) -> list[bytes]:
    """The contents of the answer files: each is read again as the judge will read it."""
    plugin = loaded.plugin
    under = [_answers(plugin, job, runs, r) for r in job.solution.readings or plugin.readings]
    legal = [answers for answers in under if answers.fault is None]
    if not legal:
        assert under[0].fault
        raise under[0].fault
    found = max(legal, key=lambda answers: _total(plugin, answers))
    texts = []
    for case, context, best, run in zip(job.cases, job.contexts, found.best, runs, strict=True):
        own = plugin.offers("render_answer")
        text = plugin.render_answer(context.instance, best) if own else _lines(answer_text(run))
        if not own and found.reading != plugin.readings[0]:
            said = f"it answers {found.reading}, and answer files are {plugin.readings[0]}"
            raise _refused(job.solution, case, said)
        _check_again(plugin, job.solution, case, context, best, text)
        _check_against_old(loaded, job.solution, case, context, best)
        texts.append(text.encode())
    return texts


def _answers(plugin: ProblemPlugin, job: Job, runs: Sequence[Execution], reading: str) -> _Answers:
    found = []
    for case, context, run in zip(job.cases, job.contexts, runs, strict=True):
        try:
            answer = plugin.decode(answer_text(run), context.instance, reading)
            best = plugin.rated(context.instance, answer)
            wrong = ""
            if plugin.goal is None:
                said = plugin.compare(context.instance, answer, answer)
                wrong = "" if said is None else said or "the plug-in rejects it"
        except REFUSED as error:
            wrong = str(error)
        if wrong:
            return _Answers(reading, fault=_refused(job.solution, case, wrong))
        found.append(best)
    return _Answers(reading, tuple(found))


def _lines(text: str) -> str:
    """An answer as a file of whole lines: what a function returns does not end with a newline."""
    return text if not text or text.endswith("\n") else text + "\n"


def _total(plugin: ProblemPlugin, answers: _Answers) -> Any:
    """Larger for better answers; 0 where they have no scores."""
    if plugin.goal is None:
        return 0
    total = sum(best.score for best in answers.best if best.score is not None)
    return total if plugin.goal is Goal.MAXIMISE else -total


def _check_again(
    plugin: ProblemPlugin,
    solution: Solution,
    case: Case,
    context: LoadedCase,
    best: Best[Any],
    text: str,
) -> None:
    """Raise JudgeError unless the text is read as the same answer, or one as good."""
    try:
        again = plugin.parse_answer(text, context.instance)
    except InputError as error:
        raise _refused(
            solution, case, f"render_answer wrote what cannot be read: {error}"
        ) from error
    wrong = answer_fault(plugin, context.instance, again)
    if not wrong and again.score != best.score:
        wrong = "parse_answer does not read the score that render_answer wrote"
    if wrong:
        raise _refused(solution, case, wrong)


def _check_against_old(
    loaded: LoadedProblem, solution: Solution, case: Case, context: LoadedCase, best: Best[Any]
) -> None:
    """Raise JudgeError if the answer file holds a right answer, and the new one is worse."""
    if not case.answer_path.exists():
        return
    plugin = loaded.plugin
    try:
        old = loaded.read_case(case).best
        if old is None or answer_fault(plugin, context.instance, old):
            return
        worse = _is_worse(plugin, context.instance, best, old)
    except (JudgeError, *REFUSED):  # the faulty file is what is to be replaced
        return
    if worse:
        raise _refused(solution, case, f"the answer file has a better answer: {worse}")


def _is_worse(plugin: ProblemPlugin, instance: Any, best: Best[Any], old: Best[Any]) -> str:
    """How an answer is worse than a stored one; empty if it is not."""
    if plugin.goal is None:
        said = plugin.compare(instance, best.answer, old.answer)
        return "" if said is None else said or "the plug-in rejects the new one"
    assert best.score is not None and old.score is not None
    better = old.score > best.score if plugin.goal is Goal.MAXIMISE else old.score < best.score
    shown: Callable[[Any], str] = ScoreFormat(plugin.unit).score
    return f"{shown(old.score)}, and the new one has {shown(best.score)}" if better else ""


# Without a plug-in


def _printed_answers(
    loaded: LoadedProblem, job: Job, runs: Sequence[Execution], layer: Layer, folder: Path
) -> list[bytes]:
    """What was printed, which the validator must accept as an output beside itself."""
    texts = [answer_bytes(run) for run in runs]
    with closing(open_checker(loaded, layer, folder)) as checker:
        for case, output in zip(job.cases, texts, strict=True):
            moved = replace(case, name="case", data=folder)
            moved.input_path.write_bytes(read_input(case))
            moved.answer_path.write_bytes(output)
            run = output_file.as_run(output, job.limits)
            context = LoadedCase(moved.input_path)
            [grade] = checker.grade(moved, context, run).values()
            if grade.verdict is not Verdict.AC:
                why = f"{grade.verdict.value}: {grade.message}"
                raise _refused(job.solution, case, why)
    return texts


def _written(cases: Sequence[Case], texts: Sequence[bytes]) -> tuple[Path, ...]:
    """Write each file that changes, at once; raises JudgeError."""
    written = []
    for case, text in zip(cases, texts, strict=True):
        path = case.answer_path
        if path.exists() and read_answer(case) == text:
            continue
        try:
            atomic_write.write_whole(path, text)
        except OSError as error:
            raise JudgeError(f"cannot be written: {error.strerror}", path) from error
        written.append(path)
    return tuple(written)
