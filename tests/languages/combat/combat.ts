type Creature = number[];
const worst = (gang: Creature[], points: number): number => {
  if (!gang.length) return 0;
  const [[p, q], ...rest] = gang;
  return Math.max(worst(rest, points), q > points ? 0 : p + q + worst(rest, points - q));
};
const solve = (a: Creature[], d: Creature[]): number[][] => {
  const m = a.length + 1;
  let best = -Infinity, found: number[] = [];
  for (let code = 0; code < m ** d.length; code++) {
    const block = d.map((_, i) => Math.floor(code / m ** i) % m);
    let score = 0;
    a.forEach(([p, q], j) => {
      const gang = d.filter((_, i) => block[i] === j + 1);
      if (!gang.length) { score -= p; return; }
      if (gang.reduce((sum, y) => sum + y[0], 0) >= q) score += 2 * (p + q);
      score -= 2 * worst(gang, p);
    });
    if (score > best) { best = score; found = block; }
  }
  return found.map((b, i) => [i, b - 1]).filter(pair => pair[1] >= 0);
};
