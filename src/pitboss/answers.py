"""The doors for programs that ask about a game: its mathematics, rounds by the million, two rulebooks side by side.

An answer has ``rows()`` and, where pandas or polars is installed, a ``frame()``; a notebook shows it as a table.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pitboss.errors import PitbossError, Refused, Unreadable, quoted, suggest
from pitboss.games import game_of
from pitboss.money import Money, cents
from pitboss.rulebook.check import HouseReport, check_house
from pitboss.rulebook.loader import load
from pitboss.rulebook.model import Entry
from pitboss.rulebook.notices import moment
from pitboss.rulebook.setup import Setup
from pitboss.sheets.choices import assume_required
from pitboss.tables import check_seed, raw_of, settle

if TYPE_CHECKING:
    from pitboss.engine.record import Record
    from pitboss.rulebook.listing import Games
    from pitboss.sheets.advice import Advised
    from pitboss.sheets.comparison import Comparison, RulebookComparison
    from pitboss.sheets.ruling import Ruling
    from pitboss.simulation.result import Result
    from pitboss.solve.model import Analysis
    from pitboss.solve.pot.equity import Equities
    from pitboss.solve.pot.house_take import HouseTake

Options = Mapping[str, Any]
PayTables = Mapping[str, Mapping[str, Any]]
Progress = Callable[[float], None]
"""Told how much of a long computation is done, from 0 to 1."""


def analyze(
    name: str,
    options: Options | None = None,
    *,
    wager: str | None = None,
    pay_tables: PayTables | None = None,
    meters: Mapping[str, Money] | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> "Analysis":
    """The exact mathematics of a game under a house's options: house edge, volatility and best strategy.

    ``wager`` asks for one wager alone, ``meters`` says in dollars what progressive meters hold. What a house must
    choose and is not said is assumed, and the remarks name it. Long counts are kept in a folder, so that the next pay
    table answers at once.

    >>> import pitboss
    >>> found = pitboss.analyze("chapter4/roulette", {"wheel": "single_zero"})
    >>> found.wagers["red"].house_edge
    Fraction(1, 37)
    >>> print(pitboss.analyze("chapter4/big-six", wager="ten"))
    Big Six, chapter4/big-six
    wager  house edge  element of risk  hit frequency  standard deviation  per
    ten      18.5185%         18.5185%        7.4074%             2.88081  unit of the wager, per spin
    """
    from pitboss.solve import analyze as solve
    from pitboss.solve.figures import own_name, wager_of

    _must_be_of_their_kinds(wager=wager, meters=meters, cluster=cluster, progress=progress)
    setup, assumed = _set_up(name, options, pay_tables)
    if game_of(setup.entry).stacks:
        raise Refused(
            f"{setup.entry.name} is played for a pot: the players win it from one another, and the house has fees and "
            "no edge; fees tells those, and equity what hands are worth",
            setup.entry.source,
        )
    wagers = None
    if wager is not None:
        wager = own_name(setup, wager)
        wagers = [wager_of(wager)]
    analysis = solve(setup, held_by(setup, meters), progress, wagers=wagers, cluster=cluster)
    return replace(of_wager(analysis, wager), notes=[*analysis.notes, *assumed])


def simulate(
    name: str,
    options: Options | None = None,
    *,
    rounds: float,
    wagers: Mapping[str, Money] | None = None,
    seed: int | str | None = None,
    strategy: str = "",
    session_rounds: float | None = None,
    bankroll: Money | None = None,
    target: Money | None = None,
    meters: Mapping[str, Money] | None = None,
    pay_tables: PayTables | None = None,
    count: str = "",
    penetration: float | str | None = None,
    engine: Literal["auto", "kernel", "script"] = "auto",
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> "Result":
    """Play many rounds of a game for one player who wagers the same every round.

    The same seed gives the same figures, however many workers there are; without one a new seed is drawn, and the
    answer has it. ``session_rounds``, ``bankroll`` and ``target`` (in dollars) make sessions of the rounds.

    >>> import pitboss
    >>> found = pitboss.simulate("chapter4/roulette", rounds=1e5, seed=7, wagers={"red": 12.5})
    >>> abs(found.wagers["red"].house_edge - 1 / 19) < 4 * found.wagers["red"].standard_error
    True
    >>> found
    <Result: Roulette, chapter4/roulette: 100,000 rounds, seed 7, 1 row>
    """
    from pitboss.simulation import simulate as play
    from pitboss.simulation.plan import Session, plan_of

    check_seed(seed)
    _must_be_of_their_kinds(
        wagers=wagers, meters=meters, strategy=strategy, count=count, cluster=cluster, progress=progress
    )
    setup, assumed = _set_up(name, options, pay_tables)
    session = None
    if session_rounds is not None:
        purse, goal = (None if amount is None else cents(amount) for amount in (bankroll, target))
        session = Session(_number(session_rounds, "rounds"), purse, goal)
    elif bankroll is not None or target is not None:
        raise PitbossError("a bankroll and a target belong to sessions; say how long one is with session_rounds")
    if engine not in ("auto", "kernel", "script"):
        raise PitbossError(f'there is no engine "{engine}"; {suggest(engine, ("auto", "kernel", "script"))}')
    plan = plan_of(
        setup.entry.name,
        dict(setup.chosen),
        rounds=_number(rounds, "rounds"),
        seed=secrets.randbits(48) if seed is None else seed,
        wagers=wagers,
        strategy=strategy,
        session=session,
        meters=meters,
        pay_tables=pay_tables,
        count=count,
        penetration=None if penetration is None else str(penetration),
    )
    result = play(plan, engine, workers, cluster, progress)
    return replace(result, note=" ".join(part for part in (result.note, *assumed) if part))


def compare(first: str, second: str) -> "Comparison | RulebookComparison":
    """Two entries of a game side by side, each difference with both clauses; or two rulebooks, game by game.

    >>> import pitboss
    >>> found = pitboss.compare("chapter4/roulette", "oneida-2003/roulette")
    >>> next(row["oneida-2003/roulette"] for row in found.rows() if row["name"] == "Zero rule")
    'lose all or lose half; default lose all'
    >>> pitboss.compare("chapter4", "oneida-2003").rows()[1]
    {'game': 'big-six', 'chapter4': 'chapter4/big-six', 'oneida-2003': None, 'differences': None, 'stands_in': ''}
    """
    from pitboss.sheets.comparison import compare_entries, compare_rulebooks

    named = isinstance(first, str) and isinstance(second, str)
    if not named or ("/" in first) != ("/" in second):
        raise PitbossError("name two entries, such as chapter4/craps, or two rulebooks")
    if "/" not in first:
        return compare_rulebooks(first, second)
    return compare_entries(load(first), load(second))


def check(house: str | Path | Mapping[str, Any], at: datetime | str | None = None) -> HouseReport:
    """A house's tables against the rulebook, as its text, its file (a Path) or its TOML already read.

    Whether notices were given, and in time, is judged as it is ``at`` a moment, now unless it is said.

    >>> import pitboss
    >>> table = {"rulebook": "chapter4", "game": "three-card-poker", "limits": {"ante": {"max": 12.5}}}
    >>> report = pitboss.check({"tables": [table]})
    >>> report.legal, report.tables[0].limits["ante"]
    (True, (100, 1250))
    >>> [str(answer) for finding in report.tables[0].open for answer in report.tables[0].answers[finding]][:2]
    ['Posted at the table: open.', 'Posted at the table: open.']
    """
    raw = raw_of(house, "house")
    judged = datetime.now().astimezone() if at is None else moment(at, "at")
    tables = check_house(raw, lambda setup: game_of(setup.entry).findings(setup), judged)
    return HouseReport(tuple(tables), str(raw.get("title", "")), judged)


def explain(record: "str | Path | Mapping[str, Any] | Record") -> "Ruling":
    """Settle a record and tell it as a ruling: what happened, what decided each wager, how its amount comes about.

    >>> import pitboss
    >>> text = 'rulebook = "chapter4"\\ngame = "roulette"\\nspin = "0"\\nseats.1.wagers = { red = 12.5 }'
    >>> [(row["decided_by"], row["computation"]) for row in pitboss.explain(text).rows()]
    [('zero: the ball came to rest at 0', 'the $12.50 is lost')]
    """
    from pitboss.sheets.ruling import ruling_of

    return ruling_of(settle(record))


def equity(
    name: str, hands: str | Sequence[str], board: str = "", dead: str = "", options: Options | None = None
) -> "Equities":
    """What hands of poker for a pot are worth against one another: the share of the pot that each wins.

    Hands are one text with a space between them, or a list: ``["Ah Kh", "Qs Qd"]``.

    >>> import pitboss
    >>> found = pitboss.equity("california/texas-holdem", "AhKh QsQd", board="Jh Th 2c 3d")
    >>> [(row["hand"], row["equity"]) for row in found.rows()]
    [('Ah Kh', Fraction(4, 11)), ('Qs Qd', Fraction(7, 11))]
    """
    from pitboss.solve.pot.equity import equities

    setup, _ = _set_up(name, options, None)
    if not game_of(setup.entry).stacks:
        raise Refused(f"{setup.entry.name} is not played for a pot; analyze tells its mathematics", setup.entry.source)
    listed = hands.split() if isinstance(hands, str) else hands
    if not isinstance(listed, Sequence) or not all(isinstance(each, str) for each in (*listed, board, dead)):
        raise PitbossError('hands, board and dead cards are given as text: "AhKh QsQd", or ["Ah Kh", "Qs Qd"]')
    return equities(setup, " ".join("".join(each.split()) for each in listed), board, dead)


def fees(
    name: str,
    options: Options | None = None,
    *,
    pay_tables: PayTables | None = None,
    hands_per_hour: int | None = None,
) -> "HouseTake":
    """What the house takes of a table of poker for a pot, by the number of players, under a plain model of play.

    >>> import pitboss
    >>> found = pitboss.fees("california/texas-holdem", {"schedule_option": "1"}, hands_per_hour=30)
    >>> [(row["players"], row["per_hand"], row["per_hour"]) for row in found.rows()][:1]
    [(2, Fraction(293, 200), Fraction(879, 20))]
    """
    from pitboss.solve.pot.house_take import Model, house_take

    setup, assumed = _set_up(name, options, pay_tables)
    game = game_of(setup.entry)
    if not game.stacks:
        raise Refused(f"{setup.entry.name} is not played for a pot; analyze tells its mathematics", setup.entry.source)
    game.must_take(setup)
    pace = None if hands_per_hour is None else _number(hands_per_hour, "hands an hour")
    if pace is not None and pace < 1:
        raise PitbossError(f"{pace} is not a number of hands an hour; give 1 or more")
    found = house_take(setup, Model(hands_per_hour=None if pace is None else Fraction(pace)))
    return replace(found, notes=tuple(assumed))


def advise(name: str, hand: str | Sequence[str], options: Options | None = None) -> "Advised":
    """Set a hand as the house would, and name the rule that sets it so, with its clause.

    The hand is one text, ``"6-6 4-4 3-6 1-4"``, or a list of its cards or tiles.

    >>> import pitboss
    >>> found = pitboss.advise("california/pai-gow-tiles", "6-6 4-4 3-6 1-4")
    >>> [(row["part"], row["cards"], row["worth"]) for row in found.rows()][0]
    ('low', '4-4 3-6', '7 points')
    >>> found.rule
    '14 points: 7/7 is the first play of its list that can be made'
    """
    from pitboss.sheets.advice import advice

    pieces = [hand] if isinstance(hand, str) else hand
    if not isinstance(pieces, Sequence) or not all(isinstance(each, str) for each in pieces):
        raise PitbossError('a hand is given as text: "6-6 4-4 3-6 1-4", or as a list of such')
    return advice(load(name), " ".join(pieces), options)


def find_games(words: str = "", *, rulebook: str | None = None, family: str | None = None) -> "Games":
    """The games of every rulebook, or those that have words in their names, titles or wagers.

    >>> import pitboss
    >>> [row["entry"] for row in pitboss.find_games("craps").rows()]
    ['chapter4/craps', 'massachusetts-2020/craps', 'oneida-2003/craps']
    """
    from pitboss.rulebook.listing import find

    if not isinstance(words, str):
        raise PitbossError('words are given as one text: "pai gow"')
    return find(words.split(), rulebook, family)


# -- helpers ----------------------------------------------------------------------------------------------------------


def held_by(setup: Setup, meters: Mapping[str, Money] | None) -> dict[str, int]:
    """What meters hold, in cents; one that the table does not have is refused."""
    for name in meters or {}:
        if name not in setup.meters:
            raise Unreadable(f'there is no meter "{name}" under these options; {suggest(name, setup.meters)}')
    return {name: cents(amount) for name, amount in (meters or {}).items()}


def of_wager(analysis: "Analysis", wager: str | None) -> "Analysis":
    """The analysis of one wager alone; a wager that is settled as part of another has none of its own."""
    from pitboss.solve.figures import not_by_itself, only

    if wager is None:
        return analysis
    alone = only(analysis.wagers, [wager])
    if not alone:
        raise not_by_itself(analysis.setup, wager, analysis.wagers)
    return replace(analysis, wagers=alone)


def _set_up(name: str, options: Options | None, pay_tables: PayTables | None) -> tuple[Setup, list[str]]:
    """A house's set-up, and in sentences what is assumed of it."""
    entry: Entry = load(name)
    if not isinstance(options or {}, Mapping):
        raise PitbossError("options are given under their names: {name: value}")
    chosen, assumed = assume_required(entry, options or {})
    return Setup.of(entry, chosen, pay_tables), list(assumptions(assumed))


def assumptions(assumed: Mapping[str, str]) -> Iterable[str]:
    """What a house must choose and did not, in sentences."""
    return (f"The house must choose {name}; {value} is assumed." for name, value in assumed.items())


KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "wagers": (lambda value: isinstance(value, Mapping), "are given under their names: {name: amount}"),
    "meters": (lambda value: isinstance(value, Mapping), "are given under their names: {name: amount}"),
    "progress": (callable, "is a function that is told how much is done"),
}


def _must_be_of_their_kinds(**given: object) -> None:
    """Refuse what a program gives and is of another kind than asked for; what has no kind of its own here is a text."""
    for name, value in given.items():
        fits, words = KINDS.get(name, (lambda value: isinstance(value, str), "is given as text"))
        if value is not None and not fits(value):
            raise PitbossError(f"{name} {words}, and not as {quoted(value)}")


def _number(value: float, what: str) -> int:
    """A whole number, however a program writes it: ``1_000_000`` or ``1e6``."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or (isinstance(value, float) and not value.is_integer()) or abs(value) > 10**18:
        raise PitbossError(f"{quoted(value)} is not a number of {what}; give a whole number such as 1_000_000 or 1e6")
    return int(value)
