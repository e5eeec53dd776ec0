"""What was imported into a folder of solutions: ``_posts.json`` in it.

It distinguishes files that the user has edited from those that an import may update, and keeps the
earlier sizes of every post and the records that fell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field, to_builtins

from judge.common import foreign_files
from judge.common.atomic_write import write_whole
from judge.common.errors import JudgeError

NAME = "_posts.json"


class Version(Struct, frozen=True):
    """A source of a post. ``date`` is the day of the post or of its edit, ISO 8601, empty if the
    page names none; ``bytes`` the measured size."""

    date: str
    bytes: int
    claimed: str
    sha256: str


class PostRecord(Struct, frozen=True):
    """One imported post. The digests are of the files as they were written. ``removed`` is the day
    of the first import whose page lacked the post; empty while it is there."""

    stem: str
    suffix: str
    language: str
    author: str
    url: str
    source_sha256: str
    manifest_sha256: str
    versions: tuple[Version, ...] = ()
    #: What the link adds to the source.
    header: str = ""
    footer: str = ""
    arguments: tuple[str, ...] = ()
    removed: str = ""


class FallenRecord(Struct, frozen=True):
    """The smallest size of a language was beaten by ``stem``. ``before`` is the old size in bytes;
    ``date`` that of the new version."""

    language: str
    before: int
    bytes: int
    stem: str
    author: str
    date: str


class ImportRecord(Struct, frozen=True):
    """All imported posts by id, and the records that fell."""

    posts: Mapping[str, PostRecord] = field(default_factory=dict)
    fallen: tuple[FallenRecord, ...] = ()


def read_record(folder: Path) -> ImportRecord:
    """The record in a folder of solutions, empty where there is none; raises JudgeError."""
    path = folder / NAME
    if not path.exists():
        return ImportRecord()
    try:
        data = json.loads(foreign_files.read_text(path, folder))
        return ImportRecord(
            {str(key): _post(value) for key, value in data["posts"].items()},
            tuple(FallenRecord(**_known(FallenRecord, one)) for one in data["fallen"]),
        )
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise JudgeError("is no record of an import: remove it to import anew", path) from error


def write_record(folder: Path, record: ImportRecord) -> None:
    """Raises OSError."""
    data = {
        "posts": {key: to_builtins(value) for key, value in record.posts.items()},
        "fallen": [to_builtins(one) for one in record.fallen],
    }
    write_whole(folder / NAME, (json.dumps(data, indent=1) + "\n").encode())


def _post(data: Mapping[str, Any]) -> PostRecord:
    values = _known(PostRecord, data)
    values["versions"] = tuple(Version(**_known(Version, one)) for one in data["versions"])
    values["arguments"] = tuple(map(str, data.get("arguments", ())))
    if Path(values["stem"] + values["suffix"]).name != values["stem"] + values["suffix"]:
        raise ValueError("leads out of the folder")
    return PostRecord(**values)


def _known(kind: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record, each of the type that its default or annotation has."""
    values = {name: data[name] for name in kind.__struct_fields__ if name in data}
    for name, value in values.items():
        wanted = kind.__annotations__[name]
        if (wanted == "str" and not isinstance(value, str)) or (
            wanted == "int" and not isinstance(value, int)
        ):
            raise TypeError(f"{name} is no {wanted}")
    return values
