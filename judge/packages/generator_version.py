"""The ``version`` of ``generators.yaml``: a month, which BAPCtools itself does not look at."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.common.errors import JudgeError
from judge.common.yaml_lines import YamlMapping, shown

#: That of the latest description of the file that is read here; earlier ones say less.
LATEST = "2026-01"
_MONTH = re.compile(r"20\d\d-(?:0[1-9]|1[0-2])(?:-\d\d)?", re.ASCII)


def unknown_version(top: YamlMapping, key: str) -> Iterator[JudgeError]:
    """What to say of a version that may mean more than what is read here."""
    version = top.written.get(key, "")
    if top.has(key) and (not _MONTH.fullmatch(version) or version[:7] > LATEST):
        yield top.error(key, f"{key} {shown(top.values[key])} is not known: read as {LATEST}")
