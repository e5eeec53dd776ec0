"""Mutants of the toy's plug-in, and the stored texts that notice them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.running import artifact_cache
from judge.running.worker_pool import WorkerPool
from judge.verify import parallel
from judge.verify.deadline import Deadline
from judge.verify.finding import Finding, Status
from judge.verify.mutation import check, execution, observation, rounds
from judge.verify.mutation.equivalents import FILE
from judge.verify.mutation.execution import Fate, MutantResult, MutantTask, Mutator, Suite
from judge.verify.mutation.operators import Kind
from judge.verify.mutation.rounds import MutantHandler, Rounds
from judge.verify.mutation.suite import extended, make_suite
from judge.verify.mutation.trials import Observer, Treatment, Trial
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import alter, declare, subject_of, unrun


@pytest.fixture(autouse=True)
def no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, every mutant is tried."""
    monkeypatch.setattr(check, "TIME_FACTOR", 100_000)


def suite_of(contest: Contest, *more: Trial) -> Suite:
    subject = unrun(contest)
    trials = [*check.stored_trials(subject), *check.made_trials(subject), *more]
    return make_suite(subject.problem.folder, subject.plugin, subject.limits, trials)


def examine(suite: Suite, task: MutantTask) -> MutantResult:
    """What becomes of a mutant, from a process of its own: its plug-in is loaded anew."""
    [(_, result)] = parallel.answers([task], 1, partial(MutantHandler, suite), MutantResult)
    assert result is not None
    return result


def fate_of(contest: Contest, change: str, *more: Trial, search_s: float = 0.0) -> MutantResult:
    """What becomes of the one mutant with this change."""
    suite = suite_of(contest, *more)
    [(name, mutation)] = [one for one in suite.subjects.made if one[1].change == change]
    every = tuple(range(len(suite.trials)))
    return examine(suite, MutantTask(name, mutation, every, search_s))


def out_of(contest: Contest, case: str, output: str) -> Trial:
    data = contest.problem / "data" / case
    files = (data.with_suffix(end).read_text() for end in (".in", ".ans"))
    return Trial(case, *files, output)


COUNT = "len(answer) > instance.most → len(answer) > instance.most + 1"
TWICE = "len(set(answer)) < len(answer) → False"


@pytest.mark.long
def test_a_mutant_that_no_stored_text_notices_survives(contest: Contest) -> None:
    assert fate_of(contest, COUNT).fate is Fate.SURVIVED


@pytest.mark.long
def test_a_stored_output_notices_it(contest: Contest) -> None:
    too_many = out_of(contest, "secret/01-last", "0 1")
    assert fate_of(contest, COUNT, too_many).fate is Fate.NOTICED


@pytest.mark.long
def test_the_search_finds_the_shortest_output_that_would_notice_it(contest: Contest) -> None:
    seed = out_of(contest, "secret/03-ties", "0 1")
    result = fate_of(contest, TWICE, seed, search_s=60)
    assert result.fate is Fate.SURVIVED
    assert result.telling is not None
    assert result.telling.origin == "secret/03-ties"
    assert result.telling.output


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "change", "fate"),
    [
        ("while not most: pass", "not most → True", Fate.ENDED),
        ("if 1 < 0: import os; os._exit(0)", "1 < 0 → True", Fate.ENDED),
        ("if 1 < 0: raise KeyError", "1 < 0 → True", Fate.ENDED),
    ],
)
def test_a_mutant_may_loop_crash_or_end_its_process(
    contest: Contest, code: str, change: str, fate: Fate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execution, "LEAST_CPU_S", 1)
    monkeypatch.setattr(execution, "CPU_FACTOR", 0)
    alter(contest, "        lines = text.splitlines()\n", f"        most = 1\n        {code}\n")
    path = contest.problem / "plugin.py"
    path.write_text(path.read_text().replace(code, f"{code}\n        lines = text.splitlines()"))
    suite = suite_of(contest)
    found = [one for one in suite.subjects.made if one[1].change == change]
    results = [examine(suite, MutantTask(*one, (0,))).fate for one in found]
    assert fate in results


@pytest.mark.long
def test_an_output_refused_by_an_unmeant_exception_tells_a_mutant(contest: Contest) -> None:
    """Though a solution's verdict is the same."""
    path = contest.problem / "plugin.py"
    old, new = (
        "        try:\n            picks",
        '        if "x" in text: raise Undecodable("x")\n        try:\n            picks',
    )
    path.write_text(
        path.read_text().replace(old, new).replace("except ValueError", "except KeyError")
    )
    trial = out_of(contest, "secret/03-ties", "x\n")
    assert fate_of(contest, "'x' in text → False", trial).fate is Fate.ENDED


@pytest.mark.long
def test_a_loop_ends_long_before_the_limit_of_a_plug_ins_call(contest: Contest) -> None:
    code = "        lines = text.splitlines()\n"
    alter(contest, code, f"        most = 1\n        while not most: pass\n{code}")
    suite = suite_of(contest)
    loops = [one for one in suite.subjects.made if one[1].change == "not most → True"]
    fates = {examine(suite, MutantTask(*loop, (0,))) for loop in loops}
    # The call was ended, and not the process.
    assert MutantResult(Fate.ENDED, 0) in fates


@pytest.mark.long
def test_the_original_stays_as_it_is(contest: Contest) -> None:
    suite = suite_of(contest)
    [(name, mutation)] = [one for one in suite.subjects.made if one[1].change == TWICE]
    source = (contest.problem / "plugin.py").read_text()
    examine(suite, MutantTask(name, mutation, (0,)))
    again = suite_of(contest)
    assert again.treatments == suite.treatments
    assert (contest.problem / "plugin.py").read_text() == source
    assert not list(contest.problem.rglob("__pycache__"))


@pytest.mark.long
def test_only_code_that_leads_to_a_verdict_is_mutated(contest: Contest) -> None:
    suite = suite_of(contest)
    source = (contest.problem / "plugin.py").read_text().splitlines()
    mutated = {source[one.line - 1].strip() for _, one in suite.subjects.made}
    assert "if len(answer) > instance.most:" in mutated
    assert not any("yield" in line or "rng" in line or "escape" in line for line in mutated)


@pytest.mark.long
def test_a_mutation_runs_where_it_makes_a_difference_only(contest: Contest) -> None:
    suite = suite_of(contest, out_of(contest, "secret/01-last", "0 1"))
    [(name, mutation)] = [one for one in suite.subjects.made if one[1].change == COUNT]
    [index] = suite.of(name, mutation)
    assert suite.trials[index].output == "0 1"


def finding_of(contest: Contest) -> Finding:
    return check.check(unrun(contest, seconds=0.01))


@pytest.mark.long
def test_survivors_are_a_warning_with_file_line_and_change_unless_equivalent(
    contest: Contest,
) -> None:
    finding = finding_of(contest)
    assert finding.status is Status.WARNING
    [table] = finding.tables
    rows = (contest.problem / "plugin.py").read_text().splitlines()
    line, text = next((i, row) for i, row in enumerate(rows, 1) if "> instance.most:" in row)
    place = f"plugin.py:{line}:{text.index('len(answer)') + 1}"
    assert (place, Kind.COMPARISON.value, COUNT) in {row[:3] for row in table.rows}

    entry = f'[[mutant]]\nfile = "plugin.py"\nchange = "{COUNT}"\nreason = "a test"\n'
    (contest.problem / FILE).write_text(entry)
    told = finding_of(contest)
    assert "1 equivalent mutant" in told.statement
    assert len(told.tables[0].rows) == len(table.rows) - 1


@pytest.mark.long
def test_texts_that_nobody_stored_are_not_needed_where_nothing_survives(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = "".join(
        f"[[mutant]]\nfile = 'plugin.py'\nchange = {json.dumps(row[2])}\nreason = 'a test'\n"
        for row in {row[2]: row for row in finding_of(contest).tables[0].rows}.values()
    )
    (contest.problem / FILE).write_text(entries)
    monkeypatch.setattr(check, "made_trials", lambda subject: pytest.fail("they are treated"))
    assert finding_of(contest).status is Status.OK


@pytest.mark.long
def test_mutants_of_a_helper_that_make_no_difference_are_left_out(contest: Contest) -> None:
    alter(contest, "import json\n", "import json\nfrom judge.plugin import number_lists as n\n")
    alter(contest, "arguments = ", "n.pairs('[]'); arguments = ")
    suite = suite_of(contest, out_of(contest, "secret/01-last", "0 1"))
    helper = "judge.plugin.number_lists"
    made = [one for of, one in suite.subjects.made if of == helper]
    idle = {one.change for of, one in suite.idle if of == helper}
    assert "len(group.numbers) == 2 → False" in idle
    assert "len(text) <= LONGEST_PLAIN → len(text) < LONGEST_PLAIN" in idle
    forced = "len(text) <= LONGEST_PLAIN and _PLAIN.fullmatch(text) → False"
    assert forced in {one.change for one in made} - idle
    assert not any(of.endswith(".plugin") for of, _ in suite.idle)


@pytest.mark.long
def test_mutants_that_were_noticed_are_not_tried_again(
    contest: Contest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(artifact_cache, "cache_folder", lambda: tmp_path / "cache")
    subject = unrun(contest, seconds=0.01)
    first = check.check(subject)
    given = list[MutantTask]()

    def counted(suite: Suite, wanted: list[object], *more: object) -> Rounds:
        given.extend(wanted)  # type: ignore[arg-type]
        return Rounds(suite, wanted, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(check, "Rounds", counted)
    assert check.check(subject).statement == first.statement
    assert 0 < len(set(given)) == len(first.tables[0].rows)


@pytest.mark.long
def test_an_entry_of_changed_code_is_a_fault(contest: Contest) -> None:
    entry = '[[mutant]]\nfile = "plugin.py"\nchange = "a → b"\nreason = "a test"\n'
    (contest.problem / FILE).write_text(entry)
    finding = finding_of(contest)
    assert finding.status is Status.FAULT
    assert "matches no mutant: plugin.py: a → b" in finding.statement


@pytest.mark.long
def test_the_time_is_for_stored_texts_first(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However small the inputs of the others are: most of them notice what the stored ones do."""
    monkeypatch.setattr(observation, "LEAST_TRIALS", 1)
    subject, other = unrun(contest), Trial("01-last, made of an answer", "1\n", "1\n", "1\n")
    trials = [other, *check.stored_trials(subject)]
    folder, plugin, limits = subject.problem.folder, subject.plugin, subject.limits
    suite = make_suite(folder, plugin, limits, trials, deadline=Deadline(0))
    [*observed] = suite.times
    assert observed and all(suite.trials[index].is_stored for index in observed)


@pytest.mark.long
def test_outputs_of_solutions_and_mutants_of_answers_are_trials(contest: Contest) -> None:
    declare(contest)
    contest.solution("mine.py", RIGHT["lambda.py"])
    subject = subject_of(contest)
    made = list(check.made_trials(subject))
    assert {"secret/01-last, mine", "secret/01-last, foreign"} <= {trial.origin for trial in made}
    assert "data/secret/01-last.ans" in {one.origin for one in check.stored_trials(subject)}


@pytest.mark.long
def test_a_suite_that_gets_more_trials_treats_the_first_ones_once(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = unrun(contest)
    *few, one = check.stored_trials(subject)
    more = [one, replace(one, output="[0]"), replace(one, output="[1]")]
    of_trials = partial(make_suite, subject.problem.folder, subject.plugin, subject.limits)
    whole, first = of_trials([*few, *more]), of_trials(few)
    treated: list[Trial] = []
    treatment = Observer.treatment

    def noted(self: Observer, trial: Trial) -> Treatment:
        treated.append(trial)
        return treatment(self, trial)

    monkeypatch.setattr(observation.parallel, "answers", answers_here)
    monkeypatch.setattr(Observer, "treatment", noted)
    both = extended(first, [*few, *more])
    assert {*treated} == {*more}
    assert (both.trials, both.treatments) == (whole.trials, whole.treatments)
    differing = {one: {*indices} for one, indices in whole.differing.items()}
    assert {one: {*indices} for one, indices in both.differing.items()} == differing


def answers_here(
    tasks: Iterable[object], workers: int, factory: Callable[[], Any], kind: type
) -> Iterator[tuple[object, object]]:
    """As ``parallel.answers``, in this process."""
    handler = factory()
    for task in tasks:
        yield task, next(handler.answers(task))


def test_invalid_inputs_are_trials(contest: Contest, tmp_path: Path) -> None:
    folder = contest.problem / "data/invalid_input"
    folder.mkdir()
    (folder / "letters.in").write_text("a b\n1\n")
    trials = {trial.origin: trial for trial in check.stored_trials(unrun(contest))}
    assert trials["data/invalid_input/letters.in"] == Trial(
        "data/invalid_input/letters.in", "a b\n1\n"
    )


@pytest.mark.long
def test_a_package_that_is_changed_meanwhile_is_told_instead_of_survivors(
    contest: Contest,
) -> None:
    """The change comes from the plug-in itself, when it is asked for mutants of answers."""
    declare(contest)
    alter(
        contest,
        "    def mutants(self, instance, answer):\n",
        "    def mutants(self, instance, answer):\n"
        "        open(__file__, 'a').write('# a line more\\n')\n",
    )
    finding = check.check(unrun(contest))
    assert finding.status is Status.WARNING and not finding.is_complete
    assert finding.statement == (
        "not finished: the code of the package was changed meanwhile; verify it again"
    )


class Over(Deadline):
    """A time that is over as soon as everything is under way."""

    def __init__(self) -> None:
        super().__init__(0)

    @property
    def is_over(self) -> bool:
        return False

    @property
    def over_s(self) -> float:
        return rounds.GRACE_S + 1


@pytest.mark.long
def test_a_mutant_that_takes_too_long_is_left_out_at_the_end(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def examined(mutator: Mutator, task: MutantTask) -> MutantResult:
        if task.search_s:
            time.sleep(3600)
        return MutantResult(Fate.NOTICED)

    monkeypatch.setattr(Mutator, "examine", examined)
    suite = suite_of(contest)
    name, mutation = suite.subjects.made[0]
    tasks = [MutantTask(name, mutation, (), search_s) for search_s in (0.0, 1.0)]
    pool = WorkerPool[MutantTask, MutantResult](2, partial(MutantHandler, suite))
    pool.start()
    try:
        done = [task for task, _ in Rounds(suite, [], 2, Over(), 1.0).results(pool, tasks)]
    finally:
        pool.end()
    assert done == tasks[:1]
