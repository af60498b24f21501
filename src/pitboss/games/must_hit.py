"""A Must Hit meter: hidden until it is hit, it goes to one of those who made a wager of the round."""

from pitboss.engine.round import Round
from pitboss.money import cents, dollars

MUST_HIT = "must_hit"
TRIGGER = "must_hit_trigger"
WINNER = "must_hit_winner"


def set_trigger(t: Round, wager: str) -> None:
    """A Must Hit meter that starts anew gets a trigger that nobody knows: any cent up to its maximum.

    A written record need not give it: then the winner it names, or does not name, says whether the meter was hit.
    """
    rule = t.setup.meters.get(MUST_HIT)
    bets = t.bets_on(wager)
    if rule is None or not bets or TRIGGER in t.carry or not t.draws.gives(TRIGGER):
        return
    assert rule.must_hit_max is not None
    grown = int(sum(bet.stake for bet in bets) * rule.contribution)
    low = min(t.meters.held[MUST_HIT] - grown, rule.must_hit_max)
    t.carry[TRIGGER] = t.pick_unseen(TRIGGER, [dollars(cent) for cent in range(low, rule.must_hit_max + 1)])


def settle_must_hit(t: Round, wager: str) -> None:
    """At the end of the round: a meter at its trigger goes to one of those who made the wager, picked at random."""
    seats = [bet.seat for bet in t.bets_on(wager)]
    if MUST_HIT not in t.setup.meters or not seats:
        return
    trigger = t.carry.get(TRIGGER)
    hit = t.draws.gives(WINNER) if trigger is None else t.meters.held[MUST_HIT] >= cents(trigger)
    if hit:
        winner = t.pick(WINNER, seats, t.cite("must_hit"))
        t.award_meter(winner, MUST_HIT, "won by the random selection", t.cite("must_hit"))
        t.carry.pop(TRIGGER, None)
