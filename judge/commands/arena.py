"""``judge arena``: contestants play the game of a problem against each other."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from judge.arena.contestants import find_contestants
from judge.arena.result import ArenaResult, ArenaTask
from judge.arena.standings import rank_contestants
from judge.arena.tournament import play
from judge.commands import report_files
from judge.commands.arguments import (
    INTERRUPTED,
    NOT_AS_EXPECTED,
    OK,
    UNFINISHED,
    Parser,
    add_roots,
    add_seed,
    add_workers,
    output_file,
    positive,
    whole,
)
from judge.common import interrupts
from judge.common.errors import JudgeError, shown_path
from judge.common.safe_text import one_line
from judge.common.streams import Bar
from judge.packages.arena_game import game_of
from judge.packages.loaded_problem import load_problems
from judge.report.terminal import arena as arena_text
from judge.sandbox import check_name

#: The most boards, and the largest size that is drawn.
MOST_BOARDS, LARGEST = 100_000, 1000


def arguments(parser: Parser) -> None:
    add_roots(parser)
    parser.add_argument("problem", metavar="PROBLEM", help="name of a problem with a game")
    parser.add_argument(
        "--contestant",
        action="append",
        default=[],
        metavar="NAME",
        help="a contestant: a name, a glob or the path of a source; may be repeated "
        "(default: all in DIR/PROBLEM/arena)",
    )
    parser.add_argument(
        "--boards",
        type=lambda text: whole(text, most=MOST_BOARDS),
        default=40,
        metavar="N",
        help="how many boards they meet on (default: 40)",
    )
    parser.add_argument(
        "--size",
        type=lambda text: whole(text, most=LARGEST),
        default=5,
        metavar="N",
        help="how large the boards are (default: 5)",
    )
    add_seed(parser)
    parser.add_argument(
        "--seconds",
        type=positive,
        metavar="S",
        help="begin no more boards than can be played in this time (default: no limit)",
    )
    parser.add_argument("--report", type=output_file, metavar="FILE", help="write the page there")
    parser.add_argument(
        "--json", type=output_file, metavar="FILE", help="write every game as JSON, for programs"
    )
    add_workers(parser)


def main(options: argparse.Namespace, argv: Sequence[str]) -> int:
    task = _task(options)
    _check_targets(options)
    result = _with_bar(task)
    if not result.boards:
        return INTERRUPTED
    ranked = rank_contestants(result)
    print(arena_text.report(result, ranked))
    if options.json:
        from judge.report.export import arena_json

        report_files.write_text(options.json, arena_json.text(result, ranked))
    if options.report:
        from judge.report.html.arena import render

        report_files.write_text(options.report, render(result, ranked))
        print(f"\nreport: {shown_path(options.report)}")
    if result.interrupted:
        return INTERRUPTED
    if result.forfeits or any(one.own_fault for one in result.left_out):
        return NOT_AS_EXPECTED
    return UNFINISHED if result.is_short else OK


def _task(options: argparse.Namespace) -> ArenaTask:
    """Raises JudgeError before anything runs."""
    check_name(options.sandbox)
    [loaded] = load_problems(options.problems, [options.problem])
    game = game_of(loaded.plugin)
    return ArenaTask(
        problem=loaded.problem,
        game=game,
        contestants=find_contestants(options.solutions, loaded, game, options.contestant),
        count=options.boards,
        size=options.size,
        seed=options.seed,
        workers=options.jobs or os.cpu_count() or 1,
        sandbox=options.sandbox,
        seconds=options.seconds,
    )


def _check_targets(options: argparse.Namespace) -> None:
    """Raise JudgeError before the games if a file could not be written after them."""
    paths = [path for path in (options.report, options.json) if path is not None]
    targets = [report_files.check_target(path) for path in paths]
    if len({target.key for target in targets}) < len(targets):
        raise JudgeError("is named by --report and --json: name two files", options.report)


def _with_bar(task: ArenaTask) -> ArenaResult:
    from tqdm import tqdm

    players = len(task.contestants)
    with (
        interrupts.stoppable() as stopped,
        tqdm(
            total=task.count * players * (players - 1),
            unit="game",
            disable=None,
            leave=False,
            file=Bar(sys.stderr),
        ) as bar,
    ):
        bar.set_description_str(one_line(task.problem.name)[:24])
        return play(task, stopped, bar.update)
