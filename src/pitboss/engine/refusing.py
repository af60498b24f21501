"""Wagers that come too late, by word of mouth or in cash: what is not accepted of them goes back; the rest stands."""

from collections import Counter
from typing import TYPE_CHECKING

from pitboss.engine import called_before, fees
from pitboss.engine.events import Fee
from pitboss.engine.wagers import Bet, broken_by, comes_apart, needs_more
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
    must_be_free(t, call, rule)
    bet = _named(t, call) if rule.wager else None
    if bet is None or bet.outcome:
        t.event("remedy", rule.cite, REMEDIES["refuse"].sentence, seat=call.seat)
        return
    before = Counter(fees.charged(t))
    whole = call.cents in (None, bet.stake)
    _give_back(t, bet, call.cents or bet.stake, rule)
    _let_go_what_rested_on_it(t, bet.seat, whole)
    _tell_what_came_apart(t, bet.seat)
    if t.now != "bets":  # fees are taken when the betting ends, and for what was wagered by then
        for (seat, what, cite), amount in (before - Counter(fees.charged(t))).items():
            t.charge(Fee(seat, f"{what} given back", -amount, cite))


def let_go(t: "Round", bet: Bet, reason: str, cite: str) -> None:
    """A wager goes back and counts as never made; a seat that has no other is out of the round."""
    if t.now != "bets":  # meters grow when the betting ends
        t.unfeed(bet, cite)
    t.void_bet(bet, reason, cite)
    t.refused.append(bet)
    t.withdraw(bet)
    if bet.seat not in t.present and not any(other.seat == bet.seat for other in t.bets):
        t.out.add(bet.seat)


def must_be_free(t: "Round", call: "Call", rule: Irregularity) -> None:
    """Refuse to take back a wager that is decided, by which another has been made, or for which cards were dealt."""
    bet = _named(t, call) if rule.wager else None
    if bet is None or bet.outcome == "void":
        return
    if bet.outcome:
        raise Refused(f"{call.id}: {bet.name} is decided already; say at which moment before that it was", rule.cite)
    if bet.offer.placed == "decision":
        raise Refused(f"{call.id}: {bet.offer.title} was made when it was asked for", rule.cite)
    whole = call.cents in (None, bet.stake)
    going = _would_go(t, bet) if whole else [bet]
    for other in [other for other in t.bets if other.seat == bet.seat and other.outcome != "void"]:
        if any(_bears(t, each, other.offer) for each in going):
            raise Refused(f"{call.id}: {other.offer.title} has been made by {bet.offer.title} already", rule.cite)
    hangs = any(_bears(t, each, offer) for each in going for offer in t.setup.offers.values())
    if whole and hangs and t.hands_of(bet.seat):
        title = bet.offer.title
        raise Refused(f"{call.id}: seat {bet.seat} has cards by its {title}; say how much of it came late", rule.cite)


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
        let_go(t, bet, rule.trigger, rule.cite)
        return
    if t.now == "bets":
        bet.stake -= back
    else:
        t.lower(bet, back, rule.cite)
    text = f"{money(back)} of {bet.name} goes back; {money(bet.stake)} stands"
    t.event("returned", rule.cite, text, seat=bet.seat, amount=back)


def _let_go_what_rested_on_it(t: "Round", seat: int, whole: bool) -> None:
    """Wagers that cannot be made without what is left go back too; amounts are judged as all calls leave them."""
    while resting := _resting(t, seat, whole):
        fault, bets = resting
        for bet in bets:
            let_go(t, bet, fault.sentence, fault.cite)
    if not any(bet.seat == seat for bet in t.bets):
        for bettor in [bettor for bettor, place in t.behind.items() if place == seat]:
            for bet in [bet for bet in t.bets if bet.seat == bettor and not bet.outcome]:
                let_go(t, bet, f"nobody has a wager at seat {seat} any more", t.cite("backline"))


def _tell_what_came_apart(t: "Round", seat: int) -> None:
    """Wagers whose amounts go together and do no more: by no rulebook what lay there in time goes back for that."""
    placed = [bet for bet in t.bets if bet.seat == seat and bet.offer.placed == "before_deal" and not bet.outcome]
    with called_before.as_left(t, t.waiting):
        faults = [fault for bet in placed if (fault := comes_apart(bet, placed)) is not None]
    for fault in faults:
        apart = fault.sentence.partition(": ")[2]
        text = f"{apart}; what lay there in time stands all the same, and each wager is settled for what it is"
        t.event("remedy", fault.cite, text, seat=seat)


def _resting(t: "Round", seat: int, whole: bool) -> tuple[Refused, list[Bet]] | None:
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
        still = [bet for bet in placed if not bet.outcome]
        try:
            if still and whole and t.game.admit is not None:
                t.game.admit(t)
        except Refused as fault:
            return fault, still
    return None


def _would_go(t: "Round", bet: Bet) -> list[Bet]:
    """A wager, and those of its seat that cannot be made without it."""
    placed = [other for other in t.bets if other.seat == bet.seat and other.offer.placed == "before_deal"]
    if any(bet.wager in rule.all_of and rule.if_placed is None for rule in t.setup.bet_rules):
        return placed
    return [bet, *(other for other in placed if bet.wager in _ties(other.offer))]


def _bears(t: "Round", bet: Bet, offer: Offer) -> bool:
    """True where a wager that is made during the round hangs on this one.

    One that names none, like those of blackjack, hangs on whatever is decided as one of them is.
    """
    if offer.placed != "decision":
        return False
    if _ties(offer):
        return bet.wager in _ties(offer)
    free = [other for other in t.setup.offers.values() if other.placed == "decision" and not _ties(other)]
    return any(other.rulings.keys() & bet.offer.rulings.keys() for other in free)


def _ties(offer: Offer) -> set[str]:
    return {wager for wager in (offer.equals, *offer.needs) if wager}
