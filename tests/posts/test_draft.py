"""A post becomes the source and the manifest that it asks for; what is doubtful says why."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judge.posts.draft import Draft, draft_of, drafts_of, manifest_text, toml_string
from judge.posts.formats import api_answers, question_page
from judge.posts.post import Post
from tests.documents import ROOT
from tests.posts.forms import FORMS, JS, PY, C, Form, answer, answers, fenced, indented

SEED = (ROOT / "solutions" / "combat" / "published-348.js").read_text(encoding="utf-8")


def drafted(markdown: str, **more: object) -> Draft:
    [post] = api_answers.read(answers(answer(1, markdown, **more)).encode(), Path("a.json")).posts
    return draft_of(post)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_of_a_header_is_read(form: Form) -> None:
    draft = drafted(form.markdown)
    if not form.code:
        assert form.doubt in draft.fault and draft.code is None
        return
    assert draft.language and draft.header and draft.code
    assert draft.language.name == form.language
    assert draft.code.source.decode() == form.code
    assert (draft.header.size, draft.header.characters) == (form.claimed, form.characters)
    assert draft.flags == form.flags
    assert len(draft.doubts) == bool(form.doubt)
    assert form.doubt in "".join(draft.doubts)


def test_a_post_with_several_languages_gives_a_source_of_each() -> None:
    sections = [("Python 3", PY), ("JavaScript (ES6)", JS), ("C (gcc)", C), ("Python 3", "a" * 9)]
    markdown = "\n\n".join(
        f"# {name}, {len(code)} bytes\n\n{fenced(code)}" for name, code in sections
    )
    [post] = api_answers.read(answers(answer(7, markdown)).encode(), Path("a.json")).posts
    drafts = drafts_of(post)
    assert [d.post.id for d in drafts] == ["7", "7-javascript", "7-c"]
    assert [d.code.source.decode() for d in drafts if d.code] == [PY, JS, C]
    assert [d.doubts for d in drafts[1:]] == [(), ()]
    assert "not imported: 'Python 3, 9 bytes'" in drafts[0].doubts[0]


#: Of one size, each in its own language.
TWO = (f"{PY[:-1]}9", "f=(n,k)=>n[k[0]]")
TWO_HEADERS = (
    "Python 3, 16 bytes / JavaScript, 16 bytes",
    "Python 3 / JavaScript, 16 / 16 bytes",
    "Python 3 and JavaScript, 16 bytes each",
)


@pytest.mark.parametrize("header", TWO_HEADERS)
def test_code_blocks_of_one_size_are_of_the_languages_of_a_line(header: str) -> None:
    by_place = drafts_of(post_of(f"# {header}\n\n{fenced(TWO[0])}\n\n{fenced(TWO[1])}"))
    assert [d.code.source.decode() for d in by_place if d.code] == [*TWO]
    assert all("by its place" in doubt for d in by_place for doubt in d.doubts)
    assert all(len(d.doubts) == 1 for d in by_place)
    turned = f"# {header}\n\n```js\n{TWO[1]}\n```\n\n```python\n{TWO[0]}\n```"
    named = drafts_of(post_of(turned))
    assert [d.code.source.decode() for d in named if d.code] == [*TWO]
    assert [d.doubts for d in named] == [(), ()]


def test_code_blocks_of_one_size_that_are_more_than_the_languages_are_doubtful() -> None:
    blocks = "\n\n".join(map(fenced, (*TWO, "f=lambda n,k:n*k")))
    drafts = drafts_of(post_of(f"# Python 3 / JavaScript, 16 bytes\n\n{blocks}"))
    assert [d.code.source.decode() for d in drafts if d.code] == [TWO[0], TWO[0]]
    assert all("3 code blocks have the claimed size" in "".join(d.doubts) for d in drafts)


def post_of(markdown: str) -> Post:
    [post] = api_answers.read(answers(answer(7, markdown)).encode(), Path("a.json")).posts
    return post


def test_items_of_a_list_with_their_code_are_an_answer_each() -> None:
    items = (("Python 3, 16 bytes", PY), ("JavaScript, 19 bytes", JS), ("Ruby, 7 bytes", "->{}"))
    drafts = drafts_of(listed_post(items))
    assert [d.code.source.decode() for d in drafts if d.code] == [PY, JS]
    assert "not imported: 'Ruby, 7 bytes" in drafts[0].doubts[0]


def listed_post(items: tuple[tuple[str, str], ...]) -> Post:
    markdown = "".join(f"- {header}: `{code}`\n" for header, code in items)
    [post] = api_answers.read(answers(answer(7, markdown)).encode(), Path("a.json")).posts
    return post


@pytest.mark.parametrize(
    ("header", "languages"),
    [
        ("C/C++", ["c", "cpp"]),
        ("Bash, Zsh", ["bash", "zsh"]),
        ("C, C++, and D", ["c", "cpp", "d"]),
        ("JavaScript (Node.js) or TypeScript", ["javascript", "typescript"]),
        ("Python 2 / Python 3", ["python"]),
        ("Octave/MATLAB", ["octave"]),
        ("Bash + sed", ["bash"]),
    ],
)
def test_a_header_that_names_languages_side_by_side_gives_its_code_in_each(
    header: str, languages: list[str]
) -> None:
    [post] = api_answers.read(
        answers(answer(7, f"# {header}, {len(C)} bytes\n\n{fenced(C)}")).encode(), Path("a.json")
    ).posts
    drafts = drafts_of(post)
    assert [d.language.name for d in drafts if d.language] == languages
    assert [d.code.source.decode() for d in drafts if d.code] == [C] * len(languages)
    assert len({d.post.id for d in drafts}) == len(drafts)
    if len(languages) > 1:
        assert all(
            f"{len(languages)} languages" in doubt for draft in drafts for doubt in draft.doubts
        )


@pytest.mark.parametrize(
    ("header", "languages"),
    [
        ("Python 3, 16 bytes / JavaScript, 19 bytes", ["python", "javascript"]),
        ("Python 3, 16 / JavaScript (ES6), 19 bytes", ["python", "javascript"]),
        ("Python 3 (16 bytes), JavaScript (19 bytes)", ["python", "javascript"]),
        ("16 bytes in Python 3, 19 bytes in JavaScript", ["python", "javascript"]),
        ("Python 2: 19, Python 3: 16 bytes", ["python2", "python"]),
        ("Python 2/3, 19/16 bytes", ["python2", "python"]),
        ("Ruby and Perl, 19 and 16 bytes", ["ruby", "perl"]),
        ("Python 3, 16 bytes (19 bytes in JavaScript)", ["python", "javascript"]),
        ("Python 3, 16 bytes (was 19 bytes in Python 2)", ["python"]),
        ("Python 3, 16 bytes (was 19 / 20)", ["python"]),
        ("Python 3, 16 chars / 16 bytes", ["python"]),
    ],
)
def test_a_header_with_a_size_for_each_language_gives_the_code_of_each(
    header: str, languages: list[str]
) -> None:
    markdown = f"# {header}\n\n{fenced(PY)}\n\nand\n\n{fenced(JS)}"
    [post] = api_answers.read(answers(answer(7, markdown)).encode(), Path("a.json")).posts
    drafts = drafts_of(post)
    assert [d.language.name for d in drafts if d.language] == languages
    sizes = [int(d.header.size or 0) for d in drafts if d.header]
    assert [len(d.code.source) for d in drafts if d.code] == sizes
    assert not any(d.doubts for d in drafts), [d.doubts for d in drafts]


@pytest.mark.parametrize(
    ("headers", "doubt"),
    [
        ("# Python 3, 16 bytes\n\n# JavaScript, 16 bytes", "'Python 3, 16 bytes' claims the same"),
        ("# Python 3, 16 bytes, JavaScript, 16 bytes", "also taken for the header in Python 3"),
        (
            "# Python 3, 16 bytes\n\n# Python 2, 19 bytes\n\n# JavaScript, 16 bytes",
            "claims the same",
        ),
    ],
)
def test_one_code_below_several_headers_of_its_size_is_doubtful(headers: str, doubt: str) -> None:
    markdown = f"{headers}\n\n{fenced(PY)}"
    [post] = api_answers.read(answers(answer(7, markdown)).encode(), Path("a.json")).posts
    draft = next(one for one in drafts_of(post) if one.post.id == "7-javascript")
    assert draft.code and draft.code.source.decode() == PY
    assert doubt in "".join(draft.doubts)


def test_of_two_languages_in_a_header_the_one_with_code_of_its_size_is_taken() -> None:
    draft = drafted(f"# Python 3, 17 / JavaScript, 19 bytes\n\n{fenced(JS)}")
    assert draft.language and draft.language.name == "javascript"
    assert "1 more header, not imported: 'Python 3, 17 bytes'" in draft.doubts


def test_a_link_that_cannot_be_decoded_is_named_where_no_code_is_certain() -> None:
    link = "[Try it online!](https://tio.run/##nonsense)"
    certain = drafted(f"# Python 3, 16 bytes\n\n{fenced(PY)}\n\n{link}")
    assert certain.doubts == ()
    doubtful = drafted(f"# Python 3, 15 bytes\n\n{fenced(PY)}\n\n{link}")
    assert "the link to tio.run cannot be decoded" in doubtful.doubts


def test_a_deleted_post_is_left_out() -> None:
    page = (
        '<div class="answer deleted-answer" id="answer-7"><div class="js-post-body">'
        f"<h1>Python 3, 16 bytes</h1><pre><code>{PY}\n</code></pre></div></div>"
    )
    [post] = question_page.read(page.encode(), Path("page.html")).posts
    assert draft_of(post).fault == "the post is deleted"


def test_the_only_answer_to_the_first_problem_is_read() -> None:
    body = (
        "<h1>JavaScript (ES7),  <s>354</s>  348 bytes</h1>\n"
        "<p>Takes input as <code>([attackers], [defenders])</code>.</p>\n"
        f"<pre><code>{SEED.replace('&', '&amp;').replace('<', '&lt;')}\n</code></pre>\n"
        "<p><a href='https://tio.run/##nonsense'>Try it online!</a></p>\n"
        "<h3>Less golfed and formatted</h3>\n<pre><code>(a, d, O, M) =&gt; {\n</code></pre>\n"
        "<h3>Initialization and main loop</h3>\n<pre><code>A = a.push([, 0])\n</code></pre>"
    )
    owner = {"display_name": "Arnauld"}
    draft = drafted("", body=body, owner=owner, creation_date=1548633600)
    assert draft.code and draft.code.source.decode() == SEED
    assert draft.doubts == () and draft.stem == "arnauld-javascript"
    assert tomllib.loads(manifest_text(draft))["claimed"] == 348


def test_a_manifest_tells_who_posted_what_and_when() -> None:
    draft = drafted(FORMS["sum with a flag"].markdown)
    assert tomllib.loads(manifest_text(draft)) == {
        "language": "perl",
        "flags": ["-p"],
        "author": "Author 1",
        "url": "https://example.org/a/1",
        "date": draft.post.posted,
        "votes": 1,
        "claimed": 10,
        "claimed_language": "Perl 5",
    }


def test_entities_are_undone_once_whether_or_not_the_markdown_is_escaped() -> None:
    source = "print('&lt;'<'a')"
    markdown = f"# Python 3, {len(source)} bytes\n\n{indented(source)}"
    escaped = markdown.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
    for text in (markdown, escaped):
        draft = drafted(text)
        assert draft.code and draft.code.source.decode() == source
        assert draft.doubts == ()


def test_a_hostile_post_stays_text() -> None:
    deep = "<div>" * 5_000 + "<h1>Python 3, 1 byte</h1><pre><code>1</code></pre>"
    draft = draft_of(Post("1", deep))
    assert draft.code and draft.code.source == b"1"
    name = '"]\n[x]\nlanguage = "c" \u202e\ud800\x7f'
    assert tomllib.loads(f"a = {toml_string(name)}") == {"a": name.replace("\ud800", "\ufffd")}
    draft = drafted(f"# Python 3, 3 bytes\n\n{fenced('abc')}", owner={"display_name": "../../x"})
    assert draft.stem == "x-python"
