def subsets: if length == 0 then [] else .[0] as $x | .[1:] | subsets | ., [$x] + . end;
def part($x): if length == 0 then -$x[0] else
  (if (map(.[0]) | add) >= $x[1] then 2 * ($x | add) else 0 end)
  - 2 * ([subsets | select((map(.[1]) | add // 0) <= $x[0]) | flatten | add // 0] | max) end;
def blocks($n; $m): if $n == 0 then [] else blocks($n - 1; $m) as $c | range($m) | $c + [.] end;
. as $a | input as $d |
[blocks($d | length; ($a | length) + 1)] | max_by(. as $b |
  [range($a | length) as $j | [range($d | length) | select($b[.] == $j + 1) | $d[.]] | part($a[$j])] | add // 0)
| to_entries[] | select(.value > 0) | [.key, .value - 1]
