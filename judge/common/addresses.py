"""Addresses of the web, as strangers write them."""

from __future__ import annotations

from urllib.parse import urlsplit


def web_address(url: str) -> str | None:
    """``url`` if it may become a link: http or https, with a host, no invisible characters."""
    if not url.isprintable() or " " in url:
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if parts.scheme in ("http", "https") and parts.hostname else None
