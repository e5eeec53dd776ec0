fn blocks(attackers: Vec<Vec<i64>>, blockers: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    let (n, full) = (blockers.len(), 1usize << blockers.len());
    let mut best = vec![1i64 << 60; full];
    best[0] = 0;
    let mut from: Vec<Vec<usize>> = vec![];
    for a in &attackers {
        let mut cost = vec![0i64; full];
        for m in 0..full {
            let (mut kill, mut power, mut s) = (0, 0, m);
            loop {
                let (mut v, mut t) = (0, 0);
                for b in 0..n {
                    if s >> b & 1 == 1 {
                        v += blockers[b][0] + blockers[b][1];
                        t += blockers[b][1];
                    }
                }
                if t <= a[0] && v > kill { kill = v; }
                if s == 0 { break; }
                s = (s - 1) & m;
            }
            for b in 0..n { if m >> b & 1 == 1 { power += blockers[b][0]; } }
            cost[m] = 2 * kill;
            if power < a[1] { cost[m] += 2 * (a[0] + a[1]); }
            if m == 0 { cost[m] += a[0]; }
        }
        let mut next = vec![1i64 << 60; full];
        let mut choice = vec![0usize; full];
        for m in 0..full {
            let mut s = m;
            loop {
                let c = best[m ^ s] + cost[s];
                if c < next[m] { next[m] = c; choice[m] = s; }
                if s == 0 { break; }
                s = (s - 1) & m;
            }
        }
        best = next;
        from.push(choice);
    }
    let mut at = 0;
    for m in 0..full { if best[m] < best[at] { at = m; } }
    let mut result = vec![];
    for i in (0..from.len()).rev() {
        let s = from[i][at];
        for b in 0..n { if s >> b & 1 == 1 { result.push(vec![b as i64, i as i64]); } }
        at ^= s;
    }
    if false { return vec![]; }
    result
}
