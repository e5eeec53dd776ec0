"""Whether a source may leave behind what a process that goes on with other tasks cannot put back:
files, processes, signals, limits, changed modules. Then each task needs a process of its own."""

import _ast
import os
import sys

#: Modules of Python that keep nothing, or nothing that is not put back. The others do: a registry,
#: a switch, a cache that can be looked at.
PURE = frozenset(
    "__future__ _ast abc argparse array ast atexit base64 binascii bisect builtins cmath"
    " collections colorsys contextlib contextvars copy dataclasses datetime decimal difflib enum"
    " errno fractions functools getopt graphlib hashlib heapq hmac html io itertools json keyword"
    " math numbers operator pprint queue random re reprlib secrets statistics string"
    " struct sys textwrap threading time timeit token traceback types typing unicodedata"
    " weakref zlib".split()
)
#: Modules that are not Python's own and lead to files and processes.
OTHERS = frozenset("psutil joblib dask __main__".split())
#: How the names of the host's own modules begin.
HOST = "python_"
#: Names that lead to such a module, to how the process is, or to what happens at its end.
NAMES = frozenset(
    (
        "__delattr__",
        "__getattribute__",
        "__loader__",
        "__self__",
        "__setattr__",
        "__spec__",
        "__weakref__",
        "delattr",
        "__del__",
        "__base__",
        "__bases__",
        "__class__",
        "__dict__",
        "__mro__",
        "__subclasses__",
        "__globals__",
        "__closure__",
        "f_globals",
        "gi_frame",
        "tb_frame",
        "_getframe",
        "modules",
        "excepthook",
        "getrecursionlimit",
        "setattr",
        "tzset",
        "DefaultContext",
        "BasicContext",
        "ExtendedContext",
        "copy_context",
        "reconfigure",
        "vars",
        # of numpy
        "seterr",
        "seterrcall",
        "setbufsize",
        "set_printoptions",
    )
)
#: The same of attributes, and of what is imported; variables may have these names.
ATTRIBUTES = frozenset(
    (
        "mro",
        "attrgetter",
        "methodcaller",
        # frames, which are those of the host below
        "ag_frame",
        "cr_frame",
        "f_back",
        "f_builtins",
        "f_locals",
        "StackSummary",
        "extract_stack",
        "format_stack",
        "print_stack",
        "walk_stack",
        # what grows in a process
        "clock_gettime",
        "clock_gettime_ns",
        "get_cache_token",
        "getallocatedblocks",
        "getrefcount",
        "getunicodeinternedsize",
        "getweakrefcount",
        "getweakrefs",
        "intern",
        "pthread_getcpuclockid",
        # of the import system
        "meta_path",
        "orig_argv",
        "path_hooks",
        "path_importer_cache",
        # below the standard streams
        "detach",
        "raw",
    )
)
#: Functions of ``sys`` that change the process; what two of them change is put back.
SWITCHES = frozenset(
    name for name in dir(sys) if name.startswith(("set", "add", "activate", "deactivate"))
) - {"setrecursionlimit", "set_int_max_str_digits", "settrace"}
STANDARD = frozenset(getattr(sys, "stdlib_module_names", ())) | {"distutils"}
#: Their classes have ``register``, which other classes see.
ABSTRACT = frozenset(
    "_collections_abc abc collections contextlib decimal fractions io numbers random statistics"
    " typing".split()
)
#: What runs a text, which then may name a module.
FROM_TEXT = frozenset(("__import__", "exec", "eval", "compile"))
#: Attributes of modules that every task gets anew.
STREAMS = frozenset(("stdin", "stdout", "stderr"))
#: Private by name only.
OPEN = frozenset(("_asdict", "_field_defaults", "_fields", "_make", "_replace"))
#: What a task may call that the host has put in the place of Python's own.
REPLACED = frozenset(("open", "process_time", "process_time_ns", "thread_time", "thread_time_ns"))


def is_lasting(tree, path, kind):
    """``kind``: of what the source is, a function or a program."""
    nodes = list(walk(tree))
    imported, bound = imports(nodes)
    inner = {one.attr for one in nodes if isinstance(one, _ast.Attribute)}
    inner |= {one.name for one in nodes if isinstance(one, _ast.alias)}
    inner |= {name for one in nodes for name in getattr(one, "kwd_attrs", ())}
    inner |= {name for one in nodes for name in looked_up(one)}
    names = {one.id for one in nodes if isinstance(one, _ast.Name)}
    inner |= names if "*" in inner else set()
    names |= inner
    names |= {one.name for one in nodes if isinstance(one, (_ast.FunctionDef, _ast.ClassDef))}
    if names & FROM_TEXT:
        words = words_in(nodes)
        imported, names, inner = imported | words, names | words, inner | words
    bound |= aliases(nodes, bound)
    own = os.path.basename(path).partition(".")[0]
    return bool(
        any(keeps(module) for module in imported)
        or (names | bound) & (NAMES | SWITCHES)
        or inner & ATTRIBUTES
        or any(name.startswith("_") and not name.startswith("__") for name in bound)
        or (imported & ABSTRACT and any(registers(one) for one in nodes))
        or is_passed_on(nodes)
        or (kind == "function" and "argv" in names)
        or ("numpy" in imported and "random" in names)
        or ("sys" in imported and "path" in inner)
        or shows_host(nodes)
        or looks_inside(nodes)
        or any(leads_out(one, bound) for one in nodes)
        or own in STANDARD
        or any(changes(one, bound) or is_private(one, bound) or is_late(one) for one in nodes)
    )


def keeps(module):
    """Whether a module has what outlasts a task."""
    is_known = module in OTHERS or module.startswith(HOST)
    return is_known or (module in STANDARD and module not in PURE)


def leads_out(node, bound):
    """Whether a module that keeps something is reached by way of another one: ``contextlib.os``."""
    if isinstance(node, _ast.ImportFrom):
        names = [alias.name for alias in node.names]
        return any(keeps(name) or (name[0] == "_" and name[:2] != "__") for name in names)
    return isinstance(node, _ast.Attribute) and keeps(node.attr) and root_of(node) in bound


def walk(node):
    yield node
    for field in node._fields:
        value = getattr(node, field, None)
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, _ast.AST):
                yield from walk(one)


def imports(nodes):
    """The modules that statements import, and the names that these bind."""
    modules, bound = set(), set()
    for one in nodes:
        if isinstance(one, (_ast.Import, _ast.ImportFrom)):
            names = {alias.name.partition(".")[0] for alias in one.names}
            bound |= {alias.asname or alias.name.partition(".")[0] for alias in one.names}
            module = getattr(one, "module", None)
            modules |= {module.partition(".")[0]} if module else names
    return modules, bound


def aliases(nodes, bound):
    """The names that are assigned what was imported, or a part of it."""
    return {
        target.id
        for one in nodes
        if isinstance(one, (_ast.Assign, _ast.NamedExpr)) and root_of(one.value) in bound
        for target in getattr(one, "targets", [getattr(one, "target", None)])
        if isinstance(target, _ast.Name)
    }


def root_of(node):
    """The name that attributes and items are looked up in; None if it is something else."""
    while isinstance(node, (_ast.Attribute, _ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, _ast.Name) else None


def is_passed_on(nodes):
    """Whether a module itself is a value, which other names may then have."""
    imports = (one for one in nodes if isinstance(one, _ast.Import))
    modules = {alias.asname or alias.name for one in imports for alias in one.names}
    looked_in = {id(one.value) for one in nodes if isinstance(one, _ast.Attribute)}
    return any(
        isinstance(one, _ast.Name)
        and one.id in modules
        and isinstance(one.ctx, _ast.Load)
        and id(one) not in looked_in
        for one in nodes
    )


def looked_up(node):
    """The name of an attribute that ``getattr`` looks up; one that leads out if no text says it."""
    is_call = isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name)
    if not is_call or node.func.id != "getattr" or len(node.args) < 2:
        return ()
    name = node.args[1]
    return (name.value if isinstance(name, _ast.Constant) else "__dict__",)


def shows_host(nodes):
    """Whether what the host has replaced is looked at, and not called."""
    called = {id(one.func) for one in nodes if isinstance(one, _ast.Call)}
    return any(
        isinstance(one, (_ast.Name, _ast.Attribute))
        and isinstance(one.ctx, _ast.Load)
        and getattr(one, "id", getattr(one, "attr", None)) in REPLACED
        and id(one) not in called
        for one in nodes
    )


def looks_inside(nodes):
    """Whether a private attribute is looked at that the source itself gives to nothing."""
    private = [one for one in nodes if isinstance(one, _ast.Attribute) and is_inner(one.attr)]
    own = {one.attr for one in private if isinstance(one.ctx, _ast.Store)}
    own |= {one.id for one in nodes if isinstance(one, _ast.Name) and is_inner(one.id)}
    own |= {one.name for one in nodes if isinstance(one, (_ast.FunctionDef, _ast.ClassDef))}
    return any(one.attr not in own | OPEN for one in private)


def is_inner(name):
    return name.startswith("_") and not name.startswith("__")


def words_in(nodes):
    """The words of all texts in a source."""
    texts = [one.value for one in nodes if isinstance(one, _ast.Constant)]
    all_texts = " ".join(one for one in texts if isinstance(one, str))
    return set("".join(c if c.isalnum() or c == "_" else " " for c in all_texts).split())


def changes(node, bound):
    """Whether a node assigns to an attribute of what was imported."""
    if not isinstance(node, _ast.Attribute) or not isinstance(node.ctx, (_ast.Store, _ast.Del)):
        return False
    root = root_of(node)
    is_stream = root == "sys" and isinstance(node.value, _ast.Name) and node.attr in STREAMS
    return root in bound and not is_stream


def registers(node):
    """Whether a node may make a class one of an abstract class."""
    called = isinstance(node, _ast.Attribute) and node.attr == "register"
    return called and root_of(node) != "atexit"


def is_private(node, bound):
    """Whether a node looks into what was imported: at a private attribute, or one that is named
    by a text."""
    if isinstance(node, _ast.Attribute):
        return is_inner(node.attr) and root_of(node) in bound
    looks = isinstance(node, _ast.Call) and node.args and root_of(node.func) == "getattr"
    return bool(looks and root_of(node.args[0]) in bound)


def is_late(node):
    """Whether a generator may go on when the process ends."""
    if not isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef)):
        return False
    inner = list(walk(node))
    waits = any(isinstance(one, (_ast.Yield, _ast.YieldFrom)) for one in inner)
    return waits and any(isinstance(one, (_ast.Try, _ast.With, _ast.AsyncWith)) for one in inner)
