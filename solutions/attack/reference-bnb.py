"""Declare attackers: exact branch and bound, standard library alone.

Notation. A set A of attackers has m = |A| members. Nobody and one attacker alone are scored one
by one; they are the only declarations in which an "only alone" creature takes part and in which
"if another attacks" may sleep. For m >= 2 that condition is awake for every creature that stays at
home, so it is one more "attacks if able", and what remains is, for each m in turn,

    maximise   value(A) = assign(A) - sum of drags[i][j] over i in A, j not in A

where assign(A) is the best total of gain[i][d] over assignments of A to defenders within their
caps, gain[i][d] = requirements that attacking d obeys. Disobeyed = everything - value.

The bound. drags[i][j] * x_i * (1 - x_j) = drags[i][j] * x_i - drags[i][j] * x_i * x_j, so each
creature pays for all it drags (into base[i]) and each *pair* inside A earns
p[i][j] = drags[i][j] + drags[j][i]. For any mu >= 0 and any split p[i][j] = w[i][j] + w[j][i]:

  * the caps of the defenders are relaxed: a creature earns max_d(gain[i][d] - mu[d]) and mu[d]
    is paid back cap[d] times. A legal A fills d at most cap[d] times, so this never understates.
  * with I decided in, U undecided and q = m - |I| still to choose, a chosen i in U earns p[i][a]
    for each a in I (certain) and from U at most the q - 1 largest of its w[i][.], because exactly
    q - 1 others of U are chosen with it. Pairs inside U are thus earned in two halves whose sum
    is at least p when both are chosen.
  * so the best q of the resulting numbers u[i] bound every completion. A need still open, "at
    least k more from S", only removes completions: choosing k from S first and the rest freely
    bounds those that remain, and the least of such bounds is taken.

Any mu and w are correct; good ones are sought by subgradient steps. They are kept multiples of
1/64, so that all sums are exact in binary floating point, and value is an integer: a node is cut
when floor(bound) <= best. Fixing is the same cut one move ahead: if exchanging i into (or out of)
the chosen q makes the bound fall to best or below, i is decided without branching.
"""

import json
import sys
from math import floor

GRAIN = 64.0
NOTHING = float("-inf")


def grain(number):
    return floor(number * GRAIN + 0.5) / GRAIN


class Board:
    """The input as arrays."""

    def __init__(self, data):
        crew, self.defenders = data["attackers"], data["defenders"]
        n = self.n = len(crew)
        d = self.d = len(self.defenders)
        cap = data.get("max_attackers")
        self.cap = [n if x.get("max_attackers") is None else min(n, x["max_attackers"])
                    for x in self.defenders]
        self.most = min(n if cap is None else cap, sum(self.cap), n)
        self.must = [c.get("must_attack", 0) for c in crew]
        self.another = [c.get("if_another_attacks", 0) for c in crew]
        self.toward = [[c.get("must_attack_defender", {}).get(str(k), 0) for k in range(d)]
                       for c in crew]
        self.drags = [{int(j): times for j, times in c.get("drags", {}).items() if times}
                      for c in crew]
        self.allowed = [[] if c.get("cannot_attack") else
                        [k for k in range(d) if self.cap[k]
                         and k not in c.get("cannot_attack_defenders", ())]
                        for c in crew]
        self.only_alone = [c.get("only_alone", False) for c in crew]
        self.not_alone = [c.get("not_alone", False) for c in crew]
        self.least = [2 if c.get("not_alone") else 1 for c in crew]
        self.needs = [[] for _ in crew]  # (count, mask of those who satisfy it)
        for i, c in enumerate(crew):
            for need in c.get("needs", ()):
                if need["of"] == "any":  # says how many attack, nothing else
                    self.least[i] = max(self.least[i], need["count"] + 1)
                    continue
                mask = 0
                for j, other in enumerate(crew):
                    if j != i and satisfies(need["of"], c, other):
                        mask |= 1 << j
                if need["count"]:
                    self.needs[i].append((need["count"], mask))


def satisfies(of, needy, other):
    if of == "greater_power":
        return other["power"] > needy["power"]
    return not set(of).isdisjoint(other["colors"])


def score_few(board):
    """The best declaration of nobody or of one creature: (disobeyed, pairs)."""
    whole = [board.must[i] + sum(board.toward[i]) for i in range(board.n)]
    best = (sum(whole), [])
    if board.most < 1:
        return best
    awake = sum(board.another)
    for i in range(board.n):
        if board.least[i] > 1 or board.needs[i]:
            continue
        rest = sum(whole) - whole[i] + awake - board.another[i] + sum(board.drags[i].values())
        for k in board.allowed[i]:
            cost = rest + sum(board.toward[i]) - board.toward[i][k]
            if cost < best[0]:
                best = (cost, [(i, k)])
    return best


def assign(board, gain, chosen):
    """The best assignment of ``chosen`` to defenders: (total, {creature: defender}) or None.

    Creatures come one by one; each insertion follows the best chain of moves through full
    defenders (longest path; no cycle gains, since what stands is optimal), as in min-cost flow.
    """
    at, room, total = {}, board.cap[:], 0
    for i in chosen:
        k = max(board.allowed[i], key=gain[i].__getitem__)
        if room[k] <= 0:
            break
        at[i] = k
        room[k] -= 1
        total += gain[i][k]
    else:
        return total, at
    at, room, total = {}, board.cap[:], 0
    crowds = [[] for _ in range(board.d)]
    for i in chosen:
        far = [NOTHING] * board.d
        come = [None] * board.d
        for k in board.allowed[i]:
            far[k] = gain[i][k]
        moves = []
        for k in range(board.d):
            if room[k] > 0:
                continue
            best = {}
            for c in crowds[k]:
                for to in board.allowed[c]:
                    win = gain[c][to] - gain[c][k]
                    if to != k and (to not in best or win > best[to][0]):
                        best[to] = (win, c)
            moves.extend((k, to, win, c) for to, (win, c) in best.items())
        changed = True
        while changed:
            changed = False
            for k, to, win, c in moves:
                if far[k] + win > far[to]:
                    far[to], come[to], changed = far[k] + win, (k, c), True
        ends = [k for k in range(board.d) if room[k] > 0 and far[k] > NOTHING]
        if not ends:
            return None
        k = max(ends, key=far.__getitem__)
        total += far[k]
        room[k] -= 1
        while come[k] is not None:
            before, c = come[k]
            crowds[before].remove(c)
            crowds[k].append(c)
            at[c] = k
            k = before
        crowds[k].append(i)
        at[i] = k
    return total, at


class Search:
    """All sets of exactly m creatures, m >= 2."""

    def __init__(self, board, gain, m, best, pairs):
        self.board, self.gain, self.m = board, gain, m
        self.best, self.pairs = best, pairs  # the value to beat, and who reaches it
        self.seen = {}
        self.pool = self.candidates()
        self.members = [i for i in range(board.n) if self.pool >> i & 1]
        self.nodes = 0

    def candidates(self):
        """Those who may be among m: everything they need exists in enough numbers."""
        board, m = self.board, self.m
        pool = 0
        for i in range(board.n):
            if board.allowed[i] and not board.only_alone[i] and board.least[i] <= m:
                pool |= 1 << i
        shrunk = True
        while shrunk:
            shrunk = False
            for i in range(board.n):
                if pool >> i & 1 and any(
                    count >= m or (mask & pool).bit_count() < count
                    for count, mask in board.needs[i]
                ):
                    pool &= ~(1 << i)
                    shrunk = True
        return pool

    def quick_bound(self):
        """A bound without pairs or caps of defenders."""
        return sum(sorted((max(self.gain[i][k] for k in self.board.allowed[i])
                           for i in self.members), reverse=True)[: self.m])

    def prepare(self):
        board = self.board
        self.pay = [sum(board.drags[i].values()) for i in range(board.n)]
        self.pair = [{} for _ in range(board.n)]
        for i in self.members:
            for j, times in board.drags[i].items():
                if self.pool >> j & 1:
                    self.pair[i][j] = self.pair[i].get(j, 0) + times
                    self.pair[j][i] = self.pair[j].get(i, 0) + times
        self.share = [{j: p / 2 for j, p in self.pair[i].items()} for i in range(board.n)]
        self.mu = [0.0] * board.d
        self.weigh()

    def weigh(self):
        """After a change of mu: what each creature earns and where it would go."""
        board, mu = self.board, self.mu
        self.base, self.goes = [0.0] * board.n, [0] * board.n
        for i in self.members:
            k = max(board.allowed[i], key=lambda k: self.gain[i][k] - mu[k])
            self.goes[i] = k
            self.base[i] = self.gain[i][k] - mu[k] - self.pay[i]
        self.refund = sum(x * c for x, c in zip(mu, board.cap, strict=True))

    def root(self):
        """The relaxed choice at the root: (bound, chosen, partners claimed by each of them)."""
        claims, worth = {}, {}
        for i in self.members:
            top = sorted(self.share[i].items(), key=lambda item: -item[1])[: self.m - 1]
            claims[i] = [j for j, _ in top]
            worth[i] = self.base[i] + sum(w for _, w in top)
        chosen = sorted(self.members, key=lambda i: -worth[i])[: self.m]
        return self.refund + sum(worth[i] for i in chosen), chosen, claims

    def tune(self, rounds):
        """Subgradient steps on mu and the shares; keeps the best; True when it closes the case."""
        bound, chosen, claims = self.root()
        kept = (bound, self.mu[:], [dict(row) for row in self.share])
        scale = 1.0
        for step in range(rounds):
            if floor(kept[0]) <= self.best:
                break
            taken = set(chosen)
            slope_mu = [0] * self.board.d
            for i in chosen:
                slope_mu[self.goes[i]] += 1
            slope_mu = [x - c for x, c in zip(slope_mu, self.board.cap, strict=True)]
            slope_w = []
            for i in chosen:
                for j in claims[i]:
                    if not (j in taken and i in claims[j]):
                        slope_w.append((i, j))
            norm = len(slope_w) + sum(
                x * x for x, price in zip(slope_mu, self.mu, strict=True) if x > 0 or price > 0
            )
            if not norm:
                break
            target = max(self.best, kept[0] - 0.05 * abs(kept[0]) - 2)
            size = max(1 / GRAIN, scale * max(0.25, bound - target) / norm)
            for k, x in enumerate(slope_mu):
                self.mu[k] = max(0.0, grain(self.mu[k] + size * x))
            for i, j in slope_w:
                move = min(grain(size), self.share[i][j])
                self.share[i][j] -= move
                self.share[j][i] += move
            self.weigh()
            bound, chosen, claims = self.root()
            if bound < kept[0]:
                kept = (bound, self.mu[:], [dict(row) for row in self.share])
            elif step % 4 == 3:
                scale *= 0.7
        _, self.mu, self.share = kept
        self.weigh()
        return floor(kept[0]) <= self.best

    def evaluate(self, taken):
        """Score a set that keeps its needs; remember it when it is the best."""
        if taken in self.seen:
            return
        chosen = [i for i in self.members if taken >> i & 1]
        placed = assign(self.board, self.gain, chosen)
        self.seen[taken] = True
        if placed is None:
            return
        total, at = placed
        for i in chosen:
            for j, times in self.board.drags[i].items():
                if not taken >> j & 1:
                    total -= times
        if total > self.best:
            self.best, self.pairs = total, sorted(at.items())

    def unmet(self, i, taken):
        return any((mask & taken).bit_count() < count for count, mask in self.board.needs[i])

    def settle(self, inside, free):
        """Follow needs to their end: (inside, free) or None when no completion exists."""
        needs = self.board.needs
        while True:
            q = self.m - inside.bit_count()
            if q < 0 or free.bit_count() < q:
                return None
            if q == 0:
                free = 0
            before = inside, free
            for i in self.members:
                if inside >> i & 1:
                    for count, mask in needs[i]:
                        short = count - (mask & inside).bit_count()
                        if short > 0:
                            left = mask & free
                            if short > q or left.bit_count() < short:
                                return None
                            if left.bit_count() == short:
                                inside |= left
                                free &= ~left
                elif free >> i & 1:
                    for count, mask in needs[i]:
                        short = count - (mask & inside).bit_count()
                        if short > q - 1 or (mask & free).bit_count() < short:
                            free &= ~(1 << i)
                            break
            if free.bit_count() == self.m - inside.bit_count():
                inside, free = inside | free, 0
            if (inside, free) == before:
                return inside, free

    def crowded(self, inside):
        """Whether some defenders can't take all who may attack no one else (Hall)."""
        board, counts = self.board, {}
        for i in self.members:
            if inside >> i & 1:
                key = tuple(board.allowed[i])
                counts[key] = counts.get(key, 0) + 1
        for key in counts:
            names = set(key)
            held = sum(x for other, x in counts.items() if names.issuperset(other))
            if held > sum(board.cap[k] for k in key):
                return True
        return False

    def bound(self, inside, free):
        """(bound, chosen of free by falling u, next best u, u, claims) of a settled node."""
        q = self.m - inside.bit_count()
        value, u, claims = self.refund, {}, {}
        for i in self.members:
            if inside >> i & 1:
                value += self.base[i]
                for j, p in self.pair[i].items():
                    if j < i and inside >> j & 1:
                        value += p
            elif free >> i & 1:
                worth, open_shares = self.base[i], []
                for j, p in self.pair[i].items():
                    if inside >> j & 1:
                        worth += p
                    elif free >> j & 1:
                        open_shares.append((self.share[i][j], j))
                if len(open_shares) > q - 1:
                    open_shares.sort(reverse=True)
                    open_shares = open_shares[: q - 1]
                for share, _ in open_shares:
                    worth += share
                u[i] = worth
                claims[i] = open_shares
        order = sorted(u, key=u.__getitem__, reverse=True)
        return value + sum(u[i] for i in order[:q]), order, u, claims

    def loss(self, inside, order, u, q):
        """How much the bound falls for the costliest need still open among those inside."""
        worst = 0.0
        chosen = 0
        for i in order[:q]:
            chosen |= 1 << i
        for i in self.members:
            if inside >> i & 1:
                for count, mask in self.board.needs[i]:
                    short = count - (mask & (inside | chosen)).bit_count()
                    if short > 0:
                        enter = [u[j] for j in order[q:] if mask >> j & 1][:short]
                        leave = [u[j] for j in reversed(order[:q]) if not mask >> j & 1][:short]
                        worst = max(worst, sum(leave) - sum(enter))
        return worst

    def run(self, inside, free, limit=NOTHING):
        """Depth first; raises Overflow beyond ``limit`` nodes."""
        stack = [(inside, free)]
        while stack:
            self.nodes += 1
            if self.nodes == limit:
                return False
            settled = self.settle(*stack.pop())
            if settled is None:
                continue
            inside, free = settled
            if self.crowded(inside):
                continue
            self.step(inside, free, stack)
        return True

    def step(self, inside, free, stack):
        q = self.m - inside.bit_count()
        if q == 0:
            if not any(inside >> i & 1 and self.unmet(i, inside) for i in self.members):
                self.evaluate(inside)
            return
        bound, order, u, claims = self.bound(inside, free)
        if floor(bound) <= self.best:
            return
        bound -= self.loss(inside, order, u, q)
        if floor(bound) <= self.best:
            return
        taken = inside
        for i in order[:q]:
            taken |= 1 << i
        if not any(taken >> i & 1 and self.unmet(i, taken) for i in self.members):
            self.evaluate(taken)
            if floor(bound) <= self.best:
                return
        fixed_in, fixed_free = self.fix(inside, free, order, u, q)
        if (fixed_in, fixed_free) != (inside, free):
            stack.append((fixed_in, fixed_free))
            return
        i = self.branch(order, u, q, claims, taken)
        stack.append((inside, free & ~(1 << i)))
        stack.append((inside | 1 << i, free & ~(1 << i)))

    def fix(self, inside, free, order, u, q):
        """Decide those whose exchange would sink the plain bound to ``best``."""
        plain = self.bound_of(inside, order, u, q)
        last = u[order[q - 1]]
        after = u[order[q]] if q < len(order) else NOTHING
        for i in order[:q]:
            if floor_or(plain - u[i] + after) <= self.best:
                inside |= 1 << i
                free &= ~(1 << i)
        for i in order[q:]:
            if floor(plain - last + u[i]) <= self.best:
                free &= ~(1 << i)
        return inside, free

    def bound_of(self, inside, order, u, q):
        value = self.refund + sum(u[i] for i in order[:q])
        for i in self.members:
            if inside >> i & 1:
                value += self.base[i]
                for j, p in self.pair[i].items():
                    if j < i and inside >> j & 1:
                        value += p
        return value

    def branch(self, order, u, q, claims, taken):
        """Open needs first, then quarrelling pairs, then the weakest of the chosen."""
        hungry = [i for i in order[:q] if self.unmet(i, taken)]
        if hungry:
            return hungry[0]
        quarrel = {}
        for i in order[:q]:
            for share, j in claims[i]:
                if not taken >> j & 1 or all(i != back for _, back in claims[j]):
                    quarrel[i] = quarrel.get(i, 0) + share
                    quarrel[j] = quarrel.get(j, 0) + share
        if quarrel:
            return max(quarrel, key=quarrel.__getitem__)
        return order[q - 1]


def floor_or(number):
    return NOTHING if number == NOTHING else floor(number)


def solve(data):
    """The least number of disobeyed requirements and a declaration that reaches it."""
    board = Board(data)
    cost, pairs = score_few(board)
    gain = [[board.must[i] + board.another[i] + toward for toward in board.toward[i]]
            for i in range(board.n)]
    everything = sum(board.must) + sum(board.another) + sum(map(sum, board.toward))
    best = everything - cost
    for m in range(board.most, 1, -1):
        search = Search(board, gain, m, best, pairs)
        if len(search.members) < m or search.quick_bound() <= best:
            continue
        search.prepare()
        rounds, limit = 12, 30
        while not search.tune(rounds):
            search.nodes = 0
            if search.run(0, search.pool, limit):
                break
            rounds, limit = min(rounds * 3, 250), limit * 4
        best, pairs = search.best, search.pairs
    return everything - best, pairs


def main():
    _, pairs = solve(json.load(sys.stdin))
    for attacker, defender in pairs:
        print(attacker, defender)


if __name__ == "__main__":
    main()
