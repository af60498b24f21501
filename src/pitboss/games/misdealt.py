"""A card delivered to the wrong place, as card games of one rulebook share it: it never goes back."""

from dataclasses import replace

from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Script


def card_moves_forward(t: Round, call: Call) -> bool:
    """A card that is named was burned; any other went forward and is in the hand where it lies now."""
    rule, _ = t.setup.irregularities[call.id]
    if call.card is not None and t.draws.note(call.card):
        t.event("discard", rule.cite, "the card is burned", seat=call.seat, cards=(call.card,))
    else:
        t.event("remedy", rule.cite, "the card moves forward", seat=call.seat)
        t.calls[-1] = replace(call, card=None)
    return False


def player_may_leave(t: Round, call: Call) -> Script:
    """The player whom it concerns stays in the hand, or takes back whatever is not decided."""
    rule, _ = t.setup.irregularities[call.id]
    seat = call.seat or 0
    if not any(bet.seat == seat and not bet.outcome for bet in t.bets):
        return
    stay = Action("stay", text="the hand stands")
    leave = Action("leave", text="take back what is not decided")
    if (yield from t.ask(seat, (stay, leave), rule.cite)) == "leave":
        t.void_undecided(seat, rule.trigger, rule.cite)
