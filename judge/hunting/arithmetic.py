"""What the constants of a source mean together: the value of an expression, the factors of a
product."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import isqrt

#: What an expression of constants is made of, besides numbers.
OPERATORS = frozenset({"+", "-", "*", "**", "<", "<<", ">", ">>", "^", "|", "(", ")"})
#: Longer expressions are data, and greater values are left out.
LONGEST, LARGEST = 60, 2**64
#: Only numbers up to this are divided.
MOST_DIVIDED = 10**6
_BINARY: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitXor: operator.xor,
    ast.BitOr: operator.or_,
    ast.Pow: operator.pow,
}
_GROWING = (ast.LShift, ast.Pow)
_LARGEST_EXPONENT = 64


def folded(expression: str) -> Iterator[int]:
    """The value of an expression of at least two constants; nothing if it is none. What it has too
    many of at its ends, such as a bracket of a call, does not count."""
    text = expression.strip("+-*<>^| ")
    while text.count("(") > text.count(")") and text.startswith("("):
        text = text[1:].strip()
    while text.count(")") > text.count("(") and text.endswith(")"):
        text = text[:-1].strip("+-*<>^| ")
    if not 2 < len(text) <= LONGEST or text.isdecimal():
        return
    with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
        value = _evaluated(ast.parse(text, mode="eval").body)
        if 0 <= value <= LARGEST and not text.strip("()").isdecimal():
            yield value


def _evaluated(node: ast.expr) -> int:
    """Raises ValueError for what is no expression of whole numbers."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if not isinstance(node, ast.BinOp) or type(node.op) not in _BINARY:
        raise ValueError
    left, right = _evaluated(node.left), _evaluated(node.right)
    if isinstance(node.op, _GROWING) and (right > _LARGEST_EXPONENT or abs(left) > LARGEST):
        raise ValueError
    return _BINARY[type(node.op)](left, right)


def factors(number: int) -> tuple[int, ...]:
    """The two factors of a number that are nearest to each other; none of a large or prime one."""
    if not 3 < number <= MOST_DIVIDED:
        return ()
    for factor in range(isqrt(number), 1, -1):
        if number % factor == 0:
            return factor, number // factor
    return ()
