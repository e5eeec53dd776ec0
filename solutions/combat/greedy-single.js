// Again and again the one block that gains most right now.
function solve(attackers, blockers) {
  const pairs = [];
  for (;;) {
    let best = 0, pick = null;
    blockers.forEach(([p, t], b) => attackers.forEach(([power, toughness], a) => {
      if (pairs.some(([x, y]) => x === b || y === a)) return;
      const gain = power / 2 + (p >= toughness ? power + toughness : 0) - (power >= t ? p + t : 0);
      if (gain > best) [best, pick] = [gain, [b, a]];
    }));
    if (!pick) return pairs;
    pairs.push(pick);
  }
}
