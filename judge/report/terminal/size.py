"""The size of a source, as ``judge size`` prints it."""

from __future__ import annotations

from pathlib import Path

from judge.common.errors import shown_path
from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.languages.table import by_suffix
from judge.model import Rules
from judge.packages import judge_toml
from judge.solutions import code_size
from judge.solutions.load import manifest_of, measure_solution, read_source, with_default_encoding


def size_text(path: Path, problems_root: Path, encoding: str | None = None) -> str:
    """The paragraph on one file; a manifest beside it is honoured, and so are the rules of the
    problem after which its folder is named. ``encoding`` overrides the manifest's.

    Raises JudgeError for a file that can't be read, or not be written in its encoding, and for an
    encoding that is not for its language.
    """
    source = read_source(path)
    manifest = manifest_of(path, {} if encoding is None else {"encoding": encoding})
    language = manifest.language or by_suffix(path)
    if unfit := code_size.complaint(manifest.encoding, language.name if language else None):
        raise manifest.error("encoding", unfit)
    manifest = with_default_encoding(manifest, language, source)
    found = measure_solution(path, source, manifest, _rules(path, problems_root).flags)
    title = language.title if language else "in no known language"
    head = f"{shown_path(path)}: {counted(found.ranked, 'byte')}, {title}"
    return "\n  ".join(one_line(row) for row in (head, *code_size.described(found)))


def _rules(path: Path, problems_root: Path) -> Rules:
    return judge_toml.load_rules(problems_root / path.absolute().parent.name)
