"""Why a situation is YES or NO, in words that a reader can check by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .flow import Cheapest, Shortage, cheapest
from .game import GENERIC, Play, Step, render_play
from .input import Situation
from .lands import Table


@dataclass(frozen=True)
class Explanation:
    """The verdict on one situation with its reason.

    ``play`` is a cheapest play if the cost can be paid with any amount of life, even if the player
    dies, and ``life_needed`` its cost in life; ``shortage`` is why there is none. Exactly one of
    ``play`` and ``shortage`` is None.
    """

    situation: Situation
    play: Play | None
    life_needed: int
    shortage: Shortage | None

    @property
    def possible(self) -> bool:
        """Whether the answer is YES."""
        return self.play is not None and self.life_needed < self.situation.life

    @property
    def life_short(self) -> int:
        """How much more life would turn the answer to YES; 0 if there is enough life."""
        if self.play is None:
            return 0
        return max(0, self.life_needed + 1 - self.situation.life)

    @property
    def line(self) -> str:
        """An output line: ``NO``, or ``YES`` with a log that the checker verifies."""
        return f"YES: {render_play(self.play)}" if self.play and self.possible else "NO"

    def actions(self) -> Iterator[str]:
        """The log of actions, one per step: what is fetched, paid and tapped."""
        life = self.situation.life
        for step in self.play or ():
            yield f"{narrate(step)} Life {life} -> {life - step.life}." if step.life else (
                narrate(step))
            life -= step.life

    @property
    def reason(self) -> str:
        """One sentence: how it is paid, or which colours or how much life is short."""
        if self.shortage is not None:
            return _shortage(self.shortage)
        life = self.situation.life
        if self.possible:
            return (f"Paid for {self.life_needed} life, which leaves {life - self.life_needed}."
                    if self.life_needed else "Paid without losing life.")
        return (f"The cheapest way to pay costs {self.life_needed} life, and of {life} that leaves "
                f"{life - self.life_needed}: {self.life_short} more is needed to stay above 0.")


def explain(situation: Situation, table: Table) -> Explanation:
    """The exact verdict on a situation, with its play or reason."""
    found = cheapest(situation, table)
    if isinstance(found, Cheapest):
        return Explanation(situation, found.play, found.life, None)
    return Explanation(situation, None, 0, found)


def narrate(step: Step) -> str:
    """One step as a sentence, e.g. ``Use Arid Mesa to fetch Plains, tap it for W, paying 1 …``"""
    paid = f", paying {step.life} life in all" if step.life else ""
    if step.card:
        return f"Use {step.land} to fetch {step.card}, tap that for {step.mana}{paid}."
    return f"Tap {step.land} for {step.mana}{paid}."


def _shortage(short: Shortage) -> str:
    if GENERIC in short.kinds:
        return (f"The cost is {short.needed} mana in all; the lands make at most "
                f"{short.available}: {short.needed - short.available} short.")
    what = short.kinds if len(short.kinds) == 1 else (
        f"{', '.join(short.kinds[:-1])} and {short.kinds[-1]} together")
    return (f"The cost needs {short.needed} of {what}; the lands make at most "
            f"{short.available}: {short.needed - short.available} short.")
