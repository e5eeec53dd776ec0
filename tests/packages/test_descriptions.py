"""``descriptions.toml``: one table instead of a file for each case."""

from __future__ import annotations

import pytest

from judge.common.errors import JudgeError
from judge.packages.load import load_problem
from tests.contest import Contest


def described(contest: Contest) -> dict[str, str]:
    return {case.name: case.description for case in load_problem(contest.problem).cases}


def test_a_case_has_the_description_of_the_table_in_its_folder(contest: Contest) -> None:
    (contest.problem / "data/secret/more").mkdir()
    contest.case("secret/more/02-none", [1], 1, 1, "0")
    (contest.problem / "data/secret/descriptions.toml").write_text('02-none = "nothing fits"\n')
    (contest.problem / "data/secret/more/descriptions.toml").write_text('02-none = "deeper"\n')
    found = described(contest)
    assert (found["secret/02-none"], found["secret/more/02-none"]) == ("nothing fits", "deeper")
    assert found["secret/03-ties"] == ""


def test_the_file_beside_a_case_goes_first(contest: Contest) -> None:
    (contest.problem / "data/secret/descriptions.toml").write_text('01-last = "by the table"\n')
    assert described(contest)["secret/01-last"] == "the largest stands last"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('\n02-nobe = "x"\n', ":2: no case '02-nobe' here: did you mean '02-none'?"),
        ("02-none = 1\n", ":1: 02-none must be a string in quotes"),
        ("02-none\n", ":1: is not valid TOML"),
    ],
)
def test_a_bad_table_is_refused_with_its_line(contest: Contest, text: str, said: str) -> None:
    path = contest.problem / "data/secret/descriptions.toml"
    path.write_text(text)
    with pytest.raises(JudgeError) as caught:
        load_problem(contest.problem)
    assert str(caught.value).startswith(f"{path}{said}")
