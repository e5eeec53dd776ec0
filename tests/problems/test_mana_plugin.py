"""The plug-in of Mana troubles: outputs and logs, scores, pictures, reduction, and the package."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from _mana_support import PACKAGE, ROOT, contest_file, mana, secret
from hypothesis import given, settings
from hypothesis import strategies as st
from mana_problem.game import pays
from mana_problem.input import Situation, render

from judge.model import Kind
from judge.packages.load import load_problem
from judge.packages.loaded_problem import LoadedProblem
from judge.plugin import Best, IllegalAnswer, InputError, Undecodable
from judge.solutions.find import find_solutions
from judge.solutions.plain_package import write_package, write_validator

SAMPLE = (PACKAGE / "data/sample/1.in").read_text()
RIGHT = "YES\nYES\nYES\nNO\n"
LOG = "Wooded Foothills -> Steam Vents (3 life): R; Forest: G"


def _decode(text: str) -> tuple:
    return mana().decode(text, mana().parse(SAMPLE), mana().readings[0])


def _score(text: str) -> int:
    return mana().score(mana().parse(SAMPLE), _decode(text))


# --- outputs -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", [RIGHT, RIGHT.replace("\n", "\r\n"), RIGHT + "\n\n", RIGHT.rstrip("\n")]
)
def test_an_output_is_one_yes_or_no_a_line(text: str) -> None:
    assert _decode(text) == (True, True, True, False)
    assert _score(text) == 4


@pytest.mark.parametrize(
    "text",
    [
        '["YES", "YES", "YES", "NO"]',
        "[true, true, true, false]\n",
        '[true, "YES", true, "NO"]',
        "[True, True, True, False]\n",
        "List(YES, YES, YES, NO)\n",
        '[1] "YES" "YES" "YES" "NO"\n',
        '("YES" "YES" "YES" "NO")\n',
        "map[YES YES YES NO]\n",
        "{0: 'YES', 1: 'YES', 2: 'YES', 3: 'NO'}",
        "Array\n(\n    [0] => YES\n    [1] => YES\n    [2] => YES\n    [3] => NO\n)\n",
        "[1]  TRUE  TRUE  TRUE FALSE\n",
        '[1] YES\n[1] "YES"\n[1] TRUE\n[1] NO\n',
        "[1, 1, 1, 0]",
        "(T T T NIL)\n",
    ],
)
def test_a_function_may_return_a_list(text: str) -> None:
    assert _decode(text) == (True, True, True, False)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[true, true, true]", 4),
        ("(YES YES YES NO", 1),
        ("YES YES YES NO", 1),
        ("[true, 2, true, false]", 2),
        ("1\n1\n1\n0\n", 1),
        ("YES\nYES\nYES\nNIL\n", 4),
        ("[true, undefined]", 2),
        ("[1] YES\n[1] YES\n[1] YES\n", 4),
        ("[1] YES\n[1] YES\nYES\n[1] NO\n", 1),
        ("[" * 100_000, 1),
        ('["YES", "yes", "YES", "NO"]', 2),
        ("", 1),
        ("YES\nYES\nYES\n", 4),
        (RIGHT + "NO\n", 5),
        (RIGHT + "\nNO\n", 5),
        ("YES\nyes\nYES\nNO\n", 2),
        ("YES\nYes\nYES\nNO\n", 2),
        ("YES\nYES \nYES\nNO\n", 2),
        ("YES\n\nYES\nYES\nNO\n", 2),
        ("YES YES YES NO\n", 1),
        ("Case #1: YES\nYES\nYES\nNO\n", 1),
        ("YES\nYES\nYES\nNO thanks\n", 4),
        ("YES\nYES\nYES:\nNO\n", 3),
        ("YES\nYES\nYES: \nNO\n", 3),
        ("YES\nYES\nYES: Forest\nNO\n", 3),
        ("YES\nYES\nYES: Forest: X\nNO\n", 3),
        ("YES\nYES\nNO: Forest: G\nNO\n", 3),
    ],
)
def test_any_other_output_is_refused_at_its_first_bad_line(text: str, line: int) -> None:
    with pytest.raises(Undecodable, match=f"^line {line}:"):
        _decode(text)


@pytest.mark.parametrize(
    "text",
    [
        '("" "YES" "YES" "YES" "NO")',
        "List(, YES, YES, YES, NO)",
        "['YES,YES,YES,NO']",
        "('YES', 'YES', 'YES\\nNO')",
        "{'YES': 0, 'NO': 3}",
        "[1, 1, 1, 2]",
        "[['YES', 'YES'], ['YES', 'NO']]",
        "[yes, yes, yes, no]",
        "Array\n(\n    [0] => \n    [1] => YES\n    [2] => YES\n    [3] => YES\n    [4] => NO\n)\n",
    ],
)
def test_an_item_of_a_list_is_one_answer(text: str) -> None:
    with pytest.raises(Undecodable):
        _decode(text)


def test_a_complaint_about_a_huge_line_is_short() -> None:
    with pytest.raises(Undecodable) as caught:
        _decode("Y" * 100_000 + "\n")
    assert len(str(caught.value)) < 200


def test_the_score_is_the_number_of_right_lines() -> None:
    assert [
        _score(text)
        for text in ("YES\nYES\nYES\nYES\n", "NO\nYES\nYES\nYES\n", "NO\nNO\nNO\nYES\n")
    ] == [3, 2, 0]


def test_the_lines_that_differ_are_named_from_0() -> None:
    instance = mana().parse(SAMPLE)
    assert mana().wrong_lines(instance, _decode("NO\nYES\nYES\nYES\n")) == [0, 3]
    assert mana().wrong_lines(instance, _decode(RIGHT)) == []


def test_an_answer_file_that_contradicts_the_reference_is_refused() -> None:
    instance = mana().parse(SAMPLE)
    for text, case in (("YES\nYES\nNO\nNO\n", 3), ("YES\nYES\nYES\nYES\n", 4)):
        with pytest.raises(InputError, match=f"case {case}") as caught:
            mana().parse_answer(text, instance)
        assert caught.value.line == case
    for text in ("YES\nYES\nYES\n", f"YES\nYES\nYES: {LOG}\nNO\n"):
        with pytest.raises(InputError):
            mana().parse_answer(text, instance)


# --- logs ----------------------------------------------------------------------------------


def test_a_log_counts_as_a_right_line() -> None:
    text = f"YES: Forest: G; Forest: G; Plains: W\nYES\nYES: {LOG}\nNO\n"
    assert _score(text) == 4
    best = Best(4, _decode(text))
    assert mana().render_answer(mana().parse(SAMPLE), best) == text


@pytest.mark.parametrize(
    ("board", "library", "life", "cost", "log", "rule"),
    [
        ("Forest", "", 20, "G", "Plains: W", "land"),
        ("Forest", "", 20, "GG", "Forest: G; Forest: G", "land"),
        ("Forest", "Plains", 20, "W", "Plains: W", "land"),
        (
            "Arid Mesa",
            "Plains,Plains",
            20,
            "WW",
            "Arid Mesa -> Plains (1 life): W; Arid Mesa -> Plains (1 life): W",
            "land",
        ),
        (
            "Arid Mesa,Arid Mesa",
            "Plains",
            20,
            "WW",
            "Arid Mesa -> Plains (1 life): W; Arid Mesa -> Plains (1 life): W",
            "library",
        ),
        ("Arid Mesa", "", 20, "W", "Arid Mesa -> Plains (1 life): W", "library"),
        ("Arid Mesa", "Forest", 20, "G", "Arid Mesa -> Forest (1 life): G", "fetch"),
        (
            "Arid Mesa",
            "Mystic Monastery",
            20,
            "W",
            "Arid Mesa -> Mystic Monastery (1 life): W",
            "fetch",
        ),
        ("Forest", "Plains", 20, "W", "Forest -> Plains (1 life): W", "fetch"),
        ("Forest", "", 20, "W", "Forest: W", "mana"),
        ("Forest", "", 20, "GG", "Forest: GG", "mana"),
        ("City of Brass", "", 20, "C", "City of Brass (1 life): C", "mana"),
        ("Urza's Tower,Urza's Mine", "", 20, "CCC", "Urza's Tower: CCC", "mana"),
        ("Arid Mesa", "", 20, "W", "Arid Mesa (1 life): W", "mana"),
        ("City of Brass", "", 20, "W", "City of Brass: W", "payment"),
        ("Shivan Reef", "", 20, "C", "Shivan Reef (1 life): C", "payment"),
        ("Arid Mesa", "Steam Vents", 20, "R", "Arid Mesa -> Steam Vents (1 life): R", "payment"),
        ("Steam Vents", "", 20, "R", "Steam Vents (2 life): R", "payment"),
        ("City of Brass", "", 1, "W", "City of Brass (1 life): W", "life"),
        ("Arid Mesa", "Steam Vents", 3, "R", "Arid Mesa -> Steam Vents (3 life): R", "life"),
        ("Forest,Plains", "", 20, "GW", "Forest: G", "cost"),
        ("Forest,Plains", "", 20, "G2", "Forest: G; Plains: W", "cost"),
        ("Forest,Plains", "", 20, "GG", "Forest: G; Plains: W", "cost"),
    ],
)
def test_a_log_that_breaks_a_rule_is_illegal_and_the_rule_is_named(
    board: str, library: str, life: int, cost: str, log: str, rule: str
) -> None:
    cards = tuple(filter(None, library.split(",")))
    instance = (
        Situation(("Forest",), (), 1, "G"),
        Situation(tuple(board.split(",")), cards, life, cost),
    )
    answer = mana().decode(f"YES\nYES: {log}\n", instance, "lines")
    with pytest.raises(IllegalAnswer, match="line 2") as caught:
        mana().score(instance, answer)
    assert caught.value.rule == rule
    assert mana().wrong_lines(instance, answer) == [1]


@pytest.mark.parametrize("group", ["m1", "m2"])
def test_the_checker_accepts_every_log_that_the_reference_prints(group: str) -> None:
    for text, answer in secret(group):
        instance = mana().parse(text)
        lines = [mana().explain(case).line for case in instance]
        assert [line[:3].rstrip(":") for line in lines] == [line[:3] for line in answer]
        decoded = mana().decode("\n".join(lines), instance, "lines")
        assert mana().score(instance, decoded) == len(instance)


def test_mana_pays_each_letter_first_and_generic_from_the_rest() -> None:
    wanted = dict.fromkeys("WUBRGC*", 0) | {"G": 1, "*": 2}
    assert pays({"G": 3}, wanted) and pays({"G": 1, "C": 1, "R": 1}, wanted)
    assert not pays({"G": 2}, wanted) and not pays({"W": 9}, wanted)


# --- pictures ------------------------------------------------------------------------------


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: set[str] = set()
        self.tags: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("flip", [0, 3, 260], ids=["none wrong", "three wrong", "all wrong"])
def test_a_picture_is_plain_balanced_html_of_bounded_size(flip: int) -> None:
    text, _ = contest_file("m2")
    instance = mana().parse(text)
    answer = tuple(
        right != (index < flip) for index, right in enumerate(mana().reference(instance))
    )
    picture = mana().draw(instance, answer)
    page = _Page(picture)
    assert page.open == [] and page.attributes == {"class"} and "script" not in page.tags
    assert len(picture.encode()) <= 40_000
    assert (f"{flip} of 260 lines are wrong" if flip else "All 260 lines are right") in picture
    assert ("248 more are not drawn" in picture) == (flip == 260)


def test_a_picture_shows_the_differing_cases_with_play_and_reason() -> None:
    instance = mana().parse(SAMPLE)
    picture = mana().draw(instance, (True, True, False, True))
    assert "Case 1<" not in picture and "Case 2<" not in picture
    third, fourth = picture.split("Case 3<")[1].split("Case 4<")
    assert "said NO" in third and "Wooded Foothills → Steam Vents" in third
    assert "Paid for 3 life, which leaves 4." in third
    assert "said YES" in fourth and "1 more is needed to stay above 0" in fourth


def test_a_picture_of_a_bad_log_names_the_rule() -> None:
    text = RIGHT.replace("YES\nNO", "YES: Forest: G\nNO")
    picture = mana().draw(mana().parse(SAMPLE), _decode(text))
    assert "1 of 4 lines are wrong: 3." in picture
    assert "The log breaks a rule. cost: G does not pay RG" in picture


def test_a_picture_escapes_what_it_shows() -> None:
    picture = mana().draw(
        mana().parse(SAMPLE), _decode(RIGHT.replace("YES\nNO", "YES: <script>: G\nNO"))
    )
    assert "<script>" not in picture and "&lt;script&gt;" in picture


def test_a_picture_without_an_answer_sums_up_and_shows_the_first_few() -> None:
    picture = mana().draw(mana().parse(SAMPLE), None)
    assert "4 cases, 3 of them YES" in picture and "Case 3<" in picture
    assert "Case 4<" not in picture and "said" not in picture


@pytest.mark.long
@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_sketch_fits_80_columns(seed: int) -> None:
    instance = mana().generate(Random(seed), 34)
    for answer in (None, tuple(not right for right in mana().reference(instance))):
        assert max(map(len, mana().sketch(instance, answer).splitlines())) <= 80


def test_the_style_names_colours_by_variables_for_light_and_dark() -> None:
    rules = mana().css.split("{", 1)[1]
    assert "prefers-color-scheme: dark" in rules
    for line in mana().css.splitlines():
        assert "#" not in line or "--mana-" in line


# --- random files and their reduction ------------------------------------------------------


@pytest.mark.long
@given(st.integers(0, 2**32), st.integers(1, 34))
@settings(max_examples=100, deadline=None)
def test_a_random_file_is_valid_and_the_same_for_the_same_seed(seed: int, size: int) -> None:
    instance = mana().generate(Random(seed), size)
    assert instance == mana().generate(Random(seed), size)
    assert mana().parse(render(instance)) == instance
    assert mana().size(instance)[1] <= size
    assert mana().arguments(instance)[0][0]["cost"] == instance[0].cost


def test_some_random_files_have_a_case_without_lands() -> None:
    files = [mana().generate(Random(seed), 5) for seed in range(200)]
    bare = [file for file in files if any(not case.battlefield for case in file)]
    assert 2 < len(bare) < 40


@pytest.mark.long
def test_some_random_cases_need_three_copies_of_a_fetch_land() -> None:
    found = 0
    for seed in range(250):
        for case in mana().generate(Random(seed), 8):
            most = max(case.battlefield, key=case.battlefield.count, default="Island")
            if mana().table[most].fetches and case.battlefield.count(most) >= 3:
                board = list(case.battlefield)
                board.remove(most)
                fewer = replace(case, battlefield=tuple(board))
                found += mana().reference((case, fewer)) == (True, False)
    assert found >= 3


@pytest.mark.long
def test_random_files_hold_both_answers_about_equally_often() -> None:
    rng = Random(7)
    answers = [right for _ in range(400) for right in mana().reference(mana().generate(rng, 12))]
    assert 0.35 <= sum(answers) / len(answers) <= 0.65


def _weight(case: Situation) -> tuple[int, int, int, int]:
    lands = (*case.battlefield, *case.library)
    symbols = sum(int(symbol) if symbol.isdigit() else 2 for symbol in case.cost)
    plain = sum(name not in ("Plains", "Island", "Swamp", "Mountain", "Forest") for name in lands)
    return len(lands), symbols, plain, case.life


@pytest.mark.long
@given(st.integers(0, 2**32), st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_a_smaller_file_is_valid_and_weighs_less(seed: int, size: int) -> None:
    instance = mana().generate(Random(seed), size)
    for other in mana().smaller(instance):
        assert mana().parse(render(other)) == other
        if len(other) == len(instance):
            changed = [(a, b) for a, b in zip(instance, other, strict=True) if a != b]
            assert len(changed) == 1 and _weight(changed[0][1]) < _weight(changed[0][0])
        else:
            assert len(other) < len(instance)


def test_reduction_ends_in_a_case_that_cannot_be_simpler() -> None:
    """Follow neighbours on which 'alive at 0 life' is wrong: one land that costs one life."""
    instance = (
        Situation(("Forest", "Arid Mesa", "Shivan Reef"), ("Plains", "Steam Vents"), 4, "WUG"),
        Situation(("Forest",), (), 3, "G"),
    )

    def wrong(files: tuple[Situation, ...]) -> bool:
        return mana().reference(files) != mana().reference(
            tuple(replace(case, life=case.life + 1) for case in files)
        )

    instance = (replace(instance[0], life=mana().explain(instance[0]).life_needed), instance[1])
    assert wrong(instance)
    while smaller := next(filter(wrong, mana().smaller(instance)), None):
        instance = smaller
    assert len(instance) == 1 and len(instance[0].cost) == 1
    assert sum(map(len, (instance[0].battlefield, instance[0].library))) <= 2


def test_a_land_goes_together_with_all_the_mana_that_it_may_have_paid_for() -> None:
    """Both ask for one mana more than there is; with half of it gone there would be enough."""
    fetch = Situation(("Marsh Flats",), ("Swamp", "Plains"), 3, "11")
    bounce = replace(fetch, battlefield=("Azorius Chancery", "Marsh Flats"), cost="1111")
    assert (fetch,) in mana().smaller((bounce,))


# --- the package ---------------------------------------------------------------------------


@pytest.fixture
def validators(tmp_path: Path) -> Path:
    """The two validators alone in a folder, as other judges get them."""
    write_validator(PACKAGE, PACKAGE / "output_validator", tmp_path / "output")
    write_validator(PACKAGE, PACKAGE / "input_validators/mana_format", tmp_path / "input")
    (tmp_path / "feedback").mkdir()
    return tmp_path


def _run(validators: Path, arguments: list[str | Path], text: str) -> int:
    return subprocess.run(
        [sys.executable, "-S", *arguments],
        input=text,
        text=True,
        check=False,
        cwd=validators,
        env={},
        capture_output=True,
    ).returncode


@pytest.mark.long
@pytest.mark.parametrize(
    ("folder", "code"), [("invalid_output", 43), ("valid_output", 42), ("sample", 42)]
)
def test_the_output_validator_works_alone(validators: Path, folder: str, code: int) -> None:
    cases = sorted((PACKAGE / "data" / folder).glob("*.in"))
    assert cases
    for case in cases[::20]:
        output = case.with_suffix(".ans" if folder == "sample" else ".out").read_text()
        found = _run(validators, ["output", case, case.with_suffix(".ans"), "feedback/"], output)
        assert found == code, case.name
        message = validators / "feedback/judgemessage.txt"
        assert message.exists() == (code == 43)


def _is_accepted(case: Path) -> bool:
    instance = mana().parse(case.read_text())
    try:
        answer = mana().decode(case.with_suffix(".out").read_bytes().decode(), instance, "lines")
        return bool(mana().score(instance, answer) == len(instance))
    except (IllegalAnswer, Undecodable):
        return False


@pytest.mark.parametrize("folder", ["invalid_output", "valid_output"])
def test_the_checker_tells_valid_from_invalid_outputs(folder: str) -> None:
    for case in sorted((PACKAGE / "data" / folder).glob("*.in")):
        assert _is_accepted(case) == (folder == "valid_output"), case.name


@pytest.mark.long
def test_the_output_validator_blames_the_jury_for_a_wrong_answer_file(validators: Path) -> None:
    (validators / "bad.ans").write_text("NO\n" * 4)
    sample = PACKAGE / "data/sample/1.in"
    assert _run(validators, ["output", sample, "bad.ans", "feedback/"], RIGHT) not in (42, 43)


@pytest.mark.long
def test_the_input_validator_accepts_all_data_of_the_package(validators: Path) -> None:
    for case in sorted((PACKAGE / "data").glob("s*/**/*.in")):
        arguments = ["m1"] if case.parent.name == "m1" else []
        assert _run(validators, ["input", *arguments], case.read_text()) == 42, case.name


@pytest.mark.long
def test_the_input_validator_refuses_every_invalid_input(validators: Path) -> None:
    cases = sorted((PACKAGE / "data/invalid_input").glob("*.in"))
    for case in cases:
        arguments = ["m1"] if case.with_suffix(".yaml").exists() else []
        text = case.read_bytes().decode()  # with its carriage returns
        assert _run(validators, ["input", *arguments], text) == 43, case.name
    assert len(cases) >= 10


@pytest.mark.long
@pytest.mark.parametrize("folder", ["output", "input"])
def test_a_validator_is_a_flat_folder_that_starts_by_either_name(
    validators: Path, folder: str
) -> None:
    """The format asks for flat files, ``__init__.py`` and ``__main__.py`` among them. Two judges
    in use start ``main.py`` instead."""
    found = {path.name for path in (validators / folder).iterdir() if path.is_file()}
    assert {"__init__.py", "__main__.py", "main.py"} <= found
    assert {path.name for path in (validators / folder).iterdir()} - found <= {"__pycache__"}
    sample = PACKAGE / "data/sample/1.in"
    arguments = [sample, sample.with_suffix(".ans"), "feedback/"] if folder == "output" else []
    good, bad = (RIGHT, "NO\n") if folder == "output" else (sample.read_text(), "NO\n")
    assert _run(validators, [f"{folder}/main.py", *arguments], good) == 42
    assert _run(validators, [f"{folder}/main.py", *arguments], bad) == 43


@pytest.mark.long
def test_every_program_is_a_submission_of_the_exported_package(tmp_path: Path) -> None:
    problem = load_problem(PACKAGE)
    found = find_solutions(ROOT / "solutions", LoadedProblem(problem, mana()), "*")
    write_package(problem, found, tmp_path / "mana")
    written = {path.name for path in (tmp_path / "mana/submissions").glob("*/*")}
    assert written == {s.path.name for s in found if s.kind is not Kind.OUTPUT}
    accepted = {path.name for path in (tmp_path / "mana/submissions/accepted").iterdir()}
    assert accepted == {"reference-prices.cpp", "reference-flow.py"}
