"""The bundled solutions do on the stored data what their manifests say, each run as a process."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from combat_package import SOLUTIONS, Case, blockings, cases, plugin

from tests.compiled import compiled

MANIFEST_KEYS = {*"language kind base expect author url note claimed claimed_language".split()}

WRONG_AND_FAST = [
    "blocks-everything",
    "blocks-twice",
    "damage-in-order",
    "forgets-half",
    "greedy-single",
    "never-blocks",
    "spreads-evenly",
    "toughness-only",
]

#: Calls a posted function once for each board of a list, and sends back a list of texts.
JAVASCRIPT_DRIVER = """
const fs = require('fs'), vm = require('vm');
const solve = vm.runInThisContext('(' + fs.readFileSync(process.argv[1], 'utf8') + ')');
const shown = (v) => Array.isArray(v) ? '[' + v.map(shown).join() + ']' : String(v);
const boards = JSON.parse(fs.readFileSync(0, 'utf8'));
console.log(JSON.stringify(boards.map((board) => shown(solve(...board)))));
"""
PYTHON_DRIVER = """
import json, sys
text = open(sys.argv[1]).read()
names = {}
if text.startswith("lambda"):
    solve = eval(text)
else:
    exec(text, names)
    solve = names["solve"]
json.dump([str(solve(*board)) for board in json.load(sys.stdin)], sys.stdout)
"""
RUBY_DRIVER = """
require 'json'
solve = eval(File.read(ARGV[0]))
puts JSON.dump(JSON.parse($stdin.read).map { |board| solve.call(*board).inspect })
"""
#: How a source of each ending is run, and how one that is a function is called by its driver.
PROGRAMS = {".js": "node", ".py": sys.executable, ".pl": "perl"}
DRIVERS = {
    ".js": ["node", "-e", JAVASCRIPT_DRIVER],
    ".py": [sys.executable, "-c", PYTHON_DRIVER],
    ".rb": ["ruby", "-e", RUBY_DRIVER],
}

GOLFED = ["c", "fast-c", "fast-javascript", "javascript", "perl", "python", "ruby"]


def manifest(stem: str) -> dict[str, Any]:
    return tomllib.loads((SOLUTIONS / f"{stem}.toml").read_text())


def source(stem: str) -> Path:
    [found] = [p for p in SOLUTIONS.glob(f"{stem}.*") if p.suffix != ".toml"]
    return found


def run(command: list[str], given: str) -> str:
    done = subprocess.run(command, input=given, text=True, capture_output=True, timeout=900)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def command(stem: str) -> list[str]:
    path = source(stem)
    if path.suffix in (".c", ".cpp"):
        return [compiled(path, "-O2")]
    return [PROGRAMS[path.suffix], str(path)]


def outputs(stem: str, chosen: list[Case]) -> list[str]:
    if manifest(stem)["kind"] == "program":
        program = command(stem)
        return [run(program, case.path.read_text()) for case in chosen]
    boards = json.dumps([case.board for case in chosen])
    driver = DRIVERS[source(stem).suffix]
    texts: list[str] = json.loads(run([*driver, str(source(stem))], boards))
    return texts


def failed(stem: str, chosen: list[Case]) -> list[str]:
    """The names of the cases that the solution gets wrong, under the base of its manifest or, if it
    names none, under the one that suits it better."""
    message = manifest(stem).get("base")
    texts = outputs(stem, chosen)
    bases = (0, 1) if message is None else (message,)
    return min((wrong(stem, chosen, texts, base) for base in bases), key=len)


def wrong(stem: str, chosen: list[Case], texts: list[str], base: int, shape: str = "") -> list[str]:
    combat = plugin()
    reading = f"{base}-indexed{shape}"
    names = []
    for case, text in zip(chosen, texts, strict=True):
        try:
            score = combat.score(case.board, combat.decode(text, case.board, reading))
        except ValueError:
            score = None
        assert score is None or score <= case.best, f"{stem} beats {case.name}"
        if score != case.best:
            names.append(case.name)
    return names


def for_brute_force() -> list[Case]:
    """Boards on which trying every point of damage of every blocking takes no time."""

    def light(case: Case) -> bool:
        strongest = max((power for power, _ in case.board[0]), default=0)
        return blockings(case.board) <= 256 and strongest <= 5

    return [case for case in cases("secret") if light(case)]


def test_every_solution_has_a_manifest_of_known_keys() -> None:
    sources = {p.stem for p in SOLUTIONS.iterdir() if p.suffix != ".toml"}
    assert {p.stem for p in SOLUTIONS.glob("*.toml")} <= sources
    for stem in sources & {p.stem for p in SOLUTIONS.glob("*.toml")}:
        read = manifest(stem)
        assert set(read) <= MANIFEST_KEYS
        assert read["kind"] in ("function", "program")


@pytest.mark.long
@pytest.mark.parametrize("stem", WRONG_AND_FAST)
def test_a_misreading_fails_at_least_three_cases_but_not_all(stem: str) -> None:
    chosen = list(cases("secret"))[::3]
    names = failed(stem, chosen)
    assert 3 <= len(names) < len(chosen)
    assert "WA" in manifest(stem)["expect"]


@pytest.mark.long
def test_the_attacker_may_come_first_if_it_always_does() -> None:
    chosen = list(cases("secret"))[::3]
    texts = outputs("attacker-first", chosen)
    assert wrong("attacker-first", chosen, texts, 0, ", attacker first") == []
    assert len(wrong("attacker-first", chosen, texts, 0)) >= 3


@pytest.mark.long
@pytest.mark.parametrize(
    ("stem", "base"),
    [("published-348", 0), ("corrected-349", 0), ("toughness-only", 1), ("blocks-everything", 1)],
)
def test_a_base_left_unsaid_shows_in_the_outputs(stem: str, base: int) -> None:
    assert "base" not in manifest(stem)
    chosen = for_brute_force()
    texts = outputs(stem, chosen)
    right = [len(chosen) - len(wrong(stem, chosen, texts, at)) for at in (0, 1)]
    assert right[base] > right[1 - base]


@pytest.mark.long
def test_the_published_answer_passes_the_samples_and_fails_small_cases() -> None:
    assert len(source("published-348").read_bytes()) == 348
    assert failed("published-348", list(cases("sample"))) == []
    assert len(failed("published-348", for_brute_force())) >= 3


@pytest.mark.long
def test_the_published_answer_fails_whatever_the_base() -> None:
    chosen = for_brute_force()
    texts = outputs("published-348", chosen)
    for base in (0, 1):
        assert len(wrong("published-348", chosen, texts, base)) >= 3


@pytest.mark.long
def test_the_tempting_answer_is_as_long_as_the_published_one_and_fails() -> None:
    assert len(source("tempting-348").read_bytes()) == 348
    assert len(failed("tempting-348", for_brute_force())) >= 3


@pytest.mark.long
@pytest.mark.parametrize("stem", ["corrected-349", "brute-force"])
def test_what_tries_everything_is_right_where_it_finishes(stem: str) -> None:
    chosen = [*cases("sample"), *for_brute_force()]
    assert len(chosen) >= 20
    assert failed(stem, chosen) == []


@pytest.mark.long
@pytest.mark.parametrize("language", GOLFED)
def test_a_golfed_answer_is_right_and_ends_without_a_newline(language: str) -> None:
    stem = f"golfed-{language}"
    tool = {".rb": "ruby", ".pl": "perl"}.get(source(stem).suffix)
    if tool is not None and shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    assert failed(stem, [*cases("sample"), *for_brute_force()]) == []
    assert not source(stem).read_bytes().endswith(b"\n")


@pytest.mark.long
@pytest.mark.parametrize("stem", ["golfed-fast-c", "golfed-fast-javascript"])
def test_a_golfed_dynamic_programme_solves_every_case(stem: str) -> None:
    assert failed(stem, [*cases("sample"), *cases("secret")]) == []


def test_every_golfed_answer_is_tested() -> None:
    there = sorted(p.stem for p in SOLUTIONS.glob("golfed-*.toml"))
    assert there == [f"golfed-{name}" for name in GOLFED]


def test_the_corrected_answer_is_one_byte_longer() -> None:
    published = source("published-348").read_text()
    corrected = source("corrected-349").read_text()
    assert len(corrected.encode()) == 349
    assert corrected == published.replace("[,0]", "[0,0]").replace("T/2", "P/2")


def test_the_crash_is_a_signal_of_the_system() -> None:
    program = command("crashes")
    done = subprocess.run(program, input="[]\n[]\n", text=True, capture_output=True)
    assert done.returncode < 0


@pytest.mark.long
@pytest.mark.parametrize("stem", ["loops", "prints-forever", "allocates"])
def test_the_endless_do_not_end_by_themselves(stem: str) -> None:
    """Bounds are set from outside: 1 s of processor, 300 MiB, or a reader that stops reading."""
    if stem == "loops":
        text = source(stem).read_text()
        program = ["node", "-e", f"{text}\nsolve([[1, 1]], [[1, 1]]);"]
        bounded = ["prlimit", "--cpu=1", *program]
    elif stem == "allocates":
        bounded = ["prlimit", "--as=314572800", *command(stem)]
    else:
        bounded = ["sh", "-c", f"{sys.executable} {source(stem)} | head -c 20000000 | wc -c"]
    done = subprocess.run(bounded, capture_output=True, text=True, timeout=900)
    if stem == "prints-forever":
        assert done.stdout.strip() == "20000000"
    else:
        assert done.returncode < 0
