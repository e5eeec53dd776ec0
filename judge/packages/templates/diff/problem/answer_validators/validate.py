"""Accepts (exit status 42) an answer file that keeps the format of the statement, and rejects (43)
every other one. Whether the answer is right is not its task."""

import re
import sys

text = sys.stdin.buffer.read().decode("ascii", "replace")
if not re.fullmatch(r"((0|[1-9][0-9]{0,3}) [1-9][0-9]{0,3}\n)+", text):
    print("expected lines with a number and a count", file=sys.stderr)
    sys.exit(43)
numbers = [int(line.split()[0]) for line in text.splitlines()]
if numbers[-1] > 1000 or sorted(set(numbers)) != numbers:
    print("the numbers must increase, up to 1000", file=sys.stderr)
    sys.exit(43)
sys.exit(42)
