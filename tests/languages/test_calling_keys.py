"""What the manifest says of a function reaches the hosts of all languages."""

from __future__ import annotations

import pytest

from judge.model import Verdict
from tests.contest import RIGHT, Contest

PICK = "n.each_index.sort_by{-n[_1]}.first(k).select{n[_1]>0}"


@pytest.mark.long
def test_curried_listed_mutated_and_printed_answers(contest: Contest) -> None:
    contest.keep_cases("1", "01-last")
    contest.solution("curried.rb", f"->n{{->k{{{PICK}}}}}", 'arity = "curried"')
    contest.solution("listed.rb", f"->((n,k)){{{PICK}}}", 'arity = "list"')
    contest.solution("mutated.rb", f"->n,k{{n.replace {PICK};0}}", 'output = "mutated"')
    contest.solution("printed.rb", f"->n,k{{p(*{PICK});9}}", 'output = "stdout"')
    contest.solution(
        "flagged.c", "int f(int*n,int l,int k){return GONE;}", 'flags = "-DGONE=-1"\nexpect = "WA"'
    )
    contest.solution("mixed.rs", "|a|a", 'arity = "list"\nexpect = "WA"')
    for judged in contest.judged().values():
        if judged.verdict is not Verdict.SKIP:
            assert judged.as_expected, (judged.solution.name, judged.message, judged.outcomes)


#: Programs that take the numbers and their count as two words of the command line.
WORDS = {
    "a.py": "import sys;n=eval(sys.argv[1]);print(*sorted(range(len(n)),key=lambda i:-n[i])[:int(sys.argv[2])])",
    "b.rb": "n=eval$*[0];puts n.each_index.sort_by{-n[_1]}.first($*[1].to_i)",
    "c.pl": '$n=eval shift;print"$_ "for(sort{$$n[$b]<=>$$n[$a]}0..$#$n)[0..shift()-1]',
    "d.php": '<?[,$n,$k]=$argv;$n=json_decode($n);arsort($n);foreach(array_slice(array_keys($n),0,$k)as$i)echo"$i ";',
    "e.sh": 'i=0;for x in ${1//[][,]/ };{ echo $x $((i++));}|sort -rn|head -$2|cut -d" " -f2',
    "f.js": "n=eval(process.argv[2]);console.log([...n.keys()].sort((a,b)=>n[b]-n[a]).slice(0,process.argv[3])+'')",
    "g.lua": 'n={}for x in arg[1]:gmatch"-?%d+"do n[#n+1]={-x,#n}end table.sort(n,function(a,b)return a[1]<b[1]end)for i=1,arg[2]do print(n[i][2])end',
    "h.awk": 'BEGIN{split(ARGV[1],n,/[^-0-9]+/);for(k=ARGV[2];k--;delete n[m]){m=2;for(i in n)if(n[i]>n[m])m=i;print m-2}}',
    "i.java": 'class M{public static void main(String[]a){var n=a[0].replaceAll("[^-0-9,]","").split(",");for(int k=0,m,i;k++<Integer.valueOf(a[1]);n[m]="0"){for(m=i=0;i<n.length;i++)if(Integer.valueOf(n[i])>Integer.valueOf(n[m]))m=i;System.out.println(m);}}}',
}  # fmt: skip


@pytest.mark.long
def test_programs_get_their_arguments_as_words(contest: Contest) -> None:
    contest.keep_cases("1", "01-last")
    for file, source in WORDS.items():
        contest.solution(file, source, 'kind = "program"\ninput = "argv"')
    for judged in contest.judged().values():
        if judged.verdict is not Verdict.SKIP:
            assert judged.as_expected, (judged.solution.name, judged.message, judged.outcomes)


@pytest.mark.long
@pytest.mark.parametrize("file", ["lambda.py", "arrow.js"])
def test_an_interpreter_that_does_not_start_says_why(contest: Contest, file: str) -> None:
    judged = contest.judge_one(f"odd-{file}", RIGHT[file], 'flags = "--no-such-flag"\n')
    assert judged.verdict is Verdict.RTE
    first, *_ = [outcome.run for outcome in judged.outcomes if outcome.run]
    assert b"no-such-flag" in first.stderr
