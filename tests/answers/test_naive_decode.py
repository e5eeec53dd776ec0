"""Posted answers to problems whose plug-in reads an output as a program of ten lines would: with
``int`` and ``split``, which raise where they find another notation; and what languages need for
large integers, for values with several fields, and for names."""

from __future__ import annotations

import pytest

from tests.answers.judged_answers import verdicts
from tests.contest import Contest

#: The sum and the product of two numbers.
SUM_PLUGIN = """
class Sum:
    def parse(self, text):
        a, b = text.split()
        return int(a), int(b)

    def arguments(self, instance):
        return list(instance)

    def decode(self, text, instance, reading):
        a, b = text.split()
        return int(a), int(b)

    def compare(self, instance, answer, best):
        return answer == best
"""
LARGE = 10**30
SUM_CASES = {
    f"secret/{number}": (f"{a} {b}\n".encode(), f"{a + b} {a * b}\n".encode())
    for number, (a, b) in enumerate([(2, 3), (12, -7), (LARGE, 3), (-3, LARGE), (2**40, 2**40)])
}
RIGHT_SUMS = {
    "list.py": "lambda a,b:[a+b,a*b]",
    "numbers-or-large.js": "(a,b)=>[a+b,a*b]",
    "converted.js": "f=(a,b)=>[BigInt(a)+BigInt(b),BigInt(a)*BigInt(b)]",
    "curried.js": "a=>b=>[(a=BigInt(a))+(b=BigInt(b)),a*b]",
    "literal.js": "(a,b)=>({sum:a+b+0n,product:a*b})",
    "pointers.go": 'import "math/big"\nfunc f(a, b *big.Int) (*big.Int, *big.Int) {'
    "return new(big.Int).Add(a, b), new(big.Int).Mul(a, b)}",
    "digits.pl": "use bigint;sub f{my($x,$y)=map{Math::BigInt->new($_)}@_;($x+$y,$x*$y)}",
    "types.java": 'a->b->a.add(b)+" "+a.multiply(b)',
    "types.cs": "(a,b)=>(a+b,a*b)",
    "values.rkt": "(define(f a b)(values(+ a b)(* a b)))",
}
WRONG_SUMS = {
    "float.py": "lambda a,b:[a+b,int(float(a)*b)]",
    "one.py": "lambda a,b:a+b",
    "numbers.js": "(a,b)=>[Number(a)+Number(b),Number(a)*Number(b)]",
    "half.js": "(a,b)=>[a+b,Number(a)*Number(b)]",
    "words.py": "lambda a,b:'none at all'",
}

#: How often each word occurs, the most frequent first.
COUNT_PLUGIN = """
import re

class Counts:
    def parse(self, text):
        return text.split()

    def arguments(self, instance):
        return [instance]

    def decode(self, text, instance, reading):
        lines = [re.match(r"(\\w+) (\\d+)$", line).groups() for line in text.splitlines()]
        return [(word, int(count)) for word, count in lines]

    def compare(self, instance, answer, best):
        return answer == best
"""
COUNT_CASES = {
    "secret/1": (b"b a b\n", b"b 2\na 1\n"),
    "secret/2": (b"x y z x y x\n", b"x 3\ny 2\nz 1\n"),
    "secret/3": (b"q w w e e e\n", b"e 3\nw 2\nq 1\n"),
}
_C_COUNT = """
typedef struct { char *word; int count; } Count;
int more(const void *a, const void *b) { return ((Count *)b)->count - ((Count *)a)->count; }
Count *counts(char **words, int n, int *length) {
    Count *made = malloc(n * sizeof *made);
    *length = 0;
    for (int i = 0, j; i < n; i++) {
        for (j = 0; j < *length && strcmp(made[j].word, words[i]); j++);
        if (j == *length) made[(*length)++] = (Count){words[i], 0};
        made[j].count++;
    }
    qsort(made, *length, sizeof *made, more);
    return made;
}
"""
RIGHT_COUNTS = {
    "pairs.py": "from collections import*\nf=lambda w:Counter(w).most_common()",
    "map.py": "from collections import*\nf=lambda w:dict(Counter(w).most_common())",
    "structures.c": _C_COUNT,
    "names.R": "function(w){t=list();for(x in w)t[[x]]=sum(t[[x]],1);t[order(-unlist(t))]}",
    "table.R": "\\(w)sort(unlist(lapply(split(w,w),length)),T)",
}
WRONG_COUNTS = {
    "words.py": "f=lambda w:sorted({*w},key=lambda x:-w.count(x))",
    "more.c": _C_COUNT.replace("}, 0}", "}, 1}").replace(", 0}", ", 1}"),
    "order.R": "function(w){t=list();for(x in w)t[[x]]=sum(t[[x]],1);t[order(unlist(t))]}",
    "values.R": "function(w)rev(sort(as.integer(table(w))))",
}

#: A permutation as its cycles.
CYCLES_PLUGIN = """
from judge.plugin.answers import groups

class Cycles:
    def parse(self, text):
        return tuple(map(int, text.split()))

    def arguments(self, instance):
        return [list(instance)]

    def decode(self, text, instance, reading):
        return tuple(tuple(group) for group in groups(text))

    def compare(self, instance, answer, best):
        return sorted(answer) == sorted(best)
"""
CYCLES_CASES = {
    "secret/1": (b"2 1 4 3\n", b"1 2\n3 4\n"),
    "secret/2": (b"2 3 4 1\n", b"1 2 3 4\n"),
    "secret/3": (b"1 3 2\n", b"1\n2 3\n"),
}
_CYCLES = """
p = [*map(int, input().split())]
for i in range(len(p)):
    c = []
    while p[i]:
        c, p[i], i = c + [i + 1], 0, p[i] - 1
    if c: print(SHOWN)
"""
RIGHT_CYCLES = {
    "lists.py": _CYCLES.replace("SHOWN", "c"),
    "parentheses.py": _CYCLES.replace("SHOWN", "'('+' '.join(map(str,c))+')'"),
    "lines.py": _CYCLES.replace("SHOWN", "*c"),
}
WRONG_CYCLES = {
    "one-each.py": _CYCLES.replace("print(SHOWN)", "[print([x]) for x in c]"),
    "flat.py": "print([*map(int,input().split())])",
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("plugin", "cases", "right", "wrong"),
    [
        (SUM_PLUGIN, SUM_CASES, RIGHT_SUMS, WRONG_SUMS),
        (COUNT_PLUGIN, COUNT_CASES, RIGHT_COUNTS, WRONG_COUNTS),
        (CYCLES_PLUGIN, CYCLES_CASES, RIGHT_CYCLES, WRONG_CYCLES),
    ],
    ids=["sums", "counts", "cycles"],
)
def test_right_answers_are_accepted_and_wrong_ones_are_wrong(
    contest: Contest,
    plugin: str,
    cases: dict[str, tuple[bytes, bytes]],
    right: dict[str, str],
    wrong: dict[str, str],
) -> None:
    contest.use_package(cases, plugin)
    found = verdicts(contest, right, wrong)
    assert found == {**dict.fromkeys(right, "AC"), **dict.fromkeys(wrong, "WA")}
