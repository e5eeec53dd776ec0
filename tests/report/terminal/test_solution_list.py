"""What ``judge list`` prints: a table whose columns stand below each other."""

from __future__ import annotations

from tests.contest import RIGHT, Contest


def test_wide_characters_and_accents_move_no_column(contest: Contest) -> None:
    for name in (
        "right.py",
        "裁判 🎉.py",
        "re\u0301f.py",
        "a-name-of-more-than-" + "x" * 40 + ".py",
    ):
        contest.solution(name, RIGHT["lambda.py"])
    rows = contest.judge("list").out.splitlines()[1:]
    # In a terminal 裁, 判 and 🎉 take two columns, and U+0301 takes none.
    extra = {"裁判": 3, "re\u0301f": -1}
    at = [
        row.index("python function") + sum(more for name, more in extra.items() if name in row)
        for row in rows[1:]
    ]
    assert len(at) == 4
    assert set(at) == {rows[0].index("language, kind")}


def test_a_problem_without_solutions_has_no_table(contest: Contest) -> None:
    assert contest.judge("list").out.count("\n") == 1
