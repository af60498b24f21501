"""The commands. Each imports what it needs when it runs, so that ``pitboss --help`` answers at once."""

import inspect
import io
import re
import signal
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli import completion
from pitboss.cli.help import Command, Group
from pitboss.errors import PitbossError

UsageError: Any = typer.BadParameter.__base__
"""What Typer raises for a mistyped command or option."""

LONGEST = 600
"""Characters in a sentence about what went wrong."""

app = typer.Typer(
    name="pitboss",
    help="Casino rules of play, made executable: deal, settle, cite the clause, check the house.",
    cls=Group,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

EntryName = Annotated[
    str,
    typer.Argument(
        metavar="RULEBOOK/GAME", help="An entry, as `pitboss games` lists it.", autocompletion=completion.entries
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="A house option; may be given several times.",
        autocompletion=completion.options,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def main() -> int:
    """The ``pitboss`` command."""
    if hasattr(signal, "SIGPIPE"):
        # A reader that has seen enough (`pitboss rules ... | head`) ends us quietly, as it ends any Unix command.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return run(sys.argv[1:])


def run(arguments: list[str]) -> int:
    """Run a command; whatever goes wrong ends as one sentence and an exit code, never as a traceback."""
    try:
        code = app(arguments, standalone_mode=False, prog_name="pitboss")
        if sys.stdout is not None:
            sys.stdout.flush()
        return int(code or 0)
    except PitbossError as error:
        return _fail(str(error))
    except UsageError as error:
        return _fail(f"{error.format_message()} (pitboss --help lists what there is)")
    except KeyboardInterrupt:
        return 130
    except (typer.Abort, EOFError):
        return _fail("the input ended before the command was done")
    except OSError as error:
        return _fail(f"{error.filename or 'the output'}: {error.strerror or error}")
    finally:
        _tell_unused_sources()


def _tell_unused_sources() -> None:
    """Say once which official texts should have been quoted and could not be."""
    if sources := sys.modules.get("pitboss.rulebook.sources"):
        for sentence in sources.unused:
            _say(sentence)
        sources.unused.clear()


def _fail(sentence: str) -> int:
    _say(sentence)
    return 2


def _say(sentence: str) -> None:
    line = "".join(mark if mark.isprintable() else " " for mark in sentence)
    if len(line) > LONGEST:  # somebody's input is quoted in it
        line = f"{line[: LONGEST * 2 // 3]} ... {line[-LONGEST // 4 :]}"
    print(f"pitboss: {line}", file=sys.stderr)


def _version(wanted: bool) -> None:
    if wanted:
        from pitboss import __version__

        print(f"pitboss {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(cls=Command)
def games(
    words: Annotated[list[str] | None, typer.Argument(metavar="WORDS", help="Words of a name, title or wager.")] = None,
    rulebook: Annotated[
        str | None,
        typer.Option("--rulebook", "-r", help="Only this rulebook's games.", autocompletion=completion.rulebooks),
    ] = None,
    family: Annotated[
        str | None,
        typer.Option("--family", "-f", help="Only games of this family.", autocompletion=completion.families),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games of every rulebook, or find some by words of their names or wagers, by family or rulebook.

    With --json each comes with its wagers and house options.

    Example:  pitboss games --rulebook chapter4
    Example:  pitboss games pai gow --rulebook california
    """
    from pitboss.cli.games import list_games

    list_games(rulebook, as_json, words or (), family)


@app.command(cls=Command)
def rules(
    entry: EntryName,
    option: Options = None,
    layout: Annotated[
        Path | None,
        typer.Option(metavar="FILE.svg", help="Draw the betting layout instead, with odds and house edge."),
    ] = None,
    section: Annotated[
        list[str] | None, typer.Option("--section", "-s", help="Only these sections, such as wagers or irregularities.")
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Print the keys that a record of the game takes, and an example, instead.")
    ] = False,
    as_toml: Annotated[
        bool, typer.Option("--toml", help="With --record, print only the example, as a file that settles.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print the rule sheet of a game, every item with its clause; or draw its betting layout.

    Example:  pitboss rules chapter4/three-card-poker -o play_on_win="1 to 1"
    Example:  pitboss rules massachusetts-2020/craps --section wagers --section "pay tables"
    Example:  pitboss rules chapter4/red-dog --record
    Example:  pitboss rules chapter4/red-dog --record --toml > round.toml
    """
    from pitboss.cli.rules import print_record_keys, print_rules
    from pitboss.sheets.choices import read_options

    if as_toml and (as_json or not record):
        raise PitbossError("--toml is for the example of --record, without --json")
    if record and (layout is not None or section):
        raise PitbossError("--record prints the keys of a record alone, without --layout or --section")
    if record:
        print_record_keys(entry, read_options(option), as_json, as_toml)
        return
    print_rules(entry, read_options(option), as_json, layout, section or ())


@app.command(cls=Command)
def advise(
    entry: EntryName,
    pieces: Annotated[list[str], typer.Argument(metavar="CARDS", help="The hand: cards, or tiles by their dots.")],
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Set a hand as the house would, and name the rule that sets it so, with its clause.

    Example:  pitboss advise california/pai-gow-tiles 6-6 4-4 3-6 1-4
    """
    from pitboss.cli.advise import print_advice
    from pitboss.sheets.choices import read_options

    print_advice(entry, " ".join(pieces), read_options(option), as_json)


@app.command(cls=Command)
def settle(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A round record; - reads standard input.")],
    explain: Annotated[bool, typer.Option("--explain", help="Tell the round in order, and why each wager is paid.")] = (
        False
    ),
    phh: Annotated[
        bool, typer.Option("--phh", help="Print a hand of poker for a pot in PHH, the format of other poker programs.")
    ] = False,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="With --phh: as this seat saw it, with hidden cards as ????.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Settle a round record: what each wager wins or loses, and the clause behind it.

    With --explain it is told as a ruling: what happened, the hands by name, what compared them, how each amount comes
    about, and the readings that decided something. PITBOSS_SOURCES=FOLDER names a folder with the official texts; the
    clauses are then quoted.

    Example:  pitboss settle round.toml --json
    Example:  pitboss settle round.toml --explain
    Example:  pitboss settle hand.toml --phh --seat 3
    """
    if phh or seat is not None:
        from pitboss.cli.hand_history import print_hands

        print_hands(file, phh, seat, as_json, explain)
        return
    from pitboss.cli.settle import print_settlement

    print_settlement(file, as_json, explain)


@app.command(cls=Command)
def compare(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A", help="An entry, rulebook/game, or a rulebook.", autocompletion=completion.entries_and_rulebooks
        ),
    ],
    second: Annotated[
        str,
        typer.Argument(
            metavar="B",
            help="The entry or rulebook to compare it with.",
            autocompletion=completion.entries_and_rulebooks,
        ),
    ],
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as a page instead.")] = None,
    edges: Annotated[bool, typer.Option("--edges", help="Solve both, and tell their house edges too.")] = False,
    as_json: Json = False,
) -> None:
    """Compare two entries, each difference with both clauses; or two rulebooks, game by game.

    Example:  pitboss compare chapter4/roulette oneida-2003/roulette --edges
    Example:  pitboss compare chapter4 massachusetts-2020
    """
    from pitboss.cli.compare import compare as compare_two

    compare_two(first, second, as_json, html, edges)


@app.command(cls=Command)
def test(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=r"Records with \[expect] or refused, at any depth.")],
) -> None:
    """Settle the worked examples of a folder and compare them with what they expect.

    The folder may bring rulebooks (FOLDER/rulebook/game.toml) and scripts (FOLDER/scripts/name.py) of its own. The exit
    code is 0 when every example settles as it says, 1 when one does not, 2 when nothing can be read.

    Example:  pitboss test my-rules
    """
    from pitboss.cli.test import test_folder

    test_folder(folder)


@app.command(cls=Command)
def check(
    house: Annotated[str, typer.Argument(metavar="HOUSE.toml", help="The house's tables; - reads standard input.")],
    strict: Annotated[bool, typer.Option("--strict", help="End with 1 where a notice is open, too.")] = False,
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help="Judge notices as of this moment, like 2026-11-03T12:00.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the report as a page for the file, too.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a house's tables against the rulebook: legal or not, each finding with its clause.

    A house file may say which notices were given, to whom, when and where posted; what is still owed is told as open,
    and times such as 48 hours are counted from the dates.

    The exit code is 0 when every table is legal, 1 when some table is not (with --strict: or a notice is open), 2 when
    the file cannot be read.

    Example:  pitboss check house.toml
    Example:  pitboss check house.toml --strict --html report.html
    """
    from pitboss.cli.check import print_check

    if not print_check(house, as_json, strict, at, html):
        raise typer.Exit(1)


@app.command(cls=Command)
def analyze(
    entry: EntryName,
    option: Options = None,
    options: Annotated[
        Path | None,
        typer.Option("--options", metavar="FILE.toml", help="A file of house options, and of pay tables it changed."),
    ] = None,
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="WAGER", help="Only this wager.", autocompletion=completion.wagers)
    ] = None,
    meter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=AMOUNT", help="What a progressive meter holds; may be given several times."),
    ] = None,
    all_pay_tables: Annotated[
        bool, typer.Option("--all-pay-tables", help="Compare every choice that the rulebook permits.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write a PAR sheet that opens in any browser.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Count on the Dask cluster whose scheduler is there; a game that takes under a second is solved here.",
        ),
    ] = None,
    equity: Annotated[
        str | None,
        typer.Option(metavar="HANDS", help="Poker for a pot: each hand's share of it, as in 'AhKh QsQd'."),
    ] = None,
    board: Annotated[str, typer.Option(metavar="CARDS", help="The cards for all that lie already.")] = "",
    dead: Annotated[str, typer.Option(metavar="CARDS", help="Cards that are not dealt any more.")] = "",
    players: Annotated[
        str | None, typer.Option(metavar="N", help="Poker for a pot: what every schedule takes of so many players.")
    ] = None,
    hands_per_hour: Annotated[
        str | None, typer.Option(metavar="N", help="Poker for a pot: how many hands an hour has.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Compute the house edge, volatility and best strategy of every wager, exactly.

    Of poker for a pot it tells what the house takes in fees, or with --equity what hands are worth.
    Long counts are kept, so that a second pay table answers at once; PITBOSS_CACHE names the folder to keep them in.

    Example:  pitboss analyze chapter4/three-card-poker --wager pair_plus
    """
    try:
        from pitboss.cli.analyze import Wanted, analyze_entry
        from pitboss.cli.pot_analysis import WantedOfPot

        of_pot = WantedOfPot(equity, board, dead, players, hands_per_hour, as_json)
        analyze_entry(entry, option, options, meter, Wanted(wager, all_pay_tables, report, as_json, cluster, of_pot))
    except KeyboardInterrupt:
        print("pitboss: interrupted; counts already finished are kept, the rest is counted next time", file=sys.stderr)
        raise typer.Exit(130) from None


@app.command(cls=Command)
def simulate(
    entry: EntryName,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds: 1000000, or 1e9.")],
    option: Options = None,
    options: Annotated[
        Path | None,
        typer.Option("--options", metavar="FILE.toml", help="A file of house options, and of pay tables it changed."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="The same seed gives the same answer; without one, a new one is drawn.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="K", help="How many work at once; the answer does not depend on it.")
    ] = None,
    wager: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=AMOUNT", help="What is wagered every round; may be given several times."),
    ] = None,
    strategy: Annotated[
        str | None, typer.Option(metavar="NAME", help="How decisions are made: best, first, random, or a game's own.")
    ] = None,
    engine: Annotated[
        str,
        typer.Option(metavar="kernel|script", help="By a kernel, or at a real table; auto takes a kernel if it can."),
    ] = "auto",
    meter: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=AMOUNT", help="What a progressive meter holds at first; may be given several times."
        ),
    ] = None,
    session_rounds: Annotated[
        str | None, typer.Option(metavar="R", help="Play sessions of at most so many rounds each.")
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="B", help="What a session starts with; it ends when a round is not covered.")
    ] = None,
    target: Annotated[str | None, typer.Option(metavar="T", help="A session ends when there is so much money.")] = None,
    count: Annotated[
        str | None, typer.Option(metavar="NAME", help="Tell results by the true count of the cards seen: hi-lo.")
    ] = None,
    penetration: Annotated[
        str | None, typer.Option(metavar="PART", help="How much of a shoe is dealt: 0.8; 0 is a fresh shoe each round.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE.parquet", help="Write the sessions, a row each.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg|.html", help="Draw the distribution of the sessions' results.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Work on the Dask cluster whose scheduler is there.")
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(metavar="N", help="Poker for a pot: how many players are dealt in; left out, all seats."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play many rounds and report the house edge with its standard error; with sessions, bankrolls and risk of ruin.

    Of poker for a pot it tells what the house takes per hand, by the strategy "model" or "random".

    Example:  pitboss simulate chapter4/three-card-poker --rounds 1e8 --seed 7 --wager ante=10 --wager pair_plus=5
    """
    try:
        from pitboss.cli.simulate import Wanted, simulate_entry

        wanted = Wanted(
            options=options,
            rounds=rounds,
            seed=seed,
            workers=workers,
            wagers=wager,
            strategy=strategy,
            engine=engine,
            meters=meter,
            session_rounds=session_rounds,
            bankroll=bankroll,
            target=target,
            count=count,
            penetration=penetration,
            parquet=parquet,
            plot=plot,
            cluster=cluster,
            as_json=as_json,
            players=players,
        )
        simulate_entry(entry, option, wanted)
    except KeyboardInterrupt:
        print("pitboss: interrupted; nothing was written", file=sys.stderr)
        raise typer.Exit(130) from None


@app.command(cls=Command)
def play(
    entry: Annotated[
        str | None,
        typer.Argument(
            metavar="RULEBOOK/GAME", help="The game; without it, choose from a menu.", autocompletion=completion.entries
        ),
    ] = None,
    option: Options = None,
    options: Annotated[
        Path | None, typer.Option("--options", metavar="FILE.toml", help="A file of house options.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Deal the same cards every time.")] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(help="What you sit down with, in dollars: 500, or as near as the table's schedule allows."),
    ] = None,
    seat: Annotated[int, typer.Option(help="Where you sit, counted from the dealer's left.")] = 1,
    meter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=AMOUNT", help="What a progressive meter holds; may be given several times."),
    ] = None,
    bank_wager: Annotated[str, typer.Option(help="What the player-dealer banks with, where a player banks.")] = "500",
) -> None:
    """Play a game in the terminal.

    Example:  pitboss play chapter4/three-card-poker --bankroll 200
    """
    from pitboss.cli.play import play_in_terminal

    if code := play_in_terminal(entry, option, options, seed, bankroll, seat, meter, bank_wager):
        raise typer.Exit(code)


@app.command(cls=Command)
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 for every one of this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="sqlite:///FILE or postgresql://...; without it PITBOSS_DATABASE, or a file in your data folder.",
        ),
    ] = None,
    demo: Annotated[
        bool | None,
        typer.Option(
            "--demo/--no-demo", help="People to try the house as, and a table of every game; on without --database."
        ),
    ] = None,
    rate: Annotated[float, typer.Option(min=0, help="Requests a second that each person may make; 0 for any.")] = 50,
    pages: Annotated[bool, typer.Option("--pages/--no-pages", help="Serve the pages besides the API.")] = True,
    tables: Annotated[
        str,
        typer.Option(metavar="PATTERNS", help="Serve only tables of these names, like a-*,b-*; others serve the rest."),
    ] = "*",
    address: Annotated[
        str, typer.Option(metavar="URL", help="Where people reach this process, for those who come to another one.")
    ] = "",
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Answer to this name besides this machine's, and to no others; repeatable."),
    ] = None,
    open_demo: Annotated[
        bool, typer.Option("--open-demo", help="Let others than this machine into a house where nobody needs a token.")
    ] = False,
    new: Annotated[
        bool, typer.Option("--new", help="Make a new house in a database that holds none; without it, that is refused.")
    ] = False,
    new_token: Annotated[
        list[str] | None, typer.Option(metavar="PERSON", help="Give somebody who lost it a new token; may be repeated.")
    ] = None,
    secret: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The house's secret; without it PITBOSS_SECRET, or a file of its own."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="A proxy whose word on who asks (X-Forwarded-For) is taken; may be repeated."
        ),
    ] = None,
    connections: Annotated[
        int, typer.Option(min=0, help="Connections that one address may hold open, a proxy's apart; 0 for any.")
    ] = 500,
    practice: Annotated[
        bool,
        typer.Option("--practice", help="A new house for practice: anything may be called, and every round is marked."),
    ] = False,
    cage_buy_ins: Annotated[
        bool | None,
        typer.Option("--cage-buy-ins/--own-buy-ins", help="Whether the floor buys in for players. The house keeps it."),
    ] = None,
    checkpoints: Annotated[
        str,
        typer.Option(metavar="FILE|URL", help="Where signed checkpoints go; without it, a file beside the secret."),
    ] = "",
    sources: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="The official texts: rulings and rule sheets then quote their clauses."),
    ] = None,
    checkpoint_entries: Annotated[
        int, typer.Option(metavar="N", min=1, help="Make a checkpoint after so many entries of the journal.")
    ] = 500,
    checkpoint_seconds: Annotated[
        float, typer.Option(metavar="S", min=1, help="Make one after so many seconds, when there are fewer.")
    ] = 60,
) -> None:
    """Run a house: its tables, its ledger and its journal, over HTTP, WebSocket and pages.

    Without --database the first start creates a house to try out; elsewhere --new does. The tokens of its people are
    told once. Ctrl-C or SIGTERM finishes what was begun.

    Example:  pitboss serve --port 8000
    """
    from pitboss.cli.serve import serve as run_house
    from pitboss.rulebook.shelves import rulebooks
    from pitboss.rulebook.sources import at_hand, use_folder

    if sources is not None:
        use_folder(sources)
    for rulebook in rulebooks():
        at_hand(rulebook)
    _tell_unused_sources()
    wanted = {"practice": practice or None, "cage_buy_ins": cage_buy_ins}
    settings = {name: value for name, value in wanted.items() if value is not None}
    every = (checkpoint_entries, checkpoint_seconds)
    run_house(
        host,
        port,
        database,
        demo,
        rate,
        pages,
        new_token or (),
        tables,
        address,
        secret,
        settings,
        checkpoints,
        every,
        proxies=proxy or (),
        connections=connections,
        new=new,
        names=name or (),
        open_demo=open_demo,
    )


Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="sqlite:///FILE or postgresql://...; without it PITBOSS_DATABASE, or the house of `pitboss serve`.",
    ),
]


@app.command(cls=Command)
def audit(
    database: Database = None,
    workers: Annotated[
        int | None, typer.Option(metavar="K", min=1, help="How many work at once, a table each.")
    ] = None,
    ends: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", help="Write where each chain ends, to be kept out of reach of the house."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", help="Hold the house against what an earlier audit wrote with --ends."),
    ] = None,
    checkpoints: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="What the house signed meanwhile; may be repeated. Without it, the house's own file."
        ),
    ] = None,
    public_key: Annotated[
        str, typer.Option(metavar="HEX", help="The key that you know the house to sign its checkpoints with.")
    ] = "",
    secret: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The house's secret, to check seeds that are not told yet as well."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Audit a house: every chain, cent and meter, and every round dealt and settled once more.

    A finding names the chain and the entry. The exit code is 0 when everything is as it was written, 1 when something
    is not, 2 when the database cannot be read. The house may go on working meanwhile.

    Example:  pitboss audit --database postgresql://pitboss@db/house --ends 2026-05-01.json
    """
    from pitboss.cli.audit import print_audit

    if not print_audit(database, workers, ends, against, checkpoints or (), public_key, as_json, secret):
        raise typer.Exit(1)


@app.command(cls=Command)
def export(
    database: Database = None,
    rounds: Annotated[
        Path | None, typer.Option(metavar="FILE.parquet|.csv", help="Write a row for every wager that was settled.")
    ] = None,
    ledger: Annotated[
        Path | None, typer.Option(metavar="FILE.parquet|.csv", help="Write a row for every line of the ledger.")
    ] = None,
    phh: Annotated[
        Path | None, typer.Option(metavar="FILE.phhs", help="Write every hand of poker for a pot in PHH.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="PERSON", help="With --phh: only this player's hands, as the player saw them.")
    ] = None,
    since: Annotated[str | None, typer.Option(metavar="WHEN", help="From this day or moment on, in UTC.")] = None,
    until: Annotated[str | None, typer.Option(metavar="WHEN", help="Before this day or moment, in UTC.")] = None,
    table: Annotated[str | None, typer.Option("--table", metavar="TABLE", help="Only this table.")] = None,
) -> None:
    """Write a house's rounds and its ledger as Parquet or CSV, and its hands of poker in PHH.

    Example:  pitboss export --rounds rounds.parquet --ledger ledger.csv --since 2026-05-01 --until 2026-06-01
    """
    from pitboss.cli.export import export as write

    write(database, rounds, ledger, phh, player, since, until, table)


@app.command("verify-deal", cls=Command)
def verify_deal(
    file: Annotated[str, typer.Argument(metavar="FILE.json|-", help="What the house hands out for a round.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HASH", help="The commitment that you noted before the deal.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check that a round was dealt from the shuffle the house had committed to before anybody wagered.

    The exit code is 0 when it was, 1 when it was not, 2 when the file cannot be read.

    Example:  pitboss verify-deal round-17.json --commitment 5f1c...
    """
    from pitboss.cli.verify_deal import print_deal_check

    if not print_deal_check(file, commitment, as_json):
        raise typer.Exit(1)


def _flowing(text: str) -> str:
    """A command's text with its paragraphs in one line each, for a terminal of any width; examples keep theirs.

    >>> _flowing("Do it.\\n\\n    It is done\\n    at once.\\n\\n    Example:  one\\n    Example:  two")
    'Do it.\\n\\nIt is done at once.\\n\\nExample:  one\\nExample:  two'
    """
    return re.sub(r"(?<!\n)\n(?!\n|Example:)", " ", inspect.cleandoc(text))


for _command in app.registered_commands:  # Typer itself joins the lines of the first paragraph only
    _command.help = _flowing((_command.callback and _command.callback.__doc__) or "")
