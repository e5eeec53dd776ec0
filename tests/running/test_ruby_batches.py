"""A Ruby function that answers many calls from one process answers each as a new process does."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import Any

import pytest

from judge.running.bulk_runner import BulkAnswer
from judge.running.traced_runner import EXACT, FAR
from tests.contest import Contest
from tests.running.test_python_batches import answered, bulk_runner, outcome

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("ruby"), reason="needs ruby"),
]
INSTANCES = [[1], [2], [30], [2], [4]]
SOURCES = {
    "counts its calls": "$count = ($count || 0) + 1\ndef f(n) = [$count += n]\n",
    "changes a class": "class Integer; def +(other) = 7; end if $seen\n"
    "def f(n)\n $seen = 1\n n + 1\nend\n",
    "prints as well": "def f(n)\n puts n, 'ä'\n $stderr.puts 1\n n.to_s * 3\nend\n",
    "prints much": "def f(n)\n print 'x' * 100_000\n 'y' * 100_000\nend\n",
    "fails for some": "->n{n>3?raise('no'):n}\n",
    "exits for some": "->n{exit(n) if n==2;n}\n",
    "returns nothing": "->n{}\n",
}


def in_batches(
    toy: Contest, file: str, source: str, instances: list[Any], branches: bool = False
) -> list[BulkAnswer]:
    runner = bulk_runner(toy, file, source, instances, "function", branches=branches)
    with closing(runner):
        return list(runner.all(instances))


@pytest.mark.parametrize("name", SOURCES)
def test_every_answer_is_that_of_a_new_process(toy: Contest, name: str) -> None:
    together, alone = answered(toy, "own.rb", SOURCES[name], INSTANCES, "function")
    assert [outcome(one.run)[1:] for one in together] == [outcome(run)[1:] for run in alone]
    assert not any(one.alone for one in together)


def test_who_ends_its_process_is_asked_alone(toy: Contest) -> None:
    source = "->n{Process.kill(:KILL,$$) if n==30;n}\n"
    together, alone = answered(toy, "own.rb", source, INSTANCES, "function")
    assert [one.alone for one in together] == [False, False, True, False, False]
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]


def test_marks_change_no_value_and_tell_what_sides_differ_by(toy: Contest) -> None:
    source = """f = ->n{
  return [] if [n, 4] == [9, 4] && n.odd? # 'a == b'
  t = n > 5 ? "#{n == 30 ? 'x' : 1}" : (n == 2 and 7)
  [n, t, [[1, 2], [n, 3]].include?([4, 3]), n === 1 || n < 1 << 4, n != 30]
}
"""
    plain = in_batches(toy, "plain.rb", source, INSTANCES)
    marked = in_batches(toy, "marked.rb", source, INSTANCES, branches=True)
    assert [outcome(one.run)[1:] for one in marked] == [outcome(one.run)[1:] for one in plain]
    assert not any(one.branches for one in plain)
    exact = [
        {number % (2 * FAR) - FAR for number in one.branches if number >= EXACT} for one in marked
    ]
    assert {-8, -3, -4, -1, -29} < exact[0] and -14 in exact[1] and not exact[3]
    assert marked[1].branches and not marked[3].branches, "only what is new"
