"""What a finished hand is for each wager: pure functions of the counts, for the table and for the mathematics.

A case is what the rulebook rules on, and the names are what a pay table may know the hand by, finest first.
"""

from collections.abc import Iterable
from typing import Any

from pitboss.games.baccarat.drawing import BANKER, PLAYER
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

Case = tuple[str, tuple[str, ...]]


def result_names(setup: Setup, player: int, banker: int, player_cards: int, banker_cards: int) -> tuple[str, ...]:
    """What the result goes by, finest first: a Dragon 7 is also a win of the Banker's Hand.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("massachusetts-2020/mini-baccarat"), {"designation": "ez"})
    >>> result_names(setup, 6, 7, 3, 3), result_names(setup, 6, 7, 2, 2), result_names(setup, 7, 7, 2, 3)
    (('dragon_7', 'banker_wins'), ('banker_wins',), ('tie',))
    """
    if player == banker:
        return ("tie",)
    hand = (PLAYER, player, player_cards) if player > banker else (BANKER, banker, banker_cards)
    known: dict[str, dict[str, Any]] = setup.term("named_hands") or {}
    named = (name for name, what in known.items() if (what["hand"], what["count"], what["cards"]) == hand)
    return (*named, f"{hand[0]}_wins")


def result_case(offer: Offer, names: Iterable[str]) -> str:
    """The finest name of the result that a wager has a ruling on."""
    return next(name for name in names if name in offer.rulings)


def dragon_bonus_case(selected: int, other: int, natural: bool) -> Case:
    """The Dragon Bonus on a hand of this count: a natural wins as one, whatever the margin; another by its margin.

    >>> dragon_bonus_case(9, 0, natural=True), dragon_bonus_case(9, 0, natural=False)
    (('natural_winner', ('natural_winner',)), ('ahead', ('win_by_9',)))
    """
    margin = selected - other
    if margin < 0:
        return "behind", ()
    if natural:
        case = "natural_winner" if margin else "natural_tie"
        return case, (case,)
    return ("ahead", (f"win_by_{margin}",)) if margin else ("tie", ())
