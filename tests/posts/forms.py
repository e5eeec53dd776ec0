"""Posts of our own writing, one for each form of a header."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgpack

PY = "lambda n,k:n[:k]"
JS = "(n,k)=>n.slice(0,k)"
C = "f(n,k){return n*k;}"


def tio(language: str, code: bytes, *rest: bytes, header: bytes = b"", extra: bytes = b"") -> str:
    """A link as Try it online makes it; ``rest`` are footer, input and arguments."""
    fields = (language.encode(), header, code, *(rest or (b"", b"")))
    state = b"\xff".join(fields) + extra
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = squeezer.compress(state) + squeezer.flush()
    text = base64.b64encode(packed).decode().replace("+", "@").rstrip("=")
    return f"https://tio.run/##{text}"


def ato(language: str, code: str, options: Sequence[str] = ()) -> str:
    """A link as Attempt this online makes it."""
    as_text = "utf-8"
    fields = [language, [*options], "", as_text, code, as_text, "", as_text, "", "", as_text]
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = squeezer.compress(msgpack.packb(fields)) + squeezer.flush()
    return f"https://ato.pxeger.com/run?1={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def vyxal(flags: str, code: str) -> str:
    """A link as the site of Vyxal makes it."""
    fields = json.dumps([flags, "", code, "", ""], ensure_ascii=False, separators=(",", ":"))
    return f"https://vyxal.pythonanywhere.com/#{base64.b64encode(fields.encode()).decode()}"


def fenced(code: str) -> str:
    return f"```\n{code}\n```"


def indented(code: str) -> str:
    return "".join(f"    {line}\n" for line in code.split("\n"))


@dataclass(frozen=True)
class Form:
    """A post in Markdown and what it asks for. ``doubt`` is a part of the only doubt; empty for
    none. Without ``code`` nothing is written, and ``doubt`` says why."""

    markdown: str
    language: str = "python"
    code: str = PY
    claimed: object = len(PY)
    flags: tuple[str, ...] = ()
    doubt: str = ""
    characters: int | None = None


def py(header: str, **expected: Any) -> Form:
    return Form(f"{header}\n\n{fenced(PY)}\n", **expected)


def js(header: str, shown: str = JS, **expected: Any) -> Form:
    return Form(f"{header}\n\n{indented(shown)}\n", "javascript", JS, len(JS), **expected)


PERL = "say for@F"
HUNDRED = "#" * 83 + f"\n{PY}"
UMLAUT = "lambda n,k:'ä'"
NEWLINE = "print(1)\n"
TABBED = "def f(n):\n for i in n:\n\tprint(i)"
DUMP = "00000000: 7072 696e 7428 2701 0203 0405 6162 2729  print('.....ab')"

FORMS: Mapping[str, Form] = {
    "plain": py("# Python 3, 16 bytes"),
    "in a sentence": py("My **Python 3** solution scores **16 bytes**:"),
    "in a sentence that ends": py("Here is a solution in Python 3 that needs 16 bytes."),
    "pure": py("# Pure Python 3, 16 bytes"),
    "non-competing in a line of its own": py(
        "*Non-competing.*\n\n# Python 3, 16 bytes", doubt="a line says 'Non-competing.'"
    ),
    "linked": py("# [Python 3](https://docs.python.org/3/), 16 bytes"),
    "in brackets that are no link": py("# [Python 3], 16 bytes"),
    "a link without its address": py("# [Python 3][docs], 16 bytes"),
    "code in an item of a list": Form(f"# Python 3, 16 bytes\n\n- Code:\n\n        {PY}\n\n- More"),
    "labelled": py("Language: Python 3, 16 bytes"),
    "struck": py("# [Python 3](https://docs.python.org/3/), ~~51~~ ~~50~~ 16 bytes"),
    "struck by tags": py("# Python 3, <s>51</s> <del>50</del> <strike>49</strike> 16 bytes"),
    "earlier size not struck": py("# Python 3, 51 16 bytes"),
    "level two": js("## JavaScript (ES6), 19 bytes"),
    "level six": js("###### JavaScript (Node.js), 19 bytes"),
    "characters and bytes": Form(
        f"## Python 3, 14 chars / 15 bytes\n\n{fenced(UMLAUT)}",
        code=UMLAUT,
        claimed=15,
        characters=14,
    ),
    "characters alone": Form(
        f"# Python, 14 characters\n\n{fenced(UMLAUT)}", code=UMLAUT, claimed=None, characters=14
    ),
    "html heading": js("<h1>JavaScript (ES7), 19 bytes</h1>"),
    "setext": py("Python 3, 16 bytes\n==================\n"),
    "setext two": py("Python 3, 16 bytes\n---\n"),
    "tight": py("#Python 3, 16 bytes"),
    "bold": py("**Python 3, 16 bytes**"),
    "bold language only": py("**Python 3** - 16 bytes"),
    "a line": py("Python 3, 16 bytes"),
    "dash": py("# Python 3 - 16 bytes"),
    "en dash": py("# Python 3 – 16 bytes"),
    "colon": py("# Python 3: 16 bytes"),
    "bar": py("# Python 3 | 16 bytes"),
    "parentheses": py("# Python 3 (16 bytes)"),
    "brackets": py("# Python 3 [16 Bytes]"),
    "size first": py("# 16 bytes, Python 3"),
    "size first in": py("# 16 bytes in Python 3"),
    "size first, language in brackets": py("# 16 bytes (in Python 3)"),
    "size first, remark, language": py("# 16 bytes (SBCS) — Python 3", doubt="SBCS"),
    "size first, implementation in brackets": py("# 16 bytes, Python 3 (PyPy)"),
    "size first, both in brackets": py("# 16 bytes (Python 3 (PyPy))"),
    "size first, another language with its compiler": Form(
        f"# {len(C)} bytes, C (gcc)\n\n{fenced(C)}", "c", C, len(C)
    ),
    "no unit": py("# Python 3, score: 16", doubt="names no unit"),
    "two versions": py("# Python 2/3, 16 bytes"),
    "release": py("# [Python 3.8 (pre-release)](https://docs.python.org/3.8/), 16 bytes"),
    "library": py("# Python 3 + numpy, 16 bytes", doubt="is taken for Python 3"),
    "mistyped": py("# Pyhton, 16 bytes", doubt="'Pyhton' is taken for Python 3"),
    "note": py("# Python 3, 16 bytes (non-competing)", doubt="non-competing"),
    "link in a header": js("# JavaScript (ES6), 19 bytes [Try it online!](https://example.org)"),
    "node": js("# node.js, 19 bytes"),
    "versioned note": js("# JavaScript (V8), 19 bytes"),
    "compiler": Form(f"# [C (gcc)](https://gcc.gnu.org/), 19 bytes\n\n{fenced(C)}", "c", C, 19),
    "sum with a flag": Form(
        f"# Perl 5 -p, 9 + 1 = 10 bytes\n\n{fenced(PERL)}", "perl", PERL, 10, ("-p",)
    ),
    "flag in code": Form(f"# Perl 5 `-lan`, 9 bytes\n\n{fenced(PERL)}", "perl", PERL, 9, ("-lan",)),
    "flag with plus": Form(
        f"# Perl 5 + `-p`, 9+1 bytes\n\n{fenced(PERL)}", "perl", PERL, 10, ("-p",)
    ),
    "flag behind": Form(
        f"# Perl, 9 bytes + 1 for -p = 10\n\n{fenced(PERL)}", "perl", PERL, 10, ("-p",)
    ),
    "flag behind with its argument": Form(
        f"# Perl, 9 bytes + 4 bytes for `-F ''` = 13 bytes\n\n{fenced(PERL)}",
        "perl",
        PERL,
        13,
        ("-F", ""),
    ),
    "a sharp that is no picture": Form(
        "# C♯, 14 bytes\n\n    s=>s.Reverse()\n", "csharp", "s=>s.Reverse()", 14
    ),
    "each flag added in words": Form(
        f"# Perl 5 `-pa`, 9 + 1 byte for `-p` + 1 for `-a` = 11 bytes\n\n{fenced(PERL)}",
        "perl",
        PERL,
        11,
        ("-pa",),
    ),
    "flags of a compiler": Form(
        f"# C (gcc -O0 -w -lm), 19 bytes\n\n{fenced(C)}", "c", C, 19, ("-O0", "-w", "-lm")
    ),
    "another answer in parentheses": Form(
        f"# Perl 5, 9 bytes (or 11 with `-s`)\n\n{fenced(PERL)}", "perl", PERL, 9
    ),
    "size in words": py("# Python 3, sixteen bytes"),
    "larger size in words": Form(
        f"# Python 3, one hundred and sixteen bytes\n\n{fenced('#' * 100 + PY)}",
        code="#" * 100 + PY,
        claimed=116,
    ),
    "sizes in words that are no claim": py("# Python 3, 16 bytes\n\nIt drops two bytes in Ruby."),
    "sentence that leads to the size": py("I got this down to 16 bytes in Python 3:"),
    "solution of so many bytes": py("A solution of 16 bytes in Python 3:"),
    "size of a language in its own page that is not claimed": Form(
        f"# Vyxal, 4 bytes\n\n{fenced('Ṙ½')}",
        "vyxal",
        "Ṙ½",
        4,
        doubt="the first code block is taken, 2 bytes",
    ),
    "links that show no code": Form(
        "# Python 3, 16 bytes\n\n[a](https://example.org/x) [b](https://example.net/#y)",
        code="",
        doubt="no link with code: those to example.org, example.net show none",
    ),
    "sum in parentheses": Form(
        f"# Perl 5, 10 (9 + 1 for -p) bytes\n\n{fenced(PERL)}", "perl", PERL, 10, ("-p",)
    ),
    "thousands": Form(
        f"# Python 3, 1,016 bytes\n\n{fenced('#' * 1000 + PY)}", code="#" * 1000 + PY, claimed=1016
    ),
    "half bytes": Form(
        f"# Nibbles, 5.5 bytes (11 nibbles)\n\n{fenced('ab')}",
        code="",
        doubt="unknown language 'Nibbles'",
    ),
    "unknown language": Form(
        f"# Nobody's Own, 3 bytes\n\n{fenced('abc')}", code="", doubt="unknown language"
    ),
    "no code": Form("# Python 3, 3 bytes\n\nLater.", code="", doubt="no code block"),
    "no header": Form(f"Hello\n\n{fenced(PY)}", code="", doubt="no header"),
    "explanation first": Form(
        f"# Python 3, 16 bytes\n\n{fenced('n[:k]  # the first k')}\n\nThat is:\n\n{fenced(PY)}"
    ),
    "no block of that size": py(
        "# Python 3, 15 bytes", claimed=15, doubt="no code has the claimed 15 bytes"
    ),
    "final newline": Form(
        f"# Python 3, 9 bytes\n\n{fenced(NEWLINE)}", code=NEWLINE, claimed=len(NEWLINE)
    ),
    "newline lost": Form(
        f"# Python 3, 9 bytes\n\n{fenced('print(1)')}",
        code=NEWLINE,
        claimed=9,
        doubt="a line end behind the code is counted",
    ),
    "entities": Form(
        f"# Python 3, 12 bytes\n\n{fenced(chr(39) + '&lt;' + chr(39) + '<1or 2')}",
        code="'&lt;'<1or 2",
        claimed=12,
    ),
    "spoiler": Form(f"# Python 3, 16 bytes\n\n>! <pre><code>{PY}\n>! </code></pre>"),
    "snippet with markup of that size": Form(
        "# JavaScript, 19 bytes\n\n<!-- begin snippet: js hide: false -->\n\n"
        f"<!-- language: lang-css -->\n\n{indented('b{background:black}')}\n"
        f"<!-- language: lang-html -->\n\n{indented('<input><b id=o></b>')}\n"
        f"<!-- language: lang-js -->\n\n{indented(JS)}\n<!-- end snippet -->",
        "javascript",
        JS,
        len(JS),
    ),
    "markup of that size beside another script": Form(
        '# JavaScript, 19 bytes\n\n<pre class="snippet-code-html lang-html"><code>'
        "&lt;input&gt;&lt;b id=o&gt;&lt;/b&gt;</code></pre>\n"
        '<pre class="snippet-code-js lang-js"><code>n=&gt;n</code></pre>',
        "javascript",
        "n=>n",
        len(JS),
        doubt="no code has the claimed 19 bytes: the first code block is taken, 4 bytes",
    ),
    "snippet": Form(
        "# JavaScript, 19 bytes\n\n<!-- begin snippet: js hide: false -->\n\n"
        f"<!-- language: lang-js -->\n\n{indented(JS)}\n<!-- end snippet -->",
        "javascript",
        JS,
        len(JS),
    ),
    "code in a line": Form(f"# Python 3, 16 bytes\n\n`{PY}`"),
    "code with a class": Form(
        f'# Python 3, 16 bytes\n\n<pre class="lang-py"><code>{PY}\n</code></pre>'
    ),
    "only a link": Form(f"# Python 3, 16 bytes\n\n[Try it online!]({tio('python3', PY.encode())})"),
    "only a newer link": Form(
        f"# Python 3, 16 bytes\n\n[Attempt This Online!]({ato('python', PY)})"
    ),
    "linked footer": Form(
        f"# Python 3, 16 bytes\n\n{fenced(PY)}\n\n"
        f"[Try it]({tio('python3', PY.encode(), b'print(f(1))', b'', header=b'f=')})",
        doubt="the link adds a header (2 bytes) and a footer (11 bytes)",
    ),
    "linked as another language": Form(
        f"# Python 3, 16 bytes\n\n{fenced(PY)}\n\n[Try it]({tio('ruby', PY.encode())})",
        doubt="the link runs it as Ruby",
    ),
    "two headers, one without its code": Form(
        f"# Python 3, 16 bytes\n\n{fenced(PY)}\n\n# Ruby, 7 bytes\n\n{fenced('->a{}')}",
        doubt="1 more header, not imported: 'Ruby, 7 bytes'",
    ),
    "an older version below": Form(
        f"# Python 3, 16 bytes\n\n{fenced(PY)}\n\n# Python 3, 3 bytes\n\n{fenced('abc')}",
        doubt="1 more header, not imported: 'Python 3, 3 bytes'",
    ),
    "comma of the language": Form(
        f"# Python 3,100 bytes\n\n{fenced(HUNDRED)}", code=HUNDRED, claimed=100
    ),
    "comma of the number": Form(
        f"# Python 3,100 bytes\n\n{fenced(PY)}", claimed=3100, doubt="claimed 3,100 bytes"
    ),
    "pictures": py("# 🐍 Python 3, 16 bytes 🎉"),
    "no-break spaces": py("# Python\u00a03,\u00a016\u00a0bytes"),
    "em dash without spaces": py("# Python 3—16 bytes"),
    "arrow of two characters": py("# Python 3, 51 -> 16 bytes"),
    "slash": py("# Python 3 / 16 bytes"),
    "named encoding": py("# Python 3, 16 UTF-8 bytes"),
    "raised thanks": py("# Python 3, 16 bytes <sup>-2 thanks to Bob</sup>"),
    "raised and struck": py("# Python 3, <sup><s>51</s></sup> 16 bytes"),
    "size in the next heading": py("# Python 3\n\n## Score: 16 bytes"),
    "size in the next line": py("# Python 3\n\n**16 bytes**"),
    "tag": py("# [tag:python-3], 16 bytes"),
    "reference link": py("# [Python 3][1], 16 bytes\n\n  [1]: https://example.org"),
    "words around": py("# A Python 3 solution, 16 bytes", doubt="is taken for Python 3"),
    "bonus": py("# Python 3, 16 bytes - 20% = 12.8", doubt="what follows the size"),
    "about": py("# Python 3, ~16 bytes", doubt="the size is not exact: '~'"),
    "minus before the size": py("# Python 3, -16 bytes", doubt="the size is not exact: '-'"),
    "tokens": py("# Python 3, 9 tokens, 16 bytes"),
    "tokens in brackets": py("# Python 3 (9 tokens), 16 bytes"),
    "bits that are as many bytes": py("# Python 3, 128 bits / 16 bytes"),
    "bits that are not": py("# Python 3, 16 bytes (10 bits)", doubt="names two sizes: 16 bytes"),
    "table": Form(f"| Language | Bytes |\n|---|---|\n| Python 3 | 16 |\n\n{fenced(PY)}"),
    "code in a sentence": Form(f"# Python 3, 16 bytes\n\nThe code is `{PY}`, as a lambda."),
    "code in a quote": Form(f"# Python 3, 16 bytes\n\n> ```\n> {PY}\n> ```\n"),
    "code in a list": Form(f"# Python 3, 16 bytes\n\n- the code:\n\n  ```\n  {PY}\n  ```\n"),
    "linked on Vyxal's own site": Form(
        f"# Vyxal, 2 bytes\n\n[Try it Online!]({vyxal('', 'Ṙ½')})", "vyxal", "Ṙ½", 2
    ),
    "code page": Form(f"# Vyxal, 2 bytes\n\n{fenced('Ṙ½')}", "vyxal", "Ṙ½", 2),
    "earlier size in brackets": py("# Python 3, 16 (was 51) bytes"),
    "earlier size in TeX": py(r"# Python 3, $\cancel{51}$ 16 bytes"),
    "earlier size in crossed characters": py("# Python 3, 5\u03361\u0336 16 bytes"),
    "sentence before the size": py("My first answer! It is 16 bytes of Python 3."),
    "solution in bytes": py("A solution in 16 bytes, in Python 3"),
    "sentence": py("Here is my solution in Python 3 (16 bytes):"),
    "badge": py("# ![Python 3, 16 bytes](https://example.org/badge.svg)"),
    "a picture beside the name": py(
        "# [![Python](https://example.org/python.png)](https://example.org) Python 3, 16 bytes"
    ),
    "an old size raised with an arrow": py(
        "# <img src='x.png' alt='logo'> Python 3, <sup>20 → </sup>16 bytes"
    ),
    "summary of details": Form(
        f"<details><summary>Python 3, 16 bytes</summary>\n\n{fenced(PY)}\n\n</details>"
    ),
    "header in code": py("# `Python 3`, `16` bytes"),
    "size below a line break": py("# Python 3 <br> 16 bytes"),
    "name in TeX": py(r"# $\text{Python 3}$, $16$ bytes"),
    "digits in keys": py("# Python 3, 1\ufe0f\u20e36\ufe0f\u20e3 bytes"),
    "difference with a minus": py("# Python 3, 20 − 4 = 16 bytes"),
    "two blocks of the claimed size": Form(
        f"# Python 3, 16 bytes\n\n{fenced(PY)}\n\nor\n\n{fenced('lambda x,y:x[:y]')}",
        doubt="2 code blocks have the claimed size: the first is taken, 16 bytes",
    ),
    "two blocks of the claimed size, one linked": Form(
        f"# Python 3, 16 bytes\n\n{fenced('lambda x,y:x[:y]')}\n\n{fenced(PY)}\n\n"
        f"[Try it]({tio('python3', PY.encode())})"
    ),
    "code in two blocks": Form(
        f"# Python 3, 26 bytes\n\nImports:\n\n{fenced('import os')}\n\nCode:\n\n{fenced(PY)}",
        code=f"import os\n{PY}",
        claimed=26,
        doubt="2 code blocks, from number 1 on, have the claimed size together",
    ),
    "tabs shown as spaces": Form(
        f"# Python 3, 32 bytes\n\n{fenced(TABBED.expandtabs(4))}",
        code=TABBED,
        claimed=32,
        doubt="4 spaces of an indent are taken for a tab: the claimed size fits",
    ),
    "line ends that count twice": Form(
        f"# Python 3, 14 bytes\n\n{fenced('a=1;;;;')}\n\n{fenced('a=1' + chr(10) * 3 + 'print')}",
        code="a=1\r\n\r\n\r\nprint",
        claimed=14,
        doubt="line ends are taken for CR LF",
    ),
    "entities twice": Form(
        f"# Python 3, {len('lambda n:n<3>2')} bytes\n\n{fenced('lambda n:n&amp;lt;3&amp;gt;2')}\n",
        code="lambda n:n<3>2",
        claimed=14,
        doubt="entities such as &lt; are taken for what they stand for",
    ),
    "dump": Form(
        f"# Python 3, 16 bytes\n\n{fenced('a ?')}\n\n{fenced(DUMP)}", code=DUMP, claimed=16
    ),
    "size in a sentence": Form(f"# Python 3\n\nThis is 16 bytes long:\n\n{fenced(PY)}"),
    "score in the next line": Form(
        f"# Python 3\n\n**Score: 16**\n\n{fenced(PY)}",
        doubt="the header names no unit: 16 is taken for bytes",
    ),
    "score below and another size in a sentence": Form(
        f"# Python 3\n\n## Score: 16 bytes\n\n{fenced(PY)}\n\nThe slice is 4 bytes."
    ),
    "an explanation that has the size with its line end": Form(
        f"# Python 3, 16 bytes\n\n{fenced('n[:k]  # first.')}\n\n{fenced(PY)}"
    ),
    "sign of a footnote": py("# Python 3, 16\u00b9 bytes"),
    "sign of a linked footnote": py("# Python 3, 16<sup>[1](#x)</sup> bytes"),
    "number of an encoding": py("# Python 3, 16 bytes (16 UTF-32 chars)", characters=16),
    "withdrawn": Form(
        f"# Python 3, 16 bytes\n\nThis answer is invalid for 0.\n\n{fenced(PY)}",
        doubt="a line says 'This answer is invalid for 0.'",
    ),
    "windows line ends": Form(f"# Python 3, 16 bytes\r\n\r\n    {PY}\r\n"),
    "arrow of an equals sign": py("# Python 3: 48 => 16 bytes"),
    "greater than": py("# Python 3, 20 > 16 bytes"),
    "sum of parts of the code": py("# Python 3, 15 + 1 = 16 bytes"),
    "in German": py("# Python 3, 16 Zeichen", claimed=None, characters=16),
    "in Spanish": py("# Python 3, 16 caracteres", claimed=None, characters=16),
    "in Russian": py("# Python 3, 16 байт"),
    "in Chinese": py("# Python 3,16字节"),
    "in Japanese": py("# Python 3、16バイト"),
    "wide comma": py("# Python 3，16 bytes"),
    "middle dot": py("# Python 3 · 16 bytes"),
    "at sign": py("# Python 3 @ 16 bytes"),
    "in so many bytes": py("# Python 3 in 16 bytes"),
    "with so many bytes": py("# Python 3 with 16 bytes"),
    "two slashes": py("# Python 3 // 16 bytes"),
    "dagger": py("# Python 3, 16† bytes"),
    "edit": py("# EDIT: Python 3, 16 bytes"),
    "rank": py("# #1: Python 3, 16 bytes"),
    "number of an answer": py("# 2. Python 3, 16 bytes"),
    "count before the size": Form(f"**Language:** Python 3\n\n**Byte count:** 16\n\n{fenced(PY)}"),
    "item of a list": py("- **Python 3**: 16 bytes"),
    "calls below the code": Form(
        f"# Python 3, 16 bytes\n\n{fenced(f'f={PY}{chr(10)}print(f([1],1))')}",
        doubt="the first line of code block 1, without the others: 'f=' is left out",
    ),
    "imports above the code": Form(
        f"# Python 3, 16 bytes\n\n{fenced(f'import os{chr(10)}{PY}')}",
        doubt="the last line of code block 1, without the others: the claimed size fits",
    ),
    "unit before the size": py("# Python 3\n\nBytes: 16"),
    "bits of a version": Form(
        f"# Vyxal, 16 bits<sup>v2</sup>, 2 bytes\n\n{fenced('Ṙ½')}", "vyxal", "Ṙ½", 2
    ),
    "own code page named": Form(f"# Vyxal, 2 bytes SBCS\n\n{fenced('Ṙ½')}", "vyxal", "Ṙ½", 2),
    "and a library": py("# Python 3 and numpy, 16 bytes", doubt="is taken for Python 3"),
    "thousands with an apostrophe": Form(
        f"# Python 3, 1'016 bytes\n\n{fenced('#' * 1000 + PY)}",
        code="#" * 1000 + PY,
        claimed=1016,
    ),
    "thousands with a point": Form(
        f"# Python 3, 1.016 bytes\n\n{fenced('#' * 1000 + PY)}",
        code="#" * 1000 + PY,
        claimed=1016,
    ),
    "blanks behind the code": Form(f"# Python 3, 16 bytes\n\n{fenced(PY + '  ')}"),
    "an empty line before the code": Form(f"# Python 3, 16 bytes\n\n```\n\n{PY}\n```"),
    "a name that is not counted": Form(
        f"# Python 3, 16 bytes\n\n{fenced('f=' + PY)}",
        doubt="'f=' is left out: the claimed size fits",
    ),
    "a name on a line that goes on": Form(
        f"# Python 3, 16 bytes\n\n{fenced('f=' + chr(92) + chr(10) + PY)}",
        doubt="is left out: the claimed size fits",
    ),
    "a name and a semicolon that are not counted": js(
        "# JavaScript, 19 bytes", shown=f"const f = {JS};", doubt="'const f =' and ';' is left out"
    ),
    "blanks that do not break": Form(
        f"# Python 3, 16 bytes\n\n{fenced(PY.replace(' ', chr(0xA0)) + chr(0x200B))}",
        doubt="blanks that do not break are blanks",
    ),
    "a letter for the source on a command line": Form(
        f"# Perl 5 `-pe`, 10 bytes\n\n{fenced(PERL)}", "perl", PERL, 10, ("-p",)
    ),
    "score below the code": Form(f"# Python 3\n\n{fenced(PY)}\n\nScore: 16 bytes"),
    "size, slash, language": py("# 16 B / Python 3"),
    "earlier size with its unit": py("# Python 3, 51 bytes → 16 bytes"),
    "line ends as tags": Form(
        "# Python 3, 9 bytes\n\n<pre><code>a=1<br>print</code></pre>", code="a=1\nprint", claimed=9
    ),
    "teletype": Form(f"# Python 3, 16 bytes\n\n<p><tt>{PY}</tt></p>"),
    "signs without a width": py("# Py\u00adthon 3,\u200b 16\u200c bytes"),
    "code page of the machine": Form(
        f"# Python 3, 14 bytes (ISO 8859-1)\n\n{fenced(UMLAUT)}", code=UMLAUT, claimed=14
    ),
    "ported": py("# Port to Python 3, 16 bytes"),
    "note on an edit above": Form(
        f"**Edit:** fixed for 3 bytes more.\n\n# Python 3, 16 bytes\n\n{fenced(PY)}",
        doubt="1 more header, not imported: 'fixed for 3 bytes more.'",
    ),
    "a prompt": Form(f"# Python 3, 16 bytes\n\n{fenced('>>> ' + PY)}", doubt="'>>>' is left out"),
    "a name in the first block, none in the second": Form(
        f"# Python 3, 16 bytes\n\n{fenced('g=' + PY)}\n\n{fenced(PY)}"
    ),
    "size above the language": py("# 16 bytes\n\nPython 3:"),
    "size and language labelled": py("**Score:** 16 bytes — **Language:** Python 3"),
    "two versions in words": py("# Python 2 and 3, 16 bytes"),
    "flags with a quote": Form(
        f"# Perl 5 `-F'/,/' -n`, 9 bytes\n\n{fenced(PERL)}", "perl", PERL, 9, ("-F/,/", "-n")
    ),
    "digits of a dump": Form(
        f"# Python 3, 16 bytes\n\n{fenced(PY.encode().hex())}",
        code=PY.encode().hex(),
        doubt="it is taken for hex: the claimed size fits",
    ),
    "another kind of dump": Form(
        "# Python 3, 16 bytes\n\n"
        + fenced(
            f"00000000  {PY[:8].encode().hex(' ')}  {PY[8:].encode().hex(' ')}  |lambda|\n00000010"
        ),
        code=f"{PY[:8].encode().hex(' ')}  {PY[8:].encode().hex(' ')}",
        doubt="it is taken for hex: the claimed size fits",
    ),
    "base64": Form(
        f"# Python 3, 16 bytes\n\n{fenced(base64.b64encode(PY.encode()).decode())}",
        code=base64.b64encode(PY.encode()).decode(),
        doubt="it is taken for base64: the claimed size fits",
    ),
    "a library in backquotes": py(
        "# Python 3 + `numpy`, 16 bytes", doubt="'Python 3 + numpy' is taken for Python 3"
    ),
    "header below the code": Form(f"{fenced(PY)}\n\n# Python 3, 16 bytes\n"),
    "keys": py("# <kbd>Python 3</kbd> <kbd>16 bytes</kbd>"),
    "quoted post": Form(f"> # Python 3, 16 bytes\n>\n>     {PY}\n"),
    "a power": py("# Python 3, 2<sup>4</sup> = 16 bytes"),
    "folded code": Form(
        f"# Python 3, 16 bytes\n\n<details><summary>Code</summary>\n\n{fenced(PY)}\n\n</details>"
    ),
    "link to sharplab": Form(
        "# C# (.NET Core), 25 bytes\n\n[run](https://sharplab.io/#"
        "v2:CYLg1APglgdgLgAgGYApZwNoF0EEMCUAvAHy4B0AMgKYwDmcAFgNxA==)",
        "csharp",
        "int f(int[] a)=>a.Length;",
        25,
    ),
    "marks of direction": py("# \u2068Python 3\u2069\u200f, \u206816 bytes\u2069"),
    "no blank behind a comma": js("# JavaScript(ES6),19bytes"),
    "symbols": py("# Python 3, 16 symbols", claimed=None, characters=16),
    "in Hebrew": py("# Python 3, 16 \u05d1\u05ea\u05d9\u05dd"),
    "word before the size": py("# Python 3: ~~51~~ now 16 bytes!"),
    "length": py("# Python 3, length 16", doubt="names no unit"),
    "score before the size": py("# Python 3 | Score: 16 bytes | for all k"),
    "size beside a word": py("# A 16-byte Python 3 answer", doubt="is taken for Python 3"),
    "sentence before the language": py("First golf, be gentle! Here's Python 3, 16 bytes."),
    "size below the bold language": py("**Python 3**  \n*16 bytes*"),
    "what is golfed has the size": Form(
        f"# Python 3\n\nGolfed (16 bytes):\n\n{fenced(PY)}\n\nUngolfed:\n\n{fenced(PY + ' # k')}"
    ),
    "remark on golfing below": py("# Python 3, 16 bytes\n\nGolfed down from 20 bytes by Bob"),
    "mark of a footnote": py("# Python 3[^1], 16 bytes\n\n[^1]: or 2"),
    "table with the code": Form(
        f"| Language | Size | Code |\n|---|---|---|\n| Python 3 | 16 bytes | `{PY}` |"
    ),
    "words and a colon before the language": py("# My first code golf: Python 3, 16 bytes"),
    "attempt with a number": py("# Attempt #2: Python 3 - 16 bytes"),
    "language in brackets before the size": py("# Solution 1 (Python 3): 16 bytes"),
    "golf behind the language": py("# Python 3 code-golf, 16 bytes"),
    "size in words and digits": py("# Python 3, sixteen (16) bytes"),
    "size before the language, both named": py("# Size: 16 bytes, Language: Python 3"),
    "long arrow": py("# Python 3, 51 ⟶ 16 bytes"),
    "flag behind with its size in brackets": Form(
        f"# Perl, 9 bytes + `-p` (1 byte)\n\n{fenced(PERL)}", "perl", PERL, 10, ("-p",)
    ),
    "digits apart": py("# Python 3, 1 6 bytes"),
    "code in keys": Form(f"# Python 3, 16 bytes\n\n<p><kbd>{PY}</kbd></p>"),
    "size in the title of a link": py("# [Python 3](https://example.org '16 bytes')"),
    "raised unit": py("# Python 3, 16<sup>bytes</sup>"),
    "formula with a sum": py("# Python 3, $2^4=16$ bytes"),
    "formula in other brackets": py(r"<h1>Python 3, \(16\) bytes</h1>"),
    "formula with a size of letters": py(r"# $\large\text{Python 3, 16 bytes}$"),
    "difference with a hyphen": py("# Python 3, 18 - 2 = 16 bytes"),
    "framed": py("=== Python 3, 16 bytes ==="),
    "struck by tildes that are shown": py("<h1>Python 3, ~~17~~ 16 bytes</h1>"),
    "complexity first": py("# O(n), Python 3, 16 bytes"),
    "list of a language and a size": py("- Language: Python 3\n- Bytes: 16\n"),
    "terms of a list": py(
        "<dl><dt>Language</dt><dd>Python 3</dd><dt>Size</dt><dd>16 bytes</dd></dl>"
    ),
    "score that is no size": py(
        "# Python 3, score 42.5", claimed=None, doubt="42.5 has no unit and is the size of no code"
    ),
    "another answer quoted": py(
        "> # Ruby, 5 bytes\n>\n>     ->a{}\n\n# Python 3, 16 bytes",
        doubt="1 more header, not imported: 'Ruby, 5 bytes'",
    ),
    "all in a quotation": py("> # Python 3, 16 bytes"),
    "a language in backquotes": Form(f"# `bc`, 6 bytes\n\n{fenced('read()')}", "bc", "read()", 6),
    "plain JavaScript": js("# Vanilla JS, 19 bytes"),
    "where it runs": js("# JavaScript in the browser, 19 bytes"),
    "a size in words behind with": py("Python 3 with sixteen bytes:"),
    "words of a saving": py(
        "# Python 3, with two bytes saved, 16 bytes", doubt="is taken for Python 3"
    ),
    "the kind of the answer": py("# Python 3 lambda, 16 bytes", doubt="is taken for Python 3"),
    "an unseen sign before the name": py("# &#x2063;Python 3, 16 bytes"),
    "a picture names the language": py("# <img src='x.png' alt='Python 3'> 16 bytes"),
    "code page before the unit": Form(
        f"# Python 3, {len(UMLAUT)} ISO-8859-1 bytes\n\n{fenced(UMLAUT)}",
        code=UMLAUT,
        claimed=len(UMLAUT),
    ),
    "a sum of files": Form(
        f"# C, 8 + {len(C) - 9} = {len(C) - 1} bytes\n\n{fenced(C[:8])}\n\nand\n\n{fenced(C[9:])}",
        "c",
        C[:8] + C[9:],
        len(C) - 1,
        doubt="2 code blocks, from number 1 on, have the claimed size together",
    ),
    "compiler before the language": Form(
        "# GHC Haskell, 4 bytes\n\n```\nf=id\n```", "haskell", "f=id", 4
    ),
    "implementation alone": py("# PyPy3, 16 bytes"),
    "another language before": py(
        "# Ruby, 21 bytes → Python 3, 16 bytes",
        doubt="1 more header, not imported: 'Ruby, 21 bytes'",
    ),
    "two languages in a header": py(
        "# Python 3 (16 bytes), JavaScript (19 bytes)",
        doubt="1 more header, not imported: 'JavaScript (19 bytes)'",
    ),
}


def answer(number: int, markdown: str, **more: Any) -> dict[str, Any]:
    """One item of the API's JSON."""
    return {
        "answer_id": number,
        "body_markdown": markdown,
        "owner": {"display_name": f"Author {number}"},
        "link": f"https://example.org/a/{number}",
        "creation_date": 1548633600 + number * 86400,
        "score": number,
        **more,
    }


def answers(*items: dict[str, Any]) -> str:
    return json.dumps({"items": items, "has_more": False})
