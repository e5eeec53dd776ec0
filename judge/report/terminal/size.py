"""The size of a source, as ``judge size`` prints it."""

from __future__ import annotations

from pathlib import Path

from judge.common.errors import JudgeError, shown_path
from judge.common.messages import counted, did_you_mean
from judge.common.safe_text import one_line
from judge.common.toml_lines import Manifest
from judge.languages.table import Language, all_languages, by_suffix
from judge.model import Rules
from judge.packages import judge_toml
from judge.solutions import code_size
from judge.solutions.load import manifest_of, read_source


def size_text(path: Path, problems_root: Path, encoding: str | None = None) -> str:
    """The paragraph on one file; a manifest beside it is honoured, and so are the rules of the
    problem after which its folder is named. ``encoding`` overrides the manifest's.

    Raises JudgeError for a file that can't be read, or not be written in its encoding, and for an
    encoding that is not for its language.
    """
    source = read_source(path)
    manifest = manifest_of(path)
    flags = manifest.words("flags")
    declared = manifest.text("encoding") if encoding is None else encoding
    language = _language(path, manifest)
    if unfit := code_size.complaint(declared, language.name if language else None):
        raise JudgeError(unfit) if encoding else manifest.error("encoding", unfit)
    its = _rules(path, problems_root)
    found = code_size.measure(source, path, declared, flags, its.flags)
    title = language.title if language else "in no known language"
    head = f"{shown_path(path)}: {counted(found.ranked, 'byte')}, {title}"
    return "\n  ".join(one_line(row) for row in (head, *code_size.described(found)))


def _rules(path: Path, problems_root: Path) -> Rules:
    return judge_toml.load_rules(problems_root / path.absolute().parent.name)


def _language(path: Path, manifest: Manifest) -> Language | None:
    table = all_languages()
    name = manifest.text("language")
    if name and name not in table:
        raise manifest.error("language", f"unknown language {name!r}: {did_you_mean(name, table)}")
    return table[name] if name else by_suffix(path)
