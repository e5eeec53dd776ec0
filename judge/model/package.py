"""What a package says of a problem beside its cases: type, validators, limits, groups, credits."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from fractions import Fraction
from pathlib import Path, PurePath

from msgspec import Struct, field


class FormatVersion(Enum):
    """The versions of the Kattis problem package format."""

    LEGACY = "legacy"
    DRAFT_2023_07 = "2023-07-draft"
    V2025_09 = "2025-09"


class ProblemType(Enum):
    """What a submission is, and how it is judged; a problem may have several types."""

    PASS_FAIL = "pass-fail"
    SCORING = "scoring"
    INTERACTIVE = "interactive"
    MULTI_PASS = "multi-pass"
    SUBMIT_ANSWER = "submit-answer"


class ValidatorProtocol(Enum):
    """How an output validator is called and answers.

    ``KATTIS``: arguments input, answer, feedback folder; output on standard input; exits 42 or 43.
    ``TESTLIB``: arguments input, output, answer; exits 0, 1, 2, 3, 4, 7 or 8.
    """

    KATTIS = "kattis"
    TESTLIB = "testlib"


class OutputValidator(Struct, frozen=True):
    """The program that accepts or rejects outputs: a file or a folder; None for the format's
    default validator. ``arguments`` are those for all cases; each case may add its own."""

    path: Path | None = None
    protocol: ValidatorProtocol = ValidatorProtocol.KATTIS
    arguments: tuple[str, ...] = ()
    #: Further programs, only of legacy packages: each of them must accept as well.
    others: tuple[OutputValidator, ...] = ()

    @property
    def all(self) -> tuple[OutputValidator, ...]:
        """This one and the others."""
        return (self, *self.others)

    def is_named(self, name: str) -> bool:
        """Whether a name, with or without its suffix, means this one; an empty one means each."""
        return self.path is not None and name in ("", self.path.name, self.path.stem)


class CaseSettings(Struct, frozen=True):
    """How one case is run and validated; a case has what its file says, else what its groups say.

    Many cases share one object.
    """

    #: The command line of a submission.
    arguments: tuple[str, ...] = ()
    #: Of every input validator, unless ``arguments_by_input_validator`` is given.
    input_validator_arguments: tuple[str, ...] = ()
    #: By name of the validator; a validator that is not named here has no arguments.
    arguments_by_input_validator: Mapping[str, tuple[str, ...]] | None = None
    #: Of every answer validator.
    answer_validator_arguments: tuple[str, ...] = ()
    #: They come after those of ``Problem.output_validator``.
    output_validator_arguments: tuple[str, ...] = ()
    #: The only output validator that is run, by its name with or without its suffix, of a legacy
    #: package that brings several; empty for all of them.
    output_validator_name: str = ""
    #: The folder whose files a submission finds in its working directory.
    files: Path | None = None
    hint: str = ""
    full_feedback: bool = False

    def input_arguments(self, validator: str) -> tuple[str, ...]:
        """The arguments of one input validator, by its name with or without its suffix."""
        named = self.arguments_by_input_validator
        if named is None:
            return self.input_validator_arguments
        return named.get(validator, named.get(PurePath(validator).stem, ()))


class Aggregation(Enum):
    """How the score of a group follows from the scores in it."""

    PASS_FAIL = "pass-fail"
    SUM = "sum"
    MINIMUM = "min"
    AVERAGE = "avg"
    MAXIMUM = "max"


class VerdictMode(Enum):
    """How the default grader of a legacy package makes a verdict of several."""

    WORST_ERROR = "worst_error"
    FIRST_ERROR = "first_error"
    ALWAYS_ACCEPT = "always_accept"


class OnReject(Enum):
    """What follows the first case of a group that is not accepted."""

    BREAK = "break"
    CONTINUE = "continue"


class GroupScoring(Struct, frozen=True):
    """How a group is scored since 2023-07. ``maximum`` is None for an unbounded score."""

    maximum: int | None = None
    aggregation: Aggregation = Aggregation.PASS_FAIL
    #: Names of groups, or "sample", that must be accepted before this one is run.
    require_pass: tuple[str, ...] = ()
    #: Whether the package itself says any of that.
    declared: bool = False


class LegacyGrading(Struct, frozen=True):
    """How a group of a legacy package is graded: by the default grader, or by the package's own."""

    on_reject: OnReject = OnReject.BREAK
    verdicts: VerdictMode = VerdictMode.WORST_ERROR
    scores: Aggregation = Aggregation.SUM
    ignore_sample: bool = False
    accept_if_any_accepted: bool = False
    accept_score: Fraction = Fraction(1)
    reject_score: Fraction = Fraction(0)
    #: The lowest and the highest score that are allowed; None for no bound.
    lowest: Fraction | None = None
    highest: Fraction | None = None
    #: Whether the grader of the package grades the group, and the arguments that it gets.
    custom: bool = False
    arguments: tuple[str, ...] = ()


class StaticCase(Struct, frozen=True):
    """The static validation test case of a group: the static validator judges the source, once for
    the group. ``maximum`` is its highest score; None for pass-fail."""

    maximum: int | None = None
    arguments: tuple[str, ...] = ()


class Group(Struct, frozen=True):
    """A group of cases. ``name`` is its folder below ``data``; that folder itself is "", and only
    legacy packages have it."""

    name: str
    scoring: GroupScoring | LegacyGrading = field(default_factory=GroupScoring)
    static: StaticCase | None = None

    @property
    def parent(self) -> str:
        return self.name.rpartition("/")[0]


class Objective(Enum):
    """Whether a high score or a low one is good."""

    MAXIMISE = "max"
    MINIMISE = "min"


class License(Enum):
    """The licenses that the format knows."""

    UNKNOWN = "unknown"
    PUBLIC_DOMAIN = "public domain"
    CC0 = "cc0"
    CC_BY = "cc by"
    CC_BY_SA = "cc by-sa"
    EDUCATIONAL = "educational"
    PERMISSION = "permission"


class Person(Struct, frozen=True):
    """Somebody with credits."""

    name: str
    email: str = ""
    orcid: str = ""
    kattis: str = ""


class Credits(Struct, frozen=True):
    """Who made the problem."""

    authors: tuple[Person, ...] = ()
    contributors: tuple[Person, ...] = ()
    testers: tuple[Person, ...] = ()
    packagers: tuple[Person, ...] = ()
    acknowledgements: tuple[Person, ...] = ()
    #: By language code.
    translators: Mapping[str, tuple[Person, ...]] = field(default_factory=dict)


class Source(Struct, frozen=True):
    """Where the problem was first used."""

    name: str
    url: str = ""


class SettingFault(Struct, frozen=True):
    """What is wrong in problem.yaml, in a line if one is to blame, without deciding anything."""

    said: str
    line: int | None = None

    def __str__(self) -> str:
        return f"line {self.line}: {self.said}" if self.line else self.said


class Metadata(Struct, frozen=True):
    """What a package says of itself that has no influence on verdicts."""

    uuid: str = ""
    version: str = ""
    credits: Credits = field(default_factory=Credits)
    sources: tuple[Source, ...] = ()
    license: License = License.UNKNOWN
    rights_owner: str = ""
    #: In UTC.
    embargo_until: datetime | None = None
    keywords: tuple[str, ...] = ()
    #: Of a legacy package: whether results of groups are for contestants, too.
    show_groups: bool = False
    #: What is wrong with it, or with other keys that decide nothing.
    faults: tuple[SettingFault, ...] = ()
    #: What it lacks by the rules of its version.
    missing: tuple[str, ...] = ()


class TimeMultipliers(Struct, frozen=True):
    """How far the time limit must be from the slowest accepted and the fastest slow submission."""

    ac_to_time_limit: float = 2.0
    time_limit_to_tle: float = 1.5


#: Seconds that a time limit is a multiple of, unless a package says others.
TIME_RESOLUTION_S = 1.0


class PackageLimits(Struct, frozen=True):
    """What a package says of limits beyond those of one execution; None where it says nothing."""

    #: Seconds as declared.
    time_limit: float | None = None
    time_multipliers: TimeMultipliers = field(default_factory=TimeMultipliers)
    #: In seconds.
    time_resolution: float = TIME_RESOLUTION_S
    code_bytes: int | None = None
    compilation_s: float | None = None
    compilation_mib: int | None = None
    validation_s: float | None = None
    validation_mib: int | None = None
    validation_output_bytes: int | None = None
    #: Of a multi-pass problem.
    validation_passes: int = 2
    #: Seconds of CPU time of one call of a generator, or of the solution that writes an answer.
    generator_s: float | None = None


class ValidatorTests(Struct, frozen=True):
    """Cases that test the validators: names below ``data``, without suffix."""

    #: Inputs that an input validator must reject.
    invalid_inputs: tuple[str, ...] = ()
    #: Cases whose answer file an answer validator must reject.
    invalid_answers: tuple[str, ...] = ()
    #: Cases with an output (``.out``) that the output validator must reject, or accept.
    invalid_outputs: tuple[str, ...] = ()
    valid_outputs: tuple[str, ...] = ()
    #: By name, of the cases that have any.
    settings: Mapping[str, CaseSettings] = field(default_factory=dict)
