"""Each format gives the same posts, is told by its content, and is inert."""

from __future__ import annotations

import html
import json
import quopri
from datetime import date
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.posts.post import Post, SavedPage
from judge.posts.read_posts import missing_pages, posts_in, read_page
from tests.posts.forms import answer, answers

BODY = "<h1>Python 3, 1 byte</h1>\n<pre><code>1\n</code></pre>"
POST = Post(
    "7", BODY, "Ann & Bo", "https://example.org/a/7", date(2019, 1, 28), date(2019, 2, 1), -3
)
JSON = answers(
    answer(
        7,
        "",
        body=BODY,
        owner={"display_name": "Ann &amp; Bo"},
        creation_date=1548633600,
        last_edit_date=1549000000,
        score=-3,
    )
)
ROW = (
    f'<row Id="7" PostTypeId="2" ParentId="5" CreationDate="2019-01-28T12:00:00.123" Score="-3" '
    f'LastEditDate="2019-02-01T00:00:00.000" OwnerDisplayName="Ann &amp;amp; Bo" '
    f'Body="{html.escape(BODY).replace(chr(10), "&#xA;")}" />'
)
OTHER = '<row Id="8" PostTypeId="2" ParentId="6" Body="" /><row Id="5" PostTypeId="1" Body="" />'
DUMP = f'\ufeff<?xml version="1.0" encoding="utf-8"?>\n<posts>\n{OTHER}{ROW}</posts>'
PAGE = f"""<!DOCTYPE html><html><head><link rel="canonical" href="https://example.org/q/5">
<script>alert(1)</script></head><body>
<div class="question"><div class="s-prose">{BODY}</div></div>
<div id="answer-7" class="answer" data-answerid="7" data-score="-3">
<div class="s-prose js-post-body" itemprop="text">{BODY}</div>
<a class="js-share-link" href="/a/7">Share</a>
<div class="user-action-time">edited <span title="2019-02-01 00:00:00Z">Feb 1</span></div>
<div class="user-details"><a href="/users/2">Editor</a></div>
<div class="user-action-time">answered <span title="2019-01-28 12:00:00Z">Jan 28</span></div>
<div class="user-details"><a href="/users/1">Ann &amp; Bo</a></div>
</div></body></html>"""
#: A page whose answers have no link of their own: the page's address and the number say it.
NO_LINK = PAGE.replace('<a class="js-share-link" href="/a/7">Share</a>', "").replace(
    "/q/5", "/questions/5/name"
)
#: The link to all edits has a title too.
EDITS = PAGE.replace(
    "edited <span", '<a href="/posts/7/revisions" title="show all edits">edited</a> <span'
)
#: Browsers save a page in a single file so.
ARCHIVE = f"""From: <Saved by a browser>
Snapshot-Content-Location: https://example.org/q/5
MIME-Version: 1.0
Content-Type: multipart/related;
	type="text/html";
	boundary="----x"

------x
Content-Type: text/css

.answer {{}}
------x
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

{quopri.encodestring(PAGE.encode()).decode()}
------x--
"""


@pytest.mark.parametrize(
    ("text", "parent"),
    [
        (JSON, None),
        (DUMP, "5"),
        (PAGE, None),
        (NO_LINK, None),
        (EDITS, None),
        (ARCHIVE, None),
        (ARCHIVE.replace("\n", "\r\n"), None),
    ],
)
def test_a_format_is_told_by_its_content(text: str, parent: str | None, tmp_path: Path) -> None:
    path = tmp_path / "page"
    path.write_text(text, encoding="utf-8")
    [post] = posts_in(path, parent, "https://example.org")
    assert post == POST


def test_an_answer_without_a_link_has_the_address_of_its_authors_site(tmp_path: Path) -> None:
    path = tmp_path / "page"
    gone = {"display_name": "gone"}
    known = {"display_name": "Ann", "link": "https://golf.example.org/users/3/ann"}
    rows = [answer(7, BODY, owner=gone, link=None), answer(8, BODY, owner=known, link=None)]
    path.write_text(answers(*rows))
    assert [post.url for post in posts_in(path)] == [
        "https://golf.example.org/a/7",
        "https://golf.example.org/a/8",
    ]
    assert posts_in(path, site="https://example.org/")[0].url == "https://example.org/a/7"


def test_answers_inside_questions_are_found(tmp_path: Path) -> None:
    path = tmp_path / "page"
    question = {"question_id": 5, "title": "", "answers": json.loads(JSON)["items"]}
    path.write_text(json.dumps({"items": [question]}))
    assert [post.id for post in posts_in(path)] == ["7"]


BOMB = '<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><posts>&b;</posts>'


@pytest.mark.parametrize(
    ("text", "parent", "said"),
    [
        (BOMB, "5", "document type"),
        (DUMP, None, "several questions, such as 6 and 5: choose one by --parent"),
        (DUMP, "4", "no answers to 4: use --parent with the number of the question"),
        (DUMP, "7", "no answers to 7, which is an answer: use --parent 5"),
        (
            DUMP.replace('"1"', '"4"').replace('"6"', '"1"').replace('"5" C', '"1" C'),
            "5",
            "no answers to 5",
        ),
        (DUMP[:-9], "5", "page:3: is not valid XML"),
        ('{"items": [', None, "is not valid JSON"),
        ('{"items": 3}', None, 'no list "items"'),
        ("[3]", None, "items[0] is not an object"),
        ('[{"answer_id": 1}]', None, "neither body nor body_markdown"),
        ("[" * 200_000, None, "nested too deeply"),
        ("<html><p>nothing", None, "no answer of a question page"),
        ("", None, "no answer of a question page"),
        (JSON, "5", "--parent is for Posts.xml"),
    ],
)
def test_another_file_is_refused_in_one_line(
    text: str, parent: str | None, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "page"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(JudgeError) as caught:
        posts_in(path, parent)
    assert said in str(caught.value)


def test_a_question_without_answers_has_none(tmp_path: Path) -> None:
    path = tmp_path / "page"
    path.write_text(DUMP.replace('ParentId="5"', 'ParentId="6"'), encoding="utf-8")
    assert posts_in(path, "5") == ()


def test_a_post_of_everybody_is_by_the_community(tmp_path: Path) -> None:
    path = tmp_path / "page"
    path.write_text('<posts><row Id="1" ParentId="5" OwnerUserId="-1" /></posts>')
    assert posts_in(path)[0].author == "Community"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"gone\.json: no such file"):
        posts_in(tmp_path / "gone.json")


SIGNED = '<div class="user-details"><a href="/users/1">Ann &amp; Bo</a></div>'
OF_ALL = (
    '<span class="community-wiki">Community wiki</span><br>'
    '<a href="/posts/7/revisions">3 revs, 2 users 67%</a>'
)


@pytest.mark.parametrize(
    ("signature", "author", "posted"),
    [
        ("user9", "user9", POST.posted),
        (OF_ALL, "", None),
        (f'{OF_ALL}<br><a href="/users/1">Ann</a>', "Ann", None),
        ("community wiki", "", POST.posted),
    ],
)
def test_a_post_is_never_by_its_editor(
    signature: str, author: str, posted: date | None, tmp_path: Path
) -> None:
    path = tmp_path / "page"
    path.write_text(PAGE.replace(SIGNED, f'<div class="user-details">{signature}</div>'))
    [post] = posts_in(path)
    assert (post.author, post.posted, post.edited) == (author, posted, POST.edited)


def marked_up(page: str) -> str:
    """With the attributes that real pages have besides."""
    kind = 'itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer"'
    return page.replace('class="answer"', f'class="answer js-answer" {kind}')


def test_an_answer_that_is_marked_up_twice_is_one(tmp_path: Path) -> None:
    path = tmp_path / "page"
    path.write_text(marked_up(PAGE), encoding="utf-8")
    assert posts_in(path) == (POST,)


@pytest.mark.parametrize(
    ("text", "votes"),
    [
        ("−3", -3),
        ("5,123", 5123),
        ("0", 0),
        ("1.2k", None),
        ("³", None),
        ("--3", None),
        ("9" * 5000, None),
    ],
)
def test_votes_are_a_number_or_unknown(text: str, votes: int | None, tmp_path: Path) -> None:
    path = tmp_path / "page"
    shown = f'<div class="js-vote-count">{text}</div><a class="js-share-link"'
    page = PAGE.replace(' data-score="-3"', "").replace('<a class="js-share-link"', shown)
    path.write_text(page, encoding="utf-8")
    [post] = posts_in(path)
    assert post.votes == votes
    path.write_text(DUMP.replace('Score="-3"', f'Score="{text}"'), encoding="utf-8")
    [post] = posts_in(path, "5")
    assert post.votes == votes


#: Files that say that they do not hold all answers, and where the others are.
PARTS = {
    "next": (
        PAGE.replace("</body>", '<a rel="next nofollow" href="?page=2">2</a></body>'),
        "after",
    ),
    "last": (PAGE.replace("</body>", '<a rel="prev" href="?page=1">1</a></body>'), "before"),
    "more": (json.dumps({**json.loads(JSON), "has_more": True}), "after"),
    "page": (json.dumps({**json.loads(JSON), "has_more": True, "page": 2}), "before and after"),
    "some": (
        json.dumps(
            {
                "items": [
                    {"question_id": 5, "answer_count": 31, "answers": json.loads(JSON)["items"]}
                ]
            }
        ),
        "after",
    ),
    "page of one": (json.dumps({**json.loads(JSON), "has_more": False, "page": 1}), ""),
    "whole": (PAGE, ""),
}


@pytest.mark.parametrize("name", PARTS)
def test_a_file_that_does_not_hold_all_answers_says_so(name: str, tmp_path: Path) -> None:
    text, where = PARTS[name]
    (tmp_path / "page").write_text(text, encoding="utf-8")
    said = missing_pages([read_page(tmp_path / "page")])
    assert said.startswith(f"there are more answers {where} these: " if where else "")
    assert bool(said) == bool(where)


def test_all_pages_together_are_whole() -> None:
    first, last = SavedPage((POST,), has_more=True), SavedPage((POST,), has_earlier=True)
    assert missing_pages([first]) and missing_pages([last])
    assert not missing_pages([first, last])


#: The same answer on an old page, on one for telephones, and with a card for its author.
_OLD = """<span class="vote-count-post">5</span><div class="post-text">BODY</div>
<div class="user-action-time">answered <span title="2013-05-01 10:00:00Z"></span></div>
<div class="user-details"><a href="/users/3">Ann</a></div>"""
_TELEPHONE = """<span class="vote-count">5</span><div class="post-text">BODY</div>
<div class="comments"><a href="/users/4">Bo</a> <time datetime="2020-01-01"></time></div>
<div class="post-footer"><time datetime="2013-05-01T10:00:00">May 1</time>
by <a class="owner" href="/users/3">Ann</a></div>"""
_CARD = """<div class="js-vote-count">5</div><div class="s-prose js-post-body">BODY</div>
<div class="s-user-card"><time datetime="2013-05-01T10:00:00Z">May 1</time>
<a class="s-user-card--link" href="/users/3">Ann</a></div>"""


@pytest.mark.parametrize("inner", [_OLD, _TELEPHONE, _CARD], ids=["old", "telephone", "card"])
@pytest.mark.parametrize("archive", ["", "https://web.archive.org/web/20240601000000/"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_page_in_another_dress_is_the_same(
    inner: str, archive: str, encoding: str, tmp_path: Path
) -> None:
    path = tmp_path / "page"
    answer = f'<div class="answer" id="answer-7">{inner.replace("BODY", BODY)}</div>'
    head = f'<link rel="canonical" href="{archive}https://example.org/questions/5/x">'
    path.write_bytes(f"<html><head>{head}</head><body>{answer}</body></html>".encode(encoding))
    [post] = posts_in(path)
    assert (post.id, post.author, post.votes, post.html) == ("7", "Ann", 5, BODY)
    assert (post.url, post.posted) == ("https://example.org/a/7", date(2013, 5, 1))
