"""What a dealer does with a shoe, as card games share it: burn its first card, reshuffle after the cut card."""

from pitboss.engine.events import NOBODY
from pitboss.engine.round import Round


def burn_first_card(t: Round, new_dealer_burns: bool = True) -> None:
    """The first card of a shoe goes to the rack unseen and, where the rulebook says so, a new dealer's first."""
    new_dealer = t.carry.pop("new_dealer", False) and new_dealer_burns
    if t.draws.fresh_shoe or new_dealer:
        burn(t, t.term("burn"), "burn")


def burn(t: Round, cards: int, hand: str) -> None:
    """Cards go to the discard rack unseen, unless the dealer forgot it at this point of the round."""
    if not any(call.id == "burn_forgotten" and call.at == t.now for call in t.calls):
        for _ in range(cards):
            t.deal(hand, t.cite(hand), seen_by=NOBODY)


def reshuffle_after_cut_card(t: Round) -> None:
    """The round in which the cut card appears is finished; then the cards are reshuffled."""
    if t.draws.cut_card is not None:
        t.event("reshuffle", t.cite("cut_card"), "the cut card is out: the cards are reshuffled")
        t.after.add("reshuffle")
