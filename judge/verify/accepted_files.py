"""The files that validators accepted in earlier verifications: the next one tries the others.

What a validator says depends on the package's code, the judge's, the file and the settings of its
case. Only what was accepted is kept, and whatever the other files were.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

import judge
from judge.common import foreign_files
from judge.common.foreign_files import CASE_BYTES
from judge.model import Case
from judge.packages.code_digest import package_digest
from judge.running import artifact_cache
from judge.verify.result_cache import KIND, content, described
from judge.verify.subject import Subject

_DIGEST_BYTES = hashlib.sha256().digest_size


class AcceptedFiles:
    """The cases whose files were accepted, by a digest of them."""

    def __init__(self, key: str, suffixes: Sequence[str]) -> None:
        """``suffixes``: of the files of a case that are judged together. An empty ``key`` keeps
        nothing."""
        self._key, self._suffixes = key, suffixes
        kept = (key and artifact_cache.find(key, KIND)) or b""
        starts = range(0, len(kept), _DIGEST_BYTES)
        self._digests = {kept[at : at + _DIGEST_BYTES] for at in starts}

    @classmethod
    def of(cls, subject: Subject, name: str, suffixes: Sequence[str]) -> Self:
        """What a check with this name has kept for the subject."""
        if subject.fresh:
            return cls("", suffixes)
        try:
            code = [package_digest(subject.problem.folder), *content(Path(judge.__file__).parent)]
        except OSError:
            return cls("", suffixes)
        words = ("accepted", name, subject.layer.name, described(subject.problem.limits), *code)
        return cls(artifact_cache.key_of(words, {}), suffixes)

    def unknown(self, cases: Iterable[Case]) -> list[Case]:
        """The cases that are still to be judged."""
        return [case for case in cases if self._digest(case) not in self._digests]

    def distinct(self, cases: Iterable[Case]) -> list[Case]:
        """Without those whose files and settings are equal to those of an earlier one: the same
        input comes with many outputs that test an output validator."""
        found: dict[object, Case] = {}
        for case in cases:
            found.setdefault(self._digest(case) or case, case)
        return list(found.values())

    def add(self, cases: Iterable[Case]) -> None:
        self._digests |= {self._digest(case) for case in cases} - {b""}

    def keep(self) -> None:
        if self._key:
            artifact_cache.keep(self._key, b"".join(sorted(self._digests)), KIND)

    def _digest(self, case: Case) -> bytes:
        """Empty for what is not kept: a case with a folder of other files, or one that is not
        readable."""
        if case.settings.files is not None:
            return b""
        whole = hashlib.sha256(described(case.settings).encode())
        for suffix in self._suffixes:
            try:
                data = foreign_files.read(case.input_path.with_suffix(suffix), most=CASE_BYTES)
            except OSError:
                return b""
            whole.update(b"%d " % len(data) + data)
        return whole.digest()
