"""Hunts on the toy problem, and wrong solutions for them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from judge.hunting.result import HuntResult
from judge.hunting.search import hunt
from judge.hunting.target import HuntOptions, plan_hunt
from tests.contest import RIGHT, Contest

ROOT = Path(__file__).parents[2]
#: Takes one too few as soon as it may take three.
SHY = "lambda n,k:[i for i in sorted(range(len(n)),key=lambda i:-n[i])[:k-(k>2)]if n[i]>0]\n"
#: Takes numbers below zero.
LAMBDA = RIGHT["lambda.py"].strip()
GREEDY = "lambda n,k:sorted(range(len(n)),key=lambda i:-n[i])[:k]\n"
TWICE = "lambda n,k:[0,0]if n and k>1 else[i for i in range(len(n))if n[i]==max(n)and n[i]>0][:k]\n"


def options(contest: Contest, solution: str, **more: Any) -> HuntOptions:
    roots = (contest.root / "problems", contest.root / "solutions")
    return HuntOptions(*roots, problem="toy", solution=solution, **{"seconds": 120.0, **more})


def run(contest: Contest, solution: str, **more: Any) -> HuntResult:
    chosen = options(contest, solution, **more)
    return hunt(plan_hunt(chosen), chosen, lambda: False, lambda tried: None)


def caught(contest: Contest, file: str, source: str, **more: Any) -> HuntResult:
    contest.solution(file, source, more.pop("manifest", ""))
    return run(contest, Path(file).stem, **more)


# A soft time limit

SLOW_FROM_4 = f"(n,k)=>{{while(n.length>3);return({RIGHT['arrow.js'].strip()})(n,k)}}\n"


def break_plugin(toy: Contest, method: str) -> None:
    """Make one method of the plug-in raise."""
    plugin = toy.problem / "plugin.py"
    text = plugin.read_text()
    signature = re.search(rf"    def {method}\(.*:\n", text)
    assert signature
    plugin.write_text(text.replace(signature[0], f"{signature[0]}        1 // 0\n"))
    toy.solution("greedy.py", GREEDY)
