"""Posted answers in forms that take more than the signs of a language to find: rows behind a macro,
rooms of a size that a parameter says, the context of a call, matrices a line a row."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.answers.judged_answers import assert_judged
from tests.answers.test_small_problems import EQUAL
from tests.contest import Contest

PLUGIN = EQUAL.replace("import integers, nested, numbers", "import *").replace(
    "return [json.loads(instance)]", "return json.loads(instance)"
)


def use(contest: Contest, reads: str, answer: Callable[..., Any], *arguments: list[Any]) -> None:
    """Cases with these arguments, and what ``answer`` makes of each."""
    cases = {
        f"secret/{number}": (
            f"{json.dumps(one)}\n".encode(),
            f"{json.dumps(answer(*one))}\n".encode(),
        )
        for number, one in enumerate(arguments, 1)
    }
    contest.use_package(cases, PLUGIN.format(reads=reads))


def turned(rows: list[list[int]]) -> list[list[int]]:
    return [list(column) for column in zip(*rows[::-1], strict=True)]


TURNED_RIGHT = {
    "macro.c": '#define f(m,h,w)for(int i=0,k;i<w;i++,puts(""))for(k=h;k--;)printf("%d,",m[k][i])',
    "room.c": "void f(int h,int w,int m[h][w],int o[w][h]){for(int i=0;i<h*w;i++)"
    "o[i%w][h-1-i/w]=m[i/w][i%w];}",
    "rows.c": "void f(int h,int w,int(*m)[w],int(*o)[h]){for(int i=0;i<h*w;i++)"
    "o[i%w][h-1-i/w]=m[i/w][i%w];}",
    "lines.rb": "p $<.map(&:split).reverse.transpose.map{_1.map &:to_i}",
}
TURNED_WRONG = {
    "other-way.c": "void f(int h,int w,int m[h][w],int o[w][h]){for(int i=0;i<h*w;i++)"
    "o[w-1-i%w][i/w]=m[i/w][i%w];}",
    "flat.c": "void f(int h,int w,int m[h][w],int*o){for(int i=0;i<h*w;i++)"
    "o[i%w*h+h-1-i/w]=m[i/w][i%w];}",
    "mirrored.rb": "p $<.map(&:split).transpose.map{_1.map &:to_i}",
}


@pytest.mark.long
def test_rows_behind_macros_and_in_rooms_and_lines(contest: Contest) -> None:
    three = [[1, 2], [3, 4]], [[1, 2, 3]], [[0, -1, 2], [10, 11, 12]]
    use(contest, "matrix", turned, *([rows] for rows in three), [[[1], [2], [3]]])
    assert_judged(contest, TURNED_RIGHT, TURNED_WRONG)


COUNTED_RIGHT = {
    "grep.pl": "sub{grep{$_ eq$_[1]}split//,$_[0]}",
    "match.pl": "sub{($s,$c)=@_;()=$s=~/$c/g}",
}
COUNTED_WRONG = {
    "others.pl": "sub{grep{$_ ne$_[1]}split//,$_[0]}",
    "first.pl": "sub{($s,$c)=@_;$s=~/$c/}",
}


@pytest.mark.long
def test_a_function_may_want_a_single_value(contest: Contest) -> None:
    use(contest, "number", str.count, ["banana", "a"], ["xyz", "q"], ["aaa", "a"], ["to be", "b"])
    assert_judged(contest, COUNTED_RIGHT, COUNTED_WRONG)


def digits(number: int, base: int) -> list[int]:
    return [*(digits(number // base, base) if number >= base else ()), number % base]


DIGITS_RIGHT = {
    "default.cpp": "template<class T>auto f(T n,T b,std::list<T>r={}){do r.push_front(n%b);"
    "while(n/=b);return r;}",
    "recursive.cpp": "std::vector<int>f(int n,int b,std::vector<int>r={}){"
    "r.insert(r.begin(),n%b);return n<b?r:f(n/b,b,r);}",
}
DIGITS_WRONG = {
    "turned.cpp": "template<class T>auto f(T n,T b,std::list<T>r={}){do r.push_back(n%b);"
    "while(n/=b);return r;}",
}


@pytest.mark.long
def test_a_parameter_may_be_empty_by_default(contest: Contest) -> None:
    use(contest, "integers", digits, [10, 2], [0, 7], [255, 16], [99999, 10])
    assert_judged(contest, DIGITS_RIGHT, DIGITS_WRONG)


def steps(count: int, edges: list[list[int]]) -> list[int]:
    """How far each node is from the first one; -1 where no way leads to it."""
    found = [0] + [-1] * (count - 1)
    for far in range(count):
        for pair in edges:
            for here, there in (pair, pair[::-1]):
                if found[here] == far and found[there] < 0:
                    found[there] = far + 1
    return found


_WALK = "if(d[a]==k&&d[b]<0)d[b]=k+1;else if(d[b]==k&&d[a]<0)d[a]=k+1;"
STEPS_RIGHT = {
    "old.c": "f(n,e,m,d)int(*e)[2],*d;{int i,k;for(i=n;i--;)d[i]=-!!i;for(k=0;k<n;k++)"
    f"for(i=0;i<m;i++){{int a=e[i][0],b=e[i][1];{_WALK}}}}}",
}
STEPS_WRONG = {
    "one-way.c": "f(n,e,m,d)int(*e)[2],*d;{int i,k;for(i=n;i--;)d[i]=-!!i;for(k=0;k<n;k++)"
    "for(i=0;i<m;i++){int a=e[i][0],b=e[i][1];if(d[a]==k&&d[b]<0)d[b]=k+1;}}",
}


@pytest.mark.long
def test_old_c_may_declare_a_pointer_to_rows(contest: Contest) -> None:
    use(
        contest,
        "integers",
        steps,
        [3, [[0, 1], [1, 2]]],
        [4, [[0, 2], [2, 3]]],
        [5, [[0, 1], [0, 2], [1, 3], [2, 3], [3, 4]]],
        [4, [[3, 1], [1, 0]]],
    )
    assert_judged(contest, STEPS_RIGHT, STEPS_WRONG)


def initials(text: str) -> str:
    return "".join(word[0] for word in text.split()).upper()


INITIALS_RIGHT = {
    "words.c": "main(int c,char**v){while(*++v)putchar(toupper(**v));}",
    "words.sh": "for w;{ w=${w^};printf ${w:0:1};}",
    "words.rs": 'fn main(){for w in std::env::args().skip(1){print!("{}",w[..1].to_uppercase())}}',
}
INITIALS_WRONG = {
    "all.c": "main(int c,char**v){while(*++v)printf(*v);}",
    "small.sh": "for w;{ printf ${w:0:1};}",
}


@pytest.mark.long
def test_the_words_of_a_text_may_be_arguments_of_a_command(contest: Contest) -> None:
    texts = ("hello big world", "a", "to be or not", "Random access Memory")
    use(contest, "string", initials, *([text] for text in texts))
    assert_judged(contest, INITIALS_RIGHT, INITIALS_WRONG)


def climbs(numbers: list[int]) -> list[int]:
    return [int(here < there) for here, there in itertools.pairwise(numbers)]


@pytest.mark.long
def test_the_items_of_a_list_may_be_the_places_of_the_parameters(contest: Contest) -> None:
    use(contest, "integers", climbs, [[1, 2, 2]], [[3, 1]], [[5, 6, 7, 2]], [[9, 9, 10, 3, 4]])
    right = {"items.pl": "sub{map{$_[$_-1]<$_[$_]|0}1..$#_}"}
    wrong = {"texts.pl": "sub{map{$_[$_-1]le$_[$_]|0}1..$#_}"}
    assert_judged(contest, right, wrong)
