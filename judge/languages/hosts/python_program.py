"""Makes one start of Python serve every case of a program. Python executes it while it starts:

    python3 -X serve=…/python_program.py -X addon=ADDON SOURCE

ADDON is python_fork.c, built.

The start that languages.toml gives to Python has a line that executes this file when Python has
set itself up and has not looked at SOURCE yet. Here it waits. For every case it forks, and in the
fork Python goes on with what it was about to do: it runs SOURCE as its main program, from an empty
stack, with streams, arguments and exit as without this file.

The source is compiled once, by a process that does nothing else, and each case runs that code.

Modules of the standard library that the source's text names are loaded before, if loading them does
nothing but define: a program cannot tell. Where a file beside the source has the name of one, or
the source speaks of the import system, nothing is.
"""

import atexit
import gc
import os
import sys

#: These define and do nothing else; none starts a thread, reads a file that is not its own, or
#: keeps what differs from process to process (``random`` seeds itself anew in a fork).
HARMLESS = frozenset(
    "abc array ast base64 binascii bisect calendar cmath collections collections.abc contextlib"
    " copy csv dataclasses datetime decimal enum fractions functools heapq inspect io itertools"
    " json keyword math numbers operator os os.path pprint random re statistics string struct sys"
    " textwrap time timeit traceback types typing unicodedata zlib".split()
)
#: What a source names that could tell whether a module is loaded already, or load another instead.
IMPORT_SYSTEM = tuple(b"modules meta_path path_hooks importlib pkgutil __import__ audit".split())
LONGEST = 1 << 18
#: The bytes of a source that is compiled once, and the CPU seconds that this may take.
LONGEST_COMPILED, MOST_COMPILING_S = 1 << 16, 2.0
#: The module that plug-ins import, in the folder that is above that of a package's program.
PLUGIN_MODULE = os.path.join("judge", "plugin", "contract.py")
#: What a source names that runs code when objects go, or sees every call.
WATCHES = (b"__del__", b"settrace", b"setprofile")
#: What a source names that may end it with another status than 0, leave something to be done at its
#: end, such as a file that is not written yet, or do what the text does not show.
ENDS_LATE = tuple(
    b"exit Exit quit yield await open Wrapper Buffered detach exec eval compile attr vars globals"
    b" locals __dict__ builtins subclasses type".split()
)
#: Python clears these itself, after all others.
LAST = frozenset(("__main__", "builtins", "sys"))


def words_of(line):
    """The names of modules in an import statement, as far as they can be read off its text."""
    kind, _, rest = line.decode("ascii", "replace").partition(" ")
    if kind == "from":
        return [rest.split(" import")[0].strip()]
    parts = rest.split("#")[0].split(";")[0].split(",")
    return [part.strip().split(" as ")[0].strip() for part in parts]


def named_in(source):
    """The modules that statements at the beginning of a line import. The text is not compiled:
    nothing that a solution's author writes can make this slow, or end this process."""
    starts = (b"import ", b"from ")
    lines = [line for line in source.splitlines() if line.startswith(starts)]
    return [name for line in lines for name in words_of(line)]


def shared_with(folder):
    """The texts of the modules that a program of a package shares with the plug-in, by path: they
    are copied to the folder above its own, with the module that plug-ins import."""
    above, found = os.path.dirname(folder), {}
    if not os.path.isfile(os.path.join(above, PLUGIN_MODULE)):
        return found  # it shares none, or is a solution
    for parent, folders, names in os.walk(above):
        hidden = [name for name in folders if name.startswith(".")]
        own = [name for name in folders if os.path.join(parent, name) == folder]
        folders[:] = [name for name in folders if name not in hidden + own]
        for path in [os.path.join(parent, name) for name in names if name.endswith(".py")]:
            with open(path, "rb") as file:
                found[os.path.relpath(path, above)] = file.read(LONGEST)
    return found


def without_own_names(source, known):
    """The source without comments, and without the lines that give a module of its own a name which
    none of the library has: a program that shares modules with the plug-in begins so."""
    begin, end = b'sys.modules["', b'"] = '
    kept = []
    for line in source.splitlines():
        name, found, value = line[len(begin) :].partition(end)
        own = line.startswith(begin) and found and name.decode("ascii", "replace") not in known
        if not line.startswith(b"#"):
            kept.append(value if own else line)
    return b"\n".join(kept)


def load_for(source, beside, shared):
    """Loads the modules that the source, and the sources ``shared`` with it, are going to import;
    ``beside``: the names of the files that it may import."""
    known = getattr(sys, "stdlib_module_names", frozenset())
    # The judge's own files are known to ask the import system for nothing of the library.
    others = [text for name, text in shared.items() if not name.startswith("judge" + os.sep)]
    texts = [without_own_names(source, known), *others]
    if beside & known or any(word in text for word in IMPORT_SYSTEM for text in texts):
        return
    for name in dict.fromkeys(
        name for text in (source, *shared.values()) for name in named_in(text)
    ):
        if name in HARMLESS:
            try:  # noqa: SIM105  (nothing is loaded for this file alone)
                __import__(name)
            except ImportError:  # a Python without it
                pass


def is_utf_8(source):
    """``compile`` overlooks other bytes in a comment, and Python refuses a file with them, unless
    it declares its encoding."""
    try:
        source.decode()
    except UnicodeDecodeError:
        return False
    return True


def code_of(source, path):
    """The code of a program, as ``marshal`` writes it, or nothing: then Python compiles it for each
    case, and tells there what it has to tell.

    What compiles is a process of its own with a limit: an author may make the text slow, or such
    that the compiler crashes. It runs nothing of the source.
    """
    if len(source) > LONGEST_COMPILED or not is_utf_8(source):
        return b""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            import marshal
            import signal
            import warnings

            signal.setitimer(signal.ITIMER_PROF, MOST_COMPILING_S)
            warnings.simplefilter("error")
            code = marshal.dumps(compile(source, path, "exec", dont_inherit=True))
            with open(writer, "wb") as file:
                file.write(code)
            os._exit(0)
        except BaseException:  # Python will tell it
            os._exit(1)
    os.close(writer)
    with open(reader, "rb") as file:
        code = file.read()
    return code if os.waitpid(pid, 0)[1] == 0 else b""


def stream(name, mode):
    """A standard stream on its descriptor as it is now, made as Python makes it at its start."""
    old = getattr(sys, name)
    buffer = open(old.fileno(), mode + "b", closefd=False)  # noqa: SIM115
    buffer.raw.name = "<" + name + ">"
    kind = type(old)
    new = kind(buffer, old.encoding, old.errors, "\n", line_buffering=old.line_buffering)
    new.mode = mode
    setattr(sys, name, new)
    setattr(sys, "__" + name + "__", new)


def shorten_end(may_end_late):
    """Spares a program what costs more than most programs: its end, at which Python takes apart all
    that is loaded, and a fork copies each page of memory for that.

    When the program's own exit handlers have run, the process ends, if that is all that Python has
    left to do. If it may not be, the modules that are loaded now leave ``sys.modules``: only those
    in it are taken apart. A cycle that the collector never sees keeps all that they hold.
    """
    modules, end = sys.modules, os._exit
    loaded = {name: module for name, module in modules.items() if name not in LAST}
    kept = [loaded, [vars(module) for module in loaded.values()], gc.get_objects()]
    kept.append(kept)
    known = len(modules)

    def leave():
        if not may_end_late and len(modules) == known and not hasattr(sys, "last_type"):
            try:
                for file in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
                    if file is not None and not file.closed:
                        file.flush()
                end(0)
            except Exception:  # Python will tell it
                pass
        for name, module in loaded.items():
            if modules.get(name) is module:
                del modules[name]

    atexit.register(leave)  # what is registered first runs last


def wait_for_case(this):
    """Returns in the process of a case; ``this`` is this file's path."""
    before = set(sys.modules)
    here = os.path.dirname(this)
    path = sys.argv[0]
    del sys._xoptions["serve"]
    addon = sys._xoptions.pop("addon")
    sys.modules["site"].execsitecustomize = int
    if hasattr(sys, "orig_argv"):
        del sys.orig_argv[1:5]
    sys.path.insert(0, here)
    import python_fork

    del sys.path[0], sys.modules["python_fork"]
    sys.path_importer_cache.pop(here, None)
    python_fork.settle()
    with open(path, "rb") as file:
        source = file.read(LONGEST)
    folder = os.path.dirname(path)
    beside = {name.partition(".")[0] for name in os.listdir(folder)}
    shared = shared_with(folder)
    above = {name.partition(os.sep)[0].partition(".")[0] for name in shared}
    code = code_of(source, path)
    load_for(source, beside | above, shared)
    if not any(word in source for word in WATCHES):
        shorten_end(any(word in source for word in ENDS_LATE))
    # What is loaded is nobody's garbage. But the main module must be let go at the end of a
    # program, so each has one that is not among what the collector leaves alone.
    gc.freeze()
    python_fork.next_call(addon, python_fork.PROGRAM, code)
    started = sys.modules["__main__"]
    own = sys.modules["__main__"] = type(sys)("__main__")
    vars(own).clear()
    vars(own).update(vars(started))
    if code:
        own.__file__, own.__cached__ = path, None
        own.__loader__ = sys.modules["_frozen_importlib_external"].SourceFileLoader(
            "__main__", path
        )
    for name in beside - before:
        sys.modules.pop(name, None)  # the program's own, not what was loaded here
    stream("stdin", "r")
    stream("stdout", "w")
    stream("stderr", "w")


try:
    wait_for_case(sys._xoptions["serve"])
except BaseException as fault:
    # What called this would go on, and run the program in the process that must not.
    os.write(2, (type(fault).__name__ + ": " + str(fault) + "\n").encode("utf-8", "replace"))
    os._exit(70)
