"""The groups of cases that a statement lists, in a table or as items, with their points and limits:
``| 1 | 20 | n <= 100 |``, ``- n <= 100 (30 points)``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from judge.model import Group, Problem
from judge.packages.statements import statement_texts
from judge.verify.stated_numbers import plain_numbers

#: Fewer groups are no table.
LEAST_GROUPS = 2
_GROUP = r"(?:(?:test\s*)?group|(?:test\s*)?grupp\w*|(?:test)?gruppe|groep|sub-?task|deluppgift)"
_POINTS = r"(?:points?|pts|poäng|po\\\"ang|punkte?n?|punten|point)"
#: Where a statement has no such word, the numbers are something else.
_SPEAKS = re.compile(rf"\b(?:scores?|{_POINTS})|\bpo[aä]ng", re.IGNORECASE)
#: A row of a table in Markdown or TeX: a group, points perhaps, limits perhaps.
_ROW = re.compile(
    rf"^\s*+(?:\\hline\s*+)?\|?\s*+{_GROUP}?\s*+(\d{{1,2}})\s*+[|&]\s*+(?:(\d{{1,4}})\s*+(?=[|&\\]|$))?(.*)$",
    re.IGNORECASE,
)
#: An item: what is in it comes before or behind its points.
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,2}[.)]|\\item\b)\s*(.*)$")
_NUMBERED = re.compile(rf"{_GROUP}\s*(\d{{1,2}})\b", re.IGNORECASE)
_WORTH = re.compile(
    rf"[(\[]?\s*+(?:{_GROUP}\s*+\d{{1,2}}\W+)?(?<![\d.])(\d{{1,4}})\s*{_POINTS}\b\s*[)\]]?",
    re.IGNORECASE,
)
#: Signs of TeX and Markdown that do not matter.
_SIGNS = re.compile(r"[$`{}]|\*\*|\\[,;!]|\\(?:textbf|emph|textit|text|mathrm|leavevmode|q?quad)\b")
_RELATIONS = (
    (re.compile(r"\\(?:leqslant|leq|le)\b|≤|⩽|&le;|&leq;|<="), "≤"),
    (re.compile(r"\\lt\b|&lt;"), "<"),
)
_NAME = r"[A-Za-z](?:_\w{1,3})?"
_LIMIT = re.compile(
    rf"(?<![\w\\])({_NAME}(?:\s*,\s*{_NAME})*)\s*([≤<=])\s*(\d{{1,19}})(?![\w^*/+×·≤<=]|\s*[\\*/+×·^≤<=-]|\.\d)"
)
#: What may stand before a limit: nothing, a sign, the lower end of an interval, a word for more.
_BEFORE = re.compile(
    r"(?:^|[,;:.()|&≤<]|\b(?:and|och|und|en|et|og|with|med|mit|met|each|all|every|alla|varje|alle|jedes?"
    r"|elke|where|där|that))\s*\Z",
    re.IGNORECASE,
)
#: A row with one of these may leave a choice, or limit what is made of several numbers.
_CHOICE = re.compile(
    r"\b(?:sums?|summan?|summe|som|total\w*|products?|produkt\w*)\b|\b(?:or|either|except|unless|eller|antingen|utom|oder|entweder|ou)\b|\d\s+of\s+[A-Za-z]\s*[≤<=]",
    re.IGNORECASE,
)


class Limit(Struct, frozen=True):
    """What a group says of a name: its greatest value, or with ``is_equal`` its only one."""

    name: str
    most: int
    is_equal: bool

    def keeps(self, value: int) -> bool:
        return value == self.most if self.is_equal else value <= self.most

    def __str__(self) -> str:
        return f"{self.name} {'=' if self.is_equal else '<='} {self.most}"


class StatedGroup(Struct, frozen=True):
    """A group as a statement lists it. ``points``: None where there are none."""

    number: int
    points: int | None
    limits: tuple[Limit, ...]


def listed_groups(problem: Problem) -> Iterator[tuple[StatedGroup, ...]]:
    """The groups of each statement that lists as many, from 1, as the package has with secret
    cases."""
    count = sum(1 for _ in secret_groups(problem))
    if count < LEAST_GROUPS:
        return
    for text in filter(_SPEAKS.search, statement_texts(problem.folder)):
        for found in (_rows(text), _items(text)):
            if [one.number for one in found] == [*range(1, count + 1)]:
                yield found
                break


def secret_groups(problem: Problem) -> Iterator[Group]:
    return (group for group in problem.groups if group.parent == "secret")


def numbered_groups(problem: Problem) -> dict[int, Group]:
    """The groups by the only number in their names, if these are the numbers from 1; else none."""
    found = dict[int, Group]()
    for group in secret_groups(problem):
        numbers = re.findall(r"\d+", group.name.rpartition("/")[2])
        if len(numbers) != 1 or int(numbers[0]) in found:
            return {}
        found[int(numbers[0])] = group
    return found if sorted(found) == [*range(1, len(found) + 1)] else {}


def plain(text: str) -> str:
    """A text without signs of TeX and Markdown, and with one sign for each relation."""
    text = plain_numbers(text)
    for pattern, sign in _RELATIONS:
        text = pattern.sub(sign, text)
    return _SIGNS.sub("", text)


def _rows(text: str) -> tuple[StatedGroup, ...]:
    found = []
    for line in text.splitlines():
        if match := _ROW.match(_SIGNS.sub("", line)):
            points = None if match[2] is None else int(match[2])
            found.append(StatedGroup(int(match[1]), points, _limits(line.split(r"\\")[0])))
    return tuple(found)


def _items(text: str) -> tuple[StatedGroup, ...]:
    found = list[StatedGroup]()
    for line in text.splitlines():
        item = _ITEM.match(line)
        words = _SIGNS.sub("", item[1]) if item else ""
        if worth := _WORTH.search(words):
            named = _NUMBERED.search(words)
            number = int(named[1]) if named else len(found) + 1
            rest = _WORTH.sub(" ; ", _NUMBERED.sub(" ; ", plain(words)))
            found.append(StatedGroup(number, int(worth[1]), _limits(rest)))
    return tuple(found)


def _limits(text: str) -> tuple[Limit, ...]:
    """The limits of names in a row; none if it may leave a choice."""
    text = plain(text)
    if _CHOICE.search(text):
        return ()
    found = []
    for match in _LIMIT.finditer(text):
        if _BEFORE.search(text[: match.start()]):
            most = int(match[3]) - (match[2] == "<")
            names = re.findall(_NAME, match[1])
            found += [Limit(name, most, match[2] == "=") for name in names]
    return tuple(found)
