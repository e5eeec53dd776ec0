// What browsers and the shells of JavaScript engines have and node lacks, so that sources posted for
// them can read and print: alert, print, prompt, readline. Each is made when it is first used.
'use strict';
const fs = require('fs');

let lines;

// The next line of standard input; null after the last one.
function nextLine() {
  if (!lines) {
    lines = fs.readFileSync(0, 'utf8').split('\n');
    if (lines[lines.length - 1] === '') lines.pop();
  }
  return lines.length ? lines.shift() : null;
}

const print = (...values) => console.log(values.map(String).join(' '));
const shell = { alert: print, print, prompt: nextLine, readline: nextLine };

for (const [name, value] of Object.entries(shell)) {
  if (name in globalThis) continue;
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
