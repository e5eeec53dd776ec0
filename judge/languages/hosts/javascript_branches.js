// Marks the branches of a source, so that a hunt sees which of them a call takes, and how near the
// two sides of a comparison were.
//
// Text is put around expressions and changes no value: conditions tell whether they held, comparisons
// with a number the distance of the other side, and comparisons for equality that of both sides. The
// parser is the one that node brings; without it a source stays as it is, and nothing is told.
'use strict';
const vm = require('vm');

const NAMES = { taken: '__judgeTaken', near: '__judgeNear', left: '__judgeLeft', right: '__judgeRight' };
// From here on are the numbers of comparisons, and there are so many of them.
const COMPARISONS = 2 ** 13;
const BITS = 33;
const PLACES = 1737;
const MOST = BITS * PLACES;
// From here on are those of exact differences below FAR on both sides: one with the first number that
// says as many bits.
const EXACT = 2 ** 16, FAR = 2 ** 15;
// Every program has constants up to this.
const COMMON = 2;
// Longer texts are not compared character by character.
const LONGEST = 64;
const EQUALITY = new Set(['==', '===', '!=', '!==']);
const ORDER = new Set(['<', '>', '<=', '>=']);
const TESTING = new Set(['IfStatement', 'ConditionalExpression', 'WhileStatement', 'DoWhileStatement',
  'ForStatement']);

function parser() {
  try {
    const text = process.binding('natives')['internal/deps/acorn/acorn/dist/acorn'];
    const module = { exports: {} };
    new Function('exports', 'module', text)(module.exports, module);
    return module.exports.parse;
  } catch {
    return null;
  }
}

// A function that gives a source with marks, each source with the same numbers.
function marker() {
  const parse = parser();
  return (text) => {
    if (!parse) return text;
    try {
      return written(text, placesIn(parse(text, { ecmaVersion: 'latest' })));
    } catch {
      return text; // it is no source, or nested too deeply
    }
  };
}

// What is put around which parts: [start, end, before, after], the outer ones first.
function placesIn(tree) {
  const places = [];
  let count = 0;
  const around = (node, name, more = '') => {
    places.push([node.start, node.end, `${name}(${count++},${more}(`, '))']);
  };
  const compared = ({ operator, left, right }) => {
    const [one, other] = [constant(left), constant(right)];
    if (other !== null || one !== null) {
      const [value, number] = other === null ? [right, one] : [left, other];
      if (Math.abs(number) > COMMON || EQUALITY.has(operator)) around(value, NAMES.near, `${number},`);
    } else if (EQUALITY.has(operator)) {
      around(left, NAMES.left);
      count--;
      around(right, NAMES.right);
    }
  };
  const conditions = new Set();
  const condition = (node) => {
    around(node, NAMES.taken);
    conditions.add(node);
  };
  const visit = (node) => {
    if (TESTING.has(node.type) && node.test) condition(node.test);
    if (node.type === 'LogicalExpression' && node.operator !== '??') {
      condition(node.left);
      if (!conditions.has(node)) condition(node.right); // else the whole tells of it
    }
    const compares = EQUALITY.has(node.operator) || ORDER.has(node.operator);
    if (node.type === 'BinaryExpression' && compares) compared(node);
    for (const key of Object.keys(node)) {
      for (const child of [node[key]].flat()) if (child && typeof child.type === 'string') visit(child);
    }
  };
  visit(tree);
  return places;
}

// The value of an expression of whole numbers, else null.
function constant(node) {
  if (node.type === 'Literal') return Number.isSafeInteger(node.value) ? node.value : null;
  if (node.type === 'UnaryExpression' && node.operator === '-') {
    const value = constant(node.argument);
    return value === null ? null : -value;
  }
  if (node.type !== 'BinaryExpression') return null;
  const [left, right] = [node.left, node.right].map(constant);
  if (left === null || right === null) return null;
  const value = { '+': left + right, '-': left - right, '*': left * right, '**': left ** right,
    '<<': left << right, '|': left | right, '^': left ^ right }[node.operator];
  return Number.isSafeInteger(value) ? value : null;
}

function written(text, places) {
  const before = new Map(), after = new Map();
  for (const [start, end, opening, closing] of places) {
    before.set(start, (before.get(start) ?? '') + opening);
    after.set(end, closing + (after.get(end) ?? ''));
  }
  let marked = '';
  for (let at = 0; at <= text.length; at++) {
    marked += (after.get(at) ?? '') + (before.get(at) ?? '') + (text[at] ?? '');
  }
  return marked;
}

// What the marks call. It is part of the realm of the source, as constants of a script, so that a call
// costs little; what it finds is kept outside.
const CALLS = `const {
  taken: ${NAMES.taken}, near: ${NAMES.near}, left: ${NAMES.left}, right: ${NAMES.right},
} = ((known, fresh) => {
  const sides = [];
  const { abs, clz32, min } = Math;
  const add = (number) => { if (!known[number]) { known[number] = 1; fresh[fresh.length] = number; } };
  const differing = (one, other) => {
    let count = abs(one.length - other.length);
    for (let i = min(one.length, other.length); i--;) count += one[i] !== other[i];
    return min(count, ${BITS - 1});
  };
  const distance = (number, one, other) => {
    let bits, exact = NaN;
    if (typeof one === 'number' && typeof other === 'number') {
      exact = one - other;
      bits = 32 - clz32(min(abs(exact), ${2 ** 32 - 1}));
    } else if (typeof one === 'string' && typeof other === 'string'
        && one.length <= ${LONGEST} && other.length <= ${LONGEST}) {
      bits = differing(one, other);
    } else return;
    const mark = ${COMPARISONS} + (number * ${BITS} + bits) % ${MOST};
    if (known[mark]) return;
    add(mark);
    if (abs(exact) < ${FAR} && exact % 1 === 0) fresh[fresh.length] = ${EXACT} + number % ${PLACES} * ${2 * FAR} + exact + ${FAR};
  };
  return {
    taken(number, value) { add((value ? 2 * number + 1 : 2 * number) % ${COMPARISONS}); return value; },
    near(number, other, value) { distance(number, value, other); return value; },
    left(number, value) { sides[number] = value; return value; },
    right(number, value) { distance(number, sides[number], value); return value; },
  };
})(__judgeKnown, __judgeFresh);
delete globalThis.__judgeKnown; delete globalThis.__judgeFresh;`;

// Puts what the marks call into realms, and tells what they found for the first time.
function recorder() {
  const known = new Uint8Array(COMPARISONS + MOST);
  const fresh = [];
  const script = new vm.Script(CALLS);
  return {
    install(realm) {
      Object.assign(realm, { __judgeKnown: known, __judgeFresh: fresh });
      script.runInContext(realm);
    },
    take: () => fresh.splice(0),
  };
}

module.exports = { marker, recorder };
