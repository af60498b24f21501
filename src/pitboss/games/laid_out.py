"""Remedies about a wager that lies on a layout, as games of wheels and dice share them."""

from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet, admit_unit
from pitboss.errors import Refused
from pitboss.money import money
from pitboss.rulebook.remedies import REMEDIES


def refuse(t: Round, call: Call) -> bool:
    """A wager that is not allowed goes back, or the amount of it that is not; the others stand."""
    rule, _ = t.setup.irregularities[call.id]
    bet = t.named(call.seat, call.wager) if call.seat and call.wager else None
    if bet is None or bet.outcome:
        t.event("remedy", rule.cite, REMEDIES["refuse"].sentence, seat=call.seat)
    else:
        give_back(t, bet, call, rule.trigger, rule.cite)
    return False


def give_back(t: Round, bet: Bet, call: Call, reason: str, cite: str) -> None:
    """What a call refuses of a wager goes back: the amount it names, or else all of it."""
    back = call.cents or bet.stake
    if back == bet.stake:
        t.void_bet(bet, reason, cite)
        return
    bet.stake -= back
    text = f"{money(back)} of {bet.name} goes back; {money(bet.stake)} stands"
    t.event("returned", cite, text, seat=bet.seat, amount=back)


def stands_as_placed(t: Round, call: Call) -> bool:
    """The wager is settled where it lies, whatever the player meant."""
    rule, _ = t.setup.irregularities[call.id]
    bet = on_the_layout(t, call, rule.cite)
    t.event("remedy", rule.cite, f"{bet.name}: {REMEDIES['stands_as_placed']}", seat=bet.seat)
    return False


def valid_as_placed(t: Round, call: Call) -> bool:
    """A wager outside the limits counts as it lies, if it can be paid and is not over the casino's own maximum."""
    rule, _ = t.setup.irregularities[call.id]
    bet = on_the_layout(t, call, rule.cite)
    must_be_outside_limits(bet, call, rule.cite)
    admit_unit(bet, bet.offer.unit_on(bet.on))
    most: int | str | None = t.term("casino_maximum")
    if isinstance(most, int) and bet.stake > most:
        amount = f"{bet.name} of {money(bet.stake)}"
        raise Refused(f"{call.id}: {amount} is over the casino's maximum of {money(most)}", t.cite("casino_maximum"))
    t.event("remedy", rule.cite, f"{bet.name}: {REMEDIES['valid_as_placed']}", seat=bet.seat)
    return False


def on_the_layout(t: Round, call: Call, cite: str) -> Bet:
    """The wager that a call names, or a refusal where there is none."""
    bet = t.named(call.seat, call.wager) if call.seat and call.wager else None
    if bet is None:
        raise Refused(f"{call.id}: seat {call.seat} has no wager {call.wager}", cite)
    return bet


def must_be_outside_limits(bet: Bet, call: Call, cite: str) -> None:
    low, high = bet.offer.min, bet.offer.max
    if (low is None or bet.stake >= low) and (high is None or bet.stake <= high):
        raise Refused(f"{call.id}: {bet.name} of {money(bet.stake)} is within the limits", cite)
