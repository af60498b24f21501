"""What becomes of a wager outside the limits that lies on a layout, as games of wheels and dice share it."""

from pitboss.engine.refusing import on_the_layout
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet, admit_unit
from pitboss.errors import Refused
from pitboss.money import money
from pitboss.rulebook.remedies import REMEDIES


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


def must_be_outside_limits(bet: Bet, call: Call, cite: str) -> None:
    low, high = bet.offer.min, bet.offer.max
    if (low is None or bet.stake >= low) and (high is None or bet.stake <= high):
        raise Refused(f"{call.id}: {bet.name} of {money(bet.stake)} is within the limits", cite)
