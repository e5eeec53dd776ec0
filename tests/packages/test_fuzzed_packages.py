"""Whatever becomes of a package's files, reading it ends with the package or with one line."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.common import interrupts
from judge.common.errors import JudgeError
from judge.packages.load import load_problem
from judge.solutions.package_submissions import read_submissions
from tests.packages.malformed_table import sound
from tests.packages.test_malformed import read_all

MORE: Mapping[str, str] = MappingProxyType(
    {
        "judge.toml": 'time = "hard"\n',
        "data/secret/2.yaml": "description: x\n",
        "data/secret/test_group.yaml": "{}\n",
        "generators/generators.yaml": "data:\n  secret:\n    data:\n      '2': {in: '2'}\n",
        "submissions/submissions.yaml": "accepted/a.py: {}\n",
        "submissions/accepted/a.py": "print(input())\n",
        "input_validators/v.py": "import sys\nsys.exit(42)\n",
        ".timelimit": "1\n",
        "domjudge-problem.ini": "timelimit=1\n",
    }
)
FILES = ("problem.yaml", "plugin.py", "data/secret/2.in", "data/secret/2.ans", *MORE)
KEYS = (
    "problem_format_version name type uuid version credits source license limits keywords "
    "languages constants validation validator_flags scoring grading description arguments args "
    "data generate in ans solution visualizer random_salt permitted required accept_score "
    "aggregation max_score output_validator_args input_validator_args hint "
    "full_feedback input_validator_flags range"
).split()
_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=9),
    st.dates(),
    st.sampled_from(
        ["legacy", "2023-07-draft", "2025-09", "scoring", "custom", "sum", "a b", "1-2"]
    ),
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS) | st.text(max_size=5) | st.integers(), inner, max_size=4
        )
    ),
    max_leaves=8,
)
_MUTATIONS = st.one_of(
    st.tuples(st.just("delete")),
    st.tuples(st.just("twice")),
    st.tuples(st.just("truncate"), st.integers(0, 90)),
    st.tuples(st.just("garble"), st.integers(0, 90), st.binary(min_size=1, max_size=4)),
    st.tuples(st.just("value"), _VALUES),
    st.tuples(st.just("key"), st.sampled_from(KEYS), _VALUES),
)
_CHANGES = st.lists(st.tuples(st.sampled_from(FILES), _MUTATIONS), min_size=1, max_size=4)


def mutate(path: Path, mutation: tuple[object, ...]) -> None:
    data = path.read_bytes() if path.is_file() else b""
    match mutation:
        case ("delete",):
            path.unlink(missing_ok=True)
            return
        case ("twice",):
            data += data
        case ("truncate", int(at)):
            data = data[:at]
        case ("garble", int(at), bytes(more)):
            data = data[:at] + more + data[at + len(more) :]
        case ("value", value):
            data = yaml.safe_dump(value, allow_unicode=True).encode("utf-8", "replace")
        case ("key", str(key), value):
            data += b"\n" + yaml.safe_dump({key: value}).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def read_mutated(changes: list[tuple[str, tuple[object, ...]]]) -> None:
    with tempfile.TemporaryDirectory() as root:
        folder = sound(Path(root))
        for name, text in MORE.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        for name, mutation in changes:
            mutate(folder / name, mutation)
        with suppress(JudgeError), interrupts.handled():
            read_all(folder)
        with suppress(JudgeError):
            read_submissions(load_problem(folder))


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(_CHANGES)
def test_a_mutated_package(changes: list[tuple[str, tuple[object, ...]]]) -> None:
    read_mutated(changes)


@pytest.mark.slow
@settings(max_examples=1500, deadline=None)
@given(_CHANGES)
def test_many_mutated_packages(changes: list[tuple[str, tuple[object, ...]]]) -> None:
    read_mutated(changes)
