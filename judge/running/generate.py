"""Makes the data that ``generators.yaml`` defines: generators and solutions run in the sandbox."""

from __future__ import annotations

import io
import tarfile
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.foreign_files import CASE_BYTES
from judge.languages.missing_headers import missing_header
from judge.languages.program import read_program
from judge.languages.toolchain import ToolMissing
from judge.model import Ended, Execution, Problem, ProblemType, Solution, Verdict
from judge.packages.generated_data import Command as Generator
from judge.packages.generated_data import GeneratedCase, GeneratedData
from judge.packages.generator_files import case_error, copied_files, missing_file
from judge.packages.generators import COPIED, FILE, FOLDER, WITHOUT_SOLUTION, input_kinds
from judge.packages.match_patterns import unmatched
from judge.running.program import BuiltProgram, build_program
from judge.running.tool_session import COMPILE_LIMITS, CompileError, ToolSession, how_it_ended
from judge.sandbox.layer import (
    Command,
    Layer,
    MachineOverloaded,
    SandboxDied,
    SandboxUnavailable,
)
from judge.solutions.package_submissions import read_submissions

#: Runs a generator in an empty folder, and sends what it printed and the files that it wrote.
SCRIPT = (
    '"$0" "$@" > printed < /dev/null || exit $?;'
    ' set -- printed testcase.*; [ -e "$2" ] || set -- printed; tar -cf - "$@"'
)
PRINTED = "printed"
#: The exit status of a shell whose last command got SIGKILL, as one over a hard limit does.
KILLED = 128 + 9
#: What one call may use where ``generator_time`` says nothing, in seconds of CPU time.
GENERATOR_S = 20.0
#: Problems whose answer files are empty.
WITHOUT_ANSWERS = frozenset({ProblemType.INTERACTIVE, ProblemType.MULTI_PASS})

#: How many sandboxes a worker keeps open: of a generator, a solution, and some others.
MOST_SESSIONS = 8

#: The files of a case by their suffixes, without a dot before them.
CaseFiles = dict[str, bytes]


class DataGenerator:
    """Makes cases one after the other. Programs are built once, in ``folder``."""

    def __init__(
        self,
        problem: Problem,
        data: GeneratedData,
        layer: Layer,
        folder: Path,
    ) -> None:
        self._problem = problem
        self._data = data
        self._layer = layer
        self.folder = folder
        self.built: dict[str, BuiltProgram] = {}
        self._default = ""
        limit_s = problem.declared.generator_s or GENERATOR_S
        self._limits = replace(COMPILE_LIMITS, cpu_s=limit_s)
        #: The sandboxes of programs, by their folders; the one that was used last stands last.
        self._sessions: OrderedDict[Path, ToolSession] = OrderedDict()

    def programs(self) -> Iterator[tuple[str, GeneratedCase]]:
        """The names of all programs that cases are sure to need, or nearly so, each with the first
        such case: generators, and solutions that write answers."""
        seen: set[str] = set()
        for case in self._data.cases:
            names = [case.command.program] if case.command else []
            if case.solution is not None and self._is_answered(case):
                with suppress(JudgeError):  # the case will say so
                    names.append(case.solution or self._default_solution(case))
            for name in names:
                if name not in seen:
                    seen.add(name)
                    yield name, case

    def _is_answered(self, case: GeneratedCase) -> bool:
        """Whether a solution seems to write the answer; files that are copied may hold it."""
        given = "ans" in case.texts or case.copy or case.root in WITHOUT_SOLUTION
        return not (given or self._problem.types & WITHOUT_ANSWERS)

    def build(self, name: str, case: GeneratedCase) -> BuiltProgram:
        """Build one of the programs of a case; raises JudgeError."""
        if case.command and case.command.program == name:
            return self._program(case, name)
        return self._build(name, lambda: self._solution_path(case, name), case)

    def missing_matches(self, case: GeneratedCase, made: CaseFiles) -> tuple[str, ...]:
        """What is not as ``match`` asks for, each in a line."""
        file = self._problem.folder / FOLDER / FILE
        return tuple(str(JudgeError(said, file, line)) for line, said in unmatched(case, made))

    def case(self, case: GeneratedCase) -> CaseFiles:
        """The files of one case; raises JudgeError."""
        made: CaseFiles = {}
        if case.command:
            made |= self._generated(case, case.command)
        if case.copy:
            made |= self._copied(case)
        made |= {suffix: text.encode() for suffix, text in case.texts.items()}
        if "in" in made and "ans" not in made and case.root not in WITHOUT_SOLUTION:
            made["ans"] = self._answer(case, made["in"])
        for suffix, target in case.links.items():
            if target not in made:
                raise self._error(case, f"{suffix} is a link to {target}, which is not generated")
            made[suffix] = made[target]
        if not input_kinds(case.name) & made.keys():
            raise self._error(case, "no input was generated")
        return made

    def _error(self, case: GeneratedCase, said: str) -> JudgeError:
        return case_error(self._problem.folder, case, said)

    def _generated(self, case: GeneratedCase, command: Generator) -> CaseFiles:
        built = self._program(case, command.program)
        argv = ("/bin/sh", "-c", SCRIPT, *(built.cold or built.argv))
        for attempt in range(command.retries):
            words = (*argv, *command.filled(attempt))
            run = self._run(case, Command(words, writes=True, environment=built.environment), built)
            if run.ended is not Ended.EXITED or run.exit_status == 0 or self._too_slow(run):
                break
        self._check(case, run, f"the generator {command.program}")
        files = _unpacked(run.stdout)
        printed = files.pop(PRINTED, b"")
        if "in" not in files:
            files["in"] = printed
        if not files["in"]:
            raise self._error(case, f"the generator {command.program} wrote no input")
        return files

    def _copied(self, case: GeneratedCase) -> CaseFiles:
        package = self._problem.folder
        found: CaseFiles = {}
        for suffix, path in copied_files(package, case).items():
            try:
                found[suffix] = foreign_files.read(path, package, CASE_BYTES)
            except OSError as error:
                raise unreadable(error, path) from error
        return found

    def _answer(self, case: GeneratedCase, given: bytes) -> bytes:
        if self._problem.types & WITHOUT_ANSWERS:
            return b""
        if case.solution is None:
            raise self._error(case, "has no answer: write ans, or name a solution")
        name = case.solution or self._default_solution(case)
        built = self._build(name, lambda: self._solution_path(case, name), case)
        argv = built.cold or built.argv
        command = Command(argv, given, environment=built.environment)
        run = self._run(case, command, built)
        self._check(case, run, f"the solution {name}")
        return run.stdout

    def _default_solution(self, case: GeneratedCase) -> str:
        """An accepted submission, if there is one a model solution."""
        if not self._default:
            best = accepted_submission(self._problem)
            if best is None or best.program is None:
                raise self._error(case, "has no answer, and no accepted submission can generate it")
            self._default = f"/{best.program.relative_to(self._problem.folder).as_posix()}"
        return self._default

    def _solution_path(self, case: GeneratedCase, name: str) -> Path:
        return self._inside(case, self._problem.folder / name.lstrip("/"))

    def _inside(self, case: GeneratedCase, path: Path) -> Path:
        if missing := missing_file(self._problem.folder, path):
            raise self._error(case, missing)
        try:
            foreign_files.check_folder(path, self._problem.folder)
        except OSError as error:
            raise self._error(case, f"{path.name} cannot be read: {error.strerror}") from error
        return path

    def _program(self, case: GeneratedCase, name: str) -> BuiltProgram:
        if name in self._data.programs:
            return self._build(name, lambda: self._together(case, name), case)
        folder = self._problem.folder / FOLDER
        return self._build(name, lambda: self._inside(case, folder / name), case)

    def _together(self, case: GeneratedCase, name: str) -> Path:
        """The files of a generator in a folder of its own."""
        folder = self.folder / f"files-{len(self.built)}"
        folder.mkdir()
        for file in self._data.programs[name]:
            path = self._inside(case, self._problem.folder / FOLDER / file)
            target = folder / path.name
            try:
                target.write_bytes(foreign_files.read(path, self._problem.folder))
            except OSError as error:
                raise unreadable(error, path) from error
        return folder

    def _build(self, name: str, find: Callable[[], Path], case: GeneratedCase) -> BuiltProgram:
        if name not in self.built:
            path = find()
            several = self._data.programs.get(name, ("",))
            main = Path(several[0]).name
            package = path if name in self._data.programs else self._problem.folder
            target = self.folder / f"program-{len(self.built)}"
            try:
                program = read_program(path, package, main=main)
                self.built[name] = build_program(program, self._layer, target)
            except CompileError as error:
                first = (str(error).splitlines() or [""])[0]
                said = missing_header(str(error)) or first
                raise self._error(case, f"{name} cannot be compiled: {said}") from error
            except (ToolMissing, SandboxDied, SandboxUnavailable, OSError) as error:
                raise self._error(case, f"{name} cannot be built: {error}") from error
        return self.built[name]

    def _run(self, case: GeneratedCase, command: Command, built: BuiltProgram) -> Execution:
        try:
            return self._session(built).run(command, self._limits)
        except (SandboxDied, SandboxUnavailable, MachineOverloaded) as error:
            raise self._error(case, str(error)) from error

    def _session(self, built: BuiltProgram) -> ToolSession:
        """The sandbox of a program, open from case to case."""
        key = built.view.folder
        if key not in self._sessions:
            if len(self._sessions) == MOST_SESSIONS:
                self._sessions.popitem(last=False)[1].close()
            self._sessions[key] = ToolSession(self._layer, built.view)
        self._sessions.move_to_end(key)
        return self._sessions[key]

    def close(self) -> None:
        """End its sandboxes."""
        while self._sessions:
            self._sessions.popitem()[1].close()

    def _too_slow(self, run: Execution) -> bool:
        """Whether a limit on time ended it, perhaps in a shell that then ended by itself."""
        killed = run.exit_status == KILLED and run.cpu_s >= self._limits.cpu_s
        return killed or run.ended in (Ended.CPU_LIMIT, Ended.WALL_LIMIT)

    def _check(self, case: GeneratedCase, run: Execution, what: str) -> None:
        """Raise JudgeError for a program that did not end well."""
        if run.ended is Ended.EXITED and run.exit_status == 0:
            return
        if self._too_slow(run):
            limit = f"{self._limits.cpu_s:g} s of CPU time"
            if run.ended is Ended.WALL_LIMIT:
                limit = f"{self._limits.wall_s:g} s"
            fix = "mend it, or write generator_time under limits in problem.yaml"
            raise self._error(case, f"{what} took more than {limit}: {fix}")
        how = f"exit status {run.exit_status}"
        if run.ended is not Ended.EXITED:
            how = how_it_ended(run)
        said = run.stderr.decode("utf-8", "replace").strip().splitlines()
        raise self._error(case, f"{what} failed ({how}){f': {said[-1]}' if said else ''}")


def accepted_submission(problem: Problem) -> Solution | None:
    """An accepted submission that can be run, if there is one a model solution; raises JudgeError
    as ``read_submissions`` does."""
    known = [
        one
        for one in read_submissions(problem).solutions
        if one.program and not (one.skipped or one.unbuildable) and one.expect == {Verdict.AC}
    ]
    return min(known, key=lambda one: not one.model, default=None)


def _unpacked(archive: bytes) -> CaseFiles:
    """The files of an archive from inside the sandbox: what was printed, and those of the case."""
    found: CaseFiles = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            for member in tar:
                suffix = member.name.removeprefix("testcase.")
                wanted = member.isreg() and (suffix in COPIED or member.name == PRINTED)
                if not wanted or (file := tar.extractfile(member)) is None:
                    continue
                if member.size > CASE_BYTES:
                    raise JudgeError(f"{member.name} is larger than {CASE_BYTES >> 20} MiB")
                found[suffix] = file.read(CASE_BYTES)
    except (tarfile.TarError, KeyError, ValueError, OSError) as error:
        raise JudgeError(f"the output of a generator cannot be read: {error}") from error
    return found
