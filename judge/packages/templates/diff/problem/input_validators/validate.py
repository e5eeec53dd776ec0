"""Accepts (exit status 42) an input that keeps the format and the limits of the statement, and
rejects (43) every other one."""

import re
import sys


def reject(why):
    print(why, file=sys.stderr)
    sys.exit(43)


text = sys.stdin.buffer.read().decode("ascii", "replace")
number = "(0|[1-9][0-9]{0,3})"
if not re.fullmatch(rf"{number}\n{number}( {number})*\n", text):
    reject("expected a count, and a line of numbers")
count, *numbers = map(int, text.split())
if not 1 <= count <= 1000 or max(numbers) > 1000:
    reject("a number is out of range")
if count != len(numbers):
    reject(f"{len(numbers)} numbers, and the first line says {count}")
sys.exit(42)
