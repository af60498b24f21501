"""Who shoots: the dice go clockwise round the table, and the shooter holds a line bet before a come-out roll."""

from collections.abc import Sequence
from typing import Any

from pitboss.engine.round import Round
from pitboss.errors import Refused
from pitboss.games.dice.rolls import COME, LINE

ANOTHER = "another"
"""A shooter who is at the table and not in the record."""


def take_the_dice(t: Round) -> None:
    """Settle who throws the next roll, or refuse it because nobody may."""
    if any("another_shoots" in words for words in t.says.values()):
        _hand_over(t, ANOTHER)
    shooter = t.carry.get("shooter")
    if isinstance(shooter, int) and ("pass_dice" in t.says.get(shooter, ()) or _declines(t, shooter)):
        t.carry["passing"] = True
    if t.carry.get("passing") or not _has_the_dice(t, t.carry.get("shooter")):
        offer_the_dice(t)
    _check_line_bet(t)


def obey_the_boxman(t: Round) -> None:
    """Dice that are ordered on pass before the wagers are judged: those over a new shooter's turn may be made now."""
    if any("pass_dice" in t.setup.irregularities[call.id][1] for call in t.waiting):
        t.carry["passing"] = True
        offer_the_dice(t)


def _has_the_dice(t: Round, shooter: object) -> bool:
    """A shooter finishes a hand that is on even with no wager left on the layout."""
    return shooter in (ANOTHER, *t.seats) or (shooter is not None and "point" in t.carry)


def _declines(t: Round, shooter: int) -> bool:
    """A shooter without a line bet before a come-out roll, where others hold one, lets the dice go on."""
    return not _may_shoot(t, shooter) and any(holds_line_bet(t, seat) for seat in t.seats)


def offer_the_dice(t: Round) -> None:
    """Offer the dice clockwise, from the left of the last shooter, until somebody takes them."""
    last = t.carry.get("shooter")
    for seat in _clockwise(t, last):
        if "pass_dice" not in t.says.get(seat, ()) and _may_shoot(t, seat):
            _hand_over(t, seat)
            return
    if last == ANOTHER:
        _hand_over(t, ANOTHER)
    elif t.carry.get("passing") or last not in t.seats:
        if "point" in t.carry or any("pass_dice" in words for words in t.says.values()):
            raise Refused(
                'nobody else takes the dice; "another_shoots" gives them to a player outside the record',
                t.cite("offer_dice"),
            )
        raise Refused(
            "nobody takes the dice; before a come-out roll the shooter makes a Pass or a Don't Pass bet",
            t.cite("shooter"),
        )


def _clockwise(t: Round, last: object) -> Sequence[int]:
    """The seats in the order in which they are offered the dice; whoever had them comes last."""
    if not isinstance(last, int):
        return t.seats
    return [*(seat for seat in t.seats if seat > last), *(seat for seat in t.seats if seat <= last)]


def _may_shoot(t: Round, seat: int) -> bool:
    return "point" in t.carry or holds_line_bet(t, seat)


def holds_line_bet(t: Round, seat: int) -> bool:
    return any((bet := t.bet(seat, wager)) is not None and not bet.outcome for wager in LINE)


def _hand_over(t: Round, to: int | str) -> None:
    """A new shooter's turn begins; a point that is on is finished first."""
    if t.carry.get("shooter") != to or t.carry.get("passing"):
        t.carry |= {"shooter": to, "come_outs": 0, "rolls": 0}
        where = f"seat {to}" if to != ANOTHER else "another player"
        t.scratch.setdefault("dice", []).append((t.cite("offer_dice"), f"{where} takes the dice"))
    t.carry.pop("passing", None)
    t.carry.pop("no_line", None)


def _check_line_bet(t: Round) -> None:
    """Before a come-out roll the shooter must hold a line bet; some rulebooks let Come bets be played out without."""
    shooter = t.carry["shooter"]
    if shooter == ANOTHER or "point" in t.carry:
        return
    if holds_line_bet(t, shooter):
        t.carry.pop("no_line", None)
        return
    if t.term("roll_without_line") and (t.carry.get("no_line") or "no_line_bet" in t.says.get(shooter, ())):
        if any(bet.wager in COME and bet.on for bet in t.bets) and (t.carry.get("no_line") or t.carry.get("made")):
            t.carry["no_line"] = True
            return
        raise Refused(
            "only a shooter who made the point, with Come or Don't Come bets still up, rolls without a line bet",
            t.cite("roll_without_line"),
        )
    raise Refused(
        f"seat {shooter} shoots and must hold a Pass or Don't Pass bet; make one, or pass the dice", t.cite("shooter")
    )


def left(carry: dict[str, Any], seat: int) -> None:
    """A shooter who leaves gives up the dice."""
    if carry.get("shooter") == seat:
        carry["passing"] = True
