"""A Python source that answers many inputs in one process answers each as a new process does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any

import pytest

from judge import sandbox
from judge.model import Execution, Limits
from judge.packages.loaded_problem import load_problems
from judge.running.build import built_solution
from judge.running.bulk_runner import BulkAnswer, BulkRunner
from judge.solutions.load import load_solution
from tests.contest import Contest
from tests.running.test_repeated_program import Texts

READ = "import sys\nwords = sys.stdin.read().split()\nn = int(words[0]) if words else 0\n"
#: Each would answer an input differently after another one in the same process.
SHARED = {
    "recursion": "def f(k): return k and 1 + f(k - 1)\nprint(f(n * 241))",
    "deeper": "print(n)\nif n == 4: sys.setrecursionlimit(9000)\n"
    "def f(k): return k and 1 + f(k - 1)\nprint(f(n * 241))",
    "at the end": "import atexit\natexit.register(lambda: print('end', n))\nprint(n)",
    "buffer": "import io, atexit\nsys.stdout = io.StringIO()\nprint(n)\n"
    "atexit.register(lambda: sys.__stdout__.write(sys.stdout.getvalue()))",
    "thread": "import threading, time\n"
    "threading.Thread(target=lambda: (time.sleep(0.02), print('late', n))).start()",
    "decimals": "import decimal\nprint(decimal.Decimal(1) / 3)\n"
    "if n == 4: decimal.getcontext().prec = 5",
    "time": "import time\nprint(time.process_time() < 0.3, n)\nfor _ in range(3000000): pass",
    "digits": "print(sys.get_int_max_str_digits())\nsys.set_int_max_str_digits(0)",
    "names": "print(len(sys.argv), __name__, __file__[-3:], n)",
    "errors": "print('no', file=sys.stderr)\nsys.stderr = sys.stdout\nprint(n, file=sys.stderr)",
    "no output": "print(n)\nif n == 4: sys.stdout = None",
    "surrogates": "print('\\udc80', n)",
    "exit": "print(n)\nsys.exit(n % 3)",
    "cache": "import functools\nf = functools.lru_cache(None)(lambda k: k)\n"
    "f(n)\nprint(f.cache_info().currsize)",
    "names of threads": "import threading\nt = threading.Thread(target=int)\nt.start()\n"
    "t.join()\nprint(t.name)",
    "stack of threads": "import threading\nprint(threading.stack_size())\n"
    "threading.stack_size(1 << 20)",
    "random numbers": "import random\nprint(n == 4 or random.random() == 0.13436424411240122)\n"
    "random.seed(1)",
    "given names": "print(__doc__, __cached__, __name__)\n"
    "print([name for name in globals() if name.startswith('__')])",
    "streams": "print(sys.stdin.name, sys.stdin.fileno(), sys.stdout.name, sys.stdout.fileno())",
}
#: These leave behind what cannot be put back, or see it.
LASTING = {
    "built-in": "print('own' in vars(__builtins__))\nvars(__builtins__)['own'] = n",
    "files": "try: c = int(open('/tmp/c').read())\nexcept OSError: c = 0\n"
    "try: open('/tmp/c', 'w').write(str(c + 1))\nexcept OSError: pass\nprint(n, c)",
    "environment": "import os\nprint(os.environ.get('Q'))\nos.environ['Q'] = '1'",
    "past the stream": "import os\nos.write(1, b'%d' % n)",
    "from a text": "exec('import os')\nprint(os.environ.get('Q'))\nos.environ['Q'] = '1'",
    "module": "import math as m\nprint(m.__dict__.get('own'))\nm.own = n",
    "class": "from collections import Counter\nprint(getattr(Counter, 'own', 0))\nCounter.own = n",
    "signal": "import signal\nprint(signal.alarm(0))\nsignal.alarm(50)",
    "handlers": "import logging\nlogging.basicConfig(stream=sys.stdout)\nlogging.error('%d', n)",
    "daemon": "import threading, time\nprint(n)\n"
    "threading.Thread(target=lambda: (time.sleep(9), print('late')), daemon=True).start()",
    "generator": "def g():\n  try: yield 1\n  finally: print('closed', n)\nx = g()\nnext(x)",
    "loaded": "print('random' in sys.modules)\nimport random",
    "switch": "import gc\nprint(gc.isenabled())\ngc.disable()",
    "cache of a module": "import re\nprint(len(re._cache))\nre.compile(str(n))",
    "codec": "import codecs\ntry: print(codecs.lookup('own').name)\n"
    "except LookupError: print('no')\n"
    "codecs.register(lambda name: codecs.lookup('utf-8') if name == 'own' else None)",
    "pickles": "import copyreg\nprint(len(copyreg.dispatch_table))\n"
    "copyreg.pickle(type('A', (), {}), str)",
    "warnings": "import warnings\nprint(len(warnings.filters))\nwarnings.simplefilter('ignore')",
    "interval": "print(sys.getswitchinterval())\nsys.setswitchinterval(n / 100 + 0.01)",
    "abstract class": "from collections.abc import Sized\nprint(isinstance(5, Sized))\n"
    "if n == 4: Sized.register(int)",
    "dialect": "import csv\nprint(len(csv.list_dialects()))\ncsv.register_dialect('own')",
    "week": "import calendar\nprint(calendar.firstweekday())\ncalendar.setfirstweekday(n % 7)",
    "alias": "import math\nm = math\nprint(hasattr(m, 'own'))\nm.own = n",
    "alias of a class": "from collections import Counter\nC = Counter\n"
    "print(hasattr(C, 'own'))\nC.own = n",
    "argument": "import math\ndef f(m):\n  m.own = hasattr(m, 'own')\n  return m.own\n"
    "print(f(math), math.own)",
    "attribute in a text": "import math\nprint(getattr(math, 'o' + 'wn', 0))\nmath.own = n",
    "class of an object": "from collections import Counter\n"
    "print(getattr(Counter(), 'own', 0))\nCounter().__class__.own = n",
    "contexts": "import decimal\nd = decimal.DefaultContext\nprint(d.prec)\nd.prec = n + 3",
    "hook": "sys.excepthook = lambda *_: print('hook')\nif n == 4: 1 / 0",
    "context": "import contextvars\nprint(len(contextvars.copy_context()))\n"
    "contextvars.ContextVar('v').set(n)",
    "other decimals": "import decimal as d\nprint(sum(d.BasicContext.flags.values()))\n"
    "d.BasicContext.divide(d.Decimal(1), d.Decimal(3))",
    "by way of another": "import contextlib\nprint(contextlib.os.environ.get('Q'))\n"
    "contextlib.os.environ['Q'] = '1'",
    "given objects": "t = type(__loader__)\nprint(__spec__, getattr(t, 'own', 0))\nt.own = n",
    "of a module": "import heapq\n[s] = [heapq.__spec__]\nprint(hasattr(s, 'own'))\ns.own = n",
    "named in an import": "from heapq import __spec__ as s\nprint(hasattr(s, 'own'))\ns.own = n",
    "named in a pattern": "match print:\n  case object(__self__=m): pass\n"
    "print(hasattr(m.__spec__, 'own'))\nm.__spec__.own = n",
    "looked up": "m = getattr(print, '__se' + 'lf__')\nprint(m.sum([1]))\nm.sum = str",
    "abstract class of another module": "import contextlib as c\n"
    "print(issubclass(int, c.AbstractContextManager))\nc.AbstractContextManager.register(int)",
    "weak references": "import re, weakref\np = re.compile('z')\n"
    "print(weakref.getweakrefcount(p))\nx = [weakref.ref(p)]\nx.append(x)",
    "interned": "s = ''.join(['z', '1'])\nt = sys.intern(s)\nprint(t is s)\nx = [t]\nx.append(x)",
    "references": "print(sys.getrefcount(int) // 50)\nx = [int] * 400\nx.append(x)",
    "all of a module": "from sys import *\nprint(getrefcount(int) // 50)\nx = [int] * 400\n"
    "x.append(x)",
    "blocks": "x = [[] for _ in range(99999)]\nx.append(x)\n"
    "print(sys.getallocatedblocks() > 250000)",
    "other clock": "import time\nprint(time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID) < 0.3)\n"
    "for _ in range(3000000): pass",
    "frames": "async def c():\n  f = k.cr_frame\n  while f:\n    print(f.f_locals.get('number'))\n"
    "    f = f.f_back\nk = c()\ntry: k.send(None)\nexcept StopIteration: pass",
    "stack": "import traceback\nprint(len(traceback.extract_stack()))",
    "the host": "print(open.__module__)",
    "module of the host": "try: import python_many\nexcept ImportError: print('none')",
    "path": "print(len(sys.path))\nsys.path.append('x')",
    "arguments": "print(len(sys.orig_argv))\nsys.orig_argv.append('x')",
    "private": "import weakref\n[f] = [weakref.finalize]\nprint(next(f._index_iter))",
    "finders": "print(len(sys.path_importer_cache))\nsys.path_importer_cache[str(n)] = 1",
    "from another": "from random import _os as o\nprint(o.environ.get('Q'))\no.environ['Q'] = '1'",
}
#: Each changes what a module holds, and its text does not say so.
HIDDEN = {
    "type": "from collections import Counter\nprint(getattr(type(Counter()), 'own', 0))\n"
    "type(Counter()).own = n",
    "list": "import keyword\nprint(len(keyword.kwlist))\nkeyword.kwlist.append(str(n))",
    "dictionary": "import token\nprint(len(token.tok_name))\ntoken.tok_name[n + 900] = 'x'",
    "part of a module": "import html.entities as h\nprint(len(h.html5))\nh.html5[str(n)] = 'x'",
    "names of a module": "import string\nprint(len(string.__all__))\nstring.__all__.append('x')",
    "built-in object": "print(getattr(exit, 'own', 0))\nexit.own = n",
    "main thread": "import threading\nt = threading.current_thread()\n"
    "print(getattr(t, 'own', 0))\nt.own = n",
    "function": "from textwrap import dedent\nprint(len(dedent.__annotations__))\n"
    "dedent.__annotations__[str(n)] = 1",
    "wrapper": "import functools, heapq\nprint(heapq.merge.__name__)\n"
    "functools.update_wrapper(heapq.merge, lambda: 0)",
    "default": "from collections import Counter\ndef f(C=Counter):\n"
    "  print(getattr(C, 'own', 0))\n  C.own = n\nf()",
    "in a list": "from collections import Counter\nfor C in [Counter]:\n"
    "  print(getattr(C, 'own', 0))\n  C.own = n",
    "class of a constant": "import dataclasses\nc = type(dataclasses.MISSING)\n"
    "print(hasattr(c, 'own'))\nc.own = n",
    "class of a built-in object": "c = type(exit)\nprint(hasattr(c, 'own'))\nc.own = n",
    "number with attributes": "import re\n[f] = [re.I]\nprint(hasattr(f, 'own'))\nf.own = n",
    "name of a function": "import functools\n[f] = [functools.total_ordering]\n"
    "print(f.__name__)\nf.__name__ = 'x'",
    "property": "import fractions\n[p] = [fractions.Fraction.numerator]\n"
    "print(hasattr(p.fget, 'own'))\np.fget.own = n",
    "method of a class": "import random\n[f] = [random.Random.__init_subclass__]\n"
    "print(hasattr(f.__func__, 'own'))\nf.__func__.own = n",
    "stream": "[e] = [sys.stderr]\nprint(hasattr(e, 'own'))\ne.own = n",
    "implementation": "[s] = [sys.implementation]\nprint(hasattr(s, 'own'))\ns.own = n",
    "from a text": "exec('import keyword')\nprint(len(keyword.kwlist))\nkeyword.kwlist.append('x')",
}
#: Standard input is a pipe, and files on it have buffers of their own.
READERS = {
    "first by a function": "print(len(input()), len(open(0).read()))",
    "two files": "f = open(0)\nprint(len(f.readline()), len(open(0).read()))",
    "closed with the first": "print(len(open(0).readline()))\nprint(len(open(0).read()))",
    "by its path": "for _ in 1, 2: print(len(open('/dev/stdin').readline()))",
    "left open": "f = open(0, closefd=False)\nf.close()\nprint(open(0).read())",
    "sought": "import sys\nprint(len(sys.stdin.read()))\nsys.stdin.seek(0)",
    "bytes": "f = open(0, 'rb')\nprint(f.read(1), f.name, f.mode, f)",
    "text": "f = open(0)\nprint(f.name, f.mode, f.encoding, f.errors, f.seekable())",
    "streams": "import sys\nfor f in sys.stdin, sys.stdout: print(f.name, f.mode, f.buffer)",
    "output": "import sys\nsys.stdout.buffer.write(b'1')\nprint(2)\nprint(sys.stdout.tell())",
}
INPUTS = ["1\n", "2 3\n", "", "4", "5\n", "0\n", "4\n", "1\n", "3\n", "2\n"]


def answered(
    toy: Contest, file: str, source: str, instances: Sequence[Any], kind: str
) -> tuple[list[BulkAnswer], list[Execution]]:
    """What it answers in a batch, and alone."""
    with closing(bulk_runner(toy, file, source, instances, kind)) as runner:
        return list(runner.all(instances)), [runner.alone(one) for one in instances]


def in_batches(
    toy: Contest, file: str, source: str, instances: Sequence[Any], cpu_s: float
) -> list[BulkAnswer]:
    """What a program answers under a limit."""
    with closing(bulk_runner(toy, file, source, instances, "program", cpu_s)) as runner:
        return list(runner.all(instances))


def bulk_runner(
    toy: Contest,
    file: str,
    source: str,
    instances: Sequence[Any],
    kind: str,
    cpu_s: float = 20.0,
    branches: bool = False,
) -> BulkRunner:
    path = toy.solution(file, source, f'kind = "{kind}"\n')
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    solution = load_solution(path, "toy", loaded.plugin.readings)
    layer = sandbox.choose("auto")
    built = built_solution(
        solution, loaded.problem, layer, toy.root / f"built-{path.stem}", instances
    )
    plugin: Any = Texts()
    limits = Limits(cpu_s=cpu_s, wall_override_s=300.0)
    return BulkRunner(built, layer, limits, plugin, branches=branches)


def outcome(run: Execution) -> tuple[object, ...]:
    shown = [(text or b"").decode("utf-8", "replace") for text in (run.stdout, run.result)]
    return run.ended, bool(run.exit_status), *shown


@pytest.mark.long
@pytest.mark.parametrize("name", SHARED)
def test_every_answer_of_a_program_is_that_of_a_new_process(toy: Contest, name: str) -> None:
    together, alone = answered(toy, "own.py", READ + SHARED[name], INPUTS, "program")
    assert not any(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]


@pytest.mark.long
@pytest.mark.parametrize("name", READERS)
def test_standard_input_is_a_pipe(toy: Contest, name: str) -> None:
    together, alone = answered(toy, "own.py", READERS[name], ["1 2\n3\n", "4\n"] * 3, "program")
    assert not any(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]


@pytest.mark.long
@pytest.mark.parametrize("name", HIDDEN)
def test_a_batch_that_has_changed_a_module_does_not_count(toy: Contest, name: str) -> None:
    together, alone = answered(toy, "own.py", READ + HIDDEN[name], INPUTS, "program")
    assert all(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]


@pytest.mark.long
@pytest.mark.parametrize("name", LASTING)
def test_what_cannot_be_put_back_is_run_alone(toy: Contest, name: str) -> None:
    together, alone = answered(toy, "own.py", READ + LASTING[name], INPUTS, "program")
    assert all(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("depth.py", "def f(a, k):\n  def g(k): return k and 1 + g(k - 1)\n  return g(k)"),
        ("counts.py", "seen = []\ndef f(a, k):\n  seen.append(k)\n  return len(seen)"),
        ("default.py", "def f(a, k, seen=[]):\n  seen.append(k)\n  return seen"),
        ("name.py", "n = 0\ndef f(a, k):\n  global n\n  n += k\n  return n"),
        ("fixed.py", "A = 1,\ndef f(a, k):\n  print(A, end='é')\n  return 9 // (k - 3)"),
        ("limit.py", "import sys\ndef f(a, k):\n  if k > 5: sys.setrecursionlimit(50)\n  return a"),
        (
            "global.js",
            "f = (a, k) => { seen = typeof seen == 'number' ? seen + 1 : 1; return seen }",
        ),
        ("state.js", "let seen = 0\nconst f = (a, k) => (seen += k)"),
        ("memo.js", "var memo = {}\nfunction f(a, k) { memo[k] = 1; return Object.keys(memo) }"),
        ("list.js", "(a, k) => { Array.prototype.own = (a.own || 0) + 1; return a.own }"),
        ("class.js", "class S { static n = 0; solve(a, k) { return S.n += k } }"),
        ("printed.py", "print('loaded')\ndef f(a, k):\n  print(k, end='é')\n  return a[0]"),
        ("closed.py", "import sys\ndef f(a, k):\n  print(k)\n  sys.stdout.close()\n  return 1"),
        (
            "read.py",
            "def f(a, k):\n  if k == 3: open(0).close()\n  try: return input()\n"
            "  except EOFError: return 'none'",
        ),
        ("timer.js", "f = (a, k) => { setTimeout(() => console.log(k), 0); return k }"),
    ],
)
def test_every_answer_of_a_function_is_that_of_a_new_process(
    toy: Contest, file: str, source: str
) -> None:
    calls = [[[1], 3], [[2, 2], 900], [[1], 3], [[5], 7], [[], 1]]
    together, alone = answered(toy, file, source, calls, "function")
    assert all(one.alone for one in together) == (file == "timer.js")
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]
