"""The record of an import is read as it was written; a damaged one is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judge.common.errors import JudgeError
from judge.posts.record import (
    NAME,
    FallenRecord,
    ImportRecord,
    PostRecord,
    Version,
    read_record,
    write_record,
)

VERSION = Version("2026-01-02", 40, "41", "ab")
POST = PostRecord("7-ada", ".py", "python", "ada", "", "cd", "ef", (VERSION,), arguments=("-n",))
RECORD = ImportRecord({"7": POST}, (FallenRecord("python", 44, 40, "7-ada", "ada", "2026-01-02"),))


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert read_record(tmp_path) == ImportRecord()
    write_record(tmp_path, RECORD)
    assert read_record(tmp_path) == RECORD


def damaged(**changes: object) -> dict[str, Any]:
    return {"posts": {"7": {**as_data()["posts"]["7"], **changes}}}


def as_data() -> dict[str, Any]:
    version = {"date": "", "bytes": 1, "claimed": "", "sha256": ""}
    names = ("stem", "suffix", "language", "author", "url", "source_sha256", "manifest_sha256")
    return {"posts": {"7": {**dict.fromkeys(names, "a"), "versions": [version]}}}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (as_data(), ""),
        ([], "Expected `object`"),
        ({"posts": 3}, "$.posts"),
        (damaged(stem=3), "Expected `str`, got `int` - at `$.posts[...].stem`"),
        (damaged(versions=[{}]), "$.posts[...].versions[0]"),
        (damaged(stem="../b"), "'../ba'"),
        (damaged(suffix="/b"), "'a/b'"),
    ],
)
def test_a_damaged_record_is_refused(tmp_path: Path, data: object, said: str) -> None:
    (tmp_path / NAME).write_text(json.dumps(data))
    if not said:
        assert read_record(tmp_path).posts["7"].versions[0].bytes == 1
        return
    with pytest.raises(JudgeError) as refused:
        read_record(tmp_path)
    message = str(refused.value)
    assert said in message and NAME in message and message.endswith(": remove it to import anew")


@pytest.mark.parametrize("text", ["{", "", "[" * 100_000, '{"posts": {"\ud800": 1}}'])
def test_what_is_no_json_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(JudgeError, match="remove it"):
        read_record(tmp_path)
