"""The numbers of instances that are not generated at random alone. A number says it all: the stored
case or the instance that it was made from, and the seed of what was changed."""

from __future__ import annotations

from msgspec import Struct

from judge.hunting.instances import CLIMB
from judge.running.traced_runner import FAR

#: From here on: generated with constants of the source; stored cases; variations of an instance.
DIRECTED, STORED, VARIED = 10**18, 2 * 10**18, 10**24
#: A number holds a largest size below this, and a part of a divided input below this.
SIZES, PARTS = 64, 1024
#: Different variations of one instance, and of these the first that is one of a sweep, and the
#: first that is aimed: of each difference below ``FAR`` there are ``PLACES``.
CHILDREN, SWEPT, AIMED, PLACES = 2**25, 2**19, 2**24, 2**8


class Part(Struct, frozen=True):
    """A part of the instance with a number: part 0 is all of an instance that is not divided."""

    number: int
    part: int


class DirectedOrigin(Struct, frozen=True):
    """Generated with this size; nothing changed may make it larger than ``largest``."""

    size: int
    largest: int


class VariedOrigin(Struct, frozen=True):
    """Made from ``parent``, no larger than it or ``largest``; ``child`` tells it from others."""

    parent: Part
    child: int
    largest: int

    @property
    def swept(self) -> int | None:
        """Which one of a sweep of all small changes it is; None if its change is a random one."""
        return self.child - SWEPT if SWEPT <= self.child < AIMED else None

    @property
    def aimed(self) -> tuple[int, int] | None:
        """The difference that it is aimed by and which one of all changes it is; None if it is not
        aimed."""
        if self.child < AIMED:
            return None
        shifted, place = divmod(self.child - AIMED, PLACES)
        return shifted - FAR, place


def aimed_child(difference: int, place: int) -> int:
    return AIMED + (difference + FAR) * PLACES + place


def directed_number(size: int, largest: int, index: int) -> int:
    return DIRECTED + (largest * SIZES + size) * CLIMB + index


def varied_number(parent: Part, child: int, largest: int) -> int:
    return VARIED + ((parent.number * PARTS + parent.part) * CHILDREN + child) * SIZES + largest


def directed(number: int) -> DirectedOrigin:
    """How an instance with a number from ``DIRECTED`` on is made."""
    largest, size = divmod((number - DIRECTED) // CLIMB, SIZES)
    return DirectedOrigin(size, largest)


def varied(number: int) -> VariedOrigin:
    """How an instance with a number from ``VARIED`` on is made."""
    rest, largest = divmod(number - VARIED, SIZES)
    parent, part = divmod(rest // CHILDREN, PARTS)
    return VariedOrigin(Part(parent, part), rest % CHILDREN, largest)


def depth(number: int) -> int:
    """How many variations lie between an instance and one that was generated or stored."""
    steps = 0
    while number >= VARIED:
        number, steps = varied(number).parent.number, steps + 1
    return steps
