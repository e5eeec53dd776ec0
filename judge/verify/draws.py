"""Instances from the plug-in's generator; run as a program, in another process."""

from __future__ import annotations

import datetime
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from judge.common.processes import kill_children
from judge.common.scratch import temporary_folder
from judge.common.streams import drop_output
from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Bound
from judge.sandbox.held import run_trusted
from judge.verify.plugin_calls import ask, variants_of

#: Time limit of the other process, in seconds.
DRAW_TIMEOUT_S = 60
#: Sizes up to ``EACH`` are all drawn, larger ones in steps; a size that takes longer than
#: ``QUICK_S`` is the last.
EACH, MOST_SIZE, QUICK_S = 24, 300, 0.05
#: At most this many draws: a fault in 2 % of them escapes 600 once in 180,000 times.
MOST_DRAWS = 600
#: At least this many, whatever the time.
LEAST_DRAWS = 32
#: How many instances of a list are asked for at a time.
AT_ONCE = 10_000
#: The methods that make instances of others, and what they are given and asked for.
MUTATE, VARIANTS = "mutate", "variants"
MUTATED_NUMBERS, MOST_VARIANTS = (0, 1, 2, 7, 255), 8
#: How far the clock of the other process is ahead: some days, hours and seconds.
AHEAD_S = 1_234_567.0


class Draw(Struct, frozen=True):
    """One call of ``generate``: the number of the draw, which is a part of its seed."""

    number: int
    size: int

    def __str__(self) -> str:
        return f"{self.number}:{self.size}"


class Listing(Struct, frozen=True):
    """All instances within a bound, in the order of ``enumerate``."""

    bound: Bound

    def __str__(self) -> str:
        return f"={','.join(map(str, self.bound))}"


class Derived(Struct, frozen=True):
    """What a method that is given a random generator makes of a draw."""

    method: str
    draw: Draw

    def __str__(self) -> str:
        return f"~{self.method}~{self.draw}"


def derived(plugin: ProblemPlugin, seed: str, one: Derived) -> list[Any]:
    """The mutated instance, or the variants, of a draw; raises PluginFault."""
    instance, rng = draw(plugin, seed, one.draw), Random(f"{seed} {one}")
    if one.method == MUTATE:
        return [plugin.mutate(rng, instance, MUTATED_NUMBERS, ())]
    return [made for _, made in variants_of(plugin, instance, rng, most=MOST_VARIANTS)]


def draw(plugin: ProblemPlugin, seed: str, one: Draw) -> Any:
    """The instance of a seed and a size; raises PluginFault."""
    return ask(plugin.generate, Random(f"{seed} {one}"), one.size)


def draw_many(plugin: ProblemPlugin, seed: str, seconds: float) -> dict[Draw, Any]:
    """Draws of all quick sizes in turn, for at most ``seconds``."""
    found: dict[Draw, Any] = {}
    end, ladder = time.monotonic() + seconds, list(_sizes())
    while len(found) < MOST_DRAWS:
        for index, size in enumerate(ladder):
            begin = time.process_time()  # a busy machine is no reason to leave out large sizes
            if len(found) >= MOST_DRAWS or (time.monotonic() > end and len(found) >= LEAST_DRAWS):
                return found
            one = Draw(len(found), size)
            found[one] = draw(plugin, seed, one)
            if size > 1 and time.process_time() - begin > QUICK_S:
                ladder = ladder[: index + 1]
                break
    return found


def _sizes() -> Iterator[int]:
    yield from range(EACH + 1)
    size = EACH
    while (size := size + size // 3) <= MOST_SIZE:
        yield size


def digest(plugin: ProblemPlugin, instance: Any) -> str:
    return sha256(ask(plugin.render, instance).encode()).hexdigest()


def digest_of_all(plugin: ProblemPlugin, instances: Iterable[Any]) -> str:
    return sha256("\0".join(ask(plugin.render, one) for one in instances).encode()).hexdigest()


def elsewhere(folder: Path, seed: str, draws: Sequence[Draw | Listing | Derived]) -> list[str]:
    """The digests of the same draws, or lists, in a new process, where hashes of strings, the clock
    and the current folder differ.

    If the process fails, the list is shorter.
    """
    home = str(Path(__file__).parents[2])
    command = [sys.executable, "-m", "judge.verify.draws", str(folder.absolute()), seed]
    salt = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    environment = {**os.environ, "PYTHONPATH": home, "PYTHONHASHSEED": salt}
    with temporary_folder() as made:
        other = folder_unlike(Path(made), Path.cwd())
        other.mkdir(exist_ok=True)
        done = run_trusted([*command, *map(str, draws)], DRAW_TIMEOUT_S, env=environment, cwd=other)
    return done.stdout.decode().split()


def folder_unlike(folder: Path, here: Path) -> Path:
    """The folder, or one in it, whose path has another length than this one."""
    return folder if len(str(folder)) != len(str(here)) else folder / "other"


def set_clock_ahead() -> None:
    """For a plug-in that asks the clock: it is loaded after this."""
    now, now_ns, real = time.time, time.time_ns, datetime.datetime
    ahead = datetime.timedelta(seconds=AHEAD_S)

    class Later(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return real.now(tz) + ahead

        @classmethod
        def today(cls) -> Any:
            return real.today() + ahead

        @classmethod
        def utcnow(cls) -> Any:
            return real.now(datetime.UTC).replace(tzinfo=None) + ahead

    vars(time).update(time=lambda: now() + AHEAD_S, time_ns=lambda: now_ns() + int(AHEAD_S * 1e9))
    vars(datetime).update(datetime=Later)


def main(folder: str, seed: str, *draws: str) -> None:
    set_clock_ahead()
    with os.fdopen(os.dup(1), "w") as out:  # of the judge alone
        drop_output()
        plugin = load_plugin(Path(folder))
        try:
            for text in draws:
                if text.startswith("="):
                    every = plugin.enumerate(tuple(map(int, text[1:].split(","))), AT_ONCE)
                    print(digest_of_all(plugin, chain.from_iterable(every)), file=out)
                    continue
                number, _, size = text.rpartition("~")[2].partition(":")
                one = Draw(int(number), int(size))
                if text.startswith("~"):
                    made = derived(plugin, seed, Derived(text.split("~")[1], one))
                    print(digest_of_all(plugin, made), file=out)
                    continue
                print(digest(plugin, draw(plugin, seed, one)), file=out)
        finally:
            kill_children()


if __name__ == "__main__":
    main(*sys.argv[1:])
