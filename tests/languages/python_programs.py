"""Programs that would tell if Python had not started, run or ended as it does by itself: each with a
standard input. Each must print and end as under a bare ``python3 SOURCE``.
"""

from __future__ import annotations

PROGRAMS: dict[str, str | bytes] = {
    "names": "print(sorted(globals()), __name__, __doc__, __package__, __spec__, __cached__)\n"
    "print(__file__, type(__loader__).__name__, __loader__.path, __annotations__)",
    "main module": "import sys\nx = 1\nm = sys.modules['__main__']\n"
    "print(m.__dict__ is globals(), m.x, m.__builtins__ is __builtins__, type(__builtins__))",
    "docstring and annotations": "'''what it is'''\na: int = 1\nprint(__doc__, __annotations__)",
    "only as main": "if __name__ == '__main__':\n    print('main')",
    "words": "import sys\nprint(sys.argv, sys.path[0], sys.flags, sys.orig_argv[1:], sys._xoptions)",
    "limits": "import sys\nprint(sys.getrecursionlimit(), sys.getswitchinterval(), sys.gettrace())",
    "path": "import sys\nprint([p for p in sys.path if 'site-packages' not in p])",
    "interactive names": "print(exit, quit, copyright, credits, license, help, sep='\\n')",
    "exit": "print('a')\nexit(3)",
    "quit": "quit()",
    "exit with a text": "import sys\nsys.exit('no answer')",
    "exit with None": "import sys\nsys.exit(None)",
    "exit with a large number": "import sys\nsys.exit(300)",
    "exit with an object": "import sys\nsys.exit([1, 2])",
    "exit of the system": "import os\nprint('lost')\nos._exit(9)",
    "error": "def f(n):\n    return 1 // n\n\nprint('first')\nf(0)",
    "error in an error": "try:\n    {}['a']\nexcept KeyError:\n    raise ValueError('b') from None",
    "error of one's own": "class Wrong(Exception): pass\nraise Wrong('so')",
    "error in a group": "raise ExceptionGroup('all', [ValueError(1), TypeError(2)])",
    "error with a note": "e = ValueError(1)\ne.add_note('seen')\nraise e",
    "own hook": "import sys\nsys.excepthook = lambda *a: print(a[0].__name__, file=sys.stderr)\n1 / 0",
    "syntax error": "print('never')\nx = (1,\ny = 2\n",
    "indentation error": "if 1:\nprint(1)\n",
    "null byte": b"print(1)\n\0\n",
    "encoding": "# -*- coding: latin-1 -*-\nprint(len('\xe9'))".encode("latin-1"),
    "unknown encoding": b"# coding: nothing-such\nprint(1)",
    "not utf-8": b"print('\xff')",
    "a comment that is not utf-8": b"# \xff\nprint(1)",
    "byte order mark": b"\xef\xbb\xbfprint('marked')",
    "carriage returns": b"print(1)\r\nprint(2)\r\n",
    "empty": "",
    "too deep to compile": "(" * 300 + ")" * 300,
    "deep expression": "x = " + "-" * 5000 + "1\nprint(x)",
    "syntax warning": "print(1 is 1)",
    "deprecation warning": "import warnings\nwarnings.warn('old', DeprecationWarning)\nprint(1)",
    "invalid escape": "print('\\d')",
    "stack": "import sys\ntry:\n    sys._getframe(1)\nexcept ValueError as e:\n    print(e)\n"
    "import inspect, traceback\nprint(len(inspect.stack()))\ntraceback.print_stack()",
    "depth": "def f(n):\n    global most\n    most = n\n    f(n + 1)\ntry:\n    f(1)\nexcept RecursionError:\n"
    "    print(most)",
    "depth, raised limit": "import sys\nsys.setrecursionlimit(9000)\ndef f(n):\n    return n and f(n - 1)\n"
    "print(f(8000))",
    "endless recursion": "def f(): f()\nf()",
    "source": "import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f), inspect.getfile(f))",
    "quine": "print(open(__file__).read())",
    "pickle": "import pickle\nclass P: pass\np = pickle.loads(pickle.dumps(P()))\nprint(type(p) is P)",
    "input": "while True:\n    try:\n        print(repr(input('> ')))\n    except EOFError:\n        break",
    "input at its end": "input()\ninput()\ninput()\ninput()",
    "stdin": "import sys\nprint(sys.stdin.read(), sys.stdin.mode, sys.stdin.name, sys.stdin.encoding)\n"
    "print(sys.stdin, sys.stdout, sys.stderr, sys.stdin.errors, sys.stderr.line_buffering)",
    "stdin in bytes": "import sys\nb = sys.stdin.buffer\nprint(b, b.raw, b.readline(), b.read())",
    "stdin by its number": "print(open(0).read())\nimport os\nprint(os.read(0, 9))",
    "stdin by its name": "print(open('/dev/stdin').read())",
    "stdin in lines": "import sys\nfor line in sys.stdin: print(repr(line))\nprint(sys.stdin.newlines)",
    "stdin not utf-8": "import sys\nprint(ascii(sys.stdin.read()))",
    "streams": "import sys\nprint(sys.stdin.fileno(), sys.stdout.fileno(), sys.stderr.fileno())\n"
    "print(sys.stdin.seekable(), sys.stdout.seekable(), sys.stdout.isatty(), sys.stdout.newlines)\n"
    "print(sys.__stdin__ is sys.stdin, sys.__stdout__ is sys.stdout, sys.__stderr__ is sys.stderr)\n"
    "print(sys.stdout.write_through, sys.stdout.line_buffering, sys.stdout.buffer.raw.closefd)",
    "surrogates out": "print('\\udc80a')",
    "surrogates of a file": "import sys\nprint('\\ud800', file=sys.stderr)\nprint('\\ud800')",
    "order of output": "import os, sys\nprint('buffered')\nos.write(1, b'at once\\n')\nsys.stdout.flush()",
    "closed output": "import sys\nsys.stdout.close()",
    "broken output": "import os\nprint('x')\nos.close(1)",
    "open files": "import os\nprint(sorted(os.listdir('/proc/self/fd')))\nprint(open('/dev/null').fileno())",
    "at exit": "import atexit\natexit.register(print, 'last')\nprint('first')",
    "at exit after an error": "import atexit\natexit.register(print, 'last')\n1 / 0",
    "at exit fails": "import atexit\natexit.register(lambda: 1 / 0)",
    "thread at the end": "import threading, time\n"
    "threading.Thread(target=lambda: (time.sleep(.05), print('late'))).start()\nprint('early')",
    "thread fails": "import threading\nthreading.Thread(target=lambda: 1 / 0, name='T').start()",
    "threads": "import threading\nprint(threading.main_thread() is threading.current_thread())\n"
    "import os\nprint(threading.get_native_id() == os.getpid(), threading.active_count())",
    "finaliser that imports": "class D:\n    def __del__(self):\n        try:\n            import json\n"
    "        except ImportError as e:\n            print(e)\nd = D()",
    "finaliser of a module's object": "import json\nclass D:\n    def __del__(self): print('gone')\njson.d = D()",
    "finaliser by another name": "import json, math\nclass D: pass\n"
    "setattr(D, '__d' + 'el__', lambda self: print('gone', math.pi))\nd = D()",
    "generator at the end": "import json\ndef g():\n    try:\n        yield json\n    finally:\n"
    "        print('closed', json.dumps([1]))\nx = g()\nnext(x)",
    "file at the end": "import json, os\nf = open(os.dup(1), 'w')\nf.write(json.dumps([1]))",
    "weak references at the end": "import json, weakref\nclass C: pass\nc = C()\n"
    "weakref.finalize(c, print, 'finalised')\nr = weakref.ref(c, lambda r: print('called'))",
    "generator in a comprehension": "x = iter([i for i in range(9)])\ny = (i for i in x)\nprint(next(y))",
    "writer at the end": "import io, sys\nf = io.TextIOWrapper(sys.stdout.buffer)\nf.write('late')\n"
    "sys.stdout = sys.__stdout__ = None",
    "other stdout at the end": "import io, sys\nprint('first')\nsys.stdout = io.StringIO()\nprint('second')",
    "no stdout at the end": "import sys\nprint('first')\nsys.stdout = None",
    "closed stdout at the end": "import sys\nprint('first')\nsys.stdout.close()",
    "flush that fails": "import sys\nclass F:\n    closed = False\n    def write(self, text): pass\n"
    "    def flush(self): 1 / 0\nsys.stdout = F()\nprint('x')",
    "full descriptor": "import os\nos.close(1)\nprint('x')",
    "exit by another name": "import sys\ngetattr(sys, 'ex' + 'it')(3)",
    "error with a hook": "import sys\nsys.excepthook = lambda *a: print('hook')\n1 / 0",
    "interrupt at the end": "raise KeyboardInterrupt",
    "module at the end": "def f():\n    import queue\n    return queue.Queue()\nprint(f().empty())",
    "calls are seen": "import sys\nsys.setprofile(lambda *a: print(a[1], a[0].f_code.co_name))\nprint(1)",
    "error of an exit handler": "import atexit\natexit.register(lambda: 1 / 0)\nprint(1)",
    "prompt at the end": "import os\nos.environ['PYTHONINSPECT'] = '1'\nprint(1)",
    "exit handlers see modules": "import atexit, json, sys\n"
    "atexit.register(lambda: print(sys.modules['json'] is json))",
    "finaliser": "class D:\n    def __del__(self): print('gone')\nd = D()\nprint('end')",
    "signals": "import signal\nprint([signal.getsignal(n) for n in range(1, 32)])\n"
    "print(signal.pthread_sigmask(0, []))",
    "interrupt": "import os, signal\nprint('a')\nos.kill(os.getpid(), signal.SIGINT)\nprint('b')",
    "killed": "import os\nos.kill(os.getpid(), 9)",
    "aborted": "import os\nos.abort()",
    "segfault": "import ctypes\nctypes.string_at(0)",
    "broken pipe": "import os\nr, w = os.pipe()\nos.close(r)\nos.write(w, b'x')",
    "group and session": "import os\np = os.getpid()\nprint(os.getsid(0) == p, os.getpgrp() == p)",
    "killed group": "import os\nprint('a', flush=True)\nos.killpg(0, 9)",
    "fork": "import os\nprint('a', flush=True)\np = os.fork()\nif p == 0: print('child'); os._exit(4)\n"
    "print(os.waitstatus_to_exitcode(os.waitpid(p, 0)[1]))",
    "replaced": "import os, sys\nif len(sys.argv) < 2: os.execv(sys.executable,"
    " [sys.executable, __file__, 'again'])\nprint(sys.argv[1:], sys.stdin.read())",
    "subprocess": "import subprocess, sys\nprint(subprocess.run([sys.executable, '-c', 'print(input())'],"
    " capture_output=True, text=True, input='x').stdout, flush=True)\n"
    "subprocess.run([sys.executable, '-c', 'import sys; print(sys.flags, sys.path[1:])'])",
    "subprocess reads on": "import subprocess\nsubprocess.run(['cat'])",
    "processes": "import multiprocessing as m\ndef f(x): return x * x\n"
    "if __name__ == '__main__':\n    m.set_start_method('fork')\n    p = m.Process(target=f, args=(2,))\n"
    "    p.start(); p.join(); print(p.exitcode)",
    "environment": "import os\nprint(sorted(os.environ.items()), os.getcwd(), os.umask(0))",
    "limits of the system": "import resource as r\n"
    "print([r.getrlimit(n) for n in (r.RLIMIT_NOFILE, r.RLIMIT_STACK, r.RLIMIT_AS, r.RLIMIT_FSIZE)])",
    "modules": "import sys\nprint('json' in sys.modules, 'bisect' in sys.modules)\nimport json\n"
    "print('json' in sys.modules, json.dumps([1]))",
    "random, seeded": "import random\nrandom.seed(1)\nprint(random.random(), hash('a'))",
    "shared names": "from math import*\nfrom collections import deque as d, Counter\nimport re, sys as s;"
    " import heapq\nprint(floor(pi), d([1]), Counter('aa'), re.sub('a', 'b', 'a'), s.argv)",
    "missing module": "import re, no_such_module",
    "collector": "import gc\nprint(gc.isenabled(), gc.get_threshold())",
    "context": "import decimal\nprint(decimal.getcontext())",
    "time of its own": "import time, resource\nprint(time.process_time() < 5,"
    " resource.getrusage(resource.RUSAGE_SELF).ru_utime < 5, resource.getrusage(-1).ru_utime)",
    "audit": "import sys\nsys.addaudithook(lambda e, a: e == 'import' and print(a[0]))\nimport bisect",
    "writes": "open('f', 'w').write('x')\nimport os\nprint(os.listdir(), os.path.abspath('f'))",
    "dumpable": "import os\nprint(os.stat('/proc/self/environ').st_uid == os.getuid())",
    "last line without an end": "print(1); print(2)",
    "debugger": "print(__debug__, __import__)\nassert 1 == 2, 'two'",
    "await at the top": "await f()",
    "display hook": "import sys\nsys.displayhook(3)\nprint(_)",
    "keyboard": "raise KeyboardInterrupt",
    "generator exit": "raise GeneratorExit",
}
INPUT = b"3 1\nr\xc3\xa9sum\xc3\xa9\r\nlast"
