"""Stored answers are legal, score what their files say, and are best; stored outputs are what their
folders say."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from itertools import chain, product
from pathlib import Path

from judge.checking.grade import grade_output
from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.model import Case, Grade, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.problem_plugin import REFUSED
from judge.plugin import Fate, Mutable
from judge.running import output_file
from judge.verify import crowded_scores, mutants
from judge.verify.better_outputs import Start, improved, known_words
from judge.verify.capped_scores import cap
from judge.verify.deadline import Deadline, share
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.group_limits import beyond
from judge.verify.package_check import PackageCheck
from judge.verify.plugin_calls import own_mutants
from judge.verify.remark import Severity
from judge.verify.stated_points import other_points
from judge.verify.stated_samples import unknown_samples
from judge.verify.stored_outputs import DIALOGUES
from judge.verify.subject import Subject
from judge.verify.word_rows import Vocabulary

NAME = "stored answers"
VALID, INVALID, INVALID_ANSWER = "valid_output", "invalid_output", "invalid_answer"
#: The files are read for at most so many times ``Subject.seconds``.
TIME_FACTOR = 3
#: The search for better answers: at most so many cases, and changes of one output.
MOST_SEARCHED, MOST_CHANGES = 60, 500
#: It goes through the cases so often.
MOST_ROUNDS = 6
#: Much longer outputs of all cases have this part of the time of the check at most.
LONGER = 0.15
#: Arbitrary outputs have this part of it.
CROWDED = 0.2
#: Fewer cases may well have the same answer.
LEAST_CASES = 3


def check(subject: Subject) -> Finding:
    """Fault: a stored answer is illegal, has another score or can be improved; a stored output is
    rejected or accepted against its folder."""
    plugin = subject.plugin
    samples = PackageCheck(subject.loaded, subject.layer, subject.workers).sample_remarks()
    wrong_samples = [str(one) for one in samples if one.severity is Severity.FAULT]
    if not subject.problem.types & DIALOGUES:
        wrong_samples += unknown_samples(subject.problem)
    wrong_samples += chain(other_points(subject.problem), beyond(subject.problem))
    if wrong_samples:
        return Finding(NAME, Status.FAULT, wrong_samples[0], tuple(wrong_samples[1:EXAMPLES]))
    if plugin.own is None:
        if same := _same_answers(subject):
            return Finding(NAME, Status.WARNING, same)
        said = "the files of the samples belong together; the package has no plug-in for more"
        return Finding(NAME, Status.OK, said)
    deadline, read, outputs = Deadline(TIME_FACTOR * subject.seconds), 0, 0
    faults: list[str] = []
    # Small files first: what the time is too short for is large.
    cases = sorted(_cases(subject), key=lambda case: (case.input_path.stat().st_size, case.name))
    for case in deadline.items(cases):
        read += 1
        outputs += case.answer_path.with_suffix(".out").is_file()
        faults += _faults(subject, case)
    searched, better = _search(subject) if plugin.offers("score") else (0, [])
    faults += [*better, *contradicted(subject)]
    if plugin.offers("score") and not faults:
        said = crowded_scores.fault(subject, Deadline(CROWDED * subject.seconds))
        faults += [said] if said else []
    scope = f"{share(read, len(cases), 'answer')} and {counted(outputs, 'output')}"
    if faults:
        said = f"{counted(len(faults), 'fault')} in {scope}: {faults[0]}"
        return Finding(NAME, Status.FAULT, said, tuple(faults[:EXAMPLES]))
    said = (
        f"{scope} are as declared; a search in {counted(searched, 'output')} finds nothing better"
    )
    status = Status.OK
    if odd := _capped(subject):
        status, said = Status.WARNING, f"{said}; {odd}"
    return Finding(NAME, status, said, is_complete=read == len(cases))


def _capped(subject: Subject) -> str:
    """A message if the stored scores look capped."""
    scores = {
        name: loaded.best.score
        for name, loaded in subject.contexts.items()
        if loaded.best is not None and loaded.best.score is not None
    }
    if (value := cap(scores)) is None:
        return ""
    names = [name for name, score in scores.items() if score == value]
    shown = subject.loaded.scores.score(value)
    said = f"{len(names)} stored scores are {shown}, such as {names[0]}, and none is beyond"
    return f"{said}: is the score capped?"


def _same_answers(subject: Subject) -> str:
    """A message if one answer is the right one in every case; empty for dialogues."""
    paths = [case.answer_path for case in subject.problem.cases]
    if subject.problem.types & DIALOGUES or len(paths) < LEAST_CASES:
        return ""
    folder, most = subject.problem.folder, foreign_files.CASE_BYTES
    first, *others = (foreign_files.read(path, folder, most) for path in paths)
    if not first.strip() or any(other.split() != first.split() for other in others):
        return ""
    shown = one_line(repr(first.decode("utf-8", "replace")), 60)
    return f"all {len(paths)} answer files say {shown}: a solution that always prints it is right"


def _faults(subject: Subject, case: Case) -> Iterator[str]:
    """What is wrong with an answer file and the output beside it; raises JudgeError for a file that
    cannot be read."""
    if INVALID_ANSWER in Path(case.name).parts:
        if _read(subject, case):
            yield f"data/{case.name}.ans is accepted by the plug-in"
        return
    loaded = subject.loaded.read_case(case)
    yield from filter(None, (_illegal(subject, case, loaded), _output(subject, case, loaded)))


def _cases(subject: Subject) -> Iterator[Case]:
    """Everything below ``data`` with an input and an answer file."""
    data = subject.problem.folder / "data"
    known = {case.name: case for case in subject.problem.cases}
    for path in sorted(data.rglob("*.in")):
        name = path.relative_to(data).with_suffix("").as_posix()
        if path.with_suffix(".ans").is_file():
            yield known.get(name) or Case(name, "", data)


def _read(subject: Subject, case: Case) -> bool:
    """Whether the plug-in reads the answer file of a case."""
    try:
        subject.loaded.read_case(case)
    except JudgeError:
        return False
    return True


def _illegal(subject: Subject, case: Case, loaded: LoadedCase) -> str:
    """What is wrong with a stored answer."""
    best, plugin, scores = loaded.best, subject.plugin, subject.loaded.scores
    if best is None:
        return ""
    try:
        if not plugin.offers("score"):
            wrong = plugin.compare(loaded.instance, best.answer, best.answer)
            return f"data/{case.name}.ans is not accepted itself: {wrong}" if wrong else ""
        score = plugin.score(loaded.instance, best.answer)
    except REFUSED as error:
        return f"data/{case.name}.ans contains an illegal answer: {one_line(str(error), 200)}"
    if score == best.score:
        return ""
    shown = f"{scores.score(score)}, not {scores.score(best.score)}"
    return f"data/{case.name}.ans: the answer in it scores {shown}"


def contradicted(subject: Subject) -> Iterator[str]:
    """The stored answers that are not right where an output that is accepted beside them is the
    stored one: only one of the two can be right. Where answer files have a format of their own,
    they hold something else than an output."""
    plugin = subject.plugin
    if plugin.offers("score") or plugin.offers("parse_answer") or not plugin.offers("compare"):
        return
    for name, loaded in subject.contexts.items():
        for reading, text in mutants.right_outputs(subject, name).items() if loaded.best else ():
            assert loaded.best is not None
            try:
                printed = plugin.decode(text, loaded.instance, reading)
                wrong = plugin.compare(loaded.instance, loaded.best.answer, printed)
            except REFUSED as error:
                wrong = str(error)
            if wrong:
                shown = f"{one_line(repr(text), 100)} is accepted in {name}"
                said = f"{shown}, and beside that the answer in data/{name}.ans is wrong"
                yield f"{said}: {one_line(wrong, 150)}"
                break


def _output(subject: Subject, case: Case, loaded: LoadedCase) -> str:
    """What is wrong with the output beside a case; empty if there is none."""
    path = case.answer_path.with_suffix(".out")
    if not path.is_file():
        return ""
    output = foreign_files.read(path, subject.problem.folder, foreign_files.CASE_BYTES)
    run = output_file.as_run(output, subject.limits)
    grades = grade_output(subject.plugin, loaded, run)
    return _misplaced(f"data/{case.name}.out", case, grades)


def _misplaced(name: str, case: Case, grades: Mapping[str, Grade]) -> str:
    verdicts = {grade.verdict for grade in grades.values()}
    if Verdict.BETTER in verdicts:
        return f"{name} beats the stored answer beside it"
    accepted = Verdict.AC in verdicts
    if INVALID in Path(case.name).parts:
        return f"{name} is accepted by the plug-in" if accepted else ""
    if accepted:
        return ""
    first = next(iter(grades.values()))
    why = first.reason.value if first.reason else first.verdict.value
    message = f": {one_line(first.message, 200)}" if first.message else ""
    return f"{name} is rejected by the plug-in ({why}{message})"


def _search(subject: Subject) -> tuple[int, list[str]]:
    """The outputs that were improved as far as possible, and those that beat a stored answer.

    All cases with much longer outputs first; then small cases first, again and again until
    ``subject.seconds / 2`` are over.
    """
    begun = time.monotonic()
    longer_end, end = begun + subject.seconds * LONGER, begun + subject.seconds / 2
    names = sorted(subject.contexts, key=lambda name: (sum(subject.contexts[name].size), name))
    samples = [name for name in names if name.startswith("sample/")]
    others = [name for name in names if name not in samples]
    known = known_words(subject)
    chosen, searched, found = [*samples, *others][:MOST_SEARCHED], set[str](), dict[str, str]()
    for name in names:  # the longer outputs alone: that is quick, and a rule may end at some size
        if time.monotonic() > longer_end:
            break
        start = _start(subject, name)
        if start and (said := _improved(subject, name, start, known, longer_end, 0, changes=0)):
            found[name] = said
    for number, name in product(range(MOST_ROUNDS), chosen):
        if time.monotonic() > end:
            break
        if name not in found and (start := _start(subject, name)):
            searched.add(name)
            if said := _improved(subject, name, start, known, end, number):
                found[name] = said
    return len(searched), [*found.values()]


def _start(subject: Subject, name: str) -> Start | None:
    """A legal output for a case: of a solution, or of the plug-in's mutants."""
    for result, outcome in subject.outcomes_on(name):
        if outcome.score is not None and outcome.run:
            text = mutants.kept_text(outcome.run)
            if text is not None and result.reading:
                return Start(text, result.reading)
    plugin, loaded = subject.plugin, subject.contexts[name]
    if isinstance(plugin.own, Mutable) and loaded.best is not None:
        for one in own_mutants(plugin, loaded.instance, loaded.best.answer, mutants.MOST_OWN):
            if one.fate is Fate.LEGAL:
                return Start(one.text, subject.plugin.readings[0])
    return None


def _improved(
    subject: Subject,
    name: str,
    start: Start,
    known: Vocabulary,
    end: float,
    number: int,
    changes: int = MOST_CHANGES,
) -> str:
    """Climb by small changes of the text; a message if that leads beyond the stored answer.
    ``number`` makes other changes than before."""
    rng, loaded = subject.rng(f"better {name} {number}"), subject.contexts[name]
    best, scores = loaded.best_score, subject.loaded.scores
    assert best is not None
    found = improved(
        subject,
        loaded.instance,
        best,
        start,
        known,
        rng,
        changes,
        lambda: time.monotonic() > end,
    )
    if found is None:
        return ""
    said = f"{one_line(repr(found.text), 200)}, read as {start.reading}"
    said += f", scores {scores.score(found.score)}, the stored answer {scores.score(best)}"
    return f"{name}: the stored answer is not the best: {said}"
