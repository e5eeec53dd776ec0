"""Why packages are refused, or verdicts differ: by package and submission, as globs."""

from __future__ import annotations

REASONS: dict[tuple[str, str], str] = {}
MISSING = ""
