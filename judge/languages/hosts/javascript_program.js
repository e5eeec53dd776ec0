// Runs one posted JavaScript program for many inputs in one process. Each run gets a console, a process
// and the modules that read its input, which keep nothing: all else that node adds to the language ends
// the batch, as does whatever a program does to these beyond reading, printing and ending.
'use strict';
const fs = require('fs');
const path = require('path');
const util = require('util');
const vm = require('vm');
const { isLastingProgram, isChanging } = require('./javascript_lasting.js');
const { keeper } = require('./javascript_intrinsics.js');
const { SURROUNDINGS } = require('./javascript_surroundings.js');

// The parameters of the function that node makes of a program.
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];
// What could catch the end of a program, which is thrown.
const CATCHES = /\b(?:try|catch|finally|Promise|async|await|then|iterator|yield|eval|Function)\b/;
// Its steps might be taken in another order than those of other code that waits.
const ITERATES = /\bfor\s+await\b|\basyncIterator\b/;
const WAITS = /\b(?:Promise|then)\b|\basync\b[^]*\basync\b/;
const LATER = /\b(?:Promise|async|await|then)\b/;
// How a stack goes on below its first line: it would show the host.
const FRAME = '\n    at ';
// What one read of a pipe gives at most.
const CHUNK = 2 ** 16;
const STAGES = ['data', 'end', 'close'];

// A program compiled; null where it is none, or must not be run like this. ``added``: what node adds.
function compiled(file, added, marked) {
  const text = fs.readFileSync(file, 'utf8').replace(/^#!.*/, '');
  const refused = /\.mjs$/.test(file) || isLastingProgram(text) || (ITERATES.test(text) && WAITS.test(text));
  if (refused) return null;
  try {
    vm.compileFunction(text, PARAMETERS, { filename: file });
    const whole = marked(`(function (${PARAMETERS.join(', ')}) {${text}\n})`);
    return { text, file, names: [...added, 'global'], script: new vm.Script(whole, { filename: file }) };
  } catch {
    return null; // node tells what is wrong
  }
}

// A realm without anything of node's.
function newRealm(recorder) {
  const realm = vm.createContext(Object.create(null));
  recorder?.install(realm);
  return realm;
}

// What runs a program once for each input, in the same realm if the program changes nothing in it.
class Program {
  #realm;
  #begin;
  #kept;

  // ``end``: called where the answers of this batch do not count; it does not return.
  constructor(code, realm, { language, recorder, end }) {
    Object.assign(this, { code, recorder, end });
    this.#use(realm);
    if (!isChanging(code.text, language)) this.#kept = keeper(realm, language);
  }

  // Whether the language is as it was before the first run.
  get isUnchanged() {
    return !this.#kept || this.#kept.isUnchanged();
  }

  #use(realm) {
    this.#realm = realm;
    this.#begin = vm.runInContext(SURROUNDINGS, realm)(this.code.names, () => this.end());
  }

  // What the program prints, and what is wrong with its end, else null.
  async run(input) {
    const { code } = this;
    const state = { printed: '', error: null, isOver: false, hasOverflown: false };
    const room = this.#begin(this.#given(state, input));
    const fail = (error) => {
      state.isOver = true;
      if (error !== room.stop) state.error ??= shownError(error);
    };
    this.reject = fail;
    const step = (act) => {
      try {
        act();
      } catch (error) {
        fail(error);
      }
    };
    step(() => Reflect.apply(code.script.runInContext(this.#realm), room.exports,
      [room.exports, room.require, room.module, code.file, path.dirname(code.file)]));
    if (LATER.test(code.text)) await drained();
    for (const stage of room.isReading() ? STAGES : []) {
      if (state.isOver) break;
      step(() => room.deliver(stage));
      await drained();
    }
    const status = room.status();
    if (state.hasOverflown) this.end();
    room.close();
    if (!state.error && status) state.error = `exit ${status}`;
    this.#renew();
    return state;
  }

  #renew() {
    if (this.#kept) this.#kept.putBack();
    else this.#use(newRealm(this.recorder));
  }

  // What the surroundings of a program ask for. Only texts and numbers come back, and nothing is thrown:
  // an object from here would lead the program out of its realm.
  #given(state, input) {
    const isAscii = /^[\0-\x7f]*$/.test(input);
    let rest = input;
    const safely = (act) => (...all) => {
      try {
        return act(...all);
      } catch {
        state.hasOverflown = true; // its stack is full
        return '';
      }
    };
    const print = (text) => {
      if (text.includes(FRAME)) this.end();
      state.printed += text;
    };
    const line = (values) => `${formatted(values)}\n`;
    return {
      write: safely(print),
      log: safely((values) => print(line(values))),
      shown: safely((values) => { line(values); }),
      argv: [process.execPath, path.resolve(this.code.file)],
      left: safely(() => rest.length),
      all: safely(() => { const text = rest; rest = ''; return text; }),
      byte: safely((text, at) => text.charCodeAt(at)),
      // The next line; one that has no end only if it is ``last``. Undefined where there is none.
      line: safely((last) => {
        const found = /\r\n|\n|\r|$/.exec(rest);
        if (!rest || (!found[0] && !last)) return undefined;
        const text = rest.slice(0, found.index);
        rest = rest.slice(found.index + found[0].length);
        return text;
      }),
      // The same as javascript_shell.js has it.
      shellLine: safely(() => {
        if (!rest) return undefined;
        const [text] = rest.split('\n', 1);
        rest = rest.slice(text.length + 1);
        return text;
      }),
      fits: Buffer.byteLength(input) < CHUNK && !/[\u2028\u2029]/.test(input),
      isAscii,
      mayStop: !CATCHES.test(this.code.text),
    };
  }
}

// As ``console.log`` writes them, but that no object says how it is shown.
function formatted(values) {
  const list = [];
  for (let i = 0; i < values.length; i++) {
    if (util.types.isProxy(values[i])) throw new TypeError('a proxy');
    list[i] = values[i];
  }
  return util.formatWithOptions({ customInspect: false }, ...list);
}

function shownError(error) {
  try {
    return String(error);
  } catch {
    return 'an error';
  }
}

// After all that waits for nothing but its turn.
const drained = () => new Promise((resolve) => setImmediate(resolve));

module.exports = { compiled, newRealm, Program };
