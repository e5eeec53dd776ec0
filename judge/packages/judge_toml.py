"""A problem's ``judge.toml``: settings of this judge alone, beside a valid Kattis package."""

from __future__ import annotations

from pathlib import Path

from judge.common.toml_lines import Manifest
from judge.model import FlagsRule, Rules, TimeRule

FILE = "judge.toml"
KEYS = ("flags_rule", "time")


def load_rules(folder: Path) -> Rules:
    """The rules of the problem in ``folder``; by default the usual ones; raises JudgeError."""
    manifest = Manifest(folder / FILE, KEYS)
    usual = Rules()
    return Rules(
        flags=manifest.choice("flags_rule", FlagsRule) or usual.flags,
        time=manifest.choice("time", TimeRule) or usual.time,
    )
