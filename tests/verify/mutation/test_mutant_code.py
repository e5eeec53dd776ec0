"""The code of one function, exchanged for that of a mutant."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from judge.verify.mutation.mutant_code import Functions, MutableModule
from judge.verify.mutation.observation import Module, kept_results
from judge.verify.mutation.operators import Mutation, mutations

SOURCE = """
from __future__ import annotations

from functools import lru_cache


def least(a, b):
    return a if a < b else b


class Box:
    @lru_cache
    def holds(self, value):
        def fits(other: Unknown) -> Unknown:
            return other <= 3
        return fits(value)

    @property
    def size(self):
        return 4


def maker():
    def made(value):
        return value > 5
    return made


made = maker()


def default(value=1 < 2):
    return value


def imports():
    import math
    return math.floor(2.5) < 3


def ends(values):
    values.append(1)
    return None
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "exchanged_sample.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield import_module("exchanged_sample")
    del sys.modules["exchanged_sample"]


def mutable(module: ModuleType) -> tuple[MutableModule, dict[str, Mutation]]:
    assert module.__file__
    own = Module(module.__name__, Path(module.__file__), SOURCE)
    made = mutations(own.tree(), lambda node: True, SOURCE)
    return MutableModule(own), {one.change: one for one in made}


def exchanged(module: ModuleType, change: str) -> bool:
    code, made = mutable(module)
    found = code.changed_code(made[change])
    return found is not None and Functions([module]).exchange(found)


@pytest.mark.long
def test_functions_methods_and_what_is_behind_decorators_are_exchanged(module: ModuleType) -> None:
    box = module.Box()
    assert (module.least(2, 3), box.holds(3), box.size) == (2, True, 4)
    assert exchanged(module, "a < b → False")
    assert exchanged(module, "other <= 3 → other < 3")
    assert exchanged(module, "4 → 5")
    module.Box.holds.cache_clear()
    assert (module.least(2, 3), box.holds(3), box.size) == (3, False, 5)


@pytest.mark.parametrize(
    "change", ["value > 5 → True", "1 < 2 → False", "math.floor(2.5) < 3 → False"]
)
def test_what_runs_at_import_or_is_left_from_it_is_not(module: ModuleType, change: str) -> None:
    assert not exchanged(module, change)


def test_a_mutant_that_is_compiled_to_the_same_is_known(module: ModuleType) -> None:
    code, made = mutable(module)
    same = code.changed_code(made["return None → (dropped)"])
    assert same is not None and same.is_same
    other = code.changed_code(made["a < b → False"])
    assert other is not None and not other.is_same


def test_the_source_of_a_mutant_has_one_change(module: ModuleType) -> None:
    code, made = mutable(module)
    assert "a if False else b" in code.source(made["a < b → False"])
    assert "a if a <= b else b" in code.source(made["a < b → a <= b"])


class Hostile:
    """As a stranger's plug-in may leave it: who asks it for its class gets an exception."""

    @property
    def __class__(self) -> type:
        raise KeyError("__class__")


def test_objects_that_raise_when_asked_for_their_class_are_passed_over(module: ModuleType) -> None:
    hostile = Hostile()
    with pytest.raises(KeyError):
        isinstance(hostile, int)
    assert exchanged(module, "a < b → False")
    assert {one.__name__ for one in kept_results([module.__name__])} == {"holds"}
