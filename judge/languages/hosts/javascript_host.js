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
// the first list among its arguments that the call has changed, else the first list. A promise is waited for.
// With --big-integers all integers are BigInts.
//
// The source runs in a realm of its own, apart from what this host needs.
//
// With --many function a call is a list of lists of arguments, all for one callable: evidence for the
// hunt; with --many program it is a list of inputs. A line goes back for each: [CPU time in microseconds, result, what it printed, error], and with
// --branches those that it was the first to take: see javascript_branches.js.
'use strict';
const fs = require('fs');
const vm = require('vm');
require('./javascript_shell.js');
const { isLasting, isChanging, isLate } = require('./javascript_lasting.js');
const { keeper } = require('./javascript_intrinsics.js');
const integers = require('./javascript_integers.js');
const programs = require('./javascript_program.js');

// Taken before any source runs: a posted function may replace what it can reach.
const { readFileSync, writeSync } = fs;
const RESULT = 3;
// The last line of a batch that does not count.
const CHANGED = '"changed"\n';
const [path, ...options] = process.argv.slice(2);
const isProgram = options[options.indexOf('--many') + 1] === 'program';
// Only a hunt pays for it.
const branches = options.includes('--branches') ? require('./javascript_branches.js') : null;
const recorder = branches?.recorder();
const marked = branches?.marker() ?? ((text) => text);
const isBig = options.includes('--big-integers');
const wanted = options.find((o) => o.startsWith('--name='))?.slice('--name='.length);
const lengthOf = options.find((o) => o.startsWith('--length-of='))?.slice('--length-of='.length);
const NAMES =
  /(?<=^|[;},])\s*(?:(?:async\s+)?(?:function\s*\*?|const|let|var|class)\s*([\w$]+)|([\w$]+)\s*=[^=])/gm;
// A source that begins with a function without a name, above its helpers.
const UNNAMED = /^\s*(?:async\s*)?(?:function\s*\*?\s*\(|[\w$]+\s*=>|\([\w$\s,=.[\]{}:'"-]*\)\s*=>)/;
const POSTED = '__posted';
const PREFERRED = ['solve', 'main', 'f'];
// The lines of a module that a script cannot have, as regular expressions.
const DEFAULT = /^([ \t]*)export\s+default\s+(?=((?:async\s+)?function\s*\*?\s*[\w$]+|class\s+[\w$]+)?)/gm;
const EXPORT = /^([ \t]*)export\s+(?:\{[^}]*\}[^\n;]*;?|(?=(?:async|function|class|const|let|var)\b))/gm;
const IMPORT = /^([ \t]*)import\s+(?:(?:\*\s*as\s+)?([\w$]+)|(\{[^}]*\}))\s*from\s*(["'][^"'\n]+["'])/gm;

// The source compiled, once: as an expression if it is one, else as statements, or those of a module.
function compile(path) {
  const source = fs.readFileSync(path, 'utf8');
  const expression = source.trim().replace(/;+$/, '');
  const prints = /\b(?:console|stdout|alert|print)\b/.test(source);
  try {
    return { text: source, script: new vm.Script(marked(`(${expression}\n)`), { filename: path }), names: [] };
  } catch (error) {
    const names = [...asScript(source).matchAll(NAMES)].map((m) => m[1] || m[2]);
    try {
      const unnamed = UNNAMED.test(source) && compiled(`var ${POSTED} = ${source}`, path);
      const script = unnamed || new vm.Script(marked(source), { filename: path });
      return { text: source, script, names, prints, posted: Boolean(unnamed) };
    } catch (fault) {
      if (!/^\s*(?:import|export)\b/m.test(source)) throw fault;
      return { text: source, script: new vm.Script(marked(asScript(source)), { filename: path }), names, prints };
    }
  }
}

// The script, or null where it is none.
function compiled(source, path) {
  try {
    return new vm.Script(marked(source), { filename: path });
  } catch {
    return null;
  }
}

// A module as a script: its default export becomes that of a CommonJS module.
function asScript(source) {
  return source
    .replace(DEFAULT, (_, space, named) => space + (named ? '' : 'module.exports = '))
    .replace(EXPORT, '$1')
    .replace(IMPORT, (_, space, all, some, from) =>
      `${space}const ${all ?? some.replace(/\bas\b/g, ':')} = require(${from})`);
}

// What node adds to the language: Buffer, timers … and a console that prints (the language's own does
// not). Some load a library when they are first looked at, so each is fetched only then.
const language = new Set(vm.runInNewContext('Object.getOwnPropertyNames(globalThis)'));
const added = Object.getOwnPropertyNames(globalThis)
  .filter((name) => name === 'console' || (!language.has(name) && name !== 'global'));

function newRealm() {
  const module = { exports: {} };
  const globals = { require, module, exports: module.exports };
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
  recorder?.install(realm);
  return realm;
}

// The callable: the one that is asked for; else what the source exports; else the expression at its
// end, unless that is one of those it names; else solve, main or f; else the last function that it
// names. Of a class it is a method, chosen in the same way.
const load = (code, realm) => chosen(code, realm).found;

// The callable, and its name if it was chosen by that.
function chosen({ script, names, prints, posted }, realm) {
  const value = prints ? unprinted(() => script.runInContext(realm)) : script.runInContext(realm);
  const known = names.filter((n) => vm.runInContext(`typeof ${n}`, realm) === 'function');
  const named = (name) => vm.runInContext(name, realm);
  if (known.includes(wanted)) return { found: named(wanted), name: wanted };
  const exported = exportedBy(realm.module);
  if (exported) return { found: method(exported) };
  if (posted) return { found: vm.runInContext(POSTED, realm) };
  if (typeof value === 'function' && !known.some((n) => named(n) === value)) return { found: method(value) };
  if (!known.length) throw new Error('no function found in the source');
  const name = preferred(known);
  return { found: method(named(name)), name };
}

// Statements whose names are those of a call, so that they can be executed anew in the same realm; null
// where that is not the same.
function scoped(code) {
  if (code.prints || code.posted || code.names.some((name) => name in globalThis)) return null;
  try {
    const { name } = chosen(code, prepared().realm);
    const script = name && compiled(`(function () {${code.text}\n;return ${name};})()`, path);
    return script ? { script, isWanted: name === wanted } : null;
  } catch {
    return null;
  }
}

function loadScoped({ script, isWanted }, realm) {
  const value = script.runInContext(realm);
  return isWanted ? value : method(value);
}

// While a source is loaded it may show its function at work: that is no part of an answer.
function unprinted(load) {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return load();
  } finally {
    process.stdout.write = write;
  }
}

const preferred = (names) => PREFERRED.find((n) => names.includes(n)) ?? names.at(-1);

// A function that a module exports, alone or among others.
function exportedBy(module) {
  const its = module?.exports;
  if (typeof its === 'function') return its;
  const names = Object.keys(its ?? {}).filter((name) => typeof its[name] === 'function');
  return names.length ? its[preferred(names)] : null;
}

// The method of a class, static or not; any other function as it is.
function method(value) {
  if (!/^class\b/.test(Function.prototype.toString.call(value))) return value;
  const methodsOf = (its) => Object.getOwnPropertyNames(its)
    .filter((name) => name !== 'constructor' && name !== 'prototype' && typeof its[name] === 'function');
  const fixed = methodsOf(value);
  const its = fixed.length ? value : new value();
  const names = fixed.length ? fixed : methodsOf(value.prototype);
  if (!names.length) throw new Error('the class has no method');
  return its[preferred(names)].bind(its);
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
  // A date, or a number that is an object.
  if (typeof value.toJSON === 'function') return shown(value.toJSON(), depth || 1);
  const plain = value.valueOf?.();
  if (Object(plain) !== plain) return shown(plain, depth);
  return `{${Object.keys(value).map((k) => `${JSON.stringify(k)}: ${inner(value[k])}`).join(', ')}}`;
}

// What a call leaves behind: its value, or the first list among its arguments; a promise of it, where it gave one.
function answer(found, args) {
  const room = options.includes('--mutated') && found.length === args.length + 1 ? roomFor(found) : null;
  if (room) args.push(room.passed);
  const before = options.includes('--mutated') ? args.map((arg) => shown(arg)) : [];
  const value = options.includes('--curried')
    ? args.reduce((f, arg) => f(arg), found) : found(...args);
  // An array does not say where its last items are missing: it may be as long as an argument.
  const length = lengthOf && listsOf(args)[lengthOf]?.length;
  if (value && length > value.length) value.length = length;
  if (!options.includes('--mutated')) return value;
  const lists = args.filter((arg) => typeof arg === 'object');
  const changed = () =>
    room ? room.content() : lists.find((arg) => shown(arg) !== before[args.indexOf(arg)]) ?? lists[0] ?? args[0];
  return isPromise(value) ? value.then(changed) : changed();
}

// Room for the result of a function that takes one argument more than there are: a list to be filled; or,
// where it calls its last parameter, a function, and then what that was called with counts: the only value
// of the only call, behind the place of an error, else all calls.
function roomFor(found) {
  const text = Function.prototype.toString.call(found);
  const name = /([\w$]+)\s*\)\s*(?:=>|\{)/.exec(text)?.[1].replace(/\$/g, '\\$&');
  const isCalled = name && new RegExp(`(?<![\\w$.])${name}(?:\\s*(?:\\?\\.)?[(\`]|\\.(?:call|apply)\\b)`);
  const list = [];
  if (!isCalled?.test(text.slice(text.indexOf(')')))) return { passed: list, content: () => list };
  const content = () => {
    if (list.length !== 1) return list.map((given) => (given.length === 1 ? given[0] : given));
    const [given] = list;
    return given.length === 2 && given[0] == null ? given[1] : given.length === 1 ? given[0] : given;
  };
  return { passed: (...given) => { list.push(given); }, content };
}

/** The arguments, or the lists in an object that is the only one, in the order of their names. */
const listsOf = (args) => {
  const [sole] = args;
  if (args.length !== 1 || !sole || typeof sole !== 'object' || Array.isArray(sole)) return args;
  return Object.keys(sole).sort().map((key) => sole[key]).filter(Array.isArray);
};

const isPromise = (value) => typeof value?.then === 'function';

// The reply; the line break at its end says that the function has returned.
async function call(code, ready, input) {
  const [first, ...others] = integers.readings(input, isBig);
  const printed = others.length ? heed(process.stdout) : () => true; // the stream is slow to load
  let text;
  try {
    text = await called(code, ready.realm, first);
  } catch (error) {
    if (printed() || !integers.isRefused(error)) throw error;
    text = await calledOtherwise(code, others);
  }
  send(`${text}\n`);
}

async function called(code, realm, read) {
  const value = answer(load(code, realm), read(realm));
  return shown(isPromise(value) ? await value : value);
}

// The same in a realm of its own, with the first reading of the integers that is not refused.
async function calledOtherwise(code, [read, ...others]) {
  try {
    return await called(code, newRealm(), read);
  } catch (error) {
    if (!others.length || !integers.isRefused(error)) throw error;
    return calledOtherwise(code, others);
  }
}

// What says whether anything has been printed since.
function heed(stream) {
  const { write } = stream;
  let printed = false;
  stream.write = (...words) => { printed = true; return write.apply(stream, words); };
  return () => printed;
}

// Each call finds the source as it is when it has just been loaded: it is executed anew without the globals
// that the last call has left, or in a realm of its own. A batch that has changed the language says so.
function loader(code, ready) {
  const calls = isChanging(code.text, [...language]) || code.prints ? null
    : code.names.length ? scoped(code) : code;
  if (!calls) return () => { const { realm, parse } = prepared(); return { found: load(code, realm), parse }; };
  const { realm, parse } = ready;
  const { isUnchanged, putBack } = keeper(realm, [...language]);
  process.on('exit', () => { if (!isUnchanged()) send(CHANGED); });
  return () => {
    putBack();
    return { found: calls === code ? load(code, realm) : loadScoped(calls, realm), parse };
  };
}

async function callMany(code, ready, input) {
  if (isLasting(code.text, added) || isBig || integers.hasBeyond(input)) process.reallyExit(1);
  const loaded = loader(code, ready);
  const late = isLate(code.text);
  let printed = '';
  process.stdout.write = (text) => { printed += text; return true; };
  for (const list of JSON.parse(input)) {
    let result = null;
    let error = null;
    printed = '';
    const text = JSON.stringify(list);
    const begin = process.cpuUsage();
    try {
      const { found, parse } = loaded();
      const value = answer(found, parse(text));
      result = shown(isPromise(value) ? await value : value);
    } catch (fault) {
      error = String(fault);
    }
    if (late) await new Promise((resolve) => setImmediate(resolve)); // after all that waits
    const { user, system } = process.cpuUsage(begin);
    const items = [user + system, result, printed, error];
    if (recorder) items.push(recorder.take());
    send(`${JSON.stringify(items)}\n`);
  }
}

// Answers a list of inputs; what a program must not find, or do, in a process with others ends it.
async function runMany(code, { realm }, input) {
  const end = () => { send(CHANGED); process.reallyExit(1); };
  if (!code) end();
  const brought = [...language].filter((name) => !added.includes(name));
  const program = new programs.Program(code, realm, { language: brought, recorder, end });
  process.on('unhandledRejection', (error) => program.reject(error));
  for (const text of JSON.parse(input)) {
    const begin = process.cpuUsage();
    const { printed, error } = await program.run(text);
    const { user, system } = process.cpuUsage(begin);
    const items = [user + system, null, printed, error];
    if (recorder) items.push(recorder.take());
    send(`${JSON.stringify(items)}\n`);
  }
  if (!program.isUnchanged) end();
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
    code = isProgram ? programs.compiled(path, added, marked) : compile(path);
  } catch (error) {
    failure = error;
  }
  const ready = isProgram ? { realm: programs.newRealm(recorder) } : prepared();
  const native = { exports: {} };
  const serves = options.includes('--serve');
  if (serves) {
    process.dlopen(native, options[options.indexOf('--serve') + 1]);
    serve(native.exports);
    stir(ready);
  }
  if (failure) throw failure;
  (isProgram ? runMany : options.includes('--many') ? callMany : call)(code, ready, readFileSync(0, 'utf8'));
  if (serves) finish(native.exports);
}

main();
