// Loads a posted JavaScript function, calls it once with the case's arguments, sends back its
// result. Standard input holds the arguments as one JSON list; the result leaves as text on
// descriptor 3, apart from whatever the function prints.
'use strict';
const fs = require('fs');
const vm = require('vm');

// The callable of a source: an expression, else the last function or binding it declares.
function load(path) {
  const source = fs.readFileSync(path, 'utf8');
  const expression = source.trim().replace(/;+$/, '');
  try {
    new vm.Script(`(${expression}\n)`);
  } catch (error) {
    const names = [...source.matchAll(
      /(?<=^|[;}])\s*(?:(?:async\s+)?(?:function\s*\*?|const|let|var)\s*([\w$]+)|([\w$]+)\s*=[^=])/gm)];
    const value = vm.runInThisContext(source, { filename: path });
    const name = names.map((m) => m[1] || m[2]).filter((n) =>
      vm.runInThisContext(`typeof ${n}`) === 'function').pop();
    const found = name ? vm.runInThisContext(name) : value;
    if (typeof found !== 'function') throw new Error('no function found in the source');
    return found;
  }
  return vm.runInThisContext(`(${expression}\n)`, { filename: path });
}

// A value as text. JSON would turn undefined and NaN into null; here they stay what they are.
function shown(value, depth = 0) {
  if (depth > 20) return '"…"';
  if (typeof value === 'string') return depth ? JSON.stringify(value) : value;
  if (value !== null && typeof value === 'object') {
    if (typeof value[Symbol.iterator] === 'function') {
      return `[${Array.from(value, (item) => shown(item, depth + 1)).join(', ')}]`;
    }
    return JSON.stringify(value);
  }
  return String(value);
}

const send = fs.writeSync.bind(fs, 3);
const input = JSON.parse(fs.readFileSync(0, 'utf8'));
const text = Buffer.from(shown(load(process.argv[2])(...input)));
for (let sent = 0; sent < text.length;) sent += send(text, sent);
