"""Loads a posted Python function, calls it once with the case's arguments, sends back its result.

Standard input holds the arguments as one JSON list; the result leaves as text on descriptor 3,
apart from whatever the function prints.
"""

import json
import os
import sys
import types


def load(path):
    """The callable of a source file: a lambda expression, ``solve``/``main``/``f``, or the last."""
    with open(path, encoding="utf-8") as file:
        source = file.read()
    scope = {"__name__": "solution"}
    try:
        code = compile(source.strip(), path, "eval")
    except SyntaxError:
        exec(compile(source, path, "exec"), scope)
        found = [v for v in scope.values() if isinstance(v, types.FunctionType)]
        named = [scope[n] for n in ("solve", "main", "f") if callable(scope.get(n))]
        if not named and not found:
            sys.exit("no function found in the source")
        return named[0] if named else found[-1]
    return eval(code, scope)


def plain(value, depth=0):
    """A value as nested lists: what JSON can carry. Anything else becomes its ``repr``."""
    if depth > 20:
        return repr(value)
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value
    if isinstance(value, dict):
        return {str(k): plain(v, depth + 1) for k, v in value.items()}
    if hasattr(value, "__iter__"):
        return [plain(item, depth + 1) for item in value]
    return repr(value)


def shown(value):
    """The text that is sent back."""
    if value is None:
        return "None"
    return value if isinstance(value, str) else json.dumps(value)


def main():
    reply = os.dup(3)
    os.close(3)
    os.set_inheritable(reply, False)
    arguments = json.loads(sys.stdin.buffer.read())
    sys.setrecursionlimit(20000)
    result = shown(plain(load(sys.argv[1])(*arguments)))
    sys.stdout.flush()
    with os.fdopen(reply, "w", encoding="utf-8", errors="replace") as stream:
        stream.write(result)


main()
