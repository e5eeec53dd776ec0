"""``validator < input``: 42 when the input is written exactly as it should be, 43 when not.

Nothing is shared with the plug-in: two lines, ``[[power, toughness], ...]`` with one space after
each comma, at most 20 creatures a side, power 0 to 1000000, toughness 1 to 1000000.
"""

import re
import sys

NUMBER = "(?:0|[1-9][0-9]{0,5}|1000000)"
CREATURE = rf"\[{NUMBER}, (?!0\]){NUMBER}\]"
SIDE = re.compile(rf"\[(?:{CREATURE}(?:, {CREATURE}){{0,19}})?\]")


def complaint(data: bytes) -> str:
    """What is wrong with the input; empty if nothing is."""
    try:
        lines = data.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        return f"byte {error.start} is not ASCII"
    if len(lines) != 3 or lines[2]:
        return "there must be two lines, each with a line feed at its end"
    for number, line in enumerate(lines[:2], 1):
        if not SIDE.fullmatch(line):
            return f"line {number} is not a list of at most 20 [power, toughness] pairs"
    return ""


def main() -> int:
    wrong = complaint(sys.stdin.buffer.read())
    if wrong:
        print(wrong, file=sys.stderr)
    return 43 if wrong else 42


if __name__ == "__main__":
    sys.exit(main())
