"""``validator [arguments] < input``: 42 when the input is valid, 43 and one line if not."""

from __future__ import annotations

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).absolute().parent))

from plugin import Attack  # noqa: E402

from judge.plugin import InputError  # noqa: E402

VALID, INVALID = 42, 43


def main() -> int:
    """Read standard input as bytes, so that bad UTF-8 is a complaint too."""
    try:
        Attack().parse(sys.stdin.buffer.read().decode("utf-8"))
    except UnicodeDecodeError as error:
        print(f"not UTF-8: {error.reason} at byte {error.start}", file=sys.stderr)
        return INVALID
    except InputError as error:
        print(error, file=sys.stderr)
        return INVALID
    return VALID


if __name__ == "__main__":
    sys.exit(main())
