"""The commands of `open18xx`, made with typer and rich (extra `cli`)."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from . import text
from .errors import InvalidAction, ReplayError
from .game import BestRun, Game
from .games18xx import load
from .sim import MAX_ACTIONS, GameFailed, GamesLost, Simulation, Standing, simulate
from .titles import find, titles
from .version import __version__

app = typer.Typer(
    name="open18xx",
    help="Play, simulate and look into games of 18xx.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

File = Annotated[Path, typer.Argument(help="A game file of 18xx.games or of this package.", show_default=False)]


#: Columns of tables that go into a pipe or a file.
PIPE_WIDTH = 160


class Stop(Exception):
    """What the user asked for cannot be done; the message is one line."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    try:
        code = app(args=None if arguments is None else list(arguments), standalone_mode=False)
    except Stop as error:
        return _fail(str(error))
    except typer.Abort:
        return _fail("interrupted", 130)
    except Exception as error:
        # What typer itself refuses: an unknown option, a missing argument. Its classes are no part of its interface.
        tell = getattr(error, "format_message", None)
        if tell is None:
            raise
        return _fail(tell() or "say --help for what there is")
    return code if isinstance(code, int) else 0


def _fail(message: str, code: int = 2) -> int:
    print("open18xx: " + " ".join(message.split()), file=sys.stderr)  # noqa: T201
    return code


def _print(grid: text.Grid, title: str = "") -> None:
    table = Table(title=title or None, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in grid.columns:
        table.add_column(column, justify="right" if column in grid.right else "left")
    for row in grid.rows:
        table.add_row(*row)
    _say(table)


def _say(what: Table | str) -> None:
    """Print a result; text of files is no markup, and a pipe or file is as wide as need be."""
    console = Console(markup=False, highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)
    console.print(what, soft_wrap=isinstance(what, str))


# simulate


class Rate(ProgressColumn):
    """Finished games a second."""

    def render(self, task: Task) -> Text:
        """The rate of the games so far."""
        rate = task.completed / task.elapsed if task.elapsed else 0.0
        return Text(f"{rate:.1f} games/s")


@app.command("simulate")
def simulate_command(
    title: Annotated[str, typer.Argument(help="The title, as `open18xx titles` lists it.", show_default=False)],
    players: Annotated[int | None, typer.Option(help="Number of players.", show_default="fewest")] = None,
    games: Annotated[int, typer.Option(help="Number of games.", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    bots: Annotated[str, typer.Option(help="Short codes, dealt to the seats in turn.")] = "random",
    jobs: Annotated[int | None, typer.Option(help="Processes.", min=1, show_default="one a core")] = None,
    ruleset: Annotated[str, typer.Option(help="The profile of rules.")] = "rulebook",
    option: Annotated[
        list[str] | None, typer.Option(help="A rule set apart from the profile: name=value.", show_default=False)
    ] = None,
    optional_rule: Annotated[list[str] | None, typer.Option(help="An optional rule.", show_default=False)] = None,
    max_actions: Annotated[int, typer.Option(help="A longer game is given up.", min=1)] = MAX_ACTIONS,
    out: Annotated[Path | None, typer.Option(help="A folder for the files of the games.", show_default=False)] = None,
) -> None:
    """Play games between bots and show how they went."""
    _check_players(title, players)
    play = functools.partial(
        simulate,
        title,
        bots,
        seed=seed,
        players=players,
        jobs=min(games, jobs or os.cpu_count() or 1),
        ruleset=ruleset,
        options=_options(option or []),
        optional_rules=optional_rule or (),
        max_actions=max_actions,
        keep=out,
    )
    try:
        play(games=0)  # Whatever is wrong with the request is said before the bar is drawn.
    except (ValueError, OSError) as error:
        raise Stop(str(error)) from error
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        auto_refresh=False,
    ) as progress:
        task = progress.add_task(title, total=games)
        progress.refresh()
        try:
            result = play(games=games, progress=lambda _: progress.update(task, advance=1, refresh=True))
        except GameFailed as failure:
            if out is not None:
                (out / f"failed-{failure.seed}.json").write_text(json.dumps(failure.file), encoding="utf-8")
            raise Stop(str(failure)) from failure
        except (GamesLost, OSError) as error:
            raise Stop(str(error)) from error
    _show(result, games)
    if out is not None:
        _say(f"game files in {out}")


def _check_players(title: str, players: int | None) -> None:
    """Refuse a number of players that the title is not for, and name the title that is."""
    try:
        low, high = find(title).players
    except ValueError as error:
        raise Stop(str(error)) from error
    if players is None or low <= players <= high:
        return
    others = [
        other.name
        for other in titles().values()
        if other.name.startswith(title) and other.players[0] <= players <= other.players[1]
    ]
    hint = f'; for {players} there is "{others[0]}"' if others else ""
    raise Stop(f"{title} is for {_numbers((low, high))} players, not {players}{hint}")


def _options(pairs: Sequence[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Stop(f"an option is name=value, not {pair!r}")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def _show(result: Simulation, games: int) -> None:
    """The standings, and what else is to be said of the games."""
    summary = result.summary
    if len(summary.bots) == 1:
        (bot,) = summary.bots
        _print(
            _standings(f"seat of {bot}", {str(seat + 1): row for seat, row in sorted(summary.seats.items())}),
            "standings",
        )
    elif summary.bots:
        best = sorted(summary.bots.items(), key=lambda pair: -pair[1].win_rate)
        _print(_standings("bot", dict(best)), "standings")
    if result.interrupted:
        _say(f"interrupted: {summary.games} of {games} games are finished")
    for loss in result.lost:
        _say(f"a worker died, {len(loss.games)} games were played again: {loss.cause}")
    if summary.games:
        actions, turns = summary.actions, summary.turns
        _say(
            f"{summary.games} games: {actions.mean:.0f} actions on average ({actions.low} to {actions.high}),"
            f" {turns.mean:.1f} sets of rounds ({turns.low} to {turns.high})"
        )
        ends = [f"{reason} {times}" for reason, times in summary.reasons.most_common()]
        ends += [f"given up {summary.truncated}"] if summary.truncated else []
        _say("ended by: " + ", ".join(ends))
        _say(f"{summary.games / result.seconds:.1f} games per second")


def _standings(what: str, rows: Mapping[str, Standing]) -> text.Grid:
    """Wins and final values of bots or seats."""
    numbers = ("seats", "wins", "win rate", "mean value", "deviation", "lowest", "highest")
    return text.Grid(
        (what, *numbers),
        tuple(
            (
                name,
                str(row.seats),
                f"{float(row.wins):.4g}",
                f"{row.win_rate:.0%}",
                f"${row.values.mean:,.0f}",
                f"${row.values.deviation:,.0f}" if row.seats > 1 else "-",
                text.dollars(row.values.low or 0),
                text.dollars(row.values.high or 0),
            )
            for name, row in rows.items()
        ),
        frozenset(numbers),
    )


# replay and routes


def _load(path: Path, upto: int | None, *, including: bool) -> Game:
    """The game of a file, its actions up to the one with an id."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise Stop(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise Stop(f"{path}: this is no JSON: {error}") from error
    if not isinstance(data, Mapping):
        raise Stop(f"{path}: a game file is a JSON object")
    if upto is not None:
        data = {**data, "actions": _until(path, data.get("actions"), upto, including=including)}
    try:
        return load(data)
    except (ReplayError, InvalidAction, ValueError) as error:
        raise Stop(f"{path}: {error}") from error


def _until(path: Path, actions: object, upto: int, *, including: bool) -> list[Any]:
    rows = actions if isinstance(actions, list) else []
    ids = [row.get("id") if isinstance(row, Mapping) else None for row in rows]
    if all(known is None for known in ids):
        ids = list(range(1, len(rows) + 1))
    if upto == 0 and including:
        return []
    if upto not in ids:
        known = [known for known in ids if isinstance(known, int)]
        has = f"ids go from {known[0]} to {known[-1]}" if known else "it has no actions"
        raise Stop(f"{path}: there is no action {upto}; {has}")
    return rows[: ids.index(upto) + including]


@app.command("replay")
def replay_command(
    file: File,
    at: Annotated[int | None, typer.Option(help="Stop after the action with this id.", show_default="the end")] = None,
    lines: Annotated[int, typer.Option("--log", help="Lines of the log to show.", min=0)] = 15,
) -> None:
    """Show standings, round, market and log of a game file."""
    game = _load(file, at, including=True)
    state = game.snapshot()
    _say(f"{game.title} ({game.ruleset}), {len(game.actions)} actions")
    _say(text.headline(state))
    _say("")
    _print(text.standings(state), "standings")
    _print(text.corporations(state), "companies")
    _print(text.market(state), "market")
    _say(f"trains in the bank: {text.depot(state)}")
    rows = list(text.log(game.events(), list(game.names.values())))[-lines:] if lines else []
    _lines("log", rows)
    _lines("against the rules, but taken as recorded", game.report)


def _lines(title: str, rows: Sequence[str]) -> None:
    if rows:
        _say("\n".join(("", title, *(f"  {row}" for row in rows))))


@app.command("routes")
def routes_command(
    file: File,
    at: Annotated[int, typer.Option(help="The position before the action with this id.", show_default=False)],
    company: Annotated[str | None, typer.Option(help="The company.", show_default="the one that acts")] = None,
) -> None:
    """Show the best run of a company, proved, with the stops of each route and what they pay."""
    game = _load(file, at, including=False)
    if company is None:
        turn = game.turn
        if turn is None or turn.kind not in ("corporation", "minor") or not isinstance(turn.entity, str):
            raise Stop(f"{file}: no company acts before action {at}; name one with --company")
        company = turn.entity
    try:
        run = game.best_run(company)
    except InvalidAction as error:
        raise Stop(f"{file}: {error}") from error
    _say(f"{company} before action {at}: {_run_text(run, game.snapshot()['more']['trains'].get(company, ()))}")
    if run.routes:
        rows = tuple(
            (
                route.train,
                " - ".join(f"{stop[0]} {text.dollars(stop[4])}" for stop in route.stops),
                " ".join("-".join(link) for link in route.connections),
                text.dollars(route.revenue),
            )
            for route in run.routes
        )
        _print(text.Grid(("train", "stops", "hexes", "revenue"), rows, frozenset(("revenue",))))


def _run_text(run: BestRun, trains: Sequence[Mapping[str, Any]]) -> str:
    """Dollars of a run and whether no better one exists; without routes, why there are none."""
    if not trains:
        return "it has no train"
    if all(train["ran"] for train in trains):
        return "all its trains have run in this operating round"
    if not run.routes:
        return "no train of it has a route"
    proof = "proved best" if run.optimal else f"at most {text.dollars(run.upper_bound)}"
    return f"{text.dollars(run.revenue)} ({proof}, {run.work} steps of search)"


@app.command("titles")
def titles_command(
    title: Annotated[str | None, typer.Argument(help="A title, to list its options.", show_default="all")] = None,
) -> None:
    """List the titles with their players and rulesets, or the options of one."""
    if title is None:
        rows = tuple(
            (found.name, _numbers(found.players), ", ".join(found.rulesets), ", ".join(found.optional_rules))
            for found in titles().values()
        )
        _print(text.Grid(("title", "players", "rulesets", "optional rules"), rows))
        return
    try:
        found = find(title)
    except ValueError as error:
        raise Stop(str(error)) from error
    options = tuple(
        (
            option.name,
            *(json.dumps(option.default(ruleset)) for ruleset in found.rulesets),
            ", ".join(map(json.dumps, option.values)),
            option.meaning,
        )
        for option in found.options
    )
    _print(text.Grid(("option", *found.rulesets, "values", "what it says"), options))


def _numbers(players: tuple[int, int]) -> str:
    low, high = players
    return str(low) if low == high else f"{low} to {high}"


def _version(value: bool) -> None:
    if value:
        print(__version__)  # noqa: T201
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Play, simulate and look into games of 18xx."""


__all__ = ["app", "run"]
