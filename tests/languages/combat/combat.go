func f(a, d [][]int) [][]int {
	n, m := len(d), len(a)
	total := 1
	for range d {
		total *= m + 1
	}
	best, found := -1<<60, 0
	for code := 0; code < total; code++ {
		score, rest, gangs := 0, code, make([][][]int, m+1)
		for i := 0; i < n; i++ {
			gangs[rest%(m+1)] = append(gangs[rest%(m+1)], d[i])
			rest /= m + 1
		}
		for j, x := range a {
			gang := gangs[j+1]
			if len(gang) == 0 {
				score -= x[0]
				continue
			}
			force, worst := 0, 0
			for s := 0; s < 1<<len(gang); s++ {
				cost, loss := 0, 0
				for i, y := range gang {
					if s>>i&1 > 0 {
						cost += y[1]
						loss += y[0] + y[1]
					}
				}
				if cost <= x[0] && loss > worst {
					worst = loss
				}
			}
			for _, y := range gang {
				force += y[0]
			}
			if force >= x[1] {
				score += 2 * (x[0] + x[1])
			}
			score -= 2 * worst
		}
		if score > best {
			best, found = score, code
		}
	}
	pairs := [][]int{}
	for i := 0; i < n; i++ {
		if found%(m+1) > 0 {
			pairs = append(pairs, []int{i, found%(m+1) - 1})
		}
		found /= m + 1
	}
	return pairs
}
