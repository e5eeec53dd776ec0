"""A random search for a text that a surviving mutant treats in another way than the original."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

from msgspec.structs import replace

from judge.verify.mutation.trials import Trial

#: A number, a word, a line break, or any other character.
_TOKEN = re.compile(r"-?\d+|[A-Za-z_]+|\n|[^\S\n]+|.")
#: Texts longer than this are not changed: what distinguishes two plug-ins should be read by people.
MOST_CHARACTERS = 400
#: How many changes are made to a text at most.
MOST_CHANGES = 3
EXTRA = ("", " ", "\n", "\n\n", ",", "[]", "[", "]", "0", "1", "-1", "x", "None", "99")


def find(
    trials: Sequence[Trial], differs: Callable[[Trial], bool], rng: Random, seconds: float
) -> Trial | None:
    """The shortest found of the changed trials that ``differs`` accepts, made shorter as long as it
    does; None if there is none within ``seconds`` of CPU time."""
    end = time.process_time() + seconds
    seeds = sorted((one for one in trials if len(_text(one)) <= MOST_CHARACTERS), key=_length)
    if not seeds:
        return None
    while time.process_time() < end:
        # Short ones more often.
        seed = seeds[int(len(seeds) * rng.random() ** 2)]
        changed = _with_text(seed, _changed(_text(seed), rng))
        if differs(changed):
            return _shortened(changed, differs, end)
    return None


def _shortened(trial: Trial, differs: Callable[[Trial], bool], end: float) -> Trial:
    """Leave out tokens, one or a few at a time, while it still differs."""
    width = max(1, len(_TOKEN.findall(_text(trial))) // 2)
    while width and time.process_time() < end:
        shorter = next((one for one in _without(trial, width) if differs(one)), None)
        if shorter is None:
            width //= 2
        else:
            trial = shorter
    return trial


def _without(trial: Trial, width: int) -> Iterator[Trial]:
    tokens = _TOKEN.findall(_text(trial))
    for start in range(0, len(tokens) - width + 1):
        yield _with_text(trial, "".join(tokens[:start] + tokens[start + width :]))


def _changed(text: str, rng: Random) -> str:
    tokens = _TOKEN.findall(text)
    for _ in range(rng.randint(1, MOST_CHANGES)):
        at = rng.randrange(len(tokens) + 1)
        other = rng.choice(tokens) if tokens and rng.random() < 0.6 else rng.choice(EXTRA)
        kind = rng.randrange(4)
        if kind == 0 or at == len(tokens):
            tokens.insert(at, other)
        elif kind == 1:
            del tokens[at]
        elif kind == 2:
            tokens[at] = other
        elif re.fullmatch(r"-?\d+", tokens[at]):
            tokens[at] = str(int(tokens[at]) + rng.choice((-2, -1, 1, 2)))
    return "".join(tokens)


def _length(trial: Trial) -> int:
    return len(trial.input) + len(trial.output or "")


def _text(trial: Trial) -> str:
    """The text that may be changed: the output, or that of a trial without one, the input."""
    return trial.input if trial.output is None else trial.output


def _with_text(trial: Trial, text: str) -> Trial:
    if trial.output is None:
        return replace(trial, input=text, answer=None)
    return replace(trial, output=text)
