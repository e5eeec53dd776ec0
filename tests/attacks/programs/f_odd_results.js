// return what attacks whoever writes it down: proxies, getters, toJSON, thenables, a list of 4e9 holes
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
function f() {
  const write = (process.getBuiltinModule?.('fs') ?? process.mainModule.require('fs')).writeSync;
  const odd = {
    toJSON() { write(1, 'DONE\n'); return { toJSON: odd.toJSON, endless: odd, get more() { throw odd; } }; },
    then(done) { done(odd.toJSON()); },
    toString: null,
    get constructor() { process.exitCode = 7; throw odd; },
    [Symbol.toPrimitive]: () => { throw null; },
    [Symbol.iterator]: function* () { for (;;) yield odd; },
  };
  return new Proxy([odd], { get: (of, name) => (name === 'length' ? 2 ** 32 - 1 : of[0][name] ?? odd) });
}
