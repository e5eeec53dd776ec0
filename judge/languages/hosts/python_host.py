"""Loads a posted Python function, calls it with a case's arguments, sends back its result.

Standard input holds the arguments as one JSON list; the result leaves as text on descriptor 3,
apart from whatever the function prints.

    python_host.py SOURCE           one call
    python_host.py SOURCE --serve ADDON
                                    a call for every message on the socket at descriptor 3, each in
                                    a process of its own, forked from this one: it has started
                                    Python and compiled the source, but never runs a line of it;
                                    ADDON is python_fork.c, built

With --curried it is called with one argument after the other, f(a)(b); with --mutated the answer is
the first list among its arguments that the call has changed, else the first list. With ``--many
function`` or ``--many program`` a call is a list of tasks: see python_many.py, and for ``--pure``
beside it python_pure.py. With ``--branches`` the branches that each task is the first to take are
reported too: see python_branches.py.
"""

import _ast
import gc
import json
import os
import sys
import traceback
import types

from python_arguments import Fields, holds_objects, made_objects, room_for_result, takes_keywords

#: Makes ``compile`` stop at the tree: ``ast.PyCF_ONLY_AST``, of a module that is slow to load.
ONLY_TREE = 0x400
#: How deep functions may call, and programs.
RECURSION, DEFAULT_RECURSION = 20000, sys.getrecursionlimit()
#: The names of functions that go before all others.
PREFERRED = ("solve", "main", "f")
#: What JSON carries as it is.
PLAIN = frozenset((bool, int, float, str, type(None)))
LISTS = frozenset((list, tuple))
#: Among the options of the process of a call: where its output waits while the source is loaded.
KEPT = "--kept="
#: Bytes that are read at once.
CHUNK = 1 << 16
#: Reads JSON with less code than ``json.loads``.
SCAN = json.JSONDecoder().scan_once


def compiled(path, many=None, branches=False):
    """The source as code, and the expression at its end, such as a lambda; None without one. No
    code if there are many tasks, and each needs a process of its own."""
    with open(path, "rb") as file:
        source = file.read()  # as bytes: the source itself may say what encoding it is in
    tree = compile(source if many == "program" else source.strip(), path, "exec", ONLY_TREE)
    if many:
        import python_lasting  # only hunts and proofs pay for it

        if python_lasting.is_lasting(tree, path, many):
            return None, None
    if branches:
        import python_branches  # only a hunt pays for it

        tree = python_branches.marked(tree)
    if many == "program":
        return compile(tree, path, "exec"), None
    last = None
    at = posted_expression(tree.body)
    if at is not None:
        last = compile(_ast.Expression(tree.body.pop(at).value), path, "eval")
    return compile(tree, path, "exec"), last


def posted_expression(body):
    """The index of the lambda without a name, which may stand above its helpers; else of the
    expression at the end; None without one."""
    own = [i for i, node in enumerate(body) if isinstance(node, _ast.Expr)]
    lambdas = [i for i in own if isinstance(body[i].value, _ast.Lambda)]
    at_end = [i for i in own if i == len(body) - 1]
    return (lambdas or at_end or [None])[-1]


class DiscardedOutput:
    """While a source is loaded it may show its function at work: that is no part of an answer.
    ``kept``: where the output is, if it is discarded already."""

    def __init__(self, kept=None):
        self.kept = kept

    def __enter__(self):
        self.parts = None
        if self.kept is not None:
            return
        sys.stdout.flush()
        self.parts = getattr(sys.stdout.buffer.raw, "parts", None)  # of a task among many
        if self.parts is None:
            self.kept = os.dup(1)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.close(nowhere)

    def __exit__(self, *fault):
        sys.stdout.flush()
        if self.parts is None:
            os.dup2(self.kept, 1)
            os.close(self.kept)
        else:
            self.parts.clear()


def find_callable(code, last, name=None, kept=None):
    """The one with this name; else the expression's value; else ``solve``, ``main`` or ``f``; else
    the last function, or a method of the last class. ``kept``: as DiscardedOutput has it."""
    scope = {"__name__": "solution"}
    with DiscardedOutput(kept):
        exec(code, scope)
        if callable(scope.get(name)):
            return method_of(scope[name], scope["__name__"])
        value = last and eval(last, scope)
    if callable(value):
        return value
    for preferred in PREFERRED:
        if callable(scope.get(preferred)):
            return scope[preferred]
    others = [v for k, v in scope.items() if callable(v) and k != "__builtins__"]
    own = [v for v in others if getattr(v, "__module__", None) == scope["__name__"]]
    found = [v for v in own if not isinstance(v, type) or method_names(v)] or own or others
    if not found:
        sys.exit("no function found in the source")
    return method_of(found[-1], scope["__name__"])


def method_names(value):
    """The methods of a class that it does not inherit: one that extends another only helps."""
    own = vars(value).items() if value.__bases__ == (object,) else ()
    kinds = (types.FunctionType, classmethod, staticmethod)
    return [k for k, v in own if isinstance(v, kinds) and not k.startswith("__")]


def method_of(value, module):
    """Of a class of the source the method that was posted: ``solve``, ``main`` or ``f``, else the
    last; any other value as it is."""
    if not isinstance(value, type) or value.__module__ != module:
        return value
    names = method_names(value)
    wanted = [name for name in PREFERRED if name in names] or names[-1:]
    if not wanted:
        return value
    made = value if isinstance(vars(value)[wanted[0]], (classmethod, staticmethod)) else value()
    return getattr(made, wanted[0])


def answer(function, arguments, options):
    """What the call leaves behind: its value, or the first list that it changed."""
    mutated = "--mutated" in options
    if any(isinstance(one, (list, Fields)) and holds_objects(one) for one in arguments):
        scope = getattr(function, "__globals__", {})
        kinds = (kind for kind in scope.values() if isinstance(kind, type))
        if classes := [kind for kind in kinds if kind.__module__ == scope.get("__name__")]:
            arguments = [made_objects(one, classes) for one in arguments]
    room = room_for_result(function, len(arguments)) if mutated else []
    arguments = [*arguments, *room]
    before = [repr(argument) for argument in arguments] if mutated else []
    if "--curried" in options:
        value = function
        for argument in arguments:
            value = value(argument)
    elif takes_keywords(function) and isinstance(arguments[0], dict):
        value = function(**arguments[0])
    else:
        value = function(*arguments)
    if isinstance(value, (types.CoroutineType, types.AsyncGeneratorType)):
        import asyncio  # only such a function pays for it

        value = asyncio.run(awaited(value))
    if not mutated:
        return value
    if room:
        return room[0].content()
    lists = [(a, b) for a, b in zip(arguments, before, strict=False) if isinstance(a, (list, dict))]
    changed = [a for a, b in lists if repr(a) != b]
    return (changed or [a for a, _ in lists] or arguments)[0]


async def awaited(value):
    """What a coroutine returns, or the list of what an asynchronous generator yields."""
    if isinstance(value, types.CoroutineType):
        return await value
    return [item async for item in value]


def plain(value, depth=0):
    """A value as nested lists: what JSON can carry. Anything else becomes what ``print`` shows."""
    if depth > 20:
        return repr(value)
    if type(value) in PLAIN:
        return value
    if type(value) in LISTS:
        return [one if type(one) in PLAIN else plain(one, depth + 1) for one in value]
    if callable(getattr(value, "tolist", None)) and not isinstance(value, type):
        value = value.tolist()  # of numpy: an array, or a number of its own kind
    if isinstance(value, (bool, int, float, str)):
        return value
    if callable(getattr(value, "as_integer_ratio", None)):  # a fraction or a decimal number
        return int(value) if value.as_integer_ratio()[1] == 1 else str(value)
    if isinstance(value, dict):
        return {str(k): plain(v, depth + 1) for k, v in value.items()}
    if hasattr(value, "__iter__") and not isinstance(value, type):
        return [plain(item, depth + 1) for item in value]
    if depth and isinstance(value, complex):
        return [value.real, value.imag]
    return "function" if callable(value) else str(value)


def shown(value):
    """The text that is sent back."""
    if value is None:
        return "None"
    return value if isinstance(value, str) else json.dumps(value)


def call(code, last, options):
    """One call, or ``many``; the reply channel is put out of the function's way first."""
    reply = os.dup(3)
    os.close(3)
    os.set_inheritable(reply, False)
    text = read_input()
    many = many_of(options)
    if many:
        gc.disable()
    arguments = json.loads(text, object_hook=Fields) if "{" in text else SCAN(text, 0)[0]
    if many:  # they are all there to the end: nobody needs to look at them again and again
        gc.freeze()
        gc.enable()
    sys.setrecursionlimit(RECURSION)
    if many and code is None:
        os._exit(1)
    if many:
        import python_many  # nobody else pays for it; a host that serves has it already

        own = DEFAULT_RECURSION if many == "program" else RECURSION
        sys.setrecursionlimit(own + python_many.MORE_CALLS[many])
        with os.fdopen(reply, "wb", buffering=0) as stream:
            codes, branches = [one for one in (code, last) if one], branches_of(options)
            lines = python_many.Lines(stream, "--buffered" in options)
            if "--pure" in options:
                import python_pure

                find, run = pure_caller(code, last, options)
                python_pure.answer_all(arguments, find, run, lines, codes, branches)
                return
            run = caller(code, last, options)
            run = python_many.as_program(code) if many == "program" else run
            python_many.answer_all(arguments, run, lines, codes, branches)
        return
    result = caller(code, last, options)(arguments)
    sys.stdout.flush()
    send(reply, result + "\n")  # the end says: it has returned


def read_input():
    """The text on descriptor 0. Not by ``sys.stdin``: more code, so more pages."""
    chunks = []
    while chunk := os.read(0, CHUNK):
        chunks.append(chunk)
    return b"".join(chunks).decode("utf-8", "surrogatepass")


def send(descriptor, text):
    """Writes all of the text, and closes the descriptor."""
    data = text.encode("utf-8", "replace")
    while data:
        data = data[os.write(descriptor, data) :]
    os.close(descriptor)


def caller(code, last, options):
    """What makes a call; the function is loaded anew for each."""
    name, kept = value_of(options, "--name="), kept_output(options)
    return lambda arguments: shown(
        plain(answer(find_callable(code, last, name, kept), arguments, options))
    )


def pure_caller(code, last, options):
    """What finds the function, and what makes a call."""
    name, kept = value_of(options, "--name="), kept_output(options)
    return (
        lambda: find_callable(code, last, name, kept),
        lambda function, arguments: shown(plain(answer(function, arguments, options))),
    )


def kept_output(options):
    """Where the output of the process waits while the source is loaded, if it does."""
    kept = value_of(options, KEPT)
    return kept and int(kept)


def value_of(options, key):
    """What follows the key in one of the options; None without it."""
    return next((option[len(key) :] for option in options if option.startswith(key)), None)


def many_of(options):
    """What a list of tasks is for, if that is what comes: functions or programs."""
    return options[options.index("--many") + 1] if "--many" in options else None


def branches_of(options):
    """The set of branches taken, if they are asked for."""
    if "--branches" not in options:
        return None
    import python_branches

    return python_branches.record()


def child(loaded, options):
    """The process of one call: never returns, and waits for no thread that the call has left."""
    status = 1
    try:
        call(*loaded, options)
        status = 0
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        if not isinstance(stop.code, (int, type(None))):
            print(stop.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status & 255)


def load_for_many(codes):
    """Loads what every list of tasks needs, and the modules that the source imports."""
    import python_many
    import python_pure
    import python_unchanged

    assert python_many and python_pure
    python_unchanged.modules_for(python_unchanged.names_in(filter(None, codes)))


def serve(path, options, quiet=True):
    """Calls until the supervisor hangs up. ``quiet``: their output is discarded until the source
    is loaded."""
    import python_fork  # a single call does without

    python_fork.settle()
    failure = None
    try:
        loaded = compiled(path, many_of(options), "--branches" in options)
        if loaded[0] and many_of(options):
            load_for_many(loaded)
    except Exception:
        failure = traceback.format_exc()
    gc.freeze()
    quiet = quiet and not failure and not many_of(options)
    kind = python_fork.QUIET_FUNCTION if quiet else python_fork.FUNCTION
    begun = [*options, f"{KEPT}{python_fork.KEPT_OUTPUT}"] if quiet else options
    python_fork.next_call(options[options.index("--serve") + 1], kind)
    if failure:
        os.write(2, failure.encode())
        os._exit(1)
    child(loaded, begun)


if __name__ == "__main__":
    source_path, *words = sys.argv[1:]
    if "--serve" in words:
        serve(source_path, words)
    else:
        child(compiled(source_path, many_of(words), "--branches" in words), words)
