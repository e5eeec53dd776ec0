// Makes one start of node serve every case of a program, each in a fork of its own:
//
//   node --single-threaded javascript_serve.js SOURCE ADDON
//
// ADDON is javascript_fork.c, built. The process that serves has loaded what most programs need, and
// runs no line of SOURCE. In a fork SOURCE runs as node's main program, with streams, arguments and
// end as without this file. languages.toml says which sources are served so.
'use strict';
const Module = require('module');
const { readFileSync, writeSync } = require('fs');
const { resolve } = require('path');
const { inspect } = require('util');
// What standard streams are made of, and what prints.
for (const name of ['net', 'readline', 'stream', 'tty']) require(name);
require('./javascript_shell.js');
prepare();

const [source, addon] = process.argv.slice(2);
const native = { exports: {} };
process.dlopen(native, addon);
const { serve, turn, leave } = native.exports;

// Node compiles a function when it is first called: here, for all forks, what reads and prints.
function prepare() {
  const { Console } = require('console');
  const { Writable } = require('stream');
  const stdout = new Writable({ write: (chunk, encoding, done) => done() });
  new Console({ stdout }).log('%s', 1, 'a', [{ a: [1, 2] }], new Map());
  readFileSync('/dev/null', 'utf8');
  inspect(new Error('none'));
}

// What node prints of an error that nothing has caught: the line that threw it, and the error.
function told(error) {
  const shown = typeof error === 'string' ? error : inspect(error);
  if (typeof error?.stack !== 'string') return `${shown}\n${UNSHOWN}\n`;
  const [, file, line, column] = /^ {4}at [^\n]*?\(?(\/[^\n:]*):(\d+):(\d+)\)?$/.exec(firstFrame(error.stack)) ?? [];
  return `${file && !/^\S+:\d+\n/.test(shown) ? shownLine(file, line, column) : ''}${shown}\n`;
}

const UNSHOWN = '(Use `node --trace-uncaught ...` to show where the exception was thrown)';
const firstFrame = (stack) => stack.split('\n').find((line) => line.startsWith('    at ')) ?? '';

function shownLine(file, line, column) {
  try {
    const text = readFileSync(file, 'utf8').split('\n')[line - 1];
    return `${file}:${line}\n${text}\n${' '.repeat(Math.max(0, column - 1))}^\n\n`;
  } catch {
    return '';
  }
}

function fail(error) {
  writeSync(2, `${told(error)}\nNode.js ${process.version}\n`);
  process.exitCode = 1;
  process.exit();
}

// What node does until nothing is left to do, but for waiting for threads that a fork lacks.
function finish() {
  const tick = process._tickCallback;
  let isAlive = true;
  while (isAlive) {
    do tick(); while (turn());
    process.emit('beforeExit', process.exitCode ?? 0);
    tick();
    isAlive = turn();
  }
  process.exit();
}

serve();
// Forks begin alike, and would all draw the same numbers.
for (let left = process.hrtime.bigint() % 1021n; left > 0n; left--) Math.random();
process.reallyExit = leave;
process.argv.splice(1, 3, resolve(source));
process.setUncaughtExceptionCaptureCallback(fail);
try {
  Module.runMain();
} catch (error) {
  fail(error);
}
finish();
