"""A plug-in as the judge calls it: what its methods give is checked, and has an end."""

from __future__ import annotations

from itertools import islice

import pytest

from judge.common.errors import JudgeError
from judge.packages import problem_plugin
from judge.packages.plugin_faults import PluginFault
from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin
from tests.contest import Contest


def with_method(contest: Contest, text: str) -> ProblemPlugin:
    path = contest.problem / "plugin.py"
    path.write_text(path.read_text() + f"\n    {text}\n")
    return load_plugin(contest.problem)


def test_an_input_that_is_too_long_is_a_fault_of_render(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = with_method(contest, "def render(self, instance): return 'x' * 1000")
    assert plugin.render(plugin.parse("[1]\n1\n"), 1000) == "x" * 1000
    with pytest.raises(PluginFault, match=r"render returned 1,000 characters, .* 999 \(.*:\d+\)"):
        plugin.render(plugin.parse("[1]\n1\n"), 999)


def test_instances_without_an_end_are_a_fault_of_smaller(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problem_plugin, "MOST_SMALLER", 5)
    endless = "while True: yield instance"
    plugin = with_method(contest, f"def smaller(self, instance):\n        {endless}")
    found = plugin.smaller(plugin.parse("[1]\n1\n"))
    assert len(list(islice(found, 5))) == 5
    with pytest.raises(PluginFault, match=r"smaller gave more than 5 instances .*plugin\.py:\d+"):
        next(found)


@pytest.mark.parametrize(
    "body",
    ["yield [1]", "return 3", "return type('X', (), {'__iter__': lambda self: 1 // 0})()"],
)
def test_what_below_gives_is_checked(contest: Contest, body: str) -> None:
    plugin = with_method(contest, f"def below(self, instance): {body}")
    with pytest.raises(PluginFault, match="the plug-in's below "):
        list(plugin.below(plugin.parse("[1]\n1\n")))


def test_a_class_that_gives_no_object_is_refused(contest: Contest) -> None:
    with pytest.raises(JudgeError, match=r"plugin\.py: class .* gives None instead of an object"):
        with_method(contest, "def __new__(cls): return None")
