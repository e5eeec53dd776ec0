"""``judge.toml`` of a problem: settings that only this judge knows."""

from __future__ import annotations

from pathlib import Path

from judge.common.toml_lines import read_toml
from judge.model import FlagsRule, Rules, TimeRule, ValidatorProtocol

FILE = "judge.toml"
KEYS = ("flags_rule", "time", "validator", "plugin_time_limit")


def load_rules(folder: Path) -> Rules:
    """The rules of the problem in ``folder``, or the default ones; raises JudgeError."""
    table = read_toml(folder / FILE, KEYS)
    default = Rules()
    return Rules(
        flags=table.choice("flags_rule", FlagsRule) or default.flags,
        time=table.choice("time", TimeRule) or default.time,
        validator=table.choice("validator", ValidatorProtocol),
        plugin_s=table.positive_number("plugin_time_limit"),
    )
