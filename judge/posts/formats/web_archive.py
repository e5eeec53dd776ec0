"""The page in a web archive: MHTML, which browsers call a web page in a single file."""

from __future__ import annotations

import email
import email.policy
import re

#: The lines that begin such a file: names and values, which may go on in the next line.
_HEAD = re.compile(rb"(?:[!-9;-~]+:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n)+", re.IGNORECASE)
_TYPE = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)


def is_archive(start: bytes) -> bool:
    """Whether a file that starts so is one."""
    head = _HEAD.match(start)
    return head is not None and _TYPE.search(head[0]) is not None


def page_in(data: bytes) -> bytes:
    """Its first page of HTML, as UTF-8; empty where it has none."""
    archive = email.message_from_bytes(data, policy=email.policy.default)
    for part in archive.walk():
        if part.get_content_type() == "text/html":
            content = part.get_payload(decode=True)
            charset = part.get_content_charset("utf-8")
            if isinstance(content, bytes):
                try:
                    return content.decode(charset, "replace").encode("utf-8", "replace")
                except LookupError:  # a code page that nobody knows
                    return content
    return b""
