"""Marks the branches of a source, so that a hunt sees which of them a call takes.

Each mark calls the ``add`` of a set with its number, at the beginning of a block or beside an
expression, and changes no value. A mark is no call of a Python function, so that the stack is as
deep as without it. Only some comparisons call one: with a constant, for equality, and for being
among others. They report how near the two sides were.
"""

import ast
import builtins
from collections import defaultdict
from operator import ne

#: The name of the set's ``add`` among the built-in names.
NAME = "__judge_branch__"
NEAR, LEFT, RIGHT = "__judge_near__", "__judge_left__", "__judge_right__"
#: From here on are the numbers of comparisons, and there are so many of them.
COMPARISONS, MOST = 2**13, 33 * 1737
#: From here on are those of exact differences below ``FAR`` on both sides: one with the first
#: number that says as many bits.
EXACT, FAR = 2**16, 2**15
#: Every program has constants up to this.
COMMON = 2
#: Comparisons whose sides are both reported. Longer lists are not looked through.
SIDES, LONGEST = (ast.Eq, ast.NotEq, ast.In, ast.NotIn), 24
#: A comparison of two values is looked at so many times in a process: an inner loop has more.
OFTEN = 2**13
TEXTS = (list, tuple, str)
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While)


class Marker(ast.NodeTransformer):
    """Adds the marks, in the order of the source."""

    def __init__(self):
        self.count = 0

    def call(self):
        self.count += 1
        return ast.Call(ast.Name(NAME, ast.Load()), [ast.Constant(self.count)], [])

    def beside(self, value):
        """``value`` with a mark: the mark is None, and so the value is that of ``value``."""
        return ast.BoolOp(ast.Or(), [self.call(), value])

    def visit_Compare(self, node):
        """Comparisons of one value with a whole number, or of two values; in a chain the right side
        of one is the left side of the next."""
        super().generic_visit(node)
        plain = [node.left, *node.comparators]
        sides = list(plain)
        for at, operator in enumerate(node.ops):
            left, right = plain[at : at + 2]
            if is_telling(right):
                sides[at] = self.near(sides[at], right)
            elif is_telling(left):
                sides[at + 1] = self.near(sides[at + 1], left)
            elif isinstance(operator, SIDES) and not is_text(left) and not is_text(right):
                if is_number(right) and not isinstance(left, ast.BinOp):
                    continue
                self.count += 1
                sides[at] = self.side(LEFT, sides[at])
                sides[at + 1] = self.side(RIGHT, sides[at + 1])
        node.left, *node.comparators = sides
        return node

    def side(self, name, value):
        return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(self.count), value], [])

    def near(self, value, constant):
        """``value``, which is reported before it is compared."""
        self.count += 1
        name = ast.Name(NEAR, ast.Load())
        return ast.Call(name, [ast.Constant(self.count), value, constant], [])

    def generic_visit(self, node):
        super().generic_visit(node)
        if isinstance(node, BLOCKS):
            node.body.insert(0, ast.Expr(self.call()))
            node.orelse.insert(0, ast.Expr(self.call()))
        elif isinstance(node, (ast.ExceptHandler, ast.match_case)):
            node.body.insert(0, ast.Expr(self.call()))
        elif isinstance(node, ast.IfExp):
            node.body, node.orelse = self.beside(node.body), self.beside(node.orelse)
        elif isinstance(node, ast.BoolOp):
            node.values[1:] = [self.beside(value) for value in node.values[1:]]
        elif isinstance(node, ast.comprehension) and node.ifs:
            node.ifs.append(self.beside(ast.Constant(True)))
        return node


def is_number(node):
    return isinstance(node, ast.Constant) and type(node.value) is int


def is_telling(node):
    """Whether it is a whole number that not every program has."""
    return is_number(node) and node.value > COMMON


def is_text(node):
    return isinstance(node, ast.Constant) and not is_number(node)


def marked(tree):
    """The tree with marks; as it is where it is nested too deeply for that."""
    try:
        copy = ast.fix_missing_locations(Marker().visit(ast.parse(ast.unparse(tree))))
        compile(copy, "marked", "exec")
    except (RecursionError, SyntaxError, ValueError):
        return tree
    return copy


def record():
    """The set that the marks of this process add to."""
    taken, lefts, counts = set(), {}, defaultdict(int)
    add = taken.add

    def found(number, distance, difference):
        mark = COMPARISONS + (number * 33 + distance) % MOST
        if mark not in taken:
            add(mark)
            if difference is not None and -FAR < difference < FAR:
                add(EXACT + number * 33 % MOST // 33 * 2 * FAR + difference + FAR)

    def near(number, value, constant):
        if type(value) is int:
            difference = value - constant
            found(number, min(difference.bit_length(), 32), difference)
        return value

    def left(number, value):
        lefts[number] = value
        return value

    def right(number, value):
        if counts[number] < OFTEN:
            counts[number] += 1
            one = lefts.get(number)
            distance = distance_of(one, value)
            if distance is not None:
                found(number, distance, difference_of(one, value))
        return value

    for name, call in ((NAME, add), (NEAR, near), (LEFT, left), (RIGHT, right)):
        setattr(builtins, name, call)
    return taken


def difference_of(one, other):
    """What is left of a number less another one; of two lists, of the first items that differ; of
    one and a list of its kind, of the nearest item. None of others."""
    if type(one) is int and type(other) is int:
        return one - other
    if type(other) not in (list, tuple) or len(other) > LONGEST:
        return None
    if type(one) is type(other) and is_plain(one) and is_plain(other):
        at = next((place for place, other_one in enumerate(map(ne, one, other)) if other_one), None)
        return None if at is None else difference_of(one[at], other[at])
    items = ((distance_of(one, item), item) for item in other if type(item) is type(one))
    near = min((row for row in items if row[0] is not None), key=lambda row: row[0], default=None)
    return near and difference_of(one, near[1])


def distance_of(one, other):
    """How far two values are apart: the bits of the difference of numbers, or how many items of
    two lists or texts differ, or of one and an item of a list; None of others."""
    if type(one) is int and type(other) is int:
        return min((one - other).bit_length(), 32)
    if type(other) not in TEXTS or len(other) > LONGEST:
        return None
    if type(one) is type(other) and len(one) <= LONGEST and is_plain(one) and is_plain(other):
        return sum(map(ne, one, other)) + abs(len(one) - len(other))
    if type(other) is str:
        return None
    found = [distance_of(one, item) for item in other if type(item) is type(one)]
    return min((bits for bits in found if bits is not None), default=None)


def is_plain(items):
    return all(type(item) in (int, str) for item in items)
