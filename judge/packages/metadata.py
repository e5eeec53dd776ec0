"""Credits, source, license and other keys of problem.yaml that no verdict depends on."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import TypeVar

from judge.common.errors import JudgeError
from judge.common.yaml_lines import YamlMapping, shown
from judge.model import Credits, License, Metadata, Person, SettingFault, Source

T = TypeVar("T")

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_PERSON = re.compile(r"(?P<name>(?:.*?\S)?)\s++<(?P<email>[^<>]*)>")
_AUTHORS = re.compile(r",\s*|\s+and\s+|\s+&\s+")
_PERSON_KEYS = frozenset({"name", "email", "orcid", "kattis"})
_SOURCE_KEYS = frozenset({"name", "url"})
_ROLES = ("authors", "contributors", "testers", "packagers", "acknowledgements")


def modern(settings: YamlMapping) -> Metadata:
    """The metadata of formats since 2023-07, with what is wrong with it."""
    read = _Tolerant(settings)
    return Metadata(
        uuid=read.value(uuid, ""),
        version=read.string("version"),
        credits=read.value(_credits, Credits()),
        sources=read.value(_sources, ()),
        license=read.value(_license, License.UNKNOWN),
        rights_owner=read.value(_owner, ""),
        embargo_until=read.value(_embargo, None),
        keywords=read.value(_keywords, ()),
        faults=tuple(read.faults),
    )


def legacy(settings: YamlMapping) -> Metadata:
    """The metadata of a legacy package, with what is wrong with it; raises JudgeError for
    ``grading``."""
    read = _Tolerant(settings)
    names = (part.strip() for part in _AUTHORS.split(read.string("author")))
    return Metadata(
        uuid=read.value(uuid, ""),
        credits=Credits(authors=tuple(_named(name) for name in names if name)),
        sources=read.value(_legacy_sources, ()),
        license=read.value(_license, License.UNKNOWN),
        rights_owner=read.value(_owner, ""),
        keywords=read.value(_words, ()),
        show_groups=settings.child("grading").boolean("show_test_data_groups"),
        faults=tuple(read.faults),
    )


def _owner(settings: YamlMapping) -> str:
    owner = settings.string("rights_owner")
    if owner and settings.values.get("license") == License.PUBLIC_DOMAIN.value:
        said = "a problem in the public domain has no rights_owner: remove that key"
        raise settings.error("rights_owner", said)
    return owner


def tolerated(
    read: Callable[[YamlMapping], T], settings: YamlMapping, default: T
) -> tuple[T, tuple[SettingFault, ...]]:
    """A value that packages are judged without: of a wrong one the default, and what is wrong."""
    try:
        return read(settings), ()
    except JudgeError as error:
        return default, (SettingFault(error.message, error.line),)


class _Tolerant:
    """Reads such values of one package."""

    def __init__(self, settings: YamlMapping) -> None:
        self.faults: list[SettingFault] = []
        self._settings = settings

    def value(self, read: Callable[[YamlMapping], T], default: T) -> T:
        found, faults = tolerated(read, self._settings, default)
        self.faults += faults
        return found

    def string(self, key: str) -> str:
        return self.value(lambda settings: settings.string(key), "")


def _legacy_sources(settings: YamlMapping) -> tuple[Source, ...]:
    named = settings.string("source")
    url = settings.string("source_url")
    if url and not named:
        raise settings.error("source_url", "source_url needs a source: add the key source")
    return (Source(named, url),) if named else ()


def _words(settings: YamlMapping) -> tuple[str, ...]:
    return tuple(settings.string("keywords").split())


def _sources(settings: YamlMapping) -> tuple[Source, ...]:
    return _several(settings, "source", _source)


def _keywords(settings: YamlMapping) -> tuple[str, ...]:
    return settings.strings("keywords")


def missing(metadata: Metadata) -> tuple[str, ...]:
    """What is missing, and does not matter to verdicts."""
    said = []
    if not metadata.uuid and not any("uuid" in one.said for one in metadata.faults):
        said.append("problem.yaml has no uuid: add a new one, such as uuidgen writes")
    owned = metadata.rights_owner or metadata.credits.authors or metadata.sources
    if metadata.license not in (License.UNKNOWN, License.PUBLIC_DOMAIN) and not owned:
        said.append(
            f"license {metadata.license.value!r} needs a rights_owner, an author or a source"
        )
    return tuple(said)


def uuid(settings: YamlMapping) -> str:
    """Empty where there is none; raises JudgeError for another form."""
    value = settings.string("uuid")
    if value and not _UUID.fullmatch(value):
        said = f"uuid must have the form 8ee7605a-ab1a-8226-1d71-e346ab1e688d, not {shown(value)}"
        raise settings.error("uuid", said)
    return value


def check_language(settings: YamlMapping, key: str, code: str) -> None:
    """Raise JudgeError for what is no code of a natural language."""
    if not LANGUAGE.fullmatch(code):
        said = f"{key}: {shown(code)} is not a language code such as en, fil or pt-BR"
        raise settings.error(code if code in settings.lines else key, said)


def _license(settings: YamlMapping) -> License:
    return settings.choice("license", License) or License.UNKNOWN


def _credits(settings: YamlMapping) -> Credits:
    if isinstance(settings.values.get("credits"), str):
        return Credits(authors=_several(settings, "credits", _person))
    credits = settings.child("credits")
    credits.refuse_unknown(frozenset({*_ROLES, "translators"}))
    translators = credits.child("translators")
    for code in translators.values:
        check_language(translators, "translators", code)
    people = {role: _several(credits, role, _person) for role in _ROLES}
    translated = {code: _several(translators, code, _person) for code in translators.values}
    return Credits(**people, translators=translated)


def _several(
    settings: YamlMapping, key: str, one: Callable[[YamlMapping, str, object], T]
) -> tuple[T, ...]:
    """One entry, or a list of them; none where the key is absent."""
    value = settings.values.get(key)
    if value is None:
        return ()
    if not isinstance(value, list):
        return (one(settings, key, value),)
    if not value:
        raise settings.error(key, f"{key} must not be an empty list: leave it out")
    return tuple(one(settings, key, entry) for entry in value)


def people(settings: YamlMapping, key: str) -> tuple[Person, ...]:
    """The persons under a key: one, or a list of them; raises JudgeError."""
    return _several(settings, key, _person)


def _person(settings: YamlMapping, key: str, value: object) -> Person:
    if isinstance(value, str) and value.strip():
        return _named(value)
    if not isinstance(value, YamlMapping):
        said = f"{key} must name people, such as Full Name <name@example.org>, not {shown(value)}"
        raise settings.error(key, said)
    value.refuse_unknown(_PERSON_KEYS)
    if not value.string("name").strip():
        raise _entry_error(settings, key, value, "lacks the key name")
    orcid = value.string("orcid")
    if orcid and not _ORCID.fullmatch(orcid):
        said = f"orcid must have the form 0000-0001-7414-8743, not {shown(orcid)}"
        raise value.error("orcid", said)
    return Person(value.string("name"), value.string("email"), orcid, value.string("kattis"))


def _named(text: str) -> Person:
    found = _PERSON.fullmatch(text.strip())
    return Person(found["name"], found["email"]) if found else Person(text.strip())


def _source(settings: YamlMapping, key: str, value: object) -> Source:
    if isinstance(value, str) and value.strip():
        return Source(value)
    if not isinstance(value, YamlMapping):
        said = f"{key} must be a name, or a mapping with name and url, not {shown(value)}"
        raise settings.error(key, said)
    value.refuse_unknown(_SOURCE_KEYS)
    if not value.string("name").strip():
        raise _entry_error(settings, key, value, "lacks the key name")
    return Source(value.string("name"), value.string("url"))


def _entry_error(settings: YamlMapping, key: str, entry: YamlMapping, said: str) -> JudgeError:
    first = next(iter(entry.lines.values()), settings.lines[key])
    return JudgeError(f"an entry of {key} {said}", settings.path, first)


def _embargo(settings: YamlMapping) -> datetime | None:
    """A day, or a day with a time in UTC."""
    key = "embargo_until"
    value = settings.values.get(key)
    if value is None:
        return None
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    if isinstance(value, date):
        return datetime.combine(value, time(), UTC)
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value).replace(tzinfo=UTC)
        except ValueError:
            pass
    said = f"{key} must be a date such as 2025-09-30 or a time such as 2025-09-30T18:00:00Z"
    raise settings.error(key, f"{said}, not {shown(value)}")
