"""Many calls of one posted function that is pure, as its text has shown: see pure_functions.py.
A call leaves nothing behind, so that nothing need be put back, or looked at.

The lines that go back are those of python_many.py. The source is loaded anew for each call, unless
nothing that it has made can change.
"""

import builtins
import json
import re
import time
from json.encoder import encode_basestring_ascii as quoted
from opcode import opmap
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

from python_many import close_streams, write_nowhere
from python_unchanged import names_in

#: What changes a name of a module in a function.
REBINDS = frozenset((opmap["STORE_GLOBAL"], opmap["DELETE_GLOBAL"]))
FIXED = frozenset((bool, int, float, complex, str, bytes, type(None), range, re.Pattern))
GROUPS = frozenset((tuple, frozenset))


def answer_all(tasks, find, call, lines, codes, branches=None):
    """``call`` the function that ``find`` finds with each task, and write its line. ``codes`` is
    the source."""
    known, used_ns = set(), time.process_time_ns
    close_streams()
    output = write_nowhere()
    prints = "print" in names_in(codes)
    function = find()
    lasts = keeps_nothing(function, codes)
    for task in tasks:
        result = error = None
        begin = used_ns()
        try:
            result = call(function if lasts else find(), task)
        except Exception as fault:
            error = f"{type(fault).__name__}: {fault}"
        used = (used_ns() - begin) // 1000
        shown = output.taken().decode("utf-8", "replace") if prints else ""
        if error is None and not shown and branches is None:
            line = f'[{used}, {quoted(result)}, "", null]\n'
        else:
            items = [used, result, shown, error]
            if branches is not None:
                items.append(sorted(branches - known))
                known |= branches
            line = json.dumps(items) + "\n"
        lines.write(line, used)
    lines.flush()


def keeps_nothing(function, codes):
    """Whether a call finds the names of its source as the first call did."""
    if type(function) is not FunctionType or not is_fixed(function):
        return False
    names = {**function.__globals__}
    return (
        names.pop("__builtins__", None) is vars(builtins)
        and all(map(is_fixed, names.values()))
        and not any(map(rebinds, codes))
    )


def is_fixed(value):
    """Whether nothing that a pure source does can change it."""
    kind = type(value)
    if kind in FIXED or kind is ModuleType or isinstance(value, type):
        return True
    if kind in GROUPS:
        return all(map(is_fixed, value))
    if kind is BuiltinFunctionType:
        return value.__self__ is None or type(value.__self__) is ModuleType
    if kind is FunctionType:
        defaults = (value.__defaults__ or (), *(value.__kwdefaults__ or {}).values())
        return value.__closure__ is None and all(map(is_fixed, defaults))
    return False


def rebinds(code):
    """Whether a function in a code may change a name outside of it."""
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    return bool(REBINDS.intersection(code.co_code[::2])) or any(map(rebinds, inner))
