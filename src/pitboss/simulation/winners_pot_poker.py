"""Winner's Pot Poker by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.kit import DEALER, FOLD
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.winners_pot_poker import Nets, best_play, in_order, sets_in_order

DOWN = 2
"""How many of the dealer's cards nobody sees."""
STRATEGIES = ("best", "by_sight", "always_stay")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` goes by the rules that the analysis finds for one player, ``by_sight`` stays in with cards at least as
    good as those that the dealer shows."""
    others: dict[str, Callable[[Round], bool]] = {"by_sight": _by_sight, "always_stay": lambda t: True}
    stays = _by_best(setup) if name == "best" else others[name]
    return lambda t: t.asking[0].names[0] if stays(t) else FOLD


def _by_sight(t: Round) -> bool:
    own, shown = ([card.rank for card in cards] for cards in (t.hands[f"seat {SEAT}"], t.hands[DEALER][DOWN:]))
    return in_order(own) >= in_order(shown)


def _by_best(setup: Setup) -> Callable[[Round], bool]:
    """The rules of a table of one player."""
    played = best_play(Nets.of(setup), lambda done: None)

    def stays(t: Round) -> bool:
        cards = t.hands[f"seat {SEAT}"]
        own, shown = (sorted(card.rank - 2 for card in held) for held in (cards, t.hands[DEALER][DOWN:]))
        suited = len({card.suit for card in cards}) == 1
        place = sets_in_order(len(own)).index(tuple(own))
        if len(own) > 3:
            return suited or bool(place >= played.four[0, shown[0], shown[1]])
        return bool(place >= played.three[0, int(suited), shown[0]])

    return stays
