"""A toy for tests: an input holds many pairs of numbers, the answer is one sum a line."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from judge.plugin import Best, Goal, IllegalAnswer, InputError, Undecodable

Instance = tuple[tuple[int, int], ...]
Answer = tuple[int, ...]


class Sums:
    goal = Goal.MAXIMISE
    unit = Fraction(1)
    readings: tuple[str, ...] = ("lines",)
    css = ""

    def parse(self, text: str) -> Instance:
        pairs = []
        for number, row in enumerate(text.splitlines(), start=1):
            arguments = row.split()
            if len(arguments) != 2 or not all(word.isdecimal() for word in arguments):
                raise InputError(f"{row!r} is not two numbers", number)
            pairs.append((int(arguments[0]), int(arguments[1])))
        return tuple(pairs)

    def render(self, instance: Instance) -> str:
        return "".join(f"{a} {b}\n" for a, b in instance)

    def arguments(self, instance: Instance) -> list[Any]:
        return [[list(pair) for pair in instance]]

    def size(self, instance: Instance) -> tuple[int, ...]:
        return (len(instance),)

    def decode(self, text: str, instance: Instance, reading: str) -> Answer:
        arguments = text.strip("[]\n").replace(",", " ").split()
        for number, word in enumerate(arguments, start=1):
            if not word.removeprefix("-").isdecimal():
                raise Undecodable(f"line {number}: {word} is no number")
        if len(arguments) != len(instance):
            raise Undecodable(f"{len(arguments)} lines instead of {len(instance)}")
        return tuple(map(int, arguments))

    def score(self, instance: Instance, answer: Answer) -> int:
        if min(answer) < 0:
            raise IllegalAnswer("sign", f"{min(answer)} is below 0")
        return sum(a + b == message for (a, b), message in zip(instance, answer, strict=True))

    def parse_answer(self, text: str, instance: Instance) -> Best[Answer]:
        return Best(len(instance), tuple(map(int, text.split())))

    def render_answer(self, instance: Instance, best: Best[Answer]) -> str:
        return "".join(f"{message}\n" for message in best.answer)

    def generate(self, rng: Random, size: int) -> Instance:
        return tuple((rng.randrange(9), rng.randrange(9)) for _ in range(size))

    def smaller(self, instance: Instance) -> Iterator[Instance]:
        yield from (instance[:i] + instance[i + 1 :] for i in range(len(instance)))

    def draw(self, instance: Instance, answer: Answer | None) -> str:
        return f"<p>{len(instance)} sums, {answer}</p>"

    def sketch(self, instance: Instance, answer: Answer | None) -> str:
        return "\n".join(self.sketch_part(instance, place) for place in range(len(instance)))

    def parts(self, instance: Instance) -> int:
        return len(instance)

    def part(self, instance: Instance, place: int) -> Instance:
        return (instance[place],)

    def sketch_part(self, instance: Instance, place: int) -> str:
        a, b = instance[place]
        return f"{a} + {b} = {a + b}"

    def explain_wrong(self, instance: Instance, answer: Answer, limit: int) -> list[str]:
        wrong = [i for i, (a, b) in enumerate(instance) if a + b != answer[i]]
        message = [f"line {i + 1}: {self.sketch_part(instance, i)}" for i in wrong[:limit]]
        return message + [f"{len(wrong)} in all"] * bool(wrong)
