"""Accepts (exit status 42) an input that keeps the format and the limits of the statement."""

import re
import sys

text = sys.stdin.buffer.read().decode("ascii", "replace")
if not re.fullmatch(r"[1-9][0-9]{0,4}\n[1-9][0-9]{0,4}( [1-9][0-9]{0,4}){0,99}\n", text):
    sys.exit("expected an amount, and a line of at most 100 coins")
if max(map(int, text.split())) > 10000:
    sys.exit("a number is greater than 10000")
sys.exit(42)
