"""A post → the source and manifest that it asks for, or why it has none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from judge.common.messages import counted, listed
from judge.common.safe_text import encodable, one_line, unseen
from judge.languages.posted_names import linked_language, posted_language, posted_languages
from judge.languages.table import Language
from judge.posts.body import CodeBlock, Line, LineKind, Link, Part, body_parts
from judge.posts.choose_code import ChosenCode, choose_block
from judge.posts.header import Header, other_spellings, parse_header
from judge.posts.links import LinkedProgram, holds_programs, host_of, linked_program
from judge.posts.post import Post
from judge.posts.post_headers import find_headers
from judge.posts.side_by_side import blocks_of_language, headers_of_blocks

#: The longest part of a stem, in characters.
LONGEST_SLUG = 40
#: So many sites are named in one line.
MOST_SITES = 3
_WITHDRAWN = re.compile(
    r"\W*+(?:(?:this|the|my) (?:answer|code|post|solution) )?(?:(?:is|was|has been) )?"
    r"(?:currently |now )?(?:deleted|invalid|broken|wrong|withdrawn|incorrect|non-?compet\w+|"
    r"not working|does(?: not|n['’]t) work)\b",
    re.IGNORECASE,
)


class Draft(Struct, frozen=True):
    """What a post asks for. Without ``language`` or ``code`` nothing is written, and ``fault`` says
    why. ``doubts`` are reasons to look at the post, each in a line."""

    post: Post
    header: Header | None = None
    language: Language | None = None
    code: ChosenCode | None = None
    flags: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    fault: str = ""
    link: LinkedProgram | None = None

    @property
    def stem(self) -> str:
        """The name of its files without suffix, the same at every import."""
        author = _slug(self.post.author) or f"post-{_slug(self.post.id) or 'unnamed'}"
        return f"{author}-{self.language.name if self.language else 'unknown'}"

    @property
    def other_stem(self) -> str:
        """For a second post by the same author in the same language."""
        return f"{self.stem}-{_slug(self.post.id)}"


def drafts_of(post: Post) -> tuple[Draft, ...]:
    """The drafts of one post: of its first header, and of each further one in another language
    for which there is code of the claimed size below it. Other headers are named among the doubts
    of the first. A further draft has an id of its own."""
    if post.is_deleted:
        return (Draft(post, fault="the post is deleted"),)
    parts = body_parts(post.html)
    headers = find_headers(parts)
    if not headers:
        return (Draft(post, fault="no header: no heading and no line with a size"),)
    headers, quoted = _without_quoted(parts, headers)
    headers, left = _without_notes(parts, headers)
    left += quoted
    headers = [
        (index, one)
        for number, (index, header) in enumerate(headers)
        for one in headers_of_blocks(header, _blocks_of(parts, headers, number))
    ]
    drafts = [_draft(post, parts, headers, number) for number in range(len(headers))]
    # Of several headers in one line, the first one whose code is certain.
    line = [number for number, (index, _) in enumerate(headers) if index == headers[0][0]]
    best = next((number for number in line if _is_certain(drafts[number])), 0)
    first = drafts.pop(best)
    headers = headers[:best] + headers[best + 1 :]
    found = [first]
    for other, (_, header) in zip(drafts, headers, strict=True):
        languages = [one.language for one in found]
        if other.language and _is_certain(other) and other.language not in languages:
            own = replace(post, id=f"{post.id}-{other.language.name}")
            doubts = (*other.doubts, *_shared_code(other, found))
            found.append(replace(other, post=own, doubts=doubts))
        else:
            left.append(header)
    found[0] = replace(first, doubts=(*first.doubts, *_other_headers(left)))
    return tuple(own for one in found for own in _in_each_language(one, found))


def _shared_code(draft: Draft, others: list[Draft]) -> Iterator[str]:
    """That its code is another header's, too, or may be: that of one of the languages alone."""
    for other in others:
        if not (draft.header and draft.code and other.header and other.language):
            continue
        if other.code and other.code.source == draft.code.source:
            yield f"the code is also taken for the header in {other.language.title}"
        elif other.code is None and other.header.size == draft.header.size is not None:
            yield f"{_quoted(other.header.text)} claims the same size, and has no code but this"


def _is_certain(draft: Draft) -> bool:
    return draft.language is not None and draft.code is not None and not draft.code.doubt


def _without_quoted(
    parts: tuple[Part, ...], headers: list[tuple[int, Header]]
) -> tuple[list[tuple[int, Header]], list[Header]]:
    """The headers without those in a quotation, which may be of another answer; and these. All stay
    where there are no others."""
    own = [(index, header) for index, header in headers if not _is_quoted(parts[index])]
    if not own:
        return headers, []
    return own, [header for index, header in headers if _is_quoted(parts[index])]


def _is_quoted(part: Part) -> bool:
    return isinstance(part, Line) and part.quoted


def _without_notes(
    parts: tuple[Part, ...], headers: list[tuple[int, Header]]
) -> tuple[list[tuple[int, Header]], list[Header]]:
    """The headers without those at the beginning that name no known language and have no code below
    them, such as ``Edit: fixed for 3 bytes more``; and these. One stays."""
    first = 0
    while first + 1 < len(headers):
        (start, header), (end, _) = headers[first : first + 2]
        has_code = any(isinstance(part, CodeBlock) for part in parts[start:end])
        if has_code or posted_language(header.language).language:
            break
        first += 1
    return headers[first:], [header for _, header in headers[:first]]


def _in_each_language(draft: Draft, others: list[Draft]) -> Iterator[Draft]:
    """The draft; and where its header names several languages side by side, its code in each."""
    named = posted_languages(draft.header.language) if draft.header else ()
    if not named or draft.code is None:
        yield draft
        return
    titles = listed([one.title for one in named], len(named))
    doubt = (
        f"the header names {counted(len(named), 'language')}, {titles}: its code is taken for each"
    )
    taken_for_one = posted_language(draft.header.language).doubt if draft.header else ""
    doubts = [one for one in draft.doubts if one != taken_for_one]
    taken = {one.language for one in others}
    for language in named:
        own = draft.post
        if language is not draft.language:
            if language in taken:
                continue
            own = replace(own, id=f"{own.id}-{language.name}")
        yield replace(draft, post=own, language=language, doubts=(doubt, *doubts))


def draft_of(post: Post) -> Draft:
    """The first draft of a post."""
    return drafts_of(post)[0]


def _draft(
    post: Post, parts: tuple[Part, ...], headers: list[tuple[int, Header]], number: int
) -> Draft:
    """The draft of one header; the parts from it on, up to the next one, belong to it, and to the
    first one those before it too."""
    index, header = headers[number]
    end = _end_of(parts, headers, index)
    near = parts[:end] if index == headers[0][0] else parts[index:end]
    programs = [
        program
        for part in near
        if isinstance(part, Link) and (program := linked_program(part.href))
    ]
    if not header.language:
        return Draft(post, header, fault=f"the header names no language: {_quoted(header.text)}")
    posted = posted_language(header.language)
    if posted.language is None:
        named = f"unknown language {_quoted(header.language)}"
        return Draft(post, header, fault=f"{named}: it is not in the table of languages")
    line = [one for at, one in headers if at == index]
    own = _blocks_of(parts, headers, number)
    blocks, shared = blocks_of_language(header, line, own, programs)
    language, doubt = posted.language, posted.doubt
    header = replace(header, flags=language.flags_of_a_file(header.flags))
    header, code = _certain(header, language, blocks, programs)
    certain = posted_language(header.language)  # of a header that was read in another way
    if certain.language is language:
        doubt = certain.doubt
    if code is None:
        unread = _unread_sites(near)
        named = f": those to {listed(unread, MOST_SITES)} show none" if unread else ""
        return Draft(post, header, language, fault=f"no code block and no link with code{named}")
    if code.doubt and header.names_no_unit and header.size is not None:
        said = f"{float(header.size):g} has no unit and is the size of no code: no size is claimed"
        header = replace(header, size=None, code=None, doubts=())
        code = replace(code, doubt=f"{said}, the first code block is taken")
    link = next((one for one in programs if one.code.rstrip() == code.source.rstrip()), None)
    flags = header.flags or (language.flags_of_a_file(link.flags) if link else ())
    doubts = [doubt, *header.doubts, shared, code.doubt]
    doubts += _link_doubts(language, link, programs)
    if code.doubt and not programs:
        doubts += [f"the link to {site} cannot be decoded" for site in _unread_sites(near, True)]
    pages = "SBCS" if language.encoding else ""  # which is how it is counted
    doubts += [f"the header says {_quoted(one)}" for one in header.remarks if one != pages]
    doubts += _flag_doubts(header, flags, code)
    doubts += [f"a line says {_quoted(line)}" for line in _withdrawals(parts)][:1]
    return Draft(
        post,
        header,
        language,
        code,
        flags,
        tuple(doubt for doubt in doubts if doubt),
        link=link,
    )


def _certain(
    header: Header, language: Language, blocks: list[CodeBlock], programs: list[LinkedProgram]
) -> tuple[Header, ChosenCode | None]:
    """The header and the code for it; where the header can be read in two ways, such as ``Python
    3,100 bytes``, in the one that some code agrees with."""
    chosen = choose_block(header, language, blocks, programs)
    for text in other_spellings(header.text):
        other = parse_header(text)
        found = choose_block(other, language, blocks, programs)
        if chosen and chosen.doubt and found and not found.doubt:
            return replace(other, text=header.text), found
    return header, chosen


def _withdrawals(parts: tuple[Part, ...]) -> Iterator[str]:
    """Lines in which the author takes the answer back."""
    lines = (
        part.text for part in parts if isinstance(part, Line) and part.kind is not LineKind.HEADING
    )
    return (line for line in lines if _WITHDRAWN.match(line))


def _blocks_of(
    parts: tuple[Part, ...], headers: list[tuple[int, Header]], number: int
) -> list[CodeBlock]:
    """The code blocks from a header on, up to the next one; and then those before the first one."""
    index = headers[number][0]
    before = parts[:index] if index == headers[0][0] else ()
    own = (*parts[index : _end_of(parts, headers, index)], *before)
    return [part for part in own if isinstance(part, CodeBlock)]


def _end_of(parts: tuple[Part, ...], headers: list[tuple[int, Header]], index: int) -> int:
    """Where the next header begins."""
    return next((at for at, _ in headers if at > index), len(parts))


def _other_headers(headers: list[Header]) -> Iterator[str]:
    others = [_quoted(header.text) for header in headers]
    if others:
        yield f"{counted(len(others), 'more header')}, not imported: {listed(others, 3)}"


def _unread_sites(near: tuple[Part, ...], interpreters: bool = False) -> list[str]:
    """The hosts of links in which no program was found; perhaps only those of interpreters whose
    addresses hold one."""
    hosts = [
        host
        for part in near
        if isinstance(part, Link) and linked_program(part.href) is None
        if (host := host_of(part.href)) and (not interpreters or holds_programs(host))
    ]
    return list(dict.fromkeys(hosts))


def _link_doubts(
    language: Language, link: LinkedProgram | None, programs: list[LinkedProgram]
) -> Iterator[str]:
    if link is None:
        if programs:
            yield "the linked program is another one than the code block"
        return
    linked = linked_language(link.language)
    if linked is not None and linked.name != language.name:
        yield f"the link runs it as {linked.title}, the header says {language.title}"
    around = [
        f"{name} ({counted(len(text), 'byte')})"
        for name, text in (("header", link.header), ("footer", link.footer))
        if text
    ]
    if around:
        yield f"the link adds a {' and a '.join(around)}, which the source lacks"
    if link.arguments:
        yield f"the link passes {counted(len(link.arguments), 'argument')}"


def _flag_doubts(header: Header, flags: tuple[str, ...], code: ChosenCode) -> Iterator[str]:
    if flags and not header.flags:
        yield f"flags {' '.join(flags)} are in the link, not in the header"
    elif code.has_size(header.size):
        return  # a sum of parts of the code
    elif not flags and header.code is not None and header.size != header.code:
        yield f"the header adds bytes to the code but names no flag: {_quoted(header.text)}"


def manifest_text(draft: Draft, flags: bool = True) -> str:
    """The manifest of a draft with code."""
    assert draft.language and draft.code and draft.header
    post, header = draft.post, draft.header
    values: list[tuple[str, str]] = [("language", toml_string(draft.language.name))]
    if draft.flags and flags:
        values.append(("flags", f"[{', '.join(map(toml_string, draft.flags))}]"))
    if draft.code.encoding:
        values.append(("encoding", toml_string(draft.code.encoding)))
    strings = (("author", post.author), ("url", post.url))
    values += [(key, toml_string(value)) for key, value in strings if value]
    if post.posted:
        values.append(("date", _day(post.posted)))
    if post.votes is not None:
        values.append(("votes", str(post.votes)))
    if header.size is not None:
        values.append(("claimed", _number(header.size)))
    if header.characters is not None:
        values.append(("claimed_characters", str(header.characters)))
    values.append(("claimed_language", toml_string(header.language)))
    return "".join(f"{key} = {value}\n" for key, value in values)


def _day(day: date) -> str:
    return day.isoformat()


def _number(size: Fraction) -> str:
    return str(int(size)) if size.denominator == 1 else f'"{size}"'


def toml_string(text: str) -> str:
    """A basic string of TOML; controls and invisible characters are escaped."""

    def one(character: str) -> str:
        if character in '"\\':
            return f"\\{character}"
        if character in "\n\t" or unseen(character):
            return f"\\U{ord(character):08X}"
        return character

    return f'"{"".join(map(one, encodable(text)))}"'


def _quoted(text: str) -> str:
    return repr(one_line(text, 80))


def _slug(text: str) -> str:
    """Letters, digits and hyphens; safe as a file name on every system."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")[:LONGEST_SLUG].strip("-")
