"""The land table and the input file of Mana troubles: what is read, what is refused, and where."""

from __future__ import annotations

from pathlib import Path

import pytest
from _mana_support import PACKAGE, mana
from mana_problem.flow import possible
from mana_problem.input import Situation
from mana_problem.lands import parse_lands

from judge.plugin import InputError

PRINTED = """\
Forest;Forest;G;
Mystic Monastery;;U|R|W;
Bayou;Swamp,Forest;B|G;
Wooded Foothills;;-fetchMountain|-fetchForest;
Steam Vents;Island,Mountain;U|R;--shock
Battlefield Forge;;1|-R|-W;
Azorius Chancery;;WU;
City of Brass;;-W|-U|-R|-B|-G;
Gemstone Mine;;W|U|R|B|G;
Urza's Mine;;1;tron 2
Urza's Power Plant;;1;tron 2
Urza's Tower;;1;tron 3
"""
GOOD = "2\n\n1\nForest\n0\n20\nG\n\n2\nWooded Foothills\nForest\n1\nSteam Vents\n7\nRG\n"


# --- the land table ------------------------------------------------------------------------


def test_the_table_has_the_printed_lines_as_printed() -> None:
    lines = (PACKAGE / "attachments/m_lands.txt").read_text().splitlines()
    assert set(PRINTED.splitlines()) <= set(lines)


def test_the_table_has_all_lands_of_all_categories() -> None:
    lands = mana().table.lands.values()
    pairs = {frozenset(a + b) for a in "WUBRG" for b in "WUBRG" if a < b}

    def colours(chosen: list) -> set[frozenset[str]]:
        return {
            frozenset("".join(way.mana for way in land.alternatives)) - {"C"} for land in chosen
        }

    basics = [land for land in lands if len(land.types) == 1]
    duals = [land for land in lands if len(land.types) == 2 and not land.entry]
    shocks = [land for land in lands if land.entry == 2]
    pains = [land for land in lands if len(land.alternatives) == 3 and land.alternatives[1].life]
    bounces = [land for land in lands if len(land.alternatives[0].mana) == 2]
    threes = [land for land in lands if len(land.alternatives) == 3 and land not in pains]
    fetches = [land for land in lands if land.fetches]
    assert colours(basics) == {frozenset(c) for c in "WUBRG"} and len(basics) == 5
    for family in (duals, shocks, pains, bounces):
        assert colours(family) == pairs and len(family) == 10
    assert len(colours(threes)) == 10 == len(threes)
    assert {frozenset(way.fetch for way in land.alternatives) for land in fetches} == {
        frozenset(land.types) for land in duals
    }
    assert len(fetches) == 10 and len(mana().table.tron) == 3 and len(lands) == 70


def test_a_dual_land_makes_the_colours_of_its_types() -> None:
    colour = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
    for land in mana().table.lands.values():
        if land.types:
            assert [way.mana for way in land.alternatives] == [colour[t] for t in land.types]


def test_a_new_land_is_a_new_line() -> None:
    table = parse_lands(PRINTED + "Horizon;;-G|-W;\nTarn;Island;U|-C;\n".replace("-C", "--B"))
    assert possible(Situation(("Horizon",), (), 2, "W"), table)
    assert not possible(Situation(("Horizon",), (), 1, "W"), table)
    assert possible(Situation(("Tarn",), (), 3, "B"), table)
    assert not possible(Situation(("Tarn",), (), 2, "B"), table)


@pytest.mark.parametrize(
    "line",
    [
        "Forest Two;Forest;G",
        "A;;G;;",
        ";;G;",
        " A;;G;",
        "A;Wood;G;",
        "A;;;",
        "A;;X;",
        "A;;G|;",
        "A;;2;",
        "A;;C;",
        "A;;-fetchWood;",
        "A;;fetch;",
        "A;;G;shock",
        "A;;G;--shocks",
        "A;;1;tron",
        "A;;1;tron 0",
        "Forest;Forest;G;",
        "",
    ],
)
def test_a_malformed_line_of_the_table_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_lands(PRINTED + line + "\nPlains;Plains;W;\n")
    assert caught.value.line == 13


@pytest.mark.parametrize(
    "line",
    [
        "A;;WU|RG;",
        "A;;-WU;",
        "A;Forest;GG;",
        "A;Forest;-fetchPlains;",
        "A;Forest;1;tron 2",
        "A;;1|G;tron 2",
    ],
)
def test_a_land_that_a_flow_cannot_decide_is_refused(line: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_lands(PRINTED + line + "\n")
    assert caught.value.line == 13


# --- the input file ------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((PACKAGE / "data").glob("s*/**/*.in")), ids=str)
def test_a_file_of_the_package_is_read_and_written_back(path: Path) -> None:
    text = path.read_text()
    assert mana().render(mana().parse(text)) == text


def test_the_samples_have_the_published_answers() -> None:
    for path in sorted((PACKAGE / "data/sample").glob("*.in")):
        instance = mana().parse(path.read_text())
        answer = path.with_suffix(".ans").read_text()
        best = mana().parse_answer(answer, instance)
        assert best.score == 4
        assert mana().render_answer(instance, best) == answer


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\n", "\r\n"),
        GOOD + "\n\n",
        GOOD + "\r\n\r\n",
        GOOD.rstrip("\n"),
    ],
    ids=["CRLF", "blank lines at the end", "CRLF blank lines", "no line end at the end"],
)
def test_line_ends_and_blank_lines_at_the_end_do_not_matter(text: str) -> None:
    assert mana().parse(text) == mana().parse(GOOD)


@pytest.mark.parametrize(
    ("old", "new", "line", "case", "what"),
    [
        ("Steam Vents", "Steam Vent", 13, 2, "unknown card"),
        ("Steam Vents", "steam vents", 13, 2, "did you mean 'Steam Vents'"),
        ("Steam Vents", "Steam Vents ", 13, 2, "unknown card"),
        ("\n2\nWooded", "\n3\nWooded", 12, 2, "unknown card '1'"),
        ("\n2\nWooded", "\n1\nWooded", 11, 2, "not the number of lands in the library"),
        ("\n2\nWooded", "\nx\nWooded", 9, 2, "not the number of lands on the battlefield"),
        ("\n2\nWooded", "\n-1\nWooded", 9, 2, "plain number"),
        ("\n2\nWooded", "\n35\nWooded", 9, 2, "from 0 to 34"),
        ("RG", "R0G", 15, 2, "not a cost"),
        ("RG", "RX", 15, 2, "not a cost"),
        ("RG", "rg", 15, 2, "not a cost"),
        ("\n7\n", "\n0\n", 14, 2, "from 1 to 20"),
        ("\n7\n", "\n21\n", 14, 2, "from 1 to 20"),
        ("\n7\n", "\n07\n", 14, 2, "plain number"),
        ("\n7\nRG\n", "\n", 14, 2, "the file ends where the life total should be"),
        ("RG\n", "", 15, 2, "the file ends where the cost should be"),
        ("20\nG\n\n", "20\nG\n", 8, 2, "a blank line must come before the case"),
        ("20\nG\n\n", "20\nG\n\n\n", 9, 2, "not the number of lands on the battlefield"),
        ("2\n\n1\nForest", "3\n\n1\nForest", 16, 3, "the file ends"),
        ("RG\n", "RG\nForest\n", 16, 2, "nothing may follow"),
    ],
)
def test_bad_input_is_refused_naming_line_and_case(
    old: str, new: str, line: int, case: int, what: str
) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(InputError) as caught:
        mana().parse(GOOD.replace(old, new))
    assert caught.value.line == line
    assert f"case {case}:" in caught.value.message and what in caught.value.message


@pytest.mark.parametrize("text", ["", "\n", "0\n", "x\n", "9" * 5000 + "\n"])
def test_a_file_without_cases_is_refused_at_its_first_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        mana().parse(text)
    assert caught.value.line == 1


@pytest.mark.parametrize(("battlefield", "library"), [(35, 0), (30, 5), (0, 35)])
def test_more_than_34_lands_are_refused(battlefield: int, library: int) -> None:
    rows = [
        "1",
        "",
        str(battlefield),
        *["Forest"] * battlefield,
        str(library),
        *["Forest"] * library,
        "20",
        "G",
        "",
    ]
    with pytest.raises(InputError, match="34"):
        mana().parse("\n".join(rows))


def test_34_lands_are_accepted() -> None:
    rows = ["1", "", "20", *["Forest"] * 20, "14", *["Forest"] * 14, "20", "G", ""]
    assert mana().size(mana().parse("\n".join(rows))) == (1, 34, 1)


def test_m1_has_no_fetch_lands_and_no_library() -> None:
    for path in (PACKAGE / "data/secret/m1").glob("*.in"):
        mana().check_m1(mana().parse(path.read_text()))
    with pytest.raises(InputError) as caught:
        mana().check_m1(mana().parse(GOOD))
    assert caught.value.line == 10 and "case 2" in caught.value.message
    with pytest.raises(InputError) as caught:
        mana().check_m1(mana().parse(GOOD.replace("Wooded Foothills", "Forest")))
    assert caught.value.line == 12
