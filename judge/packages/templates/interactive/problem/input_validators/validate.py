"""Accepts (exit status 42) an input that keeps the format and the limits of the statement, and
rejects (43) every other one."""

import re
import sys


def reject(why):
    print(why, file=sys.stderr)
    sys.exit(43)


text = sys.stdin.buffer.read().decode("ascii", "replace")
if not re.fullmatch(r"[1-9][0-9]{0,3}\n", text) or int(text) > 1000:
    reject("expected a number from 1 to 1000")
sys.exit(42)
