// The arguments of a call, and whether their integers are BigInts: those beyond 2^53 cannot be numbers.
'use strict';
const vm = require('vm');

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const INTEGER = /^-?\d+$/;
const MANY_DIGITS = /\d{16}/;
// What the language says of a BigInt where it wants a number, and of one beside a number.
const REFUSED = /\bBigInt\b/;

const isBeyond = (token) => INTEGER.test(token) && !Number.isSafeInteger(Number(token));

/** Whether a JSON text has an integer that no number can be. */
const hasBeyond = (text) => MANY_DIGITS.test(text) && text.match(TOKEN).some(isBeyond);

/** The value of a JSON text in a realm, with a BigInt for each integer that is to be one. */
function withBigInts(text, realm, isBig) {
  const literal = text.replace(TOKEN, (token) => (INTEGER.test(token) && isBig(token) ? `${token}n` : token));
  return vm.runInContext(`(${literal})`, realm);
}

/**
 * Ways to read the arguments, the first to be tried first: where one is beyond 2^53 all integers are
 * BigInts, so that they can be added; else those alone; else none, for a function that takes numbers.
 */
function readings(text, isAll) {
  const all = (realm) => withBigInts(text, realm, () => true);
  if (isAll) return [all];
  const none = (realm) => vm.runInContext('JSON.parse', realm)(text);
  return hasBeyond(text) ? [all, (realm) => withBigInts(text, realm, isBeyond), none] : [none];
}

/** Whether a call has failed for it was given a BigInt. */
const isRefused = (error) => REFUSED.test(error?.message) && /^(?:Type|Range|Syntax)Error$/.test(error?.name);

module.exports = { hasBeyond, readings, isRefused };
