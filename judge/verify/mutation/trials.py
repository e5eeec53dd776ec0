"""Trials: stored texts that a plug-in must treat in a certain way, and how it treats them.

A mutant of the plug-in is noticed if it treats one of them differently.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.grade import grade_output
from judge.model import Limits, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Best, InputError
from judge.running import output_file


class Treatment(Struct, frozen=True):
    """How a plug-in treats a trial: what counts, and what it says of it."""

    facts: tuple[object, ...]
    messages: tuple[str, ...] = ()
    #: Whether the plug-in did what its contract allows.
    is_sound: bool = True


class Trial(Struct, frozen=True):
    """An input, alone or with the text of an answer file, alone or with an output. ``origin`` says
    where it comes from."""

    origin: str
    input: str
    answer: str | None = None
    output: str | None = None

    @property
    def is_stored(self) -> bool:
        """Whether it is a file of the package: not made of an answer, and not printed by a
        solution."""
        return self.origin.startswith("data/")


#: The treatment of an input and an answer file, and the case in them, if there is one.
Reading = tuple[Treatment, LoadedCase | None]


class Observer:
    """Has one plug-in treat trials. What it reads of the same files is kept from trial to trial."""

    def __init__(
        self,
        plugin: ProblemPlugin,
        limits: Limits,
        known: Mapping[tuple[str, str | None], Reading] = MappingProxyType({}),
    ) -> None:
        """``known``: what is read of files, where that need not be read anew."""
        # An exception tells a mutant from the original, which refuses the output in its own words.
        self._plugin = replace(plugin, is_lenient=False)
        self._limits = limits
        self._read: dict[tuple[str, str | None], Reading] = dict(known)

    def limit(self, seconds: float) -> None:
        """From now on a call of the plug-in may take so much CPU time."""
        self._plugin = replace(self._plugin, limit_s=seconds)

    def treatment(self, trial: Trial) -> Treatment:
        """Verdict, reason, score and rule of the output under each reading; without an output, what
        is read. An exception is a treatment too."""
        read, loaded = self.read(trial)
        if loaded is None or trial.output is None:
            return read
        run = output_file.as_run(trial.output.encode("utf-8", "replace"), self._limits)
        grades = grade_output(self._plugin, loaded, run)
        facts = tuple((name, g.verdict, g.reason, g.score, g.rule) for name, g in grades.items())
        sound = all(grade.verdict is not Verdict.JE for grade in grades.values())
        return Treatment(facts, tuple(grade.message for grade in grades.values()), sound)

    def read(self, trial: Trial) -> Reading:
        """What is read of the files of a trial."""
        files = (trial.input, trial.answer)
        if files not in self._read:
            self._read[files] = self._reading(*files)
        return self._read[files]

    def _reading(self, text: str, answer: str | None) -> Reading:
        try:
            instance = self._plugin.parse(text)
            if answer is None:
                return Treatment((repr(instance),)), None
            best: Best[Any] = self._plugin.parse_answer(answer, instance)
            return Treatment((repr(instance), repr(best))), LoadedCase(instance, best)
        except InputError as error:
            return Treatment(("refused",), (str(error),)), None
        except Exception as error:
            return Treatment((type(error).__name__,), (str(error),), False), None
