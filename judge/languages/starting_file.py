"""Which of several sources of a program in one language starts, where nobody says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from judge.languages.detect import kind
from judge.languages.table import Language
from judge.model import Kind

#: Names without a suffix of the file that starts, the first of them first.
MAIN = ("main", "__main__")
#: A folder of modules is named by its own name.
_MODULES = "__init__"
_TEST = re.compile(r"test_.*|.*_tests?|tests?")
#: How languages name another file whose code they use.
_IMPORTS = re.compile(
    r"^.*\b(?:import|from|require\w*|source|use|include\w*|load\w*|dofile)\b.*$", re.MULTILINE
)


def entry_source(text: Callable[[str], str], sources: Sequence[str], language: Language) -> str:
    """The file that starts: main, __main__, the first that no other file imports and that looks
    like a program, the first that none imports, or the first; tests of others are none of these.
    ``text``: of a source, by its name.
    """
    for stem in MAIN:
        for name in sources:
            if Path(name).stem.lower() == stem:
                return name
    if len(sources) < 2:
        return sources[0]
    untested = [name for name in sources if not _TEST.fullmatch(Path(name).stem)] or [*sources]
    texts = {name: text(name) for name in untested}
    free = [name for name in untested if not is_imported(name, texts)] or untested
    for name in free:
        if looks_like_program(texts[name], language):
            return name
    return free[0]


def looks_like_program(text: str, language: Language) -> bool:
    """Whether a source starts by itself, and is more than functions for other files."""
    if language.program:
        return bool(language.program.search(text))
    return kind(text, language.name)[0] is Kind.PROGRAM


def is_imported(name: str, texts: Mapping[str, str]) -> bool:
    """Whether a line of another file imports the file ``name``. ``texts``: of files, by name."""
    path = Path(name)
    called = path.parent.name if path.stem == _MODULES else path.stem
    word = re.compile(rf"(?<!\w){re.escape(called)}(?!\w)")
    return any(
        word.search(line) for other in texts if other != name for line in _imports(texts[other])
    )


def _imports(text: str) -> list[str]:
    return [found[0] for found in _IMPORTS.finditer(text)]
