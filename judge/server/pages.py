"""The pages, each made in a process of its own: plug-ins draw on them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader
from markupsafe import Markup
from msgspec import Struct

from judge.analysis.leaderboard import Ranking, rank_solutions
from judge.common.errors import JudgeError, unreadable
from judge.common.messages import readable_time
from judge.common.safe_text import encodable, excerpt, plain
from judge.common.scratch import temporary_folder
from judge.languages.table import all_languages
from judge.model import Case, Kind
from judge.packages.loaded_problem import LoadedProblem, load_problems
from judge.report.html import history, page
from judge.report.html.compiled_templates import environment
from judge.report.html.drawings import Gallery
from judge.report.html.statement import statements
from judge.report.phrases import league_title
from judge.server.grade_answer import AnswerFile, Settings
from judge.server.save_solution import save
from judge.store import restore
from judge.store.records import StoredRun
from judge.store.store import Store, open_store

_HERE = Path(__file__).parent
#: The group of the cases that a statement shows.
SAMPLES = "sample"
#: How many runs are listed, and how much of an input is shown, in bytes.
MOST_RUNS = 200
SHOWN_INPUT = 2000


class Which(Enum):
    """A store that pages are made of: of ``judge run``, or of the answers that were sent here."""

    RUNS = "runs"
    ANSWERS = "answers"


class FrontPage(Struct, frozen=True):
    """All problems and all runs."""

    settings: Settings

    def __call__(self, send: Callable[[object], None]) -> None:
        rows, faults = [], []
        for name in problem_names(self.settings.problems_root):
            try:
                rows += [one.problem for one in load_problems(self.settings.problems_root, [name])]
            except JudgeError as error:
                faults.append(str(error))
        send(
            _rendered(
                "front.html.j2",
                problems=rows,
                faults=faults,
                runs=_runs(self.settings, Which.RUNS),
                answers=_runs(self.settings, Which.ANSWERS),
            )
        )


class ProblemPage(Struct, frozen=True):
    """One problem: the form for an answer, statement, samples and leaderboard."""

    settings: Settings
    name: str

    def __call__(self, send: Callable[[object], None]) -> None:
        loaded = _loaded(self.settings, self.name)
        run_number, ranking = _ranking(self.settings, self.name)
        send(
            _rendered(
                "problem.html.j2",
                problem=loaded.problem,
                statements=statements(loaded.problem),
                samples=_samples(loaded),
                run_number=run_number,
                ranking=ranking,
                languages=[
                    (entry.name, entry.title, " ".join(entry.suffixes))
                    for entry in all_languages().values()
                    if entry.suffixes
                ],
                kinds=[kind.value for kind in Kind if kind is not Kind.OUTPUT],
            )
        )


class PluginSheet(Struct, frozen=True):
    """The style sheet of a problem's drawings."""

    settings: Settings
    name: str

    def __call__(self, send: Callable[[object], None]) -> None:
        send(encodable(_loaded(self.settings, self.name).plugin.css))


class ReportPage(Struct, frozen=True):
    """The report of a stored run."""

    settings: Settings
    which: Which
    number: int

    def __call__(self, send: Callable[[object], None]) -> None:
        path = _path(self.settings, self.which)
        if not path.exists():
            raise JudgeError(f"there is no run {self.number}: nothing is stored yet")
        with closing(open_store(path)) as store, temporary_folder(0o700) as folder:
            restored = restore.restore_run(store, self.number, Path(folder))
            past = history.past_results(store, restored.results, self.number)
            send(page.render(restored.results, restored.problems, past, served=True))


class Saving(Struct, frozen=True):
    """Saves an answer as a solution; sends the path."""

    settings: Settings
    answer: AnswerFile
    name: str

    def __call__(self, send: Callable[[object], None]) -> None:
        roots = self.settings.problems_root, self.settings.solutions_root
        send(save(self.answer, self.name, *roots))


def fault_page(message: str) -> str:
    """Why there is no such page, for people."""
    return _rendered("fault.html.j2", message=message)


def problem_names(root: Path) -> list[str]:
    """The packages in the folder of problems; nothing else can be named in an address."""
    try:
        return sorted(
            entry.name
            for entry in root.iterdir()
            if not entry.name.startswith(".") and (entry / "problem.yaml").is_file()
        )
    except OSError as error:
        raise unreadable(error, root) from error


class _Sample(Struct, frozen=True):
    case: Case
    input: str
    answer: str
    drawing: Markup | None
    has_more: bool


def _loaded(settings: Settings, name: str) -> LoadedProblem:
    if name not in problem_names(settings.problems_root):
        raise JudgeError(f"there is no problem {name[:80]!r}")
    [loaded] = load_problems(settings.problems_root, [name])
    return loaded


def _samples(loaded: LoadedProblem) -> list[_Sample]:
    found = []
    for case in loaded.problem.cases:
        if case.name.split("/")[0] != SAMPLES:
            continue
        gallery = Gallery(loaded.plugin, case)
        board = gallery.draw(None)
        part, stored = excerpt(gallery.input, keep=SHOWN_INPUT), gallery.stored_text() or b""
        found.append(
            _Sample(
                case,
                _shown(part.data),
                _shown(excerpt(stored, keep=SHOWN_INPUT).data),
                None if board.value is None else Markup(gallery.drawings[board.value]),
                not part.whole,
            )
        )
    return found


def _shown(data: bytes) -> str:
    return plain(data.decode("utf-8", "surrogateescape"))


def _ranking(settings: Settings, name: str) -> tuple[int | None, Ranking | None]:
    """The leaderboard of the latest run that has several solutions of the problem, or any."""
    if not settings.runs_store.exists():
        return None, None
    with closing(open_store(settings.runs_store)) as store:
        runs = [run for run in store.stored_runs() if run.settled and name in run.problems]
        chosen = max(runs, key=lambda run: (run.solutions > 1, run.number), default=None)
        if chosen is None:
            return None, None
        results = restore.settled(store, chosen.number)
    solutions = next(p.solutions for p in results.problems if p.problem.name == name)
    return chosen.number, rank_solutions(solutions)


def _runs(settings: Settings, which: Which) -> tuple[StoredRun, ...]:
    path = _path(settings, which)
    if not path.exists():
        return ()
    store: Store
    with closing(open_store(path)) as store:
        return store.stored_runs()[:MOST_RUNS]


def _path(settings: Settings, which: Which) -> Path:
    return settings.runs_store if which is Which.RUNS else settings.answers_store


@cache
def _environment() -> Environment:
    own = environment()
    assert own.loader is not None
    own.loader = ChoiceLoader([FileSystemLoader(_HERE / "templates"), own.loader])
    own.filters["readable_time"] = readable_time
    own.filters["league_title"] = league_title
    return own


def _rendered(template: str, **values: Any) -> str:
    return encodable(_environment().get_template(template).render(**values))
