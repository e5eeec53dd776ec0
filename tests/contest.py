"""A folder with the toy problem and its solutions, where tests put files and call the judge."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import Plan, RunOptions, make_plan
from judge.model import Results, SolutionResult
from tests.forked_judge import forked_judge, started_judge

HERE = Path(__file__).parent
TOY = HERE / "toy"

#: One right solution in each notation.
RIGHT: Mapping[str, str] = {
    "lambda.py": (
        "lambda n,k:[i for i in sorted(range(len(n)),key=lambda i:-n[i])[:k]if n[i]>0]\n"
    ),
    "def.py": """
def solve(numbers, most):
    order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
    return [i for i in order[:most] if numbers[i] > 0]
""",
    "program.py": """
import json, sys
numbers, most = json.loads(input()), int(input())
order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
print(*[i for i in order[:most] if numbers[i] > 0])
""",
    "arrow.js": "(n,k)=>n.map((v,i)=>i).sort((a,b)=>n[b]-n[a]).slice(0,k).filter(i=>n[i]>0)\n",
    "semicolon.js": "(n,k)=>[...n.keys()].sort((a,b)=>n[b]-n[a]).slice(0,k).filter(i=>n[i]>0);\n",
    "const.js": """
const positive = (n) => [...n.keys()].filter(i => n[i] > 0);
const pick = (n, k) => positive(n).sort((a, b) => n[b] - n[a]).slice(0, k);
""",
    "declaration.js": """
function pick(numbers, most) {
  const order = [...numbers.keys()].sort((a, b) => numbers[b] - numbers[a]);
  return order.slice(0, most).filter(i => numbers[i] > 0);
}
""",
    "reader.js": """
const [first, second] = require('fs').readFileSync(0, 'utf8').split('\\n');
const n = JSON.parse(first);
const order = [...n.keys()].sort((a, b) => n[b] - n[a]);
console.log(order.slice(0, +second).filter(i => n[i] > 0).join(' '));
""",
    "plain.c": r"""
#include <stdio.h>
int main(void) {
    int n[99], count = 0, most;
    char c;
    while (scanf(" %c", &c) == 1 && c != ']') {
        if (c == ',' || c == '[') continue;
        ungetc(c, stdin);
        scanf("%d", &n[count++]);
    }
    scanf("%d", &most);
    while (most--) {
        int best = -1;
        for (int i = 0; i < count; i++) if (n[i] > 0 && (best < 0 || n[i] > n[best])) best = i;
        if (best < 0) break;
        printf("%d ", best);
        n[best] = 0;
    }
}
""",
    "plain.cpp": r"""
#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
int main() {
    std::string line;
    std::getline(std::cin, line);
    for (char &c : line) if (c == '[' || c == ',' || c == ']') c = ' ';
    std::istringstream words(line);
    std::vector<std::pair<int, int>> found;
    for (int value, i = 0; words >> value; i++) if (value > 0) found.push_back({-value, i});
    std::sort(found.begin(), found.end());
    size_t most;
    std::cin >> most;
    for (size_t i = 0; i < most && i < found.size(); i++) std::cout << found[i].second << '\n';
}
""",
}


@dataclass(frozen=True)
class Said:
    """What a ``judge`` process said, and its exit status."""

    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Contest:
    """``root/problems/toy`` and ``root/solutions/toy``."""

    root: Path

    @property
    def problem(self) -> Path:
        return self.root / "problems" / "toy"

    @property
    def solutions(self) -> Path:
        return self.root / "solutions" / "toy"

    @property
    def trap(self) -> Path:
        """A file that appears as soon as any solution of ``set_trap`` runs."""
        return self.root / "something-ran"

    def set_trap(self) -> None:
        """Add a solution that leaves a trace when run without a sandbox."""
        self.solution("00-trap.py", f"open({str(self.trap)!r}, 'w')\nprint(input())\n")

    def solution(self, file: str, source: str | bytes, manifest: str = "") -> Path:
        path = self.solutions / file
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        if manifest:
            path.with_suffix(".toml").write_text(manifest)
        return path

    def case(self, name: str, numbers: list[int], most: int, best: int, picks: str = "") -> None:
        path = self.problem / "data" / f"{name}.in"
        path.write_text(f"{numbers}\n{most}\n")
        path.with_suffix(".ans").write_text(f"{best}\n{picks}\n")

    def use_package(self, cases: Mapping[str, tuple[bytes, bytes]], plugin: str = "") -> None:
        """Replace the toy's cases, and its plug-in: without a source there is none."""
        shutil.rmtree(self.problem / "data")
        (self.problem / "plugin.py").unlink(missing_ok=True)
        if plugin:
            (self.problem / "plugin.py").write_text(dedent(plugin))
        for name, (given, answer) in cases.items():
            path = self.problem / "data" / f"{name}.in"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(given)
            path.with_suffix(".ans").write_bytes(answer)

    def keep_cases(self, *names: str) -> None:
        """Remove all other cases."""
        for path in (self.problem / "data").rglob("*.*"):
            if path.stem not in names:
                path.unlink()

    def plan(self, **options: Any) -> Plan:
        return make_plan(self.options(**options))

    def run(self, **options: Any) -> Results:
        """``judge run`` without a terminal; one worker by default."""
        return listen(evaluate_plan(self.plan(**options), self.options(**options)))

    def options(self, **options: Any) -> RunOptions:
        roots = {
            "problems_root": self.root / "problems",
            "solutions_root": self.root / "solutions",
        }
        return RunOptions(**{**roots, "workers": 1, **options})

    def judged(self, **options: Any) -> dict[str, SolutionResult]:
        """Every solution's judgement, by its name."""
        return {j.solution.name: j for p in self.run(**options).problems for j in p.solutions}

    def judge_one(
        self, file: str, source: str | bytes, manifest: str = "", **options: Any
    ) -> SolutionResult:
        """Judge one new solution."""
        path = self.solution(file, source, manifest)
        return self.judged(solution=path.name, **options)[path.stem]

    def judge(self, *words: str, **environment: str) -> Said:
        """``judge`` as a process of its own, from ``root``."""
        start = started_judge if "PYTHONPATH" in environment else forked_judge
        status, out, err = start(words, self.root, judge_environment(**environment))
        return Said(status, out.decode(), without_progress(err))

    def refuses(self, *arguments: str, **environment: str) -> str:
        """The one line on standard error of a call that must end with 2 before anything runs."""
        done = self.judge(*arguments, **environment)
        assert "Traceback" not in done.err, done.err
        assert done.err.count("\n") == 1 and done.err.startswith("judge"), done.err
        assert (done.status, done.out) == (2, "")
        assert not self.trap.exists(), "a solution ran"
        assert not list(self.root.rglob("*.html")), "a report was written"
        return done.err

    def run_refuses(self, *arguments: str) -> str:
        """``refuses`` for ``judge run``, with a solution that would leave a trace if run."""
        return self.refuses("run", "--sandbox", "none", *arguments)


def make_contest(root: Path) -> Contest:
    """The toy problem without solutions, below ``root``."""
    contest = Contest(root)
    shutil.copytree(TOY, contest.problem, ignore=shutil.ignore_patterns("__pycache__"))
    contest.solutions.mkdir(parents=True)
    return contest


def judge_environment(**more: str) -> dict[str, str]:
    """Ours, with this very ``judge`` importable from any folder."""
    return {**os.environ, "PYTHONPATH": str(HERE.parent), **more}


def without_progress(err: bytes) -> str:
    """What was said on standard error, but for the lines that tell how far a long run has come: on
    a slow machine any run may be long."""
    return re.sub(r"^[\d,]+ of [\d,]+ executions, .* s left\n", "", err.decode(), flags=re.M)


def never_compiled(source: str) -> str:
    """The source, in C or C++, with an end that no other has: nothing compiled of it is kept."""
    return f"{source}// {os.getpid()} {time.time_ns()}\n"


def verdicts(judged: SolutionResult) -> dict[str, str]:
    """Each case's verdict, by the case's last name."""
    return {o.case.rsplit("/", 1)[-1]: o.verdict.value for o in judged.outcomes}
