"""A Ruby function that answers many calls from one process answers each as a new process does."""

from __future__ import annotations

import shutil

import pytest

from tests.contest import Contest
from tests.running.test_python_batches import answered, outcome

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
