"""The end of a shoe that still has a hand after the one in which the cutting card shows.

``last_hand`` carries over, true, for that one more hand; then the cards are reshuffled.
"""

from pitboss.engine.round import Round

LAST_HAND = "last_hand"


def begin_hand(t: Round) -> None:
    """Before any card: what carried over says whether this is the last hand of the shoe."""
    t.scratch[LAST_HAND] = t.carry.pop(LAST_HAND, False)


def is_last_hand(t: Round) -> bool:
    return bool(t.scratch.get(LAST_HAND))


def note_cut_card(t: Round) -> None:
    """The last hand is followed by the reshuffle, one in which the cutting card shows by one more: even if annulled."""
    if is_last_hand(t):
        t.after.add("reshuffle")
    elif t.draws.cut_card is not None:
        t.carry[LAST_HAND] = True


def end_hand(t: Round) -> None:
    """After the hand: "Last Hand", or the reshuffle."""
    note_cut_card(t)
    if is_last_hand(t):
        t.event("reshuffle", t.cite(LAST_HAND), "the last hand is over: the cards are reshuffled")
    elif LAST_HAND in t.carry:
        t.event("last hand", t.cite(LAST_HAND), 'the cutting card is set aside; "Last Hand": one more is dealt')
