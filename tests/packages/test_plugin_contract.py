"""The contract of a plug-in: what is demanded, what is refused, what a wrong result is called."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from judge.common.errors import JudgeError
from judge.packages.plugin_faults import PluginFault
from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import PLAIN_READING, Best, Goal, InputError

SMALLEST = """
class Words:
    def parse(self, text):
        return text
    def decode(self, text, instance, reading):
        return text.split()
    def compare(self, instance, answer, best):
        return answer == best
"""
SCORED = """
from judge.plugin import Goal
class Longest:
    goal = Goal.MAXIMISE
    def parse(self, text):
        return text
    def decode(self, text, instance, reading):
        return text.strip()
    def score(self, instance, answer):
        return len(answer)
"""


def load(folder: Path, source: str, more: str = "") -> ProblemPlugin:
    """A plug-in of this source, with more lines in its class."""
    body = "".join(f"    {line}\n" for line in dedent(more).strip().splitlines())
    (folder / "plugin.py").write_text(source.lstrip() + body)
    return load_plugin(folder)


def complaint(folder: Path, source: str, more: str = "") -> str:
    with pytest.raises(JudgeError) as caught:
        load(folder, source, more)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{folder}/")


# What is demanded


def test_a_plugin_that_compares_needs_three_methods(tmp_path: Path) -> None:
    plugin = load(tmp_path, SMALLEST)
    assert (plugin.goal, plugin.unit, plugin.readings, plugin.css) == (
        None,
        1,
        (PLAIN_READING,),
        "",
    )
    assert plugin.parse_answer("a b\n", "") == Best(None, ["a", "b"])
    assert plugin.size("") == ()


def test_a_plugin_that_scores_needs_three_methods_and_a_goal(tmp_path: Path) -> None:
    plugin = load(tmp_path, SCORED)
    assert plugin.goal is Goal.MAXIMISE
    assert plugin.parse_answer("abc\n", "") == Best(3, "abc")


def test_a_package_without_a_plugin_has_one_without_methods(tmp_path: Path) -> None:
    plugin = load_plugin(tmp_path)
    assert plugin.own is None and not plugin.offers("parse")
    with pytest.raises(JudgeError) as caught:
        plugin.need("a hunt", "generate", "smaller", "render")
    assert str(caught.value) == (
        f"{tmp_path}/plugin.py: a hunt needs a plug-in with generate, smaller and render, "
        "and the package has none"
    )


def test_what_needs_a_method_names_those_that_are_missing(tmp_path: Path) -> None:
    plugin = load(tmp_path, SMALLEST, "def generate(self, rng, size): return 'a'")
    with pytest.raises(
        JudgeError, match=r"a hunt needs smaller and render, which the plug-in lacks"
    ):
        plugin.need("a hunt", "generate", "smaller", "render")
    plugin.need("a draw", "generate")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (SMALLEST.replace("parse", "prase"), "lacks 'parse': it has 'prase'"),
        (SMALLEST.replace("decode", "read"), "lacks 'decode'"),
        (SMALLEST.replace("compare", "cmp"), "lacks 'score', for answers with a best score, or"),
        (SMALLEST.replace("compare", "compair"), "that are right or wrong: it has 'compair'"),
        (SCORED.replace("goal =", "aim ="), "lacks 'goal': write goal = Goal.MAXIMISE or"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, source: str, said: str) -> None:
    assert said in complaint(tmp_path, source)


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("async def score(self, instance, answer): return 1", "'score' must not be async"),
        ("async def smaller(self, instance): yield 1", "'smaller' must not be async"),
        (
            "def parse(self, text):\n    yield 1",
            "'parse' must return its result, and contains yield",
        ),
    ],
)
def test_a_method_returns_its_result_when_it_is_called(
    tmp_path: Path, method: str, said: str
) -> None:
    assert said in complaint(tmp_path, SCORED, method)
    load(tmp_path, SCORED, "def smaller(self, instance):\n    yield 1")


def test_one_method_decides(tmp_path: Path) -> None:
    both = complaint(tmp_path, SCORED, "def compare(self, instance, answer, best): return True")
    assert both == (
        "plugin.py: class Longest has both 'score' and 'compare': keep the one that decides"
    )


# Attributes


@pytest.mark.parametrize(
    ("text", "goal"), [("maximise", Goal.MAXIMISE), ("minimise", Goal.MINIMISE)]
)
def test_a_goal_may_be_a_text(tmp_path: Path, text: str, goal: Goal) -> None:
    assert load(tmp_path, SCORED, f"goal = {text!r}").goal is goal


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("goal = 'maximize'", "'goal' must be Goal.MAXIMISE or Goal.MINIMISE, not 'maximize': did"),
        ("goal = 'MAXIMISE'", "'goal' must be Goal.MAXIMISE or Goal.MINIMISE, not 'MAXIMISE'"),
        ("goal = 1", "'goal' must be Goal.MAXIMISE or Goal.MINIMISE, not 1"),
        ("goal = Goal", "'goal' must be Goal.MAXIMISE or Goal.MINIMISE, not <enum 'Goal'>"),
        ("unit = 0.5", "'unit' must be an int or a Fraction above 0, such as Fraction(1, 2), not"),
        ("unit = 0", "not 0"),
        ("unit = True", "not True"),
        ("unit = '1/2'", "not '1/2'"),
        ("readings = '0-indexed'", "'readings' must be a tuple of distinct strings"),
        ("readings = ()", "not ()"),
        ("readings = ('a', 'a')", "not ('a', 'a')"),
        ("readings = ('a', 1)", "not ('a', 1)"),
        ("css = None", "'css' must be a text, not None"),
        ("css = ('a',)", "'css' must be a text, not ('a',)"),
    ],
)
def test_an_attribute_of_the_wrong_type_is_refused(tmp_path: Path, line: str, said: str) -> None:
    told = complaint(tmp_path, SCORED, line)
    assert told.startswith("plugin.py: class Longest: ") and said in told


def test_attributes_are_taken_as_they_are_meant(tmp_path: Path) -> None:
    plugin = load(tmp_path, SCORED, "unit = 2\nreadings = ['0-indexed', '1-indexed']")
    assert (plugin.unit, plugin.readings) == (Fraction(2), ("0-indexed", "1-indexed"))


# Methods


@pytest.mark.parametrize("name", ["score", "size", "draw", "generate"])
def test_a_method_that_cannot_be_called_is_refused(tmp_path: Path, name: str) -> None:
    assert complaint(tmp_path, SCORED, f"{name} = 7").endswith(
        f"class Longest: {name!r} must be a method, not 7"
    )


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("def score(self, answer): return 1", "score(instance, answer)"),
        ("def decode(self, text, instance): return 1", "decode(text, instance, reading)"),
        ("def size(self, instance, unit): return (1,)", "size(instance)"),
        ("def generate(self, size): return 1", "generate(rng, size)"),
        ("def smaller(instance): return []", "smaller(instance)"),
    ],
)
def test_a_method_with_other_parameters_is_refused(tmp_path: Path, line: str, call: str) -> None:
    told = complaint(tmp_path, SCORED, line)
    name = call.partition("(")[0]
    assert told == (
        f"plugin.py:10: class Longest: {name!r} has other parameters: it is called as {call}"
    )


@pytest.mark.parametrize(
    "line",
    [
        "def score(self, *words): return 1",
        "def score(self, row, picks, extra=0): return 1",
        "@staticmethod\ndef score(instance, answer): return 1",
        "@classmethod\ndef score(cls, instance, answer): return 1",
        "score = staticmethod(max)",
    ],
)
def test_a_method_may_be_written_in_any_way_that_can_be_called(tmp_path: Path, line: str) -> None:
    load(tmp_path, SCORED, line)


def test_a_name_that_is_nearly_that_of_a_method_is_refused(tmp_path: Path) -> None:
    told = complaint(tmp_path, SCORED, "def genrate(self, rng, size): return 'a'")
    assert told == (
        "plugin.py:10: class Longest has 'genrate', which the judge never uses: did you mean "
        "'generate'? (if not, rename it to '_genrate')"
    )
    assert "did you mean 'readings'?" in complaint(tmp_path, SCORED, "reading = ('a',)")


def test_names_of_ones_own_are_no_near_misses(tmp_path: Path) -> None:
    lines = "def _genrate(self): ...\ndef draw_board(self): ...\nlimit = 3\ndef total(self): ..."
    load(tmp_path, SCORED, lines)
    load(tmp_path, SCORED, "def sizes(self): ...\ndef size(self, instance): return (1,)")


# Results


@pytest.mark.parametrize(
    ("method", "arguments", "result", "wanted"),
    [
        ("score", 2, "None", "an int or a Fraction"),
        ("score", 2, "1.0", "an int or a Fraction"),
        ("score", 2, "float('nan')", "an int or a Fraction"),
        ("score", 2, "(1, 2)", "an int or a Fraction"),
        ("score", 2, "True", "an int or a Fraction"),
        ("score", 2, "10**4400", "a number of at most 4,000 digits"),
        ("parse", 1, "None", "an instance"),
        ("parse_answer", 2, "('a', 1)", "a Best"),
        ("parse_answer", 2, "Best(None, 'a')", "a Best whose score is an int or a Fraction"),
        ("parse_answer", 2, "Best(0.5, 'a')", "a Best whose score is an int or a Fraction"),
        ("render", 1, "b'a'", "a str"),
        ("render_answer", 2, "None", "a str"),
        ("sketch", 2, "None", "a str"),
        ("draw", 2, "7", "a str"),
        ("arguments", 1, "'abc'", "a list"),
        ("size", 1, "3", "a tuple of ints"),
        ("size", 1, "(1.5,)", "a tuple of ints"),
        ("generate", 2, "None", "an instance"),
        ("generate", 2, "['a']", "a hashable instance, such as a tuple or a frozen dataclass"),
        ("smaller", 1, "None", "an iterable of instances"),
        ("smaller", 1, "[[1]]", "a hashable instance, such as a tuple or a frozen dataclass"),
    ],
)
def test_a_result_of_the_wrong_type_names_method_file_and_line(
    tmp_path: Path, method: str, arguments: int, result: str, wanted: str
) -> None:
    words = ", ".join("ab"[:arguments])
    source = SCORED.replace("import Goal", "import Best, Goal")
    plugin = load(tmp_path, source, f"def {method}(self, {words}):\n    return {result}")
    given: list[Any] = ["a"] * arguments
    with pytest.raises(PluginFault) as caught:
        found = getattr(plugin, method)(*given)
        list(found)
    told = str(caught.value)
    assert told.startswith(f"the plug-in's {method} returned ")
    assert told.endswith(f", and must return {wanted} ({tmp_path}/plugin.py:10)")


@pytest.mark.parametrize("result", ["None", "1", "''", "b'no'", "(True,)"])
def test_a_comparison_says_yes_or_no_or_why_not(tmp_path: Path, result: str) -> None:
    source = SMALLEST.replace("answer == best", result)
    with pytest.raises(PluginFault, match="must return True, False or a message"):
        load(tmp_path, source).compare("", "a", "a")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("ValueError('odd')", "ValueError: odd"),
        ("SystemExit(3)", "SystemExit: 3"),
        ("Exception", "Exception"),
    ],
)
def test_what_a_method_raises_names_method_file_and_line(
    tmp_path: Path, error: str, said: str
) -> None:
    plugin = load(tmp_path, SCORED, f"def score(self, a, b):\n    raise {error}")
    with pytest.raises(PluginFault) as caught:
        plugin.score("a", "b")
    told = str(caught.value)
    assert told == f"the plug-in's score raised {said} ({tmp_path}/plugin.py:11)"


def test_an_answer_file_that_is_no_output_is_told(tmp_path: Path) -> None:
    more = """
    def decode(self, text, instance, reading):
        from judge.plugin import Undecodable
        raise Undecodable("no number")
    """
    with pytest.raises(InputError, match="is not an answer as a solution prints it: no number"):
        load(tmp_path, SCORED, more).parse_answer("x", "")


@pytest.mark.parametrize(
    "value",
    [
        "__import__('enum').IntEnum('E', {'A': len(answer)}).A",
        "type('I', (int,), {'__eq__': lambda s, o: 1 / 0, '__lt__': lambda s, o: 1 / 0})(1)",
        "type('F', (__import__('fractions').Fraction,), {})(1, 3)",
    ],
)
def test_a_score_is_a_plain_number(tmp_path: Path, value: str) -> None:
    """Of a class that no other process knows, and whose operators fail, it could not be sent."""
    plugin = load(tmp_path, SCORED.replace("len(answer)", value))
    assert type(plugin.score("", "abc")) in (int, Fraction)
    with_answers = load(
        tmp_path,
        SCORED,
        f"def parse_answer(self, text, instance):\n"
        f"    from judge.plugin import Best\n    answer = text\n    return Best({value}, text)",
    )
    assert type(with_answers.parse_answer("abc", "").score) in (int, Fraction)


def test_a_very_long_message_is_cut(tmp_path: Path) -> None:
    long = SMALLEST.replace("answer == best", "type('S', (str,), {})('x' * 10**6)")
    said = load(tmp_path, long).compare("", [], [])
    assert said is not None and type(said) is str
    assert len(said) < 5000 and said.endswith("… (1,000,000 characters)")
    raising = load(
        tmp_path, SMALLEST.replace("return answer == best", "raise KeyError('x' * 10**6)")
    )
    with pytest.raises(PluginFault) as caught:
        raising.compare("", [], [])
    assert len(str(caught.value)) < 5000


@pytest.mark.parametrize(
    "hostile",
    [
        "__getattribute__ = lambda self, name: sys.exit()",
        "__repr__ = lambda self: sys.exit()",
        "__repr__ = lambda self: 1 / 0",
        "__class__ = property(lambda self: 1 / 0)",
    ],
)
def test_a_returned_value_whose_own_methods_raise_is_a_fault_of_the_method(
    tmp_path: Path, hostile: str
) -> None:
    source = SMALLEST.replace("return answer == best", "return Hostile()")
    plugin = load(tmp_path, f"import sys\nclass Hostile:\n    {hostile}\n{source}")
    said = r"^the plug-in's compare returned a value of class Hostile, .*plugin\.py:\d+\)$"
    with pytest.raises(PluginFault, match=said):
        plugin.compare("a", "b", "c")


def test_an_instance_whose_hash_raises_is_a_fault_of_the_method(tmp_path: Path) -> None:
    more = "def generate(self, rng, size): return Hostile()"
    hostile = "class Hostile:\n    __hash__ = lambda self: 1 / 0\n"
    plugin = load(tmp_path, hostile + SMALLEST.lstrip(), more)
    said = "generate returned a value of class Hostile, which raised ZeroDivisionError: division"
    with pytest.raises(PluginFault, match=said):
        plugin.generate(Random(1), 3)
