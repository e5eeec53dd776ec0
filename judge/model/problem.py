"""A problem with its cases, limits and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field

from judge.model.package import (
    CaseSettings,
    FormatVersion,
    Group,
    LegacyGrading,
    Metadata,
    Objective,
    OutputValidator,
    PackageLimits,
    ProblemType,
    ValidatorProtocol,
    ValidatorTests,
)

#: Shared by all cases without settings of their own.
NO_SETTINGS = CaseSettings()


class FlagsRule(Enum):
    """How the flags of an invocation count: a language of their own, or by their bytes."""

    FREE = "free"
    DIFFERENCE = "difference"


class TimeRule(Enum):
    """What exceeding the time limit means for a solution that is otherwise right."""

    HARD = "hard"
    SOFT = "soft"


class Rules(Struct, frozen=True):
    """What a problem's ``judge.toml`` settles; a package without one has these."""

    flags: FlagsRule = FlagsRule.FREE
    time: TimeRule = TimeRule.HARD
    #: How the output validator is called; None for what its source says.
    validator: ValidatorProtocol | None = None
    #: How long a call of the plug-in may take, in seconds of CPU time; None for the default.
    plugin_s: float | None = None


class Limits(Struct, frozen=True):
    """What one execution may use. CPU time is that of the whole process tree."""

    cpu_s: float = 2.0
    memory_mib: int = 256
    output_bytes: int = 8 * 2**20
    stderr_bytes: int = 64 * 2**10
    processes: int = 64
    disk_mib: int = 64
    #: Whether the files that it leaves in its working folder count as output. Standard output and
    #: standard error count together in any case.
    counts_files: bool = False
    #: Wall limit in seconds; by default the larger of 2 s and three times the CPU limit.
    wall_override_s: float | None = None
    #: Limit in seconds on idle time without a break; None for none.
    idle_s: float | None = None

    @property
    def wall_s(self) -> float:
        return self.wall_override_s or max(2.0, 3 * self.cpu_s)


class Case(Struct, frozen=True, omit_defaults=True):
    """One input and its answer; the files are read when they are needed.

    ``data`` is the folder that holds ``<name>.in`` and ``<name>.ans``.
    """

    name: str
    group: str
    data: Path
    description: str = ""
    #: SHA-256 of the input and of the answer file as they were judged, 64 bytes together; empty
    #: if they were not computed.
    digests: bytes = b""
    #: The same of the files that it gives to submissions; empty if there is none.
    files_digest: str = ""
    settings: CaseSettings = NO_SETTINGS

    def file_name(self, suffix: str) -> str:
        """The path of a file as a string: of a million cases to make paths takes long."""
        return f"{self.data}/{self.name}{suffix}"

    @property
    def input_path(self) -> Path:
        return self.data / f"{self.name}.in"

    @property
    def answer_path(self) -> Path:
        return self.data / f"{self.name}.ans"

    @property
    def input_digest(self) -> str:
        """In hexadecimal; empty if it was not computed."""
        return self.digests[:32].hex()

    @property
    def answer_digest(self) -> str:
        """In hexadecimal; empty if it was not computed."""
        return self.digests[32:].hex()


class Problem(Struct, frozen=True, dict=True):
    """A problem folder, read and checked. ``titles`` maps a language code to a name."""

    name: str
    folder: Path
    titles: Mapping[str, str]
    limits: Limits
    cases: Sequence[Case]
    rules: Rules = field(default_factory=Rules)
    version: FormatVersion = FormatVersion.V2025_09
    types: frozenset[ProblemType] = frozenset({ProblemType.PASS_FAIL})
    #: Whether the folder holds a plug-in, ``plugin.py``.
    plugin: bool = True
    output_validator: OutputValidator = field(default_factory=OutputValidator)
    #: The program that judges sources; None if there is none.
    static_validator: Path | None = None
    #: Files or folders, each a program.
    input_validators: tuple[Path, ...] = ()
    answer_validators: tuple[Path, ...] = ()
    #: The program that grades groups whose grading is custom.
    grader: Path | None = None
    #: Parents first; empty where cases are graded each for itself.
    groups: tuple[Group, ...] = ()
    objective: Objective = Objective.MAXIMISE
    metadata: Metadata = field(default_factory=Metadata)
    declared: PackageLimits = field(default_factory=PackageLimits)
    #: The codes of the languages that submissions may have, by the format; empty for all.
    languages: tuple[str, ...] = ()
    allow_file_writing: bool = True
    #: Replaced in statements and programs: ``name`` and ``name.variant``.
    constants: Mapping[str, str] = field(default_factory=dict)
    #: SHA-256 of the files that come with every submission; empty if there is none.
    included_digest: str = ""
    tests: ValidatorTests = field(default_factory=ValidatorTests)
    #: Whether the package names the time limit; if not, it is a default.
    time_limit_named: bool = True
    #: Of a time limit that was measured: how.
    time_limit_origin: str = ""
    #: What the package lacks or what is not used of it, each in a sentence.
    notes: tuple[str, ...] = ()
    #: Cases and validators that are not read: the format does not allow their names.
    left_out: tuple[Path, ...] = ()

    @property
    def title(self) -> str:
        return self.titles.get("en") or next(iter(self.titles.values()))

    @property
    def interactive(self) -> bool:
        """Whether the output validator converses with submissions."""
        return ProblemType.INTERACTIVE in self.types

    @property
    def multi_pass(self) -> bool:
        """Whether submissions are run again on what the output validator writes."""
        return ProblemType.MULTI_PASS in self.types

    @property
    def submits_answers(self) -> bool:
        """Whether submissions are answers instead of programs."""
        return ProblemType.SUBMIT_ANSWER in self.types

    @property
    def validated_in_run(self) -> bool:
        """Whether an output validator takes part in the run of a submission. The default one does
        not: it never asks for another pass."""
        return self.output_validator.path is not None and (self.interactive or self.multi_pass)

    @cached_property
    def case_counts(self) -> Mapping[str, int]:
        """How many cases lie in each folder below ``data`` itself."""
        return Counter(case.name.rpartition("/")[0] for case in self.cases)

    @property
    def static_groups(self) -> tuple[Group, ...]:
        """The groups with a static validation test case."""
        return tuple(group for group in self.groups if group.static is not None)

    @property
    def has_legacy_grading(self) -> bool:
        """Whether groups are graded by the rules of the legacy format."""
        return any(isinstance(group.scoring, LegacyGrading) for group in self.groups)

    @property
    def scoring(self) -> bool:
        """Whether accepted submissions get a score."""
        return ProblemType.SCORING in self.types
