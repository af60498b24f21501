"""Cards that leave the shoe unused: the first of a fresh one, and as many more as a card is worth."""

from pitboss.engine.events import NOBODY
from pitboss.engine.round import Round
from pitboss.equipment.cards import Card, known
from pitboss.hands.baccarat import ACE, JACK


def burn_by_first_card(t: Round) -> None:
    """A fresh shoe: its first card is shown and goes away with as many more as it is worth."""
    if not t.draws.fresh_shoe:
        return
    first = t.deal("burn", t.cite("burn"))
    shown = None if t.term("burn_shown") else NOBODY
    for _ in range(cards_to_burn(t, first)):
        t.deal("burn", t.cite("burn"), seen_by=shown)


def cards_to_burn(t: Round, card: Card, term: str = "burn") -> int:
    """How many more cards go with one, by the number on it."""
    known([card], "the burned")
    worth: dict[str, int] = t.term(term)
    if card.rank == ACE:
        return worth["ace"]
    if card.rank >= JACK:
        return worth["face"]
    return worth["ten"] if card.rank == 10 else card.rank
