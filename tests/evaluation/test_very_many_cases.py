"""Of very many cases only the first are read before anything runs; the others on the way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.common import spooled_list
from judge.common.errors import JudgeError
from judge.common.spooled_list import SpooledList
from judge.evaluation import better_answer, scheduler
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import CaseJudged, listen
from judge.evaluation.plan import make_plan
from judge.model import Case, Results
from judge.packages import case_files, case_reader, folder_entries
from judge.packages.case_files import CaseFiles
from judge.packages.case_reader import contexts_of_worker, read_ahead
from judge.store import restore, writer
from judge.store.store import Store, open_store
from tests.contest import RIGHT, Contest

CASES = 31


@pytest.fixture
def many(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> Contest:
    """31 cases, more than eight, of which four are read first; two are looked for, read and stored
    together, and six stay in memory. Of longer lists than six all but six items are in a temporary
    file."""
    monkeypatch.setattr(spooled_list, "TOGETHER", 3)
    monkeypatch.setattr(spooled_list, "KEPT", 2)
    monkeypatch.setattr(spooled_list, "FEW", 6)
    monkeypatch.setattr(folder_entries, "SORTED", 10)
    monkeypatch.setattr(case_reader, "MANY", 8)
    monkeypatch.setattr(case_reader, "READ_FIRST", 4)
    monkeypatch.setattr(case_reader, "AT_ONCE", 2)
    monkeypatch.setattr(case_reader, "KEPT_CHUNKS", 3)
    monkeypatch.setattr(case_reader, "KEPT_BY_WORKER", 2)
    monkeypatch.setattr(writer, "BLOCK", 2)
    monkeypatch.setattr(scheduler, "LOOKED_UP", 2)
    contest.keep_cases()
    for number in range(CASES):
        contest.case(f"secret/{number:02}", [number, 5, -1], 2, number + 5, "0 1")
    contest.solution("right.py", RIGHT["lambda.py"])
    return contest


@pytest.fixture
def store(contest: Contest) -> Store:
    return open_store(contest.root / "store.sqlite")


def stored_run(contest: Contest, store: Store, **options: object) -> Results:
    chosen = contest.options(**options)
    return listen(evaluate_plan(make_plan(chosen), chosen, store))


def facts(results: Results) -> Sequence[object]:
    """What does not depend on the time that executions take."""
    [problem] = results.problems
    outcomes = [
        (result.solution.name, one.case, one.verdict, one.score, one.best, one.message)
        for result in problem.solutions
        for one in result.outcomes
    ]
    return (*problem.problem.cases,), outcomes, [result.slow for result in problem.solutions]


def break_answer(contest: Contest, name: str) -> Path:
    contest.case(name, [1, 2], 1, 9, "0")
    return contest.problem / "data" / f"{name}.ans"


def test_the_plan_reads_the_first_cases_and_no_more(many: Contest) -> None:
    told: list[int] = []
    plan = make_plan(many.options(), told.append)
    assert told == [2, 2]
    [reader] = plan.readers.values()
    assert [reader.is_read(index) for index in range(CASES)] == [True] * 4 + [False] * 27
    assert plan.runs == CASES


@pytest.mark.long
def test_a_run_ends_as_if_all_cases_had_been_read_before(
    many: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    many.solution("native.c", RIGHT["plain.c"])
    many.solution("wrong.py", "lambda n,k:[0]", 'expect = "WA"')
    on_the_way = many.run(workers=2)
    for module, limit in ((case_reader, "MANY"), (spooled_list, "FEW")):
        monkeypatch.setattr(module, limit, 100)
    before = many.run(workers=2)
    assert facts(on_the_way) == facts(before)
    for result, other in zip(*(r.problems[0].solutions for r in (on_the_way, before)), strict=True):
        assert isinstance(result.outcomes, SpooledList) and isinstance(other.outcomes, tuple)


@pytest.mark.long
def test_some_of_very_many_cases_are_run(many: Contest) -> None:
    results = many.run(case="secret/0[13579]")
    [problem] = results.problems
    assert [one.case[-2:] for one in problem.solutions[0].outcomes] == [
        "01",
        "03",
        "05",
        "07",
        "09",
    ]
    digested = [case.name[-2:] for case in problem.problem.cases if case.digests]
    assert digested == ["01", "03", "05", "07", "09"]


def test_a_wrong_answer_among_the_first_is_a_fault_before_anything_runs(many: Contest) -> None:
    path = break_answer(many, "secret/03")
    with pytest.raises(JudgeError, match="and the file says 9") as caught:
        many.plan()
    assert str(path) in str(caught.value)


def test_a_plug_in_that_takes_away_what_the_judge_needs_is_refused_as_ever(many: Contest) -> None:
    plugin = many.problem / "plugin.py"
    head = "    def parse(self, text: str) -> Row:\n"
    text = plugin.read_text()
    assert head in text
    plugin.write_text(text.replace(head, f"{head}        __import__('sys').path.clear()\n"))
    with pytest.raises(JudgeError, match=r"a method changes sys\.path when cases are read"):
        many.plan()


@pytest.mark.long
def test_a_wrong_answer_behind_them_ends_the_run_and_what_was_done_is_kept(
    many: Contest, store: Store
) -> None:
    path = break_answer(many, "secret/29")
    with pytest.raises(JudgeError, match="and the file says 9") as caught:
        stored_run(many, store)
    assert str(path) in str(caught.value)
    many.case("secret/29", [1, 2], 1, 2, "1")
    [again] = stored_run(many, store).problems[0].solutions
    assert len(again.outcomes) == CASES and again.passed == CASES
    assert 0 < sum(not one.executed_at for one in again.outcomes) < CASES


@pytest.mark.long
def test_the_store_has_the_cases_that_were_read_on_the_way(many: Contest, store: Store) -> None:
    before = stored_run(many, store)
    assert facts(store.results(1)) == facts(before)
    assert all(case.digests for case in before.problems[0].problem.cases)
    many.case("secret/30", [3, 3], 2, 6, "0 1")
    found = restore.restore_run(store, 1, many.root / "restored")
    assert found.changed == {"toy": frozenset({"secret/30"})}
    last = found.results.problems[0].problem.cases[-1]
    assert last.input_path.read_text() == "[30, 5, -1]\n2\n"


@pytest.mark.long
def test_a_second_run_knows_them_all(many: Contest, store: Store) -> None:
    stored_run(many, store)
    [again] = stored_run(many, store).problems[0].solutions
    assert len(again.outcomes) == CASES and all(one.executed_at for one in again.outcomes)


@pytest.mark.long
def test_of_a_run_that_was_killed_the_cases_that_were_read_are_shown(
    many: Contest, store: Store
) -> None:
    chosen = many.options()
    events = evaluate_plan(make_plan(chosen), chosen, store)
    judged = 0
    for event in events:
        judged += isinstance(event, CaseJudged)
        if judged == 8:
            break
    store.flush()
    left = open_store(store.path)  # as another process finds it
    found = restore.settled(left, 1)
    [result] = found.problems[0].solutions
    assert result.stopped == restore.KILLED and len(result.outcomes) == 8
    assert len(found.problems[0].problem.cases) < CASES
    events.close()
    assert len(left.results(1).problems[0].problem.cases) == CASES


@pytest.mark.long
def test_a_better_answer_to_a_late_case_is_found(many: Contest) -> None:
    many.case("secret/28", [1, 9], 1, 1, "0")
    plan = many.plan()
    [found] = better_answer.better_answers(many.run(), plan)
    assert found.outcome.case == "secret/28" and found.best is not None and found.best.score == 9


def test_an_instance_that_is_no_longer_in_memory_is_read_again(many: Contest) -> None:
    [request] = many.plan().requests
    first = request.contexts[0]
    assert next(iter([*request.contexts])) == first
    assert request.contexts[0] is not first  # read again
    assert [request.facts(index)[0] for index in range(CASES)] == [n + 5 for n in range(CASES)]
    assert {request.facts(index)[1] for index in range(CASES)} == {first.size}
    assert all(request.case(index).digests for index in range(CASES))


def test_a_worker_reads_no_file_that_the_judge_has_just_read(
    many: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    [request] = many.plan().requests
    [*request.read(range(10))]
    assert request.files(range(4, 10)) and not request.files(range(9, 12))
    contexts = contexts_of_worker(request.contexts, request.cases)
    monkeypatch.setattr(case_reader, "KEPT_BY_WORKER", 6)
    monkeypatch.setattr(case_files, "read_files", unread)
    read_ahead(contexts, range(4, 10), request.files(range(4, 10)))
    assert [contexts[index] for index in range(4, 10)] == request.contexts[4:10]


def test_a_worker_keeps_the_cases_that_it_read_last(
    many: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    [request] = many.plan().requests
    contexts = contexts_of_worker(request.contexts, request.cases)
    monkeypatch.setattr(case_reader, "KEPT_BY_WORKER", 4)
    read_ahead(contexts, range(5, 8))
    read_ahead(contexts, range(8, 11))
    monkeypatch.setattr(case_files, "read_files", unread)
    assert all(contexts[index].instance for index in range(7, 11))
    with pytest.raises(AssertionError):
        contexts[6]


def unread(case: Case) -> CaseFiles:
    raise AssertionError(f"{case.name} is read again")
