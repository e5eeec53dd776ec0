"""C and C++ functions that leave their result in memory of their own: behind a pointer, perhaps to
a pointer, or in a structure of a pointer and a count."""

from __future__ import annotations

import pytest

from tests.answers.judged_answers import assert_judged
from tests.contest import Contest

PLUGIN = """
from judge.plugin.answers import {decode}

class Problem:
    def parse(self, text):
        return text

    def decode(self, text, instance, reading):
        return {decode}(text)

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [{argument}]
"""
#: The even numbers of a list.
EVEN_CASES = {
    "secret/1": (b"1 2 3 4 5 6\n", b"2 4 6\n"),
    "secret/2": (b"1 3\n", b"\n"),
    "secret/3": (b"1\n", b"\n"),
    "secret/4": (b"8 8\n", b"8 8\n"),
    "secret/5": (b"7 0 -4 1 9 9 9\n", b"0 -4\n"),
}
_KEEP = "for(int i=0;i<n;i++)if(a[i]%2==0)"
EVEN = {
    "counted.c": "void f(int*a,int n,int**r,int*m)"
    f"{{*r=malloc(n*4);*m=0;{_KEEP}(*r)[(*m)++]=a[i];}}",
    "returned.c": "int f(int*a,int n,int**r)"
    f"{{int k=0;*r=malloc(n*4);{_KEEP}r[0][k++]=a[i];return k;}}",
    "grown.c": "void f(int*a,int n,int**r,int*m)"
    f"{{*r=0;*m=0;{_KEEP}*r=realloc(*r,++*m*4),(*r)[*m-1]=a[i];}}",
    "static.c": "void f(int*a,int n,int**r,int*m)"
    f"{{static int b[99];*m=0;{_KEEP}b[(*m)++]=a[i];*r=b;}}",
    "structure.c": "typedef struct{int*p;int n;}R;R f(int*a,int n)"
    f"{{R r={{malloc(n*4),0}};{_KEEP}r.p[r.n++]=a[i];return r;}}",
    "line.c": "struct R{int*p,k;}f(int*a,int n)"
    f"{{struct R r={{a}};{_KEEP}a[r.k++]=a[i];return r;}}",
    "exact.cpp": "int*f(int*a,int n)"
    f"{{int k=0;{_KEEP}k++;int*r=new int[k];k=0;{_KEEP}r[k++]=a[i];return r;}}",
    "filled.cpp": "int*f(vector<int>a,int&k)"
    f"{{static int r[99];int n=a.size();k=0;{_KEEP}r[k++]=a[i];return r;}}",
    "view.cpp": "span<int>f(int*a,int n){return{a,remove_if(a,a+n,[](int x){return x&1;})};}",
    "pointed.c": "struct v{size_t n;int*p;};struct v*f(int*a,int n)"
    f"{{struct v*r=calloc(1,16);r->p=malloc(n*4);{_KEEP}r->p[r->n++]=a[i];return r;}}",
}
EVEN_WRONG = {
    "less.c": "int f(int*a,int n,int**r)"
    f"{{int k=0;*r=malloc(n*4);{_KEEP}r[0][k++]=a[i];return k-1;}}",
    "positive.c": "typedef struct{int*p;int n;}R;R f(int*a,int n)"
    f"{{R r={{malloc(n*4),0}};{_KEEP}if(a[i]>=0)r.p[r.n++]=a[i];return r;}}",
}

#: The even numbers of a list, and their sum.
SUM_CASES = {
    "secret/1": (b"1 2 3 4 6\n", b"[[2, 4, 6], 12]\n"),
    "secret/2": (b"1 0 -2 3 2\n", b"[[0, -2, 2], 0]\n"),
    "secret/3": (b"2 1\n", b"[[2], 2]\n"),
}
_SUMS = "int k=0,s=0;for(int i=n;i--;)k+=a[i]%2==0;int*p=malloc(k*4);k=0;"
SUM = {
    "both.c": "typedef struct{int*p;int s;}R;R f(int*a,int n)"
    f"{{{_SUMS}{_KEEP}s+=p[k++]=a[i];return(R){{p,s}};}}"
}
SUM_WRONG = {
    "count.c": "typedef struct{int*p;int s;}R;R f(int*a,int n)"
    f"{{{_SUMS}{_KEEP}s+=p[k++]=a[i];return(R){{p,k}};}}"
}

#: The pairs of factors of a number.
FACTOR_CASES = {
    "secret/1": (b"12\n", b"[[1, 12], [2, 6], [3, 4]]\n"),
    "secret/2": (b"7\n", b"[[1, 7]]\n"),
    "secret/3": (b"36\n", b"[[1, 36], [2, 18], [3, 12], [4, 9], [6, 6]]\n"),
}
_EACH = "for(int i=1;i*i<=n;i++)if(n%i==0)"
FACTORS = {
    "structures.c": "typedef struct{int a,b;}P;void f(int n,P**r,int*m)"
    f"{{*r=malloc(999);*m=0;{_EACH}(*r)[(*m)++]=(P){{i,n/i}};}}",
    "fields.c": "typedef struct{long a;int b;}P;int f(int n,P**r)"
    f"{{P*p=*r=malloc(999);{_EACH}*p++=(P){{i,n/i}};return p-*r;}}",
    "rows.c": "void f(int n,int***r,int*m)"
    f"{{*r=malloc(999);*m=0;{_EACH}{{int*p=(*r)[(*m)++]=malloc(8);*p=i;p[1]=n/i;}}}}",
    "widths.c": "int**f(int n,int*m,int**w){int**r=malloc(999);*w=malloc(999);*m=0;"
    f"{_EACH}{{int*p=malloc(99);*p=i;p[1]=n/i;(*w)[*m]=2;r[(*m)++]=p;}}return r;}}",
    "nested.c": "typedef struct{int a,b;}P;typedef struct{P*p;int n;}R;R f(int n)"
    f"{{R r={{malloc(999)}};{_EACH}r.p[r.n++]=(P){{i,n/i}};return r;}}",
}
FACTORS_WRONG = {
    "strict.c": "typedef struct{int a,b;}P;void f(int n,P**r,int*m)"
    f"{{*r=malloc(999);*m=0;{_EACH.replace('<=', '<')}(*r)[(*m)++]=(P){{i,n/i}};}}",
}

#: The words of a line in reverse order.
WORD_CASES = {
    "secret/1": (b"the quick fox\n", b"fox\nquick\nthe\n"),
    "secret/2": (b"a b c d\n", b"d\nc\nb\na\n"),
}
_WORDS = (
    "int n=0,l=strlen(s);s=strdup(s);for(;l-->=0;)if(l<0||s[l]==32){w[n++]=s+l+1;if(l>=0)s[l]=0;}"
)
WORDS = {
    "texts.c": f"int f(char*s,char***r){{char**w=malloc(999);{_WORDS}*r=w;return n;}}",
    "structure.c": "typedef struct{char**w;int n;}R;R f(char*s)"
    f"{{char**w=malloc(999);{_WORDS}return(R){{w,n}};}}",
}
WORDS_WRONG = {"less.c": f"int f(char*s,char***r){{char**w=malloc(999);{_WORDS}*r=w;return n-1;}}"}
#: The line itself, reversed.
LINE_CASES = {"secret/1": (b"abc\n", b"cba\n"), "secret/2": (b"a dog\n", b"god a\n")}
LINES = {
    "text.c": "void f(char*s,char**r){int n=strlen(s);for(char*p=*r=calloc(n+1,1);n--;)*p++=s[n];}"
}
LINES_WRONG = {"same.c": "void f(char*s,char**r){*r=strdup(s);}"}
#: A matrix with rows and columns exchanged.
TURNED_CASES = {
    "secret/1": (b"1 2\n3 4\n5 6\n", b"[[1,3,5],[2,4,6]]\n"),
    "secret/2": (b"1 2 3\n", b"[[1],[2],[3]]\n"),
    "secret/3": (b"1\n2\n", b"[[1,2]]\n"),
}
_TURN = "for(int j=0;j<m;j++){r[j]=new int[n];for(int i=0;i<n;i++)r[j][i]=a[i][j];}return r;"
TURNED = {
    "rows.cpp": f"int**f(int**a,int n,int m){{int**r=(int**)malloc(m*sizeof*r);{_TURN}}}",
    "lists.cpp": "int**f(vector<vector<int>>a)"
    f"{{int n=a.size(),m=a[0].size();int**r=new int*[m];{_TURN}}}",
}
TURNED_WRONG = {
    "more.cpp": f"int**f(int**a,int n,int m){{int**r=(int**)calloc(m+1,sizeof*r);{_TURN}}}"
}
_ROWS = "[list(map(int, row.split())) for row in instance.splitlines()]"
_NUMBERS = "list(map(int, instance.split()))"


@pytest.mark.long
@pytest.mark.parametrize(
    ("cases", "decode", "argument", "right", "wrong"),
    [
        (EVEN_CASES, "integers", _NUMBERS, EVEN, EVEN_WRONG),
        (SUM_CASES, "nested", _NUMBERS, SUM, SUM_WRONG),
        (FACTOR_CASES, "groups", "int(instance)", FACTORS, FACTORS_WRONG),
        (WORD_CASES, "strings", "instance.strip()", WORDS, WORDS_WRONG),
        (TURNED_CASES, "matrix", _ROWS, TURNED, TURNED_WRONG),
        (LINE_CASES, "string", "instance.strip()", LINES, LINES_WRONG),
    ],
    ids=["numbers", "list and number", "rows", "texts", "matrix", "text"],
)
def test_a_result_in_memory_of_the_function_is_read(
    contest: Contest,
    cases: dict[str, tuple[bytes, bytes]],
    decode: str,
    argument: str,
    right: dict[str, str],
    wrong: dict[str, str],
) -> None:
    contest.use_package(cases, PLUGIN.format(decode=decode, argument=argument))
    assert_judged(contest, right, wrong)
