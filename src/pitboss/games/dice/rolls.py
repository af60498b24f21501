"""The dice of craps: a roll, the puck, and what a roll decides for each kind of wager."""

from dataclasses import dataclass
from itertools import product

from pitboss.rulebook.setup import Setup

POINTS = (4, 5, 6, 8, 9, 10)
NATURALS, CRAPS, BARRED = (7, 11), (2, 3, 12), 12
LINE = ("pass_line", "dont_pass")
LINE_COUPONS = ("pass_coupon", "dont_pass_coupon")
"""Match play coupons, which go by the line bet they lie with."""
WITH_THE_LINE = (*LINE, *LINE_COUPONS)
COME = ("come", "dont_come")
RIGHT_ODDS = {"pass_odds": "pass_line", "come_odds": "come", "put_odds": "put"}
WRONG_ODDS = {"dont_pass_odds": "dont_pass", "dont_come_odds": "dont_come"}
ODDS = RIGHT_ODDS | WRONG_ODDS
FOR_A_NUMBER = ("place_to_win", "buy", "put", "big_6", "big_8")
AGAINST_A_NUMBER = ("place_to_lose", "lay")
HARD_WAYS = ("hard_4", "hard_6", "hard_8", "hard_10")


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice.

    >>> Roll.read("4-3").total, Roll.read("3-3").hard, Roll.read("5-2").combination
    (7, True, '2-5')
    """

    first: int
    second: int

    @classmethod
    def read(cls, text: str) -> "Roll":
        first, _, second = text.partition("-")
        return cls(int(first), int(second))

    @property
    def total(self) -> int:
        return self.first + self.second

    @property
    def hard(self) -> bool:
        return self.first == self.second

    @property
    def combination(self) -> str:
        """The dice in either order, the lower first."""
        return f"{min(self.first, self.second)}-{max(self.first, self.second)}"

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


ROLLS = tuple(Roll(first, second) for first, second in product(range(1, 7), repeat=2))
"""All thirty-six, equally likely."""


@dataclass(frozen=True, slots=True)
class Puck:
    """Whether a come-out roll is next, or which point is on.

    ``line`` is False for a roll that is thrown without a line bet, only to decide Come and Don't Come bets.
    """

    point: int | None = None
    line: bool = True

    @property
    def come_out(self) -> bool:
        return self.point is None

    def after(self, roll: Roll) -> "Puck":
        """The puck once a roll is settled."""
        if self.point is None:
            return Puck(roll.total) if self.line and roll.total in POINTS else Puck()
        return Puck() if roll.total in (self.point, 7) else self


def number_of(wager: str, on: str | None) -> int:
    """The number a wager is on: its spot, or the one in its name."""
    return int(on or wager.rpartition("_")[2])


def off_by_default(setup: Setup, wager: str, puck: Puck) -> bool:
    """True for a wager that does not work on this roll unless it is called on.

    Come bets that are off on a come-out roll work all the same on a roll that is thrown only to decide them, but for
    those of which the rulebook says otherwise.
    """
    if not puck.come_out or not setup.term("off_on_come_out").get(wager):
        return False
    return puck.line or wager not in ("come", "come_odds") or wager in (setup.term("off_without_line") or ())


def works_with_flat(setup: Setup, wager: str) -> bool:
    """True for odds that work whenever the bet they belong to does, and are not called on by themselves."""
    return wager in ODDS and setup.term("off_on_come_out").get(wager) == "with_flat"


def case_of(wager: str, on: str | None, puck: Puck, roll: Roll, off: bool = False, flat_off: bool = False) -> str:
    """What a roll is to a wager that lives over many rolls; a wager that is ``off`` is not touched by it.

    Odds go back when they are off and the bet they belong to is decided, unless that is off as well (``flat_off``).
    """
    if wager in WITH_THE_LINE:
        return _opening(wager, roll) if puck.point is None else _own_point(puck.point, roll)
    if wager in COME:
        if on is None:
            return _opening(wager, roll)
        return "off" if off else _own_point(int(on), roll)
    if wager in ODDS:
        number = puck.point if on is None else int(on)
        assert number is not None
        if off:
            return "returned" if roll.total in (number, 7) and not flat_off else "off"
        return _own_point(number, roll)
    number = number_of(wager, on)
    if off:
        return "off"
    if roll.total == 7:
        return "seven"
    if roll.total != number:
        return "waits"
    if wager in HARD_WAYS:
        return "hard" if roll.hard else "easy"
    return "number"


def _opening(wager: str, roll: Roll) -> str:
    """The come-out roll of a line bet, or the first roll of a Come bet."""
    if roll.total in POINTS:
        return "point_set"
    if roll.total == BARRED and wager.startswith("dont"):
        return "barred"
    return "natural" if roll.total in NATURALS else "craps"


def _own_point(point: int, roll: Roll) -> str:
    if roll.total == point:
        return "point_made"
    return "seven_out" if roll.total == 7 else "waits"


def winning_lines(setup: Setup, roll: Roll) -> set[str]:
    """The lines of the one-roll wagers that a roll wins: those whose totals or combinations it is among."""
    table: dict[str, set[str]] | None = setup.worked_out.get("winning lines")
    if table is None:
        table = setup.worked_out["winning lines"] = _winning_lines(setup)
    return table[str(roll)]


def _winning_lines(setup: Setup) -> dict[str, set[str]]:
    table: dict[str, set[str]] = {str(roll): set() for roll in ROLLS}
    for lines in setup.term("one_roll").values():
        taken: set[str] = set()
        for line, wins_on in lines.items():  # the first line of a wager that a roll is among is the one it is paid by
            for roll in ROLLS:
                mine = str(roll.total) in wins_on.split() or roll.combination in wins_on.split()
                if mine and str(roll) not in taken:
                    table[str(roll)].add(line)
                    taken.add(str(roll))
    return table


def one_roll_case(setup: Setup, wager: str, on: str | None, roll: Roll) -> tuple[str, tuple[str, ...]]:
    """Whether a one-roll wager wins, and the pay table lines it wins by, finest first."""
    if on is not None:
        kind = "pair" if on[0] == on[2] else "unlike"
        return ("hit" if roll.combination == on else "miss"), (f"hop_{on[0]}_{on[2]}", f"hop_{kind}")
    winning = winning_lines(setup, roll)
    lines = setup.offers[wager].parts or setup.term("one_roll")[wager]
    won = tuple(line for line in lines if line in winning)
    return ("hit" if won else "miss"), won
