using System;
using System.Collections.Generic;
using System.Linq;
class Program {
    static List<int[]> Read() {
        var numbers = Console.ReadLine().Split("[], ".ToCharArray(), StringSplitOptions.RemoveEmptyEntries).Select(int.Parse).ToArray();
        return Enumerable.Range(0, numbers.Length / 2).Select(i => new[] { numbers[2 * i], numbers[2 * i + 1] }).ToList();
    }
    static int Worst(List<int[]> gang, int at, int points) {
        if (at == gang.Count) return 0;
        int worst = Worst(gang, at + 1, points);
        return gang[at][1] > points ? worst : Math.Max(worst, gang[at].Sum() + Worst(gang, at + 1, points - gang[at][1]));
    }
    static void Main() {
        var a = Read();
        var d = Read();
        int m = a.Count + 1, best = int.MinValue, found = 0, total = (int)Math.Pow(m, d.Count);
        for (int code = 0; code < total; code++) {
            int score = 0;
            for (int j = 1; j < m; j++) {
                var gang = d.Where((y, i) => code / (int)Math.Pow(m, i) % m == j).ToList();
                var x = a[j - 1];
                if (gang.Count == 0) { score -= x[0]; continue; }
                if (gang.Sum(y => y[0]) >= x[1]) score += 2 * x.Sum();
                score -= 2 * Worst(gang, 0, x[0]);
            }
            if (score > best) { best = score; found = code; }
        }
        for (int i = 0; i < d.Count; i++, found /= m) if (found % m > 0) Console.WriteLine("[{0}, {1}]", i, found % m - 1);
    }
}
