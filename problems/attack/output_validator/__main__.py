"""``validator input answer feedback_dir [arguments] < output``: 42 accepts, 43 rejects.

Any other exit status is the jury's fault and told in ``judgeerror.txt``. One output does not tell
where its author starts counting, nor what shape it has, so it is accepted when it is best in any
reading.
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

from problem.plugin import Attack  # noqa: E402

from judge.plugin import IllegalAnswer, InputError, Score, Undecodable  # noqa: E402

ACCEPT, REJECT, FAULT = 42, 43, 1
MOST_BYTES = 8 * 2**20


def judge_output(given: str, known: str, output: str) -> tuple[int, str]:
    """The exit status and what to tell the judges; raises InputError for a bad jury file."""
    plugin = Attack()
    instance = plugin.parse(given)
    best = plugin.parse_answer(known, instance).score
    scores: list[Score] = []
    notes: list[str] = []
    for reading in plugin.readings:
        try:
            scores.append(plugin.score(instance, plugin.decode(output, instance, reading)))
            notes.append(f"{reading}: {scores[-1]} requirements disobeyed, the least is {best}")
        except (IllegalAnswer, Undecodable) as error:
            notes.append(f"{reading}: {error}")
    if any(score < best for score in scores):
        raise InputError(f"an output disobeys fewer than the {best} of the answer file")
    return (ACCEPT if best in scores else REJECT), "\n".join(notes)


def main(arguments: list[str]) -> int:
    """Read the files, judge, write the feedback."""
    if len(arguments) < 3:
        print("usage: validator input answer feedback_dir < output", file=sys.stderr)
        return FAULT
    given, known, feedback = (Path(argument) for argument in arguments[:3])
    output = sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        texts = given.read_text(encoding="utf-8"), known.read_text(encoding="utf-8")
        if len(output) > MOST_BYTES:
            status, message = REJECT, f"more than {MOST_BYTES} bytes of output"
        else:
            status, message = judge_output(*texts, output.decode("utf-8", "replace"))
    except (InputError, OSError, UnicodeDecodeError) as error:
        (feedback / "judgeerror.txt").write_text(f"{error}\n", encoding="utf-8")
        print(error, file=sys.stderr)
        return FAULT
    (feedback / "judgemessage.txt").write_text(f"{message}\n", encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
