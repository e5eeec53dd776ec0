"""A question page as a browser saves it: HTML."""

from __future__ import annotations

import re
from datetime import date, datetime
from pathlib import Path
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode

from judge.common.errors import JudgeError
from judge.posts.post import Post, SavedPage, votes_of

ANSWER = ".answer, [itemtype$='schema.org/Answer']"
TIMES = ".user-action-time span[title]:not(.community-wiki)"
#: The same in cards and on pages for telephones, and who has signed there; neither of a comment.
OTHER_TIMES = ".s-user-card time[datetime], .post-footer time[datetime], .owner time[datetime]"
OTHER_AUTHORS = (
    "a.owner, .owner a, .s-user-card a.s-user-card--link, .post-footer a[href*='/users/']"
)
VOTES = "[itemprop=upvoteCount], .js-vote-count, .vote-count-post, .vote-count"
#: What an archive of the web puts before an address.
ARCHIVED = re.compile(r"^(?:https?://web\.archive\.org)?/web/\d{4,14}[a-z_]*/(?=https?://)")
#: What shows that a post is the community's.
WIKI = ".community-wiki"
WIKI_WORDS = "community wiki"
BODY = ".js-post-body, .s-prose, .post-text, [itemprop=text]"


#: Links to the pages after and before it.
NEXT = "a[rel~=next], link[rel~=next]"
PREVIOUS = "a[rel~=prev], link[rel~=prev]"


def read(data: bytes, path: Path) -> SavedPage:
    """The answers of a page; raises JudgeError where it has none."""
    page = LexborHTMLParser(data.decode("utf-8", "replace"))
    base = _base(page)
    posts = []
    # A node that fits both selectors is found twice.
    answers = {node.mem_id: node for node in page.css(ANSWER)}
    for index, answer in enumerate(answers.values()):
        if (body := answer.css_first(BODY)) is not None:
            posts.append(_post(answer, body, index, base))
    if not posts:
        said = "no answer of a question page is in it: save the page from the browser, as HTML"
        raise JudgeError(said, path)
    has_more, has_earlier = (page.css_first(one) is not None for one in (NEXT, PREVIOUS))
    return SavedPage(tuple(posts), has_more, has_earlier)


def _base(page: LexborHTMLParser) -> str:
    """The address of the page."""
    for selector, key in (("link[rel=canonical]", "href"), ("meta[property='og:url']", "content")):
        if (node := page.css_first(selector)) is not None and (found := node.attributes.get(key)):
            return ARCHIVED.sub("", found)
    return ""


def _post(answer: LexborNode, body: LexborNode, index: int, base: str) -> Post:
    attributes = answer.attributes
    number = attributes.get("data-answerid") or (attributes.get("id") or "").removeprefix("answer-")
    link = _attribute(answer, ".js-share-link, a.short-link, link[itemprop=url]", "href")
    if not link and number.isdigit() and "/questions/" in base:
        link = f"/a/{number}"
    votes = attributes.get("data-score") or _text(answer, VOTES)
    posted = _attribute(answer, "time[itemprop=dateCreated]", "datetime")
    times = [node.attributes.get("title") or "" for node in answer.css(TIMES)]
    times = times or [node.attributes.get("datetime") or "" for node in answer.css(OTHER_TIMES)]
    is_wiki = answer.css_first(WIKI) is not None
    return Post(
        id=number or link or f"answer {index + 1}",
        html=body.inner_html or "",
        author=_author(answer),
        url=urljoin(base, ARCHIVED.sub("", link)) if link else "",
        posted=_day(posted or (times[-1] if times and not is_wiki else "")),
        edited=_day(times[0]) if len(times) > 1 or (times and is_wiki) else None,
        votes=votes_of(votes),
        is_deleted="deleted-answer" in (attributes.get("class") or "").split(),
    )


def _author(answer: LexborNode) -> str:
    """Of several signatures the last is the author's, the others are editors'. Who is no longer a
    user has a name without a link. A post of the community names its main author, or nobody."""
    owner = answer.css_first("[itemprop=author] [itemprop=name], .owner .user-details a")
    if owner is not None:
        return owner.text().strip()
    signatures = answer.css(".user-details")
    if not signatures:
        cards = answer.css(OTHER_AUTHORS)
        return cards[-1].text().strip() if cards else ""
    last = signatures[-1]
    named = last.css("a:not(.-flair *):not([href*='/revisions']), [itemprop=name]")
    if named:
        return named[-1].text().strip()
    if last.css_first(WIKI) is not None or WIKI_WORDS in last.text().casefold():
        return ""
    return " ".join(last.text(deep=False).split())


def _attribute(node: LexborNode, selector: str, key: str) -> str:
    found = node.css_first(selector)
    return (found.attributes.get(key) or "") if found is not None else ""


def _text(node: LexborNode, selector: str) -> str:
    found = node.css_first(selector)
    return found.text().strip() if found is not None else ""


def _day(text: str) -> date | None:
    try:
        return datetime.fromisoformat(text.split(",")[0].strip().replace(" ", "T", 1)).date()
    except ValueError:
        return None
