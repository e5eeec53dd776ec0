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
from judge.packages.name_or_path import is_path, named_path, problem_name

#: So many toolchains can be asked at once, and take no longer than one.
FEW = 2
#: Where a package has submissions, and output validators.
SUBMISSIONS, VALIDATORS = "submissions", ("output_validator", "output_validators")


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


def first_probes(
    layer: str, packages: Path, solutions: Path, problems: Sequence[str], pattern: str
) -> Probes:
    """What a run can ask before anything else: ``packages`` and ``solutions`` are its folders,
    ``problems`` its words for them, and ``pattern`` is that of its solutions."""
    probes = Probes(layer)
    folders = [_package_folder(packages, word) for word in problems]
    validators = {name for folder in folders for name in _of_validators(folder)}
    probes.ask_if_few(validators)
    submissions = {name for folder in folders for name in _of_submissions(folder, pattern)}
    probes.ask_if_few(validators | submissions | likely_languages(solutions, problems, pattern))
    return probes


def likely_languages(root: Path, problems: Sequence[str], pattern: str) -> set[str]:
    """The languages that the names of solutions suggest before problems are read, which may take
    longer than the answers."""
    found: set[str] = set()
    with suppress(OSError):  # reported when the solutions are read
        names = [problem_name(word) for word in problems] or [path.name for path in root.iterdir()]
        for name in names:
            files = _files_in(root / name)
            found |= _languages_of(f for f in files if _matches((f.name, f.stem), pattern))
    return found


def _package_folder(packages: Path, word: str) -> Path:
    return named_path(Path(word)) if is_path(word) else packages / word


def _of_submissions(package: Path, pattern: str) -> set[str]:
    """The languages of a package's submissions, but those that are folders."""
    files = (file for folder in _files_in(package / SUBMISSIONS) for file in _files_in(folder))
    return _languages_of(f for f in files if _matches((_name_of_submission(f), f.name), pattern))


def _of_validators(package: Path) -> set[str]:
    """The languages of a package's output validators, each a file or a folder."""
    files = (file for name in VALIDATORS for file in _files_in(package / name))
    return _languages_of(inner for file in files for inner in (file, *_files_in(file)))


def _name_of_submission(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


def _matches(names: Iterable[str], pattern: str) -> bool:
    return any(fnmatchcase(name, pattern) for name in names)


def _files_in(folder: Path) -> Sequence[Path]:
    """Files and folders; none where it cannot be read, which is reported later."""
    with suppress(OSError):
        return [*folder.iterdir()]
    return []


def _languages_of(files: Iterable[Path]) -> set[str]:
    return {language.name for language in map(by_suffix, files) if language}
