"""The plug-in of the attack problem, used by `judge` and by the package's validators."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from judge.plugin import Best, Bound, Goal, IllegalAnswer, InputError, Mutant, Plugin, Score
from judge.plugin.pairings import matching, readings

from . import (
    draw,
    draw_pair,
    enumeration,
    generate,
    input,
    mutants,
    mutate,
    orbit,
    rules,
    sketch,
    smaller,
)
from .rules import Declaration, Instance

_READINGS = readings("defender first", "defender of each attacker", "attackers of each defender")


class Attack(Plugin[Instance, Declaration]):
    """Declare attackers: break no restriction and disobey as few requirements as possible."""

    goal = Goal.MINIMISE
    unit = Fraction(1)
    readings: tuple[str, ...] = tuple(_READINGS)
    css = draw.CSS + draw_pair.CSS

    def parse(self, text: str) -> Instance:
        """Read an input file; raises InputError naming the JSON path."""
        return input.parse(text)

    def render(self, instance: Instance) -> str:
        """The input file, without rules that have their default value."""
        return input.render(instance)

    def arguments(self, instance: Instance) -> list[Any]:
        """One argument: the JSON object, every key present."""
        return [input.to_object(instance)]

    def size(self, instance: Instance) -> tuple[int, ...]:
        """(attackers, defenders)."""
        return (len(instance.attackers), len(instance.defenders))

    def decode(self, text: str, instance: Instance, reading: str) -> Declaration:
        """Pairs in any shape; raises Undecodable, or IllegalAnswer for an index out of range."""
        base, shape = _READINGS[reading]
        attackers, defenders = len(instance.attackers), len(instance.defenders)
        declaration = matching(text, base, shape, attackers, defenders, "index")
        for attacker, defender in declaration:
            for what, index, end in (
                ("attacker", attacker, attackers),
                ("defender", defender, defenders),
            ):
                if not 0 <= index < end:
                    raise IllegalAnswer("index", f"there is no {what} {index + base} ({reading})")
        return declaration

    def score(self, instance: Instance, answer: Declaration) -> Score:
        """The number of requirements disobeyed; raises IllegalAnswer."""
        rules.check(instance, answer)
        return rules.disobeyed(instance, answer)

    def parse_answer(self, text: str, instance: Instance) -> Best[Declaration]:
        """The least score and a declaration that reaches it, rescored; raises InputError."""
        least, declaration = input.parse_lines(text)
        try:
            score = self.score(instance, declaration)
        except IllegalAnswer as error:
            raise InputError(f"the declaration is illegal: {error}", 2) from None
        if score != least:
            raise InputError(f"the declaration below disobeys {score}, not {least}", 1)
        return Best(least, declaration)

    def render_answer(self, instance: Instance, best: Best[Declaration]) -> str:
        """The score, then one ``[attacker, defender]`` pair per line, 0-indexed."""
        lines = [f"[{attacker}, {defender}]" for attacker, defender in sorted(best.answer)]
        return "\n".join([str(best.score), *lines]) + "\n"

    def generate(self, rng: Random, size: int) -> Instance:
        """A random combat of about ``size`` attackers."""
        drawn = generate.lowered(rng, generate.generate(rng, size))
        drawn = generate.multiplied(rng, generate.sharpened(rng, drawn))
        return generate.namesakes(rng, drawn)

    def smaller(self, instance: Instance) -> Iterable[Instance]:
        """Strictly simpler combats, the greatest steps first."""
        return smaller.smaller(instance)

    def mutate(
        self, rng: Random, instance: Instance, numbers: Sequence[int], words: Sequence[str]
    ) -> Instance:
        """One detail changed; see ``judge.plugin.Mutates``."""
        return mutate.mutate(rng, instance, numbers, words)

    def bounds(self) -> Iterable[Bound]:
        """Creatures, defenders, rules; see ``judge.plugin.Enumerable``."""
        return enumeration.BOUNDS

    def describe_bound(self, bound: Bound) -> str:
        return enumeration.describe(bound)

    def count(self, bound: Bound) -> int:
        return enumeration.count(bound)

    def enumerate(self, bound: Bound) -> Iterable[Instance]:
        """Combats by the number of creatures, defenders and rules together."""
        return enumeration.instances(bound)

    def orbit(self, instance: Instance, bound: Bound) -> Hashable | None:
        """The least of its forms over all orders; see ``judge.plugin.Canonical``."""
        return orbit.orbit(instance, bound)

    def draw(self, instance: Instance, answer: Declaration | None) -> str:
        """Attackers, defenders, arrows, and the state of each requirement, as HTML."""
        return draw.draw(instance, answer)

    def draw_pair(self, instance: Instance, theirs: Declaration, best: Declaration) -> str:
        """Both declarations in one table, the creatures that differ marked, as HTML."""
        return draw_pair.draw_pair(instance, theirs, best)

    def sketch(self, instance: Instance, answer: Declaration | None) -> str:
        """The same in 80 columns of text."""
        return sketch.sketch(instance, answer)

    def mutants(self, instance: Instance, answer: Declaration) -> Iterable[Mutant]:
        """Mutants of right declarations; see ``judge.plugin.Mutable``."""
        return mutants.mutants(instance, answer)

    def variants(self, instance: Instance, rng: Random) -> Iterable[tuple[str, Instance]]:
        """Equivalent forms of the combat; see ``judge.plugin.Metamorphic``."""
        return mutants.variants(instance, rng)
