"""The language that a title in the header of a post means."""

from __future__ import annotations

import pytest

from judge.common.errors import JudgeError
from judge.languages.table import all_languages
from judge.languages.titles import language_asked, language_of_title


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Python 3", "python"),
        ("python", "python"),
        ("Python 3.8 (pre-release)", "python"),
        ("Python 2", "python2"),
        ("Python 2.7", "python2"),
        ("Python 3 (PyPy)", "python"),
        ("JavaScript (ES6)", "javascript"),
        ("JavaScript (Node.js)", "javascript"),
        ("JavaScript ES2020", "javascript"),
        ("JS", "javascript"),
        ("C (gcc)", "c"),
        ("C99 (clang 12)", "c"),
        ("C++ (gcc)", "cpp"),
        ("C++17", "cpp"),
        ("C# (Visual C# Interactive Compiler)", "csharp"),
        ("Perl 5", "perl"),
        ("Perl 5.36", "perl"),
        ("Perl 6", "raku"),
        ("Raku", "raku"),
        ("05AB1E (legacy)", "05ab1e"),
        ("APL (Dyalog Unicode)", "apl"),
        ("Ruby 3.1", "ruby"),
        ("Java 8", "java"),
        ("Java (OpenJDK 8)", "java"),
        ("PHP 7.4+", "php"),
        ("R >= 4.1", "r"),
        ("TypeScript Type System", "typescript-types"),
        ("TypeScript’s types", "typescript-types"),
        ("TypeScript 5.0", "typescript"),
        ("Common Lisp (SBCL)", "lisp"),
        ("Octave / MATLAB", "octave"),
        ("  R ", "r"),
        ("K (oK)", "k"),
        ("Brainf***", "brainfuck"),
        ("Retina 0.8.2", "retina"),
        ("Bash + coreutils", "bash"),
        ("GolfScript", "golfscript"),
    ],
)
def test_a_title_of_a_post_is_a_language(title: str, name: str) -> None:
    found = language_of_title(title)
    assert found is not None and found.name == name


@pytest.mark.parametrize("title", ["", "Python 4", "Perl 7", "Vyxal 4", "Befunge-93", "3", "(gcc)"])
def test_an_unknown_title_is_none(title: str) -> None:
    assert language_of_title(title) is None


@pytest.mark.parametrize("name", all_languages())
def test_names_titles_and_aliases_lead_back(name: str) -> None:
    language = all_languages()[name]
    for title in (name, language.title, *language.aliases):
        assert language_of_title(title) is language, title


def test_a_mistyped_name_gets_a_suggestion() -> None:
    with pytest.raises(JudgeError, match=r"unknown language 'Pytohn 3': did you mean 'Python"):
        language_asked("Pytohn 3")
