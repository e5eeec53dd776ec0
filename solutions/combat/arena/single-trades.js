// Attacks with what no single creature can kill, or what is worth less than the damage it deals.
// Each blocker takes, one after the other, the attacker where it alone gains most.
function play(role, attackers, blockers) {
  const worth = ([power, toughness]) => power + toughness;
  if (role == "attack") {
    return [...attackers.keys()].filter((a) => {
      const [power, toughness] = attackers[a];
      return power > 0 && blockers.every((b) => b[0] < toughness || (power >= b[1] && worth(b) > worth(attackers[a])));
    });
  }
  const free = new Set(attackers.keys());
  const pairs = [];
  blockers.forEach((blocker, b) => {
    const gain = (a) => {
      const [power, toughness] = attackers[a];
      const won = blocker[0] >= toughness ? worth(attackers[a]) : 0;
      const lost = power >= blocker[1] ? worth(blocker) : 0;
      return won - lost + power / 2;
    };
    const best = [...free].sort((x, y) => gain(y) - gain(x))[0];
    if (best !== undefined && gain(best) > 0) {
      free.delete(best);
      pairs.push([b, best]);
    }
  });
  return pairs;
}
