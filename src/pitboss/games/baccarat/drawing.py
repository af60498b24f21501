"""The drawing rules of baccarat: who takes a third card. Nobody has a choice; the tables are the rulebook's."""

from collections.abc import Sequence

from pitboss.engine.round import Round
from pitboss.equipment.cards import Card, known
from pitboss.hands.baccarat import is_natural, point_count, value


def player_draws(t: Round, player: Sequence[Card], banker: Sequence[Card]) -> bool:
    """Whether the Player's Hand takes a third card."""
    if _natural(player, banker):
        return False
    return point_count(player[:2]) in t.term("player_draws")


def banker_draws(t: Round, player: Sequence[Card], banker: Sequence[Card]) -> bool:
    """Whether the Banker's Hand takes a third card, by its count and the Player's third card, if there is one.

    The rulebook's table has a row for each count; its columns are "no third card" and then a third card of 0 to 9.
    """
    if _natural(player, banker):
        return False
    row: str = t.term("banker_draws")[point_count(banker[:2])]
    column = 1 + value(player[2]) if len(player) > 2 else 0
    return row[column] == "D"


def _natural(player: Sequence[Card], banker: Sequence[Card]) -> bool:
    """A natural in either hand: no more cards for both."""
    known(player, "the Player's")
    known(banker, "the Banker's")
    return is_natural(player) or is_natural(banker)
