"""``pitboss analyze`` for poker for a pot: what the house takes, and what hands are worth against one another."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.errors import Refused
from pitboss.money import dollars, money
from pitboss.numerals import whole
from pitboss.rulebook.setup import Setup
from pitboss.sheets.paper import CITE, Paper, print_json
from pitboss.solve.figures import percent
from pitboss.solve.pot.equity import Equities, equities
from pitboss.solve.pot.house_take import HouseTake, Model, OfSchedule, Take, house_take, in_dollars, in_force


@dataclass(frozen=True)
class WantedOfPot:
    """What the command line asks for of a game for a pot."""

    equity: str | None = None
    board: str = ""
    dead: str = ""
    players: str | None = None
    hands_per_hour: str | None = None
    as_json: bool = False

    @property
    def asks(self) -> bool:
        """Whether anything is asked that only a game for a pot has."""
        return any((self.equity, self.board, self.dead, self.players, self.hands_per_hour))


def analyze_pot(setup: Setup, wanted: WantedOfPot) -> None:
    """Print what was asked for: the equity of hands, or what the house takes."""
    if wanted.equity is not None:
        found = equities(setup, wanted.equity, wanted.board, wanted.dead)
        if wanted.as_json:
            print_json(_head(setup) | {"equity": found.as_json()})
        else:
            _print_equities(Paper(), setup, found)
        return
    if wanted.board or wanted.dead:
        raise Refused('a board and dead cards go with hands: --equity "AhKh QsQd" --board "Jh Th 2c"')
    players = None
    if setup.schedule is not None and wanted.players is not None:
        players = _number(wanted.players, "players", setup.entry.seats.min, setup.seats)
    taken = house_take(setup, _model(wanted))
    if wanted.as_json:
        print_json(taken.as_json())
        return
    paper = Paper()
    if taken.rake is not None:
        _print_rake(paper, taken, taken.rake)
        return
    _print_takes(paper, setup, taken.takes, taken.model)
    if players is None:
        _print_by_hour(paper, setup, taken.schedules)
    else:
        _print_schedules(paper, taken.schedules, players)


def _model(wanted: WantedOfPot) -> Model:
    pace = None if wanted.hands_per_hour is None else _number(wanted.hands_per_hour, "hands an hour", 1, 1000)
    return Model(hands_per_hour=None if pace is None else Fraction(pace))


def _head(setup: Setup) -> dict[str, Any]:
    head = {"rulebook": setup.entry.rulebook, "game": setup.entry.game}
    return head | {"options": setup.in_force, "chosen": dict(setup.chosen)}


# -- what the house takes ---------------------------------------------------------------------------------------------


def _print_takes(paper: Paper, setup: Setup, takes: Sequence[Take], model: Model) -> None:
    assert setup.schedule is not None
    paper.title(setup.entry.title, setup.entry.name)
    paper.clause("The players win the pot from one another; the house has its fees, and no edge.", setup.schedule.cite)
    paper.heading(f"What the house takes: {in_force(setup)}")
    heads: tuple[str, ...] = ("Players", "Each, half hour", "Per hour", "Hands per hour", "Per hand")
    rows: list[tuple[str, ...]] = [
        (str(each.players), f"${dollars(each.each_half_hour)}", _d(each.per_hour), _h(each), _d(each.per_hand))
        for each in takes
    ]
    if not takes[0].each_half_hour:
        heads = ("Players", "Dealt", "2nd round", "3rd round", "Per hand", "Hands per hour", "Per hour", "Player, hour")
        rows = [
            (
                str(each.players),
                *(f"${dollars(fee)}" for fee in each.at),
                _d(each.per_hand),
                _h(each),
                _d(each.per_hour),
                _d(each.per_hour / each.players),
            )
            for each in takes
        ]
    paper.table(heads, rows, right=range(len(heads)))
    paper.line()
    paper.clause(model.told, style=CITE)


def _print_by_hour(paper: Paper, setup: Setup, rows: Sequence[OfSchedule]) -> None:
    paper.heading("Every schedule: dollars an hour, by the number of players")
    numbers = range(setup.entry.seats.min, setup.seats + 1)
    heads = ("No.", "Stakes", *map(str, numbers))
    lines = []
    for row in rows:
        by_players = {each.players: str(round(each.per_hour / 100)) for each in row.takes}
        lines.append((row.number, row.stakes, *(by_players.get(number, "") for number in numbers)))
    paper.table(heads, lines, right=range(2, len(heads)))
    paper.line()
    paper.line("--players N tells each schedule per hand; --json gives everything.", CITE)


def _print_schedules(paper: Paper, rows: Sequence[OfSchedule], players: int) -> None:
    paper.heading(f"Every schedule for {players} players")
    found = [(row, each) for row in rows for each in row.takes if each.players == players]
    lines = [
        (row.number, row.stakes, _d(each.per_hand), _d(each.per_hour), _d(each.per_hour / players))
        for row, each in found
    ]
    paper.table(("No.", "Stakes", "Per hand", "Per hour", "Per player, hour"), lines, right=(2, 3, 4))


def _print_rake(paper: Paper, taken: HouseTake, rate: Fraction) -> None:
    entry = taken.setup.entry
    paper.title(entry.title, entry.name)
    paper.clause(
        f"The house takes {percent(rate, 0, 0)} of each pot, rounded down to a chip.", entry.options["rake"].cite
    )
    paper.table(("Pot", "Rake"), [(f"${pot}", money(fee)) for pot, fee in taken.of_pots.items()], right=(0, 1))
    if not taken.takes:
        return
    paper.heading("What the house takes where nobody bets more than the blinds")
    heads = ("Players", "Per hand", "Hands per hour", "Per hour", "Player, hour")
    rows = [
        (str(each.players), _d(each.per_hand), _h(each), _d(each.per_hour), _d(each.per_hour / each.players))
        for each in taken.takes
    ]
    paper.table(heads, rows, right=range(len(heads)))
    paper.line()
    paper.clause(taken.remarks()[0], style=CITE)


# -- equity -----------------------------------------------------------------------------------------------------------


def _print_equities(paper: Paper, setup: Setup, found: Equities) -> None:
    paper.title(f"{setup.entry.title}: shares of the pot", setup.entry.name)
    if found.board:
        paper.line(f"Board: {' '.join(found.board)}", indent=2)
    heads = ["Hand", "Equity", "Wins all", "Wins a part", "± standard error" if found.sampled else "Exactly"]
    rows = [
        (
            " ".join(share.hand),
            percent(share.equity),
            percent(share.wins),
            percent(share.parts),
            percent(Fraction(share.error)) if share.error is not None else str(share.equity),
        )
        for share in found.shares
    ]
    paper.table(heads, rows, right=(1, 2, 3, 4))
    paper.line()
    how = "drawn by chance" if found.sampled else "every one"
    paper.line(f"{found.deals:,} deals of the cards that are missing, {how}.", CITE)


def _d(amount: Fraction) -> str:
    return f"${in_dollars(amount)}"


def _h(each: Take) -> str:
    return f"{float(each.hands):.1f}"


def _number(text: str, what: str, least: int, most: int) -> int:
    found = whole(text)
    if found is None or not least <= found <= most:
        raise Refused(f"{text!r} is not a number of {what}; it is {least} to {most}")
    return found
