"""The source of a pure function is loaded once if nothing that it makes can change, else for each
call."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from judge.common.folders import HOSTS

FIXED = {
    "a lambda": "f = lambda a, k: a[:k]",
    "helpers": "def g(x): return -x\ndef f(a, k=1): return max(map(g, a))",
    "names of modules": "import math\nfrom itertools import *\nfrom collections import Counter\n"
    "def f(a, k): return math.comb(k, 2), Counter(product(a, a))",
    "constants": "A, B = (1, ('x', b'y')), frozenset((1, 2))\nimport re\nP = re.compile('a')\n"
    "def f(a, k): return A[k] in B",
    "state of one call": "def f(a, k):\n  n = 0\n  def g():\n    nonlocal n\n    n += 1\n"
    "  g()\n  return n",
}
CHANGES = {
    "a list": "A = []\ndef f(a, k): A.append(k); return len(A)",
    "a list in a tuple": "A = (1, [])\ndef f(a, k): A[1].append(k); return A",
    "a default": "def f(a, k, s=[]): s.append(k); return s",
    "a default with a name": "def f(a, k, *, s=[]): s.append(k); return s",
    "a default of a helper": "def g(s={}): s[len(s)] = 1; return s\nf = lambda a, k: g()",
    "a name": "n = 0\ndef f(a, k):\n  global n\n  n += k\n  return n",
    "a name in a helper": "n = 0\ndef f(a, k):\n  def g():\n    global n\n    n += k\n  g()\n"
    "  return n",
    "a name that is deleted": "n = 0\ndef f(a, k):\n  global n\n  del n\n  return 1",
    "what a function encloses": "def g():\n  s = []\n  return lambda a, k: s.append(k) or s\nf = g()",
    "an iterator": "from itertools import count\nc = count()\nf = lambda a, k: next(c)",
    "a generator": "c = (x for x in range(9))\nf = lambda a, k: next(c)",
    "a method of a list": "s = [1, 2, 3]\np = s.pop\ndel s\nf = lambda a, k: p()",
    "a cache": "from functools import *\n@lru_cache(None)\ndef f(a, k): return f.cache_info()",
    "arguments that are kept": "from functools import partial\n"
    "f = partial(lambda s, a, k: s.append(k) or s, [])",
    "a counter": "from collections import Counter\nC = Counter()\ndef f(a, k): C[k] += 1; return C[k]",
}


@pytest.fixture(name="python_pure")
def imported(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(HOSTS))
    return importlib.import_module("python_pure")


@pytest.mark.parametrize("name", [*FIXED, *CHANGES])
def test_a_source_is_loaded_once_only_if_nothing_of_it_changes(python_pure: Any, name: str) -> None:
    source = {**FIXED, **CHANGES}[name]
    code = compile(source, name, "exec")
    scope: dict[str, object] = {"__name__": "solution"}
    exec(code, scope)
    assert python_pure.keeps_nothing(scope["f"], [code]) == (name in FIXED)
