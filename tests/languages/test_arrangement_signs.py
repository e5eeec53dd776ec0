"""What a source shows of the values that it takes."""

from __future__ import annotations

import pytest

from judge.languages.arrangement_signs import SPLITS_AT_SLASHES, keys_of


@pytest.mark.parametrize(
    ("source", "keys"),
    [
        ("def f(o):A,D=o['attackers'],o['blockers']", ("attackers", "blockers")),
        ('json.load(sys.stdin)["a"]', ("a",)),
        ("({attackers:A,blockers:D})=>A", ("attackers", "blockers")),
        ("(a,b)=>a.map(({power,toughness},i)=>power)", ("power", "toughness")),
        ("(a,b)=>a.map(x=>x.p+x.t).length", ("p", "t")),
        ("f=->attackers:,blockers:{attackers}", ("attackers", "blockers")),
        ("def f(a:, b: )\na\nend", ("a", "b")),
        ("sub f{$_[0]->{p}+$_[0]->{t}}", ("p", "t")),
        ("->h{h[:p]}", ("p",)),
        ("def f(a: list[C], d: list[C]):\n return a[0].p+d[0].t", ("p", "t")),
        ("->a,d{a.select{|x|x[:t]}.map{|x|x[:p]}}", ("t", "p")),
        ("sub f{my($A)=@_;$A->[0]{power}+$A->[1]{toughness}}", ("power", "toughness")),
        ("def f(*,attackers,blockers):return attackers", ("attackers", "blockers")),
        (
            "class C:\n @property\n def worth(self):return self.p+self.t\ndef f(a):a.worth",
            ("p", "t"),
        ),
        ("fn($a,$d)=>$a[0]->p+$d[1]?->t", ("p", "t")),
        ("class A{function f($a){return$this->x+$a->go()+$this->g($a);}}", ()),
        ("(a,d)=>a.length+Math.PI", ()),
        ("lambda a,d:[x[0]for x in a]", ()),
        ("({ a = 1, b: c = '=', })=>0", ("a", "b")),
        # Not in a time that doubles with each letter.
        (f"f({{{'x' * 99} y}})", ()),
    ],
)
def test_keys_of_objects(source: str, keys: tuple[str, ...]) -> None:
    assert keys_of(source) == keys


@pytest.mark.parametrize(
    "source",
    [
        "x.split('/')",
        "x.split`/`",
        "split(?/)",
        "m|/|",
        "m{(\\d+)/(\\d+)}",
        'scanf("%d/%d",a,b)',
        "x.split(/\\//)",
        "char x;while(s>>p>>x>>t)",
    ],
)
def test_signs_of_slashes(source: str) -> None:
    assert SPLITS_AT_SLASHES.search(source)


@pytest.mark.parametrize("source", ["a/b", "a//b", "// a comment", "x=1/2", "cin>>a>>b"])
def test_a_division_is_no_sign_of_slashes(source: str) -> None:
    assert not SPLITS_AT_SLASHES.search(source)
