"""Exit 42 if standard input is an IPSC input file, 43 otherwise; argument ``m1``: an easy one.

``main.py`` is this file again, for judges that look for a program of that name.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from mana_input import check_m1, parse, render
from mana_lands import load_lands

from judge.plugin import InputError

ACCEPTED, REJECTED = 42, 43


def main() -> int:
    """The package asks for the exact form, so CRLF and blank lines at the end are refused here."""
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
        table = load_lands(Path(__file__).parent)
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
