"""Accepts (exit status 42) an input that keeps the format and the limits of the statement, and
rejects (43) every other one."""

import re
import sys


def reject(why):
    print(why, file=sys.stderr)
    sys.exit(43)


text = sys.stdin.buffer.read().decode("ascii", "replace")
if not re.fullmatch(r"[1-9][0-9]{0,4}\n[1-9][0-9]{0,4}( [1-9][0-9]{0,4}){0,19}\n", text):
    reject("expected an amount, and a line of at most 20 values")
amount, *values = map(int, text.split())
if max(amount, *values) > 10000:
    reject("a number is greater than 10000")
if values[0] != 1 or sorted(set(values)) != values:
    reject("the values must begin with 1 and increase")
sys.exit(42)
