"""A bank that the house holds unless a player takes it: who may, whether the house shares it, and what it comes to.

It is offered round the table from one seat on, and the next round from the next seat on, until the offer is back at the
dealer. What carries over: ``offered``, the seat that is offered the coming round first, 0 where the house banks it in
any case; ``banked``, the seat that banked the round before; ``wagered``, what each seat had at stake when the house
banked last.

The dealer may wager against a player who banks. Whoever banks says how much, so it is written as his: what the dealer
loses, he wins.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.engine.carry import amounts_carried, position_carried
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Script, carried
from pitboss.engine.wagers import Bet
from pitboss.errors import Refused
from pitboss.money import dollars, money
from pitboss.rulebook.setup import Setup

OFFERED, BANKED, WAGERED = "offered", "banked", "wagered"
CARRIED = {**carried(f"{OFFERED} {BANKED}", public=True), **carried(WAGERED, personal=True)}
DEALERS_WAGER = "dealer_vs_bank"
ALONE, CO_BANK = "bank_alone", "co_bank"
HALF = Fraction(1, 2)
LAST_WAGER = "last_wager"
TERMS = "offer cover bank co_bank dealers_wager bank_commission"
"""The terms of an entry that are needed here."""
DEALERS_CASES = "dealer_higher one_each bank_higher"
"""What may become of the dealer's wager."""


def may_bank(setup: Setup, carry: Mapping[str, Any], seat: int) -> None:
    """Refuse the bank to a seat that is not offered it, had it last, or did not wager when the house banked last."""
    cite = setup.cite("offer")
    if not setup.on("player_banking"):
        raise Refused("players do not bank at this table", cite)
    _must_be_right(setup, carry)
    if OFFERED not in carry:
        raise Refused("no player banks the first round of a game", cite)
    if not carry[OFFERED]:
        raise Refused("the offer is back at the dealer, and the house banks this round", cite)
    if carry.get(BANKED) == seat:
        raise Refused(f"seat {seat} banked the round before, and nobody banks two in a row", cite)
    if str(seat) not in carry.get(WAGERED, {}):
        raise Refused(
            f"seat {seat} had no wager in the last round that the house banked, and may not bank", setup.cite("cover")
        )


def bank_order(setup: Setup, carry: Mapping[str, Any]) -> list[int]:
    """The seats in the order in which they are offered the bank: round the table from the first one on."""
    first = position_carried(carry, OFFERED, setup.seats)
    return [(first - 1 + step) % setup.seats + 1 for step in range(setup.seats)] if first else []


def admit(t: Round, main: str) -> None:
    """Refuse a bank that does not cover the wagers of the others, or a dealer's wager above the bank's own last one."""
    _must_be_right(t.setup, t.carry)
    bank = t.player_dealer
    if bank is None:
        return
    others = at_stake(t, main)
    needed = others - int(others * HALF) if _may_share(t) else others
    if bank.wager < needed:
        half = "half of " if _may_share(t) else ""
        raise Refused(
            f"seat {bank.seat} banks with {money(bank.wager)}, and {half}the wagers against it come to {money(needed)}",
            t.cite("cover"),
        )
    dealers, last = t.bet(bank.seat, DEALERS_WAGER), _last_wager(t)
    if dealers is not None and t.term("dealers_wager") == LAST_WAGER and dealers.stake > last:
        raise Refused(
            f"the dealer wagers at most the {money(last)} that seat {bank.seat} wagered last, and not "
            f"{money(dealers.stake)}",
            t.cite("dealers_wager"),
        )


def _must_be_right(setup: Setup, carry: Mapping[str, Any]) -> None:
    """Refuse what carried over and cannot be."""
    for name in (OFFERED, BANKED):
        position_carried(carry, name, setup.seats)
    amounts_carried(carry, WAGERED)


def at_stake(t: Round, main: str) -> int:
    """What the players wager against the bank."""
    return sum(bet.stake for bet in t.bets if bet.wager == main)


def banker(t: Round) -> int:
    """The seat that banks, 0 for the house."""
    return 0 if t.player_dealer is None else t.player_dealer.seat


def is_shared(t: Round) -> bool:
    """True where the house banks the round together with a player."""
    return t.scratch.get(CO_BANK, False) is True


def announce(t: Round, main: str) -> Script:
    """Say who banks; a player who does may have the house cover half of it, and must where his chips cover no more."""
    if t.player_dealer is None:
        t.event("bank", t.cite("bank"), "the house banks")
        return
    seat, others = t.player_dealer.seat, at_stake(t, main)
    t.event("bank", t.cite("bank"), f"seat {seat} banks", seat=seat, amount=t.player_dealer.wager)
    if not _may_share(t):
        return
    answer = CO_BANK
    if t.player_dealer.wager >= others:
        alone = Action(ALONE, text="all wagers are yours to pay and to collect")
        shared = Action(CO_BANK, text="the house has half of the bank, and sets its hand")
        answer = yield from t.ask(seat, (alone, shared), t.cite("co_bank"), default=ALONE)
    if answer == CO_BANK:
        t.scratch[CO_BANK] = True
        t.player_dealer.backing = others
        t.event("co-bank", t.cite("co_bank"), f"the house and seat {seat} bank in halves", seat=seat)


def settle_dealers_wager(t: Round, case: str) -> None:
    """The dealer's wager against the bank, which is decided before any other."""
    bet = t.bet(banker(t), DEALERS_WAGER)
    if bet is not None:
        t.settle(bet, case)


def close(t: Round) -> None:
    """What is left in the centre once all are paid, or is lacking: halved where the house banks too, then charged."""
    if t.player_dealer is None:
        return
    if is_shared(t):
        t.share_bank(HALF, "half of the bank is the house's", t.cite("co_bank"))
    seat = t.player_dealer.seat
    from_dealer = sum(row.net for row in t.settlements if row.seat == seat and row.wager == DEALERS_WAGER)
    won = t.player_dealer.result + from_dealer
    if won > 0:
        t.charge_commission(seat, won, "vigorish on the bank's surplus", t.cite("bank_commission"))


def pass_on(t: Round, main: str) -> None:
    """To whom the next round is offered first, and who has wagered against the house."""
    if not t.on("player_banking"):
        return
    t.carry[OFFERED] = (t.carry.get(OFFERED, 0) + 1) % (t.setup.seats + 1)
    t.carry[BANKED] = banker(t)
    if not banker(t):
        made = [bet for bet in t.bets if bet.wager == main and bet.outcome != "void"]
        t.carry[WAGERED] = {str(bet.seat): dollars(bet.stake) for bet in made}


def left(carry: dict[str, Any], seat: int) -> None:
    """When nobody is left who wagered against the house, the next round is a new game's first."""
    if WAGERED in carry and not carry[WAGERED]:
        for name in CARRIED:
            carry.pop(name, None)


def shown(setup: Setup, carry: Mapping[str, Any], standing: Sequence[Bet], seat: int) -> list[str]:
    """Who is offered the coming round."""
    if not setup.on("player_banking"):
        return []
    if not carry.get(OFFERED, 0):
        return ["The house banks this round; then the bank is offered from seat 1 on."]
    return [f"The bank is offered from seat {carry[OFFERED]} on; where nobody takes it, the house banks."]


def _may_share(t: Round) -> bool:
    """True where the house would bank with this player; not where the dealer wagers against him."""
    return t.on("co_banking") and t.bet(banker(t), DEALERS_WAGER) is None


def _last_wager(t: Round) -> int:
    """What the player who banks wagered last against the house, at all positions that he held."""
    wagered, seat = amounts_carried(t.carry, WAGERED), banker(t)
    held = {seat, *(other for other, player in t.players.items() if player == t.players.get(seat))}
    return sum(wagered[str(each)] for each in held if str(each) in wagered)
