"""Lists of so many items that most of them are in a temporary file."""

from __future__ import annotations

import errno
import os
import pickle
import resource
import sys
import tempfile
from random import Random

import multiprocess
import pytest

from judge.common.spooled_list import FEW, KEPT, TOGETHER, SpooledList, spooled

MANY = 5 * FEW + 17


def texts(count: int) -> list[str]:
    return [f"item {number}" for number in range(count)]


@pytest.mark.parametrize("count", [0, 1, TOGETHER, TOGETHER + 1, FEW, MANY])
def test_it_holds_what_was_added_in_order(count: int) -> None:
    made = SpooledList(texts(count))
    assert len(made) == count
    assert list(made) == texts(count)
    assert made[count // 2 :] == tuple(texts(count)[count // 2 :])
    assert [made[index] for index in range(count)] == texts(count)


def test_it_grows_by_any_number_of_items_and_has_the_slices_of_a_list() -> None:
    made, expected, rng = SpooledList[str](), list[str](), Random(5)
    for step in range(60):
        more = [f"{step} {number}" for number in range(rng.randrange(3 * TOGETHER))]
        made.extend(more)
        made.append("one")
        expected += [*more, "one"]
        start, stop = rng.randrange(len(made)), rng.randrange(-50, len(made) + 50)
        assert made[start:stop] == tuple(expected[start:stop])
        assert made[stop:start:-7] == tuple(expected[stop:start:-7])
    assert list(made) == expected
    assert len(made) == len(expected)


def test_only_the_parts_used_last_are_in_memory() -> None:
    made = SpooledList(texts(MANY))
    assert len(made._parts) == KEPT
    list(made)
    assert len(made._parts) == KEPT


def test_changes_at_random_places_are_kept() -> None:
    made, expected, rng = SpooledList(texts(MANY)), texts(MANY), Random(7)
    for step in range(3000):
        index = rng.randrange(-MANY, MANY)
        made[index] = expected[index] = f"changed in step {step}"
        other = rng.randrange(MANY)
        assert made[other] == expected[other]
    made.append("last")
    assert list(made) == [*expected, "last"]


def test_one_that_is_filled_can_be_changed() -> None:
    made: SpooledList[int | None] = SpooledList.filled(None, MANY)
    made[MANY - 1], made[0] = 5, 7
    assert [index for index, item in enumerate(made) if item is not None] == [0, MANY - 1]
    assert len(made) == MANY


@pytest.mark.parametrize("index", [MANY, -MANY - 1])
def test_an_index_outside_is_an_error(index: int) -> None:
    with pytest.raises(IndexError):
        SpooledList(texts(MANY))[index]


def test_without_room_the_items_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    assert list(SpooledList(texts(MANY))) == texts(MANY)


def test_very_many_lists_leave_descriptors_to_others() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    used = len(os.listdir("/dev/fd"))  # noqa: PTH208
    resource.setrlimit(resource.RLIMIT_NOFILE, (4 * used, before[1]))
    try:
        lists = [SpooledList(texts(FEW + TOGETHER)) for _ in range(4 * used)]
        others = [os.dup(0) for _ in range(used)]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    for other in others:
        os.close(other)
    assert all(list(made) == texts(FEW + TOGETHER) for made in lists)


def test_a_disk_that_is_full_later_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    written, write = 0, os.pwrite

    def pwrite(file: int, data: bytes, offset: int) -> int:
        nonlocal written
        written += 1
        return write(file, data if written < 5 else data[:7], offset)

    monkeypatch.setattr(os, "pwrite", pwrite)
    assert list(SpooledList(texts(MANY))) == texts(MANY)
    assert written == 5


def test_a_forked_process_changes_only_its_own_list() -> None:
    made = SpooledList(texts(MANY))

    def change() -> None:
        for index in range(0, MANY, 3):
            made[index] = "changed"
        expected = texts(MANY)
        expected[::3] = ["changed"] * len(expected[::3])
        sys.exit([*made] != expected)

    child = multiprocess.get_context("fork").Process(target=change)
    child.start()
    child.join()
    assert child.exitcode == 0
    assert list(made) == texts(MANY)


def test_another_process_gets_all_items() -> None:
    assert pickle.loads(pickle.dumps(SpooledList(texts(MANY)))) == tuple(texts(MANY))


def test_few_items_are_a_tuple() -> None:
    assert spooled(iter(texts(FEW))) == tuple(texts(FEW))
    more = spooled(iter(texts(FEW + 1)))
    assert isinstance(more, SpooledList)
    assert list(more) == texts(FEW + 1)
