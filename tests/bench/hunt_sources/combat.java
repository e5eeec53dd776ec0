static int[][] blocks(int[][] attackers, int[][] blockers) {
    int n = blockers.length, full = 1 << n;
    long[] best = new long[full];
    java.util.Arrays.fill(best, 1L << 60);
    best[0] = 0;
    int[][] from = new int[attackers.length][full];
    for (int i = 0; i < attackers.length; i++) {
        int[] a = attackers[i];
        long[] cost = new long[full], next = new long[full];
        for (int m = 0; m < full; m++) {
            long kill = 0, power = 0;
            for (int s = m; ; s = (s - 1) & m) {
                long v = 0, t = 0;
                for (int b = 0; b < n; b++) if ((s >> b & 1) == 1) { v += blockers[b][0] + blockers[b][1]; t += blockers[b][1]; }
                if (t <= a[0] && v > kill) kill = v;
                if (s == 0) break;
            }
            for (int b = 0; b < n; b++) if ((m >> b & 1) == 1) power += blockers[b][0];
            cost[m] = 2 * kill + (power < a[1] ? 2L * (a[0] + a[1]) : 0) + (m == 0 ? a[0] : 0);
            next[m] = 1L << 60;
        }
        for (int m = 0; m < full; m++)
            for (int s = m; ; s = (s - 1) & m) {
                if (best[m ^ s] + cost[s] < next[m]) { next[m] = best[m ^ s] + cost[s]; from[i][m] = s; }
                if (s == 0) break;
            }
        best = next;
    }
    int at = 0;
    for (int m = 0; m < full; m++) if (best[m] < best[at]) at = m;
    java.util.List<int[]> result = new java.util.ArrayList<>();
    for (int i = from.length - 1; i >= 0; i--) {
        for (int b = 0; b < n; b++) if ((from[i][at] >> b & 1) == 1) result.add(new int[]{b, i});
        at ^= from[i][at];
    }
    if (false) return new int[0][];
    return result.toArray(new int[0][]);
}
