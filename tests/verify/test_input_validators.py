"""Input and answer validators accept what the package holds, and not everything."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from judge.model import Case
from judge.running import artifact_cache
from judge.verify import (
    answer_validators,
    bound_edges,
    changed_inputs,
    drawn_inputs,
    input_bounds,
    input_rules,
    input_validators,
)
from judge.verify.accepted_files import AcceptedFiles
from judge.verify.finding import Finding, Status
from judge.verify.input_validators import INPUT, NAME, Complaint, until_failure
from judge.verify.misread_inputs import LEAST_REFUSED, find_misread
from judge.verify.stated_numbers import greatest_in
from judge.verify.text_mutants import kinds, mutants_of_text
from tests.contest import Contest
from tests.verify.toy_subject import alter, table, unrun

CASE = Case("secret/1", "", Path())
#: Accepts what the toy's cases look like: a JSON list of numbers, and a count, each on a line.
STRICT = """\
import re, sys
text = sys.stdin.buffer.read().decode("latin-1")
count = "(0|[1-9][0-9]{0,8})"
number = f"({count}|-[1-9][0-9]{{0,8}})"
form = rf"\\[({number}(, {number})*)?\\]\\n{count}\\n"
sys.exit(42 if re.fullmatch(form, text) else 43)
"""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two inputs with changed text show as much as five, and some draws as much as hundreds."""
    monkeypatch.setattr(input_validators, "MOST_MUTATED", 2)
    monkeypatch.setattr(input_bounds, "MOST_INPUTS", 1)
    monkeypatch.setattr(changed_inputs, "MOST_TEXTS", 5)
    monkeypatch.setattr(drawn_inputs, "MOST_DRAWS", 12)


def validator(contest: Contest, text: str, name: str = "input_validators/v.py") -> None:
    path = contest.problem / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def checked(contest: Contest) -> Finding:
    return input_validators.check(unrun(contest, seconds=60))


def checked_answers(contest: Contest) -> Finding:
    return answer_validators.check(unrun(contest, seconds=60))


@pytest.mark.long
def test_one_that_knows_the_format_is_in_order(contest: Contest) -> None:
    validator(contest, STRICT)
    finding = checked(contest)
    assert finding.status is Status.OK, finding
    assert "changed inputs rejected" in finding.statement
    rows = {row[0]: row[1:] for row in table(finding, "Inputs with changed text").rows}
    assert rows["extra text at the end"][1] == "0" and rows["two spaces"][1] == "0"


def test_after_one_has_failed_nothing_more_is_asked() -> None:
    asked = []

    def complaints() -> Iterator[Complaint]:
        for file in ("1.in", "2.in", "3.in"):
            asked.append(file)
            yield Complaint(file, "is rejected", failed=file == "2.in")

    assert [one.file for one in until_failure(complaints())] == ["1.in", "2.in"] == asked


def test_a_package_without_one_gets_a_warning(contest: Contest) -> None:
    assert checked(contest).status is Status.WARNING


@pytest.mark.long
def test_a_case_that_is_rejected_is_a_fault_with_the_validators_words(contest: Contest) -> None:
    validator(contest, 'import sys\nprint("line 1: not mine", file=sys.stderr)\nsys.exit(43)\n')
    finding = checked(contest)
    assert finding.status is Status.FAULT
    assert "data/sample/1.in is rejected by v.py: line 1: not mine" in finding.statement


@pytest.mark.long
def test_one_that_accepts_everything_is_a_fault(contest: Contest) -> None:
    validator(contest, "import sys\nsys.exit(42)\n")
    finding = checked(contest)
    assert finding.status is Status.FAULT
    assert finding.statement == "they accept every one of the inputs with changed text"


@pytest.mark.long
@pytest.mark.parametrize("form", ["text", "len(text) < 300 and text", "'[' in text"])
def test_one_that_accepts_almost_everything_is_a_fault(contest: Contest, form: str) -> None:
    accept = "import sys\ntext = sys.stdin.buffer.read().decode('latin-1')\n"
    validator(contest, f"{accept}sys.exit(42 if {form} else 43)\n")
    finding = checked(contest)
    assert finding.status is Status.FAULT
    assert finding.statement.startswith("they accept most kinds of spoilt inputs: ")


@pytest.mark.long
def test_one_that_overlooks_letters_among_numbers_is_a_fault(contest: Contest) -> None:
    lenient = STRICT.replace("re.fullmatch(form, text)", "re.match(form, text)")
    validator(contest, lenient)
    finding = checked(contest)
    assert finding.status is Status.FAULT
    said = "the inputs are numbers, and they accept some with extra text at the end"
    assert finding.statement == said


@pytest.mark.long
def test_one_that_overlooks_a_kind_of_text_gets_a_warning(contest: Contest) -> None:
    validator(contest, STRICT.replace("else 43)", "or not text else 43)"))
    finding = checked(contest)
    assert finding.status is Status.WARNING
    assert finding.statement == "they accept inputs with nothing"


def test_what_is_spoilt_has_numbers_and_spaces_where_any_input_has(contest: Contest) -> None:
    for number in range(12):
        contest.case(f"secret/{number}", [], 2, 0)
    cases = unrun(contest).problem.cases
    chosen = input_validators.smallest({case: case.input_path for case in cases})
    assert "two spaces" in kinds(chosen[0].input_path.read_bytes())


@pytest.mark.long
def test_an_input_with_an_extreme_number_is_tried_whatever_the_time(contest: Contest) -> None:
    for number in range(20):
        contest.case(f"secret/{number:02}", [5, 50 + number % 3], 1, 50 + number % 3, "1")
    contest.case("secret/extreme", [5, 99], 1, 99, "1")
    validator(contest, STRICT.replace("sys.exit(", "sys.exit(43 if '99' in text else "))
    finding = input_validators.check(unrun(contest, seconds=0.001))
    assert finding.status is Status.FAULT
    assert "data/secret/extreme.in is rejected by v.py" in finding.statement


@pytest.mark.long
def test_one_that_hangs_is_a_fault(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.running.validator_limits.SPARE_WALL_S", -59.5)
    validator(contest, "import time\ntime.sleep(100)\n")
    finding = checked(contest)
    assert finding.status is Status.FAULT
    assert finding.statement.startswith("1 complaint: data/sample/1.in cannot be judged by v.py")


@pytest.mark.long
def test_one_that_cannot_be_compiled_is_told(contest: Contest) -> None:
    validator(contest, "int main( {", "input_validators/v.c")
    with pytest.raises(Exception, match="the input validator cannot be compiled"):
        checked(contest)


@pytest.mark.long
def test_an_invalid_input_that_is_accepted_is_a_fault(contest: Contest) -> None:
    validator(contest, STRICT)
    folder = contest.problem / "data" / "invalid_input"
    folder.mkdir()
    (folder / "bad.in").write_text("[1\n")
    assert checked(contest).status is Status.OK
    (folder / "good.in").write_text("[1]\n1\n")
    finding = checked(contest)
    assert finding.status is Status.FAULT
    assert (
        "data/invalid_input/good.in is accepted by every validator, and one of them must"
        in finding.statement
    )


@pytest.mark.long
def test_one_of_several_is_enough_to_reject(contest: Contest) -> None:
    validator(contest, STRICT)
    validator(contest, "exit 42", "input_validators/any.sh")
    assert checked(contest).status is Status.OK


@pytest.mark.long
def test_checktestdata_validates(contest: Contest) -> None:
    pytest.importorskip("checktestdata")
    grammar = 'REGEX("\\[[-0-9, ]*\\]") NEWLINE\nINT(0, 1000) NEWLINE\nEOF\n'
    validator(contest, grammar, "input_validators/toy.ctd")
    finding = checked(contest)
    assert finding.status is not Status.FAULT, finding


@pytest.mark.long
def test_checktestdata_gets_no_arguments(contest: Contest) -> None:
    """It would take the first one for the name of the input."""
    pytest.importorskip("checktestdata")
    validator(contest, 'REGEX("[^x]*") EOF', "input_validators/toy.ctd")
    group = contest.problem / "data/secret/test_group.yaml"
    group.write_text("input_validator_args: [--short]\n")
    finding = checked(contest)
    assert not any("rejected by toy.ctd" in said for said in finding.details), finding


@pytest.mark.long
def test_a_testlib_validator_accepts_with_0(contest: Contest) -> None:
    """Told by what it includes and registers as; this header has the protocol and nothing else."""
    validator(contest, "#define registerValidation(c, v)\n", "input_validators/testlib.h")
    program = """
#include "testlib.h"
#include <stdio.h>
#include <string.h>
int main(int c, char **v) {
    registerValidation(c, v);
    int first = getchar(), last = 0, ch, lines = 0, wrong = 0;
    while ((ch = getchar()) != EOF) {
        wrong |= !strchr("0123456789-, ]\\n", ch) || (last == ' ' && strchr(" \\n", ch));
        wrong |= (ch == ' ' && last != ',') || (ch == '\\n' && last == '\\n');
        wrong |= lines ? ch == '-' : ch == '\\n' && last != ']';
        last = ch, lines += ch == '\\n';
    }
    return !wrong && first == '[' && last == '\\n' && lines == 2 ? 0 : 3;
}
"""
    validator(contest, program, "input_validators/v.cpp")
    finding = checked(contest)
    assert finding.status is not Status.FAULT, finding


@pytest.mark.long
def test_answers_are_validated_beside_their_inputs(contest: Contest) -> None:
    text = """
import re, sys
told = open(sys.argv[1]).read() and sys.stdin.buffer.read().decode("latin-1")
number = "(0|-?[1-9][0-9]{0,8})"
sys.exit(42 if re.fullmatch(rf"{number}\\n({number}( {number})*)?\\n", told) else 43)
"""
    validator(contest, text, "answer_validators/v.py")
    finding = checked_answers(contest)
    assert finding.status is not Status.FAULT, finding


@pytest.mark.long
def test_answer_validators_that_accept_everything_are_a_fault(contest: Contest) -> None:
    validator(contest, "exit 42", "answer_validators/v.sh")
    finding = checked_answers(contest)
    assert finding.status is Status.FAULT
    assert finding.statement == "they accept every one of the answers with changed text"


@pytest.mark.long
def test_checktestdata_reads_the_answer_and_not_its_input(contest: Contest) -> None:
    validator(
        contest,
        'REGEX("-?[0-9]{1,9}") NEWLINE REGEX("[0-9 ]*") NEWLINE EOF',
        "answer_validators/v.ctd",
    )
    finding = checked_answers(contest)
    assert finding.status is not Status.FAULT, finding.statement


@pytest.mark.long
def test_an_answer_that_is_rejected_is_a_fault(contest: Contest) -> None:
    validator(contest, "exit 43", "answer_validators/v.sh")
    finding = checked_answers(contest)
    assert finding.status is Status.FAULT
    assert "data/sample/1.ans is rejected by v.sh" in finding.statement


# Spoilt texts


@pytest.mark.parametrize("data", [b"", b"\n", b"3\n1 2 3\n", b"word", b"\xff\n", b"1 " * 1000])
def test_a_spoilt_text_differs_and_has_a_name_of_its_own(data: bytes) -> None:
    found = list(mutants_of_text(data, Random(1)))
    assert len({mutant.name for mutant in found}) == len(found)
    assert all(mutant.data != data for mutant in found)
    assert any(mutant.wrong for mutant in found)


def test_spoilt_texts_are_the_same_each_time() -> None:
    first, second = (list(mutants_of_text(b"3\n1 2 3\n", Random(7))) for _ in range(2))
    assert first == second


@pytest.mark.long
def test_a_folder_with_data_beside_its_sources_runs_beside_them(contest: Contest) -> None:
    folder = Path("input_validators/strict")
    (contest.problem / folder).mkdir(parents=True)
    number = "(0|-?[1-9][0-9]*)"
    form = rf"\[({number}(, {number})*)?\]\n(0|[1-9][0-9]*)\n"
    (contest.problem / folder / "form.txt").write_text(form)
    text = """
import re, sys
sys.exit(42 if re.fullmatch(open("form.txt").read(), sys.stdin.read()) else 43)
"""
    (contest.problem / folder / "main.py").write_text(text)
    assert checked(contest).status is not Status.FAULT


@pytest.mark.long
def test_an_invalid_input_has_arguments_of_its_own(contest: Contest) -> None:
    validator(contest, STRICT.replace("42 if ", "42 if not sys.argv[1:] and "))
    folder = contest.problem / "data" / "invalid_input"
    folder.mkdir()
    (folder / "small.in").write_text("[1]\n1\n")
    (folder / "small.yaml").write_text("input_validator_args: [small]\n")
    assert checked(contest).status is Status.OK


# Numbers beyond their bounds, and inputs of the plug-in


@pytest.mark.long
def test_a_number_that_no_input_has_is_told_with_its_place(contest: Contest) -> None:
    validator(contest, STRICT)
    path = contest.problem / "plugin.py"
    path.write_text(path.read_text() + DRAWS_ONE)
    finding = checked(contest)
    assert finding.status is Status.WARNING, finding
    said = "they accept 0 in line 2 as number 1, and no stored input has a 0 there: "
    assert finding.statement.startswith(said)


DRAWS_ONE = """
    def generate(self, rng, size):
        return Row((0, 5, -1), 1)

    def smaller(self, instance):
        return ()
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('count = "(0|', 'count = "(0|-?', "they accept an input that the plug-in refuses: "),
        ("{0,8})", "{0,0})", "generate at size "),
    ],
)
def test_a_validator_that_contradicts_the_plugin_is_a_fault(
    contest: Contest, old: str, new: str, said: str
) -> None:
    validator(contest, STRICT.replace(old, new, 1))
    finding = checked(contest)
    assert finding.status is Status.FAULT, finding
    assert said in finding.statement


@pytest.mark.long
@pytest.mark.parametrize("most", [1000, 1001])
def test_a_plugin_with_a_bound_that_is_greater_by_one_is_told_though_validators_are_slow(
    contest: Contest, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """They take all the time that they have for the bounds of the statement."""

    def at_bounds(*arguments: Any) -> Iterator[tuple[int, str]]:
        deadline = arguments[-1]
        while not deadline.is_over:
            time.sleep(0.01)
        yield from ()

    monkeypatch.setattr(bound_edges, "at_bounds", at_bounds)
    check = "if any(int(word) > 1000 for word in re.findall('[0-9]+', text)): sys.exit(43)\n"
    validator(contest, STRICT.replace("count =", f"{check}count =", 1))
    (contest.problem / "problem.en.md").write_text(
        "## Input\n\nNumbers, of 1000 at most, for 5000 kings.\n"
    )
    plugin = contest.problem / "plugin.py"
    refusal = f"if max((*numbers, int(lines[1])), default=0) > {most}: raise InputError('big')"
    row = "return Row(numbers, int(lines[1]))"
    plugin.write_text(plugin.read_text().replace(row, f"{refusal}\n        {row}", 1))
    finding = input_validators.check(unrun(contest, seconds=4))
    said = "the plug-in reads 1001 in line 1 and no more, and the statement says 1000"
    assert (said in finding.statement) == (most == 1001), finding


@pytest.mark.long
@pytest.mark.parametrize(("text", "is_told"), [("[1000000001]\n0\n", True), ("[1,2]\n0\n", False)])
def test_an_invalid_input_that_the_plugin_reads_is_wrong_in_its_form_only(
    contest: Contest, text: str, is_told: bool
) -> None:
    validator(contest, STRICT)
    path = contest.problem / "data/invalid_input/1.in"
    path.parent.mkdir()
    path.write_text(text)
    said = "data/invalid_input/1.in is read by the plug-in as an input that is rejected by v.py"
    finding = checked(contest)
    assert (said in finding.statement) == is_told, finding


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "is_fault"),
    [("[1000000001]\n0\n", True), ("[1, 2, 2.0]\n0\n", True), ("[1,2]\n0\n", False)],
)
def test_a_plugin_that_refuses_all_other_invalid_inputs_must_refuse_each(
    contest: Contest, text: str, is_fault: bool
) -> None:
    validator(contest, STRICT)
    folder = contest.problem / "data/invalid_input"
    folder.mkdir()
    for number in range(LEAST_REFUSED):
        (folder / f"{number}.in").write_text("x" * number + "\n")
    (folder / "read.in").write_text(text)
    finding = checked(contest)
    assert (finding.status is Status.FAULT) == is_fault, finding
    assert ("data/invalid_input/read.in is read by the plug-in as" in finding.statement) == is_fault


@pytest.mark.parametrize(
    ("text", "altered"),
    [
        ("[2, 1]\r\n00\n", 0),
        (" [2, 1]\n\n00", 0),
        ("[2,1]\n00\n", 1),
        ("[2, 1, 0.5]\r\n00\n", 1),
    ],
)
def test_a_plugin_may_leave_white_space_to_the_validators(
    contest: Contest, text: str, altered: int
) -> None:
    folder = contest.problem / "data/invalid_input"
    folder.mkdir()
    (folder / "read.in").write_bytes(text.encode())
    valid = re.compile(r"\[[0-9]+(, [0-9]+)*\]\n0?[0-9]\n")

    def complaint(one: str) -> str:
        return "" if valid.fullmatch(one) else "is rejected"

    source = (contest.problem / "plugin.py").read_text()
    lines = "lines = text.splitlines()"
    source = source.replace(lines, f"{lines}\n        lines = [*filter(None, lines)]", 1)
    (contest.problem / "plugin.py").write_text(source)
    found = find_misread(unrun(contest), complaint)
    assert (len(found.messages), len(found.altered)) == (0, altered), found


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", ""),
        ("if len(lines) != 2:", "if len(lines) < 2:", "its last line once more"),
        # It overlooks other text, too.
        ("not lines[1].isdecimal()", "len(lines[1]) > 99", ""),
    ],
)
def test_a_plugin_that_overlooks_the_end_of_an_input_alone_is_a_fault(
    contest: Contest, old: str, new: str, told: str
) -> None:
    valid = re.compile(r"\[(-?[0-9]+(, -?[0-9]+)*)?\]\n[0-9]\n")
    alter(contest, old, new)

    def complaint(one: str) -> str:
        return "" if valid.fullmatch(one) else "is rejected"

    faults = find_misread(unrun(contest), complaint).faults
    assert any(told in one for one in faults) if told else not faults, faults


@pytest.mark.long
def test_what_was_accepted_is_not_tried_again(
    contest: Contest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The validators get a file once; a file that has changed, and one that was rejected, again."""
    monkeypatch.setattr(artifact_cache, "cache_folder", lambda: tmp_path / "cache")
    validator(contest, STRICT)
    cases = sorted((contest.problem / "data/secret").glob("*.in"))
    subject = unrun(contest, seconds=60)
    accepted = AcceptedFiles.of(subject, NAME, (INPUT,))
    assert len(accepted.unknown(subject.problem.cases)) == len(subject.problem.cases)
    text = cases[0].read_text()
    cases[0].write_text(text.replace(", ", ",", 1))
    assert checked(contest).status is Status.FAULT
    again = AcceptedFiles.of(subject, NAME, (INPUT,))
    assert [one.input_path for one in again.unknown(subject.problem.cases)] == cases[:1]
    cases[0].write_text(text)
    assert checked(contest).is_complete
    assert not AcceptedFiles.of(subject, NAME, (INPUT,)).unknown(subject.problem.cases)
    fresh = replace(subject, fresh=True)
    assert AcceptedFiles.of(fresh, NAME, (INPUT,)).unknown(subject.problem.cases)
    validator(contest, STRICT + "# changed\n")
    assert AcceptedFiles.of(subject, NAME, (INPUT,)).unknown(subject.problem.cases)


@pytest.mark.long
def test_an_input_that_is_stored_twice_is_tried_once(contest: Contest) -> None:
    """Valid and invalid outputs bring the inputs of cases along."""
    validator(contest, STRICT)
    case = contest.problem / "data/secret/01-last"
    folder = contest.problem / "data/valid_output"
    folder.mkdir()
    for number in range(3):
        for end in (".in", ".ans", ".yaml"):
            copy = folder / f"{number}{end}"
            copy.write_text(case.with_suffix(end).read_text())
        (folder / f"{number}.out").write_text("2\n")
    problem = unrun(contest).problem
    cases = input_validators.input_cases(problem)
    assert len(cases) == len(problem.cases) + 3
    assert AcceptedFiles("", (INPUT,)).distinct(cases) == list(problem.cases)
    assert "1 validator on 5 inputs: " in checked(contest).statement


@pytest.mark.parametrize(
    ("text", "greatest"),
    [
        ("at most 1000, $n \\le 10^5$", 10**5),
        ("$2 \\cdot 10^{6}$", 2 * 10**6),
        ("up to 1\\,000\\,000 or 1,000", 10**6),
        ("10⁹ and 5", 10**9),
        ("1e7", 10**7),
        ("none", 0),
    ],
)
def test_the_greatest_number_of_a_statement(text: str, greatest: int) -> None:
    assert greatest_in(text) == greatest


def test_a_row_longer_than_any_number_of_the_statement() -> None:
    lines = ["2 7", "5 5"]
    stored = input_bounds.StoredNumbers(
        {}, {}, {}, frozenset({0, 1}), True, (input_bounds.Count(0, 0, 1),)
    )
    texts = [p.text for p in input_bounds._lengthened(stored, 3, CASE, "\n".join(lines))]
    assert texts == ["2 7 7 7\n5 5\n", "4 7\n5 5 5 5\n"]


@pytest.mark.long
@pytest.mark.parametrize("asked", [0, 10_000])
def test_rules_that_there_was_no_time_for_are_told(
    contest: Contest, monkeypatch: pytest.MonkeyPatch, asked: int
) -> None:
    validator(contest, STRICT)

    def broken(problem: Any, stored: Any, accepts: Any, *_: Any) -> Iterator[str]:
        [case, *_others] = stored.texts
        yield from [] if accepts(case, "[1]\n1\n") else ["wrong"]

    monkeypatch.setattr(input_rules, "broken", broken)
    monkeypatch.setattr(input_validators, "LEAST_ASKED", asked)
    monkeypatch.setattr(input_validators, "RULES", 0)
    monkeypatch.setattr(input_validators, "WHOLE", 0)
    finding = checked(contest)
    assert finding.is_complete is (asked > 0)
    assert ("no time for all rules" in finding.statement) is (asked == 0)
