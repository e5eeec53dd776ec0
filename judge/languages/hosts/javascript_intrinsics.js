// Whether the objects that the language brings to a realm are as they were. A source can reach them in
// ways that its text does not show, and what it leaves there would be seen by the next call.
'use strict';
const vm = require('vm');

const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, isExtensible } = Reflect;
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

module.exports = { unchanged };
