"""Exit 42 if standard input is an IPSC input file, 43 otherwise; argument ``m1``: an easy one.
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

from problem.input import check_m1, parse, render  # noqa: E402
from problem.lands import load_lands  # noqa: E402

from judge.plugin import InputError  # noqa: E402

ACCEPTED, REJECTED = 42, 43


def main() -> int:
    """The package asks for the exact form, so CRLF and blank lines at the end are refused here."""
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
        table = load_lands(PROBLEM)
        instance = parse(text, table)
        if render(instance) != text:
            raise InputError("the file has CRLF line ends or no plain end")
        if "m1" in sys.argv[1:]:
            check_m1(instance, table)
    except (InputError, UnicodeDecodeError) as error:
        print(error, file=sys.stderr)
        return REJECTED
    return ACCEPTED


sys.exit(main())
