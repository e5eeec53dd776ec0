"""A function is pure if all that its source uses is known to keep nothing between calls."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judge.languages.pure_functions import is_pure
from tests.contest import RIGHT

ANSWERS = Path(__file__).parents[1] / "answers"

PURE = {
    "a lambda": "lambda n,k:sorted(range(len(n)),key=lambda i:-n[i])[:k]",
    "a function with helpers": "def g(x):return-x\ndef f(n,k):\n return max(map(g,n))+k",
    "a recursive lambda": "f=lambda n,k:n and f(n[1:],k)or k",
    "a generator": "def f(n,k):\n for x in n:\n  if x>k:yield x",
    "all of itertools": "from itertools import*\nf=lambda n,k:[*product(n,repeat=2)][:k]",
    "a module by another name": "import itertools as t,math\nf=lambda n,k:[*t.count(k)]+math.comb(n,k)",
    "methods of lists and strings": "def f(n,k):\n n.sort();n.append(k)\n return ','.join(n).upper()",
    "a function that prints": "def f(n,k):print(*n,sep='\\n')",
    "a cache of its own": "from functools import*\n@lru_cache(None)\ndef f(n,k):return n",
    "variables of its own": "a=[]\ndef f(n,k):\n global a;a+=n;return a",
    "a default that is changed": "def f(n,k,s=[]):\n s.append(1);return s",
    "an expression in a string": "f=lambda n,k:f'{n[0]:>5}'",
    "types of its arguments": (
        "from typing import*\nimport typing as t\n"
        "def f(n:List[Tuple[int,'k']],k:t.Optional[int]|None)->Dict[str,Any]:\n"
        " a:Set[int]={k};return{'a':len(a)}"
    ),
}

IMPURE = {
    "a module that is not known": "import os\nf=lambda n,k:os.getpid()",
    "a part of a module that leads out": "import collections\nf=lambda n,k:collections.abc.sys",
    "an import of such a part": "from functools import WRAPPER_UPDATES as w\nf=lambda n,k:w",
    "a module below another": "import os.path\nf=lambda n,k:1",
    "a relative import": "from . import x\nf=lambda n,k:1",
    "an import by name": "f=lambda n,k:__import__('os').getpid()",
    "code in a string": "f=lambda n,k:eval('1')",
    "a built-in name that was deleted": "open=1\ndel open\nf=lambda n,k:open('x','w')",
    "the same as an argument": "def f(n,k,exec=0):return n",
    "the same by an import": "from math import pi as input\nf=lambda n,k:1",
    "an attribute of a class": "f=lambda n,k:n.__class__.__base__.__subclasses__()",
    "such an attribute in a format": "f=lambda n,k:'{0.__class__}'.format(n)",
    "the same by a mapping": "f=lambda n,k:'{n.__class__}'.format_map({'n':n})",
    "the same by operator": "from operator import*\nf=lambda n,k:attrgetter('x')(n)",
    "all names of a module that is not known": "from sys import*\nf=lambda n,k:1",
    "an attribute that is set": "def f(n,k):\n f.seen=1;return n",
    "an attribute of a module that is set": "import math\ndef f(n,k):\n math.pi=3;return n",
    "an attribute of a module as a loop variable": "import math\nf=lambda n,k:[1 for math.pi in n]",
    "a frame": "f=lambda n,k:(x for x in n).gi_frame",
    "names with two underscores": "f=lambda n,k:__builtins__",
    "the number of an object": "f=lambda n,k:id(n)",
    "a class": "class A:\n def __del__(s):print(1)\nf=lambda n,k:A()",
    "a class that type makes": "f=lambda n,k:type('A',(),{})",
    "an exception that is caught": "def f(n,k):\n try:return n[k]\n except:return 0",
    "a context": "def f(n,k):\n with n:return 1",
    "a coroutine": "async def f(n,k):return 1",
    "a file to print to": "def f(n,k):print(n,file=k)",
    "standard input": "f=lambda n,k:input()",
    "a name that nothing binds": "f=lambda n,k:unknown(n)",
    "no Python": "f=lambda n k",
    "a NUL byte": "f=lambda n,k:1\0",
    "brackets without end": "f=" + "(" * 5000,
    "a deep tree": "f=lambda n,k:" + "-" * 500 + "k",
}

#: What ``typing`` has made is found again by equality: after 1, True has its text.
KEEPS_TYPES = {
    "the text of a type": "from typing import*\nf=lambda n,k:str(List[n[0]])",
    "by the module": "import typing\nf=lambda n,k:str(typing.List[k])",
    "by another name of the module": "import typing as t\nu=t\nf=lambda n,k:str(u.List[k])",
    "by another name of a part": "from typing import List as L\nm=L\nf=lambda n,k:str(m[k])",
    "by a type that was made before": "from typing import List\nA=List[int]\nf=lambda n,k:str(k|A)",
    "in an annotation": "from typing import List\ndef f(n,k):\n a:List[(b:=k)]=n;return b",
    "in a type in an annotation": (
        "from typing import List\ndef f(n,k):\n def g(a:(b:=str(List[k])))->b:0\n return b"
    ),
    "by a value with the name of a type": (
        "from typing import List\ndef f(n,int):\n a:List[int]=n;return str(a)"
    ),
}

#: Where an object lies tells what its process did before: as text, or by the order of a set.
SHOWS_ADDRESSES = {
    "the text of a function": "f=lambda n,k:str(lambda:0)",
    "of a generator, formatted": "f=lambda n,k:f'{(x for x in n)}'",
    "of an iterator, by a percent sign": "f=lambda n,k:'%s'%map(int,n)",
    "of a method": "f=lambda n,k:str([].append)",
    "of itself": "def f(n,k):return str(f)",
    "of what a name holds": "def f(n,k):\n a=b=iter(n);return str(b)",
    "of what a list holds": "f=lambda n,k:str([lambda:0])",
    "of what a function returns": "g=lambda:lambda:0\nf=lambda n,k:str(g())",
    "of what an inner function returns": "def f(n,k):\n def g():return iter(n)\n return str(g())",
    "of what a generator function makes": "def g(x):yield x\nf=lambda n,k:str(g(1))",
    "of a lambda that is a generator": "f=lambda n,k:str([*map(lambda x:(yield x),n)])",
    "of what map makes": "f=lambda n,k:str([*map(iter,[n])])",
    "of what is the larger one": "f=lambda n,k:str(max(lambda:0,lambda:1,key=lambda f:1))",
    "of a default": "f=lambda n,k:(lambda g=lambda:0:str(g))()",
    "of an argument": "f=lambda n,k:(lambda g:str(g))(iter(n))",
    "of a decorated function": "@str\ndef g():0\nf=lambda n,k:g",
    "of a group": "from itertools import*\nf=lambda n,k:[str(g)for _,g in groupby(n)]",
    "of what is repeated": "from itertools import*\nf=lambda n,k:[*map(str,repeat(f,2))]",
    "of a key": "from functools import*\nK=cmp_to_key(int)\nf=lambda n,k:str(K(1))",
    "of a cache": "from functools import*\ng=lru_cache(lambda:0)\nf=lambda n,k:str(g)",
    "by a name that hides a built-in one": "def h(list):return list(lambda:0)\nf=lambda n,k:h(str)",
    "by a part of a module": "from operator import*\nf=lambda n,k:call(str,lambda:0)",
    "of a function of a module": "import heapq\nf=lambda n,k:str(heapq.nlargest)",
    "of an imported one": "from heapq import nlargest as g\nf=lambda n,k:str(g)",
    "a set of functions": "f=lambda n,k:[*{lambda:0,3}][0]==3",
    "a set of iterators": "def f(n,k):\n s=set();s.add(iter(n));return str(s)",
    "a set of matches": "import re\nf=lambda n,k:[*{re.match('',''),1}][0]==1",
    "a set with nan": "f=lambda n,k:[*{float('nan'),*range(8)}].index(0)",
    "the same by arithmetic": "f=lambda n,k:[x==x for x in{1e999-1e999,*n}]",
    "the same by views": "f=lambda n,k:[*({0/9**k:1,1:2}.keys()-{3:4})]",
    "the same by typing": "from typing import*\nf=lambda n,k:[*Set([float('nan'),1])]",
    "one object": "import re\nf=lambda n,k:re.compile('a')is re.compile('a')",
    "the same by operator": "from operator import*\nf=lambda n,k:is_(n,k)",
}

SHOWS_NONE = {
    "what map makes, gone through": "f=lambda n,k:[*map(lambda x:x+1,n)]",
    "what is returned to the judge": "f=lambda n,k:(x for x in n)",
    "a function that returns a function": "f=lambda n:lambda k:max(n)",
    "an iterator with a name": "def f(n,k):\n i=iter(n)\n return[*zip(i,i)]",
    "a key": "from functools import*\nf=lambda n,k:sorted(n,key=cmp_to_key(lambda a,b:a-b))",
    "a method as a key": "f=lambda n,k:min(n,key=n.count)",
    "a function that folds": "from functools import*\nf=lambda n,k:reduce(lambda a,b:a+b,n)",
    "a function that replaces": "import re\nf=lambda n,k:re.sub('a',lambda m:m[0],str(n))",
    "a generator that calls itself": "def g(x):\n yield x\n if x:yield from g(x-1)\nf=lambda n,k:g(k)",
    "a set of numbers": "f=lambda n,k:len({*n})//2**3",
    "items of a dictionary, gone through": "f=lambda n,k:[x/k for x,_ in {k:1}.items()]",
    "a function of a module": "import operator as o\nf=lambda n,k:[*map(o.add,n,n)]",
    "a type for the reader": "from typing import List\ndef f(n:List[int],k)->List[int]:return n",
    "a comparison with None": "f=lambda n,k:n if k is None else k",
}


@pytest.mark.parametrize("source", SHOWS_ADDRESSES.values(), ids=SHOWS_ADDRESSES)
def test_what_shows_where_objects_lie_is_not_pure(source: str) -> None:
    assert not is_pure(source.encode())


@pytest.mark.parametrize("source", SHOWS_NONE.values(), ids=SHOWS_NONE)
def test_functions_and_iterators_that_no_text_and_no_set_holds_are_pure(source: str) -> None:
    assert is_pure(source.encode())


@pytest.mark.parametrize("source", PURE.values(), ids=PURE)
def test_what_is_known_is_pure(source: str) -> None:
    assert is_pure(source.encode())


@pytest.mark.parametrize("source", IMPURE.values(), ids=IMPURE)
def test_what_may_last_or_is_not_known_is_not(source: str) -> None:
    assert not is_pure(source.encode())


def test_an_encoding_that_the_source_names_is_obeyed() -> None:
    assert is_pure("# coding: latin-1\nf=lambda n,k:'ä'".encode("latin-1"))
    assert not is_pure(b"# coding: unknown\nf=lambda n,k:1")


def test_most_posted_functions_are_pure() -> None:
    rows = tomllib.loads((ANSWERS / "python.toml").read_text())["answer"]
    sources = [row["source"] for row in rows if "lambda" in row.get("source", "")]
    assert sum(is_pure(source.encode()) for source in sources) > len(sources) / 2
    assert is_pure(RIGHT["lambda.py"].encode())
