"""The drawing rules of baccarat: who takes a third card. The tables are the rulebook's.

``player_draws`` and ``banker_draws`` go by counts alone: the table deals by them and the mathematics counts by them.
"""

from collections.abc import Sequence

from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.equipment.cards import UNKNOWN, Card, known
from pitboss.hands.baccarat import NATURALS, point_count, value
from pitboss.rulebook.setup import Setup

PLAYER, BANKER = HANDS = ("player", "banker")
CARD, STAY = "card", "stay"
DRAWS, STAYS, MAY = "D", "S", "O"
"""The cells of the table that the Banker's Hand draws by."""


def player_draws(setup: Setup, player: int, banker: int) -> bool:
    """Whether the Player's Hand takes a third card, by what the first two cards of each hand count.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("chapter4/mini-baccarat"))
    >>> player_draws(setup, 5, 7), player_draws(setup, 6, 7), player_draws(setup, 5, 8)
    (True, False, False)
    """
    drawing: list[int] | dict[str, list[int]] = setup.term("player_draws")
    counts = drawing[CARD] if isinstance(drawing, dict) else drawing  # where a player decides, by what may be drawn on
    return not _natural(setup, player, banker) and player in counts


def banker_draws(setup: Setup, player: int, banker: int, third: int | None) -> bool:
    """Whether the Banker's Hand takes a third card; ``third`` is what the Player's third card counts, if there is one.

    The rulebook's table has a row for each count; its columns are "no third card" and then a third card of 0 to 9.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("chapter4/mini-baccarat"))
    >>> banker_draws(setup, 6, 5, None), banker_draws(setup, 2, 3, 8), banker_draws(setup, 2, 3, 9)
    (True, False, True)
    """
    return not _natural(setup, player, banker) and bankers_cell(setup, banker, third) == DRAWS


def bankers_cell(setup: Setup, banker: int, third: int | None) -> str:
    """What the rulebook's table says of the Banker's Hand: that it draws, stays or, in some games, may do either."""
    row: str = setup.term("banker_draws")[banker]
    return row[0 if third is None else 1 + third]


def must_draw(setup: Setup, hand: str, player: Sequence[Card], banker: Sequence[Card]) -> bool:
    """Whether a hand takes a third card, by the cards as they lie; a hand that has one takes no more."""
    known(player, "the Player's")
    known(banker, "the Banker's")
    if len(player if hand == PLAYER else banker) > 2:
        return False
    counts = point_count(player[:2]), point_count(banker[:2])
    if hand == PLAYER:
        return player_draws(setup, *counts)
    return banker_draws(setup, *counts, value(player[2]) if len(player) > 2 else None)


def no_more_cards(t: Round, hand: Hand) -> tuple[str, str] | None:
    """Why a hand stays as it is, and the clause of the table that says so."""
    if hand not in HANDS or any(len(t.hands.get(each, ())) < 2 or UNKNOWN in t.hands[each] for each in HANDS):
        return None
    player, banker = (t.hands[each] for each in HANDS)
    name, cite = f"the {hand.title()}'s Hand", t.cite(f"{hand}_draws")
    if len(t.hands[hand]) > 2:
        return f"{name} takes no more than a third card", cite
    counts = point_count(player[:2]), point_count(banker[:2])
    if _natural(t.setup, *counts):
        return f"neither hand draws against a natural {max(counts)}", cite
    if hand == PLAYER:
        return f"{name} stays on {counts[0]}", cite
    third = f"a third card of {value(player[2])}" if len(player) > 2 else "a Player's Hand without a third card"
    return f"{name} stays on {counts[1]} against {third}", cite


def naturals_of(setup: Setup) -> tuple[int, ...]:
    """The two-card counts with which neither hand draws; none where the rulebook has hands without naturals."""
    return () if setup.term("naturals") == "play_on" else NATURALS


def _natural(setup: Setup, player: int, banker: int) -> bool:
    """A natural in either hand: no more cards for both."""
    naturals = naturals_of(setup)
    return player in naturals or banker in naturals
