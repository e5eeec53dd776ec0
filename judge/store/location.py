"""Where the store is."""

from __future__ import annotations

from pathlib import Path

#: Where no option names another file, in the working directory.
DEFAULT = Path("reports/store.sqlite")
