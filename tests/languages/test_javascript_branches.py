"""Marks in JavaScript: a source means the same with them, and they tell what it does."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

#: As in the module that reads them.
EXACT, FAR = 2**16, 2**15
HOSTS = Path(__file__).parents[2] / "judge" / "languages" / "hosts"
#: Functions of a number in much of what the language has.
SOURCES = [
    "n => n > 5 && n !== 7 ? 'a' : n == 3 || n == 4 ? 'b' : n",
    "function f(n) { if (n < 3) return 'low'; else if (n === 9) return 'nine'\n return n }",
    "n => { let s = 0; for (let i = 0; i < n && s < 40; i++) s += i; do s--; while (s > 9); return s }",
    "n => { while (n --> 5); switch (n % 4) { case 1: return 1; case 2: n++; default: return n } }",
    "(n, m = n > 4 && 8, { k = n == 2 || 3 } = {}) => [n, m, k]",
    "n => [1, 2, 3].filter(x => x != n).map(x => x > 2 ? [x] : x)",
    "n => ({ a: { b: n > 3 } })?.a?.b ?? (null ?? n) === 4",
    "n => typeof other === 'undefined' && typeof n == 'number'",
    "n => `${n > 3 && `<${n == 5 ? '5' : n}>`}`",
    "n => ((a, b) => a == b || a > b)(...[n, 4])",
    "function* g(n) { const got = yield n == 2 ? 1 : 2; yield* n > 4 && got ? [1] : [2] }",
    "n => { label: for (const x of [1, 2, 3]) { if (x == n) continue label; if (x > n) break } return n in [0, 1] }",
    "n => new (class { #x = n > 3 && n; has(o) { return #x in o && this.#x != 5 } })().has({})",
    "n => /[=&|?]{1,}==/.test('==' + n) || '// a && b' == '/* ? */'",
    "n => { try { if (n > 4) throw n } catch { return -1 } finally { n == 3 } return n & 1 | 4 }",
    "n => n\n&& n + 1 // == 5\n|| /* if (x) */ 3",
    "n => (x => x == 6 * 7 - 40 || x < -1 || 2 ** 3 >= x)(n)",
    "n => (n == 2, n !== 3) ? ((n)) : (((n == 4)))",
    "n => n == '3' || n == [4] || n == { valueOf: () => 5 } || n === undefined",
    "n => { var f = n > 2 && function () { return arguments.length == 2 }; return f && f(n, n) }",
]
SCRIPT = """
const { marker, recorder } = require(process.argv[1] + '/javascript_branches.js');
const vm = require('vm');
const mark = marker();
const shown = (f, n) => { const got = f(n); return got?.next ? [...got] : got; };
const rows = JSON.parse(require('fs').readFileSync(0, 'utf8')).map((source) => {
  const tried = [...Array(10).keys()].map((n) => {
    const realm = vm.createContext();
    const recorded = recorder();
    recorded.install(realm);
    const [plain, marked] = [`(${source}\\n)`, mark(`(${source}\\n)`)].map((t) => vm.runInContext(t, realm));
    return [shown(plain, n), shown(marked, n), recorded.take().sort((a, b) => a - b)];
  });
  return { differs: mark(source) !== source, tried };
});
console.log(JSON.stringify({ rows, broken: mark('n => (') }));
"""

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="needs node (Debian: nodejs)")


def tried(*sources: str) -> list[list[tuple[object, object, list[int]]]]:
    command = ["node", "-e", SCRIPT, str(HOSTS)]
    ended = subprocess.run(command, input=json.dumps(sources), capture_output=True, text=True)
    assert not ended.returncode, ended.stderr
    found = json.loads(ended.stdout)
    assert found["broken"] == "n => (" and all(row["differs"] for row in found["rows"])
    return [row["tried"] for row in found["rows"]]


@pytest.mark.long
def test_values_are_those_of_the_source() -> None:
    for source, rows in zip(SOURCES, tried(*SOURCES), strict=True):
        assert [marked for _, marked, _ in rows] == [plain for plain, _, _ in rows], source


@pytest.mark.long
def test_another_branch_and_a_nearer_comparison_are_other_marks() -> None:
    branches, constant, equal, product, text = (
        [frozenset(one for one in seen if one < EXACT) for _, _, seen in rows]
        for rows in tried(
            "n => n % 3 && n % 2 ? 1 : 2",
            "n => n == 100",
            "n => n == Math.sqrt(49)",
            "n => n * 100 == 25 * 4 * 6",
            "n => 'abc'.padEnd(n) === 'abdef'",
        )
    )
    assert branches[1] == branches[5] != branches[2] == branches[4] != branches[3] == branches[9]
    assert len({*constant}) == 1, "all as far away"
    assert len({*equal}) == 4 and equal[6] == equal[8] != equal[7]
    assert product.count(product[6]) == 1
    assert text[3] == text[5] != text[6] != text[7], "three characters, and those that are more"


@pytest.mark.long
def test_what_the_sides_differ_by_is_told_with_the_distance() -> None:
    for source, less in (("n => n === 100", 100), ("n => n == Math.sqrt(49)", 7)):
        exact = [max(seen) % (2 * FAR) - FAR for [rows] in [tried(source)] for *_, seen in rows]
        assert exact == [n - less for n in range(10)]
