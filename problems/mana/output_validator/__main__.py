"""Exit 42 if the output on standard input is right for an input file, 43 if it is wrong.

Called with the input file, the answer file and the feedback directory.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

sys.dont_write_bytecode = True

HERE = Path(__file__).resolve().parent
# An exported validator has the modules of the plug-in and of the judge beside it, as flat files.
# Here they are above it: the plug-in in the problem's folder, the judge where `judge/` is.
FOLDERS = (HERE, *HERE.parents)
PROBLEM = next((folder for folder in FOLDERS if (folder / "plugin.py").is_file()), None)
if PROBLEM is None:
    sys.exit(f"{HERE}: the problem's plugin.py is missing: copy the whole package, or export it")
for folder in FOLDERS:
    if (folder / "judge.py").is_file() or (folder / "judge" / "__init__.py").is_file():
        sys.path.insert(0, str(folder))
        break
problem = ModuleType("problem")
problem.__path__ = [str(PROBLEM)]
sys.modules["problem"] = problem

from problem.input import Instance  # noqa: E402
from problem.plugin import Mana  # noqa: E402

from judge.plugin import IllegalAnswer, Undecodable  # noqa: E402

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
