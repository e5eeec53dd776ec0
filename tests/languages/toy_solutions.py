"""The toy problem solved in every language of the table: as a function and as a program."""

from __future__ import annotations

from collections.abc import Mapping

FUNCTIONS: Mapping[str, str] = {
    "function.rb": "->n,k{n.each_index.sort_by{-n[_1]}.first(k).select{n[_1]>0}}\n",
    "function.pl": "sub{my($n,$k)=@_;grep$$n[$_]>0,grep$k-->0,sort{$$n[$b]<=>$$n[$a]}0..$#$n}\n",
    "function.php": (
        "function($n,$k){arsort($n);"
        "return array_keys(array_filter(array_slice($n,0,$k,true),fn($x)=>$x>0));}\n"
    ),
    "function.lua": """function(n, k)
  local o, r = {}, {}
  for i = 1, #n do o[i] = i end
  table.sort(o, function(a, b) return n[a] > n[b] end)
  for i = 1, math.min(k, #n) do if n[o[i]] > 0 then r[#r + 1] = o[i] end end
  return r
end
""",
    "function.sh": """pick() {
  local i=0 v
  for v in $1; do ((v > 0)) && echo "$v $i"; ((i++)); done |
    while read -r v i; do echo "$v $i"; done | sort -rn | head -n "$2" | cut -d' ' -f2
}
""",
    "function.awk": """function f(n, k,   i, b, s) {
  while (k-- > 0) {
    b = 0
    for (i = 1; i <= length(n); i++) if (n[i] > 0 && (!b || n[i] > n[b])) b = i
    if (b) { s = s " " b; n[b] = 0 }
  }
  return s
}
""",
    "function.c": (
        "void f(int*a,int n,int k){for(int i,b;k--;){for(b=i=0;i<n;i++)if(a[i]>a[b])b=i;"
        'if(n&&a[b]>0)printf("%d ",b),a[b]=0;}}\n'
    ),
    "function.cpp": (
        "[](auto a,auto k){std::vector<int>r;for(int b;k--;){b=0;"
        "for(int i=0;i<a.size();i++)if(a[i]>a[b])b=i;"
        "if(a.size()&&a[b]>0)r.push_back(b),a[b]=0;}return r;}\n"
    ),
    "function.rs": (
        "|n,k|{let mut o:Vec<usize>=(0..n.len()).filter(|&i|n[i]>0).collect();"
        "o.sort_by_key(|&i|-n[i]);o.truncate(k as usize);o}\n"
    ),
    "function.java": (
        "(n,k)->IntStream.range(0,n.length).boxed().filter(i->n[i]>0)"
        ".sorted((a,b)->n[b]-n[a]).limit(k)\n"
    ),
    "function.jelly": "NỤḣ⁹ị>0ɗƇ⁸’\n",
    "function.vy": "⇩?ẎU'¹ni0>;",
}

PROGRAMS: Mapping[str, str] = {
    "program.rb": """require 'json'
n, k = JSON.parse(gets), gets.to_i
puts n.each_index.sort_by { |i| -n[i] }.first(k).select { |i| n[i] > 0 }
""",
    "program.pl": r"""my @n = <> =~ /-?\d+/g;
my $k = <>;
for (sort { $n[$b] <=> $n[$a] } 0 .. $#n) { print "$_\n" if $k-- > 0 && $n[$_] > 0 }
""",
    "program.php": """<?php
$n = json_decode(fgets(STDIN));
$k = (int) fgets(STDIN);
arsort($n);
foreach ($n as $i => $x) if ($k-- > 0 && $x > 0) echo $i, " ";
""",
    "program.lua": """local n, o = {}, {}
for x in io.read("l"):gmatch("-?%d+") do n[#n + 1] = tonumber(x) o[#n] = #n end
table.sort(o, function(a, b) return n[a] > n[b] end)
for i = 1, math.min(io.read("n"), #n) do if n[o[i]] > 0 then print(o[i]) end end
""",
    "program.sh": """read -r list
read -r most
i=0
for v in ${list//[^0-9-]/ }; do ((v > 0)) && echo "$v $i"; ((i++)); done |
  sort -rn | head -n "$most" | cut -d' ' -f2
""",
    "program.awk": """NR == 1 { gsub(/[^0-9-]+/, " "); count = split($0, n) }
NR == 2 {
  for (k = $1; k > 0; k--) {
    b = 0
    for (i = 1; i <= count; i++) if (n[i] > 0 && (!b || n[i] > n[b])) b = i
    if (b) { print b; n[b] = 0 }
  }
}
""",
    "program.rs": r"""use std::io::*;
fn main() {
    let mut text = String::new();
    stdin().read_to_string(&mut text).unwrap();
    let mut lines = text.lines();
    let n: Vec<i32> = lines.next().unwrap().trim_matches(&['[', ']'][..])
        .split(',').filter_map(|w| w.trim().parse().ok()).collect();
    let k: usize = lines.next().unwrap().parse().unwrap();
    let mut o: Vec<usize> = (0..n.len()).filter(|&i| n[i] > 0).collect();
    o.sort_by_key(|&i| -n[i]);
    for i in o.iter().take(k) { println!("{i}") }
}
""",
    "program.java": r"""import java.util.*;
public class Main {
    static class Item { int value, place; }
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        List<Item> items = new ArrayList<>();
        int place = 0;
        for (String word : in.nextLine().split("[^0-9-]+")) {
            if (word.isEmpty()) continue;
            Item item = new Item();
            item.value = Integer.parseInt(word);
            item.place = place++;
            if (item.value > 0) items.add(item);
        }
        items.sort((a, b) -> b.value - a.value);
        items.stream().limit(in.nextInt()).forEach(i -> System.out.println(i.place));
    }
}
""",
    "program.hs": """import Data.List
main = do
  n <- fmap read getLine :: IO [Int]
  k <- fmap read getLine
  print [i | (x, i) <- take k (sortOn (negate . fst) (zip n [0 ..])), x > 0]
""",
    "program.ml": r"""let split line = Str.split (Str.regexp ",") (String.sub line 1 (String.length line - 2))
let numbers line = if line = "[]" then [] else List.map (fun w -> int_of_string (String.trim w)) (split line)
let () =
  let n = List.mapi (fun i x -> (-x, i)) (numbers (read_line ())) in
  let k = read_int () in
  List.iteri (fun place (x, i) -> if place < k && x < 0 then Printf.printf "%d " i) (List.sort compare n)
""",
}
