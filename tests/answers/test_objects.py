"""Posted functions that get objects: each names their keys as its language does."""

from __future__ import annotations

import pytest

from tests.answers.judged_answers import assert_judged, verdicts
from tests.contest import Contest

#: The weights of the bags in which something is, in their order.
PLUGIN = """
import json
from judge.plugin.answers import integers

class Bags:
    def parse(self, text):
        return text.rstrip("\\n")

    def decode(self, text, instance, reading):
        return integers(text)

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [json.loads(instance)]
"""
CASES = {
    "secret/1": (
        b'[{"weight":7,"inside":["a"],"tag":null},{"weight":2,"inside":[],"tag":"x"},'
        b'{"weight":5,"inside":["b","c"],"tag":"x"}]\n',
        b"7 5\n",
    ),
    "secret/2": (
        b'[{"weight":3,"inside":["a","a"],"tag":"x"},{"weight":3,"inside":[],"tag":null}]\n',
        b"3\n",
    ),
}
RIGHT = {
    "keywords.clj": "(fn[b](for[{:keys[weight inside]}b :when(seq inside)]weight))",
    "properties.lisp": "(defun f(b)(mapcar(lambda(x)(getf x :weight))"
    "(remove-if-not(lambda(x)(getf x :inside))b)))",
    "texts.rkt": '(λ(b)(for/list([x b]#:when(pair?(hash-ref x"inside")))(hash-ref x"weight")))',
    "symbols.scm": "(lambda(b)(map(lambda(x)(assq-ref x 'weight))"
    "(filter(lambda(x)(pair?(assq-ref x 'inside)))b)))",
    "atoms.exs": "fn b->for %{inside: [_|_]}=x<-b,do: x.weight end",
    "binaries.erl": 'f(B)->[maps:get(<<"weight">>,X)||X<-B,maps:get(<<"inside">>,X)=/=[]].',
    "class.cs": "class B{public int weight;public string[]inside;public string tag;}\n"
    "static IEnumerable<int>f(B[]b)=>b.Where(x=>x.inside.Length>0).Select(x=>x.weight);",
    "structure.d": "struct B{int weight;string[]inside;Nullable!string tag;}\n"
    "auto f(B[]b)=>b.filter!(x=>x.inside.length).map!(x=>x.weight).array;",
    "record.cr": "record B, weight : Int32, inside : Array(String), tag : String?\n"
    "def f(b : Array(B))\nb.select{|x|x.inside.size>0}.map &.weight\nend",
    "maps.java": 'b->b.stream().filter(x->((List)x.get("inside")).size()>0)'
    '.map(x->x.get("weight")).toArray()',
    "structure.cpp": "#include <bits/stdc++.h>\nusing namespace std;"
    "struct B{string tag;int weight=0;vector<string>inside;bool light()const{return weight<3;}};\n"
    "vector<int>f(vector<B>b){vector<int>r;for(auto&x:b)if(x.inside.size())r.push_back(x.weight);"
    "return r;}",
    "tuple.cpp": "#include <bits/stdc++.h>\nusing namespace std;\n"
    "auto f(vector<tuple<int,vector<string>,optional<string>>>b){vector<int>r;"
    "for(auto&[w,i,t]:b)if(i.size())r.push_back(w);return r;}",
    "structure.rs": "struct B<'a>{inside:Vec<&'a str>,tag:Option<String>,weight:u32}\n"
    "fn f(b:&[B])->Vec<u32>{b.iter().filter(|x|x.inside.len()>0).map(|x|x.weight).collect()}",
    "record.ml": "type b={inside:string list;tag:string option;weight:int}\n"
    "let f=List.filter_map(fun x->if x.inside=[]then None else Some x.weight)",
    "tuple.ml": "fun b->List.(filter(fun(_,i,_)->i<>[])b|>map(fun(w,_,_)->w))",
    "tuple.hs": "f::[(Int,[String],Maybe String)]->[Int]\nf b=[w|(w,_:_,_)<-b]",
    "object.nim": "type B=object\n  inside:seq[string]\n  weight:int\n"
    "proc f(b:seq[B]):seq[int]=\n for x in b:\n  if x.inside.len>0:result.add x.weight",
    "node.nim": "proc f(b:JsonNode):seq[int]=\n for x in b:\n"
    '  if x["inside"].len>0:result.add x["weight"].getInt',
}
WRONG = {
    "other.erl": "f(B)->[W||#{weight:=W,tag:=[_|_]}<-B].",
    "places.ml": "type b={tag:string option;weight:int;inside:string list}\n"
    "let f=List.filter_map(fun x->if x.tag=None then None else Some x.weight)",
}


#: The names of the adults, the oldest first.
PEOPLE_PLUGIN = """
import json
from judge.plugin.answers import strings

class People:
    def parse(self, text):
        return text.rstrip("\\n")

    def decode(self, text, instance, reading):
        return strings(text)

    def compare(self, instance, answer, best):
        return answer == best

    def arguments(self, instance):
        return [json.loads(instance)]
"""
PEOPLE_CASES = {
    "secret/1": (b'[{"name":"Ann","age":30},{"name":"Bob","age":17}]\n', b"Ann\n"),
    "secret/2": (b'[{"name":"Ed","age":18},{"name":"Al","age":200}]\n', b"Al\nEd\n"),
    "secret/3": (b"[]\n", b"\n"),
}
_SORTED = "qsort(p,n,sizeof*p,c);for(int i=0;i<n;i++)if(p[i].age>17)puts(p[i].name);}"
PEOPLE = {
    "structure.c": "struct p{char*name;int age;};c(struct p*a,struct p*b){return b->age-a->age;}"
    f"f(struct p*p,int n){{{_SORTED}",
    "room.c": "typedef struct{double age;char name[9];}P;c(P*a,P*b){return b->age-a->age;}"
    f"void f(int n,P p[]){{{_SORTED}",
    "returned.c": "typedef struct{char*name;int age;}P;c(P*a,P*b){return b->age-a->age;}"
    "char**f(P*p,int n,int*m){qsort(p,n,sizeof*p,c);char**r=malloc(n*8+8);"
    "for(*m=0;n--&&p->age>17;)r[(*m)++]=p++->name;return r;}",
    "rows.js": "p=>p.filter(([,a])=>a>17).sort(([,a],[,b])=>b-a).map(([n])=>n)",
    "tuples.hs": "import Data.List\nf p=[n|(a,n)<-sort[(-a,n)|(n,a)<-p],a< -17]",
    "columns.c": "f(char**s,int*a,int n){for(int g=200;g>17;g--)"
    "for(int i=0;i<n;i++)a[i]-g||puts(s[i]);}",
}
PEOPLE_WRONG = {
    "other.c": "struct p{char*name;int age;};f(struct p*p,int n){for(;n--;p++)"
    "p->age>17&&puts(p->name);}",
    "swapped.c": "struct p{int name;char*age;};f(struct p*p,int n){for(;n--;)puts(p++->age);}",
}


@pytest.mark.long
def test_the_keys_of_an_object_are_what_the_source_takes_them_for(contest: Contest) -> None:
    contest.use_package(CASES, PLUGIN)
    assert_judged(contest, RIGHT, WRONG)


@pytest.mark.long
def test_structures_of_c_take_objects_by_the_names_of_their_fields(contest: Contest) -> None:
    contest.use_package(PEOPLE_CASES, PEOPLE_PLUGIN)
    said = verdicts(contest, PEOPLE, PEOPLE_WRONG)
    assert {name: verdict == "AC" for name, verdict in said.items()} == dict.fromkeys(
        PEOPLE, True
    ) | dict.fromkeys(PEOPLE_WRONG, False)
