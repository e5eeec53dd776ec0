// Marks the branches of a source, so that a hunt sees which of them a call takes, and how near the
// two sides of a comparison were.
//
// Text is put around expressions and changes no value: conditions tell whether they held, comparisons
// with a number the distance of the other side, and comparisons for equality that of both sides. The
// parser is the one that node brings; without it a source stays as it is, and nothing is told.
'use strict';

const NAMES = { taken: '__judgeTaken', near: '__judgeNear', left: '__judgeLeft', right: '__judgeRight' };
// From here on are the numbers of comparisons, and there are so many of them.
const COMPARISONS = 2 ** 13;
const BITS = 33;
// Every program has constants up to this.
const COMMON = 2;
const EQUALITY = new Set(['==', '===', '!=', '!==']);
const ORDER = new Set(['<', '>', '<=', '>=']);
const LOOPS = ['IfStatement', 'ConditionalExpression', 'WhileStatement', 'DoWhileStatement', 'ForStatement'];

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
      if (Math.abs(number) > COMMON) around(value, NAMES.near, `${number},`);
      else if (EQUALITY.has(operator)) around(value, NAMES.near, `${number},`);
    } else if (EQUALITY.has(operator)) {
      around(left, NAMES.left);
      count--;
      around(right, NAMES.right);
    }
  };
  const visit = (node) => {
    if (LOOPS.includes(node.type) && node.test) around(node.test, NAMES.taken);
    if (node.type === 'LogicalExpression' && node.operator !== '??') {
      around(node.left, NAMES.taken);
      around(node.right, NAMES.taken);
    }
    if (node.type === 'BinaryExpression' && (EQUALITY.has(node.operator) || ORDER.has(node.operator))) {
      if (node.left.type !== 'PrivateIdentifier') compared(node);
    }
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

// What the marks call, and the set of numbers that they add to.
function recorder() {
  const seen = new Set();
  const sides = [];
  const distance = (number, one, other) => {
    if (typeof one !== 'number' || typeof other !== 'number') return;
    const bits = Math.min(32, Math.ceil(Math.log2(Math.abs(one - other) + 1))) || 0;
    seen.add(COMPARISONS + ((number * BITS + bits) % COMPARISONS));
  };
  const calls = {
    taken: (number, value) => { seen.add((2 * number + (value ? 1 : 0)) % COMPARISONS); return value; },
    near: (number, other, value) => { distance(number, value, other); return value; },
    left: (number, value) => { sides[number] = value; return value; },
    right: (number, value) => { distance(number, sides[number], value); return value; },
  };
  const globals = Object.fromEntries(Object.keys(calls).map((key) => [NAMES[key], calls[key]]));
  return { globals, seen };
}

module.exports = { marker, recorder };
