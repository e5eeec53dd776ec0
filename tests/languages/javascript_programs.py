"""Programs that would tell if node had not started, run or ended as it does by itself: each with a
standard input. Each must print and end as under a bare ``node SOURCE``.
"""

from __future__ import annotations

INPUT = b"3 4\n[1, 2]\n\nlast"

PROGRAMS: dict[str, str | bytes] = {
    "names": "console.log(typeof module, __filename, __dirname, require.main === module)",
    "this": "console.log(this === module.exports, module.id, module.filename)",
    "paths": "console.log(module.paths[0], require.resolve.paths('x')[0])",
    "arguments of the module": "console.log(arguments.length, arguments[3])",
    "words": "console.log(process.argv, process.argv0, process.title)",
    "globals": "console.log(Object.keys(globalThis).join(), typeof alert, typeof print, typeof prompt)",
    "sloppy": "x = 1; var y = 2; console.log(x, globalThis.x, globalThis.y)",
    "strict": "'use strict'; try { z = 1 } catch (e) { console.log(e.message) }",
    "shebang": "#!/usr/bin/env node\nconsole.log(1)",
    "byte order mark": b"\xef\xbb\xbfconsole.log('marked')",
    "not utf-8": b"console.log('\xff'.length, '\xff'.charCodeAt(0))",
    "empty": "",
    "input at once": "console.log([require('fs').readFileSync(0) + ''])",
    "input by its name": "console.log([require('fs').readFileSync('/dev/stdin', 'utf8')])",
    "input in pieces": "b = Buffer.alloc(5); f = require('fs');\n"
    "while (n = f.readSync(0, b, 0, 5)) console.log(n, b.toString('utf8', 0, n))",
    "events of the input": "let t = ''; process.stdin.on('data', d => t += d).on('end', () => console.log([t]))",
    "encoded": "process.stdin.setEncoding('utf8'); process.stdin.on('readable', () => { let c;\n"
    "while ((c = process.stdin.read()) !== null) console.log([c]) })",
    "lines": "require('readline').createInterface({input: process.stdin}).on('line', l => console.log([l]))\n"
    ".on('close', () => console.log('closed'))",
    "questions": "const r = require('readline').createInterface(process.stdin, process.stdout);\n"
    "r.question('a? ', a => r.question('b? ', b => { console.log(a, b); r.close() }))",
    "lines awaited": "(async () => { for await (const l of require('readline').createInterface({input: process.stdin}))\n"
    "console.log([l]) })()",
    "chunks awaited": "(async () => { let t = ''; for await (const c of process.stdin) t += c; console.log([t]) })()",
    "promises": "Promise.resolve(1).then(console.log); console.log(0); queueMicrotask(() => console.log(2))",
    "order": "setTimeout(() => console.log('timeout')); process.nextTick(() => console.log('tick'));\n"
    "Promise.resolve().then(() => console.log('promise')); console.log('now')",
    "timers": "let n = 0; const i = setInterval(() => { console.log(n); if (++n > 2) clearInterval(i) }, 2)",
    "a timer that nobody waits for": "setTimeout(() => console.log('never'), 60000).unref(); console.log(1)",
    "reads later": "require('fs').readFile(0, 'utf8', (e, t) => console.log(e, [t]))",
    "reads by promise": "require('fs').promises.readFile('/dev/stdin', 'utf8').then(t => console.log([t]))",
    "exit": "console.log('a'); process.exit(3)",
    "exit by its code": "process.exitCode = 4; console.log('a')",
    "exit at an event": "process.on('exit', c => { console.log('exit', c); process.exitCode = 5 })",
    "before the end": "let n = 0; process.on('beforeExit', () => { if (!n++) setTimeout(() => console.log('more'), 1) })",
    "exit in a timer": "setTimeout(() => process.exit(6), 1); setTimeout(() => console.log('never'), 60000)",
    "much output": "for (let i = 0; i < 20000; i++) console.log(i); process.stdout.write('end')",
    "written": "process.stdout.write('a'); process.stdout.write('b', () => console.log('c'))",
    "errors printed": "console.error('to the other'); console.warn(1); console.log(2)",
    "shown": "console.log({a: [1, {b: {c: {}}}], m: new Map([[1, 2]]), s: new Set('ab'), d: null, e: undefined})",
    "formats": "console.log('%d %s %j %o', 1, 'a', {b: 1}, [2]); console.table([[1, 2]]); console.dir({a: 1})",
    "groups": "console.group('a'); console.log('b'); console.groupEnd(); console.log('c'); console.count()",
    "streams": "console.log(process.stdin.fd, process.stdout.fd, process.stdout.isTTY, process.stdout.writable)",
    "buffers": "console.log(Buffer.from('aé').toString('hex'), btoa('x'), new TextEncoder().encode('é').length)",
    "numbers": "console.log(10n ** 20n, 0.1 + 0.2, [3, 1, 2].sort(), structuredClone({a: 1}), [1, 2].at(-1))",
    "languages": "console.log((1234.5).toLocaleString('en'), 'ä'.localeCompare('b'), 'ß'.toUpperCase())",
    "deep": "f = n => n && 1 + f(n - 1); console.log(f(7000))",
    "modules": "const os = require('os'), p = require('path'), u = require('util'), a = require('assert');\n"
    "a.equal(1, 1); console.log(p.join('a', 'b'), u.format('%s', 1), os.EOL)",
    "events": "const E = require('events'); const e = new E(); e.on('x', v => console.log(v)); console.log(e.eventNames())",
    "environment": "console.log(Object.keys(process.env).sort().join(), process.env.HOME === process.cwd())",
    "platform": "console.log(process.platform, process.version, process.arch)",
    "number of words": "console.log(require('fs').readdirSync('/proc/self/fd').length < 40)",
    "sum": "const [a, b] = (require('fs').readFileSync(0) + '').split('\\n')[0].split(' '); console.log(+a + +b)",
    "prompt of browsers": "alert(prompt()); print(readline())",
}

#: Programs that end by an error. Node's own frames are not the same at the bottom of the stack.
FAILING: dict[str, str] = {
    "error": "console.log('first'); function f() { null.x }\nf()",
    "error of one's own": "class Wrong extends Error {}\nthrow new Wrong('so')",
    "a text thrown": "throw 'so'",
    "nothing thrown": "throw undefined",
    "error later": "setTimeout(() => { throw new TypeError('late') }, 1)",
    "error in a tick": "process.nextTick(() => { throw new RangeError('tick') })",
    "rejected": "Promise.reject(new Error('rejected'))",
    "rejected with a text": "Promise.reject('rejected')",
    "failing async": "(async () => { await 1; throw new Error('async') })()",
    "syntax error": "console.log(1);\nlet a = ;\n",
    "syntax error in JSON": "JSON.parse('{')",
    "endless recursion": "f = () => f() + 1; f()",
    "recursion and a code": "f = () => f(); process.stdout.write('a'); process.exitCode = 3; f()",
    "not defined": "console.log(nothing)",
    "with a cause": "throw new Error('a', {cause: new Error('b')})",
    "exit code kept": "process.exitCode = 9; throw new Error('x')",
    "error at exit": "process.on('exit', () => { throw new Error('at exit') })",
}
