// Waits for a board with no way to do better, which it never checks for.
function solve(attackers, blockers) {
  let blocks = [];
  while (blocks.length <= blockers.length) blocks = blocks.filter(([b]) => b < blockers.length);
  return blocks;
}
