"""interact INPUT ANSWER FEEDBACK_DIR: converses with a submission over standard input and output.

Exit status 42 accepts and 43 rejects; a file in the feedback folder says why.
"""

import sys
from pathlib import Path

MOST_GUESSES = 10
number = int(Path(sys.argv[1]).read_text())
feedback = Path(sys.argv[3])


def reject(why):
    (feedback / "judgemessage.txt").write_text(f"{why}\n")
    sys.exit(43)


for _ in range(MOST_GUESSES):
    line = sys.stdin.readline(100)
    if not line:
        reject("it ended before it had found the number")
    if not line.strip().isascii() or not line.strip().isdigit():
        reject(f"not a guess: {line!r}")
    guess = int(line)
    if not 1 <= guess <= 1000:
        reject(f"not a number from 1 to 1000: {guess}")
    if guess == number:
        print("correct", flush=True)
        if sys.stdin.readline(100):
            reject("it went on after it had found the number")
        sys.exit(42)
    print("lower" if number < guess else "higher", flush=True)
reject(f"{MOST_GUESSES} guesses, and the number is not found")
