"""What a source looks like: program or function, how it takes its arguments, where it answers.

Guesses from the text alone, by the language's signs in the table, and with more care for Python and
JavaScript; each comes with its reason in words. A manifest overrides them.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass, replace

from judge.languages.table import Language, all_languages, preferred_name
from judge.model import Arity, Kind, Output

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_PYTHON_READERS = frozenset({"input", "stdin", "argv", "fileinput"})
#: Neither a bare return nor that of a C function whose status nobody wants is an answer.
_RETURNS = re.compile(r"\breturn\b(?!\s*0?\s*[;}])|\byield\b")
_NAME = r"[\w$]+"
#: Brackets in texts and comments do not count. Regular expressions are not told apart.
_JS_OPAQUE = re.compile(r"""//[^\n]*|/\*.*?\*/|(["'`])(?:\\.|(?!\1).)*\1""", re.S)
_JS_BINDING = re.compile(rf"(?:(?:const|let|var)\s+)?({_NAME})\s*=(?![=>])\s*")
_JS_FUNCTION = re.compile(rf"(?:async\b\s*)?(?:function\s*\*?\s*({_NAME})?\s*)?")
_JS_READS = re.compile(r"\bprocess\.(?!stdout\b)|\brequire\s*\(|^\s*import\b", re.M)
_JS_PRINTS = re.compile(r"\bconsole\.log\b|\bprocess\.stdout\b")


@dataclass(frozen=True)
class _JavaScriptFunction:
    """One at the top level of a source; ``body`` is what follows its parameters, from ``=>`` or
    the bracket on, up to the next statement."""

    name: str
    parameters: tuple[str, ...]
    body: str


def kind(source: str, language: str) -> tuple[Kind, str]:
    """Program or function, and why."""
    if language == "python":
        return _python_kind(source)
    if language == "javascript":
        return _javascript_kind(source)
    return _kind_by_table(source, all_languages()[language])


def _kind_by_table(source: str, language: Language) -> tuple[Kind, str]:
    """By the signs of a function and of a program that the table of languages gives."""
    always = "as always in this language"
    if language.function is None:
        return Kind.PROGRAM, always
    function = language.function.search(source)
    if not function:
        return Kind.PROGRAM, "detected (no function stands alone)"
    program = language.program and language.program.search(source)
    if program:
        return Kind.PROGRAM, f"detected ({_sign(program)})"
    return Kind.FUNCTION, f"detected ({_sign(function)})" if function[0] else always


def _sign(found: re.Match[str]) -> str:
    return repr(" ".join(found[0].split())[:40])


def arity(source: str, language: str) -> tuple[Arity, str]:
    """How a function takes its arguments, and why; where nothing shows, side by side."""
    found = {"python": _python_arity, "javascript": _javascript_arity}.get(language)
    shown = found(source) if found else None
    if shown is Arity.CURRIED:
        return shown, "detected (it returns a function of the next argument)"
    if shown is Arity.LIST:
        return shown, "detected (one parameter: several arguments come as one list)"
    return Arity.ARGS, "by default"


def output(source: str, language: str) -> tuple[Output, str]:
    """Where a function leaves its answer, and why: one that prints, and nowhere says what it
    returns, may print nothing, or return what it happened to end with."""
    found = {"python": _python_prints, "javascript": _javascript_prints}.get(language)
    prints = found(source) if found else _prints_by_table(source, all_languages()[language])
    if prints:
        return Output.STDOUT, "detected (it prints, and returns nothing by name)"
    return Output.RETURN, "by default"


def _prints_by_table(source: str, language: Language) -> bool:
    return bool(language.prints and language.prints.search(source)) and not _RETURNS.search(source)


def _python_kind(source: str) -> tuple[Kind, str]:
    tree = _parsed(source)
    if tree is None:
        return Kind.PROGRAM, "detected (it does not parse)"
    if isinstance(_last_expression(tree), ast.Lambda):
        return Kind.FUNCTION, "detected (a lambda)"
    if not _python_functions(tree):
        return Kind.PROGRAM, "detected (it defines no function)"
    reader = _python_reader(tree)
    if reader:
        return Kind.PROGRAM, f"detected (it reads: {reader!r})"
    return Kind.FUNCTION, "detected (a function, and nothing reads)"


def _python_reader(tree: ast.Module) -> str:
    """What a module reads its input with; empty where nothing does."""
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                if name in _PYTHON_READERS and name not in own:
                    return name
            case ast.Call(args=[ast.Constant(value=0 | "/dev/stdin"), *_]):
                if _called(node) in ("open", "read", "fdopen"):
                    return ast.unparse(node)
    return ""


def _called(call: ast.Call) -> str:
    """The last name of what is called."""
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")


def _parsed(source: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings(action="ignore"):  # "0for" is short, and no concern of ours
            return ast.parse(source.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _last_expression(tree: ast.Module) -> ast.expr | None:
    last = tree.body[-1] if tree.body else None
    return last.value if isinstance(last, ast.Expr) else None


def _python_functions(tree: ast.Module) -> dict[str, _Function]:
    """The functions that a module defines, by name, in their order."""
    found: dict[str, _Function] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            found |= {t.id: node.value for t in node.targets if isinstance(t, ast.Name)}
    return found


def _python_callable(source: str) -> _Function | None:
    """The function that the host will call, chosen as ``python_host.py`` does."""
    tree = _parsed(source)
    if tree is None:
        return None
    last = _last_expression(tree)
    if isinstance(last, ast.Lambda):
        return last
    named = _python_functions(tree)
    return named.get(preferred_name([*named]))


def _python_prints(source: str) -> bool:
    function = _python_callable(source)
    nodes = list(ast.walk(function)) if function else []
    gives = any(
        isinstance(n, ast.Yield | ast.YieldFrom) or (isinstance(n, ast.Return) and n.value)
        for n in nodes
    )
    return not gives and any(isinstance(n, ast.Call) and _called(n) == "print" for n in nodes)


def _python_arity(source: str) -> Arity | None:
    function = _python_callable(source)
    if function is None:
        return None
    parameters = function.args
    if len(parameters.posonlyargs + parameters.args) != 1 or parameters.vararg:
        return None
    if isinstance(function, ast.Lambda):
        result: ast.expr | None = function.body
    else:
        last = function.body[-1]
        result = last.value if isinstance(last, ast.Return) else None
        inner = {n.name for n in function.body if isinstance(n, ast.FunctionDef)}
        if isinstance(result, ast.Name) and result.id in inner:
            return Arity.CURRIED
    return Arity.CURRIED if isinstance(result, ast.Lambda) else Arity.LIST


def _javascript_kind(source: str) -> tuple[Kind, str]:
    functions = _javascript_functions(source)
    reads, prints = _JS_READS.search(source), _JS_PRINTS.search(source)
    if reads and not (functions and len(_statements(_without_texts(source))) == 1):
        return Kind.PROGRAM, f"detected ({_sign(reads)})"
    if functions:
        return Kind.FUNCTION, "detected (a function, and nothing reads)"
    if prints:
        return Kind.PROGRAM, f"detected ({_sign(prints)})"
    return Kind.FUNCTION, "detected (it neither reads nor prints)"


def _javascript_arity(source: str) -> Arity | None:
    function = _javascript_callable(source)
    if function is None:
        return None
    parameters, body = function.parameters, function.body
    if len(parameters) != 1 or parameters[0].startswith("...") or re.search(r"\barguments\b", body):
        return None
    inner = _function_at(body.removeprefix("=>").lstrip()) if body.startswith("=>") else None
    return Arity.CURRIED if inner else Arity.LIST


def _javascript_prints(source: str) -> bool:
    function = _javascript_callable(source)
    if function is None or _RETURNS.search(function.body):
        return False
    return _JS_PRINTS.search(function.body) is not None


def _javascript_callable(source: str) -> _JavaScriptFunction | None:
    """The function that the host will call, chosen as ``javascript_host.js`` does."""
    functions = _javascript_functions(source)
    if functions and not functions[-1].name:
        return functions[-1]
    named = {function.name: function for function in functions}
    return named.get(preferred_name([function.name for function in functions]))


def _javascript_functions(source: str) -> list[_JavaScriptFunction]:
    """Those that statements at the top level bind or are; none where the brackets do not match."""
    text = _without_texts(source)
    starts = _statements(text)
    found = []
    for start, end in zip(starts, [*starts, len(text)][1:], strict=True):
        binding = _JS_BINDING.match(text, start)
        function = _function_at(text[binding.end() if binding else start : end])
        if function:
            found.append(replace(function, name=binding[1]) if binding else function)
    return found


def _without_texts(source: str) -> str:
    """Without what stands in quotes and comments."""
    return _JS_OPAQUE.sub(lambda found: '""' if found[1] else " ", source).strip()


def _statements(text: str) -> list[int]:
    """Where statements, and parts that commas separate, begin outside all brackets; none where the
    brackets do not match. A line that goes on with what the one before began is not one."""
    depth, starts, fresh, before = 0, [], True, ""
    for place, character in enumerate(text):
        if character in ")]}":
            depth -= 1
        if fresh and not character.isspace() and character not in ".?:" and before != "=>":
            starts.append(place)
        if character in "([{":
            depth += 1
        fresh = depth == 0 and (character in ";},\n" or (fresh and character.isspace()))
        before = before if character.isspace() else before[-1:] + character
        if depth < 0:
            return []
    return starts if depth == 0 else []


def _function_at(text: str) -> _JavaScriptFunction | None:
    """The function that a text begins with; its body goes on to the end of the text."""
    head = _JS_FUNCTION.match(text)
    named = head is not None and "function" in head[0]
    name = (head and head[1]) or ""
    text = text[head.end() :] if head else text
    alone = re.match(rf"({_NAME})\s*(?==>)", text)
    if alone:
        return _JavaScriptFunction(name, (alone[1],), text[alone.end() :])
    found = _parameters(text)
    if found is None or not (named or found[1].startswith("=>")):
        return None
    return _JavaScriptFunction(name, *found)


def _parameters(text: str) -> tuple[tuple[str, ...], str] | None:
    """The parameters in the brackets that a text begins with, and what follows them."""
    if not text.startswith("("):
        return None
    depth, items = 0, [""]
    for place, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            listed = [item.strip() for item in items]
            return tuple(item for item in listed if item), text[place + 1 :].lstrip()
        if character == "," and depth == 1:
            items.append("")
        elif place:
            items[-1] += character
    return None
