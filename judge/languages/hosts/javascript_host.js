// Loads a posted JavaScript function, calls it with a case's arguments, sends back its result.
// The arguments come as one JSON list; the result leaves as text on a descriptor of its own, apart
// from whatever the function prints.
//
//   node javascript_host.js SOURCE                 one call; arguments on 0, result on 3
//   node javascript_host.js SOURCE --serve ADDON   a call for every message on the socket at 3, each
//                                                  in a fork of this process: it has started node and
//                                                  compiled the source, but never runs a line of it
//
// With --curried it is called with one argument after the other, f(a)(b); with --mutated the answer is
// its first argument after the call. A promise is waited for.
//
// The source runs in a realm of its own, apart from what this host needs.
//
// With --many function a call is a list of lists of arguments, all for one callable: evidence for the
// hunt. A line goes back for each: [CPU time in microseconds, result, what it printed, error].
'use strict';
const fs = require('fs');
const vm = require('vm');

// Taken before any source runs: a posted function may replace what it can reach.
const { readFileSync, writeSync } = fs;
const RESULT = 3;
const [path, ...options] = process.argv.slice(2);
const wanted = options.find((o) => o.startsWith('--name='))?.slice('--name='.length);
const NAMES =
  /(?<=^|[;},])\s*(?:(?:async\s+)?(?:function\s*\*?|const|let|var)\s*([\w$]+)|([\w$]+)\s*=[^=])/gm;

// The source compiled, once: as an expression if it is one, else as statements.
function compile(path) {
  const source = fs.readFileSync(path, 'utf8');
  const expression = source.trim().replace(/;+$/, '');
  try {
    return { script: new vm.Script(`(${expression}\n)`, { filename: path }), names: [] };
  } catch (error) {
    const names = [...source.matchAll(NAMES)].map((m) => m[1] || m[2]);
    return { script: new vm.Script(source, { filename: path }), names };
  }
}

// What node adds to the language: Buffer, timers … and a console that prints (the language's own does
// not). Some load a library when they are first looked at, so each is fetched only then.
const language = new Set(vm.runInNewContext('Object.getOwnPropertyNames(globalThis)'));
const added = Object.getOwnPropertyNames(globalThis)
  .filter((name) => name === 'console' || (!language.has(name) && name !== 'global'));

function newRealm() {
  const globals = { require };
  for (const name of added) {
    Object.defineProperty(globals, name, {
      configurable: true,
      enumerable: true,
      get: () => globalThis[name],
      set: (value) => Object.defineProperty(globals, name, { value, writable: true }),
    });
  }
  const realm = vm.createContext(globals);
  globals.global = vm.runInContext('globalThis', realm);
  return realm;
}

// The callable: the one that is asked for; else the expression at the end of the source, unless that is one of those it names; else
// solve, main or f; else the last function that it names.
function load({ script, names }, realm) {
  const value = script.runInContext(realm);
  const known = names.filter((n) => vm.runInContext(`typeof ${n}`, realm) === 'function');
  const named = (name) => vm.runInContext(name, realm);
  if (known.includes(wanted)) return named(wanted);
  if (typeof value === 'function' && !known.some((n) => named(n) === value)) return value;
  const name = ['solve', 'main', 'f'].find((n) => known.includes(n)) ?? known.pop();
  if (!name) throw new Error('no function found in the source');
  return named(name);
}

// A value as text. JSON would turn undefined and NaN into null; here they stay what they are.
function shown(value, depth = 0) {
  if (depth > 20) return '"…"';
  if (typeof value === 'function') return 'function';
  if (typeof value === 'string') return depth ? JSON.stringify(value) : value;
  if (value === null || typeof value !== 'object') return String(value);
  const inner = (item) => shown(item, depth + 1);
  if (typeof value[Symbol.iterator] === 'function') {
    return `[${Array.from(value, inner).join(', ')}]`;
  }
  return `{${Object.keys(value).map((k) => `${JSON.stringify(k)}: ${inner(value[k])}`).join(', ')}}`;
}

// What a call leaves behind: its value, or its first argument; a promise of it, where it gave one.
function answer(found, args) {
  const value = options.includes('--curried')
    ? args.reduce((f, arg) => f(arg), found) : found(...args);
  if (!options.includes('--mutated')) return value;
  return isPromise(value) ? value.then(() => args[0]) : args[0];
}

const isPromise = (value) => typeof value?.then === 'function';

// The reply; the line break at its end says that the function has returned.
async function call(code, { realm, parse }, input) {
  const value = answer(load(code, realm), parse(input));
  send(`${shown(isPromise(value) ? await value : value)}\n`);
}

async function callMany(code, { realm, parse }, input) {
  let loaded;
  let printed = '';
  process.stdout.write = (text) => { printed += text; return true; };
  for (const list of parse(input)) {
    let result = null;
    let error = null;
    printed = '';
    const begin = process.cpuUsage();
    try {
      loaded ??= load(code, realm);
      const value = answer(loaded, list);
      result = shown(isPromise(value) ? await value : value);
    } catch (fault) {
      error = String(fault);
    }
    const { user, system } = process.cpuUsage(begin);
    send(`${JSON.stringify([user + system, result, printed, error])}\n`);
  }
}

function send(text) {
  const bytes = Buffer.from(text);
  for (let sent = 0; sent < bytes.length;) sent += writeSync(RESULT, bytes, sent);
}

// Everything that can be done before a call is known.
function prepared() {
  const realm = newRealm();
  return { realm, parse: vm.runInContext('JSON.parse', realm) };
}

// Returns in a fork of its own for each call.
function serve({ serve, leave }) {
  process.reallyExit = leave;
  process.on('uncaughtException', (error) => {
    writeSync(2, `${error && error.stack ? error.stack : error}\n`);
    process.exit(1);
  });
  serve();
}

// What node does with a process until nothing is left to do, but for waiting for other threads.
function finish({ turn }) {
  const tick = process._tickCallback;
  do tick(); while (turn());
  process.exit();
}

// Forks begin alike, and would all draw the same numbers.
function stir({ realm }) {
  const random = vm.runInContext('Math.random', realm);
  for (let left = process.hrtime.bigint() % 1021n; left > 0n; left--) random();
}

function main() {
  let failure;
  let code;
  try {
    code = compile(path);
  } catch (error) {
    failure = error;
  }
  const ready = prepared();
  const native = { exports: {} };
  const serves = options.includes('--serve');
  if (serves) {
    process.dlopen(native, options[options.indexOf('--serve') + 1]);
    serve(native.exports);
    stir(ready);
  }
  if (failure) throw failure;
  (options.includes('--many') ? callMany : call)(code, ready, readFileSync(0, 'utf8'));
  if (serves) finish(native.exports);
}

main();
