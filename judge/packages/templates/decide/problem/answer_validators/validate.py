"""Accepts (exit status 42) an answer file that keeps the format of the statement, and rejects (43)
every other one. Whether the answer is right is not its task."""

import sys

sys.exit(42 if sys.stdin.read() in ("YES\n", "NO\n") else 43)
