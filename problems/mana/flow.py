"""The exact reference: the least life a cost can be paid for, by minimum-cost flow.

The network
-----------
Nodes: a source S, one node for each kind of untapped land, one for each kind of library card
(split in two, so that its copies bound what passes), one for each of the six types of mana, one
for generic, a sink T. Arcs, with capacity and cost in life:

* S -> land: its number of copies, 0. A land that makes several mana at once (bounce land, Tron)
  has instead an arc S -> type for each symbol it makes: copies x symbols, 0.
* land -> type: unbounded, the dashes of that alternative.
* land -> card: unbounded, the dashes of the fetch, if the land fetches a type of the card.
* card -> card': its number of copies, 0; card' -> type: unbounded, entry + dashes.
* type -> T: how many symbols of it the cost has, 0; type -> generic: unbounded, 0;
  generic -> T: the sum of the digits, 0.

Claim: the cost can be paid for k life in all if and only if a flow that saturates every arc into
T costs at most k. One stays alive if and only if k < life.

From a play to a flow. Life only ever goes down, so one is alive at the end if and only if one was
alive throughout, and the order of steps does not matter. Which lands make the Tron is settled
before the first step: only Tron lands count, no fetch land is one, none can be fetched, and a
tapped land stays on the battlefield. So each land has a fixed menu. Choose for each unit of the
cost the unit of mana that pays it. A unit from a land with a choice came from a step of its own
(such a land makes one mana a step), is tapped once, and walks S -> land -> type at the cost that
was paid. A unit from a fetched card walks S -> land -> card -> card' -> type at fetch + entry +
dashes: the fetch land was used up by it, the copy left the library for good, was tapped once and
made one mana (the table admits no other card that can be fetched). A unit from a bounce or Tron
land walks S -> type. No capacity is exceeded, and the cost is at most what the play paid: mana
that pays nothing, or a fetch left unused, only adds to it.

From a flow to a play. Capacities and costs are integers, so some cheapest flow is integral and
splits into unit paths. Paths through a land node are at most its copies: give each its own copy.
Paths through a card node are at most its copies: likewise. Tap each for the type its path visits
and pay its cost: that is a legal step, and no two steps share a land or a card. Tap every bounce
and Tron land of which some unit is used: its other units come for free, and spare mana does no
harm, so the units of one such land are as good as independent free sources. This is where the
argument needs that such a land costs no life, offers no choice and cannot be fetched;
``lands`` refuses any other. The life paid is exactly the cost of the flow.

The flow is found by successive shortest paths: every augmentation along a shortest residual path
keeps the flow cheapest among those of its value (Ford & Fulkerson), and the distances never
fall. If T is cut off before all arcs into it are full, the nodes that still reach T form a
minimum cut: the demands among them are a set of requirements that all lands together cannot meet
(Hall). No arc leads from a type in it to one outside, except to generic, which brings in all.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from .game import GENERIC, KINDS, Play, Step, requirements
from .input import Situation
from .lands import MANA, Land, Table

_FAR = 1 << 30
_SOURCE, _SINK = 0, 1
#: The node of each kind of requirement; those of MANA are also the types of mana.
_NODE = MappingProxyType({kind: number for number, kind in enumerate(KINDS, start=2)})


@dataclass(frozen=True)
class Shortage:
    """No play at any life: of ``kinds`` together ``needed`` units, at most ``available``."""

    kinds: str
    needed: int
    available: int


@dataclass(frozen=True)
class Cheapest:
    """A play that pays the cost for the least life; ``life`` is the sum over its steps."""

    life: int
    play: Play


class _Network:
    """Residual arcs in parallel lists; arc ``e ^ 1`` is the reverse of arc ``e``."""

    def __init__(self, nodes: int) -> None:
        self.out: list[list[int]] = [[] for _ in range(nodes)]
        self.to: list[int] = []
        self.cap: list[int] = []
        self.cost: list[int] = []

    def node(self) -> int:
        self.out.append([])
        return len(self.out) - 1

    def arc(self, tail: int, head: int, cap: int, cost: int) -> int:
        edge = len(self.to)
        self.to += (head, tail)
        self.cap += (cap, 0)
        self.cost += (cost, -cost)
        self.out[tail].append(edge)
        self.out[head].append(edge + 1)
        return edge

    def flow(self, edge: int) -> int:
        return self.cap[edge ^ 1]

    def distances(self, source: int) -> list[int]:
        """Shortest residual distances; a flow that is cheapest leaves no negative cycle."""
        to, cap, cost, out = self.to, self.cap, self.cost, self.out
        far = [_FAR] * len(out)
        far[source] = 0
        queue, waiting = [source], [False] * len(out)
        for node in queue:  # grows while it is read
            waiting[node] = False
            here = far[node]
            for edge in out[node]:
                head = to[edge]
                if cap[edge] and here + cost[edge] < far[head]:
                    far[head] = here + cost[edge]
                    if not waiting[head]:
                        waiting[head] = True
                        queue.append(head)
        return far

    def push(self, node: int, sink: int, limit: int, far: list[int], seen: list[bool]) -> int:
        """Send up to ``limit`` units on along shortest arcs, visiting each node at most once."""
        if node == sink:
            return limit
        seen[node] = True
        sent = 0
        for edge in self.out[node]:
            head = self.to[edge]
            if self.cap[edge] and not seen[head] and far[head] == far[node] + self.cost[edge]:
                part = self.push(head, sink, min(limit - sent, self.cap[edge]), far, seen)
                self.cap[edge] -= part
                self.cap[edge ^ 1] += part
                sent += part
                if sent == limit:
                    seen[node] = False
                    break
        return sent

    def reaching(self, sink: int) -> set[int]:
        """The nodes from which residual arcs lead to ``sink``."""
        found, queue = {sink}, [sink]
        for node in queue:
            for edge in self.out[node]:
                tail = self.to[edge]
                if self.cap[edge ^ 1] and tail not in found:
                    found.add(tail)
                    queue.append(tail)
        return found


class _Board:
    """The network of one situation, and what its arcs stand for."""

    def __init__(self, situation: Situation, table: Table) -> None:
        self.net = _Network(2 + len(KINDS))
        self.wanted = requirements(situation.cost)
        self.table = table
        self.tron = table.has_tron(situation.battlefield)
        #: A land that gives all its symbols at once, and the arc of each symbol.
        self.bundles: list[tuple[Land, dict[str, int]]] = []
        #: Rows of (land or card, symbol, life, arc).
        self.taps: list[tuple[str, str, int, int]] = []
        self.cards: list[tuple[str, str, int, int]] = []
        #: Rows of (land, card, life, arc).
        self.fetches: list[tuple[str, str, int, int]] = []
        fetchers = self._lands(Counter(situation.battlefield))
        if fetchers:
            self._library(Counter(situation.library), fetchers)
        for kind, number in self.wanted.items():
            if number:
                self.net.arc(_NODE[kind], _SINK, number, 0)
        if self.wanted[GENERIC]:
            for kind in MANA:
                self.net.arc(_NODE[kind], _NODE[GENERIC], _FAR, 0)

    def _lands(self, battlefield: Counter[str]) -> list[tuple[Land, int]]:
        """Add the battlefield; returns the fetch lands with their nodes."""
        fetchers, net = [], self.net
        for name, copies in battlefield.items():
            land = self.table[name]
            ways = land.yields(self.tron)
            if len(ways) == 1 and not ways[0].life and not land.fetches:
                arcs = {symbol: net.arc(_SOURCE, _NODE[symbol], copies * number, 0)
                        for symbol, number in Counter(ways[0].mana).items()}
                self.bundles.append((land, arcs))
                continue
            node = net.node()
            net.arc(_SOURCE, node, copies, 0)
            for way in ways:
                arc = net.arc(node, _NODE[way.mana], copies, way.life)
                self.taps.append((name, way.mana, way.life, arc))
            if land.fetches:
                fetchers.append((land, node))
        return fetchers

    def _library(self, library: Counter[str], fetchers: list[tuple[Land, int]]) -> None:
        for name, copies in library.items():
            card = self.table[name]
            reach = [(land, node, life) for land, node in fetchers
                     if (life := land.reaches(card)) is not None]
            if not reach:
                continue
            front, back = self.net.node(), self.net.node()
            self.net.arc(front, back, copies, 0)
            for land, node, life in reach:
                arc = self.net.arc(node, front, copies, life)
                self.fetches.append((land.name, name, life, arc))
            for way in card.yields(self.tron):
                life = card.entry + way.life
                arc = self.net.arc(back, _NODE[way.mana], copies, life)
                self.cards.append((name, way.mana, life, arc))

    def run(self) -> tuple[int, int]:
        """The cheapest flow; returns (units missing, life)."""
        missing, life = sum(self.wanted.values()), 0
        while missing:
            far = self.net.distances(_SOURCE)
            if far[_SINK] == _FAR:
                break
            seen = [False] * len(far)
            sent = self.net.push(_SOURCE, _SINK, missing, far, seen)
            missing -= sent
            life += sent * far[_SINK]
        return missing, life

    def play(self) -> Play:
        """The steps of the flow: fetches first, then lands that cost life, then the others."""
        flow, steps = self.net.flow, list[Step]()
        made = {name: [(symbol, life) for card, symbol, life, arc in self.cards if card == name
                       for _ in range(flow(arc))] for name in {row[0] for row in self.cards}}
        for land, card, reach, arc in self.fetches:
            for _ in range(flow(arc)):
                symbol, life = made[card].pop()
                steps.append(Step(land, card, reach + life, symbol))
        for name, symbol, life, arc in self.taps:
            steps += [Step(name, "", life, symbol)] * flow(arc)
        for land_, arcs in self.bundles:
            mana = land_.yields(self.tron)[0].mana
            used = max(-(-flow(arc) // mana.count(symbol)) for symbol, arc in arcs.items())
            steps += [Step(land_.name, "", 0, mana)] * used
        return tuple(sorted(steps, key=lambda step: (not step.card, -step.life)))

    def shortage(self) -> Shortage:
        """The smallest minimum cut, as a set of requirements; only when T cannot be reached."""
        cut = self.net.reaching(_SINK)
        short = [kind for kind in KINDS if _NODE[kind] in cut and self.wanted[kind]]
        needed = sum(self.wanted[kind] for kind in short)
        left = sum(self.net.cap[edge ^ 1] for edge in self.net.out[_SINK])
        return Shortage("".join(short), needed, needed - left)


def possible(situation: Situation, table: Table) -> bool:
    """Whether the cost can be paid with life left."""
    least = _least_life(situation.battlefield, situation.library, situation.cost, table)
    return least is not None and least < situation.life


@lru_cache(maxsize=1024)  # the same lands come with other amounts of life
def _least_life(
    battlefield: tuple[str, ...], library: tuple[str, ...], cost: str, table: Table
) -> int | None:
    """The life that the cheapest play costs; None if there is none."""
    missing, life = _Board(Situation(battlefield, library, _FAR, cost), table).run()
    return None if missing else life


def cheapest(situation: Situation, table: Table) -> Cheapest | Shortage:
    """The play that costs the least life, whatever the life at hand; or why there is none."""
    board = _Board(situation, table)
    missing, life = board.run()
    return board.shortage() if missing else Cheapest(life, board.play())
