"""Tolerant reading of an answer that gives each thing on the left at most one on the right.

Which creature blocks which attacker, say: authors write it as pairs one way round or the other, as
a list of partners, or as lists of lists, and count from 0 or from 1. Bounded like
``judge.plugin.number_lists``, and, like that, made of the standard library alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sized
from enum import Enum
from functools import lru_cache

from judge.plugin.contract import IllegalAnswer, Undecodable
from judge.plugin.notations import labelled_groups, labelled_pairs, with_keys, without_notation
from judge.plugin.number_lists import NOBODY, Item, pairs, tree

#: What stands between a key and its value.
_MAP = re.compile(r"[:=→↦]|->")
#: Empty brackets, or no text.
_IS_NOTHING = re.compile(r"[\s\[\](){}]*")
#: One sign for none, which no language prints for nothing.
_IS_SIGN = re.compile(r"\s*[-_xX*?]\s*")
#: The longest text, in characters, of which the matching is kept: very many small inputs have the
#: same few answers.
_SHORT = 128


class Shape(Enum):
    """How the answer is written."""

    PAIRS = "(left, right)"
    SWAPPED = "(right, left)"
    PARTNERS = "for each left its right, or none"
    GROUPS = "for each right the list of its lefts"


def readings(swapped: str, partners: str, groups: str) -> Mapping[str, tuple[int, Shape]]:
    """The readings of such a problem, the most natural first: where each starts counting, and its
    shape. The words name the shapes, as in ``0-indexed, attacker first``."""
    named = {
        Shape.PAIRS: "",
        Shape.SWAPPED: f", {swapped}",
        Shape.PARTNERS: f", {partners}",
        Shape.GROUPS: f", {groups}",
    }
    return {
        f"{base}-indexed{name}": (base, shape) for shape, name in named.items() for base in (0, 1)
    }


def matching(
    text: str, base: int, shape: Shape, lefts: int, rights: int, rule: str = "index out of range"
) -> tuple[tuple[int, int], ...]:
    """The pairs (left, right) in ``text``, sorted and counted from 0, unchecked otherwise.

    In a list of partners -1, the number below ``base``, null, None, nil and undefined stand for
    none. Raises Undecodable, naming what is wrong, and IllegalAnswer with ``rule`` for a key out of
    range whose list of partners is empty: no pair would show it.
    """
    find = _known_matching if len(text) <= _SHORT else _matching
    return find(text, base, shape, lefts, rights, rule)


def _matching(
    text: str, base: int, shape: Shape, lefts: int, rights: int, rule: str
) -> tuple[tuple[int, int], ...]:
    match shape:
        case Shape.PAIRS:
            found = _pairs(text, range(base, base + lefts), rule)
            if len(found) == lefts and _MAP.search(text):
                found = _without_nobody(found, base)
        case Shape.SWAPPED:
            swapped = _pairs(text, range(base, base + rights), rule, lefts)
            found = tuple((left, right) for right, left in swapped)
        case Shape.PARTNERS:
            partners = _partners(text, base, lefts)
            found = tuple((at + base, right) for at, right in enumerate(partners) if right >= base)
        case Shape.GROUPS:
            groups = _groups(text, base, rights)
            found = tuple((left, at + base) for at, group in enumerate(groups) for left in group)
    return tuple(sorted((left - base, right - base) for left, right in found))


_known_matching = lru_cache(maxsize=1024)(_matching)


def _pairs(text: str, keys: range, rule: str, values: int = 0) -> tuple[tuple[int, int], ...]:
    """Pairs in any notation, also ``{0: [1, 2]}``, ``[[0, [1, 2]]]`` and in words.

    Where each of so many ``values`` stands in one list of a map, none stands for a key as well."""
    try:
        return pairs(text)
    except Undecodable as error:
        if labelled := labelled_pairs(text):
            return labelled
        keyed = labelled_groups(text) or _keyed(text)
        if not keyed:
            raise error from None
        keyed = _without_nobody_key(keyed, keys.start, values)
    for key, group in keyed:
        if not group and key not in keys:
            span = f"numbered from {keys.start}"
            known = f"there are {len(keys)}, {span}" if keys else "there is none"
            raise IllegalAnswer(rule, f"{key} with an empty list is not an index; {known}")
    return tuple((key, value) for key, group in keyed for value in group)


def _without_nobody_key(
    keyed: tuple[tuple[int, tuple[int, ...]], ...], base: int, values: int
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    listed = sorted(value for _, group in keyed for value in group)
    if not values or listed != [*range(base, base + values)]:
        return keyed
    return tuple((key, group) for key, group in keyed if key not in (-1, base - 1))


def _without_nobody(found: tuple[tuple[int, int], ...], base: int) -> tuple[tuple[int, int], ...]:
    """Where each left has an entry, -1 and the number below ``base`` stand for none."""
    if {left - base for left, _ in found} != set(range(len(found))):
        return found
    return tuple((left, right) for left, right in found if right not in (-1, base - 1))


@lru_cache(maxsize=1)
def _keyed(text: str) -> tuple[tuple[int, tuple[int, ...]], ...] | None:
    """Numbers that each come with the list of their partners; None where it is not that."""
    try:
        items = tree(text)
    except Undecodable:
        return None
    while len(items) == 1 and isinstance(items[0], tuple):
        items = items[0]
    entries = [item for item in items if isinstance(item, tuple) and len(item) == 2]
    if len(entries) != len(items):
        entries = [(a, b) for a, b in zip(items[::2], items[1::2], strict=False)]
        if len(items) % 2:
            return None
    has_nobody = any(group is NOBODY for _, group in entries)
    found: list[tuple[int, tuple[int, ...]]] = []
    for key, group in entries:
        if has_nobody:  # each key has one number, or none
            group = () if group is NOBODY else (group,)
        key = -1 if key is NOBODY else key
        if not isinstance(key, int) or not isinstance(group, tuple):
            return None
        numbers = tuple(value for value in group if isinstance(value, int))
        if len(numbers) != len(group):
            return None
        found.append((key, numbers))
    return tuple(found)


def _partners(text: str, base: int, lefts: int) -> list[int]:
    """A number for each left; below ``base`` where it has none."""
    if _MAP.search(text) and (mapped := _mapped_partners(with_keys(text), base, lefts)):
        return mapped
    items = _with_gaps(text, lefts) or tree(text)
    if len(items) == 1 and isinstance(items[0], tuple):
        items = items[0]
    elif items == (NOBODY,) and not _IS_SIGN.fullmatch(text):
        raise Undecodable("one word for nothing is no answer")
    if not items and _IS_NOTHING.fullmatch(without_notation(text)):
        return [base - 1] * lefts  # as in every other shape
    if len(items) != lefts:
        raise Undecodable(f"{len(items)} entries are no list of {lefts} partners")
    partners = []
    for item in items:
        alone = NOBODY if item == () else item
        if isinstance(alone, tuple):
            alone = alone[0] if len(alone) == 1 else ()
        if isinstance(alone, tuple):
            raise Undecodable("a group of numbers is no partner")
        if alone is NOBODY or alone == -1:
            alone = base - 1
        if alone < base - 1:
            raise Undecodable(f"{alone} is no partner")
        partners.append(alone)
    return partners


def _mapped_partners(text: str, base: int, lefts: int) -> list[int]:
    """The same of a map from lefts to partners, as languages print a list whose indices have gaps;
    [] where a text is none."""
    try:
        found = pairs(text)
    except Undecodable:
        return []
    known = {left: right for left, right in found if right >= base or right in (-1, base - 1)}
    if not _is_map(text, found, known, range(base, base + lefts)):
        return []
    return [known.get(left, base - 1) for left in range(base, base + lefts)]


def _mapped_groups(text: str, base: int, rights: int) -> list[tuple[int, ...]]:
    """A list of lefts for each right, from a map of those that have any; [] for no such text."""
    keyed = _keyed(text) or ()
    known = dict(keyed)
    if not _is_map(text, keyed, known, range(base, base + rights)):
        return []
    return [known.get(right, ()) for right in range(base, base + rights)]


def _is_map(text: str, found: Sized, known: Collection[int], keys: range) -> bool:
    """Whether each of the entries that were ``found`` has a sign between key and value, and a key
    of its own, which is one of ``keys``."""
    signs = len(_MAP.findall(without_notation(text)))
    return len(found) == len(known) == signs and all(key in keys for key in known)


def _with_gaps(text: str, lefts: int) -> tuple[Item, ...]:
    """Numbers with a comma or the end of a line between, of which nothing stands for none; ()
    where a text is no such list of ``lefts``, or has no gap."""
    inner = re.fullmatch(r"\s*\[([0-9\s,-]*)\]\s*", text)
    body = text.removesuffix("\n")
    for parts in ((inner[1] if inner else body).split(","), body.split("\n")):
        gaps = [not part.strip() for part in parts]
        if len(parts) == lefts and any(gaps) and not all(gaps):
            try:
                items = [
                    (NOBODY,) if gap else tree(part) for part, gap in zip(parts, gaps, strict=True)
                ]
            except Undecodable:  # more than numbers, such as the name of what is shown
                continue
            if all(len(item) == 1 and not isinstance(item[0], tuple) for item in items):
                return tuple(item[0] for item in items)
    return ()


def _groups(text: str, base: int, rights: int) -> list[tuple[int, ...]]:
    """A list of lefts for each right; a text without brackets has one a line."""
    if _MAP.search(text) and (mapped := _mapped_groups(with_keys(text), base, rights)):
        return mapped
    items = tree(text)
    if not any(isinstance(item, tuple) for item in items):
        for separator in "\n" if "\n" in text.rstrip("\n") else "|;\n":
            parts = text.split(separator)
            if len(parts) == rights + 1 and not parts[-1].strip():
                parts.pop()
            if len(parts) == rights:
                items = tuple(tree(part) for part in parts)
                break
    elif (
        len(items) == 1
        and isinstance(items[0], tuple)
        and not _is_one_group(items[0], text, rights)
    ):
        is_sole = (
            rights == 1 and not items[0] and re.fullmatch(r"[^\w,;|]*", text)
        )  # an empty group
        items = items if is_sole else items[0]
    if not items and _IS_NOTHING.fullmatch(without_notation(text)):
        return [()] * rights  # as in every other shape
    if len(items) != rights:
        raise Undecodable(f"{len(items)} entries are no list of {rights} groups")
    groups = []
    for item in items:
        group = () if item is NOBODY else item
        if isinstance(group, int) and not _MAP.search(text):  # of one, or of nobody
            if group < base and group not in (-1, base - 1):
                raise Undecodable(f"{group} is no left")
            group = (group,) if group >= base else ()
        if not isinstance(group, tuple):
            raise Undecodable(f"the number {group} is no group")
        groups.append(tuple(number for number in group if isinstance(number, int)))
        if len(groups[-1]) != len(group):
            raise Undecodable("a group contains more than numbers")
    if not any(groups) and items and all(isinstance(item, int) for item in items):
        # As likely a pair, and nothing in it shows a group.
        raise Undecodable(f"the numbers {', '.join(map(str, items))} are no list of groups")
    return groups


def _is_one_group(items: tuple[Item, ...], text: str, rights: int) -> bool:
    """Whether a list with numbers is the group of the only right, or a map with keys, not the list
    of all groups."""
    has_numbers = any(isinstance(item, int) for item in items)
    return has_numbers and (rights == 1 or bool(_MAP.search(text)))
