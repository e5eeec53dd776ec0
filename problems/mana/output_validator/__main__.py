"""Exit 42 if the output on standard input is right for an input file, 43 if it is wrong.

Called with the input file, the answer file and the feedback directory. Uses nothing but the
files beside it, so the folder (links followed) can be copied to any judge.
``main.py`` is this file again, for judges that look for a program of that name.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from mana_input import Instance
from plugin import Mana

from judge.plugin import IllegalAnswer, Undecodable

ACCEPTED, WRONG = 42, 43


def main(input_file: str, answer_file: str, feedback: str) -> int:
    """A broken input or answer file raises InputError: an exit code that blames the jury."""
    mana = Mana()
    instance = mana.parse(_read(input_file))
    mana.parse_answer(_read(answer_file), instance)
    message = verdict(mana, instance, sys.stdin.buffer.read())
    if message:
        Path(feedback, "judgemessage.txt").write_text(message + "\n", encoding="utf-8")
    return WRONG if message else ACCEPTED


def verdict(mana: Mana, instance: Instance, output: bytes) -> str:
    """What is wrong with an output; the empty string if nothing is."""
    try:
        answer = mana.decode(output.decode("utf-8", "replace"), instance, mana.readings[0])
        if mana.score(instance, answer) == len(instance):
            return ""
    except (Undecodable, IllegalAnswer) as error:
        return str(error)
    wrong = [index + 1 for index in mana.wrong_lines(instance, answer)]
    return (f"{len(wrong)} of {len(instance)} lines are wrong, the first is line {wrong[0]}\n"
            + mana.sketch(instance, answer).rstrip("\n"))


def _read(path: str) -> str:
    return Path(path).read_bytes().decode("utf-8")


sys.exit(main(*sys.argv[1:4]))
