"""Marks the branches of a source, so that a hunt sees which of them a call takes.

Each mark calls the ``add`` of a set with its number, at the beginning of a block or beside an
expression, and changes no value. A mark is no call of a Python function, so that the stack is as
deep as without it. Only comparisons with a constant call one: they report how near the value was.
"""

import ast
import builtins

#: The name of the set's ``add`` among the built-in names.
NAME = "__judge_branch__"
NEAR = "__judge_near__"
#: From here on are the numbers of comparisons, and there are so many of them.
COMPARISONS, MOST = 2**13, 2**13
#: Every program has constants up to this.
COMMON = 2
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
        """A comparison of one value with a whole number."""
        super().generic_visit(node)
        if len(node.comparators) > 1:
            return node
        left, right = node.left, node.comparators[0]
        if is_telling(right):
            node.left = self.near(left, right)
        elif is_telling(left):
            node.comparators[0] = self.near(right, left)
        return node

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


def is_telling(node):
    """Whether it is a whole number that not every program has."""
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value > COMMON


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
    taken = set()
    add = taken.add

    def near(number, value, constant):
        if type(value) is int:
            bits = min((value - constant).bit_length(), 32)
            add(COMPARISONS + (number * 33 + bits) % MOST)
        return value

    setattr(builtins, NAME, add)
    setattr(builtins, NEAR, near)
    return taken
