// Whether a source may leave behind, in a process that goes on with other calls, what a new realm does
// not put back, or what only a new realm does. It is judged by its text, so that a comment or a string may
// cost a little time, too.
'use strict';

// These lead out of the realm.
const LASTING = /\b(?:require|process(?!\.exit\b)|import|setTimeout|setInterval|setImmediate|global)\b/;
// So do these, or something of theirs comes later: when memory is freed, or another thread is done.
const LATER_STILL = /\b(?:WeakRef|FinalizationRegistry|Atomics|SharedArrayBuffer|WebAssembly|inspect|prepareStackTrace|callee|caller)\b/;
// The global object as a value: its names are not those of node's own.
const ALL_NAMES = /\bglobalThis\b(?!\s*\.\s*[A-Za-z_$])/;
// What shows the functions that have called, which are those of the host.
const CALLERS = /\bcaptureStackTrace\b|\bstack\b[^]*\b(?:Error|catch)\b|\b(?:Error|catch)\b[^]*\bstack\b/;
// What node adds belongs to all realms; these are functions that keep nothing, if they are only called.
const CALLED = new Set('alert print atob btoa structuredClone queueMicrotask'.split(' '));
const CONSOLE = /\bconsole\b(?!\.(?:log|error|warn|info|debug)\b(?!\s*(?:\?\.|\.|\[)))/;

// One that changes what the language brings, or sees what a call has changed, needs a new realm.
const CHANGING = /\b(?:Intl|prototype|__proto__|constructor|defineProperty|assign|globalThis|this|Reflect|eval|Function|RegExp|delete|with|module|exports)\b/;
const ASSIGNED = String.raw`\s*(?:(?:[-+*\/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=(?![=>])|\+\+|--)`;
const PROPERTY = String.raw`\.\s*[\w$]+(?:\s*\[[^\]]*\]+)?`;
const WRITES = new RegExp(`${PROPERTY}${ASSIGNED}|(?:\\+\\+|--)\\s*[\\w$.[\\]()]*\\.`);
// Used in these ways, a name of the language is neither assigned to nor passed on as an object.
const PASSED = '(?:Number|String|Boolean|BigInt|parseInt|parseFloat)';
const READ_ONLY = new Set(['undefined', 'NaN', 'Infinity']);
const LATER = /\b(?:Promise|async|await|then|queueMicrotask)\b/;

// Where none of these is named, no name leads to what node adds but that name itself.
const GLOBAL = /\b(?:globalThis|this|self|window|eval|Function|constructor|Reflect|with)\b/;
// A string of one word, the key of an object, and a property are no such name.
const NO_NAME = /(["'`])[\w$]+\1|(?<=[{,]\s*)[\w$]+\s*:|(?<!\.)\.\s*[\w$]+/g;

// Whether runs of a program after another one would see what it has left, or it sees who has called it.
const isLastingProgram = (text) => /\bimport\b/.test(text) || ALL_NAMES.test(text) || LATER_STILL.test(text) || CALLERS.test(text);

// Whether calls after another one would see what it has left. ``added``: the names that node adds.
function isLasting(text, added) {
  const own = new Set(words(GLOBAL.test(text) ? text : text.replace(NO_NAME, ' ')));
  const reached = added.filter((name) => own.has(name) && !['console', 'process'].includes(name));
  return LASTING.test(text) || LATER_STILL.test(text) || CALLERS.test(text) || CONSOLE.test(text) || reached.some((name) =>
    !CALLED.has(name) || new RegExp(`(?<![\\w$.])${name}\\b(?!\\s*\\()`).test(text));
}

// Whether each call needs a new realm: the language's own objects are changed for all that the text says.
// javascript_intrinsics.js finds the other changes. ``brought``: the names that the language has.
function isChanging(text, brought) {
  if (CHANGING.test(text) || WRITES.test(text)) return true;
  const own = new Set(words(text));
  const globals = brought.filter((name) => own.has(name) && !READ_ONLY.has(name));
  return globals.some((name) => passesOn(text, name));
}

// Whether some code may go on after a call has returned.
const isLate = (text) => LATER.test(text);

const words = (text) => text.match(/[\w$]+/g) ?? [];

function passesOn(text, name) {
  const plain = String.raw`\b(?:new|instanceof)\s+${name}\b(?!\s*[[=])|\b${name}\s*(?:\(|\?\.|\.(?!\.))`;
  const passed = `(?<=[(,]\\s*)${PASSED}(?=\\s*[),])`;
  const rest = text.replace(new RegExp(plain, 'g'), '').replace(new RegExp(passed, 'g'), '');
  return new RegExp(`(?<![\\w$.])${name}(?![\\w$])`).test(rest);
}

module.exports = { isLasting, isLastingProgram, isChanging, isLate };
