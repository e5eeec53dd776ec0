// Dynamic programming over sets of my creatures; the first blocker is hit first, then the next.
const [attackers, mine] = require('fs').readFileSync(0, 'utf8').trim().split('\n').map(JSON.parse);

function gain([power, toughness], set) {
  let strength = 0, left = power, total = power;
  mine.forEach(([p, t], b) => {
    if (!(set >> b & 1)) return;
    strength += p;
    if (left >= t) total -= 2 * (p + t);
    left = Math.max(0, left - t);
  });
  return set ? total + (strength >= toughness ? 2 * (power + toughness) : 0) : 0;
}

const size = 1 << mine.length;
let best = new Array(size).fill(0);
const choices = attackers.map((attacker) => {
  const gains = best.map((_, set) => gain(attacker, set));
  const after = best.slice(), choice = new Array(size).fill(0);
  for (let used = 1; used < size; used++) {
    for (let set = used; set; set = (set - 1) & used) {
      const total = best[used ^ set] + gains[set];
      if (total > after[used]) [after[used], choice[used]] = [total, set];
    }
  }
  best = after;
  return choice;
});

const pairs = [];
let used = size - 1;
for (let a = attackers.length - 1; a >= 0; a--) {
  const set = choices[a][used];
  mine.forEach((_, b) => { if (set >> b & 1) pairs.push([b, a]); });
  used ^= set;
}
console.log(pairs);
