"""A bank that alternates between the house and the players: whose turn it is, and whether the player may take it.

What carries over: ``offered``, the seat that is offered the coming hand, 0 where the house banks it in any case;
``marker``, the seat that is offered the bank next; ``wagered``, what each seat had at stake in the hand before.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.engine.carry import amounts_carried, position_carried
from pitboss.engine.round import Round
from pitboss.engine.script import carried
from pitboss.engine.wagers import Bet
from pitboss.errors import Refused
from pitboss.money import dollars, money
from pitboss.rulebook.setup import Setup

OFFERED, MARKER, WAGERED = "offered", "marker", "wagered"
CARRIED = {**carried(f"{OFFERED} {MARKER}", public=True), **carried(WAGERED, personal=True)}
FIRST = 1
MAIN, BANK_V_HOUSE = "main", "bank_v_house"


def may_bank(setup: Setup, carry: Mapping[str, Any], seat: int) -> None:
    """Refuse the bank to a seat that is not offered it, or that did not play the hand before."""
    offered = position_carried(carry, OFFERED, setup.seats)
    if not offered:
        raise Refused("the house banks this hand; the bank is offered again after it", setup.cite("offer"))
    if offered != seat:
        raise Refused(f"the bank is offered to seat {offered}, not to seat {seat}", setup.cite("offer"))
    if str(seat) not in amounts_carried(carry, WAGERED):
        raise Refused(f"seat {seat} did not play the hand before, and may not bank", setup.cite("cover"))


def admit(t: Round) -> None:
    """Refuse a bank that does not cover the wagers of the others, or wagers more against the house than it did last."""
    for name in (OFFERED, MARKER):
        position_carried(t.carry, name, t.setup.seats)
    wagered = amounts_carried(t.carry, WAGERED)
    if t.player_dealer is None:
        return
    seat, fund = t.player_dealer.seat, t.player_dealer.wager
    others = sum(bet.stake for bet in t.bets if bet.wager == MAIN)
    if others > fund:
        raise Refused(
            f"seat {seat} banks with {money(fund)}, and the wagers against it come to {money(others)}",
            t.cite("cover"),
        )
    against_house, last = t.bet(seat, BANK_V_HOUSE), wagered[str(seat)]
    if against_house is not None and against_house.stake > last:
        raise Refused(
            f"seat {seat} wagers {money(against_house.stake)} against the house, and at most the {money(last)} of the "
            "hand before",
            against_house.offer.amount_cite,
        )


def banker(t: Round) -> int:
    """The seat that banks, 0 for the house."""
    return 0 if t.player_dealer is None else t.player_dealer.seat


def announce(t: Round) -> None:
    """Say who banks."""
    if t.player_dealer is not None:
        seat = t.player_dealer.seat
        t.event("bank", t.cite("bank"), f"seat {seat} banks", seat=seat, amount=t.player_dealer.wager)
    else:
        offered = t.carry.get(OFFERED, 0)
        declined = f"; seat {offered} was offered the bank" if offered else ""
        t.event("bank", t.cite("bank"), f"the house banks{declined}")


def pass_on(t: Round) -> None:
    """Whose turn it is in the next hand. Whoever banked has it for one hand, then the house has it for one."""
    marker, offered = t.carry.get(MARKER, FIRST), t.carry.get(OFFERED, 0)
    if offered:
        marker = offered % t.setup.seats + 1
    t.carry[MARKER] = marker
    t.carry[OFFERED] = 0 if banker(t) else marker
    t.carry[WAGERED] = {str(seat): dollars(sum(bet.stake for bet in t.bets if bet.seat == seat)) for seat in t.seats}


def left(carry: dict[str, Any], seat: int) -> None:
    """When nobody is left who played the hand before, the next one is a new game's first."""
    if WAGERED in carry and not carry[WAGERED]:
        for name in CARRIED:
            carry.pop(name, None)


def shown(setup: Setup, carry: Mapping[str, Any], standing: Sequence[Bet], seat: int) -> list[str]:
    """Who is offered the coming hand."""
    offered, marker = carry.get(OFFERED, 0), carry.get(MARKER, FIRST)
    if not offered:
        return [f"The house banks this hand; then the bank is offered to seat {marker}."]
    return [f"Seat {offered} is offered the bank; where it does not take it, the house banks."]
