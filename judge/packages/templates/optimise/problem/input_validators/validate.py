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
if 1 not in values or len(set(values)) < len(values):
    reject("the values must be different, and one of them 1")
sys.exit(42)
