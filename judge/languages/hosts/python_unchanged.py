"""Whether the modules that a source imports are as they were. A source can reach what they hold in
ways that its text does not show, and what it leaves there would be seen by the next task."""

import builtins
import sys
from operator import is_
from types import BuiltinMethodType, CodeType, FunctionType, ModuleType

from python_lasting import FROM_TEXT, PURE

#: Where the files of the host are.
OWN = __file__.rpartition("/")[0] + "/python_"
#: Of a class that was made by a statement.
HEAP_TYPE = 1 << 9
#: What Python adds to the built-in names are objects with attributes.
ADDED = ("copyright", "credits", "exit", "help", "license", "quit")
#: What ``sys`` has anew for each task, or sets by itself.
OF_TASK = frozenset("stdin stdout last_exc last_type last_value last_traceback modules".split())
PLAIN = frozenset((bool, int, float, complex, str, bytes, type(None), CodeType))
LISTS = frozenset((list, tuple, set, frozenset))
#: Of what a property, a method of a class, and a part of a function is made.
PARTS = ("fget", "fset", "fdel", "__func__", "__self__", "func", "args", "keywords", "__doc__")


def unchanged(codes):
    """A function that tells whether all is as it is now, before these codes are executed. The
    modules that they import are loaded."""
    modules = modules_for(names_in(codes))
    waiting = [getattr(builtins, name, None) for name in ADDED]
    waiting += [sys.stderr, getattr(sys.stderr.buffer, "raw", None), sys.stderr.buffer]
    waiting += [one.main_thread() for one in modules if one.__name__ == "threading"]
    waiting += modules
    before = {}
    for name, its in public(sys):  # not what these hold: the finders of modules hold many
        if name not in OF_TASK and (state := state_of(its, modules)) is not None:
            before[id(its)] = its, state
    while waiting:
        its = waiting.pop()
        if id(its) not in before and (state := state_of(its, modules)) is not None:
            before[id(its)] = its, state
            waiting += state
    return lambda: all(same(state_of(its, modules), state) for its, state in before.values())


def names_in(codes):
    """All names in codes; the words of their texts, too, if a text may be code."""
    names, words, waiting = set(), [], list(codes)
    while waiting:
        one = waiting.pop()
        if isinstance(one, CodeType):
            names.update(one.co_names)
            waiting += one.co_consts
        elif isinstance(one, str):
            words.append(one)
    if names & FROM_TEXT:
        text = " ".join(words)
        names.update("".join(c if c.isalnum() or c in "_." else " " for c in text).split())
    return names


def modules_for(names):
    """The modules of Python among the names, and their parts."""
    wanted = {name.partition(".")[0] for name in names} & PURE - {"sys", "builtins"}
    for name in names:
        if name.partition(".")[0] in wanted:
            try:  # noqa: SIM105  (nothing is loaded for this file alone)
                __import__(name)
            except ImportError:  # it is the name of something else, or of another Python's module
                pass
    return [its for name, its in list(sys.modules.items()) if name.partition(".")[0] in wanted]


def state_of(its, modules):
    """What can be changed in an object; None if nothing can, or if no source gets that far."""
    kind = type(its)
    if kind in PLAIN:
        return None
    if kind in LISTS:
        return list(its)
    if kind is dict:
        return items(its)
    if kind is ModuleType:
        return state_of_module(its) if its in modules or its.__name__[0] == "_" else None
    if kind is FunctionType:  # those of the host keep what they know of a task
        is_own = its.__globals__.get("__file__", "").startswith(OWN)
        return None if is_own else state_of_function(its)
    if kind is BuiltinMethodType:
        return [its.__self__]
    if isinstance(its, type):
        is_open = its.__flags__ & HEAP_TYPE
        return [kind, *its.__bases__, *items(vars(its))] if is_open else None
    return state_of_instance(its, kind)


def state_of_module(its):
    held = vars(its)
    more = [held.get("__all__"), held.get("__spec__"), held.get("__loader__")]
    return [*[part for pair in public(its) for part in pair], *more]


def state_of_function(its):
    inner = [cell.cell_contents for cell in its.__closure__ or () if is_full(cell)]
    text = [its.__name__, its.__qualname__, its.__doc__, its.__module__]
    rest = [its.__defaults__, its.__kwdefaults__, its.__code__, vars(its), its.__annotations__]
    return [*rest, *text, *inner]


def is_full(cell):
    try:
        return cell.cell_contents is cell.cell_contents
    except ValueError:
        return False


def state_of_instance(its, kind):
    state = [kind] if kind.__flags__ & HEAP_TYPE else []
    if isinstance(its, (list, tuple, set, frozenset)):
        state += its
    elif isinstance(its, dict):
        state += items(its)
    if kind in (property, classmethod, staticmethod) or hasattr(its, "func"):
        state += [getattr(its, name, None) for name in PARTS]
    try:
        return [*state, *items(vars(its))]
    except TypeError:
        return state or None


def public(module):
    """The names in a module that are not private, with what they hold."""
    return [(name, one) for name, one in vars(module).items() if not name.startswith("_")]


def items(its):
    return [*its, *its.values()]


def same(one, other):
    return len(one) == len(other) and all(map(is_, one, other))
