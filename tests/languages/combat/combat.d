int worst(int[][] gang, int points) {
    if (!gang.length) return 0;
    int rest = worst(gang[1 .. $], points);
    return gang[0][1] > points ? rest : max(rest, gang[0].sum + worst(gang[1 .. $], points - gang[0][1]));
}
int[][] f(int[][] a, int[][] d) {
    int m = cast(int) a.length + 1, best = int.min, found, total = 1;
    foreach (y; d) total *= m;
    foreach (code; 0 .. total) {
        int score, rest = code;
        auto gangs = new int[][][](m);
        foreach (y; d) { gangs[rest % m] ~= y; rest /= m; }
        foreach (j, x; a) {
            auto gang = gangs[j + 1];
            if (!gang.length) { score -= x[0]; continue; }
            if (gang.map!(y => y[0]).sum >= x[1]) score += 2 * x.sum;
            score -= 2 * worst(gang, x[0]);
        }
        if (score > best) { best = score; found = code; }
    }
    int[][] pairs;
    foreach (i; 0 .. d.length) { if (found % m) pairs ~= [cast(int) i, found % m - 1]; found /= m; }
    return pairs;
}
