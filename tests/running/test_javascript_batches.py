"""A JavaScript function that answers many inputs in one process answers each as a new process
does."""

from __future__ import annotations

import shutil

import pytest

from tests.contest import Contest
from tests.running.test_python_batches import answered, outcome

#: Each would answer differently after another input in the same process.
SHARED = {
    "matches": "(a, k) => { const old = RegExp.$1; /(\\d+)/.test('' + k); return old }",
    "last match": "(a, k) => { const old = RegExp['$&']; ('' + k).match(/./); return old }",
    "rest of a match": "(a, k) => { const R = /x/['const' + 'ructor'];"
    " const old = R['right' + 'Context']; ('a' + k).split(/a/); return old }",
    "matched text": "(a, k) => { const R = /x/['const' + 'ructor'], old = R['$_'];"
    " R['$_'] = 'x' + k; return old }",
    "segments": "(a, k) => { const p = Object.getPrototypeOf(new Intl.Segmenter().segment('x')"
    "[Symbol.iterator]()), old = p['n']; p['n'] = k; return old || 0 }",
    "built-in object": "(a, k) => Math.n = (Math.n || 0) + 1",
    "built-in in brackets": "(a, k) => { Math['n'] = (Math['n'] | 0) + k; return Math['n'] }",
    "alias": "(a, k, m = JSON) => { m['n'] = -~m['n']; return m['n'] }",
    "method": "(a, k) => { a.map.n = -~a.map.n; return a.map.n }",
    "method in brackets": "(a, k) => { a.map['n'] = -~a.map['n']; return a.map['n'] }",
    "increment": "(a, k) => { ++JSON.n || (JSON.n = k); return JSON.n }",
    "global function": "(a, k) => { const old = typeof isNaN; if (k > 3) isNaN = 1; return old }",
    "destructured": "(a, k) => { const old = typeof isNaN; [isNaN] = [k]; return old }",
    "loop": "(a, k) => { const old = typeof escape; for (escape of [k]); return old }",
    "deleted": "(a, k) => { const old = typeof escape; if (k > 2) delete escape; return old }",
    "own global": "(a, k) => { n = typeof n == 'number' ? n + 1 : k; return n }",
    "with": "(a, k) => { with (Math) n = typeof n == 'number' ? n + 1 : k; return n }",
    "stack": "(a, k, e = Error) => { let n = e.stackTraceLimit; e.stackTraceLimit = k; return n }",
    "later": "(a, k) => { Promise.resolve().then(() => console.log('late', k)); return k }",
    "much later": "(a, k) => { let p = Promise.resolve(); for (let i = 0; i < 9; i++) "
    "p = p.then(() => 1); p.then(() => console.log('late', k)); return k }",
    "microtask": "(a, k) => { queueMicrotask(() => console.log('late', k)); return k }",
    "async": "async (a, k) => { (async () => { await 1; await 2; console.log(k) })(); return k }",
    "expression": "(r => (a, k) => { r.lastIndex = k; return r.test('aaaa') })(/a/g)",
    "counter": "(n => (a, k) => n += k)(0)",
    "memo": "(memo => (a, k) => { memo[k] = 1; return Object.keys(memo) })({})",
    "frozen": "(a, k) => { if (k > 3) Object.freeze(Array.prototype); try { [].x = 1; "
    "Array.prototype.y = k } catch {} return [].y }",
    "template": "(s => (a, k) => { const t = s`x`; return t === s`x` })(t => t)",
    "symbol": "(a, k) => { const s = Symbol.for('n'); Map[s] = (Map[s] || 0) + k; return Map[s] }",
    "changed argument": "(a, k) => { a.sort((x, y) => y - x); a.length = k % 3; return a }",
    "generator": "function* f(a, k) { f.n = (f.n || 0) + 1; yield f.n; yield k }",
    "class": "class S { static #n = 0; static solve(a, k) { return S.#n += k } }",
    "hoisted": "var n = n || 0; function f(a, k) { return n += k }",
    "accessor": "(a, k) => { Object.defineProperty(Map, 'n', { value: k }); return Map.n }",
    "reflect": "(a, k) => { Reflect.set(Map, 'n', -~Map.n); return Map.n }",
    "object": "(a, k) => { Object.assign(Map, { n: -~Map.n }); return Map.n }",
    "inherited": "(a, k) => { a.__proto__.n = -~a.n; return a.n }",
    "constructor": "(a, k) => { a.constructor.n = -~a.constructor.n; return a.constructor.n }",
    "text": "(a, k) => eval('Map.n = -~Map.n')",
    "text of a function": "(a, k) => Function('return Map.n = -~Map.n')()",
    "exports": "(a, k) => { exports['n'] = -~exports['n']; return exports['n'] }",
    "named": "let n = 0; const more = (k) => n += k; function f(a, k) { return more(k) }",
    "named array": "const seen = []; const f = (a, k) => { seen.push(k); return seen }",
    "undeclared": "f = (a, k) => { n = typeof n == 'number' ? n + 1 : k; return n }; g = 1",
    "memo of a helper": "var memo = {}\nfunction h(k) { return memo[k] = -~memo[k] }\n"
    "function solve(a, k) { return h(k) }",
    "shadow": "function parseInt(k) { return -~parseInt['n'] }\n"
    "function solve(a, k) { return parseInt['n'] = parseInt(k) }",
    "last expression": "let n = 0; let g = (a, k) => -1; (a, k) => n += k",
    "words that node has, too": "(a, k) => { const o = { fetch: k, 'performance': 1 }; "
    "return o.fetch + o['performance'] + 'crypto'.length }",
    "of arguments": "(...x) => { x[0].at.n = -~x[0].at.n; return x[0].at.n }",
}
#: Each changes what the language brings, and its text does not say so.
HIDDEN = {
    "constructor": "(a, k) => { const c = a['constr' + 'uctor']; c['n'] = -~c['n']; "
    "return c['n'] }",
    "inherited": "(a, k) => { const p = Object.getPrototypeOf(a); p['n'] = -~p['n']; "
    "return p['n'] }",
    "iterator": "(a, k) => { const p = Object.getPrototypeOf([k].values()); p['n'] = -~p['n']; "
    "return p['n'] }",
    "generator": "(a, k) => { const p = Object.getPrototypeOf(function* () {}); "
    "p['n'] = -~p['n']; return p['n'] }",
    "frozen": "(a, k) => { let n = 0; const p = Object.getPrototypeOf(a); "
    "Object.isFrozen(p) ? n = 1 : Object.freeze(p); return n }",
    "replaced": "(a, k) => { const p = Object.getPrototypeOf(a), n = [5, 6].at(0); "
    "p['at'] = () => k; return n }",
    "symbol": "(a, k) => { const p = Object.getPrototypeOf(a), s = Symbol.for('n'); "
    "p[s] = -~p[s]; return p[s] }",
    "method": "(a, k) => { const m = [k].map; m['n'] = -~m['n']; return m['n'] }",
    "named": "function f(a, k) { const p = Object.getPrototypeOf(a); p['n'] = -~p['n']; "
    "return p['n'] }",
}
#: What all realms of a process share.
LASTING = {
    "callers": "(a, k) => new Error('x').stack.split('\\n').length",
    "callers of a function": "(a, k) => { try { null.x } catch ({ stack }) { return stack } }",
    "captured": "(a, k) => { const e = {}; Error.captureStackTrace(e); return e['sta' + 'ck'] }",
    "group": "(a, k) => { console.group(); console.log(k) }",
    "count": "(a, k) => { console.count('x'); console.log(k) }",
    "label": "(a, k) => { console['count'](); console.log(k) }",
    "console": "(a, k) => { console.n = -~console.n; return console.n }",
    "other console": "(a, k, { log } = console) => { log(k) }",
    "buffer": "(a, k) => { Buffer.n = -~Buffer.n; return Buffer.n }",
    "address": "(a, k) => { URL.n = -~URL.n; return URL.n }",
    "marks": "(a, k) => { performance.mark('x'); return performance.getEntries().length }",
    "named by a text": "(a, k) => { const e = this['URL'] || globalThis['URL']; e.n = -~e.n; "
    "return e.n }",
    "chosen": "(a, k) => { const e = k ? URL : a; e['n'] = -~e['n']; return e['n'] }",
    "events": "(a, k) => { EventTarget.n = -~EventTarget.n; return EventTarget.n }",
}
INPUTS = ["1\n", "2 3\n", "4", "5\n", "0\n", "4\n", "1\n", "3\n", "2\n"]

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("node"), reason="needs node (Debian: nodejs)"),
]


@pytest.mark.parametrize("name", SHARED)
def test_every_answer_is_that_of_a_new_process(toy: Contest, name: str) -> None:
    together, alone = answered(toy, "own.js", SHARED[name], INPUTS, "function")
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]
    assert not any(one.alone for one in together)


@pytest.mark.parametrize("name", HIDDEN)
def test_a_batch_that_has_changed_the_language_does_not_count(toy: Contest, name: str) -> None:
    together, alone = answered(toy, "own.js", HIDDEN[name], INPUTS, "function")
    assert all(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]


@pytest.mark.parametrize("name", LASTING)
def test_what_no_realm_puts_back_is_run_alone(toy: Contest, name: str) -> None:
    together, alone = answered(toy, "own.js", LASTING[name], INPUTS, "function")
    assert all(one.alone for one in together)
    assert [outcome(one.run) for one in together] == [outcome(run) for run in alone]
