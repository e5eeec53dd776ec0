"""Unknown keys of problem.yaml that decide nothing: the package is judged without them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from judge.common.messages import did_you_mean, meant
from judge.common.yaml_lines import YamlMapping, shown
from judge.model import SettingFault
from judge.packages.foreign_keys import DESCRIBING, DESCRIPTIVE

#: Beginnings of words that may decide a verdict or a score, in whatever tool. A key with one of
#: them is refused: without it the package might be judged wrongly.
_DECIDING = re.compile(
    r"(?:^|[^a-z])(?:accept|aggregat|answer|args|argument|build|case|check|code|compar|compil"
    r"|constant|cpu|data|diff\b|disk|epsilon|eval|exec|feedback|file|flag|float|format|generat|goal"
    r"|grad|group|input|interact|judg|kill|lang|limit|max|mem\b|memory|min\b|mode|multi|objective"
    r"|output|pass|penal|points?\b|precis|process|program|reject|resource|run|scor|size|space"
    r"|special|spj|stack|static|stop|subtask|tests?\b|test_?(?:case|data|group|set)|thread|time"
    r"|toleran|type|valid|verdict|verif|wall|weight|writing)"
)


def without_unused(
    settings: YamlMapping, known: Collection[str], foreign: Mapping[str, str]
) -> tuple[YamlMapping, tuple[SettingFault, ...]]:
    """The settings without unknown keys that decide nothing, and a fault for each of them.

    Raises JudgeError for an unknown key that may decide something, or is a mistyped known one.
    """
    unknown = [key for key in settings.values if key not in known]
    unused = [key for key in unknown if _decides_nothing(key, known, foreign)]
    kept = settings.without(unused)
    kept.refuse_unknown(known, foreign)
    return kept, tuple(
        SettingFault(_said(key, known, foreign), settings.lines[key]) for key in unused
    )


def _decides_nothing(key: str, known: Collection[str], foreign: Mapping[str, str]) -> bool:
    if key in foreign:
        return key in DESCRIPTIVE
    near = meant(key, known)
    return near in DESCRIBING if near else not _DECIDING.search(key.lower())


def _said(key: str, known: Collection[str], foreign: Mapping[str, str]) -> str:
    if key in foreign:
        return f"{key} is not used: it {foreign[key]}"
    return f"unknown key {shown(key)} is not used: remove it; {did_you_mean(key, known)}"
