"""Detects from a source alone: program or function, how it takes arguments, where it answers.

By the regular expressions of the table of languages; Python and JavaScript are parsed. Each result
comes with the reason that users read. A manifest overrides it.
"""

from __future__ import annotations

import ast
import copy
import re
import warnings
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from judge.languages.callable_names import chosen_name, in_order, names_by_table
from judge.languages.python_2 import line_of_python_2
from judge.languages.table import Language, all_languages, preferred_name
from judge.model import Arity, Kind, Output

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_PYTHON_READERS = frozenset({"input", "stdin", "argv", "fileinput"})
#: A bare return, or one of a C function's exit status, is no answer.
_RETURNS = re.compile(r"\breturn\b(?!\s*0?\s*[;}])|\byield\b")
_NAME = r"[\w$]+"
#: Strings and comments, whose brackets do not count. Regular expressions are not recognised.
_JS_OPAQUE = re.compile(r"""//[^\n]*|/\*.*?\*/|(["'`])(?:\\.|(?!\1)[^\\])*\1""", re.S)
_JS_BINDING = re.compile(rf"(?:(?:const|let|var)\s+)?({_NAME})\s*=(?![=>])\s*")
_JS_FUNCTION = re.compile(rf"(?:async\b\s*)?(?:function\s*\*?\s*({_NAME})?\s*)?")
_JS_READS = re.compile(
    r"\bprocess\.(?!stdout\b)|\brequire\s*\(|^\s*import\b|\b(?:prompt|readline)\s*\(", re.M
)
_JS_PRINTS = re.compile(r"\bconsole\.log\b|\bprocess\.stdout\b|\b(?:alert|print)\s*\(")


class _JavaScriptFunction(Struct, frozen=True):
    """One at the top level of a source; ``body`` is what follows its parameters, from ``=>`` or
    the bracket on, up to the next statement."""

    name: str
    parameters: tuple[str, ...]
    body: str


def older_language(source: str, language: str) -> Language | None:
    """The language of the same suffix that a source was written in, years ago; else None."""
    if language == "python" and line_of_python_2(source) is not None:
        return all_languages()["python2"]
    return None


def kind(source: str, language: str) -> tuple[Kind, str]:
    """Program or function, and why."""
    if language == "python":
        return _python_kind(source)
    if language == "javascript":
        return _javascript_kind(source)
    return _kind_by_table(source, all_languages()[language])


def _kind_by_table(source: str, language: Language) -> tuple[Kind, str]:
    """By the regular expressions of the table of languages."""
    always = "the only kind in this language"
    if language.function is None:
        return Kind.PROGRAM, always
    source = in_order(source, language)
    function = language.function.search(source)
    if not function:
        return Kind.PROGRAM, "detected: it is not just a function"
    program = language.program and language.program.search(source)
    if program:
        return Kind.PROGRAM, f"detected: it has {_sign(program)}"
    return Kind.FUNCTION, f"detected: it has {_sign(function)}" if function[0] else always


def _sign(found: re.Match[str]) -> str:
    return repr(" ".join(found[0].split())[:40])


def arity(source: str, language: str) -> tuple[Arity, str]:
    """How a function takes its arguments, and why; by default side by side."""
    found = {"python": _python_arity, "javascript": _javascript_arity}.get(language)
    shown = found(source) if found else None
    if shown is Arity.CURRIED:
        return shown, "detected: it returns a function of the next argument"
    if shown is Arity.LIST:
        return shown, "detected: one parameter, which gets all arguments as one list"
    return Arity.ARGS, "by default"


def output(source: str, language: str) -> tuple[Output, str]:
    """Where a function leaves its answer, and why. A function that prints, and has no ``return``,
    answers by what it prints: its value is that of its last statement, if any."""
    found = {"python": _python_prints, "javascript": _javascript_prints}.get(language)
    prints = found(source) if found else _prints_by_table(source, all_languages()[language])
    if prints:
        return Output.STDOUT, "detected: it prints and has no return value"
    return Output.RETURN, "by default"


def _prints_by_table(source: str, language: Language) -> bool:
    found = [*language.prints.finditer(source)] if language.prints else []
    if any(match.groupdict().get("value") for match in found):
        return True
    return bool(found) and not _RETURNS.search(_own_text(source, language))


def _own_text(source: str, language: Language) -> str:
    """The body of the function that is called, in a language in which none stands in another one;
    the source where it is not found, or in any other language."""
    name = chosen_name(source, declared_names(source, language)) if language.pointers else ""
    head = (
        re.search(rf"\b{re.escape(name)}\s*\([^(){{}};]*\)[^{{}}=]*\{{", source) if name else None
    )
    depth = 0
    for sign in re.finditer(r"[{}]", source[head.end() - 1 :]) if head else ():
        depth += 1 if sign[0] == "{" else -1
        if not depth and head:
            return source[head.end() - 1 : head.end() + sign.start()]
    return source


def _python_kind(source: str) -> tuple[Kind, str]:
    tree = _parsed(source)
    if tree is None:
        return Kind.PROGRAM, "detected: it does not parse as Python 3"
    if isinstance(_last_expression(tree), ast.Lambda):
        return Kind.FUNCTION, "detected: it ends with a lambda"
    if not _python_functions(tree):
        return Kind.PROGRAM, "detected: it defines no function"
    reader = _python_reader(tree)
    if reader:
        return Kind.PROGRAM, f"detected: it reads input with {reader!r}"
    return Kind.FUNCTION, "detected: it defines a function and reads no input"


def _python_reader(tree: ast.Module) -> str:
    """The name that a module reads its input with; empty if it reads none."""
    nodes = list(ast.walk(tree))
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}
    for node in nodes:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                if name in _PYTHON_READERS and name not in own:
                    return name
            case ast.Call(args=[ast.Constant(value=0 | "/dev/stdin"), *_]):
                if _called(node) in ("open", "read", "fdopen"):
                    return ast.unparse(node)
    return ""


def _called(call: ast.Call) -> str:
    """The last name of the called expression."""
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")


@lru_cache(maxsize=4)
def _parsed(source: str) -> ast.Module | None:
    """The tree, which nobody changes: several questions are asked of one source in a row."""
    try:
        with warnings.catch_warnings(action="ignore"):  # such as the one on "0for"
            return _unpacked(ast.parse(source.removeprefix("\ufeff")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _unpacked(tree: ast.Module) -> ast.Module:
    """What a source runs that is nothing but ``exec(bytes('…','u16')[2:])``."""
    match tree.body:
        case [ast.Expr(ast.Call(func=ast.Name(id="exec"), args=[ast.Subscript() as packed]))]:
            pass
        case _:
            return tree
    match packed:
        case ast.Subscript(
            value=ast.Call(
                func=ast.Name(id="bytes"),
                args=[ast.Constant(value=str(text)), ast.Constant(value=str(encoding))],
            ),
            slice=ast.Slice(lower=ast.Constant(value=int(start)), upper=None, step=None),
        ):
            try:
                return ast.parse(text.encode(encoding)[start:])
            except (LookupError, UnicodeError):
                return tree
    return tree


def _last_expression(tree: ast.Module) -> ast.expr | None:
    """The lambda without a name, which may stand above its helpers; else what ends the source."""
    own = [node.value for node in tree.body if isinstance(node, ast.Expr)]
    last = own[-1] if own and isinstance(tree.body[-1], ast.Expr) else None
    return next((value for value in reversed(own) if isinstance(value, ast.Lambda)), last)


def _python_functions(tree: ast.Module) -> dict[str, _Function]:
    """The functions that a module defines, by name, in their order."""
    found: dict[str, _Function] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            found |= {t.id: node.value for t in node.targets if isinstance(t, ast.Name)}
        elif isinstance(node, ast.ClassDef) and (method := _posted_method(node)):
            found[node.name] = method
    return found


def _posted_method(node: ast.ClassDef) -> ast.FunctionDef | None:
    """The method that the host calls, without the parameter for its object."""
    methods = {m.name: m for m in node.body if isinstance(m, ast.FunctionDef)}
    name = preferred_name([name for name in methods if not name.startswith("__")])
    if not name or node.bases:
        return None
    method = copy.deepcopy(methods[name])
    if not any(getattr(one, "id", "") == "staticmethod" for one in method.decorator_list):
        method.args.args = method.args.args[1:]
    return method


def python_names(source: str) -> list[str]:
    """The functions that a Python source defines at its top level; none if it ends with a lambda,
    which is the one that counts."""
    tree = _parsed(source)
    if tree is None or isinstance(_last_expression(tree), ast.Lambda):
        return []
    return [*_python_functions(tree)]


def javascript_names(source: str) -> list[str]:
    """The same of a JavaScript source."""
    functions = _javascript_functions(source)
    if functions and _unnamed(functions):
        return []
    return list(dict.fromkeys(function.name for function in functions if function.name))


def declared_names(source: str, language: Language) -> list[str]:
    """The functions that a source declares, in their order."""
    if language.name == "python":
        return python_names(source)
    if language.name == "javascript":
        return javascript_names(source)
    return names_by_table(source, language)


def _python_callable(source: str) -> _Function | None:
    """The function that the host will call, chosen as ``python_host.py`` does."""
    tree = _parsed(source)
    if tree is None:
        return None
    last = _last_expression(tree)
    if isinstance(last, ast.Lambda):
        return last
    named = _python_functions(tree)
    return named.get(chosen_name(source, [*named]))


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
    if reads and not (functions and len(_statements(_without_strings(source))) == 1):
        return Kind.PROGRAM, f"detected: it reads input with {_sign(reads)}"
    if functions:
        return Kind.FUNCTION, "detected: it defines a function and reads no input"
    if prints:
        return Kind.PROGRAM, f"detected: it has {_sign(prints)}"
    return Kind.FUNCTION, "detected: it neither reads input nor prints"


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
    if unnamed := _unnamed(functions):
        return unnamed
    named = {function.name: function for function in functions}
    return named.get(chosen_name(source, [name for name in named if name]))


def _unnamed(functions: list[_JavaScriptFunction]) -> _JavaScriptFunction | None:
    """The function without a name that counts: the last one, else one above its helpers."""
    ends = [*functions[-1:], *functions[:1]]
    return next((function for function in ends if not function.name), None)


def _javascript_functions(source: str) -> list[_JavaScriptFunction]:
    """Functions at the top level, named or not; none where the brackets do not match."""
    text = _without_strings(source)
    starts = _statements(text)
    found = []
    for start, end in zip(starts, [*starts, len(text)][1:], strict=True):
        binding = _JS_BINDING.match(text, start)
        function = _function_at(text[binding.end() if binding else start : end])
        if function:
            found.append(replace(function, name=binding[1]) if binding else function)
    return found


def _without_strings(source: str) -> str:
    """The source without the content of strings and comments."""
    return _JS_OPAQUE.sub(lambda found: '""' if found[1] else " ", source).strip()


def _statements(text: str) -> list[int]:
    """Indices at which statements, and parts that commas separate, begin outside all brackets; none
    where the brackets do not match. A continuation line begins no statement."""
    depth, starts, fresh, before = 0, [], True, ""
    for index, character in enumerate(text):
        if character in ")]}":
            depth -= 1
        if fresh and not character.isspace() and character not in ".?:" and before != "=>":
            starts.append(index)
        if character in "([{":
            depth += 1
        fresh = depth == 0 and (character in ";},\n" or (fresh and character.isspace()))
        before = before if character.isspace() else before[-1:] + character
        if depth < 0:
            return []
    return starts if depth == 0 else []


def _function_at(text: str) -> _JavaScriptFunction | None:
    """The function at the start of a string; its body extends to the end of the string."""
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
    """The parameters in the brackets at the start of a string, and what follows the brackets."""
    if not text.startswith("("):
        return None
    depth, items = 0, [""]
    for index, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            listed = [item.strip() for item in items]
            return tuple(item for item in listed if item), text[index + 1 :].lstrip()
        if character == "," and depth == 1:
            items.append("")
        elif index:
            items[-1] += character
    return None
