"""The key ``languages`` of problem.yaml: which languages a submission may be in."""

from __future__ import annotations

from judge.common.messages import did_you_mean
from judge.common.yaml_lines import read_mapping
from judge.languages.format_languages import code_of, languages_by_code
from judge.languages.program import language_named
from judge.model import Problem


def not_allowed(problem: Problem, language: str) -> str:
    """Why the package does not allow a language of the judge; empty if it does."""
    if not problem.languages or code_of(language) in problem.languages:
        return ""
    allowed = ", ".join(problem.languages)
    return f"{language_named(language).title} is not among the languages of problem.yaml: {allowed}"


def check_codes(problem: Problem) -> None:
    """Raise JudgeError for a code that the package format does not list."""
    for code in problem.languages:
        if code not in languages_by_code():
            settings = read_mapping(problem.folder / "problem.yaml", problem.folder)
            hint = did_you_mean(code, languages_by_code())
            raise settings.error("languages", f"{code!r} is not a language of the format: {hint}")
