"""``validator input answer feedback_dir [arguments] < output``: 42 accepts, 43 rejects.

Any other exit status is the jury's fault, told in ``judgeerror.txt``. Where counting starts and
what shape the answer has are the author's choice and cannot be known from one output, so an output
is accepted when it is best in any reading.
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

from problem.plugin import Combat  # noqa: E402
from problem.rules import decimal  # noqa: E402

from judge.plugin import IllegalAnswer, InputError, Undecodable  # noqa: E402

ACCEPT, REJECT, FAULT = 42, 43, 1
MAX_BYTES = 8 * 2**20


def verdict(plugin: Combat, given: str, known: str, output: str) -> tuple[int, str]:
    """Exit status and message; raises InputError when the jury's files are at fault."""
    board = plugin.parse(given)
    best = int(plugin.parse_answer(known, board).score)
    told = []
    scores = []
    for reading in plugin.readings:
        try:
            scores.append(plugin.score(board, plugin.decode(output, board, reading)))
            gap = best - scores[-1]
            told.append(f"{reading}: {f'{decimal(gap)} below the best' if gap else 'best'}")
        except IllegalAnswer as error:
            told.append(f"{reading}: {error}")
        except Undecodable as error:
            told.append(f"{reading}: undecodable: {error}")
    if scores and max(scores) > best:
        raise InputError("an output beats the stored best score")
    return ACCEPT if best in scores else REJECT, "\n".join(told)


def main(arguments: list[str]) -> int:
    if len(arguments) < 3:
        print("usage: validator input answer feedback_dir [arguments] < output", file=sys.stderr)
        return FAULT
    given, known, feedback = (Path(argument) for argument in arguments[:3])
    output = sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        if len(output) > MAX_BYTES:
            status, message = REJECT, f"more than {MAX_BYTES} bytes of output"
        else:
            texts = [path.read_text(encoding="utf-8") for path in (given, known)]
            status, message = verdict(Combat(), texts[0], texts[1], output.decode(errors="replace"))
    except (InputError, OSError, UnicodeDecodeError) as error:
        (feedback / "judgeerror.txt").write_text(f"{error}\n", encoding="utf-8")
        print(error, file=sys.stderr)
        return FAULT
    (feedback / "judgemessage.txt").write_text(f"{message}\n", encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
