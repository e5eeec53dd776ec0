"""The key ``languages`` of problem.yaml: which languages a submission may be in."""

from __future__ import annotations

from judge.languages.format_languages import code_of
from judge.languages.program import language_named
from judge.model import Problem


def not_allowed(problem: Problem, language: str) -> str:
    """Why the package does not allow a language of the judge; empty if it does."""
    if not problem.languages or code_of(language) in problem.languages:
        return ""
    allowed = ", ".join(problem.languages)
    return f"{language_named(language).title} is not among the languages of problem.yaml: {allowed}"
