"""A validator of a package, in a sandbox that stays open from check to check.

A validator is a stranger's program: whatever it does, the result is a verdict or a message. Input,
answer and output lie in a folder of the judge's own that the sandbox shows read-only.
"""

from __future__ import annotations

import os
import shutil
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from judge.checking.ending import bad_end
from judge.common.errors import told
from judge.common.safe_text import one_line
from judge.languages.missing_headers import with_missing_module
from judge.model import RIGHT, Ended, Execution, Limits, Verdict
from judge.model.package import ValidatorProtocol
from judge.packages import testlib
from judge.packages.score_file import ScoreFault, read_score
from judge.running.compiled_program import ARTIFACT
from judge.running.program import BuiltProgram
from judge.running.runner import failed
from judge.running.shown_files import MOST_WRITTEN, ShownFiles
from judge.running.tool_session import RETRIES
from judge.running.validator_limits import Patience
from judge.sandbox import feedback as feedback_folder
from judge.sandbox import outside
from judge.sandbox.feedback import FEEDBACK, LinkTo
from judge.sandbox.layer import Command, Layer, SandboxDied, SandboxUnavailable, Session

ACCEPTED, REJECTED = 42, 43
#: The files of a feedback folder that have a meaning.
JUDGE_MESSAGE, TEAM_MESSAGE, NEXT_PASS = "judgemessage.txt", "teammessage.txt", "nextpass.in"
JUDGE_ERROR = "judgeerror.txt"
SCORE, SCORE_MULTIPLIER = "score.txt", "score_multiplier.txt"
#: Those on which a verdict or a score depends.
DECIDING = (NEXT_PASS, SCORE, SCORE_MULTIPLIER)
#: How much of a message is kept, in characters.
MOST_MESSAGE = 4000
#: The shown file that is what a compiler has made of the submission.
SUBMITTED = "submitted"
#: How many sandboxes a validator keeps whose hosts differ in their arguments.
MOST_HOSTS = 4


class ValidatorResult(Struct, frozen=True):
    """What a validator says of one output. ``verdict`` is AC, WA, BETTER, or JE for its fault."""

    verdict: Verdict
    #: For the judges: what the validator said, or what is wrong with it.
    message: str = ""
    team_message: str = ""
    score: Fraction | None = None
    #: The part of the case's maximum score that the output is worth.
    multiplier: Fraction | None = None
    #: What is wrong with the files that hold them, where the case has a score.
    score_fault: str = ""
    #: The input of the next pass, of a multi-pass problem.
    next_pass: bytes | None = None
    #: All files of the feedback folder, for the next pass.
    files: Mapping[str, bytes] = field(default_factory=dict)
    run: Execution | None = None
    #: Whether a testlib checker has given points, or has called the output partially correct,
    #: instead of right or wrong.
    points: testlib.Said | None = None

    @property
    def accepted(self) -> bool:
        return self.verdict in RIGHT


class ProgramSession:
    """Runs one built program; its sandbox stays open. A sandbox that dies is opened again."""

    def __init__(self, built: BuiltProgram, layer: Layer, data: Path | None = None) -> None:
        self.built = built
        self._layer = layer
        self._view = replace(built.view, data=data)
        #: By the arguments of the host, if there is one, otherwise by nothing.
        self._sessions: OrderedDict[tuple[str, ...], Session] = OrderedDict()
        self._killed_for_memory = outside.killed_for_memory()

    @property
    def data_folder(self) -> str:
        """Path of the shown files inside the sandbox."""
        return self._layer.data_folder(self._view)

    def command(
        self,
        arguments: tuple[str, ...],
        stdin: bytes = b"",
        feedback: Mapping[str, bytes] | None = None,
    ) -> Command:
        built = self.built
        return Command(
            built.argv + arguments,
            stdin,
            warm=built.warm,
            environment=built.environment,
            feedback={} if feedback is None else feedback,
        )

    def run(self, command: Command, limits: Limits) -> Execution:
        """Never raises; an execution that another process may have ended is repeated, as is one
        that the machine held up."""
        kills, tries = [self._killed_for_memory], [self._one(command, limits)]
        while outside.may_be_from_outside(tries[-1]) or tries[-1].ended is Ended.OVERLOADED:
            kills.append(outside.killed_for_memory())
            self._killed_for_memory = kills[-1]
            if len(tries) > RETRIES:
                reason = outside.why_not_its_own(tries, kills)
                return failed(reason) if reason else tries[-1]
            self.close()
            tries.append(self._one(command, limits))
        return tries[-1]

    def _one(self, command: Command, limits: Limits) -> Execution:
        for attempt in range(RETRIES + 1):
            try:
                return self.session(command).run(command, limits)
            except (SandboxDied, SandboxUnavailable, OSError) as error:
                self.close()
                if attempt == RETRIES:
                    return failed(f"the sandbox died {RETRIES + 1} times: {told(error)}")
        raise AssertionError("unreachable")

    def session(self, command: Command) -> Session:
        """The open sandbox for a command; raises SandboxUnavailable, OSError."""
        key = command.argv if command.warm else ()
        if key not in self._sessions:
            if len(self._sessions) == MOST_HOSTS:
                self._sessions.popitem(last=False)[1].close()
            self._sessions[key] = self._layer.open(self._view)
        self._sessions.move_to_end(key)
        return self._sessions[key]

    def close(self) -> None:
        """End its sandboxes; never raises."""
        while self._sessions:
            self._sessions.popitem()[1].close()


class Validator:
    """An open output validator. ``folder`` is a new folder of its own for what it is shown."""

    def __init__(
        self,
        built: BuiltProgram,
        protocol: ValidatorProtocol,
        layer: Layer,
        limits: Limits,
        folder: Path,
        what: str = "output validator",
    ) -> None:
        self._what = what
        self.protocol = protocol
        self.limits = limits
        self.files = ShownFiles(folder)
        self.session = ProgramSession(built, layer, self.files.folder)
        #: What it finds in its working folder: the files of the submission, by their paths.
        self._beside: Mapping[str, bytes] = {}
        self._submitted: Mapping[str, bytes] = {}
        #: How it ended when it was run last.
        self.ended: Ended | None = None
        self._patience = Patience(limits.cpu_s)

    @property
    def name(self) -> str:
        return self.session.built.program.name

    def show_submission(self, files: Mapping[str, bytes]) -> None:
        """What lies in its working folder from now on. What a compiler has made is a link there:
        it may have megabytes, too much to be sent for every case."""
        if files is self._submitted:
            return
        self._submitted = self._beside = files
        made = files.get(ARTIFACT, b"")
        with suppress(OSError):
            self.files.hide(SUBMITTED)
            if len(made) > MOST_WRITTEN:
                self.files.write(made, SUBMITTED)
                path = f"{self.session.data_folder}/{SUBMITTED}"
                self._beside = {**files, ARTIFACT: LinkTo(os.fsencode(path))}

    def check(
        self,
        input_path: Path,
        answer_path: Path,
        output: bytes,
        arguments: tuple[str, ...] = (),
        feedback: Mapping[str, bytes] | None = None,
    ) -> ValidatorResult:
        """Judge one output; never raises. ``feedback``: files of the pass before."""
        try:
            command = self.command(input_path, answer_path, output, arguments, feedback)
        except OSError as error:
            return ValidatorResult(Verdict.JE, f"the case cannot be read: {error.strerror}")
        run = self.session.run(command, self._patience.shortened(self.limits))
        said = ""
        if self._patience.doubts(run):
            run = self.session.run(command, self.limits)
            self._patience.learn_again(run)
        else:
            said = self._patience.learn(run)
        result = self.result(run)
        return replace(result, message=f"{result.message}{said}") if said else result

    def command(
        self,
        input_path: Path,
        answer_path: Path,
        output: bytes | None,
        arguments: tuple[str, ...] = (),
        feedback: Mapping[str, bytes] | None = None,
        next_input: bytes | None = None,
    ) -> Command:
        """The command for one output; None for what a crossed pipe brings. Raises OSError.

        ``next_input``: in place of the input file, what the pass before has asked for.
        """
        if next_input is None:
            self.files.show(input_path, "input")
        else:
            self.files.write(next_input, "input")
        self.files.show(answer_path, "answer")
        seen = self.session.data_folder
        if self.protocol is ValidatorProtocol.KATTIS:
            words = (f"{seen}/input", f"{seen}/answer", FEEDBACK, *arguments)
            return self._command(words, output or b"", feedback)
        shown = f"{FEEDBACK}output"  # an interactor writes it
        if output is not None:
            self.files.write(output, "output")
            shown = f"{seen}/output"
        words = (f"{seen}/input", shown, f"{seen}/answer", *arguments)
        return self._command(words, b"", feedback)

    def _command(
        self, words: tuple[str, ...], stdin: bytes, feedback: Mapping[str, bytes] | None
    ) -> Command:
        command = self.session.command(words, stdin, feedback)
        return replace(command, files=self._beside) if self._beside else command

    def result(self, run: Execution) -> ValidatorResult:
        """What an execution of the validator means."""
        self.ended = run.ended
        try:
            found = feedback_folder.unpack(run.result or b"")
        except ValueError:
            found = {}
        files = {name: data for name, data in found.items() if not name.endswith("/")}
        used = len(run.stdout) + len(run.stderr) + sum(map(len, files.values()))
        fault = _limit_fault(run) or (
            "it wrote more than its limit" if used > self.limits.output_bytes else ""
        )
        if not fault and (other := [one for one in DECIDING if f"{one}/" in found]):
            fault = f"it made {other[0]}, which is no regular file that can be read"
        if fault:
            return self._fault(fault, run, files)
        if self.protocol is ValidatorProtocol.TESTLIB:
            return self._testlib(run, files)
        return self._kattis(run, files)

    def _kattis(self, run: Execution, files: Mapping[str, bytes]) -> ValidatorResult:
        if run.exit_status not in (ACCEPTED, REJECTED):
            how = with_missing_module(bad_end(run)) or "exit status 0"
            wanted = f"{ACCEPTED} for accepted or {REJECTED} for rejected"
            return self._fault(f"{how}; it must exit with {wanted}", run, files)
        accepted = run.exit_status == ACCEPTED
        score, multiplier, wrong = _scores(files)
        if NEXT_PASS in files and not accepted:
            return self._fault(f"it wrote {NEXT_PASS} and rejected the output", run, files)
        return ValidatorResult(
            Verdict.AC if accepted else Verdict.WA,
            text_of(files.get(JUDGE_MESSAGE, b"")),
            text_of(files.get(TEAM_MESSAGE, b"")),
            score,
            multiplier,
            self._fault(wrong, run, files).message if wrong else "",
            files.get(NEXT_PASS),
            files,
            run,
        )

    def _testlib(self, run: Execution, files: Mapping[str, bytes]) -> ValidatorResult:
        printed = run.stderr.decode("utf-8", "replace")
        if run.exit_status is None:
            return self._fault(bad_end(run), run, files)
        decided = testlib.decision(run.exit_status, printed)
        if decided is None:
            how = with_missing_module(bad_end(run))
            return self._fault(f"{how}; testlib exits with 0 to 8", run, files)
        if decided.said is testlib.Said.FAILED:
            return self._fault(decided.message or "it failed (exit status 3)", run, files)
        verdict = {testlib.Said.WRONG: Verdict.WA, testlib.Said.BETTER: Verdict.BETTER}.get(
            decided.said, Verdict.AC
        )
        message = text_of(decided.message.encode())
        points = decided.said if decided.said in testlib.IN_POINTS else None
        return ValidatorResult(
            verdict, message, score=decided.points, points=points, files=files, run=run
        )

    def _fault(self, what: str, run: Execution, files: Mapping[str, bytes]) -> ValidatorResult:
        said = [f"{self._what} {self.name}: {one_line(what, 500)}"]
        for name in (JUDGE_ERROR, JUDGE_MESSAGE):
            if text := text_of(files.get(name, b"")):
                said.append(text)
        team = text_of(files.get(TEAM_MESSAGE, b""))
        return ValidatorResult(Verdict.JE, "; ".join(said), team, files=files, run=run)

    def close(self) -> None:
        """End its sandboxes and remove what they were shown; never raises."""
        self.session.close()
        shutil.rmtree(self.files.folder.parent, ignore_errors=True)


def _limit_fault(run: Execution) -> str:
    """Which limit ended a validator, or that the sandbox failed; empty if it ended by itself."""
    if run.ended in (Ended.EXITED, Ended.SIGNALLED):
        return ""
    if run.ended in (Ended.SANDBOX_FAILED, Ended.OVERLOADED):
        return bad_end(run)
    return f"it exceeded its {run.ended.value}"


def _scores(files: Mapping[str, bytes]) -> tuple[Fraction | None, Fraction | None, str]:
    """The score and the multiplier in the feedback folder, and what is wrong with them."""
    try:
        score, multiplier = (
            read_score(name, files[name]) if name in files else None
            for name in (SCORE, SCORE_MULTIPLIER)
        )
    except ScoreFault as error:
        return None, None, str(error)
    both = score is not None and multiplier is not None
    return score, multiplier, f"it wrote both {SCORE} and {SCORE_MULTIPLIER}" if both else ""


def text_of(data: bytes) -> str:
    """A message as the report shows it, cut to a sensible length."""
    text = data[: 4 * MOST_MESSAGE].decode("utf-8", "replace").strip()
    return text if len(text) <= MOST_MESSAGE else f"{text[:MOST_MESSAGE]} …"
