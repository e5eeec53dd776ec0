"""Phrases that every form of the report uses."""

import pytest

from judge.report.phrases import name_and_version


@pytest.mark.parametrize(
    ("title", "printed", "shown"),
    [
        ("Python 3", "Python 3.11.7", ("Python", "3.11.7")),
        ("Ruby", "ruby 3.1.2p20 (2022-04-12)", ("Ruby", "3.1.2p20 (2022-04-12)")),
        ("JavaScript (node)", "v20.1.0", ("JavaScript (node)", "v20.1.0")),
        ("C", "cc (Debian 12.2.0) 12.2.0", ("C", "cc (Debian 12.2.0) 12.2.0")),
        ("Perl", "perl", ("Perl", "perl")),
    ],
)
def test_a_version_does_not_repeat_the_language(
    title: str, printed: str, shown: tuple[str, str]
) -> None:
    assert name_and_version(title, printed) == shown
