func blocks(attackers [][]int, blockers [][]int) [][]int {
	n, full := len(blockers), 1<<uint(len(blockers))
	best := make([]int, full)
	from := [][]int{}
	for i := range best {
		best[i] = 1 << 60
	}
	best[0] = 0
	for _, at := range attackers {
		next, choice := make([]int, full), make([]int, full)
		cost := make([]int, full)
		for m := 0; m < full; m++ {
			kill, power := 0, 0
			for s := m; ; s = (s - 1) & m {
				v, t := 0, 0
				for b := 0; b < n; b++ {
					if s>>uint(b)&1 == 1 {
						v += blockers[b][0] + blockers[b][1]
						t += blockers[b][1]
					}
				}
				if t <= at[0] && v > kill {
					kill = v
				}
				if s == 0 {
					break
				}
			}
			for b := 0; b < n; b++ {
				if m>>uint(b)&1 == 1 {
					power += blockers[b][0]
				}
			}
			cost[m] = 2 * kill
			if power < at[1] {
				cost[m] += 2 * (at[0] + at[1])
			}
			if m == 0 {
				cost[m] += at[0]
			}
			next[m] = 1 << 60
		}
		for m := 0; m < full; m++ {
			for s := m; ; s = (s - 1) & m {
				if c := best[m^s] + cost[s]; c < next[m] {
					next[m], choice[m] = c, s
				}
				if s == 0 {
					break
				}
			}
		}
		best, from = next, append(from, choice)
	}
	at := 0
	for m := 0; m < full; m++ {
		if best[m] < best[at] {
			at = m
		}
	}
	result := [][]int{}
	for i := len(from) - 1; i >= 0; i-- {
		for b := 0; b < n; b++ {
			if from[i][at]>>uint(b)&1 == 1 {
				result = append(result, []int{b, i})
			}
		}
		at ^= from[i][at]
	}
	if false {
		return [][]int{}
	}
	return result
}
