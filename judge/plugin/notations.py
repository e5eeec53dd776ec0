"""What languages print around a list besides brackets, numbers and commas, taken away.

``print_r`` and ``Map(1) {`` are no part of an answer. Bounded like ``judge.plugin.number_lists``,
and, like that, made of the standard library alone.
"""

from __future__ import annotations

import itertools
import re

from judge.plugin.complex_numbers import pairs_of_complex

MAX_DEPTH = 3
#: Without any of this there is nothing to take away.
_SIGNS = re.compile(r"""[^\s0-9\[\](){},;:|"'+-]|[0-9]-[0-9]|""|''|[+|]-""")
_NAMES = re.compile(
    r"""defaultdict\((?:None|<(?:[^<>\n]|<[^<>\n]*>)*>),\s*(?=\{)"""
    r"""|\b(?:Map|Set|Array|\w{1,12}Array)\([0-9]{1,9}\)\s?(?=[{\[])"""
    r"""|\b(?:frozenset|set|OrderedDict|deque|Counter|dict_(?:items|keys|values)|array)(?=\()"""
    r"""|\b(?:(?:Array|Hash|Linked|List|Tree)?(?:List|Map|Set|Seq)|Vector|ArrayBuffer)(?=\()"""
    r"""|\b(?:Any|Array|Dict|Int[0-9]{0,3}|Matrix|NTuple|Pair|Set|Tuple|Union|Vector)"""
    r"""(?:\{[\w\s,{}]{0,80}\})?(?=[\[(])"""
    r"""|\b(?:Just|Some|some|Optional|MapSet\.new|map|seq|hash[a-z]{0,8})(?=[\[(])"""
    r"""|\$VAR[0-9]{1,9}\s=\s|\b(?:fromList|map|seq|set)\s(?=\[)|\b(?:Just|Some)\s(?=[\[(\d])"""
    r"""|(?<![^\s\[({,])[@%~$](?=[\[({])|^\s*ans\s=\s"""
)
_HASH_SET = re.compile(r"#<Set:\s(\{[^<>\n]*\})>")
#: A vector or a set behind a sign that begins a comment elsewhere.
_HASH_GROUP = re.compile(r"(?<![^\s\[({,])#(?:hash[a-z]{0,8}|s)?(?=[({])")
#: Values that mean nothing, with signs that words have not.
_NOTHING = re.compile(
    r"(?<!\w)#(?:f|nil)\b|\(Any\)|\bNullable\.null\b|\bnone\([\w\s]{1,20}\)"
    r"""|(?<=[\[({,\s])(?:""|'')(?=\s?[\])},])"""
)
#: An integer of a type of its own.
_TYPED = re.compile(r"(?<![\w.])([0-9]{1,18})[nL](?!\w)")
_HOLES = re.compile(r"<([0-9]{1,4}) empty items?>")
#: A minus of its own, and brackets of its own.
_MINUS = re.compile(r"(?<![\w.])[¯_\u2212](?=[0-9])")
_BRACKETS = str.maketrans("⟨⟩‿", "[] ")
#: A pair such as 0-1 or 0/1: not a part of a longer word, nor of a negative number.
_JOINED = re.compile(r"(?<![\w.+-])([0-9]{1,18})(?:[-/@~]|\s?>\s?|\s?<-\s?)([0-9]{1,18})(?![\w.-])")
#: A dump in which each item has its key: how it begins, and its tokens.
_DUMP_ARRAY = re.compile(r"\s*(?:Array\s*\(\s|array\s?\(|array\([0-9]+\)\s\{)")
_DUMP_TOKEN = re.compile(
    r"""(?P<open>Array\s{1,2}\s*\(|array\s?\((?:[0-9]{1,9}\)\s\{)?)|(?P<close>[)}])"""
    r"""|(?:\[(?P<key>"?-?\w{1,40}"?)\]|(?P<index>-?[0-9]{1,18}))\s?=>"""
    r"""|(?:int|float|bool)\((?P<typed>[^()\n]{1,40})\)|string\([0-9]{1,9}\)\s"(?P<text>[^"\n]*)\""""
    r"""|(?P<word>[^\s,;(){}]+)|(?P<other>[({])"""
)
#: What R prints: a list of vectors, a vector whose lines begin with an index, a matrix.
_R_LIST = re.compile(r"\[\[[0-9]{1,6}\]\]\n")
_R_INDEX = re.compile(r"""[ ]{0,9}\[[0-9]{1,6}\][ ]+(?=[-0-9NTF"])""")
_R_COLUMNS = re.compile(r"[ ]+\[,1\][^\n]*\n")
_R_ROW = re.compile(r"[ ]{0,9}\[[0-9]{1,6},\](?=[ ])")
_R_EMPTY = re.compile(
    r"(?:integer|numeric|character|logical)\(0\)|list\(\)|NULL|data frame with 0 columns and 0 rows"
    r"|\[1\][\w. ]{1,200}\n<0 rows>[^\n]{0,40}"
)
#: The names of columns, and the line that a database draws below them.
_HEADS = re.compile(r"[A-Za-z_.][\w.]{0,40}")
_UNDERLINE = re.compile(r"-+(?:\s+-+)*\s*")
#: A drawn frame: its horizontal lines, what stands at both ends of others, and between cells.
_RULE = re.compile(r"(?=.*[─━═╶╴-])[\s│┃|+─━═┌┐└┘├┤┬┴┼╭╮╰╯→⊖~:-]+")
_CORNERS = re.compile(r"[\s┌┐└┘╭╮╰╯─━]+")
_FRAME = re.compile(r"\s{0,99}(?:[┌╭][─━→⊖┬┐╮]|\+-+[+-]|\|.{1,999}\|\s{0,9}\n\s{0,9}\|[-:]+[|+-])")
_SIDES = re.compile(r"^[│┃|↓╵╷⌽]|[│┃|┘╯]$")
_APART = re.compile(r"[│┃|]\s*[│┃|]")
_WALL = re.compile(r"[│┃|]")
#: What an interactive Julia or Octave prints before a list, and empty matrices.
_DISPLAYED = re.compile(
    r"^\s{0,9}(?:(?:[0-9]{1,6}-element|[0-9]{1,6}(?:×[0-9]{1,6})+)\s\w{1,12}(?:\{[\w\s,{}]{0,80}\})?"
    r"(?::\s*\n|\s*$)|[A-Za-z]\w{0,20}\s=\s*\n)"
)
#: An item of a cell array of Octave.
_CELL = re.compile(r"^\s{0,40}\[[0-9]{1,6},[0-9]{1,6}\] =", re.MULTILINE)
_EMPTY_MATRIX = re.compile(r"\[\]\([0-9]{1,6}x[0-9]{1,6}\)")
#: A value with two named fields, as classes, structures and objects are printed, and two numbers
#: among words.
_FIELD = r":?([A-Za-z_]\w{0,30})\s?(?::|=>?)\s?([0-9]{1,18})"
_RECORD = re.compile(
    rf"(#<struct\s)?(?<!\w)(\w{{0,40}})\s?[\[({{]?\s?{_FIELD}(?:,|,?\s+){_FIELD}\s?[\])}}>]"
)
#: The same as SQLite shows a row, each field in a line.
_LINES = re.compile(
    r"^[ ]{0,40}([A-Za-z_]\w{0,30}) = ([0-9]{1,18})\n[ ]{0,40}([A-Za-z_]\w{0,30}) = ([0-9]{1,18})$",
    re.MULTILINE,
)
_SENTENCE = re.compile(
    r"([A-Za-z][A-Za-z ]{0,40})?#?\b([0-9]{1,18})\b"
    r"(\s?[A-Za-z:=>-][A-Za-z :=>#-]{0,40})\b([0-9]{1,18})([.!]?)"
)
#: The same with a list in place of the second number; lines of a key and its list, in words.
_LISTED = re.compile(
    r"[({]\s?([A-Za-z]\w{0,30})\s?(?::|=>?)\s?([0-9]{1,18}),\s{0,9}"
    r"([A-Za-z]\w{0,30})\s?(?::|=>?)\s?[\[({]([0-9,\s]{0,900})[\])}]\s?[)}]"
)
_KEY = re.compile(r"([A-Za-z][A-Za-z ]{0,40})?#?([0-9]{1,18})\b(.*)", re.DOTALL)
_ITEM = re.compile(r"(?<![\w.-])(?:([A-Za-z]{1,20})\s?#?)?([0-9]{1,18})(?![\w.])")
_LINK = re.compile(r"[A-Za-z :=>\u2192#-]{1,60}")
_NEGATION = re.compile(r"\b(?:not?|never|cannot)\b|n't\b", re.IGNORECASE)
_LABEL = re.compile(r"(?<![^\W_])[A-Za-z](?=[0-9])")
#: What stands between the items of a list, and a quote or the colon of a symbol beside one.
_BETWEEN = re.compile(r"[\s\[\](){},;|]+")
_QUOTE = re.compile(r"""(?<![^\s\[({,;|])(?:["']|:(?=[A-Za-z]))|["'](?![^\s\])},;|])""")
_BETWEEN_RECORDS = re.compile(r"[\s\[\](){},;]*")


def labelled_pairs(text: str) -> tuple[tuple[int, int], ...]:
    """Pairs that all come in the same words, ``B0 blocks A1`` or ``Block(left=0, right=1)``; none
    where two of them come in other words, or where anything else stands in the text."""
    plain = re.sub(r"""["']""", "", text.replace("\\n", "\n"))
    if records := [*_RECORD.finditer(plain)]:
        kinds = {(one[1], one[2], one[3], one[5]) for one in records}
        is_whole = _BETWEEN_RECORDS.fullmatch(_RECORD.sub("", plain))
        if not is_whole or len(kinds) > 1 or records[0][3] == records[0][5]:
            return ()
        return tuple((int(one[4]), int(one[6])) for one in records)
    if lines := [*_LINES.finditer(plain)]:
        rest = _LINES.sub("", plain).strip()
        if rest or len({(one[1], one[3]) for one in lines}) > 1 or lines[0][1] == lines[0][3]:
            return ()
        return tuple((int(one[2]), int(one[4])) for one in lines)
    return _said_pairs(plain)


def _said_pairs(text: str) -> tuple[tuple[int, int], ...]:
    inner = re.fullmatch(r"\s*[\[({](.*)[\])}]\s*", text, re.DOTALL)
    parts = re.split(r"[\n,;|]", inner[1] if inner else text)
    said: list[re.Match[str]] = []
    for part in filter(None, map(str.strip, parts)):
        found = _SENTENCE.fullmatch(_LABEL.sub(r"\g<0> ", part))
        if found is None:
            return ()
        said.append(found)
    words = {(one[1], one[3], one[5]) for one in said}
    if len(words) != 1 or not re.search("[A-Za-z]", said[0][0]) or _NEGATION.search(said[0][3]):
        return ()
    return tuple((int(one[2]), int(one[4])) for one in said)


def labelled_groups(text: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Numbers that each come with a list in the same words: ``A0: B1, B2``, ``Attacker 0 is blocked
    by 1 and 2``, ``{attacker: 0, blockers: [1, 2]}``. Without a number, as in ``Blocker 0 does not
    block``, a list is empty. () where it is not that."""
    plain = re.sub(r"""["']""", "", text.replace("\\n", "\n"))
    if listed := [*_LISTED.finditer(plain)]:
        names = {(one[1], one[3]) for one in listed}
        is_whole = _BETWEEN_RECORDS.fullmatch(_LISTED.sub("", plain))
        if not is_whole or len(names) > 1 or listed[0][1] == listed[0][3]:
            return ()
        return tuple(
            (int(one[2]), tuple(map(int, one[4].replace(",", " ").split()))) for one in listed
        )
    parts = filter(None, map(str.strip, plain.split("\n" if "\n" in plain.strip() else ";")))
    found = [_group_in_words(part) for part in parts]
    lines = [line for line in found if line is not None]
    heads, links = {line[0] for line in lines}, {line[2] for line in lines if line[3]}
    silent = {line[2] for line in lines if not line[3]}
    if len(lines) != len(found) or len(heads) != 1 or len(links) > 1 or len(silent) > 1:
        return ()
    if not re.search("[A-Za-z]", "".join((*heads, *links))) or _NEGATION.search("".join(links)):
        return ()
    return tuple((key, numbers) for _, key, _, numbers in lines)


def _group_in_words(line: str) -> tuple[str, int, str, tuple[int, ...]] | None:
    """What stands before the key, the key, the words behind it, and the list; None for no such
    line."""
    head = _KEY.fullmatch(line)
    if head is None:
        return None
    rest = re.sub(r"\band\b|&", ",", head[3])
    items = [*_ITEM.finditer(rest)]
    link = rest[: items[0].start(2)] if items else rest
    link = " ".join(re.sub(r"[\[({\])}.!]", " ", link).split())
    between = [rest[one.end() : two.start()] for one, two in itertools.pairwise(items)]
    names = {one[1] for one in items[1:]} - {None, items[0][1] if items else None}
    after = rest[items[-1].end() :] if items else ""
    is_list = all(re.fullmatch(r"\s*,?\s*", gap) for gap in between) and not names
    if not is_list or not re.fullmatch(r"[\])}.!,\s]*", after) or not _LINK.fullmatch(link):
        return None
    several = link.removesuffix("s") if items else link
    return (head[1] or "").strip(), int(head[2]), several, tuple(int(one[2]) for one in items)


def without_notation(text: str) -> str:
    """``text`` with nothing but brackets around its numbers and words."""
    if not _SIGNS.search(text):
        return _r_lists(text) if "[1]" in text or "[,1]" in text else text
    return _JOINED.sub(r"(\1 \2)", without_names(text))


def plain_words(text: str) -> tuple[str, ...]:
    """The numbers and words of one list, without what languages write around and between them:
    brackets, separators, quotes, names of types. What is left may be anything: check each word."""
    words = _BETWEEN.sub(" ", _QUOTE.sub(" ", without_names(text)))
    return tuple(words.split())


def without_names(text: str) -> str:
    """``text`` without names of types, signs of displays and frames; its groups in brackets."""
    text = _framed_lists(text.replace("\\n", "\n"))  # in a list of strings
    text = _EMPTY_MATRIX.sub("[]", _DISPLAYED.sub("", text, count=1))
    if _DUMP_ARRAY.match(text):
        text = _dumped_lists(text)
    text = _r_lists(text).translate(_BRACKETS)
    text = _HASH_GROUP.sub("", _NOTHING.sub(" nil ", _HASH_SET.sub(r"\1", text)))
    text = _TYPED.sub(r"\1", text)
    text = _HOLES.sub(lambda found: "nil," * int(found[1]), text)
    text = _NAMES.sub(lambda found: "(" if found[0].startswith("default") else "", text)
    return pairs_of_complex(_MINUS.sub("-", text))


def cells_as_list(text: str) -> str:
    """What Octave shows of a cell array, ``[1,2] = 3`` a line, as a list; any other text as it
    is."""
    if not _CELL.search(text):
        return text
    lines = []
    for line in re.sub(r"^\s{0,9}\w{1,20} =\s*\n", "", text).split("\n"):
        shown = _CELL.sub("", line).strip()
        ends = "," if shown and shown != "{" else ""
        is_row = ends and shown != "}" and not _CELL.match(line)
        lines.append(f"[{shown}]{ends}" if is_row else f"{shown}{ends}")
    return "\n".join(lines).rstrip(",\n")


def _framed_lists(text: str) -> str:
    """The tables and boxes of databases and array languages, as lists: each line whose cells hold
    one item, else each cell. Any other text as it is."""
    if not _FRAME.match(text):
        return text
    if "⊖" in text.split("\n", 1)[0]:
        return ""  # an empty vector, which shows the item that it would have
    rows: list[str] = []
    for line in text.split("\n"):
        if not line.strip() or _RULE.fullmatch(line) or _CORNERS.fullmatch(line):
            rows.append("")
            continue
        inner = _SIDES.sub("", line.strip())
        groups = [part for part in _APART.split(inner) if part.strip()]
        cells = [_WALL.sub(" ", group) for group in groups]
        if len(groups) < 2 and any(len(cell.split()) > 1 for cell in _WALL.split(inner)):
            cells = _WALL.split(inner)
        is_heading = not any(rows) and not re.search("[0-9]", inner)
        rows.append("" if is_heading else " ".join(f"[{cell.strip()}]" for cell in cells))
    return "\n".join(rows)


def _r_lists(text: str) -> str:
    """What R prints, as lists; any other text as it is."""
    lines = [line for line in text.split("\n") if line.strip()]
    if _R_LIST.match(text):
        parts = [part.strip() for part in _R_LIST.split(text)[1:]]
        if all(_R_INDEX.match(part) or _R_EMPTY.fullmatch(part) for part in parts):
            return " ".join(f"[{'' if part == 'NULL' else _r_lists(part)}]" for part in parts)
    elif _R_EMPTY.fullmatch(text.strip()):
        return "" if lines != ["NULL"] else text
    elif lines and "[1]" in lines[0] and all(_R_INDEX.match(line) for line in lines):
        return "\n".join(_R_INDEX.sub("", line, count=1) for line in lines)
    elif rows := _headed_rows(lines):
        return rows
    elif _R_COLUMNS.match(text) and all(_R_ROW.match(line) for line in lines[1:]):
        return "\n".join(f"[{_R_ROW.sub('', line, count=1)}]" for line in lines[1:])
    return text


def _headed_rows(lines: list[str]) -> str:
    """The rows of a data frame, whose first column counts them, or of a table with a line below the
    names of its columns; empty for any other text."""
    heads = lines[0].split() if lines else []
    if len(heads) < 2 or not all(_HEADS.fullmatch(head) for head in heads):
        return ""
    is_underlined = len(lines) > 1 and _UNDERLINE.fullmatch(lines[1].strip()) is not None
    rows = [line.split() for line in lines[1 + is_underlined :]]
    counted = 0 if is_underlined else 1
    counts = [row[0] for row in rows] if counted else []
    first = int(counts[0]) if counts[:1] in (["0"], ["1"]) else -1
    if counted and (first < 0 or counts != [str(first + at) for at in range(len(rows))]):
        return ""
    if any(len(row) != len(heads) + counted for row in rows):
        return ""
    return "\n".join(f"[{' '.join(row[counted:])}]" for row in rows) or "[]"


def with_keys(text: str) -> str:
    """The array of a dump with all its keys, ``{0: 1, 2: 0}``; any other text as it is."""
    return _dumped_lists(text, keeps_keys=True) if _DUMP_ARRAY.match(text) else text


def _dumped_lists(text: str, keeps_keys: bool = False) -> str:
    """The arrays of a dump: lists where keys count from 0, else maps. ``text`` if it is none."""
    levels: list[list[tuple[str, str]]] = [[]]
    keys: list[str] = []
    key = ""
    for found in _DUMP_TOKEN.finditer(text):
        is_item = not (found["close"] or found["key"] or found["index"])
        if found["other"] or (is_item and len(levels) > 1 and not key):
            return text  # an item without a key
        if found["open"]:
            if len(levels) > MAX_DEPTH:
                return text
            keys.append(key)
            key = ""
            levels.append([])
        elif found["close"]:
            if len(levels) == 1:
                return text
            if key:
                levels[-1].append((key, '""'))
            whole = _dumped_array(levels.pop(), keeps_keys and len(levels) == 1)
            levels[-1].append((keys.pop(), whole))
        elif found["key"] or found["index"]:
            if key:  # the value before is null, false or empty: print_r shows nothing
                levels[-1].append((key, '""'))
            key = (found["key"] or found["index"]).strip('"')
        else:
            levels[-1].append((key, found["typed"] or found["text"] or found["word"] or '""'))
            key = ""
    return " ".join(value for _, value in levels[0]) if len(levels) == 1 else text


def _dumped_array(entries: list[tuple[str, str]], keeps_keys: bool) -> str:
    if not keeps_keys and all(key == str(index) for index, (key, _) in enumerate(entries)):
        return "[" + ", ".join(value for _, value in entries) + "]"
    return "{" + ", ".join(f"{key}: {value}" for key, value in entries) + "}"
