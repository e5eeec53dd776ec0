// What a posted program finds around it in javascript_program.js, as the text of a function for its realm:
// nothing in it belongs to another realm, and no method of the language is used that a program may replace.
// What is not here ends the batch.
'use strict';

const SURROUNDINGS = `((names, end) => {
  'use strict';
  const { apply, defineProperty, ownKeys } = Reflect;
  const { create } = Object;
  const { asyncIterator, toPrimitive } = Symbol;
  const { call, apply: applied } = Function.prototype;
  const Proxied = Proxy;
  const UTF8 = create(null), PLAIN = create(null), OPTIONS = create(null);
  UTF8.utf8 = UTF8['utf-8'] = UTF8.UTF8 = UTF8['UTF-8'] = true;
  PLAIN.ascii = PLAIN.latin1 = PLAIN.binary = true;
  OPTIONS.input = OPTIONS.output = OPTIONS.terminal = OPTIONS.crlfDelay = OPTIONS.historySize = true;

  // An object that has these, and nothing else that could be looked at or changed.
  const refusing = create(null);
  for (const trap of ['set', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'defineProperty', 'deleteProperty',
    'getPrototypeOf', 'setPrototypeOf', 'isExtensible', 'preventExtensions', 'construct']) refusing[trap] = end;
  const object = (its, more) => {
    const traps = create(null);
    for (const trap in refusing) traps[trap] = refusing[trap];
    traps.get = (_, key) => (key in its ? its[key] : end());
    for (const trap in more) traps[trap] = more[trap];
    return new Proxied(its, traps);
  };
  const method = (act, its = create(null)) => {
    its.call = call; its.apply = applied;
    its.bind = (...given) => (given.length < 2 ? made : end());
    const traps = create(null);
    for (const trap in refusing) traps[trap] = refusing[trap];
    traps.get = (_, key) => (key in its ? its[key] : end());
    traps.apply = (_, self, list) => apply(act, self, list);
    const made = new Proxied(act, traps);
    return made;
  };

  let current = null;
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    defineProperty(globalThis, name, {
      configurable: true, enumerable: true,
      get: () => (current && name in current ? current[name] : end()),
      set: () => { end(); },
    });
  }

  return (host) => {
    const { write, log, shown, left, all, byte, line, shellLine, fits, isAscii, mayStop } = host;
    let open = true, reader = '', decoded = false, status, linesOver = false;
    const stop = create(null), heard = create(null), exports = {};
    const alive = (act) => method((...given) => (open ? apply(act, undefined, given) : end()));
    // Who reads the input: one way, or the end of the batch.
    const read = (by) => { if (reader && reader !== by) end(); reader = by; };
    const text = (given, whole) => {
      if (given === undefined || given === null) return bytes(whole);
      const name = typeof given === 'object' ? given.encoding : given;
      if (name === undefined || name === null) return bytes(whole);
      return typeof name === 'string' && (name in UTF8 || (name in PLAIN && isAscii)) ? whole : end();
    };
    const bytes = (whole) => {
      if (!isAscii) end();
      const its = create(null);
      its.toString = alive((...given) => (given.length ? text(given[0] ?? 'utf8', whole) : whole));
      its.length = whole.length;
      its[toPrimitive] = its.then = undefined;
      const made = object(its, { get: (_, key) => {
        if (key in its) return its[key];
        if (typeof key !== 'string' || '' + (+key >>> 0) !== key) end();
        return +key < whole.length ? byte(whole, +key) : undefined;
      } });
      its.valueOf = alive(() => made);
      return made;
    };
    // Events that go to all who listen, in their order.
    const listens = (target, kinds, onRead) => {
      const on = (once) => alive((kind, act) => {
        if (typeof kind !== 'string' || typeof act !== 'function' || !(kind in kinds)) end();
        onRead(kind);
        if (once && (kind === 'data' || kind === 'line')) end();
        const earlier = heard[kind];
        heard[kind] = (...values) => { if (earlier) apply(earlier, undefined, values); apply(act, target(), values); };
        return target();
      });
      return [on(false), on(true)];
    };
    const kindsOf = (...list) => {
      const kinds = create(null);
      for (let i = 0; i < list.length; i++) kinds[list[i]] = true;
      return kinds;
    };

    // process.stdin
    const its = create(null);
    let flows = false;
    its.fd = 0;
    [its.on, its.once] = listens(() => stdin, kindsOf('data', 'end', 'close', 'error'), (kind) => {
      read('stream');
      if (kind === 'data') flows = true;
    });
    its.addListener = its.on;
    its.resume = alive(() => { read('stream'); flows = true; return stdin; });
    its.setEncoding = alive((...given) => {
      read('stream');
      if (given.length && !(typeof given[0] === 'string' && given[0] in UTF8)) end();
      decoded = true;
      return stdin;
    });
    its[asyncIterator] = alive(() => {
      if ((reader && reader !== 'stream') || flows || heard.end || heard.close || !fits) end();
      reader = 'iterated stream';
      const whole = all();
      return (async function* () { if (whole) yield decoded ? whole : bytes(whole); })();
    });
    const stdin = object(its);
    // process.stdout and stderr
    const output = (put) => {
      const its = create(null);
      its.write = alive((...given) => {
        if (given.length !== 1 || typeof given[0] !== 'string') end();
        put(given[0]);
        return true;
      });
      return object(its);
    };
    const stdout = output(write), stderr = output(() => {});

    const process = create(null);
    process.stdin = stdin; process.stdout = stdout; process.stderr = stderr; process.platform = 'linux';
    process.argv = [host.argv[0], host.argv[1]];
    process.exit = alive((...given) => {
      if (!mayStop) end();
      if (given.length) setStatus(given[0]);
      throw stop;
    });
    const setStatus = (value) => { if (value !== undefined && typeof value !== 'number') end(); status = value; };
    process.exitCode = undefined;
    const itself = object(process, {
      get: (_, key) => (key === 'exitCode' ? status : key in process ? process[key] : end()),
      set: (_, key, value) => { if (key !== 'exitCode') end(); setStatus(value); return true; },
    });

    const console = create(null);
    console.log = console.info = console.debug = alive((...values) => { log(values); });
    console.error = console.warn = alive((...values) => { shown(values); });

    const files = create(null);
    const fromInput = (file) => { if (file !== 0 && file !== '/dev/stdin') end(); read('file'); };
    files.readFileSync = alive((file, ...given) => { fromInput(file); return text(given[0], all()); });
    const toOutput = (file, value, more) => {
      if ((file !== 1 && file !== '/dev/stdout') || typeof value !== 'string' || more.length) end();
      write(value);
    };
    files.writeFileSync = alive((file, value, ...more) => { toOutput(file, value, more); });

    // readline
    const lines = create(null);
    [lines.on, lines.once] = listens(() => interfaced, kindsOf('line', 'close'), () => {
      if (reader !== 'lines') end();
    });
    lines.addListener = lines.on;
    lines.close = alive(() => {
      if (linesOver) return;
      if (reader !== 'lines' || left()) end(); // whether more lines come is not the same in all versions
      endLines();
    });
    lines[asyncIterator] = alive(() => {
      if (reader !== 'lines' || heard.line || heard.close) end();
      reader = 'iterated lines';
      return (async function* () { for (let next; (next = line(true)) !== undefined;) yield next; })();
    });
    const interfaced = object(lines);
    const endLines = () => { linesOver = true; if (heard.close) heard.close(); };
    const readline = create(null);
    readline.createInterface = alive((...given) => {
      const isFree = !reader || (reader === 'stream' && !flows && !heard.end && !heard.close);
      if (!isFree || given.length < 1 || given.length > 2 || !fits) end();
      const first = given[0], second = given[1];
      if (first === stdin) { if (second !== undefined && second !== stdout) end(); }
      else {
        if (typeof first !== 'object' || first === null || second !== undefined) end();
        const keys = ownKeys(first);
        for (let i = 0; i < keys.length; i++) if (!(keys[i] in OPTIONS)) end();
        const { input, output, terminal } = first;
        if (input !== stdin || terminal) end();
        if (output !== undefined && output !== null && output !== stdout) end();
      }
      reader = 'lines';
      return interfaced;
    });

    const modules = create(null);
    modules.fs = object(files); modules.readline = object(readline); modules.process = itself;
    for (const name of ['fs', 'readline', 'process']) modules['node:' + name] = modules[name];
    const module = create(null);
    module.exports = exports;
    const itsModule = object(module, {
      set: (_, key, value) => { if (key !== 'exports') end(); module.exports = value; return true; },
    });
    const mains = create(null);
    mains.main = itsModule;
    const require = method((name) =>
      (open && typeof name === 'string' && name in modules ? modules[name] : end()), mains);

    // Lines of the shell of an engine
    const joined = (values) => {
      let whole = '';
      for (let i = 0; i < values.length; i++) whole += (i ? ' ' : '') + textOf(values[i]);
      return whole;
    };
    const textOf = (value) => (typeof value === 'symbol' ? end() : \`\${value}\`);
    const print = alive((...values) => { log([joined(values)]); });
    const next = alive(() => { read('file lines'); return shellLine() ?? null; });
    current = create(null);
    current.process = itself; current.console = object(console);
    current.print = current.alert = print;
    current.prompt = current.readline = next;

    const deliver = (stage) => {
      if (reader === 'lines') {
        if (stage === 'data') {
          for (let next; (next = line(false)) !== undefined;) if (heard.line) heard.line(next);
        } else if (stage === 'end' && !linesOver) {
          const last = line(true);
          if (last !== undefined && heard.line) heard.line(last);
          if (!linesOver) endLines();
        }
        return;
      }
      if (reader !== 'stream' || !flows) return;
      if (stage === 'data') {
        if (!fits) end();
        const whole = all();
        if (whole && heard.data) heard.data(decoded ? whole : bytes(whole));
      } else if (heard[stage]) heard[stage]();
    };
    return {
      exports, module: itsModule, require, stop, deliver,
      isReading: () => reader === 'lines' || (reader === 'stream' && flows),
      status: () => status,
      close: () => { open = false; current = null; },
    };
  };
})`;

module.exports = { SURROUNDINGS };
