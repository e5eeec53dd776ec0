"""Which lines can take part in a verdict."""

from __future__ import annotations

import ast

from judge.verify.mutation.reach import reached_lines

PLUGIN = """from . import rules
from .rules import checked as sure
LIMIT = 3
OTHER = 4
class Toy:
    def score(self, instance):
        return helper(instance) + rules.total(instance)
    def draw(self, instance):
        return picture(instance)
    def decode(self, text):
        return sure(text)
def helper(x):
    return x.worth < LIMIT
def picture(x):
    return OTHER
"""
RULES = """class Piece:
    colour: str = "red"
    def worth(self):
        return self.inner()
    def inner(self):
        return 1
def total(x: Piece):
    return 2
def checked(text):
    return Piece()
def unused():
    return total(0)
"""


def reached(*entries: str) -> dict[str, list[int]]:
    trees = {"plugin": ast.parse(PLUGIN), "rules": ast.parse(RULES)}
    return {name: sorted(lines) for name, lines in reached_lines(trees, entries).items()}


def test_names_lead_to_functions_constants_and_other_modules() -> None:
    assert reached("score") == {"plugin": [3, 6, 7, 12, 13], "rules": [3, 4, 5, 6, 7, 8]}


def test_an_imported_name_leads_to_its_definition_and_a_class_to_what_creates_it() -> None:
    assert reached("decode") == {"plugin": [10, 11], "rules": [2, 9, 10]}


def test_what_no_entry_leads_to_is_not_reached() -> None:
    both = reached("score", "decode")
    assert not {8, 9, 14, 15} & set(both["plugin"])
    assert not {11, 12} & set(both["rules"])


COUNTS = """from .table import Pieces
class Toy:
    def score(self, instance):
        return self.worth(instance) + Reader().read([1])
    def worth(self, instance):
        return [1].count(1)
    def count(self, bound):
        return len(Pieces(bound))
    def bounds(self):
        return 3
class Reader:
    def read(self, items):
        return self.count(items)
    def count(self, items):
        return len(items)
"""
PIECES = """class Pieces:
    def __len__(self):
        return 1
"""


def test_a_method_of_the_plugin_is_reached_by_itself_alone() -> None:
    """Lists have a method ``count`` too, and so may other classes of the plug-in's modules."""
    trees = {"plugin": ast.parse(COUNTS), "table": ast.parse(PIECES)}
    lines = reached_lines(trees, ["score"])
    assert sorted(lines["plugin"]) == [3, 4, 5, 6, 12, 13, 14, 15]
    assert not lines["table"]


def test_what_another_class_is_made_from_may_call_the_other_one() -> None:
    source = """class Base:
    def score(self):
        return self.part()
    def part(self):
        return 1
class Other(Base):
    def part(self):
        return 2
"""
    assert sorted(reached_lines({"plugin": ast.parse(source)}, ["score"])["plugin"]) == [
        2,
        3,
        4,
        5,
        7,
        8,
    ]


def test_a_helper_module_is_not_taken_for_a_part_of_the_plug_in() -> None:
    trees = {"lists": ast.parse("def read(text):\n    return text\n\ndef other():\n    pass\n")}
    trees["plugin"] = ast.parse(
        "from judge.plugin import lists as n\n\n"
        "class P:\n    def decode(self, text):\n        return n.read(text)\n"
    )
    assert reached_lines(trees, ["decode"])["lists"] == {1, 2}
