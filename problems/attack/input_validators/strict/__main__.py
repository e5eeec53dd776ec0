"""``validator [arguments] < input``: 42 when the input is valid, 43 and one line if not."""

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

from problem.input import parse  # noqa: E402

from judge.plugin import InputError  # noqa: E402

VALID, INVALID = 42, 43


def check_line_ends(text: str) -> None:
    """Raise InputError unless the file begins with a value and ends with one line feed."""
    if text[:1].isspace():
        raise InputError("input: begins with white space", 1, 1)
    if not text.endswith("\n") or text[-2:-1].isspace():
        raise InputError("input: must end with one line feed and no other white space")
    if "\r" in text:
        raise InputError("input: a carriage return: lines end with a line feed alone")


def main() -> int:
    """Read standard input as bytes, so that bad UTF-8 is a complaint too."""
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
        check_line_ends(text)
        parse(text)
    except UnicodeDecodeError as error:
        print(f"not UTF-8: {error.reason} at byte {error.start}", file=sys.stderr)
        return INVALID
    except InputError as error:
        print(error, file=sys.stderr)
        return INVALID
    return VALID


if __name__ == "__main__":
    sys.exit(main())
