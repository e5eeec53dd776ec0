"""generators.yaml: names, numbers and seeds of the cases that a package defines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.packages.generated_data import GeneratedData
from judge.packages.generators import has_generators, read_generators


def defined(root: Path, text: str, constants: dict[str, str] | None = None) -> GeneratedData:
    path = root / "generators" / "generators.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return read_generators(root, constants)


def secret(root: Path, text: str) -> list[str]:
    """The names of the cases of ``data: {secret: …}``."""
    return [case.name for case in defined(root, f"data: {{secret: {text}}}\n").cases]


def seed_of(text: str) -> int:
    return int(hashlib.sha512(text.encode()).hexdigest(), 16) % 2**31


@pytest.mark.parametrize("put", [Path.mkdir, lambda path: path.symlink_to("gone")])
def test_what_is_no_file_is_refused_and_not_passed_over(
    tmp_path: Path, put: Callable[[Path], None]
) -> None:
    (tmp_path / "generators").mkdir()
    put(tmp_path / "generators" / "generators.yaml")
    assert has_generators(tmp_path)
    with pytest.raises(JudgeError, match=r"generators\.yaml: cannot be read: it is a"):
        read_generators(tmp_path)


@pytest.mark.parametrize(
    ("folder", "names"),
    [
        ("{data: {b: gen 1, a: gen 2}}", ["a", "b"]),  # by name
        ("{data: [b: gen 1, a: gen 2]}", ["1-b", "2-a"]),  # in their order
        ("{data: ['': gen 1, ~: gen 2]}", ["1", "2"]),
        ("{data: [g: {data: [a: x]}, b: y, h: {data: {c: z}}]}", ["1-g/1-a", "2-b", "2-h/c"]),
        (
            "{data: [g: {data: [h: {data: [a: {generate: g, count: 2}]}, h: {data: {b: y}}]}, "
            "'': {data: ['': z]}]}",
            ["1-g/1-h/1-a-1", "1-g/1-h/2-a-2", "1-g/2-h/b", "2/3"],
        ),
        ("{data: [a: {generate: g, count: 2}, b: x]}", ["1-a-1", "2-a-2", "3-b"]),
        ("{data: {a: {generate: g, count: [7, -3]}}}", ["a-7", "a--3"]),
        ("{data: {a: {generate: g, count: -1..=1}}}", ["a--1", "a-00", "a-01"]),
        ("{data: {a: {generate: g, count: 9..=10}}}", ["a-09", "a-10"]),
        (f"{{data: [{', '.join(['a: x'] * 10)}]}}", [f"{n:02}-a" for n in range(1, 11)]),
    ],
)
def test_names_and_numbers(folder: str, names: list[str], tmp_path: Path) -> None:
    assert secret(tmp_path, folder) == [f"secret/{name}" for name in names]


def test_numbers_run_through_all_folders_samples_first(tmp_path: Path) -> None:
    text = "data:\n  secret: {data: [{a: x}]}\n  sample: {data: [{b: y}]}\n"
    assert [case.name for case in defined(tmp_path, text).cases] == ["sample/1-b", "secret/2-a"]


def test_the_seed_follows_from_salt_and_command(tmp_path: Path) -> None:
    text = (
        "random_salt: abc\ndata:\n  secret:\n    data:\n"
        "      a: 'gen {seed}  x '\n"
        "      b: {generate: 'gen {seed:2} {count}', count: [1, 3]}\n"
        "      c: {generate: 'gen {seed}', random_salt: other}\n"
    )
    commands = [case.command for case in defined(tmp_path, text).cases]
    assert [c.seed for c in commands if c] == [
        seed_of("abcgen {seed}  x"),
        seed_of("abcgen {seed:2} 1"),
        seed_of("abc:2gen {seed:2} 3"),
        seed_of("othergen {seed}"),
    ]
    first = commands[0]
    assert first and first.filled() == (str(first.seed), "x")
    assert first.filled(1) == (str(first.seed + 1), "x")


def test_arguments_are_split_as_a_shell_does(tmp_path: Path) -> None:
    [case] = defined(tmp_path, "data: {secret: {data: {a: \"gen 'a b' {name}\"}}}").cases
    assert case.command and case.command.program == "gen"
    assert case.command.filled() == ("a b", "testcase")


def test_constants_are_replaced_in_commands_only(tmp_path: Path) -> None:
    text = "data: {secret: {data: {a: {generate: 'gen {{N}}', ans: '{{N}}'}}}}"
    [case] = defined(tmp_path, text, {"N": "5"}).cases
    assert case.command and case.command.arguments == ("5",)
    assert case.texts == {"ans": "{{N}}\n"}


def test_texts_end_with_a_line_break_and_yaml_may_be_a_mapping(tmp_path: Path) -> None:
    text = (
        "data: {sample: {data: {a: {in: '1', ans: '', yaml: {hint: x}, in.download: {link: in}}}}}"
    )
    [case] = defined(tmp_path, text).cases
    assert case.texts == {"in": "1\n", "ans": "", "yaml": "hint: x\n"}
    assert case.links == {"in.download": "in"}


def test_solutions_are_inherited_and_may_be_switched_off(tmp_path: Path) -> None:
    text = (
        "solution: /submissions/accepted/a.py\ndata:\n  sample: {data: {a: x}}\n"
        "  secret:\n    solution:\n    data: {b: y, c: {generate: z, solution: /generators/s.c}}\n"
    )
    solutions = [case.solution for case in defined(tmp_path, text).cases]
    assert solutions == ["/submissions/accepted/a.py", None, "/generators/s.c"]


def test_a_sample_may_be_a_dialogue_alone(tmp_path: Path) -> None:
    [case] = defined(tmp_path, "data: {sample: {data: {'1': {interaction: '>3'}}}}").cases
    assert case.texts == {"interaction": ">3\n"}
    with pytest.raises(JudgeError, match="secret/1 has no input: write generate, copy or in"):
        defined(tmp_path, "data: {secret: {data: {'1': {interaction: '>3'}}}}")


def test_cases_may_be_included_from_folders_above(tmp_path: Path) -> None:
    text = (
        "data:\n  sample: {data: {a: x}}\n  secret:\n    data:\n"
        "      - small: {data: [{b: y}], include: [a]}\n"
        "      - large: {data: [], include: [small]}\n"
    )
    assert defined(tmp_path, text).included == {
        "secret/1-small/a": "sample/a",
        "secret/2-large/1-b": "secret/1-small/1-b",
        "secret/2-large/a": "sample/a",
    }


def test_settings_of_groups_are_kept(tmp_path: Path) -> None:
    inner = "data: {secret: {test_group.yaml: {output_validator_args: [a]}, data: {}}}"
    assert defined(tmp_path, f"testdata.yaml: {{on_reject: break}}\n{inner}").groups == {
        "testdata.yaml": "on_reject: break\n",
        "secret/test_group.yaml": "output_validator_args:\n- a\n",
    }


def test_what_is_not_used_is_noted(tmp_path: Path) -> None:
    text = "mine: 1\nversion: 2025-12\ndata: {secret: {data: {a: {generate: x, visualizer: }}}}"
    [mine] = defined(tmp_path, text).notes
    assert str(mine).endswith("generators.yaml:1: mine is not used")
    [count] = defined(tmp_path, "data: {secret: {data: {a: 'x {count}'}}}").notes
    assert str(count).endswith("generators.yaml:1: {count} stays as it is: the case has no count")
    for where in (
        "visualizer: z\ndata: {sample: {visualizer: }}",
        "data: {secret: {visualizer: z}}",
    ):
        [picture] = defined(tmp_path, where).notes
        said = "generators.yaml:1: visualizer is not used: pictures are not made, but may be copied"
        assert str(picture).endswith(said)
    two = "data: {secret: {data: {a: {in: x, visualizer: z}, b: {in: y, visualizer: z}}}}"
    assert len(defined(tmp_path, two).notes) == 1
    [near] = defined(tmp_path, "data: {secret: {data: {a: {genarate: x}}}}").notes
    assert str(near).endswith("generators.yaml:1: genarate is not used: did you mean generate?")
    for key in ("parallel", "gitignore_generated"):
        [old] = defined(tmp_path, f"{key}: true\n").notes
        assert str(old).endswith(
            f"generators.yaml:1: {key} is not used: it says nothing about data"
        )


@pytest.mark.parametrize("version", ["2026-01", "2024-11-03", "'2020-07'", "", "~"])
def test_a_version_up_to_the_latest_is_read(version: str, tmp_path: Path) -> None:
    assert not defined(tmp_path, f"version: {version}\n").notes


@pytest.mark.parametrize(
    ("version", "shown"),
    [("2026-02", "'2026-02'"), ("2025-13", "'2025-13'"), ("3", "3"), ("[2026-01]", "a list")],
)
def test_a_version_that_is_not_known_is_noted(version: str, shown: str, tmp_path: Path) -> None:
    [note] = defined(tmp_path, f"\nversion: {version}\n").notes
    said = f"generators.yaml:2: version {shown} is not known: read as 2026-01"
    assert str(note).endswith(said)


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("{data: {a: 5}}", "a must be a command, a case or a group, not 5"),
        ("{data: {a: {yaml: {}}}}", "secret/a has no input: write generate, copy or in"),
        ("{data: {a: {generate: x, cuont: 2}}}", "unknown key 'cuont': did you mean 'count'?"),
        ("{data: {a: {in: x, hint: y}}}", "hint is a setting of the case: write yaml, and hint"),
        ("{data: {a: {in: x, desc: y}}}", "desc is a setting of the case: write yaml, and descri"),
        ("{data: {a: {generate: x, count: 0}}}", "count must be a number from 1 to 100"),
        ("{data: {a: {generate: x, count: 101}}}", "count must be a number from 1 to 100"),
        ("{data: {a: {generate: x, count: [1, 1]}}}", "count must be a number from 1 to 100"),
        ("{data: {a: {generate: x, count: 5..=4}}}", "count must be a number from 1 to 100"),
        ("{data: {a: {generate: x, count: true}}}", "count must be a number from 1 to 100"),
        ("{data: {a: 'x {seed} {seed:2}'}}", "{seed} may appear only once"),
        ('{data: {a: "x \'y"}}', "generate: the text cannot be split into arguments"),
        ("{data: {a: ''}}", "generate must name a generator"),
        ("{data: {'': x}}", "a case or group without a number needs a name"),
        ("{data: {a/b: x}}", "'a/b' is not a valid name for a case or group"),
        ("{data: {..: x}}", "'..' is not a valid name for a case or group"),
        ("{data: [{a: x, b: y}]}", "data as a list must hold mappings of one key each"),
        ("{include: [b], data: {}}", "include: 'b' is unknown"),
        ("{data: {a: /gen 5}}", "generate: /gen must not begin with /: write it relative to gener"),
        ("{data: {a: {copy: /b}}}", "copy: /b must not begin with /: write it relative to gener"),
        (
            "{generate: x, data: {}}",
            "generate is for a case, and this is a folder: put it into data",
        ),
        ("{data: []}}\ngenerators: {g: [/a.py]}\nx: {", "g: /a.py must not begin with /"),
        ("{data: []}}\ninclude: [secret]\nx: {", "include: 'secret' is unknown"),
        ("{solution: a.py, data: {}}", "solution must be a path that begins with /"),
        ("{retries: 0, data: {}}", "retries must be a number from 1, not 0"),
        ("{data: {a: {in: x, in.download: {link: ans}}}}", "unknown link target 'ans'"),
        ("{data: {a: {generate: 'x {{N}}'}}}", "unknown constant 'N'"),
    ],
)
def test_faults_are_told_with_their_line(folder: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(JudgeError) as caught:
        secret(tmp_path, folder)
    place, _, message = str(caught.value).partition("generators.yaml:")
    line = 2 if "\n" in folder else 1
    assert place and message.startswith(f"{line}: {said}")


def test_unknown_folders_and_generators_without_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        JudgeError, match="unknown folder of cases 'secrets': did you mean 'secret'"
    ):
        defined(tmp_path, "data: {secrets: {data: {}}}")
    with pytest.raises(JudgeError, match="tree must list the files of the generator"):
        defined(tmp_path, "generators: {tree: []}")


def test_a_case_without_a_rule_stays_as_it_is_and_counts(tmp_path: Path) -> None:
    """Older versions of BAPCtools have such cases, for data that were made by hand."""
    text = "data:\n  sample: {data: {'1':}}\n  secret:\n    data:\n    - a:\n    - b: x\n"
    data = defined(tmp_path, text)
    assert [case.name for case in data.cases] == ["secret/2-b"]
    sample, secret = map(str, data.notes)
    fix = "has no rule, and stays as it is in data: write generate, copy or in"
    assert sample.endswith(f"generators.yaml:2: sample/1 {fix}")
    assert secret.endswith(f"generators.yaml:5: secret/1-a {fix}")
