"""Whether the modules that a source imports are as they were. A source can reach what they hold in
ways that its text does not show, and what it leaves there would be seen by the next task."""

import builtins
import sys
from operator import is_
from types import BuiltinMethodType, CodeType, FunctionType, ModuleType

from python_lasting import FROM_TEXT, PURE

#: Of a class that was made by a statement.
HEAP_TYPE = 1 << 9
#: What Python adds to the built-in names are objects with attributes.
ADDED = ("copyright", "credits", "exit", "help", "license", "quit")
#: What ``sys`` holds several objects in, but for its modules.
OF_SYS = ("path", "meta_path", "path_hooks", "warnoptions", "_xoptions")
PLAIN = (int, float, complex, str, bytes, type(None), CodeType)
LISTS = (list, tuple, set, frozenset)


def unchanged(codes):
    """A function that tells whether all is as it is now, before these codes are executed. The
    modules that they import are loaded."""
    modules = modules_for(names_in(codes))
    waiting = [getattr(builtins, name, None) for name in ADDED]
    waiting += [getattr(sys, name, None) for name in OF_SYS]
    waiting += [one.main_thread() for one in modules if one.__name__ == "threading"]
    waiting += modules
    before = {}
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
    if isinstance(its, PLAIN):
        return None
    if isinstance(its, LISTS):
        return list(its)
    if isinstance(its, dict):
        return items(its)
    if isinstance(its, ModuleType):
        public = {name: one for name, one in vars(its).items() if not name.startswith("_")}
        return [*items(public), getattr(its, "__all__", None)] if its in modules else None
    if isinstance(its, type):
        return items(vars(its)) if its.__flags__ & HEAP_TYPE else None
    if isinstance(its, FunctionType):
        return [its.__defaults__, its.__kwdefaults__, its.__code__, vars(its), its.__annotations__]
    if isinstance(its, BuiltinMethodType):
        return [its.__self__]
    try:
        return items(vars(its))
    except TypeError:
        return None


def items(its):
    return [*its, *its.values()]


def same(one, other):
    return len(one) == len(other) and all(map(is_, one, other))
