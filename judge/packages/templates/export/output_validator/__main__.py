"""``validator INPUT ANSWER FEEDBACK_DIR < output``: 42 accepts, 43 rejects.

Judges by the plug-in beside this file. The answer file is an output with a best answer. An output
is right if it is as good under any reading of the plug-in. Any other exit status is the jury's
fault.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import ModuleType

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
problem = ModuleType("problem")
problem.__path__ = [str(HERE)]
sys.modules["problem"] = problem

from problem import plugin as module  # noqa: E402

from judge.plugin import Goal, IllegalAnswer, InputError, Undecodable  # noqa: E402
from judge.plugin.contract import reads_other_notations  # noqa: E402
from judge.plugin.rewriting import decoded  # noqa: E402

ACCEPT, REJECT, FAULT = 42, 43, 1
MAX_BYTES = 8 * 2**20


def the_plugin():
    found = [
        value
        for value in vars(module).values()
        if inspect.isclass(value)
        and value.__module__ == module.__name__
        and hasattr(value, "parse")
        and hasattr(value, "decode")
    ]
    [only] = found
    return only()


def is_right(plugin, instance, answer, best):
    """None for a right answer, else what is wrong with it; raises InputError, IllegalAnswer."""
    if not hasattr(plugin, "score"):
        said = plugin.compare(instance, answer, best)
        return None if said is True else said or "wrong"
    gap = plugin.score(instance, best) - plugin.score(instance, answer)
    if plugin.goal is Goal.MINIMISE:
        gap = -gap
    if gap < 0:
        raise InputError("an output beats the stored best score")
    return f"{gap * getattr(plugin, 'unit', 1)} worse than the best" if gap else None


def decode(plugin, text, instance, reading):
    def own(text):
        return plugin.decode(text, instance, reading)

    return decoded(own, text, others=reads_other_notations(plugin))


def verdict(plugin, given, known, output):
    """Exit status and message; raises InputError when the jury's files are at fault."""
    readings = getattr(plugin, "readings", ("plain",))
    instance = plugin.parse(given)
    try:
        best = decode(plugin, known, instance, readings[0])
    except (IllegalAnswer, Undecodable) as error:
        raise InputError(f"the answer file is no output: {error}") from error
    messages = []
    for reading in readings:
        try:
            wrong = is_right(plugin, instance, decode(plugin, output, instance, reading), best)
            if wrong is None:
                return ACCEPT, f"{reading}: right"
        except IllegalAnswer as error:
            wrong = str(error)
        except Undecodable as error:
            wrong = f"undecodable: {error}"
        messages.append(f"{reading}: {wrong}")
    return REJECT, "\n".join(messages)


def main():
    feedback = Path(sys.argv[3])
    given, known = (Path(name).read_text(encoding="utf-8") for name in sys.argv[1:3])
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            status, message = REJECT, "the output is longer than 8 MiB"
        else:
            output = data.decode("utf-8", "replace")
            status, message = verdict(the_plugin(), given, known, output)
    except InputError as error:
        (feedback / "judgeerror.txt").write_text(f"{error}\n", encoding="utf-8")
        return FAULT
    (feedback / "judgemessage.txt").write_text(f"{message}\n", encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
