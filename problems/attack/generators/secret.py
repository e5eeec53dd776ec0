"""The secret data of the attack problem, the same bytes at every run.

    python problems/attack/generators/secret.py [FOLDER]

Writes ``NNN-family-k.in``, ``.ans`` and ``descriptions.toml`` into FOLDER (``data/secret`` without
one). The answers are found by ``solutions/attack/reference-bnb.py`` and rescored by the plug-in.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT))

from judge.packages.plugin_loader import name_package  # noqa: E402

name_package("attack_problem", HERE.parent)
sys.path.insert(0, str(HERE))

from alike import alike  # noqa: E402
from attack_problem.generate import Recipe, build, generate  # noqa: E402
from attack_problem.plugin import Attack  # noqa: E402
from attack_problem.rules import Attacker, Colour, Defender, Instance, Need, Who  # noqa: E402
from edges import Case, edges, misread, sharp  # noqa: E402
from limits import limits  # noqa: E402

from judge.plugin import Best  # noqa: E402


def sizes(per_cent: int = 60) -> tuple[Recipe, ...]:
    """Small, middling and large combats in which requirements to attack are common."""
    plain = Recipe(6, 2, must_attack=per_cent, must_attack_defender=30)
    middling = replace(plain, attackers=16, defenders=3)
    return (plain, middling, replace(plain, attackers=40, defenders=6))


def alone() -> Iterator[Case]:
    """Each rule alone, beside the plain requirements that give it something to forbid."""
    rules: dict[str, dict[str, int]] = {
        "cannot-attack": {"cannot_attack": 40},
        "cannot-attack-defenders": {"cannot_attack_defenders": 60},
        "only-alone": {"only_alone": 50},
        "not-alone": {"not_alone": 60},
        "needs-any": {"needs_any": 60, "greatest_need": 4},
        "needs-colors": {"needs_colours": 60, "colour": 20},
        "needs-power": {"needs_power": 70, "greatest_need": 3},
        "must-attack": {"must_attack": 100, "must_attack_defender": 0, "greatest_times": 4},
        "must-attack-defender": {"must_attack": 0, "must_attack_defender": 80, "greatest_times": 4},
        "if-another-attacks": {"if_another_attacks": 60},
        "defender-caps": {"defender_caps": 100, "greatest_cap": 3},
    }
    for family, changes in rules.items():
        for index, recipe in enumerate(sizes()):
            rng = Random(f"{family} {index}")
            text = f"{family} alone, {recipe.attackers} attackers, {recipe.defenders} defenders"
            yield Case(f"{family}-{index + 1}", text, build(rng, replace(recipe, **changes)))
    for index, recipe in enumerate(sizes()):
        capped = replace(recipe, cap=max(1, recipe.attackers // 3), greatest_times=4)
        text = f"the global cap alone, {capped.cap} of {recipe.attackers} may attack"
        yield Case(f"max-attackers-{index + 1}", text, build(Random(f"cap {index}"), capped))
    yield from drags()


def drags() -> Iterator[Case]:
    """Drags alone, which matter only where somebody can't come along."""
    for index, recipe in enumerate(sizes()):
        sparse = replace(recipe, drags=max(6, 120 // recipe.attackers), cannot_attack=30)
        text = f"drags where some can't attack, {recipe.attackers} attackers"
        yield Case(f"drags-barred-{index + 1}", text, build(Random(f"barred {index}"), sparse))
        capped = replace(
            recipe, drags=max(4, 100 // recipe.attackers), cap=recipe.attackers // 2, drags_all=8
        )
        text = f"drags under a cap of {capped.cap}, {recipe.attackers} attackers"
        yield Case(f"drags-capped-{index + 1}", text, build(Random(f"capped {index}"), capped))


def chains() -> Iterator[Case]:
    """A creature that needs one that needs one …, by power or by colour."""
    ladders = ((4, None), (4, 3), (12, 8), (24, 20), (40, None), (40, 25))
    for index, (length, cap) in enumerate(ladders):
        rng = Random(f"power chain {index}")
        ladder = [
            Attacker(
                f"Step {power}", power,
                needs=(Need(1, Who.GREATER_POWER),) if power < length - 1 else (),
                must_attack=rng.randint(1, 3) if power < length - 1 else 0,
            )
            for power in range(length)
        ]  # fmt: skip
        rng.shuffle(ladder)
        yield Case(
            f"chain-power-{index + 1}",
            f"each of {length} needs one of greater power, the strongest wishes nothing, "
            + _limit(cap),
            Instance(tuple(ladder), (Defender("Ana"), Defender("Bo", length // 2)), cap),
        )
    for index, size in enumerate((5, 10, 20, 40)):
        yield Case(
            f"chain-colors-{index + 1}",
            f"{size} creatures in a ring of colours, each needs the next colour; the cap binds",
            _colour_ring(Random(f"colour chain {index}"), size),
        )
    for index, size in enumerate((3, 6, 12, 24, 40)):
        pack = tuple(
            Attacker("Flunky", 3, (Colour.RED,), not_alone=True, must_attack=1)
            if number % 3
            else Attacker("Conscript", 2, needs=(Need(2, Who.ANY),), must_attack=1)
            for number in range(size)
        )
        caps = tuple(Defender(name, max(1, size // 4)) for name in ("Ana", "Bo", "Cy"))
        yield Case(
            f"pack-{index + 1}",
            f"{size} creatures that all need company, and no leader who needs none",
            Instance(pack, caps),
        )


def _colour_ring(rng: Random, size: int) -> Instance:
    colours = list(Colour)
    ring = tuple(
        Attacker(
            f"Ring {index}",
            rng.randint(1, 5),
            (colours[index % 5],),
            needs=(Need(1 + (size >= 20), Who.COLOURS, (colours[(index + 1) % 5],)),),
            must_attack=rng.choice((0, 0, 1, 3)),
            must_attack_defender=((rng.randrange(2), 1),) if rng.random() < 0.5 else (),
        )
        for index in range(size)
    )
    defenders = (Defender("Ana", max(2, size // 3)), Defender("Bo"))
    return Instance(ring, defenders, max(3, size * 2 // 3))


def cycles() -> Iterator[Case]:
    """Creatures that drag each other in circles, of which the caps let only a part attack."""
    shapes = [(3, 1, 2), (3, 2, 3), (4, 3, 6), (5, 4, 12)]
    shapes += [(8, 4, 18), (8, 5, 20), (10, 4, 25), (4, 10, 18)]
    for index, (length, rings, cap) in enumerate(shapes):
        rng = Random(f"cycle {index}")
        crew = []
        for ring in range(rings):
            for place in range(length):
                follower = ring * length + (place + 1) % length
                crew.append(
                    Attacker(
                        f"Ring {ring + 1}.{place + 1}",
                        rng.randint(1, 5),
                        must_attack=rng.choice((0, 1, 2)),
                        drags=((follower, rng.randint(1, 3)),),
                    )
                )
        yield Case(
            f"cycle-{index + 1}",
            f"{rings} rings of {length} that drag one another, {cap} may attack",
            Instance(tuple(crew), (Defender("Ana"), Defender("Bo", cap // 3)), cap),
        )


def all_together() -> Iterator[Case]:
    """Every rule at once."""
    base = Recipe(
        8, 2, defender_caps=60, cannot_attack=8, cannot_attack_defenders=20, only_alone=6,
        not_alone=15, needs_any=20, needs_colours=25, needs_power=20, must_attack=55,
        must_attack_defender=25, if_another_attacks=25, drags=8, drags_all=4,
    )  # fmt: skip
    shapes = ((8, 2, 4), (8, 3, None), (14, 3, 7), (14, 4, None), (24, 4, 10), (24, 5, None),
              (32, 5, 12), (40, 6, 14), (40, 6, 22), (40, 6, None), (40, 3, 30),
              (40, 1, 20))  # fmt: skip
    for index, (attackers, defenders, cap) in enumerate(shapes):
        for times in (1, 3):
            recipe = replace(
                base, attackers=attackers, defenders=defenders, cap=cap, greatest_times=times,
                greatest_cap=max(2, attackers // 6), greatest_need=2 + attackers // 16,
                drags=8 if attackers < 20 else 3,
            )  # fmt: skip
            rng = Random(f"all {index} {times}")
            text = f"all rules, {attackers} attackers, {defenders} defenders, {_limit(cap)}"
            yield Case(f"all-{2 * index + (times == 3) + 1:02}", text, build(rng, recipe))


def _limit(cap: int | None) -> str:
    return "no cap" if cap is None else f"cap {cap}"


def small_mixtures() -> Iterator[Case]:
    """Little combats of the kind a person can check, drawn at random."""
    index = 0
    for seed in range(400):
        instance = generate(Random(f"mixture {seed}"), 5 + seed % 4)
        crew = instance.attackers
        wishes = sum(x.must_attack + x.if_another_attacks + len(x.drags) for x in crew)
        if len(crew) >= 4 and wishes >= 6 and index < 24:
            index += 1
            yield Case(f"mixture-{index:02}", f"a random choice of rules, seed {seed}", instance)


def corners() -> Iterator[Case]:
    """Borders of the input."""
    ana = Defender("Ana")
    ox = Attacker("Ox", 2, must_attack=1)
    yield Case("nobody", "no creature at all", Instance((), (ana,)))
    yield Case("one", "one creature, nothing in its way", Instance((ox,), (ana,)))
    yield Case("cap-zero", "nobody may attack", Instance((ox, ox), (ana,), 0))
    closed = Defender("Ana", 0)
    yield Case("closed", "the only defender lets nobody in", Instance((ox, ox), (closed,)))
    hermit = Attacker("Hermit", 2, only_alone=True, not_alone=True, must_attack=5)
    yield Case("contradiction", "only alone and not alone", Instance((hermit, ox), (ana,)))
    torn = Attacker("Torn", 2, must_attack_defender=((0, 2), (1, 2)))
    yield Case("torn", "must attack two defenders", Instance((torn, ox), (ana, Defender("Bo"))))
    lord = Attacker("Master", 1, only_alone=True, must_attack=4)
    pair = replace(ox, must_attack=2)
    yield Case("alone-or-many", "one alone or two together", Instance((lord, pair, pair), (ana,)))
    sleeper = Attacker("Sleeper", 1, cannot_attack=True, if_another_attacks=3)
    yield Case("sleeper", "better that nobody attack", Instance((sleeper, ox), (ana,)))


def traps() -> Iterator[Case]:
    """Combats that a likely misreading of one rule spoils, with as little else as possible."""
    ana, bo = Defender("Ana"), Defender("Bo")
    ox = Attacker("Ox", 2, must_attack=1)
    for index, size in enumerate((1, 3, 7), 1):
        hermit = Attacker("Hermit", 4, only_alone=True, must_attack=size + 2)
        crew = (*(ox for _ in range(size)), hermit, replace(hermit, must_attack=size))
        text = f"one alone is worth more than {size} together"
        yield Case(f"hermit-{index}", text, Instance(crew, (ana, bo)))
        sleeper = Attacker("Sleeper", 1, cannot_attack=True, if_another_attacks=size + 1)
        crew = (*(replace(ox, power=power) for power in range(size)), sleeper)
        text = f"{size} would attack, but that wakes a stronger wish that can't be met"
        yield Case(f"wake-{index}", text, Instance(crew, (ana,)))
        shy = Attacker("Shy", 1, not_alone=True)
        crew = tuple(
            replace(shy, must_attack_defender=((place % 2, 2),)) for place in range(size + 1)
        )
        text = "company elsewhere is company"
        yield Case(f"apart-{index}", text, Instance(crew, (Defender("Ana", 1), Defender("Bo", 1))))
    for index, (power, other) in enumerate(((3, 3), (4, 5), (-1, 0)), 1):
        okk = Attacker("Okk", power, needs=(Need(1, Who.GREATER_POWER),), must_attack=2)
        text = f"powers {power} and {other}: equal is not greater"
        yield Case(f"power-{index}", text, Instance((okk, Attacker("Ox", other)), (ana,)))
        colours = (Colour.BLACK, Colour.GREEN)
        puma = Attacker("Puma", 2, needs=(Need(index, Who.COLOURS, colours),), must_attack=2)
        elves = tuple(Attacker("Elf", 1, (colours[place % 2],)) for place in range(index))
        text = "either colour will do, and both may be counted together"
        yield Case(f"either-{index}", text, Instance((puma, *elves), (ana,)))
        both = replace(puma, needs=(Need(1, Who.ANY), Need(index, Who.COLOURS, colours)))
        text = "two needs, of which only one can be met"
        yield Case(f"both-{index}", text, Instance((both, *elves[1:], ox), (ana,)))


def counterexamples() -> Iterator[Case]:
    """Combats on which a documented algorithm fails; see FINDINGS.md."""
    for path in sorted((HERE / "counterexamples").glob("*.in")):
        stem, _, rules = path.stem.partition("--")
        text = f"{stem} is not optimal here: {rules.replace('-', ' ')}"
        name = f"{stem.removeprefix('documented-')}-{rules}"
        yield Case(name, text, Attack().parse(path.read_text(encoding="utf-8")))


def cases() -> list[Case]:
    """All secret cases, the small ones first: a slow solution that is wrong fails before it is
    stopped for its time."""
    families = (
        corners, alone, chains, cycles, small_mixtures, traps, edges, all_together, counterexamples,
    )  # fmt: skip
    found = [case for family in families for case in family()]
    found.sort(key=lambda case: len(case.instance.attackers))
    return [*found, *misread(), *limits(), *alike(), *sharp()]


def reference() -> ModuleType:
    """The exact solver that finds the answers."""
    path = ROOT / "solutions" / "attack" / "reference-bnb.py"
    spec = importlib.util.spec_from_file_location("attack_reference", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write(folder: Path) -> int:
    """Write every case and return their number; files of an earlier run are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.suffix in (".in", ".ans", ".toml"):
            old.unlink()
    plugin, solver, found = Attack(), reference(), cases()
    described = []
    for number, case in enumerate(found, 1):
        cost, pairs = solver.solve(plugin.arguments(case.instance)[0])
        answer = tuple(sorted(pairs))
        if plugin.score(case.instance, answer) != cost:
            raise AssertionError(f"{case.name}: the reference miscounts")
        stem = folder / f"{number:03}-{case.name}"
        described.append(f"{stem.name} = {json.dumps(case.description)}\n")
        texts = {
            ".in": plugin.render(case.instance),
            ".ans": plugin.render_answer(case.instance, Best(cost, answer)),
        }
        for suffix, text in texts.items():
            stem.with_name(stem.name + suffix).write_text(text, encoding="utf-8")
    (folder / "descriptions.toml").write_text("".join(described), encoding="utf-8")
    return len(found)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "data" / "secret"
    print(f"{write(target)} cases")
