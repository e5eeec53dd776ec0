"""The program that a submission of a package is: its language, and the file that starts it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean, listed
from judge.languages.format_languages import (
    FormatLanguage,
    foreign_by_suffix,
    languages_by_code,
)
from judge.languages.program import (
    IGNORED,
    MissingStart,
    Program,
    format_sources,
    program_of_package,
    shebang_language,
    source_text,
)
from judge.model import FormatVersion, Problem
from judge.packages.submission_rules import FILE, FOLDER, SubmissionRule


class RuleFault(JudgeError):
    """What ``submissions.yaml`` names for a submission does not exist: building it fails."""


class SeveralLanguages(JudgeError):
    """A submission has sources in several languages, and the judge would not run its choice of
    them: building it fails. The message names languages and files."""


def program_of_submission(
    path: Path, name: str, rules: Sequence[SubmissionRule], problem: Problem
) -> Program:
    """The program at ``path``, which has ``name`` below ``submissions``. Raises RuleFault,
    SeveralLanguages, and JudgeError with the reason if the judge cannot run it."""
    named = next((rule for rule in rules if rule.language), None)
    if named:
        return _read(path, name, rules, problem, _language_by_code(named, problem))
    try:
        program = _read(path, name, rules, problem)
    except RuleFault:
        raise
    except JudgeError as error:
        raise _in_foreign_languages(path, problem) or error from error
    start = program.folder / program.main
    if not program.language and not path.is_dir():
        raise JudgeError("its first line names no language of the table", path)
    foreign = foreign_by_suffix(start.suffix)
    said = shebang_language(start) if foreign else None
    if foreign and (said is None or said.name != foreign.shebang):
        if foreign.own:
            is_its = any(_has_sign(program.folder / one, foreign) for one in program.sources)
            return _read(path, name, rules, problem, foreign.own) if is_its else program
        raise _in_foreign_languages(path, problem) or JudgeError(_not_run(foreign, start.suffix))
    return program


def _read(
    path: Path,
    name: str,
    rules: Sequence[SubmissionRule],
    problem: Problem,
    language: str = "",
) -> Program:
    """Raises JudgeError, with the line of the rule if the file that is to start is missing."""
    starts = next((rule for rule in rules if rule.entry), None)
    main = starts.entry if starts else ""
    try:
        return program_of_package(path, problem, language, main)
    except MissingStart as error:
        place = problem.folder / FOLDER / FILE, starts.line if starts else 0
        raise RuleFault(f"entrypoint: {name} {error.message}", *place) from error


def _language_by_code(rule: SubmissionRule, problem: Problem) -> str:
    """The judge's own name of the language that a rule names."""
    known = languages_by_code()
    path = problem.folder / FOLDER / FILE
    if rule.language not in known:
        near = did_you_mean(rule.language, known)
        raise RuleFault(f"unknown language {rule.language!r}: {near}", path, rule.line)
    found = known[rule.language]
    if not found.own:
        raise JudgeError(_not_run(found, rule.language), path, rule.line)
    return found.own


def _in_foreign_languages(path: Path, problem: Problem) -> JudgeError | None:
    """Why a submission without a source in a language of the judge is not run or not built; None
    if it has none in another language of the format either."""
    sources = sources_by_language(path)
    if not sources:
        return None
    if len(sources) > 1:
        if problem.version is not FormatVersion.LEGACY:
            return SeveralLanguages(held(sources), path)
        said = (
            f"holds sources in {held(sources)}; what would start is not in the table of languages"
        )
        return JudgeError(said, path)
    [names] = sources.values()
    suffix = Path(names[0]).suffix
    foreign = foreign_by_suffix(suffix)
    return JudgeError(_not_run(foreign, suffix), path) if foreign else None


def _has_sign(path: Path, language: FormatLanguage) -> bool:
    """Whether a source is in a language that shares its suffix with another one."""
    return bool(re.search(language.sign, source_text(path).decode("utf-8", "replace")))


def held(sources: Mapping[str, tuple[str, ...]]) -> str:
    """The languages with their files, as they are told."""
    return listed([f"{title} ({', '.join(files)})" for title, files in sources.items()])


def _not_run(language: FormatLanguage, sign: str) -> str:
    return f"{language.title} ({sign}) is not in the table of languages, so it is not run"


def sources_by_language(path: Path) -> Mapping[str, tuple[str, ...]]:
    """The sources of a submission in languages of the format, by their titles."""
    if not path.is_dir():
        return format_sources([path.name])
    files = (p for p in path.rglob("*") if p.is_file() and not IGNORED.fullmatch(p.name))
    return format_sources(file.relative_to(path) for file in files)
