// Loads a posted JavaScript function, calls it with a case's arguments, sends back its result.
// The arguments come as one JSON list; the result leaves as text on a descriptor of its own, apart
// from whatever the function prints.
//
//   node javascript_host.js SOURCE           one call; arguments on 0, result on 3
//   node javascript_host.js SOURCE --serve   a call for every message on the socket at 3, which
//                                            holds the length of the arguments on 0; result on 4
//
// With --curried it is called with one argument after the other, f(a)(b); with --mutated the answer is
// its first argument after the call. A promise is waited for.
//
// Every call gets a realm of its own: fresh built-ins, fresh globals, the source run anew.
//
// With --many function a call is a list of lists of arguments, all in one realm: evidence for the
// hunt. A line goes back for each: [CPU time in microseconds, result, what it printed, error].
'use strict';
const fs = require('fs');
const vm = require('vm');

// Taken before any source runs: a posted function may replace what it can reach.
const { readSync, writeSync } = fs;
const kill = process.kill.bind(process);
const [path, ...options] = process.argv.slice(2);
const NAMES =
  /(?<=^|[;}])\s*(?:(?:async\s+)?(?:function\s*\*?|const|let|var)\s*([\w$]+)|([\w$]+)\s*=[^=])/gm;

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

// The callable: the value of the expression, else the last function that the source declares.
function load({ script, names }, realm) {
  const value = script.runInContext(realm);
  const name = names.filter((n) =>
    vm.runInContext(`typeof ${n}`, realm) === 'function').pop();
  const found = name ? vm.runInContext(name, realm) : value;
  if (typeof found !== 'function') throw new Error('no function found in the source');
  return found;
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

// The reply, or a promise of it; the line break at its end says that the function has returned.
function call(source, input) {
  const realm = newRealm();
  const parse = vm.runInContext('JSON.parse', realm);
  const value = answer(load(source, realm), parse(input));
  return isPromise(value) ? value.then((v) => `${shown(v)}\n`) : `${shown(value)}\n`;
}

async function callMany(source, input, fd) {
  const realm = newRealm();
  const lists = vm.runInContext('JSON.parse', realm)(input);
  let loaded;
  let printed = '';
  process.stdout.write = (text) => { printed += text; return true; };
  for (const list of lists) {
    let result = null;
    let error = null;
    printed = '';
    const begin = process.cpuUsage();
    try {
      loaded ??= load(source, realm);
      const value = answer(loaded, list);
      result = shown(isPromise(value) ? await value : value);
    } catch (fault) {
      error = String(fault);
    }
    const { user, system } = process.cpuUsage(begin);
    send(fd, `${JSON.stringify([user + system, result, printed, error])}\n`);
  }
}

function send(fd, text) {
  const bytes = Buffer.from(text);
  for (let sent = 0; sent < bytes.length;) sent += writeSync(fd, bytes, sent);
}

function receive(size) {
  const bytes = Buffer.alloc(size);
  for (let got = 0; got < size;) got += readSync(0, bytes, got, size - got);
  return bytes.toString('utf8');
}

// Kill what a call has left running. As process 1 of its namespace the host itself is spared.
function leftProcesses() {
  try {
    kill(-1, 'SIGKILL');
    return true;
  } catch (error) {
    return false;
  }
}

async function serve() {
  let source;
  const length = Buffer.alloc(8);
  while (readSync(3, length, 0, 8) === 8) {
    const input = receive(Number(length.readBigUInt64LE()));
    const report = Buffer.alloc(24); // struct call_report of protocol.h
    try {
      source ??= compile(path);
      if (options.includes('--many')) await callMany(source, input, 4);
      else {
        const reply = call(source, input);
        send(4, isPromise(reply) ? await reply : reply);
      }
    } catch (error) {
      send(2, `${error && error.stack ? error.stack : error}\n`);
      report.writeUInt32LE(1 << 8, 0);
    }
    report.writeUInt32LE(leftProcesses() ? 1 : 0, 4);
    writeSync(3, report);
  }
}

async function once() {
  const input = fs.readFileSync(0, 'utf8');
  if (options.includes('--many')) {
    await callMany(compile(path), input, 3);
    return;
  }
  const reply = call(compile(path), input);
  send(3, isPromise(reply) ? await reply : reply);
}

if (options.includes('--serve')) serve();
else once();
