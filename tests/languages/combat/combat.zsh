setopt KSH_ARRAYS
read -r line; a=(${=line//[^0-9]/ })
read -r line; d=(${=line//[^0-9]/ })
((m = ${#a[@]} / 2 + 1, n = ${#d[@]} / 2, best = -999999, found = 0))
for ((code = 0; code < m ** n; code++)); do
  score=0
  for ((j = 1; j < m; j++)); do
    gang=() force=0 worst=0
    for ((i = 0, c = code; i < n; i++, c /= m)); do
      ((c % m == j)) && { gang+=($i); ((force += d[2 * i])); }
    done
    ((p = a[2 * j - 2], q = a[2 * j - 1]))
    if ((!${#gang[@]})); then ((score -= p)); continue; fi
    ((force >= q)) && ((score += 2 * (p + q)))
    for ((s = 0; s < 1 << ${#gang[@]}; s++)); do
      cost=0 loss=0
      for ((i = 0; i < ${#gang[@]}; i++)); do
        ((s >> i & 1)) && ((g = gang[i], cost += d[2 * g + 1], loss += d[2 * g] + d[2 * g + 1]))
      done
      ((cost <= p && loss > worst)) && worst=$loss
    done
    ((score -= 2 * worst))
  done
  ((score > best)) && ((best = score, found = code))
done
for ((i = 0; i < n; i++, found /= m)); do ((found % m)) && echo "[$i, $((found % m - 1))]"; done
true
