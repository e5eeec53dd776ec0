"""Input and answer validators of a package, in sandboxes that stay open from file to file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.ending import bad_end
from judge.common.scratch import temporary_folder
from judge.languages.missing_headers import with_missing_module
from judge.languages.program import language_named, role_by_testlib
from judge.model import CaseSettings, Ended, Execution, Limits, Problem
from judge.packages.testlib import Role
from judge.running.external_checker import built_once, limits_of
from judge.running.program import FILES, BuiltProgram
from judge.running.shown_files import ShownFiles
from judge.running.validator import ACCEPTED, JUDGE_MESSAGE, ProgramSession, text_of
from judge.running.validator_limits import validation_limits
from judge.sandbox.feedback import unpack
from judge.sandbox.layer import Layer

#: Makes the files of the program, and of the case, those of the working folder.
WITH_FILES = (
    'for from in "$0" "$1"; do [ -z "$from" ] || cp -R "$from/." . || exit 71; done\n'
    'shift; exec "$@"'
)

#: An input that is no case's own is tried under the settings of so many cases that differ.
MOST_SETTINGS = 4
#: Of a validator that ends as programs do that decide nothing.
_NO_WORD = "exit status 0, and 42 accepts"
#: Begin what a validator prints that crashed, or could not be read; its last line says why.
_CRASHES = ("Traceback (most recent call last)", 'File "')


class Outcome(Enum):
    """What a validator says of a file; FAULT if it says nothing."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    FAULT = "fault"


class FileResult(Struct, frozen=True):
    """What one validator says of one file, and why."""

    outcome: Outcome
    message: str = ""

    @property
    def accepted(self) -> bool:
        return self.outcome is Outcome.ACCEPTED


class FileValidator:
    """An open validator of inputs or answers. ``folder`` is a new folder of its own."""

    def __init__(
        self,
        built: BuiltProgram,
        layer: Layer,
        folder: Path,
        limits: Limits | None = None,
    ) -> None:
        self._built = built
        self._limits = limits or validation_limits()
        self._testlib = role_by_testlib(built.program) is Role.VALIDATOR
        language = built.program.language
        self._argument_is_data = bool(language) and language_named(language).argument_is_data
        self._files = ShownFiles(folder)
        self._session = ProgramSession(built, layer, self._files.folder)
        self._program_folder = layer.program_folder(built.view)

    @property
    def name(self) -> str:
        return self._built.program.name

    def check_input(
        self, data: bytes, arguments: tuple[str, ...] = (), files: Path | None = None
    ) -> FileResult:
        """Judge the bytes of an input; ``files``: the folder of files that come with the case. A
        language whose programs take their argument for the data has no arguments."""
        return self._run(data, () if self._argument_is_data else arguments, files)

    def check_answer(
        self, input_path: Path, answer: bytes, arguments: tuple[str, ...] = ()
    ) -> FileResult:
        """Judge the bytes of an answer file, beside its input where the language can have both."""
        if self._argument_is_data:
            return self._run(answer, (), None)
        try:
            self._files.show(input_path, "input")
        except OSError as error:
            return FileResult(Outcome.FAULT, f"the input cannot be read: {error.strerror}")
        return self._run(answer, (f"{self._session.data_folder}/input", *arguments), None)

    def _run(self, data: bytes, arguments: tuple[str, ...], files: Path | None) -> FileResult:
        command = self._session.command(arguments, data)
        own = self._own_files()
        given = self._case_files(files)
        if own or given:
            cold = (*self._built.cold, *arguments)
            argv = ("/bin/sh", "-c", WITH_FILES, own, given, *cold)
            command = replace(command, argv=argv, warm=False)
        return self._result(self._session.run(command, self._limits))

    def _own_files(self) -> str:
        """The folder of the program's files inside the sandbox, if some of them are no sources."""
        program = self._built.program
        beside = program.path.is_dir() and {*program.files} - {*program.sources}
        return f"{self._program_folder}/{FILES}" if beside else ""

    def _case_files(self, files: Path | None) -> str:
        """The folder of the case's files inside the sandbox."""
        if files is None:
            return ""
        with suppress(OSError):
            self._files.show_folder(files, "files")
            return f"{self._session.data_folder}/files"
        return ""

    def _result(self, run: Execution) -> FileResult:
        """42 accepts, of testlib 0. Any other end rejects, even a crash: assertions end so."""
        said = unpack(run.result or b"").get(JUDGE_MESSAGE, b"") or run.stderr or run.stdout
        message = text_of(said)
        if run.ended not in (Ended.EXITED, Ended.SIGNALLED):
            return FileResult(Outcome.FAULT, bad_end(run))
        if run.exit_status == (0 if self._testlib else ACCEPTED):
            return FileResult(Outcome.ACCEPTED, message)
        if message.startswith(_CRASHES):
            message = ""
        end = with_missing_module(bad_end(run))
        return FileResult(Outcome.REJECTED, message or end or _NO_WORD)

    def close(self) -> None:
        """End its sandboxes and remove what they were shown; never raises."""
        self._session.close()
        shutil.rmtree(self._files.folder.parent, ignore_errors=True)


@contextmanager
def opened(
    problem: Problem, paths: Sequence[Path], layer: Layer, what: str, sets: int = 1
) -> Iterator[tuple[tuple[FileValidator, ...], ...]]:
    """The validators, built once and opened ``sets`` times; raises JudgeError if one cannot be
    built."""
    with temporary_folder() as name, ExitStack() as stack:
        folder = Path(name)

        def open_one(path: Path, number: str) -> FileValidator:
            built = built_once(path, problem, layer, folder, what)
            made = FileValidator(built, layer, folder / f"shown-{number}", limits_of(problem))
            stack.callback(made.close)
            return made

        yield tuple(
            tuple(open_one(path, f"{copy}-{index}") for index, path in enumerate(paths))
            for copy in range(sets)
        )


def settings_to_try(problem: Problem) -> tuple[CaseSettings, ...]:
    """Those under which an input that is no case's own may be valid: at least one."""
    found = dict.fromkeys(case.settings for case in problem.cases)
    return tuple(found)[:MOST_SETTINGS] or (CaseSettings(),)


def on_input(
    data: bytes, settings: CaseSettings, validators: Sequence[FileValidator]
) -> list[tuple[FileValidator, FileResult]]:
    """What each validator says of an input under the settings of a case."""
    return [
        (one, one.check_input(data, _arguments(settings, one), settings.files))
        for one in validators
    ]


def _arguments(settings: CaseSettings, validator: FileValidator) -> tuple[str, ...]:
    """The arguments of a validator for a case, then those that the submission gets."""
    own = settings.input_arguments(validator.name)
    return (*own, *settings.arguments)
