"""What is done when something goes wrong at Pai Gow Poker with bonus wagers."""

from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Remedy, Script
from pitboss.games.pai_gow import against_bank
from pitboss.games.pai_gow.against_bank import bank_hand
from pitboss.games.pai_gow.cards_in_two import parts_of
from pitboss.games.pai_gow.offered_bank import banker
from pitboss.rulebook.remedies import REMEDIES

LOST = "lost"
"""Where hands are kept that were called to lose of themselves, and why."""


def hand_loses(t: Round, call: Call) -> bool:
    """The hand was set so that it loses of itself."""
    rule, _ = t.setup.irregularities[call.id]
    t.scratch.setdefault(LOST, {})[call.seat] = call.id
    t.event("remedy", rule.cite, REMEDIES["hand_loses"].sentence, seat=call.seat)
    return False


def reset_house_hand(t: Round, call: Call) -> bool:
    return against_bank.reset_house_hand(t, call, parts_of(t.setup))


def reset_bank_hand(t: Round, call: Call) -> bool:
    """The dealer sets the hand of a player who banks as he would his own."""
    rule, _ = t.setup.irregularities[call.id]
    if banker(t):
        against_bank.set_anew(t, parts_of(t.setup), bank_hand(t), rule.cite)
    return False


def play_or_void(t: Round, call: Call) -> Script:
    """The player plays the hand, or takes back whatever is not decided; a bank's takes the round with it."""
    rule, _ = t.setup.irregularities[call.id]
    seat = call.seat or 0
    if seat == banker(t):
        reverse_contributions(t, call)
        raise RoundOver("void", rule.trigger, rule.cite, decided_stands=True)
    keep, void = Action("keep_hand", text="the hand stands"), Action("void_hand", text="the hand is void")
    if (yield from t.ask(seat, (keep, void), rule.cite)) == void.name:
        for bet in [bet for bet in t.bets if bet.seat == seat and not bet.outcome]:
            t.unfeed(bet, rule.cite)
        t.void_undecided(seat, rule.trigger, rule.cite)


def reverse_contributions(t: Round, call: Call) -> bool:
    """Wagers that go back have added nothing to a meter."""
    rule, _ = t.setup.irregularities[call.id]
    for bet in [bet for bet in t.bets if not bet.outcome]:
        t.unfeed(bet, rule.cite)
    return False


OF_THE_GAME: dict[str, Remedy] = {
    "hand_loses": hand_loses,
    "reset_house_hand": reset_house_hand,
    "reset_bank_hand": reset_bank_hand,
    "play_or_void_hand": play_or_void,
    "reverse_contributions": reverse_contributions,
}
