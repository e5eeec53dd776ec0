"""What ``generators/generators.yaml`` defines: cases, and how each is made."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct, field

from judge.common.errors import JudgeError

#: The placeholder of a seed in the arguments of a generator.
SEED = re.compile(r"\{seed(:[0-9]+)?\}")


class Command(Struct, frozen=True):
    """A generator with its arguments, in which ``{seed}`` and ``{name}`` are still to be filled."""

    program: str
    arguments: tuple[str, ...]
    seed: int
    retries: int = 1

    def filled(self, attempt: int = 0) -> tuple[str, ...]:
        """The arguments. Another attempt has another seed."""
        seed = str((self.seed + attempt) % 2**31)
        return tuple(SEED.sub(seed, word.replace("{name}", "testcase")) for word in self.arguments)


class Pattern(Struct, frozen=True):
    """A regular expression that must be found in a file of a case, by its suffix."""

    suffix: str
    text: str
    line: int | None


class GeneratedCase(Struct, frozen=True):
    """A case: its name below ``data``, and what its files are made from, in this order: a
    command, files to copy, texts, links to others of its files, and a solution for the answer."""

    name: str
    line: int | None
    command: Command | None = None
    copy: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    #: A path below the package; "" for an accepted submission of the judge's choice, None for no
    #: solution.
    solution: str | None = ""
    patterns: tuple[Pattern, ...] = ()

    @property
    def root(self) -> str:
        return self.name.partition("/")[0]


class GeneratedData(Struct, frozen=True):
    """All that ``generators.yaml`` defines."""

    cases: tuple[GeneratedCase, ...]
    #: Names of cases that are copies, with the name of the case that each is a copy of.
    included: Mapping[str, str] = field(default_factory=dict)
    #: Texts of settings of groups, by the paths of their files below ``data``.
    groups: Mapping[str, str] = field(default_factory=dict)
    #: Generators of several files below ``generators``, the first of which starts.
    programs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: What of it is not used.
    notes: tuple[JudgeError, ...] = ()
