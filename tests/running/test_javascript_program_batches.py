"""A JavaScript program that answers many inputs in one process answers each as a new process
does."""

from __future__ import annotations

import shutil

import pytest

from tests.contest import Contest
from tests.running.test_python_batches import answered, outcome

READ = "const n = parseInt(require('fs').readFileSync(0, 'utf8')) || 0;\n"
LINES = (
    "const readline = require('readline');\n"
    "const rl = readline.createInterface({ input: process.stdin, terminal: false });\n"
)
#: Each would answer an input differently after another one, or read it differently, in the same
#: process if nothing were done about it.
SHARED = {
    "undeclared": READ + "c = typeof c === 'number' ? c + 1 : n; console.log(c)",
    "declared": READ + "var c = c || 0; let d = 0; c += n; d += n; console.log(c, d)",
    "last match": READ + "console.log(RegExp.$1); /(\\d)/.test('' + n)",
    "memo": READ + "const memo = new Map(); function f(k) { memo.set(k, 1); return memo.size }"
    "\nf(n); console.log(f(2))",
    "prototype": READ + "Array.prototype.own = (Array.prototype.own || 0) + n; console.log([].own)",
    "method replaced": READ + "console.log([3, 1].join('-'));"
    " Array.prototype.join = function () { return n }; console.log([1].join())",
    "iterator replaced": READ + "console.log(n, 2);"
    " Array.prototype[Symbol.iterator] = function* () { yield n }; console.log(...[1, 2])",
    "built-in": READ + "Math.n = (Math.n || 0) + 1; console.log(Math.n)",
    "built-in replaced": READ + "console.log(typeof isNaN); isNaN = n",
    "frozen": READ + "console.log(Object.isFrozen(Object.prototype));"
    " Object.freeze(Object.prototype)",
    "global object": READ + "globalThis.c = (globalThis.c || 0) + 1; console.log(globalThis.c)",
    "this": READ + "this.c = (this.c || 0) + 1; console.log(this.c, this === module.exports)",
    "exports": READ + "exports.c = (exports.c || 0) + 1; console.log(exports.c)",
    "module": READ + "if (require.main === module) console.log(n); module.exports = { n }",
    "text": READ + "eval('var c = (typeof c === \"number\" ? c : 0) + 1; console.log(c)')",
    "function of a text": READ + "console.log(Function('return typeof q')()); q = n",
    "static": READ + "class A { static c = 0; static f() { return A.c += n } }\nconsole.log(A.f())",
    "template": READ + "const seen = new Set(); const f = (s) => { const old = seen.has(s);"
    " seen.add(s); return old };\nconsole.log(f`x`, f`x`)",
    "exit": READ + "console.log(n); if (n > 3) process.exit(); console.log('more')",
    "exit status": READ + "console.log(n); process.exit(n)",
    "exit code": READ + "console.log(n); process.exitCode = n > 3 ? 1 : 0",
    "exit in a callback": READ
    + "[1, 2, 3].forEach((k) => { if (k === n) process.exit(0); console.log(k) })",
    "thrown": READ + "console.log(n); if (n > 3) throw new Error('no'); console.log('more')",
    "thrown text": READ + "if (n > 3) throw 'no'; console.log(n)",
    "type error": READ + "console.log(n); if (n === 4) null.x",
    "rejected": READ + "Promise.reject(new Error('no')); console.log(n)",
    "rejected later": READ + "(async () => { await 1; console.log(n); if (n > 3) throw 1 })()",
    "never settled": READ + "(async () => { await new Promise(() => {}); console.log('no') })();"
    " console.log(n)",
    "microtasks": READ + "Promise.resolve().then(() => console.log('later', n)); console.log(n)",
    "top-level return": READ + "if (n > 3) return; console.log(n)",
    "strict": "'use strict';\n" + READ + "try { c = n } catch (e) { console.log(e.name) }",
    "first line of a script": "#!/usr/bin/env node\n" + READ + "console.log(n)",
    "bytes": "const data = require('fs').readFileSync('/dev/stdin');"
    " console.log(data.toString().length, data.length, data[0], '' + data)",
    "read twice": "const fs = require('node:fs'); const a = fs.readFileSync(0) + '';"
    " console.log(a, fs.readFileSync('/dev/stdin', { encoding: 'utf-8' }).length)",
    "streams": "const { stdin, stdout } = process; let all = ''; stdin.setEncoding('utf8');"
    " stdin.on('data', (d) => { all += d }); stdin.on('end', () => { stdout.write(all) })",
    "stream of bytes": "let all = ''; process.stdin.on('data', (d) => all += d)"
    ".on('end', () => console.log(all)).on('close', () => console.log('closed'))",
    "no listener": "process.stdin.on('end', () => console.log('never')); console.log(1)",
    "resumed": "process.stdin.resume(); process.stdin.on('end', () => console.log('end'))",
    "iterated stream": "(async () => { let all = ''; for await (const d of process.stdin) all += d;"
    " console.log(all.length, all) })()",
    "lines": LINES + "const all = []; rl.on('line', (l) => all.push(l));"
    " rl.on('close', () => console.log(all))",
    "lines then exit": LINES + "let s = 0; rl.on('line', (l) => { s += +l || 0 })\n"
    ".on('close', function () { console.log(s, this === rl); process.exit(0) })",
    "thrown in a line": LINES + "rl.on('line', (l) => { console.log(l); if (l > 3) throw l });"
    " rl.on('close', () => console.log('closed'))",
    "two listeners": LINES + "rl.on('line', (l) => console.log(1, l));"
    " rl.on('line', (l) => console.log(2, l)); rl.once('close', () => console.log('closed'))",
    "iterated lines": LINES + "(async () => { const all = []; for await (const l of rl) "
    "{ if (l === '7') break; all.push(l) } console.log(all) })()",
    "positional": "require('readline').createInterface(process.stdin, process.stdout)"
    ".on('line', (l) => console.log('[' + l + ']'))",
    "shown": READ + "console.log([n, 'a'], { n }, new Map([[n, [1]]]), null, undefined, -0, 1n,"
    " '%d|', n, Symbol('x'), function f() {}, class A {}, new Set([n]), [[[[n]]]])",
    "formatted": READ + "console.log('%s %d %i %j %o %%', n, n, n, { n }, [n]); console.log();"
    " console.info('%s', { toString: () => 'own' + n })",
    "errors are apart": READ + "console.error('no', n); console.log(n); console.warn([n])",
    "arguments": "const path = process.argv[2] || '/dev/stdin';"
    " console.log(process.argv.length, require('fs').readFileSync(path, 'ascii'))",
    "platform": "const fs = require('fs'); console.log(fs.readFileSync("
    "process.platform === 'linux' ? '/dev/stdin' : 'in.txt').toString('utf8').trim())",
    "bound": READ + "const write = process.stdout.write.bind(process.stdout), { log } = console;"
    " write('a' + n); [n].map(log); console.log.apply(console, [n, n])",
    "own names": READ + "const readline = 1, print = (x) => console.log('own', x); print(n)",
    "own console": READ + "const console = { log: (x) => process.stdout.write(x + '!') };"
    " console.log(n)",
    "shell": "let a = readline(), b = prompt(); print(a, b); alert(a === null)",
    "deep": READ + "const f = (k) => k && 1 + f(k - 1); console.log(f(n * 100))",
    "sorted": READ + "console.log([10, 9, n].sort(), [3, 1].toString())",
    "label and comment": READ + "/* setTimeout(process.exit) */ a: for (;;) { break a }"
    " console.log(n) // console.time",
    "no output": READ,
    "passed on": READ + "let m = JSON; m['n'] = -~m['n']; console.log(m['n'])",
    "written file": READ + "require('fs').writeFileSync('/dev/stdout', 'n' + n)",
}
#: These leave behind what no realm puts back, see it, or do what their surroundings do not have.
ALONE = {
    "timer": READ + "setTimeout(() => console.log('late', n), 1)",
    "immediate": READ + "setImmediate(() => console.log('late', n)); console.log(n)",
    "tick": READ + "process.nextTick(() => console.log('tick', n)); console.log(n)",
    "at the end": READ + "process.on('exit', () => console.log('end', n)); console.log(n)",
    "uncaught": READ + "process.on('uncaughtException', (e) => console.log('caught', n));"
    " if (n > 3) throw 1",
    "environment": READ + "process.env.Q = (process.env.Q || '') + n; console.log(process.env.Q)",
    "cache of modules": READ + "const m = require('util'); m.n = (m.n || 0) + 1; console.log(m.n)",
    "cached modules": READ + "console.log(Object.keys(require.cache).length)",
    "property of a module": READ + "const fs = require('fs'); fs.n = (fs.n || 0) + n;"
    " console.log(fs.n)",
    "output replaced": READ + "const { stdout } = process;"
    " stdout.write = (old => (t) => old.call(stdout, 'x' + t))(stdout.write); console.log(n)",
    "console replaced": READ + "console.log = (old => (x) => old('x', x))(console.log);"
    " console.log(n)",
    "console itself": READ + "console = { log: (x) => process.stdout.write(x) }; console.log(n)",
    "process itself": READ + "process.c = (process.c || 0) + 1; console.log(process.c)",
    "names of process": READ + "console.log(Object.keys(process).length > 20)",
    "group": READ + "console.group(); console.log(n)",
    "count": READ + "console.count(); console.log(n)",
    "timed": READ + "console.time('x'); console.log(n)",
    "table": READ + "console.table([[n]])",
    "file": READ + "const fs = require('fs'); let c = 0; try { c = +fs.readFileSync('/tmp/c') } "
    "catch {} try { fs.writeFileSync('/tmp/c', '' + (c + 1)) } catch {} console.log(n, c)",
    "buffer": READ + "Buffer.n = (Buffer.n || 0) + 1; console.log(Buffer.n)",
    "bytes changed": READ + "const b = Buffer.alloc(2); b[0] = n; console.log(b[0])",
    "stack": READ + "console.log(new Error('x').stack.split('\\n').length)",
    "printed stack": READ + "try { null.x } catch (e) { console.log(e) }",
    "frames": READ + "Error.prepareStackTrace = (e, s) => s.length;\n"
    "console.log(new Error('x').stack)",
    "exit that is caught": READ + "try { process.exit(0) } finally { console.log('never') }",
    "exit in a promise": READ + "Promise.resolve().then(() => process.exit(0))"
    ".catch(() => console.log('never')); console.log(n)",
    "readable": "process.stdin.on('readable', () => { let d;"
    " while ((d = process.stdin.read()) !== null) console.log('' + d) })",
    "closed early": LINES + "rl.on('line', (l) => { console.log(l); rl.close() });"
    " rl.on('close', () => console.log('closed'))",
    "question": LINES + "rl.question('? ', (l) => { console.log(l); rl.close() })",
    "one line": LINES + "rl.once('line', (l) => console.log(l))",
    "events": "const { once } = require('events'); (async () => {"
    " const rl = require('readline').createInterface(process.stdin);"
    " console.log(await once(rl, 'line')) })()",
    "two flows": LINES + "(async () => { for await (const l of rl) console.log(l) })();"
    " (async () => { for (let i = 0; i < 5; i++) { await 1; console.log(i) } })()",
    "mixed readers": "process.stdin.on('data', (d) => console.log('' + d));"
    " console.log(require('fs').readFileSync(0, 'utf8'))",
    "performance": READ + "performance.mark('x'); console.log(performance.getEntries().length)",
    "module of today": "import fs from 'fs';\nconsole.log(fs.readFileSync(0, 'utf8'))",
    "loaded later": READ + "import('fs').then((m) => console.log(n, typeof m.readFileSync))",
    "threads": READ + "const { isMainThread } = require('worker_threads');"
    " console.log(isMainThread, n)",
    "shared memory": READ + "console.log(Atomics.add("
    "new Int32Array(new SharedArrayBuffer(4)), 0, n))",
    "own look": READ + "console.log({ [Symbol.for('nodejs.util.inspect.custom')]:"
    " () => 'own' + n })",
    "no such program": READ + "console.log(n",
    "unbalanced": READ + "}); console.log(n); (function () {",
    "names": READ + "console.log(Object.getOwnPropertyNames(globalThis).includes('fetch'))",
    "hidden name": READ + "const g = globalThis; console.log(typeof g['set' + 'Timeout'])",
    "accessor": READ + "console.log(typeof Object.getOwnPropertyDescriptor(globalThis, 'fetch'))",
}
#: Each changes what the language brings, and its text does not say so.
HIDDEN = {
    "inherited": READ + "const p = Object.getPrototypeOf([]); p['n'] = -~p['n'];"
    " console.log(p['n'])",
    "of a constructor": READ + "const c = [n]['constr' + 'uctor']; c['n'] = -~c['n'];"
    " console.log(c['n'])",
    "frozen": READ + "const p = Object.getPrototypeOf([]); let k = Object.isFrozen(p);"
    " Object.freeze(p); console.log(k)",
}
INPUTS = ["1\n", "2 3\n", "4", "5\n\n7\n", "", "4\n", "1\r\n7\r\n2"]

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("node"), reason="needs node (Debian: nodejs)"),
]


@pytest.mark.parametrize("name", SHARED)
def test_every_answer_is_that_of_a_new_process(toy: Contest, name: str) -> None:
    together, alone = answered(toy, "own.js", SHARED[name], INPUTS, "program")
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]
    assert not any(one.alone for one in together)


@pytest.mark.parametrize("name", [*ALONE, *HIDDEN])
def test_what_cannot_be_put_back_is_run_alone(toy: Contest, name: str) -> None:
    source = {**ALONE, **HIDDEN}[name]
    together, alone = answered(toy, "own.js", source, INPUTS, "program")
    assert all(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]
