"""Packages that are malformed, each by one change to a sound one, and the file that is at fault."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from pathlib import Path

#: What is done to the folder of a sound package.
Change = Callable[[Path], object]

SETTINGS = (
    "problem_format_version: 2025-09\nname: Sum\nuuid: 8ee7605a-ab1a-8226-1d71-e346ab1e688d\n"
)
PLUGIN = """from judge.plugin import Goal, IllegalAnswer, InputError, Undecodable

class Echo:
    goal = Goal.MAXIMISE
    def parse(self, text):
        return int(text)
    def decode(self, text, instance, reading):
        return int(text)
    def score(self, instance, answer):
        return answer
"""


def sound(root: Path) -> Path:
    """A sound package with a plug-in and two cases."""
    folder = root / "sum"
    files = {"problem.yaml": SETTINGS, "plugin.py": PLUGIN}
    for case in ("sample/1", "secret/2"):
        files[f"data/{case}.in"] = files[f"data/{case}.ans"] = f"{case[-1]}\n"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def written(name: str, content: str | bytes) -> Change:
    def change(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return change


def removed(name: str) -> Change:
    return lambda folder: (folder / name).unlink()


def linked(name: str, target: str) -> Change:
    def change(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)

    return change


def piped(name: str) -> Change:
    def change(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)

    return change


def listening(name: str) -> Change:
    def change(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        home = Path.cwd()
        os.chdir(folder)  # the path of a socket must be short
        try:
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(name)
        finally:
            os.chdir(home)

    return change


def foldered(name: str) -> Change:
    def change(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).mkdir(parents=True)

    return change


def plugin(old: str, new: str) -> Change:
    assert old in PLUGIN, old
    return written("plugin.py", PLUGIN.replace(old, new))


def _settings() -> Mapping[str, Change]:
    """Of problem.yaml."""
    lines = (
        "type: 7",
        "type: nonsense",
        "type: [pass-fail, 3]",
        "type: []",
        "type: {a: b}",
        "type: [pass-fail, scoring]",
        "type: [interactive, submit-answer]",
        "limits: 5",
        "limits: []",
        "limits: {time_limit: 0}",
        "limits: {time_limit: -1}",
        "limits: {time_limit: .nan}",
        "limits: {time_limit: .inf}",
        "limits: {time_limit: yes}",
        "limits: {time_limit: one}",
        "limits: {time_limit: [1]}",
        "limits: {time_limit: 1e999}",
        f"limits: {{memory: {'9' * 5000}}}",
        "limits: {memory: 0}",
        "limits: {memory: 1.5}",
        "limits: {memory: 2024-01-01}",
        "limits: {output: -3}",
        "limits: {code: many}",
        "limits: {time_multipliers: 3}",
        "limits: {time_multipliers: {ac_to_time_limit: no}}",
        "limits: {validation_passes: 1}",
        "limits: {unknown: 1}",
        "languages: 5",
        "languages: [5]",
        "languages: []",
        "allow_file_writing: 3",
        "constants: 5",
        "constants: {a b: 1}",
        "constants: {a: [1]}",
        "constants: {a: .nan}",
        "constants: {a: {value: .inf}}",
        "type: multi-pass",
        'keywords: ["\\0"]',
        'name: "\\uD800"',
        "validation: custom",
        "problem_format_version: 2025-09",
        "name: x",
        "? [a]\n: b",
        "a: &a [*a]",
        "- x",
        "\tname: x",
        "name: [",
        "name: 'x",
        "name: !!python/object:os.system x",
        "name: !!binary x",
        "name: 2024-99-99",
        "*nobody",
        "%YAML 9.9",
        "---\na: b\n---\nc: d",
        "\x07",
        "[" * 5000,
        "a: " + "{b: " * 5000,
        "a: " + "- " * 5000,
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(
            f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n"
            for old, new in zip("abcdefg", "bcdefgh", strict=True)
        ),
    )
    rows = {}
    for line in lines:
        key = line.partition(":")[0]
        kept = [one for one in SETTINGS.splitlines() if not one.startswith(f"{key}:")]
        if line in ("name: x", "problem_format_version: 2025-09"):
            kept = SETTINGS.splitlines()  # a duplicate key
        rows[line[:70]] = written("problem.yaml", "\n".join([*kept, line, ""]))
    whole = {
        "a version of the future": SETTINGS.replace("2025-09", "2031-01"),
        "a version that is a list": SETTINGS.replace("2025-09", "[1]"),
        "NUL": SETTINGS + "\0",
        "Latin-1": SETTINGS.encode() + "name2: é".encode("latin-1"),
        "UTF-16": SETTINGS.encode("utf-16"),
        "a text": "no mapping",
        "a list": "[1, 2]",
    }
    return rows | {name: written("problem.yaml", text) for name, text in whole.items()}


def _describing() -> Mapping[str, Change]:
    """Of problem.yaml, where nothing is decided: the package is judged all the same."""
    lines = (
        "name: 3",
        "name: []",
        "name: {en: [1]}",
        "name: {1: 2}",
        "name: {xx-yy-zz: a}",
        "uuid: 5",
        "uuid: nonsense",
        "version: [1]",
        "credits: 5",
        "credits: {authors: 5}",
        "credits: {nobody: x}",
        "source: 5",
        "license: nonsense",
        "license: 4",
        "embargo_until: 3",
        "keywords: 5",
        "keywords: [[a]]",
        "nmae: Sum",
        "&a b: *a",
        "description: {a: [b, c]}",
        "Title: 5",
        "short-name: ~",
        "rights_owner: [me]",
        "credits: {translators: {en: []}}",
        "credits: {authors: [{name: A, orcid: 12}]}",
        "source: [{url: x}]",
        "source: []",
    )
    rows = {}
    for line in lines:
        key = line.partition(":")[0]
        kept = [one for one in SETTINGS.splitlines() if not one.startswith(f"{key}:")]
        rows[line[:70]] = written("problem.yaml", "\n".join([*kept, line, ""]))
    return rows


def _files() -> Mapping[str, tuple[Change, str]]:
    rows: dict[str, tuple[Change, str]] = {}
    for name in (
        "problem.yaml",
        "plugin.py",
        "judge.toml",
        "data/secret/2.in",
        "data/secret/2.ans",
    ):
        last = name.rpartition("/")[2]
        rows[f"{name} is a pipe"] = piped(name), last
        rows[f"{name} is a socket"] = listening(name), last
        rows[f"{name} is a folder"] = foldered(name), last
        rows[f"{name} is a device"] = linked(name, "/dev/zero"), last
        rows[f"{name} is a link to nothing"] = linked(name, "nowhere"), last
        rows[f"{name} is a link to itself"] = linked(name, last), last
        rows[f"{name} is a link out of the package"] = linked(name, "/etc/hostname"), last
    for name in ("data/secret/2.yaml", "data/secret/test_group.yaml", "data/test_group.yaml"):
        last = name.rpartition("/")[2]
        for content in (
            *("5", "[1]", "x: [", "nobody: 1", "args: 5", "scoring: 5", "\0", "{" * 5000),
            *('args: ["\\0"]', "description: [5]", "input_validator_args: {check: 5}"),
        ):
            rows[f"{name}: {content[:20]!r}"] = written(name, content), last
        many = f"{'y' * 99999}, " * 11
        for key in ("args", "input_validator_args", "output_validator_args"):
            long, several = f"{key}: [{'x' * (1 << 17)}]", f"{key}: [{many}]"
            rows[f"{name}: a long argument in {key}"] = written(name, long), f"{last}:1: {key}: an"
            rows[f"{name}: many bytes in {key}"] = written(name, several), f"{last}:1: {key}: the"
        rows[f"{name} is a pipe"] = piped(name), last
    rows["files of a case are a file"] = (
        written("data/secret/2.files", ""),
        "2.files: is no folder: make",
    )
    for content in (
        'validator = "nonsense"',
        "validator = 5",
        "validator = []",
        'flags_rule = "x"',
        "time = 5",
        "plugin_time_limit = 0",
        "plugin_time_limit = nan",
        "plugin_time_limit = inf",
        'plugin_time_limit = "x"',
        "plugin_time_limit = true",
        "nobody = 1",
        "x",
        "[a",
        "a = 1\na = 2",
        "a = " + "[" * 5000,
        "\0",
        b"\xff",
    ):
        rows[f"judge.toml: {content[:30]!r}"] = written("judge.toml", content), "judge.toml"
    rows |= {
        "no answer file": (removed("data/secret/2.ans"), "2.ans"),
        "no input file": (removed("data/secret/2.in"), "2.ans"),
        "an input that is no text": (written("data/secret/2.in", b"\xff\xfe"), "2.in"),
        "an answer that is no text": (written("data/secret/2.ans", b"\xff\xfe"), "2.ans"),
        "an input in capitals": (
            written("data/secret/3.IN", "1\n"),
            "3.IN: is not read: call it 3.in",
        ),
        "an answer in capitals": (
            written("data/secret/2.Ans", ""),
            "2.Ans: is not read: call it 2.a",
        ),
        "an empty input": (written("data/secret/2.in", ""), "2.in"),
        "an empty answer": (written("data/secret/2.ans", ""), "2.ans"),
        "no settings": (removed("problem.yaml"), "contains no problem"),
    }
    return rows


def _plugins() -> Mapping[str, Change]:
    rows: dict[str, Change] = {
        "syntax error": written("plugin.py", "def ("),
        "NUL": written("plugin.py", "a = 1\0"),
        "Latin-1": written("plugin.py", b"# \xe9"),
        "nested deeply": written("plugin.py", "x = " + "(" * 5000),
        "nested deeply, with an operator": written("plugin.py", "x = " + "-" * 50000 + "1"),
        "no class": written("plugin.py", ""),
        "two classes": written("plugin.py", PLUGIN + PLUGIN.replace("Echo", "Other")),
        "a folder": lambda folder: (
            (folder / "plugin.py").unlink(),
            (folder / "plugin.py").mkdir(),
        ),
        "a goal that raises": written(
            "plugin.py",
            PLUGIN.replace("    goal = Goal.MAXIMISE", "    goal = property(lambda self: 1 / 0)"),
        ),
        "a missing module": written("plugin.py", "import nobody_has_this"),
        "an import of itself": written("plugin.py", "from . import plugin\nplugin.Echo"),
        "both score and compare": plugin(
            "    def score", "    def compare(self, i, a, b): ...\n    def score"
        ),
        "a near miss": plugin(
            "    def parse", "    def genrate(self, rng, size): ...\n    def parse"
        ),
        "score is no method": plugin(
            "    def score(self, instance, answer):\n        return answer", "    score = 5"
        ),
        "decode with other parameters": plugin(
            "decode(self, text, instance, reading)", "decode(self)"
        ),
        "an abstract class": plugin(
            "class Echo:",
            "import abc\nclass Echo(abc.ABC):\n    @abc.abstractmethod\n    def z(self): ...",
        ),
        "a constructor with parameters": plugin(
            "    goal", "    def __init__(self, x): ...\n    goal"
        ),
    }
    for method in ("parse", "decode", "score"):
        rows[f"no {method}"] = plugin(f"def {method}", f"def _{method}x")
    for value in ('"maximum"', "None", "5", "max", "True", "object()"):
        rows[f"goal = {value}"] = plugin("goal = Goal.MAXIMISE", f"goal = {value}")
    for line in (
        "unit = 0",
        "unit = -1",
        "unit = 0.5",
        'unit = float("nan")',
        "unit = None",
        'unit = "1"',
        "unit = True",
        'readings = ("a", "a")',
        "readings = ()",
        'readings = "ab"',
        "readings = 5",
        "readings = (1,)",
        "readings = ([],)",
        "css = 5",
        "css = None",
        "@property\n    def unit(self): raise ValueError(1)",
        "@property\n    def css(self): raise SystemExit",
        "def __getattr__(self, name): 1 / 0",
    ):
        rows[line] = plugin("    def parse", f"    {line}\n    def parse")
    for result in ("None", 'float("nan")', "1.5", "(1,)", '"7"', "True", "[]", "1j", "object()"):
        rows[f"score returns {result}"] = plugin("return answer", f"return {result}")
    rows["parse returns None"] = plugin(
        "return int(text)\n    def decode", "return None\n    def decode"
    )
    for error in (
        "KeyboardInterrupt",
        "SystemExit",
        "GeneratorExit",
        "RecursionError",
        "MemoryError",
        "BaseException",
        "StopIteration",
        "OSError(5, 'x')",
        "BrokenPipeError",
        "ImportError",
        "InputError",
        "IllegalAnswer",
        "Undecodable",
        "UnicodeDecodeError",
        "Exception('a\\nb')",
        "ExceptionGroup('x', [ValueError()])",
        "TimeoutError",
        "type('E', (Exception,), {'__str__': 5})",
    ):
        rows[f"the import raises {error}"] = written("plugin.py", f"{PLUGIN}\nraise {error}\n")
        rows[f"score raises {error}"] = plugin("return answer", f"raise {error}")
        rows[f"the constructor raises {error}"] = plugin(
            "    goal", f"    def __init__(self): raise {error}\n    goal"
        )
    rows["a class of classes that raises"] = written(
        "plugin.py",
        "class Meta(type):\n    def __getattribute__(cls, name):\n        raise KeyError(name)\n"
        "class Echo(metaclass=Meta):\n    pass\n",
    )
    rows["score recurses for ever"] = plugin("return answer", "return self.score(instance, answer)")
    return rows


def _names() -> Mapping[str, tuple[Change, str]]:
    """Files and folders whose names no package should have, and how messages show them."""
    files = {
        "a newline": ("secret/a\nb.ans", "a⟨LF⟩b.ans: has no input"),
        "a newline in a case": ("secret/a\nb.in", "a⟨LF⟩b.ans: is missing"),
        "a newline in settings": ("secret/a\nb.yaml", "a⟨LF⟩b.yaml: has no input"),
        "an escape": ("secret/\x1b[31m.ans", "⟨ESC⟩[31m.ans: has no input"),
        "a sign that turns the text": ("secret/\u202e.ans", "⟨U+202E⟩.ans: has no input"),
        "bytes that are no UTF-8": (os.fsdecode(b"secret/\xff.ans"), "⟨0xFF⟩.ans: has no input"),
        "255 bytes": (f"secret/{'x' * 251}.ans", f"{'x' * 251}.ans: has no input"),
        "a hyphen first": ("secret/-x.in", "-x.in: begins with a hyphen"),
        "a folder with a newline": ("x\ny/1.in", "x⟨LF⟩y: unknown folder of cases"),
        "a folder with an escape": ("\x1b[2J/1.in", "⟨ESC⟩[2J: unknown folder of cases"),
        "a folder that is no UTF-8": (os.fsdecode(b"\xff/1.in"), "⟨0xFF⟩: unknown folder"),
        "a folder in another case": ("Secret/1.in", "did you mean 'secret'?"),
    }
    return {row: (written(f"data/{name}", "1\n"), said) for row, (name, said) in files.items()}


def _tables() -> Mapping[str, tuple[Change, str]]:
    """Of generators.yaml and submissions.yaml."""
    generators = (
        "5",
        "[1]",
        "x: [",
        "\0",
        "{" * 5000,
        "data: 5",
        "data: {secret: 5}",
        "data: {secret: {data: 5}}",
        "data: {nobody: {data: {}}}",
        "data: {secret: {data: [{a: {in: x}, b: 5}]}}",
        "data: {secret: {data: {a: {in: 5}}}}",
        "data: {secret: {data: {a: {generate: 5}}}}",
        "data: {secret: {data: {../a: {in: x, ans: y}}}}",
        "data: {secret: {data: {a/b: {in: x}}}}",
        "data: {secret: {data: {a: {in: x, count: 0}}}}",
        "data: {secret: {include: [nobody], data: {}}}",
        "solution: 5",
        "random_salt: [1]",
        "generators: 5",
        "generators: {a: 5}",
    )
    submissions = (
        "5",
        "[1]",
        "x: [",
        "\0",
        "{" * 5000,
        "accepted: 5",
        "accepted: {nobody: 5}",
        "accepted: {permitted: 5}",
        "accepted: {permitted: [XX]}",
        "accepted: {required: XX}",
        "accepted: {score: x}",
        "accepted: {score: [2, 1]}",
        "accepted: {use_for_time_limit: 5}",
        "1: 2",
    )
    return {
        f"{name}: {content[:60]!r}": (written(f"{folder}/{name}", content), name)
        for folder, name, rows in (
            ("generators", "generators.yaml", generators),
            ("submissions", "submissions.yaml", submissions),
        )
        for content in rows
    }


SETTINGS_ROWS = _settings()
DESCRIBING_ROWS = _describing()
NAME_ROWS = _names()
TABLE_ROWS = _tables()
FILE_ROWS = _files()
PLUGIN_ROWS = _plugins()
