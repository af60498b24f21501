"""Wagers that come too late, by word of mouth or in cash: what is not accepted of them goes back; the rest stands."""

from collections import Counter
from typing import TYPE_CHECKING

from pitboss.engine import called_before, fees
from pitboss.engine.wagers import Bet, broken_by, needs_more
from pitboss.errors import Refused
from pitboss.money import money
from pitboss.rulebook.model import Irregularity
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.remedies import REMEDIES

if TYPE_CHECKING:
    from pitboss.engine.remedies import Call
    from pitboss.engine.round import Round


def refuse(t: "Round", call: "Call", rule: Irregularity) -> None:
    """A wager that is not accepted goes back, or the amount of it that is not, as if it had never been put down.

    What the seat has wagered besides stands, unless it cannot be made without the one that went back.
    """
    bet = _named(t, call) if rule.wager else None
    if bet is None or bet.outcome:
        t.event("remedy", rule.cite, REMEDIES["refuse"].sentence, seat=call.seat)
        return
    _must_bear_no_other(t, bet, call, rule.cite)
    before = Counter(fees.charged(t))
    _give_back(t, bet, call.cents or bet.stake, rule)
    _let_go_what_rested_on_it(t, bet.seat)
    if t.now != "bets":  # fees are taken when the betting ends, and for what was wagered by then
        for (seat, what, cite), amount in (before - Counter(fees.charged(t))).items():
            t.charge(seat, f"{what} given back", -amount, cite)


def stands_as_placed(t: "Round", call: "Call", rule: Irregularity) -> None:
    """The wager is settled where it lies, whatever the player meant or did to it."""
    bet = on_the_layout(t, call, rule.cite)
    t.event("remedy", rule.cite, f"{bet.name}: {REMEDIES['stands_as_placed']}", seat=bet.seat)


def on_the_layout(t: "Round", call: "Call", cite: str) -> Bet:
    """The wager that a call names, or a refusal where there is none."""
    bet = _named(t, call)
    if bet is None:
        raise Refused(f"{call.id}: seat {call.seat} has no wager {call.wager}", cite)
    return bet


def _named(t: "Round", call: "Call") -> Bet | None:
    return t.named(call.seat, call.wager) if call.seat and call.wager else None


def _give_back(t: "Round", bet: Bet, back: int, rule: Irregularity) -> None:
    if back == bet.stake:
        t.refuse(bet, rule.trigger, rule.cite)
        return
    if t.now == "bets":
        bet.stake -= back
    else:
        t.lower(bet, back, rule.cite)
    text = f"{money(back)} of {bet.name} goes back; {money(bet.stake)} stands"
    t.event("returned", rule.cite, text, seat=bet.seat, amount=back)


def _let_go_what_rested_on_it(t: "Round", seat: int) -> None:
    """Wagers that cannot be made without what is left go back too; amounts are judged as all calls leave them."""
    while resting := _resting(t, seat):
        fault, bets = resting
        for bet in bets:
            t.refuse(bet, fault.sentence, fault.cite)
    if not any(bet.seat == seat for bet in t.bets):
        for bettor in [bettor for bettor, place in t.behind.items() if place == seat]:
            for bet in [bet for bet in t.bets if bet.seat == bettor and not bet.outcome]:
                t.refuse(bet, f"nobody has a wager at seat {seat} any more", t.cite("backline"))


def _resting(t: "Round", seat: int) -> tuple[Refused, list[Bet]] | None:
    """Open wagers of a seat that need one which is not there, and why."""
    placed = [bet for bet in t.bets if bet.seat == seat and bet.offer.placed == "before_deal"]
    with called_before.as_left(t, t.waiting):
        for bet in placed:
            if not bet.outcome and (fault := needs_more(t.setup, bet, placed)):
                return fault, [bet]
        for rule in t.setup.bet_rules:
            bets = [bet for bet in placed if not bet.outcome and rule.if_placed in (None, bet.wager)]
            if bets and (fault := broken_by(t.setup, rule, seat, placed)):
                return fault, bets
    return None


def _must_bear_no_other(t: "Round", bet: Bet, call: "Call", cite: str) -> None:
    """Refuse to take back a wager by which another has been made since, or for which cards have been dealt."""
    for other in t.bets:
        if other.seat == bet.seat and not other.outcome and _bears(bet, other.offer):
            raise Refused(f"{call.id}: {other.offer.title} has been made by {bet.offer.title} already", cite)
    whole = call.cents in (None, bet.stake)
    if whole and t.hands_of(bet.seat) and any(_bears(bet, offer) for offer in t.setup.offers.values()):
        raise Refused(
            f"{call.id}: seat {bet.seat} has cards by its {bet.offer.title}; say how much of it came late", cite
        )


def _bears(bet: Bet, offer: Offer) -> bool:
    """True where a wager that is made during the round hangs on this one."""
    if offer.placed != "decision" or bet.offer.placed == "decision":
        return False
    hangs_on = (offer.equals, *offer.needs)
    return bet.wager in hangs_on or (hangs_on == (None,) and not bet.offer.needs)
