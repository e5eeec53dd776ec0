"""Optimal blocks in a combat of creatures, with proof: a bounded dynamic programme over multisets.

Reads two JSON lists from standard input, attackers then blockers, each of [power, toughness];
prints one ``[blocker, attacker]`` a line, counted from 0. Standard library only.

Values
    Scores are doubled, so that they are integers, and measured against blocking nothing. Say
    attacker (P, T) is blocked by the non-empty set S. The defender is spared P; wins 2(P + T) if
    the powers in S sum to T or more; and loses 2 L(S, P), where L is the heaviest total of p + t
    that the attacker can kill, the killed having toughnesses that sum to P at most (a 0/1 knapsack:
    damage that does not kill has no effect, so a split of P is worth the set it kills). Thus
        v(S) = P + [S kills] 2(P + T) - 2 L(S, P),     v(empty) = 0.
    Attackers do not interact but through "each creature blocks once". So the task is: give each
    attacker one set (a *column*), the sets disjoint, the sum of v maximal.

Which columns suffice
    (1) L(S, P) never grows when a creature leaves S. So if S kills, and still kills without b, then
        v(S - b) >= v(S); if S does not kill, any single member has v >= v(S). A creature taken out
        may stay idle, which is legal and costs nothing. Hence some optimum uses only the empty
        set, single creatures, and sets that kill and of which no member can be missed.
    (2) By the same exchange, S may be left out if some subset of it (the empty one, or one member)
        is worth at least as much.
    (3) Creatures with the same (power, toughness) are interchangeable: only how many of each
        *type* a column takes matters.
    Build sets by adding creatures in order of falling power and stop at the first that kills: the
    last creature added is the weakest and cannot be missed, so no other can; and each set of (1)
    arises in exactly one way. That is `_columns`.

Which columns and states are pruned
    Let m_k creatures of type k exist and let l_k >= 0 be integers, "prices", in units of 1/SCALE.
    Write r(c) = SCALE v(c) - (prices of c), and R_i for the largest r over the columns of attacker
    i, the empty one (r = 0) included. For every legal blocking, by plain addition,
        SCALE * score = U - sum_i (R_i - r(c_i)) - sum_k l_k idle_k,    U = sum R_i + sum l_k m_k
    where idle_k counts unused creatures of type k. All terms subtracted are >= 0: call them costs.
    A blocking whose score beats a known one, B, costs at most U - SCALE (B + 1), the *budget*. So
    (4) a column whose own cost exceeds the budget is in no better blocking;
    (5) nor does any better blocking extend a partial one whose costs exceed it;
    (6) of two partial blockings of the same attackers that leave the same creatures, the dearer
        can go: whatever completes it completes the other.
    Prices come from floating-point search, but any prices prove (4) to (6): they are rounded to
    integers first and all that is compared is exact. The programme goes attacker by attacker over
    the multisets of creatures left. It is run with small budgets first: (4) to (6) hold for any
    budget, so what is found within a small one is the cheapest of all, hence optimal. If nothing is
    found within the full budget, the known blocking was optimal.
"""

import json
import sys

SCALE = 64  # prices are multiples of 1/SCALE
ROUNDS = 200  # at most, of the search for prices
PATIENCE = 8  # rounds without progress before its steps are halved


def solve(attackers, blockers):
    """Blocks of maximal score, as (blocker, attacker) pairs of indices from 0."""
    types = sorted({(p, t) for p, t in blockers}, reverse=True)
    number = {kind: k for k, kind in enumerate(types)}
    have = [0] * len(types)
    for p, t in blockers:
        have[number[p, t]] += 1
    cache = {}
    rows = []
    for p, t in attackers:
        if (p, t) not in cache:
            cache[p, t] = _columns(p, t, types, have)
        rows.append(cache[p, t])
    chosen = _assign(rows, have)
    idle = [[] for _ in types]
    for index, (p, t) in enumerate(blockers):
        idle[number[p, t]].append(index)
    return [(idle[k].pop(), i) for i, column in enumerate(chosen) for k in column]


def _columns(power, toughness, types, have):
    """The columns of one attacker that (1) and (2) leave: (value, types with repetition)."""
    found = []
    alone = []
    for k, (p, t) in enumerate(types):
        value = power - (2 * (p + t) if t <= power else 0)
        if p >= toughness:
            value += 2 * (power + toughness)
        elif p > 0:
            alone.append((k, max(value, 0)))
        if value > 0:
            found.append((value, (k,)))
    reach = [0] * (len(alone) + 1)  # all the power from here on: can the rest still kill?
    for j in range(len(alone) - 1, -1, -1):
        k = alone[j][0]
        reach[j] = reach[j + 1] + types[k][0] * have[k]
    top = 3 * power + 2 * toughness

    def extend(j, members, missing, floor, table):
        """Add creatures of the types alone[j:]; `table` holds toughness -> worth of dead sets."""
        while j < len(alone) and reach[j] >= missing:
            k, single = alone[j]
            p, t = types[k]
            grown, deeper, need, dead = members, max(floor, single), missing, table
            for _ in range(have[k]):
                grown += (k,)
                need -= p
                dead = _with_creature(dead, p, t, power)
                value = top - 2 * dead[max(dead)]
                if value <= deeper:  # more creatures only lower it: (2) for all that follows
                    break
                if need <= 0:
                    found.append((value, grown))
                    break
                extend(j + 1, grown, need, deeper, dead)
            j += 1

    extend(0, (), toughness, 0, {0: 0})
    found.sort(reverse=True)
    return found


def _with_creature(table, p, t, capacity):
    """The knapsack table with one creature more: only weights that pay for themselves stay."""
    if t > capacity:
        return table
    merged = dict(table)
    for weight, worth in table.items():
        weight += t
        if weight <= capacity and merged.get(weight, -1) < worth + p + t:
            merged[weight] = worth + p + t
    kept = {}
    best = -1
    for weight in sorted(merged):
        if merged[weight] > best:
            kept[weight] = best = merged[weight]
    return kept


def _assign(rows, have):
    """One column for each row (a tuple of types, maybe empty), jointly feasible, of maximal sum."""
    best, chosen, prices = _search_prices(rows, have)
    upper = sum(price * m for price, m in zip(prices, have))
    priced = []
    for row in rows:
        reduced = [(SCALE * v - sum(prices[k] for k in c), c) for v, c in row]
        reduced.append((0, ()))
        reduced.sort(reverse=True)
        upper += reduced[0][0]
        priced.append(reduced)
    budget = upper - SCALE * (best + 1)
    bound = min(budget, max(SCALE, upper // 1024))
    while bound >= 0:  # a negative budget leaves nothing to find
        layers = []
        for i, reduced in enumerate(priced):
            top = reduced[0][0]
            layers.append((i, [(top - r, c) for r, c in reduced if top - r <= bound]))
        layers.sort(key=lambda layer: len(layer[1]))
        cheapest = _cheapest(layers, have, prices, bound)
        if cheapest is not None:
            return cheapest
        if bound == budget:
            break
        bound = 2 * bound if 6 * bound < budget else budget
    return chosen


def _search_prices(rows, have):
    """A legal blocking with its score, and good prices: deflected subgradient steps.

    Nothing proved depends on what this finds, only the time that the proof takes. Prices start
    from what a creature could be worth to the average attacker, not from 0: there, all attackers
    want the same few creatures, only those prices move, and the steps stall.
    """
    groups = {}
    for i, row in enumerate(rows):
        groups.setdefault(id(row), (row, []))[1].append(i)
    everything = groups = list(groups.values())
    prices = [0.0] * len(have)
    for row, members in groups:
        share = [0.0] * len(have)
        for v, c in row:
            for k in c:
                share[k] = max(share[k], v / len(c))
        prices = [q + s * len(members) / len(rows) for q, s in zip(prices, share)]
    best, chosen = 0, [()] * len(rows)
    lowest, kept, step, stale = float("inf"), prices, 1.0, 0
    trend = [0.0] * len(have)
    for turn in range(ROUNDS):
        if turn % 40 == 39:
            groups = [(_shortlist(row, kept), members) for row, members in everything]
            lowest = _relax(everything, have, kept)[0]
        upper, slack, tops = _relax(groups, have, prices)
        stale = 0 if upper < lowest - 0.001 * (lowest - best) else stale + 1
        if upper < lowest:
            lowest, kept = upper, prices
        if turn % 10 == 0 or stale == PATIENCE:
            score, blocking = _greedy(groups, tops, have, prices, len(rows))
            if score > best:
                best, chosen = score, blocking
        if lowest < best + 1:
            break
        if stale == PATIENCE:
            step, stale, prices, trend = step / 2, 0, kept, [0.0] * len(have)
            upper, slack, tops = _relax(groups, have, prices)
        trend = [s + w / 2 for s, w in zip(slack, trend)]
        moves = [0 if w > 0 and q <= 0 else w for w, q in zip(trend, prices)]
        norm = sum(w * w for w in moves)
        if not norm:
            break
        pace = step * (upper - 0.95 * lowest) / norm
        prices = [max(0.0, q - pace * w) for q, w in zip(prices, moves)]
    return best, chosen, [round(q * SCALE) for q in kept]


def _shortlist(row, prices):
    """The columns of a row that matter near these prices: the search need not look at the rest."""
    ranked = sorted(row, key=lambda entry: sum(prices[k] for k in entry[1]) - entry[0])
    return sorted(ranked[:50], reverse=True)


def _relax(groups, have, prices):
    """Each attacker takes its best column at these prices, conflicts allowed.

    Returns U (in score units), what is left of each type (negative if oversold), and the reduced
    value each group reached.
    """
    upper = sum(q * m for q, m in zip(prices, have))
    slack = list(have)
    tops = []
    for row, members in groups:
        top, taken = 0.0, ()
        for v, c in row:
            if v <= top:
                break  # values fall along the row, and prices only lower them
            for k in c:
                v -= prices[k]
            if v > top:
                top, taken = v, c
        upper += top * len(members)
        for k in taken:
            slack[k] -= len(members)
        tops.append(top)
    return upper, slack, tops


def _greedy(groups, tops, have, prices, size):
    """A legal blocking: attackers by falling reduced value, each with its best column that fits.

    A second round lets idle creatures serve wherever they gain anything, prices forgotten.
    """
    left = list(have)
    blocking = [()] * size
    score = 0
    order = sorted(range(len(groups)), key=lambda g: -tops[g])
    for weights in (prices, [0.0] * len(have)):
        for g in order:
            row, members = groups[g]
            for i in members:
                if blocking[i]:
                    continue
                top, value = 0.0, 0
                for v, c in row:
                    if v <= top:
                        break
                    r = v
                    for k in c:
                        r -= weights[k]
                    if r > top and all(left[k] >= c.count(k) for k in c):
                        top, value, blocking[i] = r, v, c
                score += value
                for k in blocking[i]:
                    left[k] -= 1
    return score, blocking


def _cheapest(layers, have, prices, budget):
    """The cheapest choice of columns within the budget, or None: the programme of (4) to (6).

    A multiset is one integer with a field for each type and a guard bit above each field, so that
    one subtraction tells whether a column fits. A type that no later layer uses is charged as idle
    and its field cleared, which lets more partial blockings coincide.
    """
    shift, guards, at = [], 0, 0
    for m in have:
        shift.append(at)
        at += m.bit_length() + 1
        guards |= 1 << (at - 1)
    last = [-1] * len(have)
    for depth, (_, columns) in enumerate(layers):
        for _, c in columns:
            for k in c:
                last[k] = depth
    start = sum(m << shift[k] for k, m in enumerate(have) if last[k] >= 0)
    spent = sum(prices[k] * m for k, m in enumerate(have) if last[k] < 0)
    if spent > budget:
        return None
    states = {start: spent}
    history = []
    for depth, (_, columns) in enumerate(layers):
        packed = [(cost, sum(1 << shift[k] for k in c), c) for cost, c in columns]
        pivots = _pivots(columns, have, shift)
        fitting = {}  # what the state has of the pivot types -> the columns content with that
        reached, origin = {}, {}
        limit = budget + 1
        for state, spent in states.items():
            key = state & pivots
            if key not in fitting:
                some = key | guards
                fitting[key] = [e for e in packed if some - (e[1] & pivots) & guards == guards]
            guarded = state | guards
            for cost, pack, c in fitting[key]:
                cost += spent
                if cost > budget:
                    break
                after = guarded - pack
                if after & guards == guards and cost < reached.get(after, limit):
                    reached[after] = cost
                    origin[after] = (state, c)
        ended = [k for k in range(len(have)) if last[k] == depth]
        states, trail = {}, {}
        for after, cost in reached.items():
            rest = after ^ guards
            for k in ended:
                field = (1 << have[k].bit_length()) - 1
                count = rest >> shift[k] & field
                cost += prices[k] * count
                rest -= count << shift[k]
            if cost <= budget and cost < states.get(rest, limit):
                states[rest] = cost
                trail[rest] = origin[after]
        history.append(trail)
    if not states:
        return None
    state = min(states, key=states.get)
    chosen = [()] * len(layers)
    for (i, _), trail in zip(reversed(layers), reversed(history)):
        state, chosen[i] = trail[state]
    return chosen


def _pivots(columns, have, shift):
    """The fields of the few types that the columns use most, as a mask."""
    uses = [0] * len(have)
    for _, c in columns:
        for k in set(c):
            uses[k] += 1
    busiest = sorted(range(len(have)), key=lambda k: -uses[k])[: (len(have) + 1) // 2]
    return sum((1 << have[k].bit_length()) - 1 << shift[k] for k in busiest if uses[k])


def main():
    attackers, blockers = map(json.loads, sys.stdin.read().strip().splitlines()[:2])
    for pair in solve(attackers, blockers):
        print(list(pair))


if __name__ == "__main__":
    main()
