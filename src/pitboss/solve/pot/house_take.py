"""What the house takes of a table of poker for a pot: its fees per hand and per hour, under a plain model of play.

The fees themselves are the rulebook's. How often a hand comes so far that each is taken depends on the players, and no
rulebook says how they play: the model does, in two figures and a pace, and its answer is exact for that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import comb
from typing import Any

from pitboss.engine.fees import by_players
from pitboss.errors import Refused
from pitboss.games.pot.stakes import LIMIT, Stakes
from pitboss.money import cents, dollars
from pitboss.rulebook.model import Schedule
from pitboss.rulebook.options import key_of
from pitboss.rulebook.setup import Setup
from pitboss.tabular import Row, Tabular
from pitboss.tabular import in_dollars as exact_dollars

FIRST, SECOND, THIRD = range(3)
POINTS = {
    "small_blind": FIRST,
    "blinds": FIRST,
    "antes": FIRST,
    "flop": SECOND,
    "first_wagering": FIRST,
    "turn": THIRD,
    "fifth": THIRD,
}
"""How far a hand must come for a fee: dealt, to the second round of wagering, to the third."""
HOUR = 3600
POTS = ("10.00", "25.00", "50.00", "100.00", "250.00")
"""Pots for which a rake is told."""


@dataclass(frozen=True)
class Model:
    """How a table plays. Whoever must put money up at last, as the big blind does, is always in; every other player
    enters the hand with the chance ``enters``; each who is in goes on to the third round of wagering with the chance
    ``stays``, all independent of one another. A hand takes so many seconds, and more for each player."""

    enters: Fraction = Fraction(1, 4)
    stays: Fraction = Fraction(3, 5)
    seconds: int = 40
    seconds_each: int = 8
    hands_per_hour: Fraction | None = None

    def reaches(self, players: int) -> tuple[Fraction, Fraction, Fraction]:
        """The chance that a hand is dealt, comes to a second round of wagering, and to a third.

        >>> [str(chance) for chance in Model(Fraction(1, 2), Fraction(1, 2)).reaches(2)]
        ['1', '1/2', '1/8']
        """
        others = players - 1
        entering = [comb(others, k) * self.enters**k * (1 - self.enters) ** (others - k) for k in range(others + 1)]
        third = sum((chance * self._two_stay(k + 1) for k, chance in enumerate(entering) if k), Fraction(0))
        return Fraction(1), 1 - entering[0], third

    def _two_stay(self, players: int) -> Fraction:
        """The chance that at least two of so many go on."""
        gone = 1 - self.stays
        return 1 - gone**players - players * self.stays * gone ** (players - 1)

    def hands(self, players: int) -> Fraction:
        """How many hands an hour has."""
        return self.hands_per_hour or Fraction(HOUR, self.seconds + self.seconds_each * players)

    @property
    def told(self) -> str:
        pace = (
            f"{float(self.hands_per_hour):g} hands an hour are dealt"
            if self.hands_per_hour
            else f"a hand takes {self.seconds} seconds and {self.seconds_each} more for each player"
        )
        return (
            f"The model: the last blind or the bring in is always in, every other player enters a hand with a chance "
            f"of {self.enters}, and each who is in goes on to the third round of wagering with a chance of "
            f"{self.stays}, independent of one another; {pace}; every pot can pay its fees."
        )


@dataclass(frozen=True)
class Take:
    """What a table of so many players pays, in cents."""

    players: int
    at: tuple[int, int, int]
    """The fees of a hand that is dealt, those that follow in the second round of wagering, and in the third."""
    per_hand: Fraction
    hands: Fraction
    per_hour: Fraction
    each_half_hour: int = 0

    @property
    def fees(self) -> dict[str, Decimal]:
        """The fees of a hand as far as it comes, and of each player by the half hour, in dollars."""
        named = zip(("dealt", "second_round", "third_round"), self.at, strict=True)
        return {name: exact_dollars(fee) for name, fee in (*named, ("each_half_hour", self.each_half_hour))}

    def as_json(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "fees": dict(zip(("dealt", "second_round", "third_round"), map(dollars, self.at), strict=True)),
            "each_half_hour": dollars(self.each_half_hour),
            "per_hand": in_dollars(self.per_hand),
            "per_hand_exact": str(self.per_hand / 100),
            "hands_per_hour": f"{float(self.hands):.2f}",
            "per_hour": in_dollars(self.per_hour),
            "per_player_and_hour": in_dollars(self.per_hour / self.players),
        }


def take(setup: Setup, schedule: Schedule, players: int, model: Model) -> Take:
    """What the house takes by a schedule; fees by the half hour are spread over the hands of it."""
    hands = model.hands(players)
    if schedule.half_hour:
        each = by_players(schedule.half_hour, players)
        per_hour = Fraction(2 * each * players)
        return Take(players, (0, 0, 0), per_hour / hands, hands, per_hour, each)
    at = [0, 0, 0]
    at[FIRST] += cents(schedule.small_blind)
    for point, fee in schedule.pot.items():
        at[POINTS[point]] += by_players(fee, players)
    per_hand = sum((fee * chance for fee, chance in zip(at, model.reaches(players), strict=True)), Fraction(0))
    return Take(players, (at[0], at[1], at[2]), per_hand, hands, per_hand * hands)


def rake_take(setup: Setup, players: int, model: Model) -> Take:
    """What a rake takes of the pots that the model makes: of what is put up before the cards, and of the calls of it.

    It knows no bets after that, so that real pots, and the rake of them, are larger.
    """
    stakes, rate = Stakes.of(setup), setup.options["rake"]
    dealt = players - (setup.term("sits_out_of") == players)

    def rake(pot: int) -> int:
        return int(pot * rate) // stakes.chip * stakes.chip

    antes, per_hand = stakes.ante * dealt, Fraction(0)
    if not stakes.big:
        per_hand = Fraction(rake(antes))
    else:
        others = dealt - 2
        for small_enters, chance in ((True, model.enters), (False, 1 - model.enters)):
            for k in range(others + 1):
                enters = comb(others, k) * model.enters**k * (1 - model.enters) ** (others - k)
                small = stakes.big if small_enters else stakes.small
                per_hand += chance * enters * rake(antes + stakes.big * (1 + k) + small)
    hands = model.hands(players)
    return Take(players, (0, 0, 0), per_hand, hands, per_hand * hands)


def by_number_of_players(setup: Setup, model: Model) -> list[Take]:
    """What the house takes at the schedule in force, for every number of players."""
    if setup.schedule is None:
        raise Refused("this table has no collection schedule", setup.entry.source)
    found = []
    for players in range(setup.entry.seats.min, setup.seats + 1):
        schedule = setup.schedule_for(players)
        assert schedule is not None
        found.append(take(setup, schedule, players, model))
    return found


@dataclass(frozen=True)
class OfSchedule:
    """A schedule, and what it takes of tables of each number of players that it is for."""

    number: str
    stakes: str
    takes: tuple[Take, ...]

    def as_json(self) -> dict[str, Any]:
        return {"schedule": self.number, "stakes": self.stakes, "tables": [each.as_json() for each in self.takes]}


def every_schedule(setup: Setup, model: Model) -> list[OfSchedule]:
    fees = setup.entry.fees
    if fees is None:
        return []
    numbers = range(setup.entry.seats.min, setup.seats + 1)
    return [
        OfSchedule(
            number,
            stakes_in_words(rule),
            tuple(take(setup, rule, n, model) for n in numbers if rule.players is None or n in rule.players),
        )
        for number, rule in fees.schedules.items()
    ]


@dataclass(frozen=True, repr=False)
class HouseTake(Tabular):
    """What the house takes of a table, by the number of players: its fees, or its rake of the least pots."""

    setup: Setup
    model: Model
    takes: tuple[Take, ...]
    schedules: tuple[OfSchedule, ...] = ()
    """Every schedule of the entry, where there are any."""
    rake: Fraction | None = None
    notes: tuple[str, ...] = ()

    def rows(self) -> list[Row]:
        """A row for each number of players, in dollars; what a model has in it is an exact fraction."""
        return [
            {
                "players": each.players,
                **({} if self.rake is not None else each.fees),
                "per_hand": each.per_hand / 100,
                "hands_per_hour": each.hands,
                "per_hour": each.per_hour / 100,
                "per_player_and_hour": each.per_hour / each.players / 100,
            }
            for each in self.takes
        ]

    def caption(self) -> str:
        by = in_force(self.setup) if self.rake is None else f"a rake of {float(self.rake):.0%}"
        return f"{self.setup.entry.title}, {self.setup.entry.name}: what the house takes, {by}"

    def remarks(self) -> Sequence[str]:
        return [self.model.told + " Every bet beyond that is raked too." * (self.rake is not None), *self.notes]

    @property
    def of_pots(self) -> dict[str, int]:
        """What a rake takes of some pots, in cents."""
        chip = self.setup.options.get("smallest_chip") or 1
        return {pot: int(cents(pot) * (self.rake or 0)) // chip * chip for pot in POTS}

    def as_json(self) -> dict[str, Any]:
        entry, setup = self.setup.entry, self.setup
        told: dict[str, Any] = {"rulebook": entry.rulebook, "game": entry.game}
        told |= {"options": setup.in_force, "chosen": dict(setup.chosen)}
        if self.rake is not None:
            told |= {"rake": str(self.rake), "of_pots": {pot: dollars(fee) for pot, fee in self.of_pots.items()}}
        told |= {"model": self.model.told, "house_take": [each.as_json() for each in self.takes]}
        return told if self.rake is not None else told | {"schedules": [each.as_json() for each in self.schedules]}


def house_take(setup: Setup, model: Model) -> HouseTake:
    """What the house takes by its schedule; where it takes a part of each pot, of pots where nobody bets more than the
    blinds, which is all there is to say before a pot is known."""
    if setup.schedule is not None:
        return HouseTake(setup, model, tuple(by_number_of_players(setup, model)), tuple(every_schedule(setup, model)))
    rate = setup.options.get("rake")
    if not isinstance(rate, Fraction):
        raise Refused(f"{setup.entry.name} has neither a collection schedule nor a rake", setup.entry.source)
    numbers = range(setup.entry.seats.min, setup.seats + 1) if setup.term("form") != "chinese" else ()
    return HouseTake(setup, model, tuple(rake_take(setup, number, model) for number in numbers), rake=rate)


def stakes_in_words(rule: Schedule) -> str:
    """A schedule's form of betting, with its limit or buy-in."""
    limits = rule.buy_in or rule.table
    figures = "-".join(dict.fromkeys(figure for figure in (limits.min, limits.max) if figure))
    form = "no/pot limit" if rule.betting == "big_bet" else (rule.betting or "").replace("_", " ")
    return f"{form} ${figures}" if rule.betting == LIMIT else f"{form}, buy-in ${figures}"


def in_force(setup: Setup) -> str:
    """The number of the schedule in force, and its stakes."""
    assert setup.entry.fees is not None and setup.schedule is not None
    number, stakes = key_of(setup.options[setup.entry.fees.option]), Stakes.of(setup)
    limits = f" ${dollars(stakes.lower)}-{dollars(stakes.upper)}" if stakes.lower else ""
    return f"schedule {number}, {stakes.form.replace('_', ' ')}{limits}"


def in_dollars(amount: Fraction) -> str:
    """Cents, and parts of them, as dollars.

    >>> in_dollars(Fraction(1001, 3))
    '3.34'
    """
    return dollars(round(amount))
