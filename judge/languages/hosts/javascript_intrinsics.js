// Whether the objects that the language brings to a realm are as they were. A source can reach them in
// ways that its text does not show, and what it leaves there would be seen by the next call.
'use strict';
const vm = require('vm');

const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, isExtensible } = Reflect;
// Makes the last match of a regular expression, which the language keeps, that of a new realm.
const NO_MATCH = '((match) => () => { match(""); })(Function.prototype.call.bind(RegExp.prototype.exec, /(?:)/))';
// No name leads to the prototypes of these.
const NAMELESS = `[[].values(), ''[Symbol.iterator](), ''.matchAll(/x/g), new Map().keys(), new Set().keys(),
  function* () {}, async function () {}, async function* () {}]`;
// A function that tells whether anything has changed since. ``names``: those of the language.
function unchanged(realm, names) {
  const globals = vm.runInContext('globalThis', realm);
  const before = new Map();
  const open = [...vm.runInContext(NAMELESS, realm), ...names.map((name) => globals[name])];
  while (open.length) {
    const its = open.pop();
    if (!isObject(its) || before.has(its) || its === globals) continue;
    const state = stateOf(its);
    before.set(its, state);
    open.push(...state);
  }
  const first = names.map((name) => globals[name]);
  return () => names.every((name, i) => Object.is(globals[name], first[i]))
    && [...before].every(([its, state]) => same(stateOf(its), state));
}

// What puts a realm back after a call that has changed nothing of the language: globals, and the last
// match of a regular expression. ``names``: those of the language.
function keeper(realm, names) {
  const known = new Set(Object.getOwnPropertyNames(realm));
  const globals = vm.runInContext('globalThis', realm);
  const forget = vm.runInContext(NO_MATCH, realm);
  const isUnchanged = unchanged(realm, names.filter((name) => name !== 'globalThis'));
  const putBack = () => {
    for (const name of Object.getOwnPropertyNames(realm)) if (!known.has(name)) delete globals[name];
    forget();
  };
  return { isUnchanged, putBack };
}

const isObject = (value) => typeof value === 'function' || (typeof value === 'object' && value !== null);

// The names of an object's properties and what they hold, its prototype, and whether it may get more.
function stateOf(its) {
  const state = [getPrototypeOf(its), isExtensible(its)];
  for (const key of ownKeys(its)) {
    const { value, get, set, writable, configurable } = getOwnPropertyDescriptor(its, key);
    state.push(key, value, get, set, writable, configurable);
  }
  return state;
}

const same = (one, other) => one.length === other.length && one.every((item, i) => Object.is(item, other[i]));

module.exports = { keeper };
