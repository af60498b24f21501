"""The remedies that no-bust blackjack has of its own: dead cards, positions without cards, players who were skipped."""

from collections.abc import Callable, Mapping

from pitboss.engine import fees
from pitboss.engine.events import NOBODY
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Remedy, Script
from pitboss.games.blackjack.held import DEALER, boxes
from pitboss.games.blackjack.no_bust import out_of_turn
from pitboss.games.blackjack.no_bust.no_bust_rules import NoBustRules, has_joker, total_of
from pitboss.games.blackjack.no_bust.no_bust_turns import play_hand
from pitboss.games.blackjack.rules import HIT, STAND, SURRENDER
from pitboss.rulebook.remedies import REMEDIES

DEAD = "dead"
"""Where dead cards lie."""


def _cite(t: Round, call: Call) -> str:
    return t.setup.irregularities[call.id][0].cite


def _told(t: Round, call: Call, word: str) -> None:
    t.event("remedy", _cite(t, call), REMEDIES[word].sentence, seat=call.seat)


def _place(t: Round, call: Call) -> int:
    return t.place(call.seat or 0)


def no_action(t: Round, call: Call) -> bool:
    """A position without cards: its wagers go back, those behind it too, and each has a free collection."""
    rule, _ = t.setup.irregularities[call.id]
    _without_action(t, _place(t, call), rule.trigger, rule.cite)
    return False


def _without_action(t: Round, place: int, reason: str, cite: str) -> None:
    for seat in [seat for seat in t.live if t.place(seat) == place]:
        t.void_hand(seat, reason, cite)
        fees.give_back(t, seat, cite)


def second_card_in_turn(t: Round, call: Call) -> bool:
    t.scratch.setdefault(out_of_turn.SECOND_IN_TURN, set()).add(_place(t, call))
    _told(t, call, "second_card_in_turn")
    return False


def kill_and_burn(t: Round, call: Call) -> bool:
    """The card is dead, and the next one is burned unseen."""
    card = t.error_card(call)
    t.event("discard", _cite(t, call), "the card is dead", cards=(card,))
    t.deal(DEAD, _cite(t, call), seen_by=NOBODY)
    return False


def burn_at_end(t: Round, call: Call) -> bool:
    """The burn that was forgotten is made up for when the hand is finished."""
    t.scratch[out_of_turn.BURN_AT_END] = t.draws.fresh_shoe
    _told(t, call, "burn_at_end")
    return False


# -- Players who do not act in turn -----------------------------------------------------------------------------------


def acts_last(t: Round, call: Call) -> bool:
    """Skipped, and found before the Banker's second card: the player acts after the last position."""
    place = _place(t, call)
    if out_of_turn.has_acted(t, place):
        t.event("remedy", _cite(t, call), "the player has acted already", seat=call.seat)
        return False
    _told(t, call, "acts_last")
    out_of_turn.skip(t, t.hand(place))
    t.ask_anew()
    return False


def skipped_until_second_card(t: Round, call: Call) -> bool:
    """Skipped, and found after the Banker's second card; what follows then goes by what the hand counts."""
    place = _place(t, call)
    if out_of_turn.has_acted(t, place):
        t.event("remedy", _cite(t, call), "the player has acted already", seat=call.seat)
        return False
    t.scratch.setdefault(out_of_turn.FOUND_LATE, {})[t.hand(place)] = call.id
    t.ask_anew()
    return False


def deal_with_skipped(t: Round, second_card: Callable[[Round], None]) -> Script:
    """No action and a free collection; but with a total that must be hit, the Banker's second card is taken back.

    It is burned with one more, the player hits or surrenders, and the Banker gets another second card.
    """
    rules = NoBustRules.of(t.setup)
    late = t.scratch.pop(out_of_turn.FOUND_LATE, {})
    must_hit = []
    for hand, id in late.items():
        if hand.owner in t.out:
            continue
        rule, _ = t.setup.irregularities[id]
        if total_of(rules, t.hands[hand]).total <= rules.hits_to and not has_joker(t.hands[DEALER][:1]):
            must_hit.append((hand, rule.cite))
        else:
            t.event("remedy", rule.cite, "no action, and a free collection", seat=hand.owner)
            _without_action(t, hand.owner, rule.trigger, rule.cite)
    if not must_hit:
        return
    _, cite = must_hit[0]
    t.move(t.hands[DEALER][1:], DEALER, DEAD, cite, kind="discard")
    t.deal(DEAD, cite, seen_by=NOBODY)
    for hand, _ in must_hit:
        yield from play_hand(t, hand, only=(HIT, SURRENDER))
    if boxes(t):
        second_card(t)


def bankers_rule(t: Round, call: Call) -> bool:
    """The hand of somebody who is not there is played as the Banker's is."""
    _told(t, call, "bankers_rule")
    out_of_turn.leave_to_bankers_rule(t, call.seat or 0)
    t.ask_anew()
    return False


def hit_after_all(t: Round, call: Call) -> Script:
    """Somebody who waved a card off wants it: allowed as long as no card is dealt off and one position has acted."""
    hand = out_of_turn.may_change_mind(t, _place(t, call))
    if hand is None:
        t.event("remedy", _cite(t, call), "it is too late to change", seat=call.seat)
        return
    turn = t.scratch.get(out_of_turn.TURN)
    t.event("remedy", _cite(t, call), "it is not too late: the player may still hit", seat=call.seat)
    yield from play_hand(t, hand, only=(HIT, STAND))
    t.scratch[out_of_turn.TURN] = turn
    t.ask_anew()


OWN: Mapping[str, Remedy] = {
    "no_action": no_action,
    "second_card_in_turn": second_card_in_turn,
    "kill_and_burn": kill_and_burn,
    "burn_at_end": burn_at_end,
    "acts_last": acts_last,
    "skipped_until_second_card": skipped_until_second_card,
    "bankers_rule": bankers_rule,
    "hit_after_all": hit_after_all,
}
