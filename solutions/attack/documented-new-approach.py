"""Declare attackers by the design note's "new approach": one sorted list, walked with branches.

It keeps the note's first half (maximum, requirements, filters, those who attack alone) and
replaces all from the predicates on. Where the note is open, the reading here is the kinder one:

* a triple whose defender is full is passed over, and so is one that no requirement asks for;
* a reserved creature attacks, where it is most wanted; its own predicates are served likewise;
* where only "include" is to be checked and including is impossible, the creature is skipped;
* "arbitrarily add" prefers creatures that bring no demands of their own, serves
  those they do bring, and the walk goes on after each, since it may have changed the list;
* nobody attacking is always among the final sets, since it is always legal;
* a branch that ends illegal is dropped, and sets are compared by requirements disobeyed;
* the number of branches is exponential; LEAVES of them are finished, including before skipping.
"""

import json
import sys

LEAVES = 1500


class Board:
    def __init__(self, data):
        self.data = data
        self.crew = data["attackers"]
        self.cap = [x.get("max_attackers") for x in data["defenders"]]
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
        self.allowed, self.direct, self.another = [], [], []
        self.causes, self.predicates = [], []
        for creature in self.crew:
            barred = creature.get("cannot_attack_defenders", ())
            allowed = [k for k in range(len(self.cap)) if k not in barred and self.cap[k] != 0]
            toward = creature.get("must_attack_defender", {})
            general = creature.get("must_attack", 0)
            self.allowed.append(allowed)
            self.direct.append({k: general + toward.get(str(k), 0) for k in allowed})
            self.another.append(creature.get("if_another_attacks", 0))
            self.causes.append({int(j): x for j, x in creature.get("drags", {}).items() if x})
            needs = [(need["count"], need["of"]) for need in creature.get("needs", ())]
            if creature.get("not_alone"):
                needs.append((1, "any"))
            i = len(self.predicates)
            self.predicates.append([
                (count, of, bits(j for j in range(len(self.crew)) if self.fits(i, of, j)))
                for count, of in needs if count
            ])

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
                if all(count < self.maximum and (fitting & self.company()).bit_count() >= count
                       for count, _, fitting in self.predicates[i])
            ]
            if kept == self.possible:
                break
            self.possible = kept
        self.maximum = min(self.maximum, len(self.possible))

    def company(self):
        return bits(j for j in self.possible if not self.crew[j].get("only_alone"))

    def fits(self, i, of, j):
        if i == j or of == "any":
            return i != j
        if of == "greater_power":
            return self.crew[j]["power"] > self.crew[i]["power"]
        return bool(set(of) & set(self.crew[j]["colors"]))

    def legal(self, targets):
        if len(targets) > self.maximum:
            return False
        for k, cap in enumerate(self.cap):
            if cap is not None and list(targets.values()).count(k) > cap:
                return False
        present = bits(targets)
        return all((fitting & present).bit_count() >= count
                   for i in targets for count, _, fitting in self.predicates[i])

    def disobeyed(self, targets):
        count = 0
        for i, creature in enumerate(self.crew):
            if i in targets:
                count += sum(x for j, x in self.causes[i].items() if j not in targets)
            else:
                count += creature.get("must_attack", 0) + (self.another[i] if targets else 0)
            for k, x in creature.get("must_attack_defender", {}).items():
                count += x * (targets.get(i) != int(k))
        return count


def bits(creatures):
    """A set of creatures as the bits of a number."""
    found = 0
    for j in creatures:
        found |= 1 << j
    return found


def stage_5_alone(board):
    """The star: those who attack alone, each at the defender it is most required to attack."""
    alone = [i for i in board.possible
             if board.crew[i].get("only_alone") or board.maximum == 1]
    sets = []
    if board.maximum >= 1:
        sets = [{i: max(board.allowed[i], key=board.direct[i].get)} for i in alone]
    board.possible = [i for i in board.possible if i not in alone]
    return sets


class Branch:
    """The list so far (reserved creatures among it) and who has been skipped."""

    def __init__(self, targets, skipped):
        self.targets, self.skipped = targets, skipped

    def copy(self):
        return Branch(dict(self.targets), set(self.skipped))


def triples(board, branch):
    """(minus constraints, attacker, defender) of those still in line, from most to fewest."""
    present = branch.targets
    dragged = [0] * len(board.crew)
    for j in present:
        for i, x in board.causes[j].items():
            dragged[i] += x
    there = list(present.values())
    full = {k for k, cap in enumerate(board.cap) if cap is not None and there.count(k) >= cap}
    line = []
    for i in board.possible:
        if i in present or i in branch.skipped:
            continue
        extra = dragged[i]
        if present:  # somebody else attacks
            extra += board.another[i]
        for k, direct in board.direct[i].items():
            if k not in full:
                line.append((-direct - extra, i, k))
    line.sort()
    return line


def include(board, branch, i, k):
    """Add i, and reserve others until its predicates hold; None when that adds too many."""
    grown = branch.copy()
    grown.targets[i] = k
    waiting = [i]
    while waiting:
        if len(grown.targets) > board.maximum:
            return None
        c = waiting[0]
        present = bits(grown.targets)
        open_need = next((fitting for count, of, fitting in board.predicates[c] if of != "any"
                          and (fitting & present).bit_count() < count), None)
        if open_need is None:
            waiting.pop(0)
            continue
        line = [item for item in triples(board, grown) if open_need >> item[1] & 1]
        if not line:
            return None
        _, reserved, where = line[0]
        grown.targets[reserved] = where
        waiting.append(reserved)
    return grown


def finish(board, branch):
    """At the end "another creature" and "two others" are served by an arbitrary addition.

    Returns the branch with one more creature, or None when nobody is missing or can come.
    """
    present = branch.targets
    there = bits(present)
    short = any((fitting & there).bit_count() < count
                for i in present for count, of, fitting in board.predicates[i] if of == "any")
    if short:
        line = [(len(board.predicates[i]) + len(board.causes[i]), want, i, k)
                for want, i, k in triples(board, Branch(present, set()))]
        for _, _, i, k in sorted(line):
            longer = include(board, branch, i, k)
            if longer is not None:
                return longer
    return None


def stage_6_traverse(board):
    """Walk the list from the top after each addition; yields the end of each branch."""
    tight = board.maximum < len(board.possible)
    stack, leaves = [Branch({}, set())], 0
    while stack and leaves < LEAVES:
        branch = stack.pop()
        line = triples(board, branch)
        if not line or line[0][0] >= 0 or len(branch.targets) >= board.maximum:
            longer = finish(board, branch)
            if longer is None:
                leaves += 1
                yield branch.targets
            else:
                stack.append(longer)
            continue
        _, i, k = line[0]
        skipping = Branch(branch.targets, branch.skipped | {i})
        including = include(board, branch, i, k)
        if including is None:
            stack.append(skipping)
            continue
        present = bits(branch.targets)
        open_predicate = any((fitting & present).bit_count() < count
                             for count, _, fitting in board.predicates[i])
        if tight and (board.causes[i] or open_predicate):
            stack.append(skipping)
        stack.append(including)


def solve(data):
    board = Board(data)
    sets = [{}, *stage_5_alone(board)]
    sets += [targets for targets in stage_6_traverse(board) if board.legal(targets)]
    best = min(sets, key=board.disobeyed)
    return board.disobeyed(best), sorted(best.items())


def main():
    _, pairs = solve(json.load(sys.stdin))
    for attacker, defender in pairs:
        print(attacker, defender)


if __name__ == "__main__":
    main()
