"""Languages side by side in one line, and code blocks of one size: which block is whose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from judge.common.messages import counted
from judge.languages.posted_names import linked_language, posted_language, posted_languages
from judge.languages.table import Language
from judge.posts.body import CodeBlock
from judge.posts.choose_code import fits_claim
from judge.posts.header import Header
from judge.posts.links import LinkedProgram
from judge.posts.shared_header import whole_names


def headers_of_blocks(header: Header, blocks: Sequence[CodeBlock]) -> tuple[Header, ...]:
    """A header that names several languages and one size, as one for each of them if there are as
    many code blocks of that size; else the header alone."""
    named = posted_languages(header.language)
    names = whole_names(header.language)
    if not named or tuple(posted_language(name).language for name in names) != named:
        return (header,)
    if len(_fitting(header, named[0], blocks)) != len(named):
        return (header,)
    return tuple(replace(header, language=name) for name in names)


def blocks_of_language(
    header: Header,
    line: Sequence[Header],
    blocks: list[CodeBlock],
    programs: Sequence[LinkedProgram],
) -> tuple[list[CodeBlock], str]:
    """The blocks without those of the claimed size that are of other headers of the ``line``; and
    why that is doubtful. All blocks, if there are not as many of that size as headers claim it."""
    languages = [
        posted_language(one.language).language
        for one in line
        if (one.size, one.characters) == (header.size, header.characters)
    ]
    language = posted_language(header.language).language
    if language is None or len(languages) < 2:
        return blocks, ""
    fitting = _fitting(header, language, blocks)
    if len(fitting) != len(languages):
        return blocks, ""
    known = [_known_language(block, programs) for block in fitting]
    if not _agree(known, languages):
        known = [None] * len(known)
    of_place = iter(one for one in languages if one not in known)
    owners = [one or next(of_place) for one in known]
    at = owners.index(language)
    others = {_text(block) for block in fitting if block is not fitting[at]}
    own = [block for block in blocks if _text(block) not in others]
    if known.count(None) < 2 or known[at]:
        return own, ""
    size = counted(len(fitting), "code block")
    doubt = f"{size} have the claimed size, as many as languages: {language.title} is number"
    return own, f"{doubt} {at + 1}, by its place"


def _agree(known: Sequence[Language | None], languages: Sequence[Language | None]) -> bool:
    """Whether what is known of the blocks are languages of the line, no two of them the same."""
    told = [one for one in known if one is not None]
    return len(set(told)) == len(told) and all(one in languages for one in told)


def _known_language(block: CodeBlock, programs: Sequence[LinkedProgram]) -> Language | None:
    """The language in which a link runs a block, or that its class names."""
    for program in programs:
        if program.code.decode("utf-8", "replace").strip() == _text(block):
            return linked_language(program.language)
    named = posted_language(block.hint)
    return None if named.doubt else named.language


def _fitting(
    header: Header, language: Language, blocks: Sequence[CodeBlock]
) -> tuple[CodeBlock, ...]:
    """The blocks of the claimed size, each text once."""
    return tuple({_text(one): one for one in _of_size(header, language, blocks)}.values())


def _of_size(
    header: Header, language: Language, blocks: Sequence[CodeBlock]
) -> Iterator[CodeBlock]:
    own = [block for block in blocks if not block.inline]
    for block in own or blocks:
        if not block.aside and fits_claim(block, header, language):
            yield block


def _text(block: CodeBlock) -> str:
    return block.text.strip()
