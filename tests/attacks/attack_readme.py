"""Writes the page of attacks, ``README.md``, from the table.

Usage: PYTHONPATH=. python tests/attacks/attack_readme.py
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attack_table import ATTACKS, Attack

PAGE = Path(__file__).with_name("README.md")
HEAD = """\
# Attacks on the sandbox

Hostile solutions, what each tries, and whether each layer stops it. `test_attacks.py` runs them
all in every layer that works on the machine, as root and as an ordinary user, and checks the
machine after each; `make test` runs those to which the user makes no difference only once in each
layer, `make test-all` runs all. `attack_readme.py` generates this page from `attack_table.py`; a
test fails when it is out of date. An attack that is not stopped is a known fault: its test is
expected to fail, and reports it when the fault has been fixed.

{count} attacks; {stopped}.
"""


def text(layers: Sequence[str]) -> str:
    """The whole page, with a column for each layer."""
    stopped = ", ".join(
        f"{layer} stops {sum(not _open(a, layer) for a in ATTACKS)}" for layer in layers
    )
    lines = [HEAD.format(count=len(ATTACKS), stopped=stopped)]
    lines.append(f"| attack | tries to | {' | '.join(layers)} |")
    lines.append("|---" * (2 + len(layers)) + "|")
    lines += [_row(attack, layers) for attack in ATTACKS]
    return "\n".join(lines) + "\n"


def _row(attack: Attack, layers: Sequence[str]) -> str:
    cells = [_cell(attack, layer) for layer in layers]
    tries = attack.tries.replace("|", "\\|")
    return f"| [{attack.file}](programs/{attack.file}) | {tries} | {' | '.join(cells)} |"


def _cell(attack: Attack, layer: str) -> str:
    reasons = _open(attack, layer)
    if not reasons:
        return f"stopped: {attack.guard.of(layer)}"
    whom = "" if len(reasons) == 2 else f" for {'/'.join(reasons)}"
    return f"**not stopped{whom}**: {next(iter(reasons.values()))}"


def _open(attack: Attack, layer: str) -> dict[str, str]:
    """Who runs the layer when the attack succeeds, and why it does."""
    return {
        who: reason
        for place, reason in attack.open_in.items()
        for of, who in [place.rsplit("-", 1)]
        if of == layer
    }


if __name__ == "__main__":
    from attack_harness import layers as names

    PAGE.write_text(text(names()), encoding="utf-8")
