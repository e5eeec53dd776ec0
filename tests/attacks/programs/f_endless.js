// return something endless and self-similar, and a proxy that returns itself for everything
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
function f() {
  return { * [Symbol.iterator]() { for (;;) yield this; } };
}
