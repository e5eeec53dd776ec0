"""What is asked of other processes before a run: toolchains for their versions, and whether the
sandbox works."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from judge import sandbox
from judge.common.leftover_threads import OwnThread
from judge.languages.table import all_languages, by_suffix
from judge.languages.toolchain import find_toolchain
from judge.model import Solution
from judge.packages.name_or_path import problem_name

#: So many toolchains can be asked at once, and take no longer than one.
FEW = 2


class Probes:
    """Questions, each in a thread, that are asked while cases are read. Workers inherit the
    answers; what is wrong is reported where an answer is needed."""

    def __init__(self, layer: str) -> None:
        # A fork runs the hooks of this module. Loaded by one thread while another thread forks, it
        # would have its second hook run without the first, and Python would print a traceback.
        import logging  # noqa: F401

        self._asked: set[str] = set()
        self._threads: list[OwnThread] = []
        self._ask(sandbox.choose, layer)

    def ask_toolchains(self, languages: Iterable[str]) -> None:
        """Ask the toolchains of languages, by their names, that were not asked yet."""
        table = all_languages()
        for name in sorted({*languages} & table.keys() - self._asked):
            self._asked.add(name)
            self._ask(find_toolchain, table[name])

    def ask_if_few(self, languages: Collection[str]) -> None:
        """The same, unless they are many: the first result would wait for all of them."""
        if len(languages) <= FEW:
            self.ask_toolchains(languages)

    def join(self) -> None:
        """Wait for all answers."""
        for thread in self._threads:
            thread.join()

    def _ask(self, question: Callable[[Any], object], whom: object) -> None:
        def asked() -> None:
            # A plug-in that takes modules away while cases are read may have any exception raised.
            with suppress(Exception):
                question(whom)

        thread = OwnThread(target=asked)
        thread.start()
        self._threads.append(thread)


def probes_of(solutions: Iterable[Solution], layer: str) -> Probes:
    """The questions that solutions need answered."""
    probes = Probes(layer)
    probes.ask_toolchains(one.language for one in solutions)
    return probes


def first_probes(layer: str, root: Path, problems: Sequence[str], pattern: str) -> Probes:
    """What a run can ask before anything else. ``root`` and ``problems`` are a run's, ``pattern``
    is that of its solutions."""
    probes = Probes(layer)
    probes.ask_if_few(likely_languages(root, problems, pattern))
    return probes


def likely_languages(root: Path, problems: Sequence[str], pattern: str) -> set[str]:
    """The languages that the names of solutions suggest before problems are read, which may take
    longer than the answers."""
    found: set[str] = set()
    with suppress(OSError):  # reported when the solutions are read
        names = [problem_name(word) for word in problems] or [path.name for path in root.iterdir()]
        for name in names:
            found |= _languages_in(root / name, pattern)
    return found


def _languages_in(folder: Path, pattern: str) -> set[str]:
    found: set[str] = set()
    with suppress(OSError):
        for path in folder.iterdir():
            if fnmatchcase(path.name, pattern) or fnmatchcase(path.stem, pattern):
                language = by_suffix(path)
                found |= {language.name} if language else set()
    return found
