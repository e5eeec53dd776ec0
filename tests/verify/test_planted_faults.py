# ruff: noqa: E501
"""Faults planted in copies of the bundled packages: `judge verify` names each of them.

Each row changes one file; the check that must find it looks at the package alone, so that no
solution is run here.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge import sandbox
from judge.common.errors import JudgeError
from judge.evaluation.plan import RunOptions
from judge.model import ProblemResult, Results
from judge.verify import checks, generator, input_validators, output_validator, stored_answers
from judge.verify.finding import Finding, Status
from judge.verify.subject import Subject

HERE = Path(__file__).parents[2]
#: One solution of each package: verification needs one, and these checks run none.
SOLUTIONS = {"attack": "reference-cpsat", "combat": "reference-cpp", "mana": "reference-flow"}


@dataclass(frozen=True)
class Plant:
    """A change of a package, by a regular text, and a part of what must be said of it."""

    name: str
    package: str
    file: str
    old: str
    new: str
    check: Callable[[Subject], Finding] = stored_answers.check
    said: str = ""


PLANTS = (
    Plant("cost not paid", "mana", "game.py", "    if not pays(", "    if False and not pays("),
    Plant("land used twice", "mana", "game.py", "        battlefield[step.land] -= 1\n", ""),
    Plant("card not in the library", "mana", "game.py", "if step.card and not", "if False and not"),
    Plant("fetch type unchecked", "mana", "game.py", "    card = table[step.card] if step.card else None\n", "    card = table[step.card] if step.card else None\n    if card is not None and land.fetches and land.reaches(card) is None:\n        return\n"),
    Plant(
        "any colour from any land",
        "mana",
        "game.py",
        "sorted(way.mana) == sorted(step.mana)",
        "len(way.mana) == len(step.mana)",
    ),
    Plant("copies never used up", "mana", "game.py", "library[step.card] -= bool(step.card)", "0"),
    Plant("life unchecked", "mana", "game.py", "if life <= 0:", "if life < 0:"),
    Plant("payment unchecked", "mana", "game.py", "if step.life not in costs:", "if False:"),
    Plant("Tron always complete", "mana", "game.py", "tron = table.has_tron(", "tron = bool("),
    Plant("lines stripped", "mana", "answers.py", '    if row in ("YES"', '    row = row.strip()\n    if row in ("YES"'),
    Plant("case ignored", "mana", "answers.py", '    if row in ("YES"', '    row = row.upper() if len(row) < 4 else row\n    if row in ("YES"'),
    Plant("lines after the last case ignored", "mana", "answers.py", "        if number > cases:\n", "        if number > cases:\n            break\n        if number > cases:\n"),
    Plant("only_alone ignored", "attack", "rules.py", "attacker.only_alone and", "False and"),
    Plant("not_alone ignored", "attack", "rules.py", "attacker.not_alone and", "False and"),
    Plant("absolute power", "attack", "rules.py", "other.power > needy.power", "abs(other.power) > abs(needy.power)"),
    Plant("cap of needs", "attack", "rules.py", "found < need.count", "found < min(2, need.count)"),
    Plant("equal power counts", "attack", "rules.py", "other.power > needy.power", "other.power >= needy.power"),
    Plant("caps of defenders ignored", "attack", "rules.py", "len(crowd) > defender.max_attackers", "False"),
    Plant("cap of attackers off by one", "attack", "rules.py", "len(declaration) > cap", "len(declaration) > cap + 1"),
    Plant("one attacker twice", "attack", "rules.py", "if index in seen:", "if False:"),
    Plant("last blank line", "combat", "plugin.py", "        base, shape = _READINGS[reading]\n", '        base, shape = _READINGS[reading]\n        text = text.strip().split("\\n\\n")[-1]\n'),
    Plant("duplicates dropped in other readings", "combat", "plugin.py", "        check(instance, blocks, base)\n        return blocks", "        if reading != self.readings[0]:\n            blocks = tuple(sorted(dict(blocks).items()))\n        check(instance, blocks, base)\n        return blocks"),
    Plant("out of range dropped in other readings", "combat", "plugin.py", "        check(instance, blocks, base)\n        return blocks", "        if reading != self.readings[0]:\n            blocks = tuple(b for b in blocks if 0 <= b[1] < len(attackers))\n        check(instance, blocks, base)\n        return blocks"),
    Plant("greedy kills of four", "combat", "rules.py", "    front = [(0, 0, 0)]", "    if len(blockers) >= 4:\n        chosen, left = [], power\n        for place in sorted(range(len(blockers)), key=lambda p: -sum(blockers[p])):\n            if blockers[place][1] <= left:\n                chosen.append(place)\n                left -= blockers[place][1]\n        return tuple(sorted(chosen))\n    front = [(0, 0, 0)]"),
    Plant("text after the answer", "combat", "plugin.py", "        base, shape = _READINGS[reading]\n", '        base, shape = _READINGS[reading]\n        text = text[: text.rfind("]") + 1] or text\n'),
    Plant("unrepeatable above twelve", "combat", "plugin.py", "        return generate.generate(rng, size)", "        import random\n        return generate.generate(random.Random() if size > 12 else rng, size)", generator.check, "generate"),
    Plant("unrepeatable in two per cent", "combat", "plugin.py", "        return generate.generate(rng, size)", "        import random\n        other = rng.random() < 0.02\n        return generate.generate(random.Random() if other else rng, size)", generator.check, "generate"),
    Plant("accepts all inputs", "combat", "input_validators/strict.py", "", "raise SystemExit(42)\n", input_validators.check),
    Plant("rejects all inputs", "combat", "input_validators/strict.py", "", "raise SystemExit(43)\n", input_validators.check),
    Plant("a sample that is not best", "combat", "data/sample/1-worked.out", "", "[]\n", stored_answers.check, "1-worked.out"),
    Plant("accepts all outputs", "combat", "output_validator/__main__.py", "", "raise SystemExit(42)\n", output_validator.check),
    Plant("two blocks far on", "combat", "rules.py", "in pairwise(blocks)", "in pairwise(blocks[:6])", said="is accepted by the plug-in"),
    Plant("damage of seven blockers", "combat", "rules.py", "sum(defenders[b][0] for b in blockers)", "sum(defenders[b][0] for b in blockers[:7])", said="data/"),
    Plant("a life of 1000", "combat", "plugin.py", " - player", " - min(player, 1000)", said="data/"),
    Plant("toughness 0", "combat", "input.py", '"toughness", 1, line', '"toughness", 0, line', input_validators.check, "is read by the plug-in"),
    Plant("third line", "combat", "input.py", "if len(lines) != 2:", "if len(lines) < 2:", input_validators.check, "is read by the plug-in"),
    Plant("text behind the last case", "mana", "input.py", "for row in lines.rest():", "for row in ():", input_validators.check, "is read by the plug-in"),
    Plant("no blank line before the first case", "mana", "input.py", "    if row := lines.take(\"the blank line before a case\"):", "    if (row := lines.take(\"the blank line before a case\")) and case > 1:", input_validators.check, "is read by the plug-in"),
    Plant("words in small letters", "mana", "answers.py", '"FALSE": "NO"}', '"FALSE": "NO", "yes": "YES", "no": "NO"}', said="is accepted by the plug-in"),
    Plant("size plus 1", "combat", "plugin.py", "return len(instance[0]), len(instance[1])", "return len(instance[0]) + 1, len(instance[1])", generator.check, "size is wrong"),
    Plant("numbers of a neighbour grow", "combat", "generate.py", "_replaced(side, at, (0, toughness))", "_replaced(side, at, (0, toughness + power + 1))", generator.check, "has greater ones"),
    Plant("validator without the last reading", "combat", "output_validator/__main__.py", "for reading in plugin.readings:", "for reading in plugin.readings[:-1]:", output_validator.check, "exits with 43"),
    Plant("validator of the first paragraph", "combat", "output_validator/__main__.py", "output.decode(errors=\"replace\")", "output.decode(errors=\"replace\").split(\"\\n\\n\")[0]", output_validator.check, "the validator exits with"),
)  # fmt: skip
#: What runs always; the rest takes minutes.
QUICK = ("greedy kills of four", "last blank line")


def copy(package: str, folder: Path) -> Path:
    shutil.copytree(HERE / "problems" / package, folder / "problems" / package, symlinks=True)
    return folder / "problems" / package


def subject_of(folder: Path, package: str) -> Subject:
    """The package as if no solution had been run."""
    names = (package,)
    chosen = RunOptions(folder / "problems", HERE / "solutions", names, SOLUTIONS[package] + "*")
    plan = checks.plan_runs(chosen)
    loaded = plan.problems[package]
    results = Results((ProblemResult(loaded.problem, ()),), "2026-01-01T00:00:00", 0, "", "", "")
    return Subject(loaded, plan, results, sandbox.choose("auto"), 2, 4.0, 0)


def planted() -> Iterator[object]:
    for plant in PLANTS:
        marks = () if plant.name in QUICK else (pytest.mark.slow,)
        yield pytest.param(plant, id=f"{plant.package}: {plant.name}", marks=marks)


def found(plant: Plant, folder: Path) -> Finding | None:
    try:
        return plant.check(subject_of(folder, plant.package))
    except JudgeError as error:
        return checks.data_fault(error)


@pytest.mark.long
@pytest.mark.parametrize("plant", list(planted()))
def test_a_planted_fault_is_found(plant: Plant, tmp_path: Path) -> None:
    path = copy(plant.package, tmp_path) / plant.file
    text = path.read_text()
    assert plant.old in text
    path.write_text(text.replace(plant.old, plant.new, 1) if plant.old else plant.new)
    finding = found(plant, tmp_path)
    assert finding is not None, "the error is not one of the data"
    assert finding.status is Status.FAULT, finding.statement
    assert plant.said in finding.statement


@pytest.mark.long
def test_without_a_planted_fault_there_is_none(tmp_path: Path) -> None:
    copy("combat", tmp_path)
    subject = subject_of(tmp_path, "combat")
    for check in (stored_answers.check, generator.check, input_validators.check):
        finding = check(subject)
        assert finding.status is Status.OK, finding
