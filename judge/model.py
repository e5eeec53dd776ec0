"""The nouns of the judge: verdicts, limits, cases, problems, solutions, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from pathlib import Path

from judge.common.errors import shown_path
from judge.plugin import Score


class Kind(Enum):
    """How a file is run: as a program, as a function that a host calls, between a header and a
    footer that do not count, or, for a finished output, not at all."""

    PROGRAM = "program"
    FUNCTION = "function"
    TEMPLATE = "template"
    OUTPUT = "output"


class FlagsRule(Enum):
    """How the flags of an invocation count: a language of their own, or by their bytes."""

    FREE = "free"
    DIFFERENCE = "difference"


class TimeRule(Enum):
    """What a time limit says of an answer that is right otherwise: wrong, or unverified."""

    HARD = "hard"
    SOFT = "soft"


@dataclass(frozen=True)
class Rules:
    """What a problem's ``judge.toml`` settles; a package without one has these."""

    flags: FlagsRule = FlagsRule.FREE
    time: TimeRule = TimeRule.HARD


@dataclass(frozen=True)
class Size:
    """What a source is worth; ``ranked`` is the number of bytes that counts.

    ``file`` is the bytes of the file as it is, never stripped; ``encoded`` those of what is
    counted, under the declared encoding, which are the file's own where none is declared.
    """

    file: int
    encoded: int
    #: None where the file is not UTF-8 text.
    characters: int | None
    encoding: str = ""
    #: Bytes of a line end at the very end of what is counted, which a post often lacks: 0 to 2.
    final_newline: int = 0
    flags: tuple[str, ...] = ()
    #: What the flags count: 0 where they make a language of their own.
    flag_bytes: int = 0

    @property
    def ranked(self) -> int:
        return self.encoded + self.flag_bytes


class Arity(Enum):
    """How a function takes several arguments: side by side, as one list, or one call each."""

    ARGS = "args"
    LIST = "list"
    CURRIED = "curried"


class Input(Enum):
    """How a program is fed; see ``convention`` for what each writes."""

    NATIVE = "native"
    JSON = "json"
    LINES = "lines"
    FLAT = "flat"
    ARGV = "argv"


class Output(Enum):
    """Where a function leaves its answer: its value (or, if it has none, what it prints), what it
    prints in any case, or its first argument, changed in place."""

    RETURN = "return"
    STDOUT = "stdout"
    MUTATED = "mutated"


@dataclass(frozen=True)
class Convention:
    """How a case gets into a source, and its answer out."""

    arity: Arity = Arity.ARGS
    input: Input = Input.NATIVE
    output: Output = Output.RETURN
    #: Whether a function that ends its process instead of returning may have answered: only what
    #: its manifest says to answer by printing.
    may_exit: bool = False
    #: What stands for nothing in an answer, beside the usual words for it.
    none: str = ""
    #: Of a template: what stands around the source and does not count.
    header: str = ""
    footer: str = ""


#: The file in a folder of solutions that makes some from others by replacing text.
VARIANTS = "variants.toml"


class Verdict(Enum):
    """What the judge says of a run, and, taken over all cases, of a solution."""

    AC = "AC"
    WA = "WA"
    TLE = "TLE"
    MLE = "MLE"
    OLE = "OLE"
    RTE = "RTE"
    CE = "CE"
    JE = "JE"
    BETTER = "BETTER"
    SKIP = "SKIP"
    #: Of a solution, never of a case: right as far as it got, too slow to tell.
    UNVERIFIED = "UNVERIFIED"

    @property
    def title(self) -> str:
        return _TITLES[self]


_TITLES: Mapping[Verdict, str] = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong answer",
    Verdict.TLE: "time limit exceeded",
    Verdict.MLE: "memory limit exceeded",
    Verdict.OLE: "output limit exceeded",
    Verdict.RTE: "run-time error",
    Verdict.CE: "compile error",
    Verdict.JE: "judge error",
    Verdict.BETTER: "better than the stored answer",
    Verdict.SKIP: "skipped",
    Verdict.UNVERIFIED: "right as far as it got, too slow to tell",
}

#: The verdict of a solution is the first of these that any of its cases got.
SEVERITY: tuple[Verdict, ...] = (
    Verdict.JE,
    Verdict.BETTER,
    Verdict.SKIP,
    Verdict.CE,
    Verdict.WA,
    Verdict.RTE,
    Verdict.OLE,
    Verdict.MLE,
    Verdict.TLE,
    Verdict.UNVERIFIED,
    Verdict.AC,
)


class Reason(Enum):
    """Why a WA."""

    UNDECODABLE = "undecodable"
    ILLEGAL = "illegal"
    SUBOPTIMAL = "suboptimal"


class Ended(Enum):
    """How a run came to its end: a fact, not an opinion."""

    EXITED = "exited"
    SIGNALLED = "killed by a signal"
    CPU_LIMIT = "CPU time limit"
    WALL_LIMIT = "wall time limit"
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"
    SANDBOX_FAILED = "sandbox failed"
    #: The machine held it up for longer than anybody waits: that says nothing of the solution.
    OVERLOADED = "machine overloaded"


class Exceeded(Enum):
    """Limits that show themselves to a run as a call that fails: it may cope, or not.

    A control group knows of every process and thread that was refused. Where there is none, those
    that live are counted every few milliseconds, and, after a failure, at the end.
    """

    PROCESSES = "too many processes"
    DISK = "too much disk"


class Isolation(Enum):
    """What is renewed between two cases of a solution.

    ``SOLUTION``: the process and all that it could write, in one sandbox. ``CASE``: the sandbox
    itself.
    """

    SOLUTION = "solution"
    CASE = "case"


@dataclass(frozen=True)
class Limits:
    """What one run may use. CPU time is that of the whole process tree."""

    cpu_s: float = 2.0
    memory_mib: int = 256
    output_bytes: int = 8 * 2**20
    stderr_bytes: int = 64 * 2**10
    processes: int = 64
    disk_mib: int = 64
    #: Wall limit in seconds; by default the larger of 2 s and three times the CPU limit.
    wall_override_s: float | None = None

    @property
    def wall_s(self) -> float:
        return self.wall_override_s or max(2.0, 3 * self.cpu_s)


@dataclass(frozen=True, slots=True)
class Execution:
    """One command executed under limits: raw facts only.

    ``stdout`` and ``result`` are bounded by ``Limits.output_bytes``; ``stderr`` keeps the last
    ``Limits.stderr_bytes``. ``result`` is what came over the reply channel of a function host,
    and ``None`` for programs.
    """

    ended: Ended
    exit_status: int | None
    signal: int | None
    stdout: bytes
    stderr: bytes
    result: bytes | None
    cpu_s: float
    wall_s: float
    peak_mib: float
    note: str = ""
    #: CPU seconds of every try, this one among them, where the first came close to the limit.
    tries_s: tuple[float, ...] = ()
    #: Whether ``stdout`` or ``result`` is only the beginning of what was graded.
    cut: bool = False
    exceeded: tuple[Exceeded, ...] = ()
    #: The answer in other words than the run's own, where its author says what they mean.
    answer: bytes | None = None
    #: Wall seconds in which it could have run, and the machine had no processor or no disk for it.
    #: The wall limit does not count them.
    held_s: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Case:
    """One input with what is known of its answer; the texts stay on disk until needed.

    ``data`` is the folder that holds ``<name>.in`` and ``<name>.ans``.
    """

    name: str
    group: str
    data: Path
    description: str = ""
    #: SHA-256 of the input and of the answer file as they were judged, one after the other in 64
    #: bytes; empty where nobody asked.
    digests: bytes = b""

    @property
    def input_path(self) -> Path:
        return self.data / f"{self.name}.in"

    @property
    def answer_path(self) -> Path:
        return self.data / f"{self.name}.ans"

    @property
    def input_digest(self) -> str:
        """In hexadecimal; empty where nobody asked."""
        return self.digests[:32].hex()

    @property
    def answer_digest(self) -> str:
        """In hexadecimal; empty where nobody asked."""
        return self.digests[32:].hex()


@dataclass(frozen=True)
class Problem:
    """A problem folder, read and checked. ``titles`` maps a language code to a name."""

    name: str
    folder: Path
    titles: Mapping[str, str]
    limits: Limits
    cases: tuple[Case, ...]
    rules: Rules = field(default_factory=Rules)

    @property
    def title(self) -> str:
        return self.titles.get("en") or next(iter(self.titles.values()))


@dataclass(frozen=True)
class Solution:
    """A source file as its author posted it, with what its manifest says."""

    problem: str
    name: str
    path: Path
    language: str
    kind: Kind
    size: int
    expect: frozenset[Verdict] = frozenset({Verdict.AC})
    #: The readings that the manifest leaves open; empty for all that the problem knows.
    readings: tuple[str, ...] = ()
    author: str = ""
    url: str = ""
    note: str = ""
    #: How each choice was settled, to be shown: ``kind: function, detected (a lambda)``.
    settled: tuple[str, ...] = ()
    convention: Convention = field(default_factory=Convention)
    #: Words of the invocation beyond the plain one, such as ``-p``.
    flags: tuple[str, ...] = ()
    #: A code page, ``base64`` or ``hex``; empty for the file as it is.
    encoding: str = ""
    #: The day it was posted.
    date: date | None = None
    requires: tuple[str, ...] = ()
    #: Of an output file: a glob of the cases it answers; None where the problem has one case.
    case: str | None = None
    #: SHA-256 of the source in hexadecimal.
    digest: str = ""
    #: The source itself where it comes from the store: the file at ``path`` may have changed.
    #: That of a variant, too, for which there is no such file.
    source: bytes | None = None
    #: The file that a variant is made from.
    variant_of: Path | None = None
    #: All there is to say of its size; ``size`` is ``measured.ranked``.
    measured: Size | None = None

    @property
    def place(self) -> str:
        """The file as it is shown; of a variant, the source and the table."""
        if self.variant_of is None:
            return shown_path(self.path)
        return f"{shown_path(self.variant_of)} + {VARIANTS}:{self.name}"

    @property
    def league(self) -> str:
        """The language it is ranked in: with free flags, those are part of its name."""
        free = not (self.measured and self.measured.flag_bytes)
        return " ".join((self.language, "+", *self.flags)) if self.flags and free else self.language


@dataclass(frozen=True, slots=True)
class Grade:
    """What one output is worth under one reading."""

    verdict: Verdict
    reason: Reason | None = None
    message: str = ""
    score: Score | None = None
    gap: Score | None = None
    #: The short name of the rule that an illegal answer breaks.
    rule: str = ""


@dataclass(frozen=True, slots=True)
class GradedExecution:
    """One run and what it is worth under each reading; ``best`` is the stored answer's score."""

    case: str
    best: Score
    run: Execution
    grades: Mapping[str, Grade]
    #: The case's size, as the plug-in counts it.
    size: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The judge's word on one solution on one case."""

    problem: str
    solution: str
    case: str
    verdict: Verdict
    reason: Reason | None
    message: str
    score: Score | None
    best: Score | None
    gap: Score | None
    run: Execution | None


@dataclass(frozen=True)
class Slow:
    """How far an answer came that is right but too slow: the largest case that it solved.

    ``size`` is the plug-in's. ``growth`` is the factor by which CPU time grows for each step of
    size, fitted to ``points`` cases; None where those are too few to say.
    """

    case: str
    size: tuple[int, ...]
    growth: float | None
    points: int


@dataclass(frozen=True)
class SolutionResult:
    """One solution over all its cases. ``outcomes`` lacks the cases that were not run."""

    solution: Solution
    verdict: Verdict
    reading: str | None
    #: Why that reading, in a sentence for the report.
    reading_why: str
    outcomes: tuple[Outcome, ...]
    #: What went wrong before any case ran: a compile error's text, a missing toolchain.
    message: str = ""
    #: Why the remaining cases were not run; empty when all were.
    stopped: str = ""
    #: Of an UNVERIFIED one.
    slow: Slow | None = None

    @property
    def as_expected(self) -> bool:
        return self.verdict in self.solution.expect or self.verdict is Verdict.SKIP

    @property
    def worst_gap(self) -> Score | None:
        gaps = [o.gap for o in self.outcomes if o.gap is not None]
        return max(gaps) if gaps else None

    @property
    def passed(self) -> int:
        return sum(o.verdict is Verdict.AC for o in self.outcomes)

    @property
    def cpu_s(self) -> float:
        """The longest CPU time of a case, in seconds."""
        return max((o.run.cpu_s for o in self.outcomes if o.run), default=0.0)

    @property
    def timed(self) -> bool:
        """Whether there are times and memory to tell: something was run, not only read."""
        return self.solution.kind is not Kind.OUTPUT and any(o.run for o in self.outcomes)

    @property
    def peak_mib(self) -> float:
        return max((o.run.peak_mib for o in self.outcomes if o.run), default=0.0)

    @property
    def refuted(self) -> Outcome | None:
        """The first case with the verdict that the whole has, or else the first not accepted."""
        failed = [o for o in self.outcomes if o.verdict is not Verdict.AC]
        return next((o for o in failed if o.verdict is self.verdict), next(iter(failed), None))


@dataclass(frozen=True)
class ProblemResult:
    """All solutions judged on one problem."""

    problem: Problem
    judged: tuple[SolutionResult, ...]


@dataclass(frozen=True)
class Results:
    """One ``judge run``: what a report is drawn from."""

    problems: tuple[ProblemResult, ...]
    #: ISO 8601 with offset.
    started: str
    wall_s: float
    command: str
    machine: str
    sandbox: str
    toolchains: Mapping[str, str] = field(default_factory=dict)
    interrupted: bool = False
    #: Of the judge that made these results; empty where an older store does not say.
    version: str = ""

    @property
    def unexpected(self) -> tuple[SolutionResult, ...]:
        return tuple(j for p in self.problems for j in p.judged if not j.as_expected)


def worst(verdicts: frozenset[Verdict]) -> Verdict:
    """The verdict over several cases: the most severe of theirs; JE when there are none."""
    return next((v for v in SEVERITY if v in verdicts), Verdict.JE)
