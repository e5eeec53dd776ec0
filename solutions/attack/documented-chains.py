"""Declare attackers by the design note's first algorithm: base chains and defender handling.

The stages bear the note's names and stand in its order. Where the note is open, the reading here
is the kinder one:

* a maximum summed over the defenders' caps never raises a smaller maximum (stage 1);
* filtering is repeated until nothing changes, and "no more left" means too few left (stage 4);
* a creature that no requirement asks to attack is not added, since it could only do harm, and
  "total number of requirements" is the number at its best defender (stage 8);
* nobody attacking is always among the final sets, since it is always legal;
* sets are compared by requirements disobeyed, which is what the task asks, not by those obeyed;
* chains are built from every minimal set, most wanted creatures first. Their number is
  exponential; the first CHAINS of each creature are kept so that the program ends at all.
"""

import json
import sys
from itertools import combinations

CHAINS = 100
STEPS = 1200


class Attack:
    """A set of attackers under construction: who attacks whom."""

    def __init__(self, board, targets=()):
        self.board = board
        self.targets = dict(targets)

    def room(self, defender):
        cap = self.board.cap[defender]
        return cap is None or list(self.targets.values()).count(defender) < cap


class Board:
    def __init__(self, data):
        self.data = data
        self.crew = data["attackers"]
        self.cap = [x.get("max_attackers") for x in data["defenders"]]
        self.all_defenders = range(len(self.cap))
        self.stage_1_global_maximum()
        self.stage_2_restrictions_and_requirements()
        self.stage_3_filter_those_who_cannot_attack()
        self.stage_4_filter_what_can_never_be_true()

    def stage_1_global_maximum(self):
        static = self.data.get("max_attackers")
        self.maximum = len(self.crew) if static is None else min(static, len(self.crew))
        if all(cap is not None for cap in self.cap):
            self.maximum = min(self.maximum, sum(self.cap))

    def stage_2_restrictions_and_requirements(self):
        self.allowed, self.general, self.toward, self.another = [], [], [], []
        self.causes, self.predicates = [], []
        self.drags_on = [{} for _ in self.crew]
        for i, creature in enumerate(self.crew):
            barred = creature.get("cannot_attack_defenders", ())
            allowed = [k for k in self.all_defenders if k not in barred and self.cap[k] != 0]
            toward = {int(k): x for k, x in creature.get("must_attack_defender", {}).items()}
            self.allowed.append(allowed)
            self.general.append(creature.get("must_attack", 0))
            self.toward.append({k: x for k, x in toward.items() if k in allowed})
            self.another.append(creature.get("if_another_attacks", 0))
            self.causes.append({int(j): x for j, x in creature.get("drags", {}).items()})
            for j, x in self.causes[i].items():
                self.drags_on[j][i] = x
            needs = [(need["count"], self.fitting(i, need["of"]))
                     for need in creature.get("needs", ())]
            if creature.get("not_alone"):
                needs.append((1, self.fitting(i, "any")))
            self.predicates.append([need for need in needs if need[0]])
        self.most_toward = [max(toward.values(), default=0) for toward in self.toward]

    def stage_3_filter_those_who_cannot_attack(self):
        self.possible = [
            i for i, creature in enumerate(self.crew)
            if not creature.get("cannot_attack") and self.allowed[i]
            and not (creature.get("only_alone") and self.predicates[i])
        ]

    def stage_4_filter_what_can_never_be_true(self):
        while True:
            kept = [
                i for i in self.possible
                if all(count < self.maximum and len(fitting & self.company(i)) >= count
                       for count, fitting in self.predicates[i])
            ]
            if kept == self.possible:
                break
            self.possible = kept
        self.maximum = min(self.maximum, len(self.possible))

    def company(self, i):
        return {j for j in self.possible if j != i and not self.crew[j].get("only_alone")}

    def fitting(self, i, of):
        """Those who satisfy a predicate of i."""
        others = [j for j in range(len(self.crew)) if j != i]
        if of == "any":
            return frozenset(others)
        if of == "greater_power":
            power = self.crew[i]["power"]
            return frozenset(j for j in others if self.crew[j]["power"] > power)
        return frozenset(j for j in others if set(of) & set(self.crew[j]["colors"]))

    def wanted(self, i, defender, present):
        """Requirements on i to attack a defender, those from creatures already there included."""
        return self.toward[i].get(defender, 0) + self.wanted_anywhere(i, present)

    def wanted_anywhere(self, i, present):
        count = self.general[i]
        if len(present) > (i in present):
            count += self.another[i]
        for j, x in self.drags_on[i].items():
            if j in present:
                count += x
        return count

    def most_wanted(self, i, present):
        return self.most_toward[i] + self.wanted_anywhere(i, present)

    def disobeyed(self, targets):
        count = 0
        for i, creature in enumerate(self.crew):
            if i in targets:
                count += sum(x for j, x in self.causes[i].items() if j not in targets)
            else:
                count += self.general[i] + (self.another[i] if targets else 0)
            for k, x in creature.get("must_attack_defender", {}).items():
                count += x * (targets.get(i) != int(k))
        return count


def stage_5_alone(board):
    """The star: those who attack alone, each at the defender it is most required to attack."""
    alone = [i for i in board.possible
             if board.crew[i].get("only_alone") or board.maximum == 1]
    sets = []
    if board.maximum >= 1:
        for i in alone:
            defender = max(board.allowed[i], key=lambda k: board.wanted(i, k, ()))
            sets.append({i: defender})
    board.possible = [i for i in board.possible if i not in alone]
    return sets


def stage_6_chains(board):
    """Minimal chains for each creature with predicates; those that can have none are removed."""
    while True:
        chains, hopeless = {}, None
        for c in board.possible:
            if board.predicates[c]:
                chains[c] = build_chains(board, c)
                if not chains[c]:
                    hopeless = c
                    break
        if hopeless is None:
            return chains
        board.possible.remove(hopeless)


def build_chains(board, c):
    """Chains from c, each closed under its members' predicates and within the maximum."""
    done, steps = [], 0
    stack, seen = [frozenset([c])], set()
    while stack and len(done) < CHAINS and steps < STEPS:
        chain = stack.pop()
        if chain in seen:
            continue
        seen.add(chain)
        steps += 1
        hungry = next((i for i in sorted(chain) if unmet(board, i, chain)), None)
        if hungry is None:
            done.append(chain)
            continue
        longer = []
        for extra in minimal_sets(board, hungry, chain):
            if len(chain | extra) <= board.maximum:
                longer.append(chain | extra)
        stack.extend(reversed(longer))
    return done


def unmet(board, i, chain):
    return [fitting for count, fitting in board.predicates[i] if len(fitting & chain) < count]


def minimal_sets(board, i, chain):
    """Additions after which i's predicates hold and without any of whose members one fails."""
    useful = frozenset().union(*unmet(board, i, chain)) - chain
    useful = [j for j in board.possible if j in useful]
    useful.sort(key=lambda j: -board.most_wanted(j, chain))
    missing = [(count - len(fitting & chain), sum(1 << j for j in fitting - chain))
               for count, fitting in board.predicates[i] if len(fitting & chain) < count]
    found, tried = [], 0  # sets of bits
    most = min(board.maximum - len(chain), sum(count for count, _ in missing))
    for size in range(1, most + 1):
        for extra in combinations(useful, size):
            tried += 1
            if tried > STEPS or len(found) >= CHAINS:
                return map(members, found)
            bits = 0
            for j in extra:
                bits |= 1 << j
            for count, fitting in missing:
                if (fitting & bits).bit_count() < count:
                    break
            else:
                if is_minimal(bits, extra, missing):
                    found.append(bits)
    return map(members, found)


def is_minimal(bits, extra, missing):
    """Whether a need is open again without any one of the members."""
    for j in extra:
        rest = bits & ~(1 << j)
        for count, fitting in missing:
            if (fitting & rest).bit_count() < count:
                break
        else:
            return False
    return True


def members(bits):
    return frozenset(j for j in range(bits.bit_length()) if bits >> j & 1)


def stage_7_base_chains(board, chains):
    """For each creature with predicates, the chains that contain it and fulfil most."""
    value = {chain: fulfilled(board, chain) for found in chains.values() for chain in found}
    base = set()
    for c in chains:
        mine = [chain for chain in value if c in chain]
        most = max(value[chain] for chain in mine)
        base.update(chain for chain in mine if value[chain] == most)
    board.possible = [i for i in board.possible if not board.predicates[i]]
    return sorted(base, key=sorted)


def fulfilled(board, chain):
    return sum(board.most_wanted(i, chain) for i in chain)


def stage_8_final_sets(board, base):
    """Each base chain, and the empty one, appended with more attackers."""
    sets = []
    for chain in [frozenset(), *base]:
        attack = Attack(board)
        by_wish = sorted(chain, key=lambda i: (-board.most_wanted(i, chain), i))
        if not all(place(attack, i, chain, True) for i in by_wish):
            continue  # the defenders' caps leave no room for this chain
        append_more(attack)
        sets.append(attack.targets)
    return sets


def append_more(attack):
    board = attack.board
    passed = set()
    while len(attack.targets) < board.maximum:
        present = list(attack.targets)
        rest = [i for i in board.possible if i not in attack.targets and i not in passed
                and board.most_wanted(i, present)]
        if not rest:
            break
        i = max(rest, key=lambda i: (board.most_wanted(i, present), -i))
        if place(attack, i, present, False):
            passed.clear()
        else:
            passed.add(i)


def place(attack, i, present, anywhere):
    """Let i attack its most favourable defender, if need be by defender handling.

    Unless ``anywhere``, a creature left without a defender it is required to attack counts as
    having no requirements and is not added.
    """
    board = attack.board
    favour = max(board.allowed[i],
                 key=lambda k: (board.wanted(i, k, present), board.cap[k] is None, -k))
    if attack.room(favour):
        attack.targets[i] = favour
        return True
    return stage_9_defender_handling(attack, i, set(), anywhere)


def stage_9_defender_handling(attack, i, busy, anywhere):
    """Swap with someone who minds less, or look at the next defender; False when all is full."""
    board, present = attack.board, list(attack.targets)
    open_to = sorted(board.allowed[i], key=lambda k: -board.wanted(i, k, present))
    while open_to:
        favour = open_to.pop(0)
        if not anywhere and not board.wanted(i, favour, present):
            return False
        if attack.room(favour):
            attack.targets[i] = favour
            return True
        there = board.wanted(i, favour, present)
        x = there - (board.wanted(i, open_to[0], present) if open_to else 0)
        minds = []
        for c, k in attack.targets.items():
            others = [to for to in board.allowed[c] if to != k]
            if k == favour and c != i and c not in busy and others:
                to = max(others, key=lambda to: (board.wanted(c, to, present), attack.room(to)))
                minds.append((board.wanted(c, k, present) - board.wanted(c, to, present), c))
        for y, c in sorted(minds):
            before = dict(attack.targets)
            if x > y and moved_away(attack, c, favour, busy | {i}):
                if attack.room(favour):
                    attack.targets[i] = favour
                    return True
                attack.targets = before  # the moves ended where they began
    return False


def moved_away(attack, c, defender, busy):
    """Send c elsewhere, by defender handling again when its next defender is full too."""
    board = attack.board
    before = dict(attack.targets)
    del attack.targets[c]
    kept = board.allowed[c]
    board.allowed[c] = [k for k in kept if k != defender]
    ok = stage_9_defender_handling(attack, c, busy | {c}, True)
    board.allowed[c] = kept
    if not ok:
        attack.targets = before
    return ok


def solve(data):
    board = Board(data)
    sets = [{}, *stage_5_alone(board)]
    chains = stage_6_chains(board)
    sets += stage_8_final_sets(board, stage_7_base_chains(board, chains))
    best = min(sets, key=board.disobeyed)
    return board.disobeyed(best), sorted(best.items())


def main():
    _, pairs = solve(json.load(sys.stdin))
    for attacker, defender in pairs:
        print(attacker, defender)


if __name__ == "__main__":
    main()
