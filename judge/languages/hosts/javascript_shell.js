// What browsers and the shells of JavaScript engines have and node lacks, so that sources posted for
// them can read and print: alert, print, prompt, readline. Each is made when it is first used.
'use strict';
const fs = require('fs');

const CHUNK_BYTES = 65536;
let rest = Buffer.alloc(0);
let isAtEnd = false;

// The next line of standard input; null after the last one. Reads no further than it must, since
// what answers in a conversation writes its next line only after it has read one.
function nextLine() {
  let end = rest.indexOf(10);
  while (end < 0 && !isAtEnd) {
    const chunk = Buffer.alloc(Math.max(CHUNK_BYTES, rest.length));
    const count = fs.readSync(0, chunk);
    isAtEnd = count === 0;
    const found = chunk.subarray(0, count).indexOf(10);
    end = found < 0 ? found : rest.length + found;
    rest = Buffer.concat([rest, chunk.subarray(0, count)]);
  }
  if (end < 0 && rest.length === 0) return null;
  const line = rest.toString('utf8', 0, end < 0 ? rest.length : end);
  rest = rest.subarray(end < 0 ? rest.length : end + 1);
  return line;
}

const print = (...values) => console.log(values.map(String).join(' '));
const shell = { alert: print, print, prompt: nextLine, readline: nextLine };

for (const [name, value] of Object.entries(shell)) {
  if (name in globalThis) continue;
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
